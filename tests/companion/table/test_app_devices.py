"""The window's loop works with its devices, a source beside the screen, and failures.

The game is made up for tests.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.guard import OFTEN
from companion.screen.pages import Page
from companion.table.app import FRAMES_PER_S, IDLE_S, App
from companion.table.lists import ListStep
from companion.table.session import Announcement, Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from hardware.buttons import Button, Buttons, Source
from hardware.ring.ring import Rgb
from tests.companion.cells.noughts_and_crosses import NoughtsTable, Started

SIZE = (640, 400)
ERROR = RuntimeError("our own mistake")


class Ears:
    """A voice that remembers what it was to say, and in which languages."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.languages: list[str] = []
        self.lost: list[bool] = []

    def announce(self, said: Announcement) -> None:
        self.said.append(said.text)

    def follow(self, settings: Settings) -> None:
        self.languages.append(settings.language)

    def sound_devices_changed(self, *, lost: bool) -> None:
        self.lost.append(lost)


class Lights:
    """A ring of three lights that remembers what it showed."""

    count = 3

    def __init__(self) -> None:
        self.shown: list[tuple[Rgb, ...]] = []

    def show(self, colours: tuple[Rgb, ...]) -> None:
        self.shown.append(colours)

    def close(self) -> None:
        """Do nothing."""


class Paint:
    """A virtual table that is painted blue; it moves as long as `moves` is set."""

    moves = False

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []

    def draw(self, surface: pygame.Surface, page: Page | None = None) -> bool:  # noqa: ARG002
        self.sizes.append(surface.get_size())
        surface.fill("blue")
        return self.moves

    def hide(self) -> None:
        """Do nothing."""


class TableSource:
    """Table source that records its messages.

    `takes` are the kinds of events that are meant for its table.
    """

    def __init__(self, widget: Paint | None = None, takes: tuple[int, ...] = ()) -> None:
        self.widget, self.takes = widget, takes
        self.events: list[int] = []
        self.presses: list[float] = []
        self.ticks: list[float] = []

    def tick(self, time_s: float) -> None:
        self.ticks.append(time_s)

    def pressed(self, time_s: float) -> None:
        self.presses.append(time_s)

    def handle(self, event: pygame.event.Event) -> bool:
        self.events.append(event.type)
        return event.type in self.takes

    def close(self) -> None:
        """Do nothing."""


class Window:
    """An app with all its devices."""

    def __init__(self, session: Session, **devices: Any) -> None:
        self.session, self.voice, self.buttons, self.lights = session, Ears(), Buttons(), Lights()
        usual: dict[str, Any] = {"announcer": self.voice, "rings": (self.lights,)}
        self.app = App(session, buttons=self.buttons, clock=lambda: self.now, **usual | devices)
        self.surface = pygame.display.set_mode(SIZE)
        self.now = 10.0
        self.turn()

    def turn(self, *, stale: bool = False) -> float:
        self.now += 0.05
        return self.app.turn(self.surface, self.now, stale=stale)

    def happen(self, kind: int, **how: Any) -> None:
        self.app.handle(pygame.event.Event(kind, **how), self.surface, self.now)

    def fail(self, failures: int = 1) -> bool:
        return self.app.recover(ERROR, failures)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    pygame.display.init()
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [NoughtsTable()], sees=False)
    session.open_start_page()
    yield session
    journal.close()
    pygame.display.quit()


@pytest.fixture
def window(session: Session) -> Window:
    return Window(session)


# --- each turn --------------------------------------------------------------------------------------------------------


def test_each_turn_every_device_learns_what_is_new(session: Session) -> None:
    turns: list[float] = []
    pages: list[str] = []
    window = Window(session, on_turn=turns.append, on_page=pages.append, title="Noughts")
    assert window.app.title == "Noughts"
    session.start(Started())
    session.go_on()
    window.turn()
    assert turns == [pytest.approx(10.05), pytest.approx(10.1)]
    assert pages == ["start", session.page.name]
    assert window.voice.languages == ["en", "en"]
    assert "The game begins." in window.voice.said
    assert window.lights.shown[-1] == session.pattern.colours(3, window.now)


