"""Tests of failures anywhere in a game: the window and the game go on.

A step, a picture, a part of the game or a device fails.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pygame
import pytest

import companion.table
from companion.device.reports import reports_folder
from companion.journal import Journal
from companion.screen.fonts import Fonts
from companion.screen.guard import OFTEN, WITHIN_S, Guard
from companion.screen.pages import Page
from companion.table.step import Step
from hardware.buttons import Button, Press
from tests.companion.virtual_table.restless import RestlessTable
from tests.companion.virtual_table.test_restless_hands import GAMES

pytestmark = pytest.mark.slow

#: What a session asks of a step; `page` of a step stands for all that is shown of it.
HOOKS = ("page", "pattern", "tick", "see", "advance", "overrule", "draw", "back")


class InjectedError(Exception):
    """Failure of a game's own code."""


def fail(*_: object, **__: object) -> Any:
    raise InjectedError


class Ring:
    """A ring of lights."""

    count = 8

    def show(self, colours: object) -> None: ...


class Evening:
    """A game at a virtual table, which does all steps' work, in a window with a guard."""

    def __init__(self, game: str, journal: Journal, patch: pytest.MonkeyPatch) -> None:
        self.virtual = GAMES[game]
        self.table = RestlessTable(self.virtual, journal, patch, 1, watch=False)
        self.app, self.session, self.journal = self.table.app, self.table.session, journal
        self.app._rings = (Ring(),)  # type: ignore[assignment]
        self.app._on_turn = lambda _: None
        self.app._on_page = lambda _: None
        self.guard = Guard(self.app)
        self.presses: list[Press] = []
        patch.setattr(self.app._buttons, "presses", self._presses)
        self.virtual.table.begin(self.session, self.virtual.start(None, 1, {}), {})
        for _ in range(300):
            if self.session.game is None:
                self.session.step.auto_move_requested = True
                self.turn()
        assert self.goes_on()

    def _presses(self, _now: float) -> list[Press]:
        pressed, self.presses = self.presses, []
        return pressed

    def turn(self, seconds: float = 0.1) -> None:
        self.table.now += seconds
        self.guard.turn(self.table.window, self.table.now, stale=False)

    def goes_on(self) -> bool:
        """Return True if the game comes to another event, with the table doing all work."""
        game = self.session.game
        if game is None:
            self.session.resume(1)
            return self.goes_on()
        before, until = len(game.events), self.table.now + 60.0
        while self.table.now < until:
            self.session.step.auto_move_requested = True
            self.turn()
            game = self.session.game
            assert game is not None
            if len(game.events) != before or game.rules.over(game.state) is not None:
                return True
        return False

    @property
    def failures(self) -> int:
        return len(self.guard._failures)

    def rest(self) -> None:
        """Wait so long that no failure before counts any more."""
        self.table.now += WITHIN_S
        self.turn()
        self.guard._failures.clear()

    def matches_journal(self) -> bool:
        """Return True if the journal has exactly the session's events."""
        game, number = self.session.game, self.session.game_id
        assert game is not None
        assert number is not None
        return [*self.journal.events(number)] == [self.session._line(event) for event in game.events]


@pytest.fixture(params=[*GAMES])
def evening(
    request: pytest.FixtureRequest,
    journal: Journal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    display: None,  # noqa: ARG001 - it must be there
) -> Iterator[Evening]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("COMPANION_GUARD")
    pygame.display.set_mode((960, 540))
    opened = Evening(request.param, journal, monkeypatch)
    yield opened
    opened.table.close()


def steps_of(evening: Evening) -> list[type[Step[Any]]]:
    """Return all kinds of steps of this game.

    For the example, which has few, these are all those of the platform, too.
    """
    own = type(evening.virtual.table).__module__.split(".")
    package = importlib.import_module(".".join(own[:-1]))
    for where in (companion.table, package):
        for module in pkgutil.iter_modules(where.__path__, f"{where.__name__}."):
            importlib.import_module(module.name)
    folders = [f"{package.__name__}."]
    if evening.virtual is GAMES["fox-and-geese"]:
        folders.append("companion.table.")
    found: list[type[Step[Any]]] = []
    waiting: list[type[Step[Any]]] = [Step]
    for kind in waiting:
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(tuple(folders)) and kind not in found:
            found.append(kind)
    return found


def failing(kind: type[Step[Any]], hook: str, below: Step[Any]) -> Step[Any]:
    """Return a step of this kind on top of another one, with a single hook that fails."""

    def page(_: Step[Any]) -> Page:
        return below.page()

    idle = {name: lambda *_: "" for name in HOOKS} | {"page": page, "pattern": lambda _: below.pattern()}
    broken: type[Step[Any]] = type(kind.__name__, (kind,), {**idle, hook: fail, "moment": "", "begin": lambda _: None})
    broken.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    step = object.__new__(broken)
    Step.__init__(step, below.session)
    return step


