"""Virtual table with bots in some seats, for tests; bots think in a process of their own."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.opponents.worker import ChosenMove, Opponent, Request, _choose
from companion.screen.pages import BoardPage, Page
from companion.table.session import Announcement
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.step import Step
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.hands import do
from companion.virtual_table.watched_table import WatchedTable
from hardware.buttons import Button, Press
from tests.companion.virtual_table.bot_plays import load

#: So many times nothing may come of a look while no bot thinks: one that thinks is waited for.
PATIENCE_LOOKS = 2000
#: States that a bot looks at which thinks in no process of its own.
FEW_STATES = 12
#: So long nothing is looked at while a bot thinks (seconds).
THINKS_S = 0.1


class PlannedOpponent(Opponent):
    """Bot that makes a planned move; no process thinks."""

    def __init__(self, move: Any) -> None:
        super().__init__(load)
        self._move, self._is_asked = move, False

    def prepare(self, game_id: str) -> None:
        """Do nothing."""

    def ask(self, request: Request) -> None:  # noqa: ARG002 - there is one answer
        self._is_asked = True

    def answer(self) -> ChosenMove | None:
        return ChosenMove(self._move) if self._is_asked else None

    def stop(self) -> None:
        self._is_asked = False


class InlineOpponent(Opponent):
    """Bots that think in no process of their own, about few states, whatever time they have."""

    def __init__(self) -> None:
        super().__init__(load)
        self._load_once = cache(load)
        self._chosen: ChosenMove | None = None

    def prepare(self, game_id: str) -> None:
        self._load_once(game_id)

    def ask(self, request: Request) -> None:
        few = replace(request, nodes=FEW_STATES, seconds=math.inf)
        self._chosen = _choose(self._load_once(request.game_id), few, lambda: False)

    def answer(self) -> ChosenMove | None:
        return self._chosen

    def stop(self) -> None:
        self._chosen = None


class BotTable(WatchedTable):
    """Session at a virtual table whose hands do what is theirs; `said` is what was announced."""

    def __init__(
        self,
        virtual: VirtualGame,
        started: Any,
        journal: Journal,
        *,
        real: bool = False,
        sees: bool = True,
        opponent: Opponent | None = None,
    ) -> None:
        """`real`: people move all pieces; `sees`: before a camera; `opponent`: instead of real bots."""
        super().__init__(virtual, virtual.table_before(started, 1), journal, seed=1)
        # A busy machine makes no bot late.
        self.opponent = opponent or Opponent(load, clock=lambda: 0.0)
        around = SessionContext(watched=None if real else lambda _: started, opponent=self.opponent)
        games = [virtual.table]
        settings = Settings() if sees else Settings(camera=NO_CAMERA)
        self.session = open_session(journal, settings, games, sees=sees, rng=Random(1), around=around)
        self.said: list[str] = []
        self._brought: Step[Any] | None = None
        self._started = started
        self.hands = None if real else virtual.secret_hands(self.session, self.table, 1)
        self.session.use_hidden_cards(self.hands)
        self._players = virtual.players(self.session, self.table, 1) if self.hands is None else self.hands.players
        self.pilot = Autopilot(self.session, self.table, self._players)
        self.session.open_start_page()

    @property
    def page(self) -> Page:
        return self.session.page

    @property
    def caption(self) -> str:
        assert isinstance(self.page, BoardPage)
        return self.page.caption

    @property
    def game(self) -> Any:
        assert self.session.game is not None
        return self.session.game

    @property
    def is_over(self) -> bool:
        game = self.session.game
        return game is not None and game.rules.over(game.state) is not None

    def heard(self, said: Announcement) -> None:
        self.said.append(said.text)

    def begin(self, **bots: str) -> None:
        """Begin a game with these bots."""
        self.session.seating.planned_bots[self.session.table_game.rules.id] = bots
        self.session.table_game.begin(self.session, self._started, {})

    def press(self, button: Button, *, held: bool = False) -> None:
        self.session.press(Press(button, held), self.now)
        for said in self.session.announcements():
            self.heard(said)

    def go_on(self, *, help_people: bool = False) -> None:
        """Hand and bots do the next thing; with `help_people` hands do theirs as well."""
        step = self.session.step
        if help_people and self.page.name != "bot":
            step.auto_move_requested = True
        self._bring()
        if self.hands is not None:
            self.hands.tick()
        if step.auto_move_requested or self.hands is not None:
            self.pilot.act(self.now)
        self.look()
        if self._is_thinking:
            assert self.opponent._pipe is not None
            # Nothing happens until the process that thinks says something, or dies.
            self.opponent._pipe.poll(THINKS_S)

    @property
    def _is_thinking(self) -> bool:
        """True while a process of its own thinks."""
        return self.page.name in ("bot", "hint") and self.opponent._pipe is not None

    def go_on_until(self, is_so: Callable[[], bool], *, help_people: bool = False) -> None:
        """Go on until it is so. Raises AssertionError if it never is."""
        looks = 0
        while not is_so():
            looks += not self._is_thinking
            assert looks < PATIENCE_LOOKS, self.page
            self.go_on(help_people=help_people)

    def wait_for(self, page: str) -> None:
        """Go on until this page is shown. Raises AssertionError if it never comes."""
        self.go_on_until(lambda: self.page.name == page)

    def _bring(self) -> None:
        if self.session.step is not self._brought:
            self._brought = self.session.step
            self.virtual.bring(self.session, self.table)

    def place_as_asked(self) -> None:
        """Lay the pieces as the screen asks for now."""
        self._bring()
        for _ in do(self.table, self._players.pieces(self.session.step)):
            pass

    def play(self) -> None:
        """Play to the end; hands do what is the people's. Raises AssertionError if it gets stuck."""
        while not self.is_over:
            self._play_event()

    def _play_event(self) -> None:
        events = self._event_count
        self.go_on_until(lambda: self.is_over or self._event_count != events, help_people=True)

    @property
    def _event_count(self) -> int:
        return len(self.session.game.events) if self.session.game is not None else 0

    def close(self) -> None:
        self.opponent.close()
