"""Move entered by touch: pieces and their targets, until only one event is possible.

The pieces are on the board or in hand.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, Self

from companion.cells.board import disc_of, turned_discs
from companion.table.layout import TableLayout
from companion.table.matching import EventT

#: What the ids of pieces in hand begin with; no cell's name has a blank.
HAND = "hand "
#: The id of the place beside the board, for pieces that leave it.
OFF_BOARD = "off the board"
#: What does not depend on the piece that is held, and takes long where many moves are possible.
_TOLD = ("lying", "event", "event_so_far", "hand", "_possible", "_moves")


@dataclass(frozen=True)
class PossibleEvent(Generic[EventT]):
    """Possible event, and how the pieces lie after it.

    `name` gives pieces that are alike one name.
    """

    event: EventT
    lying: Mapping[str, str]
    name: Callable[[str], str] = field(default=str, compare=False)

    @cached_property
    def layout(self) -> TableLayout:
        """The layout after it."""
        return TableLayout.from_sides(self.lying, self.name)

    def has(self, piece: str, cell: str | None) -> bool:
        """Return True if a piece then lies on a cell (None: on none), whatever side of it lies up."""
        if cell is None:
            return piece not in self.lying
        return self.lying.get(piece) == cell or self._disc_cells.get(disc_of(piece)) == cell

    @cached_property
    def _disc_cells(self) -> Mapping[str, str]:
        """The cell of each disc, whatever side of it lies up."""
        return {disc_of(piece): cell for piece, cell in self.lying.items()}


@dataclass(frozen=True)
class TouchedMove(Generic[EventT]):
    """Progress of a move that is entered by touch.

    `lying_before` is the layout before it, `outcomes` are the events that may happen. `name` gives a piece's name:
    pieces in hand with the same name are alike. `done` gives the targets of the pieces that have been entered (None:
    off the board), `held` is the target of the piece whose end is to be touched next.
    """

    lying_before: Mapping[str, str]
    outcomes: Sequence[PossibleEvent[EventT]]
    name: Callable[[str], str]
    done: Mapping[str, str | None] = field(default_factory=dict)
    held: str | None = None

    @cached_property
    def lying(self) -> Mapping[str, str]:
        """Layout after the entered part of the move."""
        return {piece: cell for piece, cell in {**self.lying_before, **self.done}.items() if cell is not None}

    @cached_property
    def event(self) -> EventT | None:
        """Event of the move, the first of several that lead to the same table; None if it is open.

        It is open while events with another result are possible.
        """
        told = self._possible
        alike = bool(self.done) and all(outcome.lying == told[0].lying for outcome in told)
        return told[0].event if told and alike else None

    @cached_property
    def event_so_far(self) -> EventT | None:
        """The event by which nothing else happens than what has been told; None if there is none."""
        if not self.done:
            return None
        return next((outcome.event for outcome in self._possible if outcome.lying == self.lying), None)

    @cached_property
    def hand(self) -> Mapping[str, int]:
        """Targets of the pieces that may enter the board, each with its number of pieces.

        All pieces with the same name share one target.
        """
        names: dict[str, set[str]] = {}
        first: dict[str, str] = {}
        for piece, _ in self._moves:
            if piece not in self.lying:
                names.setdefault(self.name(piece), set()).add(piece)
                first.setdefault(self.name(piece), f"{HAND}{piece}")
        return {first[name]: len(pieces) for name, pieces in names.items()}

    @cached_property
    def only_hand(self) -> str | None:
        """Target of the only piece in hand that can be moved; None if more can be moved."""
        hand = list(self.hand)
        return hand[0] if len(hand) == 1 and all(piece not in self.lying for piece, _ in self._moves) else None

    @property
    def starts(self) -> Collection[str]:
        """The cells of the pieces on the board of which may be told next that they go elsewhere."""
        return {self.lying[piece] for piece, _ in self._moves if piece in self.lying}

    @property
    def only_leaving(self) -> bool:
        """True if the only open question is which pieces leave the board."""
        return all(end is None for _, end in self._moves)

    def ends(self, start: str) -> Mapping[str, tuple[str, str | None]]:
        """Return the possible ends of the piece at a target.

        The keys are the targets of the ends, the values the piece and its cell (None: off the board).
        """
        pieces = self._pieces_at(start)
        ends: dict[str, tuple[str, str | None]] = {}
        for piece, end in self._moves:
            if piece in pieces:
                ends.setdefault(OFF_BOARD if end is None else end, (piece, end))
        return ends

    def touch(self, target: str) -> Self:
        """Return the move after one more touch; the same if nothing can be done there."""
        start = self.held or self.only_hand
        held_ends = self.ends(start) if start is not None else {}
        if target in held_ends:
            piece, end = held_ends[target]
            return replace(self, done={**self.done, piece: end}, held=None)
        ends = self.ends(target)
        if list(ends) == [OFF_BOARD]:
            # It can only leave the board: one touch says so.
            piece, end = ends[OFF_BOARD]
            return replace(self, done={**self.done, piece: end}, held=None)
        return self._hold(target) if ends else self

    def _hold(self, target: str | None) -> Self:
        """Return the move with another piece held; what was told, and follows from it, stays."""
        moved = replace(self, held=target)
        vars(moved).update({name: vars(self)[name] for name in _TOLD if name in vars(self)})
        return moved

    def back(self) -> Self | None:
        """Return the move without the last touch; None if nothing has been touched."""
        if self.held is not None:
            return self._hold(None)
        return replace(self, done=dict(list(self.done.items())[:-1])) if self.done else None

    @cached_property
    def _possible(self) -> list[PossibleEvent[EventT]]:
        """The events in which all that has been told happens."""
        return [
            outcome for outcome in self.outcomes if all(outcome.has(piece, end) for piece, end in self.done.items())
        ]

    @cached_property
    def _moves(self) -> tuple[tuple[str, str | None], ...]:
        """Pieces that may be entered next, each with its end."""
        moves: dict[tuple[str, str | None], None] = {}
        for outcome in self._possible:
            moves |= dict.fromkeys(leading_changes(self.lying, outcome.lying))
        return tuple(moves)

    def _pieces_at(self, target: str) -> set[str]:
        """Return the pieces that a target means: that on a cell, or those in hand called alike."""
        if not target.startswith(HAND):
            return {piece for piece, cell in self.lying.items() if cell == target}
        name = self.name(target.removeprefix(HAND))
        return {piece for piece, _ in self._moves if piece not in self.lying and self.name(piece) == name}


def leading_changes(before: Mapping[str, str], after: Mapping[str, str]) -> Sequence[tuple[str, str | None]]:
    """Return the changes of a move from which the others follow; pieces that leave come last.

    A piece that comes out of the hand instead of another piece comes after the pieces that come onto free cells. A disc
    that is turned over on its way is the piece that it was; those that are turned over where they lie come last.
    """
    taken, turned = set(before.values()), turned_discs(before, after)
    sides = set(turned.values())
    changed = [piece for piece in {**before, **after} if before.get(piece) != after.get(piece) and piece not in sides]
    # A disc that moves and is turned over is touched as it lies.
    on_their_way = {piece: side for piece, side in turned.items() if before[side] != after[piece]}
    left = [(on_their_way.get(piece, piece), after.get(piece)) for piece in changed]
    moved = [(piece, end) for piece, end in left if piece not in turned]
    staying = [(piece, end) for piece, end in moved if end is not None]
    first = [(piece, end) for piece, end in staying if piece in before or end not in taken]
    return first or staying or moved or left
