"""Mistakes that hands make when they do what an event says."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

from companion.games.finstere_flure.table.lies import tile_lie
from companion.games.finstere_flure.virtual_table.placement import beside, moved_pieces, placement, side_area_of
from companion.games.finstere_flure.virtual_table.places import Beside
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.board import CELLS, NEIGHBOUR, Cell, Direction
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import TOKENS
from engine.names import Name


class Mistake(Name):
    """Kind of a hand's mistake."""

    NOT_FLIPPED = "not-flipped"
    """The token is moved but not turned over."""
    TOO_FAR = "too-far"
    """The token is moved to a cell that it cannot reach."""
    OTHER_PLAYER = "other-player"
    """A token of another player is moved instead."""
    TWO_TOKENS = "two-tokens"
    """A second token is moved too."""
    STONE_MOVED = "stone-moved"
    """A stone that was not pushed is moved too."""
    PUSH_FORGOTTEN = "push-forgotten"
    """The stones that the token pushes stay where they are."""
    TAKEN_AWAY = "taken-away"
    """The token is taken off the board and not put back."""
    ON_A_LINE = "on-a-line"
    """The token is put down between two cells."""


class ClumsyHands:
    """Hands that make mistakes on a table; `rng` decides where pieces come to lie instead."""

    def __init__(self, table: VirtualTable, rng: Random) -> None:
        self._table = table
        self._rng = rng

    def apply_mistake(self, game: Game, event: TokenMoved, mistake: Mistake) -> list[Piece]:
        """Return the pieces as they lie after the event is done with this mistake.

        Returns none if the mistake cannot be made here.

        The table lies as the game's position says, before the event.
        """
        right = moved_pieces(self._table, game.state.position, event)
        token = event.token
        match mistake:
            case Mistake.NOT_FLIPPED:
                return [self._turned_over(piece) if piece.id == token else piece for piece in right]
            case Mistake.TOO_FAR:
                reached = {choice.to for choice in game.token_choices(token)}
                return self._moved([token], self._free_cells(right, reached))
            case Mistake.OTHER_PLAYER:
                others = self._tokens(lambda other: TOKENS[other][0] is not TOKENS[token][0])
                return self._moved(others, self._free_cells(right))
            case Mistake.TWO_TOKENS:
                second = self._moved(self._tokens(lambda other: other != token), self._free_cells(right))
                return [*right, *second] if second else []
            case Mistake.STONE_MOVED:
                stone = self._stone_moved(game, right)
                return [*right, *stone] if stone else []
            case Mistake.PUSH_FORGOTTEN:
                return [piece for piece in right if piece.id == token] if event.stones else []
            case Mistake.TAKEN_AWAY:
                return [beside(self._table, token, Beside.BOX)]
            case Mistake.ON_A_LINE:
                if event.to not in CELLS:
                    return []
                return [self._off_centre(piece) if piece.id == token else piece for piece in right]

    def _turned_over(self, piece: Piece) -> Piece:
        return replace(piece, face=self._table.kind(piece).after(piece.face))

    def _tokens(self, wanted: Callable[[str], bool]) -> list[str]:
        """Return the tokens in the castle and beside its entrance that are wanted."""
        seen = (piece for piece in self._table.pieces.values() if side_area_of(self._table, piece) is not Beside.BOX)
        return [piece.id for piece in seen if piece.id in TOKENS and wanted(piece.id)]

    def _free_cells(self, right: Iterable[Piece], but: Iterable[str] = ()) -> list[Cell]:
        """Return cells on which nothing lies, neither before nor after the event."""
        table = self._table
        pieces = [*table.pieces.values(), *right]
        centre = table.catalogue.grid.centre
        taken = {cell for cell in CELLS for piece in pieces if table.covers(piece, centre(cell))}
        return [cell for cell in CELLS if cell not in taken and cell not in but]

    def _moved(self, tokens: list[str], cells: list[Cell]) -> list[Piece]:
        """Return one of these tokens, turned over and on one of these cells.

        Returns none if there is no choice.
        """
        if not tokens or not cells:
            return []
        piece = self._table.pieces[self._rng.choice(tokens)]
        return [self._table.on_cell(self._turned_over(piece), self._rng.choice(cells))]

    def _stone_moved(self, game: Game, right: list[Piece]) -> list[Piece]:
        """Return a stone that the event does not push, on a free cell beside its own.

        Returns none if there is none.
        """
        free = set(self._free_cells(right))
        pushed = {piece.id for piece in right}
        ways = [
            (stone, cell)
            for stone in game.state.position.stones
            for cell in (NEIGHBOUR[stone.cell, direction] for direction in Direction)
            if stone.id not in pushed and cell in free
        ]
        if not ways:
            return []
        stone, cell = self._rng.choice(ways)
        assert cell is not None
        return [placement(self._table, tile_lie(replace(stone, cells=(cell,))))]

    def _off_centre(self, piece: Piece) -> Piece:
        """The piece half a cell beside the middle of its cell, towards the middle of the board."""
        x, y = piece.centre_mm
        half = self._table.unit_mm / 2
        return replace(piece, centre_mm=(x + (half if x < 8 * self._table.unit_mm else -half), y))
