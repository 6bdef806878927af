"""Parts of a game that is declared in one module: table, tags, pictures and virtual table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, ClassVar, TypeVar

from companion.cells.declaration import GridDeclaration
from companion.cells.game import CellGame
from companion.cells.tags import CellTags
from companion.cells.virtual_game import CellVirtual
from companion.device.language import say
from companion.device.options import Values
from companion.device.sentences import together
from engine.grid import Event, GridRules, Moved, Position, Rolled, Started

if TYPE_CHECKING:
    # Only a window needs pygame.
    from companion.cells.grid_pictures import GridPictures
    from companion.screen.fonts import Fonts


class GridTable(CellGame):
    """A declared game at the table. Pieces of one kind are alike."""

    declared: ClassVar[GridDeclaration]

    def lying(self, state: Position) -> Mapping[str, str]:
        """Return the cell of each piece, by the state."""
        return state.lying

    def possible(self, state: Position) -> Iterable[Event]:
        """Return all moves."""
        return self.declared.rules.possible(state)

    @property
    def play(self) -> GridRules:
        """The game as bots play it: the rules, which know whose choice it is."""
        return self.declared.rules

    def turn(self, state: Position) -> str:
        """Return the player on turn, by the state."""
        return state.turn

    def started(self, options: Values) -> Started:
        """Return a game with the options that are on."""
        variants = tuple(option.id for option in self.options if options[option.id])
        return Started(variants, repetition=self.declared.repetitions > 0)

    @cached_property
    def _first_alike(self) -> Mapping[str, str]:
        kinds = self.declared.rules.stock.kinds
        first = {kind: piece for piece, kind in reversed(kinds.items())}
        return {piece: first[kind] for piece, kind in kinds.items()}

    def alike(self, piece: str) -> str:
        """Return the first piece of the same kind."""
        return self._first_alike[piece]

    def arranged(self, target: Mapping[str, str], lying: Mapping[str, str]) -> Mapping[str, str]:
        """Return the layout `target` with those of the pieces alike that are `lying` there."""
        return self.declared.rules.stock.rename(target, lying)

    def why(self, state: Position, lying: Mapping[str, str]) -> str:
        """Explain a refused layout by the cells that changed; first those that are free now."""
        board = {cell: self.tag_set.pieces[piece] for piece, cell in lying.items()}
        changed = sorted(cell for cell in {*board, *state.board} if board.get(cell) != state.board.get(cell))
        changes = {cell: board.get(cell) for cell in sorted(changed, key=board.__contains__)}
        return self.declared.why(state, changes) or ""

    def rolls(self, state: Position) -> Mapping[str, Event]:
        """Return a row for each number of the die."""
        rules = self.declared.rules
        rolls = (
            (event for event in rules.possible(state) if isinstance(event, Rolled)) if rules.must_roll(state) else ()
        )
        return {str(event.number): event for event in rolls}

    def labels(self, state: Position) -> Mapping[str, str]:
        """Return the texts on cells that the game declares."""
        return self.declared.labels(state)

    def measure(self, gauge: str, state: Position, player: str) -> int | None:
        """Return a gauge's value for a player as the game counts it; None: there is none."""
        return self.declared.measure(gauge, state, player)

    def count_moves(self, state: Position, player: str) -> int | None:
        """Return the moves in this position, the player on turn; nobody can say where a die decides."""
        rules = self.declared.rules
        return None if self.declared.die_sides else len(rules.possible(replace(state, turn=player)))

    def knows_threats(self, state: Position) -> bool:
        """Return True where no die decides what others can do."""
        return not self.declared.die_sides and self.declared.rules.over(state) is None

    def threats(self, state: Position, player: str) -> Mapping[str, Sequence[str]]:
        """Return the cells that others would take or turn over, by the moves that they would have."""
        owner = {cell: self.declared.pieces[kind].player for cell, kind in state.board.items()}
        found: dict[str, dict[str, None]] = {}
        for other in self.declared.colours:
            if other == player:
                continue
            for event in self.declared.rules.possible(replace(state, turn=other)):
                changes = dict(event.changes) if isinstance(event, Moved) else {}
                sources = [cell for cell in changes if owner.get(cell) == other and not changes[cell]]
                sources = sources or [cell for cell, kind in changes.items() if kind and cell not in owner]
                for cell, kind in changes.items():
                    if owner.get(cell) == player and (not kind or self.declared.pieces[kind].player != player):
                        found.setdefault(cell, {}).update(dict.fromkeys(sources))
        return {cell: list(found[cell]) for cell in self.declared.board if cell in found}

    # --- words --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the game's name."""
        return say(self.declared.title)

    def player_name(self, player: str) -> str:
        """Return a player's name."""
        return say(self.declared.player_names[player])

    def piece_name(self, piece: str) -> str:
        """Return the name of the piece's kind."""
        return self.declared.piece_name(self.tag_set.pieces[piece])

    def player_of(self, piece: str) -> str:
        """Return the owner of a piece."""
        return self.declared.pieces[self.tag_set.pieces[piece]].player

    def task(self, state: Position) -> str:
        """Describe the task of the player on turn, after what the die shows."""
        task = self.declared.task(state)
        return task if state.die is None else together(say("The die shows {number}.", number=state.die), task)

    def describe_lost_roll(self, event: Event, after: Position) -> str:
        """Describe who rolled what."""
        return self.declared.describe(None, event, after) if isinstance(event, Rolled) else ""

    def reason(self, reason: str) -> str:
        """Explain why the game is over."""
        return self.declared.reason(reason)

    def help(self, state: Position) -> Sequence[str]:
        """Return the rules."""
        return self.declared.help(state)

    def describe_event(self, before: Position | None, event: Event, after: Position) -> str:
        """Return the event in a line."""
        return self.declared.describe(before, event, after)

    def describe_heard(self, before: Position | None, event: Event, after: Position, *, confirms: bool) -> str:
        """Describe the event for the ear as the game declares it."""
        return self.declared.describe_heard(before, event, after, confirms=confirms)

    def pictures(self, fonts: "Fonts") -> "GridPictures":
        """Return the board with the pieces."""
        from companion.cells.grid_pictures import GridPictures  # Only a window needs pygame.

        return GridPictures(fonts, self.declared)


TableT = TypeVar("TableT", bound=GridTable)


class GridVirtual(CellVirtual):
    """A declared game at the virtual table."""

    def __init__(self, table: GridTable) -> None:
        self._table = table

    @property
    def table(self) -> GridTable:
        """The game at the table."""
        return self._table

    def choose(self, state: Position, rng: Random) -> Event:
        """Choose the event of an automatic player as the game declares it."""
        return self._table.declared.choose(state, rng)


def make_tags(declared: GridDeclaration) -> CellTags:
    """Return the tags of a declared game."""
    tags: CellTags = type(
        f"{type(declared).__name__}Tags",
        (CellTags,),
        {
            "id": declared.id,
            "title": str(declared.title),
            "prefix": declared.prefix,
            "cells": declared.board.cells,
            "pieces": declared.rules.stock.kinds,
        },
    )()
    return tags


def make_table(declared: GridDeclaration, kind: type[TableT]) -> TableT:
    """Return a declared game at the table, of a `kind` that may have steps of its own."""
    table: TableT = type(
        f"{type(declared).__name__}Table",
        (kind,),
        {
            "declared": declared,
            "rules": declared.rules,
            "tag_set": make_tags(declared),
            "colours": declared.colours,
            "options": declared.options,
            "gauges": declared.gauges,
        },
    )()
    return table
