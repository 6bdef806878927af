"""Explanation of refused moves where taking is a must."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.cells.declaration import GridDeclaration
from companion.device.language import say
from companion.device.sentences import join_items, listed
from engine.grid import Changes, Position

#: So many moves are named.
_MOST_NAMED = 3


@dataclass(frozen=True)
class Capture:
    """Move that takes: the cells where it starts and ends, and of what it takes in their order."""

    start: str
    taken: tuple[str, ...]
    end: str

    def describe(self) -> str:
        """Return the move in words: ``e6 over d5 to c4``."""
        return say("{start} over {taken} to {end}", start=self.start, taken=listed(self.taken), end=self.end)


def explain_forced_capture(game: GridDeclaration, position: Position, changes: Changes) -> str:
    """Return that the player must take, or go on taking; empty where taking is no must."""
    captures = list(_captures(game, position, game.moves(position)))
    if not captures or any(not capture.taken for capture in captures):
        return ""
    return explain_unfinished_capture(game, position, changes) or say("You must take: {moves}.", moves=_named(captures))


def explain_unfinished_capture(game: GridDeclaration, position: Position, changes: Changes) -> str:
    """Return that a piece that has begun to take takes more; empty if it has not begun."""
    (tried,) = _captures(game, position, [changes])
    begun = [
        capture
        for capture in _captures(game, position, game.moves(position))
        if capture.start == tried.start and tried.taken and {*tried.taken} < {*capture.taken}
    ]
    return say("The same piece takes more: {moves}.", moves=_named(begun)) if begun else ""


def _captures(game: GridDeclaration, position: Position, moves: Iterable[Changes]) -> Iterator[Capture]:
    for changes in moves:
        left = [cell for cell, kind in changes.items() if not kind and cell in position.board]
        own = [cell for cell in left if _owner(game, position.board, cell) == position.turn]
        taken = tuple(cell for cell in left if cell not in own)
        yield Capture(own[0] if own else "", taken, next((cell for cell, kind in changes.items() if kind), ""))


def _owner(game: GridDeclaration, board: Mapping[str, str], cell: str) -> str:
    return game.pieces[board[cell]].player


def _named(captures: Iterable[Capture]) -> str:
    return join_items([capture.describe() for capture in captures][:_MOST_NAMED])
