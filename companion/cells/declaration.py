"""Declaration of a game on a grid: rules, words and look, all that its one module says."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar

from companion.cells.board import NOBODYS
from companion.device.language import say
from companion.device.options import Option
from companion.device.sentences import capitalised, join_items, listed, together
from companion.screen.theme import Rgb
from companion.virtual_table.bot_moves import next_move
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
    options: Sequence[Option[bool]] = ()

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
        turned = [cell for cell, kind in changes.items() if kind and self._is_turned(before.board.get(cell), kind)]
        placed = [
            cell for cell, kind in changes.items() if kind and before.board.get(cell) != kind and cell not in turned
        ]
        left = [cell for cell, kind in changes.items() if not kind]
        if turned and not placed:
            return say("Turned over: {cells}.", cells=join_items(turned))
        if not placed:
            return say("{cells} are free now.", cells=listed(left))
        cell, *others = placed
        player = before.turn
        start = next(
            (changed_cell for changed_cell in left if self.pieces[before.board[changed_cell]].player == player), None
        )
        taken = [
            changed_cell for changed_cell in (*left, *placed) if changed_cell in before.board and changed_cell != start
        ]
        if start is None:
            text = say("{piece} is put on {cell}.", piece=self.piece_name(changes[cell] or ""), cell=cell)
        else:
            values = {"piece": self.piece_name(before.board[start]), "before": start, "after": cell}
            if self._is_turned(before.board[start], changes[cell] or ""):
                text = say("{piece} goes from {before} to {after} and is turned over.", **values)
            else:
                text = say("{piece} goes from {before} to {after}.", **values)
        if turned:
            text = together(text, say("Turned over: {cells}.", cells=join_items(turned)))
        if others:
            changed = say("{cells} change.", cells=join_items(others)) if len(others) > 1 else ""
            text = say("{first} {second}", first=text, second=changed or say("{cell} changes.", cell=others[0]))
        elif taken:
            text = say("{first} {second}", first=text, second=say("Taken: {cells}.", cells=join_items(taken)))
        return capitalised(text)

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
