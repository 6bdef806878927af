"""Announcements that wait to be said, and the events among them that are told by ear."""

from collections import deque
from collections.abc import Sequence
from typing import Generic

from companion.device.language import derived, say
from companion.table.announcement import Announcement
from companion.table.ear import Ear, HeardSession
from companion.table.hearing import HeardEvent, describe_series, join_moment
from companion.table.step import SessionT, Step
from companion.voice import Kind, Level
from companion.voice.length import shortened, spoken_s
from hardware.buttons import Press

#: A voice speaks no longer (seconds) about a problem.
LONGEST_PROBLEM_S = 4.0
#: No more announcements wait; the oldest go first.
_MOST = 20


class AnnouncementQueue(Generic[SessionT]):
    """Announcements since they were asked for last; by ear also what of the page is new."""

    def __init__(self, session: HeardSession[SessionT]) -> None:
        self._session = session
        self._said: deque[Announcement] = deque(maxlen=_MOST)
        self._ear = Ear(session)
        #: The events that were told by ear since announcements were asked for last.
        self._heard: list[HeardEvent] = []
        #: Sentences of pages that these have told.
        self._known: list[str] = []

    def __len__(self) -> int:
        return len(self._said)

    @property
    def just_heard(self) -> Sequence[HeardEvent]:
        """Events that have been told by ear at this very moment, if they are told in few words."""
        return self._heard if self._session.settings.by_ear == "short" else ()

    def note(self, done: Press | str) -> None:
        """Note a press or a touch of people at the table."""
        self._ear.note(done)

    def add(self, announcement: Announcement) -> None:
        """Announce something of a kind or language of its own."""
        self._said.append(announcement)

    def say(self, text: str, level: Level, chime: str = "", kind: Kind = Kind.NOTE) -> None:
        """Announce something; only a short part of a long problem is spoken."""
        spoken = self._session.table_game.voice.spoken
        if level is Level.PROBLEM and spoken_s(spoken(text)) > LONGEST_PROBLEM_S:
            short = derived(text, lambda said: shortened(said, LONGEST_PROBLEM_S * 0.85, spoken))
            text = short or say("Please look at the screen.")
        self.add(Announcement(text, level, chime, kind))

    def say_outcome(self, text: str, level: Level, chime: str = "") -> None:
        """Announce an event or what it has brought; by ear only its sound: its sentence tells that."""
        self.say("" if self._session.is_by_ear else text, level, chime)

    def say_page(self, step: Step[SessionT]) -> None:
        """Say all that the page of a step shows, as somebody asks for."""
        self._said.extend(self._ear.whole(step))

    def add_event(self, event: HeardEvent, *, found_out: bool) -> None:
        """Tell an event to those who play by ear.

        `found_out` from where plain pieces lie it is heard by everybody: it may have been understood wrong.
        """
        settings, table_game = self._session.settings, self._session.table_game
        is_plain = settings.is_plain and table_game.readings.knows_plain_pieces
        is_told = self._session.is_by_ear or (found_out and is_plain)
        heard = event.described(table_game, settings.by_ear) if is_told else event
        if heard.text:
            self._heard.append(heard)
            self.say(heard.text, Level.PHASE, kind=heard.kind)

    def leave_unsaid(self, sentence: str) -> None:
        """Say nothing of a sentence of the page that comes: an event has just told it by ear."""
        self._known.append(sentence)

    def take(self) -> list[Announcement]:
        """Return the announcements since the last call; by ear also what of the page is new."""
        said, heard, known = list(self._said), self._heard, self._known
        self._said.clear()
        self._heard, self._known = [], []
        if self._session.is_by_ear:
            table_game = self._session.table_game
            said = join_moment(said, describe_series(table_game, heard), table_game.voice.spoken)
        return self._ear.hear(said, known)
