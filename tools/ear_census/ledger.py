"""Ledger of an evening: what each press moved, and what was said of it."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from companion.screen.page_view import question_of
from companion.table.session import Act, Announcement, Session
from companion.voice.brevity import count_words
from companion.voice.length import spoken_s
from companion.voice.level import Kind
from companion.voice.wording import reading_text
from hardware.buttons import Button
from tools.ear_census.marks import CensusMark, is_said, marked

#: What tells an event from others of its kind: numbers, cells, names.
_FACT = re.compile(r"\d+|[A-ZÀ-Þ][\w’'-]+|[\u4e00-\u9fff]")
#: Words with which sentences begin, and that are no names.
_BEGINNINGS = frozenset(("the", "it", "in", "to", "on", "he", "she", "they", "and", "nobody", "everybody"))
#: Where there is no game yet.
_BEFORE = "start page"


@dataclass
class CensusCounts:
    """Counts of a game, or of several."""

    games: int = 0
    presses: int = 0
    silent_presses: int = 0
    marks_moved: int = 0
    marks_said: int = 0
    choices: int = 0
    choices_heard: int = 0
    events: int = 0
    events_told: int = 0
    own: int = 0
    own_told: int = 0
    #: Seconds of speech, without marks and with all of it, and so many rounds or days.
    speech_s: float = 0.0
    all_speech_s: float = 0.0
    rounds: int = 0
    #: Words that were said of each event.
    words: list[float] = field(default_factory=list)
    #: How often each page came, and how often without a word.
    pages: Counter[str] = field(default_factory=Counter)
    wordless: Counter[str] = field(default_factory=Counter)

    def add(self, other: "CensusCounts") -> None:
        """Add the counts of another game."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            else:
                setattr(self, name, getattr(self, name) + value)

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON has them."""
        words = {"words_median": median(self.words or [0]), "words_most": max(self.words, default=0)}
        plain = {name: value for name, value in vars(self).items() if isinstance(value, int | float)}
        return {
            **plain,
            **words,
            "pages": len(self.pages),
            "wordless_pages": sorted(name for name, times in self.wordless.items() if times),
        }


@dataclass
class _Happened:
    """Event, whether the players told it with the buttons, and what was said of it."""

    act: Act
    is_own: bool
    said: list[Announcement] = field(default_factory=list)


class CensusLedger:
    """Ledger that looks at a session after each turn of its window, and before each press."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.counts: dict[str, CensusCounts] = defaultdict(CensusCounts)
        #: What is said in this turn, since the last press, and on this page.
        self._now_said: list[Announcement] = []
        self._press_said: list[Announcement] = []
        self._page_said: list[str] = []
        #: The press before: its button, the page and the mark that it found.
        self._pressed: tuple[Button, object, CensusMark | None] | None = None
        #: The page that came last, and its name.
        self._page: object = None
        self._name = ""
        #: Whether somebody pressed a key on it.
        self._is_met = False
        self._game: object = None
        self._events = 0
        self._happened: list[_Happened] = []
        self._times: set[str] = set()
        #: True while the players tell an event.
        self.tells = False

    @property
    def here(self) -> CensusCounts:
        """Counts of the game that runs, or of the pages before one."""
        return self.counts[self.session.table_game.rules.id if self.session.game is not None else _BEFORE]

    def _identity(self) -> object:
        page = self.session.page
        caption = getattr(page, "caption", "") if marked(self.session) is None else ""
        return self.session.game_id, question_of(page), getattr(page, "text", ""), caption

    # --- what is told -------------------------------------------------------------------------------------------------

    def said(self, announcement: Announcement) -> None:
        """Note what is said."""
        self._now_said.append(announcement)
        seconds = spoken_s(reading_text(self.session.table_game.voice.spoken(announcement.text)))
        self.here.all_speech_s += seconds
        if announcement.kind is not Kind.MARK:
            self.here.speech_s += seconds

    def turned(self) -> None:
        """Note what a turn has changed: another page, an event, what was said."""
        new, self._now_said = self._now_said, []
        self._press_said += new
        texts = [announcement.text for announcement in new if announcement.text]
        page = self._identity()
        if page != self._page:
            self._leave_page()
            self._page = page
            self._name = (
                f"{self.session.table_game.rules.id if self.session.game else _BEFORE}: {self.session.page.name}"
            )
        self._page_said += texts
        self._note_events()
        if self._happened:
            self._happened[-1].said += new

    def _leave_page(self) -> None:
        # A page that goes by itself before anybody presses a key is not waited on.
        if self._name and self._is_met:
            counts = self.counts[self._name.partition(":")[0]]
            counts.pages[self._name] += 1
            counts.wordless[self._name] += not self._page_said
        self._page_said, self._is_met = [], False

    def _note_events(self) -> None:
        session = self.session
        if session.game is None:
            return
        if session.game_id != self._game:
            self._game, self._events, self._times = session.game_id, 1, set()
            self.here.games += 1
        count, self._events = len(session.game.events) - self._events, len(session.game.events)
        for act in [*session.acts][-count:] if count > 0 else ():
            self._happened.append(_Happened(act, self.tells))
            time = session.table_game.history.describe_event_time(act.before, act.after)
            if time not in self._times:
                self._times.add(time)
                self.here.rounds += 1

    # --- presses ------------------------------------------------------------------------------------------------------

    def pressed(self, button: Button, held: bool) -> None:
        """Note a press that is about to be made; what the one before has brought is complete."""
        self.settle()
        self._is_met = True
        mark = marked(self.session)
        self._pressed = button, self._page, mark
        if button is Button.ADVANCE and not held and mark is not None and self.session.page.keys.advance:
            self.here.choices += 1
            self.here.choices_heard += is_said(self.session, mark, None, " ".join(self._page_said))

    def settle(self) -> None:
        """Count what has come of the last press."""
        said, self._press_said = self._press_said, []
        text = " ".join(announcement.text for announcement in said)
        if self._pressed is not None:
            button, page, before = self._pressed
            self.here.presses += 1
            self.here.silent_presses += not text
            mark = marked(self.session)
            if button is Button.DRAW and page == self._page and mark is not None and mark != before:
                self.here.marks_moved += 1
                self.here.marks_said += is_said(self.session, mark, before, text)
        self._pressed = None
        for happened in self._happened:
            self._count_event(happened)
        self._happened = []

    def _count_event(self, happened: _Happened) -> None:
        session, act, counts = self.session, happened.act, self.here
        told = session.table_game.describe_event(act.before, act.event, act.after)
        text = " ".join(announcement.text for announcement in happened.said)
        is_told = bool(text) and set(_facts(session, told)) <= set(_facts(session, text))
        kinds = {announcement.kind for announcement in happened.said}
        counts.events += 1
        if happened.is_own:
            # Its players have heard each part of it before they took it: they hear that it counts.
            is_told = is_told or Kind.DONE in kinds
            counts.own += 1
            counts.own_told += is_told
        counts.events_told += is_told
        own = [announcement for announcement in happened.said if announcement.kind in (Kind.EVENT, Kind.DONE)]
        counts.words.append(sum(count_words(announcement.text) for announcement in own or happened.said))


def _facts(session: Session, text: str) -> list[str]:
    """Return the numbers, cells and names in a text, as a voice says them."""
    spoken = reading_text(session.table_game.voice.spoken(text))
    return [fact.casefold() for fact in _FACT.findall(spoken) if fact.casefold() not in _BEGINNINGS]
