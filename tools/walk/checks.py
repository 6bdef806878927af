"""Checks of a walked table after each act."""

import json
from typing import Any, Protocol

import pygame

from companion.device.language import LANGUAGES, in_language, said_again
from companion.phones.table import PhoneTable
from companion.screen.fitting import fit_problems
from companion.screen.page_paint import least_status
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage, Tone
from companion.table.app import App
from companion.table.ring import problem_pattern
from companion.table.session import Session
from companion.two_tables.tables import OtherTables
from hardware.ring.patterns import Alert, Countdown, Off, Progress, Seat
from tools.phone_secrets import Line
from tools.walk.event_checks import FollowedLines
from tools.walk.friends import FriendsTable
from tools.walk.games import speaks, walked_games
from tools.walk.parts import Ears
from tools.walk.prompts import check_prompt
from tools.walk.secret_checks import SecretChecks

#: The journal is read again from its beginning after so many acts.
_READ_AGAIN = 10
#: Secrets are changed after so many acts.
_SECRETS = 4
#: Words that only English has.
_ENGLISH = frozenset(("the", "and", "is", "your", "you", "of", "with", "have", "it"))
#: No letter of the other languages comes after this one.
_FIRST_CHINESE = "\u2e80"
#: Pages on which nothing is asked for.
_CALM = ("menu", "pause", "help", "log", "settings", "undo", "version")
#: Screens smaller than this (pixels) are no screens of the companion.
_LEAST_SCREEN = (480, 480)
_SMALLEST_SCREEN = (800, 480)


class WatchedEvening(Protocol):
    """Walked table, as its checks see it."""

    session: Session
    ears: Ears
    logged: list[str]
    failures: list[str]
    phones: PhoneTable
    line: Line
    followed: FollowedLines
    friends: FriendsTable | None
    other_table: OtherTables
    now: float

    @property
    def room(self) -> Any:
        """Virtual table on the screen; None without one."""

    @property
    def app(self) -> App:
        """Window of the session."""

    @property
    def page(self) -> Page:
        """Page on the screen."""

    @property
    def screen(self) -> pygame.Surface:
        """Part of the window that is the companion's."""


class Checks:
    """Checks of a table, with what they remember of its acts before."""

    def __init__(self) -> None:
        self.acts, self.secrets = 0, SecretChecks()
        #: Number of texts that were said.
        self.heard = 0
        #: The states in which a running game was seen, by the number of its events, with these events.
        self._states: dict[int, tuple[tuple[Any, ...], Any]] = {}
        self._game_id: int | None = None
        self._fitted: tuple[Page, tuple[int, int]] | None = None

    def forget(self) -> None:
        """Forget which game runs: the box was killed."""
        self._game_id = None

    def hear(self, table: WatchedEvening) -> None:
        """Check what was said, logged and reported in a turn of the window."""
        assert not table.failures, table.failures
        for sentence in table.logged:
            assert "failed that should not" not in sentence, sentence
            assert "should not happen" not in sentence, sentence
        self.heard += sum(bool(said.text) for said in table.ears.said)
        for said in table.ears.said:
            assert "Something failed" not in said.text, said.text
            language = said.language or table.session.settings.language
            if speaks(table.session.table_game.rules.id, language):
                with in_language(language):
                    check_language(said.text, language)
        table.ears.said.clear()

    def check(self, table: WatchedEvening) -> None:
        """Raise AssertionError if something does not hold after an act."""
        self.acts += 1
        self._check_words(table)
        check_ring(table.session)
        self._check_undo(table)
        self._check_journal(table)
        table.followed.check(table.session)
        if table.friends is not None:
            table.friends.check(table.session, table.other_table)
        self._check_fit(table)
        if self.acts % _SECRETS == 0:
            self.check_secrets(table)

    @staticmethod
    def _check_words(table: WatchedEvening) -> None:
        """Check that the page has words, and in a game says who must act or what it awaits."""
        page, session = table.page, table.session
        if isinstance(page, PlayedPage):
            return
        text = page.caption if isinstance(page, BoardPage) else page.text
        rows = page.rows if isinstance(page, BoardPage) else (*page.tiles, *page.rows)
        words = " ".join((page.title, text, *(row.text for row in rows))).casefold()
        assert words.strip(), page
        game = session.game
        if game is not None and session.step is session.running_step and game.rules.over(game.state) is None:
            check_prompt(session)

    def _check_undo(self, table: WatchedEvening) -> None:
        session = table.session
        if session.game is None:
            return
        if session.game_id != self._game_id:
            self._states, self._game_id = {}, session.game_id
        events, state = session.game.events, session.game.state
        known = self._states.get(len(events))
        if known is not None and known[0] == events:
            assert known[1] == state, f"undo gives another state than before: {known[1]} != {state}"
        self._states[len(events)] = events, state

    def _check_journal(self, table: WatchedEvening) -> None:
        session = table.session
        if session.game is None or session.game_id is None:
            return
        kept, rules = session.journal.events(session.game_id), session.table_game.rules
        events = session.game.events
        assert len(kept) == len(events), (len(kept), len(events))
        assert json.loads(kept[-1]) == rules.event_to_json(events[-1])
        if self.acts % _READ_AGAIN == 0:
            replayed = rules.replay([rules.event_from_json(json.loads(line)) for line in kept])
            assert replayed.events == events
            assert replayed.state == session.game.state, (replayed.state, session.game.state)

    def _check_fit(self, table: WatchedEvening) -> None:
        page, size = table.page, table.screen.get_size()
        width, height = size
        if min(size) < min(_LEAST_SCREEN) or width * height < _SMALLEST_SCREEN[0] * _SMALLEST_SCREEN[1]:
            return
        if isinstance(page, PlayedPage) or (page, size) == self._fitted:
            return
        self._fitted = page, size
        canvas = table.app._view.painted(size, page)
        least = least_status(canvas.layout)
        problems = list(fit_problems(canvas))
        problems += [
            f"the notice {notice.text!r} is too small to read"
            for notice in canvas.written
            if notice.text == page.status and notice.paragraph.size < least
        ]
        assert not problems, f"page {page.name}, {size[0]}x{size[1]}: {'; '.join(problems[:3])}"

    def check_secrets(self, table: WatchedEvening) -> None:
        """Raise AssertionError if a view or the table tells what is hidden from whoever sees it."""
        self.secrets.check(table)

    def close(self) -> None:
        """Let go of what the checks have opened."""
        self.secrets.close()


