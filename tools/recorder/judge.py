"""Judge of a recorded game: who was sent what its seat may not know."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.table.game import TableGame
from tools.recorder.hidden import card_names, exchanged, held_by, lawfully_seen
from tools.recorder.recorded_table import GUEST, TABLE, RecordedTable

#: So many other states are tried at a time.
_STATES = 6
#: Parts of a phone's value that name cards whoever holds them: what one may do, and rules.
_LISTS = frozenset({"moves", "parts", "buttons", "places", "help", "told", "seats", "hand", "known", "notes", "offer"})
#: Notes begin with this; the seat that has written them follows, and its side then.
NOTE = "Only for the side of"
#: The side where there are none.
NO_SIDE = "none"


class Judge:
    """Looks at a table from moment to moment."""

    def __init__(self, table: RecordedTable, rng: Random) -> None:
        self._table, self._rng = table, rng
        self._names = _patterns(table.session.table_game)
        #: So much of each recording, and of each connection, has been read, and the lines that were read before.
        self._read: dict[str, int] = {}
        self._came: dict[str, int] = {}
        self._lines: dict[str, set[str]] = {}
        #: Cards that were named, to whom and in which line, and the number of events then: the next one may show them.
        self._named: list[tuple[int, str, str, str]] = []
        #: What each seat has met, and everybody, as texts in which ids stand.
        self._met: dict[str, str] = {}
        self.states = self.lines = 0

    def look(self, *, exchange: bool = True) -> Iterator[str]:
        """Yield what is wrong now."""
        table = self._table
        whole = table.whole
        if whole is None or table.session.game is None:
            return
        self._learn(whole)
        yield from self._foreign_values()
        yield from self._wrong_hands()
        yield from self._wrong_lines()
        yield from self._not_shown_then()
        if exchange and table.is_at_rest():
            yield from self._exchange(whole)

    # --- other states ---------------------------------------------------------------------------------------------

    def _exchange(self, whole: Any) -> Iterator[str]:
        table, play = self._table, self._table.play_rules
        table.show_on_phones()
        shown = table.shown
        others = [*exchanged(whole, self._rng)]
        for other in self._rng.sample(others, min(_STATES, len(others))):
            if bool(play.acting_seats(other.state)) != bool(play.acting_seats(whole)):
                # Where nobody is left to ask, the table goes on at once.
                continue
            self.states += 1
            before, after_all = self._numbers(), len(table.public_pictures)
            with table.instead(other.state):
                table.show_on_phones()
                sees = table.shown != shown
            after = self._numbers()
            table.show_on_phones()
            # What those were told who may know it is not told in earnest.
            self._read |= {seat: len(recording.sent) for seat, recording in table.recordings.items()}
            if sees:
                yield f"{TABLE} shows {other.what}"
            # What all had before may be sent again.
            if {*table.public_pictures[after_all:]} - {*table.public_pictures[:after_all]}:
                yield f"all phones are sent a picture of {other.what}"
            yield from (
                f"{seat} is sent {other.what}"
                for seat in table.recordings
                if seat not in other.knowers and after[seat] != before[seat]
            )

    def _numbers(self) -> dict[str, tuple[int, int]]:
        return {
            seat: (len(recording.sent), len({*recording.pictures}))
            for seat, recording in self._table.recordings.items()
        }

    # --- what is said and shown -----------------------------------------------------------------------------------

    def _learn(self, whole: Any) -> None:
        """Add what everybody, and each seat, knows by now."""
        game = self._table.session.game
        assert game is not None
        # The first event lists what there is, not where it lies.
        self._met[TABLE] = json.dumps([game.rules.event_to_json(event) for event in game.events[1:]])
        for seat in self._table.phone_seats:
            known = " ".join((*held_by(whole, seat), lawfully_seen(whole, seat)))
            # What was in the hand or seen a moment ago is still known.
            self._met[seat] = f"{self._met.get(seat, '')[-20_000:]} {known}"

    def _wrong_hands(self) -> Iterator[str]:
        """Yield the hand of a phone without a seat."""
        if self._table.recordings[GUEST].phone.shows.get("hand"):
            yield f"{GUEST} is sent a hand"

    def _wrong_lines(self) -> Iterator[str]:
        """Yield lines that name a card which its reader has not met, and notes of another side."""
        table = self._table
        for seat, recording in table.recordings.items():
            for value in recording.sent[self._read.get(seat, 0) :]:
                told = json.loads(value)
                for line in {*_lines({key: part for key, part in told.items() if key not in _LISTS})}:
                    self._note_unknown(seat, line)
                yield from self._foreign_notes(seat, told.get("notes", {}).get("note", ""))
            self._read[seat] = len(recording.sent)
        for line in table.spoken[self._read.get(TABLE, 0) :]:
            self._note_unknown(TABLE, line)
        self._read[TABLE] = len(table.spoken)
        for line in {*_lines(_texts(table.session.page))}:
            self._note_unknown(TABLE, line)

    def _note_unknown(self, seat: str, line: str) -> None:
        """Note the cards in a new line that its reader has not met."""
        lines = self._lines.setdefault(seat, set())
        if line in lines or self._table.session.game is None:
            return
        lines.add(line)
        self.lines += 1
        met, events = self._met[TABLE] + self._met.get(seat, ""), len(self._table.session.game.events)
        self._named += [
            (events, seat, card, line)
            for card, pattern in self._names.items()
            if pattern.search(line)
            and card not in met
            and card not in self._table.lain
            and not pattern.search(self._table.touched)
        ]

    def _not_shown_then(self) -> Iterator[str]:
        """Yield cards that were named although the next event has not shown them.

        A tile is turned over, and so named, before it lies.
        """
        game = self._table.session.game
        assert game is not None
        for named in [*self._named]:
            events, seat, card, line = named
            if len(game.events) > events or self._table.is_over:
                self._named.remove(named)
                # What somebody turned over lay open, though it may have gone back since.
                if card not in self._met[TABLE] + self._met.get(seat, "") and card not in self._table.lain:
                    yield f"{seat} is told of {card}: {line}"

    def _foreign_notes(self, seat: str, note: str) -> Iterator[str]:
        game = self._table.session.game
        assert game is not None
        if note.startswith(NOTE) and seat in self._table.phone_seats:
            # Whoever wrote it may be on another side by now.
            _, writer, side = note.rsplit(" ", 2)
            # Before the haunt nobody is on a side.
            if side == NO_SIDE or (writer != seat and side != side_of(game.state, seat)):
                yield f"{seat} is sent a note of {writer}"

    # --- connections ----------------------------------------------------------------------------------------------

    def _foreign_values(self) -> Iterator[str]:
        """Yield phones that got another phone's value since the last look."""
        for seat, recording in self._table.recordings.items():
            read = self._came.get(seat, 0)
            self._came[seat] = len(recording.phone.raw)
            if recording.foreign(read):
                yield f"{seat} gets what is meant for another phone"

    def close(self) -> Iterator[str]:
        """Yield what came over a connection that was not meant for it, when the game is over."""
        table = self._table
        table.settle()
        yield from self._foreign_values()
        for seat, recording in table.recordings.items():
            came = recording.came()
            yield from (
                f"{seat} gets the key of {other}"
                for other, foreign_recording in table.recordings.items()
                if _key(foreign_recording) in came
            )
            for other, foreign_recording in table.recordings.items():
                own = {*recording.pictures, *table.public_pictures}
                foreign = [key for key in dict.fromkeys(foreign_recording.pictures) if key not in own][-5:]
                if any(recording.phone.ask("GET", f"/picture/{key}")[0] != 404 for key in foreign):
                    yield f"{seat} gets a picture of {other}"


def _key(recording: Any) -> str:
    return str(recording.phone.cookie.partition("=")[2])


def side_of(state: Any, seat: str) -> str:
    """Return the role of an explorer in the haunt (B18, B35) in a word, or that there is none."""
    explorers = getattr(state, "explorers", None)
    role = None if explorers is None else explorers[seat].role
    return NO_SIDE if role is None else role.name


def _patterns(game: TableGame[Any]) -> dict[str, re.Pattern[str]]:
    return {card: re.compile(rf"(?<!\w){re.escape(name)}(?!\w)") for card, name in card_names(game).items() if name}


def _lines(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _lines(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _lines(part)


def _texts(page: Any) -> list[Any]:
    """Return the texts of a page of the screen but its rows' choices."""
    return [getattr(page, name, "") for name in ("title", "caption", "text", "status")]
