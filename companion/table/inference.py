"""Inferences from a reading of the table since the last event, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

EventT_co = TypeVar("EventT_co", covariant=True)


@dataclass(frozen=True)
class TableProblem:
    """Discrepancy at the table: what is wrong and how to fix it, as translated sentences.

    `kind` is one of the game's own kinds; `pieces` and `places` are the ids of what it is about. `sign` is a value
    of the game whose picture stands beside it: the piece as it lies now. `unfinished`: nothing is wrong, only
    something is still to be done, such as flipping a piece. `missing`: a piece is not seen at all. `allowed` are
    places where the piece may go. `short` is said where the sentence is too long to be said. `tells_why`: the sentence
    is a reason, and more worth saying than how to mend it.
    """

    kind: str
    sentence: str
    fix: str
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    sign: object | None = None
    unfinished: bool = False
    missing: bool = False
    allowed: tuple[str, ...] = ()
    short: str = ""
    tells_why: bool = False

    @property
    def about(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """Identity of the problem without its words: its kind, its pieces and its places."""
        return self.kind, self.pieces, self.places


class IgnoredProblems:
    """Problems that the players ignore, each until the pieces lie otherwise once."""

    def __init__(self) -> None:
        self._about: frozenset[object] = frozenset()

    def clear(self) -> None:
        """Ignore no problem any more."""
        self._about = frozenset()

    def add(self, problems: Sequence[TableProblem]) -> None:
        """Ignore problems that the players want so."""
        self._about = self._about.union(problem.about for problem in problems)

    def others(self, problems: Sequence[TableProblem]) -> tuple[TableProblem, ...]:
        """Return the problems that the players do not ignore, of all there are now."""
        self._about = self._about.intersection(problem.about for problem in problems)
        return tuple(problem for problem in problems if problem.about not in self._about)


@dataclass(frozen=True)
class Nothing:
    """The table lies as it lay."""


@dataclass(frozen=True)
class Waiting(Generic[EventT_co]):
    """Change in progress: a piece in the air, a hand over the table, an unread place.

    There is no event and no problem yet. `pieces` are not seen; `places` cannot be read. `maybe` are the events
    that fit the observation if the unseen pieces are out of the camera's sight; a player must confirm one of them.
    `problems` are the discrepancies if it stays like this: the missing pieces, and where they belong.
    """

    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    maybe: tuple[EventT_co, ...] = ()
    problems: tuple[TableProblem, ...] = ()


@dataclass(frozen=True)
class Happened(Generic[EventT_co]):
    """The table shows just this event, and the rules allow it."""

    event: EventT_co


@dataclass(frozen=True)
class Undecided(Generic[EventT_co]):
    """The table shows one of these events, and only the players know which.

    No camera can tell them apart: they leave the same places taken.
    """

    events: tuple[EventT_co, ...]


@dataclass(frozen=True)
class Problems(Generic[EventT_co]):
    """The table lies as no allowed event leaves it: all that is wrong, the likeliest first.

    `overrule` is the event that takes the table as it lies, where one event can: the players may want it so.
    """

    problems: tuple[TableProblem, ...]
    overrule: EventT_co | None = None


Inference = Nothing | Waiting[EventT_co] | Happened[EventT_co] | Undecided[EventT_co] | Problems[EventT_co]
