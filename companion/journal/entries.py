"""Entries of the journal, as plain values: games are lists of entries that only grow."""

import json
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

#: Result of a game that cannot go on here: another table has its cards, and plays without this one.
BROKEN_OFF = json.dumps({"winners": [], "reason": "broken-off"})


class EntryKind(StrEnum):
    """Kind of an entry."""

    EVENT = "event"
    """Something happened: the text is the event, as its game writes it."""
    UNDO = "undo"
    """Events were taken back: the text says how many stay."""
    FINISH = "finish"
    """The game is over: the text is its result, in a few words."""
    SEATS = "seats"
    """Somebody left, came back or changed seats: the text is the change; empty: the last change was taken back."""
    MEND = "mend"
    """What follows a place in the middle was told anew: the text is a `Mend`. What was told stands after it."""


@dataclass(frozen=True)
class Entry:
    """Entry of the journal; `at` is its time, in seconds since 1970 (UTC)."""

    kind: EntryKind
    text: str
    at: float

    @property
    def kept(self) -> int:
        """The number of events that stay after an undo or a mend. Raises ValueError."""
        return Mend.from_text(self.text).keep if self.kind is EntryKind.MEND else int(self.text)


@dataclass(frozen=True)
class Mend:
    """Mend of a game: `keep` events stay, those of the entries after it follow.

    `events` are there then. `note` says in a line what was mended. `undoes`: the number of entries before the mend that
    is taken back by this one; None: it takes none back.
    """

    keep: int
    events: int
    note: str = ""
    undoes: int | None = None

    def to_text(self) -> str:
        """Return the mend as the text of its entry."""
        undone = {} if self.undoes is None else {"undoes": self.undoes}
        return json.dumps({"keep": self.keep, "events": self.events, "note": self.note, **undone}, ensure_ascii=False)

    @classmethod
    def from_text(cls, text: str) -> "Mend":
        """Return the mend that the text of an entry tells. Raises ValueError."""
        try:
            data = json.loads(text)
            mend = cls(data["keep"], data["events"], str(data.get("note", "")), data.get("undoes"))
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"no mend: {text[:40]!r}") from error
        numbers = (mend.keep, mend.events, 0 if mend.undoes is None else mend.undoes)
        if not all(type(number) is int and number >= 0 for number in numbers):
            raise ValueError(f"no mend: {text[:40]!r}")
        return mend


@dataclass(frozen=True)
class KeptMend:
    """Mend that counts: `place` entries were there before it, `events` events after it."""

    place: int
    events: int
    note: str


@dataclass(frozen=True)
class GameRecord:
    """Game in the list of games; `started` and `played` (last) are UTC.

    An example is ``2026-11-21T19:30:00Z``. `events` is their number, without those taken back; `result` is None
    while the game is not finished. `key` tells the game from all others, on every box (see `game_key`); `first` is its
    first event, as its game writes it.
    """

    id: int
    kind: str
    started: str
    played: str
    events: int
    result: str | None
    key: str = field(default="", compare=False)
    first: str = field(default="", compare=False)

    @property
    def finished(self) -> bool:
        """True if the game was played to its end."""
        return self.result is not None and not self.is_broken_off

    @property
    def is_broken_off(self) -> bool:
        """True if the game has no end, and cannot go on here."""
        return self.result == BROKEN_OFF


@dataclass(frozen=True)
class GameLine:
    """A game at a glance: its number, its kind, and whether there is nothing to go on with."""

    id: int
    kind: str
    finished: bool


