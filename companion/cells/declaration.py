"""Declaration of a game on a grid: rules, words and look, all that its one module says."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from companion.cells.board import NOBODYS
from companion.device.language import say
from companion.device.options import Option
from companion.device.sentences import as_sentence, capitalised, join_items, listed, together
from companion.screen.theme import Rgb
from companion.virtual_table.bot_moves import next_move
from companion.voice.brevity import short_confirmation
from engine.grid import Changes, DeclaredGrid, Event, GridRules, Moved, Position, Rolled

if TYPE_CHECKING:
    # Only a window needs pygame.
    from companion.screen.fonts import Fonts
    from companion.screen.pen import Pen

#: Colour of a mark on a light piece, and on a dark one (red, green, blue).
_DARK: Rgb = (40, 34, 34)
_LIGHT: Rgb = (238, 238, 234)
#: Pieces at least so bright are light: the sum of red, green and blue.
_BRIGHT = 380


@dataclass(frozen=True)
class _ReadMove:
    """Move as its changed cells tell it.

    `cell`: where the piece goes, empty for none; `start`: where it came from, None for one that is put on the board.
    `others` are changed too, `taken`, `turned` over, or `left`. `becomes_other`: the piece that goes is turned over.
    """

    cell: str
    start: str | None
    others: tuple[str, ...]
    taken: tuple[str, ...]
    turned: tuple[str, ...]
    left: tuple[str, ...]
    becomes_other: bool


def _describe_no_place(move: _ReadMove) -> str:
    """Describe a move in which no piece goes anywhere."""
    if move.turned:
        return say("Turned over: {cells}.", cells=join_items(move.turned))
    return say("{cells} are free now.", cells=listed(move.left))


def _describe_rest(move: _ReadMove) -> str:
    """Describe what a move does besides the piece that goes; may be empty."""
    text = say("Turned over: {cells}.", cells=join_items(move.turned)) if move.turned else ""
    if len(move.others) > 1:
        return together(text, say("{cells} change.", cells=join_items(move.others)))
    if move.others:
        return together(text, say("{cell} changes.", cell=move.others[0]))
    return together(text, say("Taken: {cells}.", cells=join_items(move.taken)) if move.taken else "")


class GridDeclaration(DeclaredGrid):
    """Declaration of a game on a grid, besides the rules of `DeclaredGrid`."""

    #: What the texts of the tags begin with: two capital letters or digits that no other game has.
    prefix: str
    #: The game's English name, marked with `later`.
    title: str
    #: Each player's name as sentences have it, marked with `later`.
    player_names: Mapping[str, str]
    #: What to do: for all players, or for each of them, marked with `later`.
    tasks: str | Mapping[str, str]
    #: The rules in a few sentences, marked with `later`.
    help_lines: ClassVar[Sequence[str]] = ()
    #: Sentences for the reasons of the results, marked with `later`.
    reasons: ClassVar[Mapping[str, str]] = {}
    #: Options of the game; those that are on stand in `position.variants`.
    options: Sequence[Option[Any]] = ()

    @cached_property
    def rules(self) -> GridRules:
        """The rules, made of what is declared."""
        return GridRules(self)

    def variants(self) -> tuple[str, ...]:
        """Return the ids of the options."""
        return tuple(option.id for option in self.options)

    # --- words --------------------------------------------------------------------------------------------------

    def task(self, position: Position) -> str:
        """Return what the player on turn must do, in a sentence."""
        return say(self.tasks if isinstance(self.tasks, str) else self.tasks[position.turn])

    def help(self, position: Position) -> Sequence[str]:  # noqa: ARG002 - games override it
        """Return the rules in a few sentences."""
        return [say(line) for line in self.help_lines]

    def reason(self, reason: str) -> str:
        """Return the sentence for the reason of a result."""
        if reason in self.reasons:
            return say(self.reasons[reason])
        if reason == "stuck":
            return say("The other side cannot move.")
        if reason == "repeated":
            return say("The same position has occurred several times.")
        return say("Nothing was taken for a long time.") if reason == "quiet" else ""

    def describe_move(self, before: Position, changes: Changes) -> str:
        """Describe a move in a sentence, by the cells that changed."""
        move = self._read_changes(before, changes)
        cell, start = move.cell, move.start
        if not cell:
            return _describe_no_place(move)
        if start is None:
            text = say("{piece} is put on {cell}.", piece=self.piece_name(changes[cell] or ""), cell=cell)
        else:
            values = {"piece": self.piece_name(before.board[start]), "before": start, "after": cell}
            if move.becomes_other:
                text = say("{piece} goes from {before} to {after} and is turned over.", **values)
            else:
                text = say("{piece} goes from {before} to {after}.", **values)
        return capitalised(together(text, _describe_rest(move)))

    def describe_heard(self, before: Position | None, event: Event, after: Position, *, confirms: bool) -> str:
        """Describe an event for the ear: whose move, from where to where, and what it took.

        `confirms`: its player has just told it, and hears where to alone. A move that a game describes in a sentence of
        its own (`describe_move`) is told so.
        """
        text, is_plain = self.describe(before, event, after), False
        if isinstance(event, Moved) and before is not None:
            changes = {cell: kind or None for cell, kind in event.changes}
            move = self._read_changes(before, changes)
            is_plain = bool(move.cell) and text == GridDeclaration.describe_move(self, before, changes)
        if not is_plain:
            return short_confirmation(text) if confirms else text
        assert before is not None
        if confirms:
            return (
                as_sentence(move.cell)
                if move.start is None
                else say("{before} to {after}.", before=move.start, after=move.cell)
            )
        values = {"player": say(self.player_names[before.turn]), "after": move.cell}
        if move.start is None:
            text = say("{player}: {after}.", **values)
        else:
            text = say("{player}: {before} to {after}.", before=move.start, **values)
        if move.becomes_other:
            text = together(text, say("Turned over: {cells}.", cells=move.cell))
        return capitalised(together(text, _describe_rest(move)))

    def _read_changes(self, before: Position, changes: Changes) -> "_ReadMove":
        """Return what changed cells are in a move."""
        turned = [cell for cell, kind in changes.items() if kind and self._is_turned(before.board.get(cell), kind)]
        placed = [
            cell for cell, kind in changes.items() if kind and before.board.get(cell) != kind and cell not in turned
        ]
        left = [cell for cell, kind in changes.items() if not kind]
        cell = placed[0] if placed else ""
        player = before.turn
        start = next(
            (changed_cell for changed_cell in left if self.pieces[before.board[changed_cell]].player == player), None
        )
        taken = [
            changed_cell for changed_cell in (*left, *placed) if changed_cell in before.board and changed_cell != start
        ]
        becomes_other = bool(cell) and start is not None and self._is_turned(before.board[start], changes[cell] or "")
        return _ReadMove(cell, start, (*placed[1:],), (*taken,), (*turned,), (*left,), becomes_other)

    def _is_turned(self, before: str | None, after: str) -> bool:
        """Return True if one kind is the other side of the other."""
        return before is not None and self.pieces[before].back == after

    def describe(self, before: Position | None, event: Event, after: Position) -> str:
        """Describe an event in a line."""
        if isinstance(event, Moved) and before is not None:
            return self.describe_move(before, {cell: kind or None for cell, kind in event.changes})
        if isinstance(event, Rolled):
            player = say(self.player_names[event.by])
            if after.die is None:
                text = say("{player}: {number} rolled, no move.", player=player, number=event.number)
            else:
                text = say("{player}: {number} rolled.", player=player, number=event.number)
            return capitalised(text)
        return say("The game begins.")

    def why(self, position: Position, changes: Changes) -> str | None:  # noqa: ARG002 - games override it
        """Explain why this is no move, in a sentence; nothing: the nearest moves are named.

        A piece that was touched and has not moved yet is one that left its cell.
        """
        return None

    def piece_name(self, kind: str) -> str:
        """Return the name of a kind as sentences have it."""
        return say(self.pieces[kind].name)

    def labels(self, position: Position) -> Mapping[str, str]:  # noqa: ARG002 - games override it
        """Return the texts that stand on cells, such as counts."""
        return {}

    # --- look ---------------------------------------------------------------------------------------------------

    def links(self) -> Iterable[tuple[str, str]]:
        """Return the pairs of cells between which a line is drawn."""
        return ()

    def tints(self) -> Mapping[str, Rgb]:
        """Return the colours of cells that are special."""
        return {}

    def piece_colour(self, kind: str) -> Rgb:
        """Return the colour of a kind: its player's."""
        return self.colours.get(self.pieces[kind].player, NOBODYS)

    def paint_piece(self, pen: "Pen", kind: str, fonts: "Fonts") -> None:
        """Paint a piece in a circle of radius 1: a disc with its mark."""
        colour = self.piece_colour(kind)
        ink = _DARK if sum(colour) > _BRIGHT else _LIGHT
        pen.disc(_DARK, (0, 0), 1)
        pen.disc(colour, (0, 0), 0.92)
        pen.ring(ink, (0, 0), 0.78, 0.05)
        if self.pieces[kind].mark:
            mark = fonts.render(self.pieces[kind].mark, round(pen.unit * 1.1), True, ink)
            x, y = pen.at((0, 0))
            pen.surface.blit(mark, (x - mark.get_width() / 2, y - mark.get_height() / 2))

    # --- bots ---------------------------------------------------------------------------------------------------

    def choose(self, position: Position, rng: Random) -> Event:
        """Choose an event for bots in all seats, or for chance."""
        event: Event = next_move(self.rules, position, rng)
        return event
