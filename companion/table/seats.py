"""Players who come and go: who is away, rests, has changed seats, is played by a bot.

Changes are kept in the journal beside the game's events: the rules know nothing of them.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.journal import Journal
from hardware.ring.patterns import Pattern, Seat
from hardware.ring.sectors import Flows, Runs, Sectors


class SeatChangeKind(StrEnum):
    """Kind of a change."""

    LEFT = "left"
    """Leaving of the table."""
    RESTS = "rests"
    """Absence for a round."""
    BACK = "back"
    """Return to the table."""
    SWAPPED = "swapped"
    """Exchange of two seats."""
    BOT = "bot"
    """Bot that plays from now on."""
    PERSON = "person"
    """Person who plays instead of a bot."""
    FAILED = "failed"
    """Bot that has given up: nobody plays until somebody has noticed."""

    @property
    def is_of_bots(self) -> bool:
        """True if bots come or go."""
        return self in (SeatChangeKind.BOT, SeatChangeKind.PERSON, SeatChangeKind.FAILED)


@dataclass(frozen=True)
class SeatChange:
    """Change of seats: its kind, and the ids of the one or two players.

    `bot`: which one plays, by name, or by name and seconds: ``strong:1.5``. `automatic`: it followed by itself, and
    nobody takes it back alone.
    """

    kind: SeatChangeKind
    players: tuple[str, ...]
    bot: str = ""
    automatic: bool = False

    def line(self) -> str:
        """Return the change as one line of text for the journal."""
        more: dict[str, object] = {"bot": self.bot} if self.bot else {}
        more |= {"automatic": True} if self.automatic else {}
        return json.dumps({"seats": self.kind, "players": self.players, **more}, ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str) -> "SeatChange":
        """Return the change that a line of the journal tells. Raises ValueError."""
        try:
            data = json.loads(line)
            players, bot = tuple(map(str, data["players"])), str(data.get("bot", ""))
            return cls(SeatChangeKind(data["seats"]), players, bot, automatic=data.get("automatic") is True)
        except (KeyError, TypeError) as error:
            raise ValueError(f"no change of seats: {line!r}") from error


#: Changes in their order, each with the number of the game's events before it.
SeatChanges = tuple[tuple[int, SeatChange], ...]


@dataclass(frozen=True)
class Seats:
    """Players who have left or rest, pairs that have changed seats in order, bots of seats.

    `failed`: bots that gave up, by their seats, until they are let in again; `unnoticed`: the seats among them of which
    nobody has said yet who plays there now.
    """

    left: frozenset[str] = frozenset()
    resting: frozenset[str] = frozenset()
    swaps: tuple[tuple[str, ...], ...] = ()
    bots: Mapping[str, str] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)
    unnoticed: frozenset[str] = frozenset()

    @property
    def away(self) -> frozenset[str]:
        """Players for whom nobody sits there now."""
        return self.left | self.resting

    def after(self, change: SeatChange) -> "Seats":
        """Return the seats after a change."""
        players = frozenset(change.players)
        match change.kind:
            case SeatChangeKind.LEFT:
                return replace(self, left=self.left | players, resting=self.resting - players)
            case SeatChangeKind.RESTS:
                return replace(self, left=self.left - players, resting=self.resting | players)
            case SeatChangeKind.BACK:
                return replace(self, left=self.left - players, resting=self.resting - players)
            case SeatChangeKind.SWAPPED:
                return replace(self, swaps=(*self.swaps, change.players))
            case SeatChangeKind.BOT:
                bots = {**self.bots, **dict.fromkeys(players, change.bot)}
                failed = _without(self.failed, players)
                unnoticed = self.unnoticed - players
                return replace(
                    self,
                    left=self.left - players,
                    resting=self.resting - players,
                    bots=bots,
                    failed=failed,
                    unnoticed=unnoticed,
                )
            case SeatChangeKind.PERSON:
                # Also where a bot played for whoever was away: who plays is there.
                return replace(
                    self,
                    left=self.left - players,
                    resting=self.resting - players,
                    bots=_without(self.bots, players),
                    unnoticed=self.unnoticed - players,
                )
            case SeatChangeKind.FAILED:
                failed = {**self.failed, **dict.fromkeys(players, change.bot)}
                return replace(
                    self, bots=_without(self.bots, players), failed=failed, unnoticed=self.unnoticed | players
                )

    def in_order(self, players: Sequence[str]) -> tuple[str, ...]:
        """Return the players as they sit now, clockwise; `players` sat so at the beginning."""
        order = list(players)
        for player, other in self.swaps:
            if player in order and other in order:
                first, second = order.index(player), order.index(other)
                order[first], order[second] = order[second], order[first]
        return tuple(order)


def _without(bots: Mapping[str, str], seats: frozenset[str]) -> Mapping[str, str]:
    return {seat: bot for seat, bot in bots.items() if seat not in seats}


def seats_after(changes: SeatChanges) -> Seats:
    """Return the seats after these changes."""
    seats = Seats()
    for _, change in changes:
        seats = seats.after(change)
    return seats


class Seating:
    """Seats of the running game; changes go into the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._game_id: int | None = None
        #: The absent player whose running turn others play; empty: none.
        self.stand_in_for = ""
        self.changes: SeatChanges = ()
        #: The seats as they were asked for last, and the changes from which they follow: pages ask many times.
        self._known: tuple[SeatChanges, Seats] = (), Seats()
        #: How many events the running game had after a bot's last move.
        self.events_by_bots = 0
        #: Whether bots have laid the table of the next new game: then what is left of that is theirs, too.
        self.is_laid_by_bots = False
        #: Seats with a screen of their own, such as a phone: their players choose on it what nobody else may see.
        self.own_screens: frozenset[str] = frozenset()
        #: Those of them that have no connection just now.
        self.lost_screens: frozenset[str] = frozenset()
        #: The bots, and the names of players, of the next new game of a kind, by their seats.
        self.planned_bots: dict[str, dict[str, str]] = {}
        self.planned_names: dict[str, dict[str, str]] = {}

    @property
    def seats(self) -> Seats:
        """Absent players, and exchanged seats."""
        if self._known[0] is not self.changes:
            self._known = self.changes, seats_after(self.changes)
        return self._known[1]

    def begin(self, game_id: int | None) -> None:
        """Take the changes of a game of the journal; None: of none. Raises ValueError."""
        lines = self._journal.seat_changes(game_id) if game_id is not None else ()
        self.changes = tuple((events, SeatChange.from_line(line)) for events, line in lines)
        self._game_id, self.stand_in_for, self.events_by_bots = game_id, "", 0

    def begin_new(self, game_id: int | None, kind: str, players: Sequence[str]) -> None:
        """Take a new game of these players; the planned bots join it, if it is kept."""
        self.begin(game_id)
        self.events_by_bots, self.is_laid_by_bots = int(self.is_laid_by_bots), False
        planned = self.planned_bots.pop(kind, {}) if game_id is not None else {}
        for player in players:
            if player in planned:
                self.change(SeatChange(SeatChangeKind.BOT, (player,), planned[player], automatic=True), 1)

    def named(self, kind: str, seats: Sequence[str], known: Collection[str]) -> dict[str, str]:
        """Return the `known` players who sit in a new game, by seats; bots and guests have no names."""
        planned, bots = self.planned_names.get(kind, {}), self.planned_bots.get(kind, {})
        sitting = {seat: planned[seat] for seat in seats if seat in planned and seat not in bots}
        return {seat: name for seat, name in sitting.items() if name in known}

    def change(self, change: SeatChange, events: int) -> None:
        """Keep a change that came after so many events."""
        self.changes = (*self.changes, (events, change))
        if self._game_id is not None:
            self._journal.change_seats(self._game_id, change.line())

    def end_rest(self, seat: str, events: int) -> None:
        """End the rest of somebody who sat out a round, after so many events."""
        if seat in self.seats.resting:
            self.change(SeatChange(SeatChangeKind.BACK, (seat,)), events)

    def follow_undo(self, events: int) -> None:
        """Drop what came after the first `events`; the journal does so by itself."""
        self.changes = tuple(change for change in self.changes if change[0] <= events)
        self.events_by_bots = 0

    def take_back(self, keep: int) -> None:
        """Take back all changes but the first `keep`."""
        for _ in self.changes[keep:]:
            if self._game_id is not None:
                self._journal.change_seats(self._game_id, "")
        self.changes = self.changes[:keep]


def move_seats(pattern: Pattern, players: Sequence[str], seats: Seats) -> Pattern:
    """Return a ring pattern with the places of those who have changed seats."""
    if not seats.swaps:
        return pattern
    present_order = seats.in_order(players)
    places = [present_order.index(player) for player in players]
    match pattern:
        case Seat() if pattern.seats == len(places):
            return replace(pattern, index=places[pattern.index])
        case Flows() if pattern.seats == len(places):
            return replace(pattern, seat=places[pattern.seat])
        case Runs() if pattern.seats == len(places):
            return replace(pattern, first=places[pattern.first], second=places[pattern.second])
        case Sectors() if len(pattern.sectors) == len(places):
            sectors = dict(zip(places, pattern.sectors, strict=True))
            return replace(pattern, sectors=tuple(sectors[place] for place in range(len(places))))
    return pattern