@dataclass(frozen=True)
class KeptGame:
    """Game with all its entries; the first is an event, with the start time of the game."""

    id: int
    kind: str
    entries: tuple[Entry, ...]

    @property
    def line(self) -> GameLine:
        """Short facts about the game."""
        return GameLine(self.id, self.kind, self.result is not None)

    @property
    def events(self) -> tuple[str, ...]:
        """The events that count: those that were not taken back."""
        events: list[str] = []
        for entry in self.entries:
            if entry.kind is EntryKind.EVENT:
                events.append(entry.text)
            elif entry.kind in (EntryKind.UNDO, EntryKind.MEND):
                del events[entry.kept :]
        return tuple(events)

    @property
    def seat_changes(self) -> tuple[tuple[int, str], ...]:
        """The changes of seats that count, each with the number of events before it."""
        changes: list[tuple[int, str]] = []
        events = 0
        for entry in self.entries:
            match entry.kind:
                case EntryKind.EVENT:
                    events += 1
                case EntryKind.UNDO | EntryKind.MEND:
                    events = min(events, entry.kept)
                    changes = [change for change in changes if change[0] <= events]
                case EntryKind.SEATS if entry.text:
                    changes.append((events, entry.text))
                case EntryKind.SEATS:
                    del changes[-1:]
        return tuple(changes)

    @property
    def mends(self) -> tuple[KeptMend, ...]:
        """The mends that count, in their order: they have not been taken back."""
        mends: list[KeptMend] = []
        before: dict[int, list[KeptMend]] = {}
        events = 0
        for place, entry in enumerate(self.entries):
            if entry.kind is EntryKind.EVENT:
                events += 1
            elif entry.kind is EntryKind.UNDO:
                events = min(events, entry.kept)
                mends = [mend for mend in mends if mend.events <= events]
            elif entry.kind is EntryKind.MEND:
                mend = Mend.from_text(entry.text)
                before[place], events = mends, min(events, mend.keep)
                if mend.undoes is None:
                    mends = [replace(known, events=min(known.events, mend.events)) for known in mends]
                    mends = [*mends, KeptMend(place, mend.events, mend.note)]
                else:
                    mends = before.get(mend.undoes, [])
        return tuple(mends)

    @property
    def result(self) -> str | None:
        """Result of the game; None if it is not finished.

        It is also None if the game went on after its end was taken back.
        """
        last = self.entries[-1]
        return last.text if last.kind is EntryKind.FINISH else None

    @property
    def record(self) -> GameRecord:
        """The game's line in the list of games."""
        started, played = utc_text(self.entries[0].at), utc_text(self.entries[-1].at)
        key, first = self.key, self.entries[0].text
        return GameRecord(self.id, self.kind, started, played, len(self.events), self.result, key, first)

    @property
    def key(self) -> str:
        """Key that tells the game from all others, on every box."""
        return game_key(self.kind, self.entries[0])


def game_record(
    game: int, kind: str, first: Entry, last: Entry, length: int, changes: Iterable[tuple[int, str, str]]
) -> GameRecord:
    """Return a game's record in the list of games, from its first and last entry and length.

    The length is its number of entries. `changes` are the number, kind and text of those of its entries that are no
    events, in their order.
    """
    events = before = 0
    for number, changed, text in changes:
        events += number - before - 1
        before = number
        if changed == EntryKind.UNDO:
            events = min(events, int(text))
    result = last.text if last.kind is EntryKind.FINISH else None
    played = utc_text(last.at)
    key = game_key(kind, first)
    return GameRecord(game, kind, utc_text(first.at), played, events + length - before, result, key, first.text)


def game_key(kind: str, first: Entry) -> str:
    """Return the key of a game, made of its first entry, which never changes, and its time.

    Numbers of games differ from box to box, and after a repair.
    """
    return f"{first.at!r}-{zlib.crc32(repr((kind, first.text)).encode('utf-8', 'surrogatepass')):08x}"


@dataclass(frozen=True)
class PackedGame:
    """Finished game in packed form.

    A box that is on for years has many of them, and nobody looks at most of them.
    """

    record: GameRecord
    packed: bytes

    @classmethod
    def of(cls, game: KeptGame) -> "PackedGame":
        """Return the game packed."""
        entries = [(entry.kind, entry.text, entry.at) for entry in game.entries]
        return cls(game.record, zlib.compress(json.dumps(entries).encode()))

    def unpacked(self) -> KeptGame:
        """Return the game as it was."""
        entries = json.loads(zlib.decompress(self.packed))
        return KeptGame(
            self.record.id,
            self.record.kind,
            tuple(Entry(EntryKind(kind), text, time_s) for kind, text, time_s in entries),
        )


def utc_text(time_s: float) -> str:
    """Return a moment (seconds since 1970) in the form ``2026-11-21T19:30:00Z``."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time_s))