def check_language(text: str, language: str) -> None:
    """Raise AssertionError if a text is not in the language of the pages."""
    assert said_again(text) == text, f"{text!r} is not in the language of the page ({language})"
    for named in LANGUAGES.values():
        # Each language is named in itself.
        text = text.replace(named.name, "")
    # A name alone may have the letters of its own language, but not its full stop.
    is_chinese = any(letter >= _FIRST_CHINESE for letter in text)
    has_spaces = LANGUAGES[language].spaces
    assert not text or is_chinese != has_spaces, f"{text!r} has not the letters of the page ({language})"
    for game in walked_games().values():
        # Names of games may be English in all languages.
        text = text.replace(game.title, "")
    english = _ENGLISH.intersection(text.casefold().split()) if language != "en" else ()
    assert not english, f"{text!r} is English where the page is not ({language})"


def check_ring(session: Session) -> None:
    """Raise AssertionError if the ring means something else than the page says (docs/ring.md)."""
    page, pattern = session.page, session.pattern
    tone, told = getattr(page, "tone", None), f"{pattern} on a page of tone {getattr(page, 'tone', None)}: {page}"
    is_wrong = isinstance(pattern, Alert)
    if isinstance(page, BoardPage) and tone is Tone.BAD:
        # Red is for what is wrong, on both; what is not done yet is no fault.
        assert is_wrong, f"the ring and the page differ on whether something is wrong: {told}"
    if is_wrong:
        # A rule that is learned stays as it is: the wrong answer has a row of its own.
        rows = () if isinstance(page, PlayedPage) else page.rows
        assert tone is Tone.BAD or any(row.tone is Tone.BAD for row in rows), f"nothing is wrong: {told}"
    if is_wrong:
        assert pattern == problem_pattern(), f"what is wrong is red: {told}"
    game = session.game
    # A move that ends the game is played to its end first.
    is_over = game is None or session.table_game.rules.over(game.state) is not None
    if is_over and not isinstance(page, PlayedPage):
        assert not isinstance(pattern, Seat | Countdown) or session.step is not session.running_step, told
    if isinstance(page, ListPage) and session.has_page_above and page.name in _CALM:
        assert pattern == Off(), f"nothing is asked for: {told}"
    if isinstance(pattern, Progress):
        assert 0 <= pattern.done <= pattern.total, told
    if session.step is session.running_step and game is not None and session.table_game.actor(game.state):
        is_asked = isinstance(page, BoardPage) and tone is Tone.NOW
        assert not is_asked or pattern != Off(), f"the ring is dark while somebody is asked: {told}"
