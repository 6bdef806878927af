"""The window of a running table: mouse, finger and keys on it; all without a display."""

from dataclasses import replace
from random import Random
from typing import Any

import pygame
import pytest

from companion.device.language import language_in_use, use_language
from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.journal import Journal
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.page_view import PlaceTouched, RowTouched
from companion.screen.pages import BoardPage, Keys, ListPage, Row
from companion.screen.row_plan import RowPlace
from companion.table import app as app_module
from companion.table.app import IDLE_S, App
from companion.table.lists import ListStep
from companion.table.player_names import WriteNameStep
from companion.table.press_guard import UNREAD_S
from companion.table.replay_step import ReplayedGame, ReplayStep
from companion.table.session import Announcement
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.pieces import Colour
from engine.game import Game
from hardware.buttons import Button, Buttons

SIZE = (480, 320)
GAME = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)


class NoVoice:
    """Voice that says nothing and remembers whether sound devices were lost."""

    def __init__(self) -> None:
        self.lost: list[bool] = []
        self.said: list[str] = []

    def sound_devices_changed(self, *, lost: bool) -> None:
        self.lost.append(lost)

    def announce(self, said: Announcement) -> None:
        self.said.append(said.text)

    def follow(self, settings: Settings) -> None:
        """Do nothing."""


class Window:
    """An app with a clock, a mouse and a keyboard."""

    def __init__(self, journal: Journal, language: str = "en") -> None:
        self.session = open_session(journal, Settings(language=language), [TABLE], sees=False, rng=Random(1))
        self.voice = NoVoice()
        self.app = App(self.session, announcer=self.voice, buttons=Buttons(), clock=lambda: self.now)
        self.session.open_start_page()
        self.surface = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        self.now = 10.0
        self.turn()

    def turn(self) -> float:
        self.now += 0.05
        return self.app.turn(self.surface, self.now)

    def wait(self) -> None:
        """Let time pass until everybody has seen the page."""
        self.turn()
        self.now += UNREAD_S
        self.turn()

    def happen(self, kind: int, **how: Any) -> None:
        self.app.handle(pygame.event.Event(kind, **how), self.surface, self.now)
        self.turn()

    def down(self, at_px: tuple[int, int]) -> None:
        self.happen(pygame.MOUSEBUTTONDOWN, button=1, pos=at_px)

    def move(self, to: tuple[int, int]) -> None:
        self.happen(pygame.MOUSEMOTION, pos=to, rel=(0, 0), buttons=(1, 0, 0))

    def up(self, at_px: tuple[int, int]) -> None:
        self.happen(pygame.MOUSEBUTTONUP, button=1, pos=at_px)

    def click(self, at_px: tuple[int, int]) -> None:
        self.down(at_px)
        self.up(at_px)

    def rows(self) -> tuple[RowPlace, ...]:
        return self.app._view.places(self.surface.get_size(), self.session.page)

    def row(self, row_id: str) -> tuple[int, int]:
        """Return the middle of a row in sight."""
        return next(place.box.center for place in self.rows() if place.row.id == row_id)

    def first_row(self) -> int:
        return self.rows()[0].index


@pytest.fixture
def window(journal: Journal, display: None) -> Window:  # noqa: ARG001 - it must be there
    return Window(journal)


class _LongList(ListStep):
    """List of choices that change nothing."""

    name = "long-list"

    def title(self) -> str:
        return "Choices"

    def rows(self) -> list[Row]:
        return [Row(f"Choice {number}", str(number), "a value") for number in range(18)]


@pytest.fixture
def long_list(window: Window) -> Window:
    """Return a list of choices that is too long for this window even in its smallest letters."""
    window.surface = pygame.display.set_mode((400, 260), pygame.RESIZABLE)
    window.turn()
    window.session.open(_LongList(window.session))
    window.wait()
    assert window.first_row() == 0
    assert len(window.rows()) < len(window.session.page.rows)  # type: ignore[union-attr]
    return window


# --- keys ----------------------------------------------------------------------------------------------------------