def test_the_window_does_as_the_session_says(window: Window) -> None:
    assert (window.app.quit_requested, window.app.full_screen) == (False, False)
    window.happen(pygame.KEYDOWN, key=pygame.K_F11)
    assert window.app.full_screen
    window.happen(pygame.QUIT)
    assert window.app.quit_requested


def test_enter_held_down_shows_how_far_it_is_and_lets_go_with_the_focus(window: Window) -> None:
    window.session.start(Started())
    window.session.go_on()
    window.happen(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r")
    for _ in range(6):
        wait_s = window.turn()
    button, share = window.app._holding(window.now) or ("", 0.0)
    assert (button, 0.0 < share < 1.0) == (Button.ADVANCE, True)
    assert wait_s == 1 / FRAMES_PER_S, "it is drawn as it grows"
    window.happen(pygame.WINDOWFOCUSLOST)
    window.turn()
    assert window.app._holding(window.now) is None


def test_what_is_drawn_is_shown_in_part_and_whole_if_the_window_is_stale(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(pygame.display, "flip", lambda: shown.append("all"))
    monkeypatch.setattr(pygame.display, "update", lambda _boxes: shown.append("part"))
    window.turn()
    assert shown == [], "nothing has changed"
    window.session.touch("settings", window.now)
    window.turn()
    assert shown == ["part"]
    window.turn(stale=True)
    assert shown == ["part", "all"]


# --- a room -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "table", "screen"),
    [
        ((640, 400), (0, 0, 320, 400), (320, 0, 320, 400)),
        ((401, 640), (0, 0, 401, 320), (0, 320, 401, 320)),
        ((501, 501), (0, 0, 250, 501), (250, 0, 251, 501)),
    ],
)
def test_a_virtual_table_has_one_half_of_the_window(
    window: Window, size: tuple[int, int], table: tuple[int, ...], screen: tuple[int, ...]
) -> None:
    window.app.table_source = TableSource(Paint())
    window.surface = pygame.display.set_mode(size)
    window.turn(stale=True)
    halves = window.app._split_window(window.surface)
    assert [(*half.get_offset(), *half.get_size()) for half in halves if half] == [table, screen]
    blue = pygame.Color("blue")
    assert window.surface.get_at((table[2] - 1, table[3] - 1)) == blue
    assert window.surface.get_at(screen[:2]) != blue


def test_a_table_on_which_something_moves_is_drawn_as_often_as_a_film(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Paint()
    window.app.table_source = TableSource(table)
    window.turn()
    shown: list[str] = []
    monkeypatch.setattr(pygame.display, "flip", lambda: shown.append("all"))
    assert window.turn() == IDLE_S
    assert shown == []
    table.moves = True
    assert window.turn() == 1 / FRAMES_PER_S
    assert shown == ["all"]
    assert set(table.sizes) == {(320, 400)}


def test_beside_a_virtual_table_the_screen_is_touched_where_it_is(window: Window) -> None:
    window.app.table_source = table_source = TableSource(Paint())
    window.turn(stale=True)
    _, screen = window.app._split_window(window.surface)
    places = window.app._view.places(screen.get_size(), window.session.page)
    x, y = next(place.box.center for place in places if place.row.id == "settings")
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        window.happen(kind, button=pygame.BUTTON_RIGHT, pos=(x + 320, y))
    assert (window.session.page.name, table_source.presses) == ("start", [])
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        window.happen(kind, button=pygame.BUTTON_LEFT, pos=(x + 320, y))
    assert window.session.page.name == "settings"
    assert table_source.presses == [window.now]


def test_what_is_meant_for_the_table_is_not_for_the_screen(window: Window) -> None:
    window.app.table_source = table_source = TableSource(Paint(), takes=(pygame.MOUSEBUTTONDOWN,))
    window.happen(pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_LEFT, pos=(400, 200))
    assert window.app._pointer._point is None
    window.happen(pygame.WINDOWFOCUSLOST)
    assert table_source.events == [pygame.MOUSEBUTTONDOWN, pygame.WINDOWFOCUSLOST], "a hand lets go of what it holds"


def test_the_room_learns_of_each_press_before_its_tick(window: Window) -> None:
    window.app.table_source = table_source = TableSource()
    window.buttons.changed(Button.DRAW, True, window.now, Source.KEYS)
    window.buttons.changed(Button.DRAW, False, window.now + 0.01, Source.KEYS)
    window.turn()
    assert table_source.presses == table_source.ticks == [window.now]


# --- text -------------------------------------------------------------------------------------------------------------


def test_where_text_is_typed_keys_without_letters_are_still_buttons(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(ListStep, "takes_text", True, raising=False)
    monkeypatch.setattr(window.session.step, "typed", done.append)
    monkeypatch.setattr(window.session.step, "advance", lambda: done.append("advance"))
    for key, letter in ((pygame.K_d, "d"), (pygame.K_RETURN, "\r")):
        window.happen(pygame.KEYDOWN, key=key, unicode=letter)
        if letter.isprintable():
            window.happen(pygame.TEXTINPUT, text=letter)
        window.happen(pygame.KEYUP, key=key, unicode=letter)
    window.turn()
    assert done == ["d", "advance"]


# --- failures ---------------------------------------------------------------------------------------------------------


def test_after_a_failure_the_step_begins_anew_and_that_is_said(window: Window) -> None:
    window.session.start(Started())
    window.session.go_on()
    window.turn()
    step = window.session.step
    window.happen(pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_LEFT, pos=(300, 200))
    view = window.app._view
    assert window.fail(OFTEN - 1), "it counts"
    assert window.session.game is not None
    assert window.session.step is not step
    assert type(window.session.step) is type(step)
    assert window.session.notice.startswith("Something failed in the companion: this page starts again")
    assert window.app._pointer._point is None
    window.turn()
    assert window.voice.said[-1] == "Please look at the screen.", "too long to say"
    assert window.app._view is not view, "what was drawn is drawn anew"
    (note,) = ERROR.__notes__[-1:]
    assert note == f"{type(step).__name__} of noughts-and-crosses, game {window.session.game_id}, 1 events"


def test_what_keeps_failing_leads_to_the_first_page_and_the_game_is_kept(window: Window) -> None:
    window.session.start(Started())
    assert window.fail(OFTEN)
    assert (window.session.game, window.session.page.name) == (None, "start")
    assert window.session.notice.endswith("back to the main menu, the game is kept.")
    assert window.fail(OFTEN)
    assert window.session.notice.endswith("back to the main menu, the game is kept."), "there is none to lose"
    assert ERROR.__notes__[-1].endswith("game None, 0 events")


def test_a_game_that_plays_itself_is_not_said_to_be_kept(window: Window) -> None:
    window.session.around = SessionContext(watched=lambda _: Started())
    window.session.watch(window.session.table_game)
    assert window.fail(OFTEN)
    assert window.session.notice == "Something keeps failing in the companion: back to the main menu."


def test_a_device_that_keeps_failing_is_left_out_and_all_else_goes_on(session: Session) -> None:
    tried: list[float] = []
    pages: list[str] = []
    broken = False

    def fail(time_s: float) -> None:
        if broken:
            tried.append(time_s)
            raise ERROR

    window = Window(session, on_turn=fail, on_page=pages.append)
    broken = True
    for number in range(1, OFTEN + 1):
        step = session.step
        assert session.notice == ""
        with pytest.raises(RuntimeError):
            window.turn()
        assert not window.fail(number), "its cause is done away with"
        assert session.step is step, "no page begins anew for it"
    assert session.notice == "A device of the companion has failed and stays off until the next start."
    window.turn()
    assert len(tried) == OFTEN
    assert pages == ["start", "start"]
    assert window.fail(), "the next failure is not the device's"


def test_each_device_has_its_own_failures(session: Session) -> None:
    window = Window(session, on_turn=lambda _: None, on_page=lambda _: None)
    for _ in range(OFTEN - 1):
        for device in (window.voice.follow, window.lights.show):
            window.app._used = device
            window.fail()
    assert session.notice == ""
