"""Order of the entries of a game at two tables.

An entry is an event, an undo, or a change of the guest's seats. Which table writes the next one follows from the
entries before it alone: where all seats that may act are the guest's, the guest; everywhere else, also where chance
acts, the host. So there are never two
next entries, and each table plays on without the other until it needs it.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any

from engine.errors import RulesError
from engine.game import Game, Play, Rules


class Side(StrEnum):
    """Role of a table in a game at two tables."""

    HOST = "host"
    GUEST = "guest"

    @property
    def other(self) -> "Side":
        """The other table."""
        return Side.GUEST if self is Side.HOST else Side.HOST


@dataclass(frozen=True)
class SharedEntry:
    """Entry of a shared game: an `event` as a JSON object, an undo, or seats.

    `keep`: so many events stay after an undo. `seats`: those at the guest's table from now on.

    `picks`: what a seat has picked for the event that it does not tell; it goes to the table that keeps the cards, and
    into no list of entries.
    """

    event: dict[str, Any] | None = None
    keep: int = 0
    seats: tuple[str, ...] = ()
    picks: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as an object that `json.dumps` writes."""
        if self.seats:
            return {"seats": [*self.seats]}
        return {"keep": self.keep} if self.event is None else {"event": self.event}


def canonical(value: object) -> bytes:
    """Return the one way in which a JSON value is written for hashes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def next_hash(before: str, entry: SharedEntry) -> str:
    """Return the hash of a chain after one more entry; a chain begins with an empty text."""
    return sha256(before.encode() + b"\n" + canonical(entry.to_json())).hexdigest()


def writer(rules: Rules[Any, Any], state: Any, guest_seats: Collection[str]) -> Side:
    """Return the table that writes the next entry."""
    actors = {str(seat) for seat in rules.actors(state)} if rules.over(state) is None else set()
    return Side.GUEST if actors and actors <= set(guest_seats) else Side.HOST


def illegal(game: Game[Any, Any], entry: SharedEntry) -> str:
    """Return why the rules do not allow an entry now, an English reason; empty: they do."""
    if entry.event is None:
        return "" if 1 <= entry.keep < len(game.events) else "nothing to take back"
    try:
        problems = game.problems(game.rules.event_from_json(entry.event))
    except RulesError as error:
        return str(error)
    return problems[0].text if problems else ""


def why_not(game: Game[Any, Any], entry: SharedEntry, side: Side, guest_seats: Collection[str]) -> str:
    """Return why a table may not have an entry written now, an English reason; empty: it may.

    A table acts for its own seats; what nobody in particular does is the host's. Each may take back any event.
    """
    reason = illegal(game, entry)
    if reason or entry.event is None:
        return reason
    actors = {str(seat) for seat in game.rules.actors(game.state)}
    seat = str(getattr(game.rules.event_from_json(entry.event), "by", "") or "")
    acting = {seat} if seat in actors else actors
    guests = acting & set(guest_seats)
    return "" if (guests if side is Side.GUEST else acting - guests or not acting) else "another table's seat"


class Ledger(ABC):
    """Entries of one shared game at one table, kept in order."""

    def __init__(self, guest_seats: Collection[str], since: int = 1) -> None:
        """Keep `guest_seats`, those at the guest's table now.

        `since`: so many entries were there when the tables came together; all of them are the host's.
        """
        self.guest_seats = frozenset(guest_seats)
        self._since = since
        self._hashes = [""]
        #: The states after the events that count, which of those chance has brought, and the most there ever were.
        self._states: list[Any] = []
        self._drew: list[bool] = []
        self._most_draws = self._counted = 0

    @property
    @abstractmethod
    def entries(self) -> Sequence[SharedEntry]:
        """All entries, which only grow; the first one began the game."""

    @property
    @abstractmethod
    def game(self) -> Game[Any, Any]:
        """The game after the last entry."""

    @property
    @abstractmethod
    def play(self) -> Play[Any, Any]:
        """The game as it is played."""

    @property
    @abstractmethod
    def movable_seats(self) -> Collection[str]:
        """All seats, where players may change tables; none where each box has its own hands."""

    @abstractmethod
    def enter(self, entry: SharedEntry) -> None:
        """Keep and do one more entry that was judged."""

    @property
    def number(self) -> int:
        """Number of entries."""
        return len(self.entries)

    def hash_after(self, number: int) -> str:
        """Return the hash of the chain after so many entries."""
        for entry in self.entries[len(self._hashes) - 1 :]:
            self._hashes.append(next_hash(self._hashes[-1], entry))
        return self._hashes[number]

    @property
    def chance_acts(self) -> bool:
        """True if chance brings the next event, and both tables decide what."""
        return self.number >= self._since and self.play.chance_acts(self.game.state)

    @property
    def draws(self) -> int:
        """Number of the game's events that chance has brought."""
        self._count()
        return sum(self._drew)

    @property
    def most_draws(self) -> int:
        """The most draws that there ever were, also of what was taken back."""
        self._count()
        return self._most_draws

    def _count(self) -> None:
        rules, entries = self.game.rules, self.entries
        for entry in entries[self._counted :]:
            if entry.seats:
                continue
            if entry.event is None:
                del self._states[entry.keep :], self._drew[entry.keep :]
                continue
            event, before = rules.event_from_json(entry.event), self._states[-1] if self._states else None
            self._drew.append(before is not None and self.play.chance_acts(before))
            self._states.append(rules.begin(event) if before is None else rules.follow(before, event))
            self._most_draws = max(self._most_draws, sum(self._drew))
        self._counted = len(entries)

    @property
    def writer(self) -> Side:
        """The table that writes the next entry."""
        if self.number < self._since:
            return Side.HOST
        return writer(self.game.rules, self.game.state, self.guest_seats)

    @property
    def is_ready(self) -> bool:
        """True if entries can be judged; False while nobody knows the hidden cards here."""
        return True

    def contradiction(self, event: dict[str, Any]) -> str:  # noqa: ARG002 - where hands are hidden another ledger says it
        """Return why the hidden cards that are known here do not allow an event.

        The rules do. Empty: the cards do, too.
        """
        return ""

    def illegal(self, entry: SharedEntry) -> str:
        """Return why neither table may have an entry written now, an English reason; empty: one may.

        Whoever acts for an own seat learns by it of that seat's hand alone.
        """
        if entry.seats:
            # One player at a time, as people are asked; and nobody is named twice.
            seats = {*entry.seats}
            is_one = len(seats ^ self.guest_seats) == 1 and len(seats) == len(entry.seats)
            return "" if is_one and seats < {*self.movable_seats} else "not these seats"
        reason = illegal(self.game, entry)
        return reason or ("" if entry.event is None else self.contradiction(entry.event))

    def why_not(self, entry: SharedEntry, side: Side) -> str:
        """Return why a table may not have an entry written now; empty: it may."""
        if entry.seats:
            return self.illegal(entry) if side is Side.HOST else "the host is asked"
        return why_not(self.game, entry, side, self.guest_seats) or self.illegal(entry)
