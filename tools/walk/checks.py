"""Checks of a walked table after each act."""

import json
from typing import Any, Protocol

import pygame

from companion.phones.table import PhoneTable
from companion.screen.fitting import fit_problems
from companion.screen.pages import BoardPage, Page, PlayedPage
from companion.table.app import App
from companion.table.seat_names import player_name
from companion.table.session import Session
from tools.phone_secrets import Line
from tools.walk.parts import Ears
from tools.walk.secret_checks import SecretChecks

#: The journal is read again from its beginning after so many acts.
_READ_AGAIN = 10
#: Secrets are changed after so many acts.
_SECRETS = 4
#: Screens smaller than this (pixels) are no screens of the companion.
_LEAST_SCREEN = (480, 480)
_SMALLEST_SCREEN = (800, 480)


class WatchedEvening(Protocol):
    """Walked table, as its checks see it."""

    session: Session
    app: App
    ears: Ears
    logged: list[str]
    failures: list[str]
    phones: PhoneTable
    line: Line
    now: float

    @property
    def room(self) -> Any:
        """Virtual table on the screen; None without one."""

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
        for said in table.ears.said:
            assert "Something failed" not in said.text, said.text
        table.ears.said.clear()

    def check(self, table: WatchedEvening) -> None:
        """Raise AssertionError if something does not hold after an act."""
        self.acts += 1
        self._check_words(table)
        self._check_undo(table)
        self._check_journal(table)
        self._check_fit(table)
        if self.acts % _SECRETS == 0:
            self.check_secrets(table)

    @staticmethod
    def _check_words(table: WatchedEvening) -> None:
        """Check that the page has something to read, and says who must act."""
        page, session = table.page, table.session
        if isinstance(page, PlayedPage):
            return
        text = page.caption if isinstance(page, BoardPage) else page.text
        rows = page.rows if isinstance(page, BoardPage) else (*page.tiles, *page.rows)
        words = " ".join((page.title, text, *(row.text for row in rows))).casefold()
        assert words.strip(), page
        game = session.game
        if game is None or session.step is not session.running_step or game.rules.over(game.state) is not None:
            return
        actor = session.table_game.actor(game.state)
        if actor and getattr(page, "sign", None) is None:
            name = player_name(session, actor)
            assert name.casefold() in words or text, f"nobody knows that {name} must act: {page}"

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
        found = fit_problems(table.app._view.painted(size, page))
        # A notice comes and goes; where it is long its letters may be small for once.
        small = f"{table.session.notice!r} is too small to read"
        problems = [problem for problem in found if problem != small]
        assert not problems, f"page {page.name}, {size[0]}x{size[1]}: {'; '.join(problems[:3])}"

    def check_secrets(self, table: WatchedEvening) -> None:
        """Raise AssertionError if a view or the table tells what is hidden from whoever sees it."""
        self.secrets.check(table)

    def close(self) -> None:
        """Let go of what the checks have opened."""
        self.secrets.close()