def test_letters_are_text_where_a_name_is_written_and_twins_of_buttons_else(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[str] = []
    typed: list[str] = []
    step = window.session.step
    monkeypatch.setattr(step, "draw", lambda: pressed.append("draw"))
    monkeypatch.setattr(step, "back", lambda: pressed.append("back"))
    monkeypatch.setattr(step, "typed", typed.append)

    def press(key: int, letter: str) -> None:
        window.happen(pygame.KEYDOWN, key=key, unicode=letter)
        if letter.isprintable() and letter:
            window.happen(pygame.TEXTINPUT, text=letter)
        window.happen(pygame.KEYUP, key=key)

    press(pygame.K_d, "d")
    assert (pressed, typed) == (["draw"], [])
    monkeypatch.setattr(type(step), "takes_text", True)
    press(pygame.K_d, "d")
    window.happen(pygame.TEXTINPUT, text="门")
    press(pygame.K_BACKSPACE, "\b")
    press(pygame.K_DOWN, "")
    assert (pressed, typed) == (["draw", "back", "draw"], ["d", "门"])


def test_backspace_takes_the_last_letter_away_where_there_is_one(window: Window) -> None:
    window.session.open(WriteNameStep(window.session, "New name", "", lambda name: None))  # noqa: ARG005
    window.happen(pygame.TEXTINPUT, text="An")
    for left in ("A_", "_"):
        window.happen(pygame.KEYDOWN, key=pygame.K_BACKSPACE, unicode="\b")
        window.happen(pygame.KEYUP, key=pygame.K_BACKSPACE)
        page = window.session.page
        assert isinstance(page, ListPage)
        assert page.text == left
    window.happen(pygame.KEYDOWN, key=pygame.K_BACKSPACE, unicode="\b")
    window.happen(pygame.KEYUP, key=pygame.K_BACKSPACE)
    assert window.session.page.name != "write-name"


def test_keys_of_other_layouts_are_twins_by_their_place_and_text_as_they_are(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[str] = []
    typed: list[str] = []
    step = window.session.step
    monkeypatch.setattr(step, "draw", lambda: pressed.append("draw"))
    monkeypatch.setattr(step, "back", lambda: pressed.append("back"))
    monkeypatch.setattr(step, "typed", typed.append)

    def press(letter: str, place: int) -> None:
        window.happen(pygame.KEYDOWN, key=ord(letter), unicode=letter, scancode=place, mod=0)
        window.happen(pygame.TEXTINPUT, text=letter)
        window.happen(pygame.KEYUP, key=ord(letter), scancode=place, mod=0)

    # A Russian keyboard has these letters at the places of D and B.
    press("в", pygame.KSCAN_D)
    press("и", pygame.KSCAN_B)
    assert (pressed, typed) == (["draw", "back"], [])
    monkeypatch.setattr(type(step), "takes_text", True)
    press("в", pygame.KSCAN_D)
    assert (pressed, typed) == (["draw", "back"], ["в"])


def test_an_input_method_gets_letters_only_where_text_is_written(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters would not reach the buttons while one for Chinese is on."""
    told: list[str] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: told.append("start"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: told.append("stop"))
    for writes, expected in ((True, ["start"]), (False, ["start", "stop"])):
        monkeypatch.setattr(type(window.session.step), "takes_text", writes)
        window.turn()
        window.turn()
        assert told == expected


# --- presses -------------------------------------------------------------------------------------------------------


def test_a_row_is_chosen_when_it_is_let_go_and_looks_pressed_before(window: Window) -> None:
    row_px = window.row("settings")
    before = window.surface.get_at((row_px[0], row_px[1] + 12))
    window.down(row_px)
    assert window.session.page.name == "start"
    assert sum(window.surface.get_at((row_px[0], row_px[1] + 12))[:3]) > sum(before[:3])
    window.up(row_px)
    assert window.session.page.name == "settings"


def test_a_finger_that_leaves_a_row_chooses_nothing(window: Window) -> None:
    window.down(window.row("settings"))
    window.move(window.row("new"))
    window.up(window.row("new"))
    assert window.session.page.name == "start"


def test_a_row_that_came_under_the_finger_with_another_page_is_not_chosen(window: Window) -> None:
    row_px = window.row("new")
    window.down(row_px)
    window.session.touch("settings", window.now)
    window.turn()
    window.up(row_px)
    assert window.session.page.name == "settings"
    assert window.session.settings == Settings(language="en")


def test_a_finger_that_slides_off_a_button_presses_nothing(window: Window) -> None:
    middle = lay_out_page(SIZE).buttons[Button.ADVANCE].center
    window.down(middle)
    window.move((middle[0], 100))
    window.up(middle)
    assert window.session.page.name == "start"
    window.click(middle)
    assert window.session.page.name == "first-evening"


def test_the_line_of_a_replay_is_touched_and_dragged(window: Window) -> None:
    game: Game[Any, Any] = TABLE.rules.start(GameStarted((Colour.RED, Colour.BLUE), Colour.RED))
    game = game.apply(shuffle_deck(Random(1)))
    for _ in range(4):
        game = game.apply(next(iter(TABLE.rules.possible(game.state))))
    window.session.open(ReplayStep(window.session, ReplayedGame(TABLE, game, None)))
    window.wait()
    line = window.app._view.painted(window.surface.get_size(), window.session.page).layout.scrubber
    assert line is not None

    def moment() -> int:
        page = window.session.page
        assert isinstance(page, BoardPage)
        assert page.scrubber is not None
        return page.scrubber.moment

    window.down(line.center)
    assert moment() in (2, 3), "it follows while the finger is down"
    window.move((line.right - 1, line.centery))
    assert moment() == 5
    window.move((line.left, line.centery))
    window.up((line.left, line.centery))
    assert moment() == 0


def test_the_voice_is_told_of_loudspeakers_that_come_and_go(window: Window) -> None:
    window.happen(pygame.AUDIODEVICEADDED, which=0, iscapture=0)
    window.happen(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0)
    window.happen(pygame.AUDIODEVICEREMOVED, which=3, iscapture=1)
    assert window.voice.lost == [False, True]


def test_buttons_and_cells_can_be_touched(window: Window) -> None:
    window.session.start(GAME)
    window.wait()
    window.click(window.row("red-1"))
    cell = next(mark.cells[0] for mark in window.session.page.board.marks)  # type: ignore[union-attr]
    page, view = window.session.page, window.app._view
    points = [(x, y) for x in range(0, SIZE[0], 6) for y in range(0, SIZE[1], 6)]
    window.click(next(point for point in points if view.target_at(SIZE, page, point) == PlaceTouched(cell)))
    window.click(lay_out_page(SIZE).buttons[Button.ADVANCE].center)
    assert window.session.game is not None
    assert window.session.game.state.position.token("red-1").cell == cell


# --- long lists ----------------------------------------------------------------------------------------------------


def test_the_wheel_scrolls(long_list: Window) -> None:
    long_list.happen(pygame.MOUSEWHEEL, x=0, y=-1)
    assert long_list.first_row() == 2
    for _ in range(20):
        long_list.happen(pygame.MOUSEWHEEL, x=0, y=-1)
    assert long_list.rows()[-1].index == len(long_list.session.page.rows) - 1  # type: ignore[union-attr]
    long_list.happen(pygame.MOUSEWHEEL, x=0, y=1)
    for _ in range(20):
        long_list.happen(pygame.MOUSEWHEEL, x=0, y=1)
    assert long_list.first_row() == 0


def test_a_finger_drags_the_list_and_chooses_nothing(long_list: Window) -> None:
    first, second = long_list.rows()[:2]
    step = second.box.top - first.box.top
    x, y = long_list.rows()[-1].box.center
    long_list.down((x, y))
    for part in range(1, 9):
        long_list.move((x, y - step * part // 4))
    long_list.up((x, y - 2 * step))
    abreast = len({place.box.left for place in long_list.rows()})
    assert long_list.first_row() == 2 * abreast
    assert not any(row.done for row in long_list.session.page.rows)  # type: ignore[union-attr]


def test_the_page_keys_and_the_pager_turn_the_list_over(long_list: Window) -> None:
    in_sight = len(long_list.rows())
    long_list.happen(pygame.KEYDOWN, key=pygame.K_PAGEDOWN)
    assert long_list.first_row() == in_sight - 1
    long_list.happen(pygame.KEYDOWN, key=pygame.K_PAGEUP)
    assert long_list.first_row() == 0
    up, down = long_list.app._view._prepare(long_list.surface.get_size(), long_list.session.page).painted.list.pager  # type: ignore
    long_list.click(down.center)
    assert long_list.first_row() == in_sight - 1
    long_list.click(up.center)
    assert long_list.first_row() == 0


@pytest.mark.parametrize("by_ear", ["off", "short"])
def test_a_list_that_draw_turns_over_is_read_by_ear_line_by_line(long_list: Window, by_ear: str) -> None:
    session, plain = long_list.session, _LongList(long_list.session)
    session.change_settings(replace(session.settings, by_ear=by_ear))
    lines = [replace(row, id="") for row in plain.rows() * 4]
    plain.rows = lambda: lines  # type: ignore[method-assign]
    plain.keys = lambda: Keys(back="Back")  # type: ignore[method-assign]
    session.open(plain)
    for _ in range(4):
        long_list.wait()
    long_list.voice.said.clear()
    assert long_list.first_row() == 0
    for down in (pygame.KEYDOWN, pygame.KEYUP):
        long_list.happen(down, key=pygame.K_d, unicode="d")
    assert long_list.first_row() > 0
    assert long_list.voice.said == (["Choice 1, a value."] if by_ear == "short" else [])


def test_a_scrolled_list_stays_until_the_selection_leaves_it(long_list: Window) -> None:
    long_list.happen(pygame.KEYDOWN, key=pygame.K_PAGEDOWN)
    scrolled = long_list.first_row()
    last = long_list.rows()[-1].row.id
    long_list.click(long_list.row(last))
    assert long_list.first_row() == scrolled
    # Draw goes on to the row after the last, which is the first.
    while long_list.session.page.selected != 0:  # type: ignore[union-attr]
        long_list.session.step.draw()
        long_list.turn()
    assert long_list.first_row() == 0


# --- windows -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", [(200, 150), (1, 1), (320, 2000), (2000, 240)])
def test_no_window_is_too_small_or_too_odd(window: Window, size: tuple[int, int]) -> None:
    window.session.start(GAME)
    window.surface = pygame.Surface(size)
    window.turn()
    for point in ((0, 0), (size[0] - 1, size[1] - 1), (size[0] // 2, size[1] // 2)):
        window.click(point)
    window.happen(pygame.MOUSEWHEEL, x=0, y=-3)


def test_a_window_that_gets_another_size_while_a_finger_is_down_goes_on(long_list: Window) -> None:
    x, y = long_list.rows()[1].box.center
    long_list.down((x, y))
    long_list.surface = pygame.Surface((300, 900))
    long_list.happen(pygame.VIDEORESIZE, size=(300, 900), w=300, h=900)
    long_list.move((x, y - 200))
    long_list.surface = pygame.Surface((1200, 500))
    long_list.move((x, y + 300))
    long_list.up((x, y + 300))
    assert long_list.session.page.name == "long-list"


def test_a_window_that_loses_the_focus_lets_go_of_everything(window: Window) -> None:
    middle = lay_out_page(SIZE).buttons[Button.ADVANCE].center
    window.down(middle)
    window.happen(pygame.WINDOWFOCUSLOST)
    window.up(middle)
    assert window.session.page.name == "start"


@pytest.mark.parametrize("kiosk", [False, True])
def test_escape_leaves_if_there_is_something_to_leave_for(window: Window, kiosk: bool) -> None:
    window.session.around = SessionContext(kiosk=kiosk)
    window.happen(pygame.KEYDOWN, key=pygame.K_ESCAPE)
    assert window.session.quit_requested is not kiosk


def test_the_loop_sleeps_while_nothing_changes(window: Window) -> None:
    window.turn()
    assert window.turn() == IDLE_S


# --- fonts ---------------------------------------------------------------------------------------------------------


def test_without_a_font_for_it_chinese_is_english_with_one_warning_and_not_offered(
    window: Window, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_language("zh")
    monkeypatch.setattr(app_module, "Fonts", lambda: Fonts(others={}))
    without = Window(window.session.journal, language="zh")
    assert language_in_use() == without.session.settings.language == "en"
    assert capsys.readouterr().err.count("font") == 2
    without.click(without.row("settings"))
    assert "fonts-motoya-l-cedar" in without.rows()[0].row.detail
    seen = set()
    for _ in range(6):
        assert isinstance(without.app._view.target_at(SIZE, without.session.page, without.row("language")), RowTouched)
        without.click(without.row("language"))
        seen.add(language_in_use())
    assert seen == {"en", "de", "es", "fr", "it", "pl"}