def public(of: object) -> list[str]:
    """Return the methods that others call."""
    return [
        name
        for name, _ in inspect.getmembers(type(of), inspect.isfunction)
        if not name.startswith("_") and name not in ("close",)
    ]


@pytest.mark.thorough(but=["betrayal", "coach-ride", "fox-and-geese"])
def test_a_failing_step_begins_anew_and_is_told_and_reported(evening: Evening) -> None:
    hooks = cycle(HOOKS)
    kinds = steps_of(evening)
    assert len(kinds) > 5
    for kind in kinds:
        hook = next(hooks)
        broken = failing(kind, hook, evening.session.step)
        evening.session._steps.append(broken)
        evening.session.observation = None
        held = Press(Button.ADVANCE, held=True)
        evening.presses = [held, *(Press(button, held=False) for button in Button)]
        for _ in range(4):
            evening.turn()
        assert evening.failures in (1, 2), (kind, hook)
        assert broken not in evening.session._steps
        assert evening.session.notice.endswith("the game is kept.")
        assert evening.matches_journal()
        evening.rest()
    assert any("InjectedError" in path.read_text(encoding="utf-8") for path in reports_folder().iterdir())
    assert evening.goes_on()


@pytest.mark.thorough(but=["finstere-flure", "coach-ride", "fox-and-geese"])
def test_a_failing_picture_is_drawn_again(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = evening.session.table_game.pictures(Fonts())
    table_pictures = evening.virtual.pictures
    pieces = table_pictures.pieces(Fonts(), 20)
    caught = 0
    for of in (pictures, table_pictures, pieces):
        for name in public(of):
            with monkeypatch.context() as patch:
                patch.setattr(type(of), name, fail)
                # All is drawn anew.
                evening.app._drawn_game = None
                evening.table.table_source.widget._view = None
                evening.table.table_source.widget._drawn = None
                evening.turn()
            caught += evening.failures
            evening.turn()
            assert evening.failures <= 1
            assert evening.matches_journal()
            evening.rest()
    assert caught >= 4
    assert evening.goes_on()


@pytest.mark.thorough(but=["coach-ride", "fox-and-geese"])
def test_failing_parts_of_a_game_lose_nothing_of_it(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    table_source = evening.table.table_source._room
    parts: list[object] = [evening.session.table_game, evening.virtual, table_source.pilot._players]
    parts += [table_source._secrets] if table_source._secrets is not None else []
    caught = 0
    for part in parts:
        for name in public(part):
            with monkeypatch.context() as patch:
                patch.setattr(type(part), name, fail)
                evening.session.observation = None
                evening.session.step.auto_move_requested = True
                for _ in range(6):
                    evening.turn(0.7)
            caught += min(evening.failures, 1)
            evening.rest()
            if evening.session.game is None:
                # It failed often, and the players go on from the first page.
                evening.session.resume(1)
                evening.turn()
            assert evening.matches_journal(), name
            evening.rest()
    assert caught >= 4
    assert evening.goes_on()


# A device is the platform's: each is tried with one game.
@pytest.mark.thorough(but=["lifeboat-_on_turn", "betrayal-_on_page", "fox-and-geese-voice", "finstere-flure-ring"])
@pytest.mark.parametrize("device", ["_on_turn", "_on_page", "voice", "ring"])
def test_a_device_that_keeps_failing_is_left_out(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    target: tuple[object, str] = {
        "voice": (evening.app._announcer, "follow"),
        "ring": (evening.app._rings[0], "show"),
    }.get(device, (evening.app, device))
    calls = 0

    def fails(_: object) -> None:
        nonlocal calls
        calls += 1
        raise InjectedError

    monkeypatch.setattr(*target, fails)
    game = evening.session.game
    for _ in range(20):
        evening.turn()
    assert calls == OFTEN
    assert evening.session.game is game
    assert evening.session.notice == "A device of the companion has failed and stays off until the next start."
    assert evening.goes_on()
    assert evening.matches_journal()


@pytest.mark.thorough(but=["lifeboat", "fox-and-geese"])
def test_three_failures_in_a_minute_lead_to_the_first_page_and_the_game_goes_on_from_there(evening: Evening) -> None:
    number = evening.session.game_id
    assert number is not None
    for _ in range(OFTEN):
        evening.session._steps.append(failing(Step, "page", evening.session.step))
        evening.turn()
    assert evening.session.page.name == "start"
    assert evening.session.notice.startswith("Something keeps failing")
    evening.session.resume(number)
    assert evening.goes_on()


@pytest.mark.thorough(but=["coach-ride", "finstere-flure"])
def test_a_table_that_cannot_be_left_alone_shows_a_plain_page_and_goes_on_later(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(evening.app, "_draw", fail)
        for _ in range(200):
            evening.turn()
        assert evening.failures < 20
    for _ in range(200):
        evening.turn()
    assert evening.session.page.name == "start"
    evening.rest()
    assert evening.goes_on()
