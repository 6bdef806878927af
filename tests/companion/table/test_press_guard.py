"""Presses at the wrong moment: while the monster moves, and on a page that is gone."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from companion.games.finstere_flure.table.move_played import MonsterMoveStep
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.journal import Journal
from companion.screen.page_layout import lay_out_page
from companion.screen.pages import BoardPage, Row
from companion.table.lists import ListStep
from companion.table.press_guard import MOST_UNREAD_S, UNREAD_S
from companion.table.session import HANDS, Session
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.events import CardDrawn
from engine.finstere_flure.state import Phase
from hardware.buttons import HOLD_S, Button, Press
from tests.companion.games.finstere_flure.screen import sample_pages
from tests.companion.table.test_app import SIZE, Window

YELLOW = lay_out_page(SIZE).buttons[Button.DRAW].center


@pytest.fixture
def window(journal: Journal, display: None) -> Window:  # noqa: ARG001 - it must be there
    return Window(journal)


def events_of(window: Window) -> int:
    assert window.session.game is not None
    return len(window.session.game.events)


def key(window: Window, code: int) -> None:
    """Press a key and let it go."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        window.happen(kind, key=code, unicode="")


def before_the_card(window: Window) -> None:
    """Play until the monster's card is turned over next, and wait until the page can be read."""
    session = window.session
    game = sample_pages.play_until(lambda game: game.state.phase is Phase.DRAW_CARD and game.state.round == 2)
    lines = [json.dumps(game.rules.event_to_json(event)) for event in game.events]
    number = session.journal.start(game.rules.id, lines[0])
    for line in lines[1:]:
        session.journal.append(number, line)
    session.resume(number)
    session.step.advance()
    assert session.page.name == "draw"
    wait(window, 2 * UNREAD_S)


def moving_monster(window: Window) -> MonsterMoveStep:
    """Play until the monster moves."""
    before_the_card(window)
    key(window, pygame.K_d)
    step = window.session.step
    assert isinstance(step, MonsterMoveStep)
    return step


def wait(window: Window, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        window.turn()


@pytest.mark.parametrize("with_mouse", [True, False], ids=["mouse", "key"])
def test_a_card_is_turned_over_once_however_often_yellow_is_pressed(window: Window, *, with_mouse: bool) -> None:
    before_the_card(window)
    before = events_of(window)
    for _ in range(3):
        window.click(YELLOW) if with_mouse else key(window, pygame.K_d)
    assert isinstance(window.session.step, MonsterMoveStep)
    assert events_of(window) == before + 1
    assert isinstance(window.session.game.events[-1], CardDrawn)  # type: ignore[union-attr]


def test_a_touch_of_the_board_while_the_monster_moves_does_nothing(window: Window) -> None:
    before_the_card(window)
    window.click(YELLOW)
    before = events_of(window)
    for x in range(20, SIZE[0], 60):
        for y in range(20, SIZE[1] - 80, 60):
            window.click((x, y))
    assert isinstance(window.session.step, MonsterMoveStep)
    assert events_of(window) == before


def test_a_button_held_down_while_the_move_ends_is_not_taken_for_the_next_page(window: Window) -> None:
    step = moving_monster(window)
    step.advance()
    step.advance()
    while step.ended is None:
        window.turn()
    window.happen(pygame.KEYDOWN, key=pygame.K_SPACE, unicode=" ")
    while window.session.step is step:
        window.now += 0.2
        window.turn()
    page = window.session.page
    assert isinstance(window.session.step, PutBoardRightStep)
    window.happen(pygame.KEYUP, key=pygame.K_SPACE, unicode=" ")
    assert window.session.page == page


def test_a_page_that_came_by_itself_takes_no_press_before_anybody_can_read_it(window: Window) -> None:
    step = moving_monster(window)
    step.hurry()
    window.turn()
    page = window.session.page
    assert page.name == "put-right"
    key(window, pygame.K_SPACE)
    assert window.session.page == page
    wait(window, UNREAD_S)
    key(window, pygame.K_SPACE)
    assert window.session.page != page


def test_red_takes_over_a_game_that_plays_itself_however_quickly_pages_follow(window: Window) -> None:
    step = moving_monster(window)
    window.session.watching = True
    window.turn()
    window.happen(pygame.KEYDOWN, key=pygame.K_BACKSPACE, unicode="")
    step.hurry()
    window.turn()
    assert window.session.page.keys.back == "Take over"
    window.happen(pygame.KEYUP, key=pygame.K_BACKSPACE, unicode="")
    window.turn()
    assert window.session.watching is False


def test_red_held_opens_the_menu_though_another_page_comes_under_it(window: Window) -> None:
    step = moving_monster(window)
    while step.ended is None:
        window.turn()
    window.happen(pygame.KEYDOWN, key=pygame.K_BACKSPACE, unicode="")
    step.hurry()
    window.turn()
    assert window.session.page.name == "put-right"
    assert window.session.page.keys.back_hold == "Menu"
    wait(window, HOLD_S)
    window.happen(pygame.KEYUP, key=pygame.K_BACKSPACE, unicode="")
    assert window.session.page.name == "menu"


def test_a_finger_that_went_down_on_another_player_s_page_chooses_nothing(window: Window) -> None:
    before_the_card(window)
    while not isinstance(window.session.step, TokenStep):
        window.session.step.advance() if window.session.page.name != "draw" else window.session.step.draw()
    wait(window, 2 * UNREAD_S)
    window.down(window.row(window.session.step.marking.token))
    page = window.session.page
    assert isinstance(page, BoardPage)
    step = window.session.step
    assert isinstance(step, TokenStep)
    move = next(event for event in step.game.token_choices(step.marking.token) if is_cell(event.to))
    window.session.apply(move, already_placed=True)
    window.session.go_on()
    window.turn()
    assert window.session.page.name == page.name
    before, page = events_of(window), window.session.page
    window.up(window.rows()[0].box.center)
    assert window.session.page == page
    assert events_of(window) == before


class _TwoPages(ListStep):
    """A page with one row that others can change: to another row, or to another question."""

    name = "two-pages"
    row, question = "begin", "Is all laid?"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.touched: list[str] = []

    def title(self) -> str:
        return self.question

    def rows(self) -> Sequence[Row]:
        return [Row(self.row, self.row)]

    def choose(self, row_id: str) -> None:
        self.touched.append(row_id)

    def change(self) -> None:
        self.row = "card"

    def see(self) -> None:
        self.change()

    def press(self, press: Press) -> None:  # noqa: ARG002 - any does
        self.change()

    def touch(self, target: str) -> None:
        self.change() if target == "from-afar" else super().touch(target)

    def tick(self) -> None:
        if self.session.now >= self.over_at:
            self.change()

    over_at = float("inf")


def two_pages(window: Window) -> _TwoPages:
    step = _TwoPages(window.session)
    window.session.open(step)
    wait(window, 2 * UNREAD_S)
    return step


def _bot_touches(window: Window, step: _TwoPages) -> None:
    window.session.touch("from-afar", window.now, by_bot=True)
    assert window.session.step is step


def _phone_touches(window: Window, step: _TwoPages) -> None:
    window.session.touch("from-afar", window.now)
    assert window.session.step is step


def _phone_presses(window: Window, step: _TwoPages) -> None:
    window.session.press(Press(Button.ADVANCE, held=False), window.now)
    assert window.session.step is step


def _time_is_up(window: Window, step: _TwoPages) -> None:
    step.over_at = window.now


def _camera_settles(window: Window, step: _TwoPages) -> None:  # noqa: ARG001 - as the others
    window.session.step.see()


def _question_changes(window: Window, step: _TwoPages) -> None:  # noqa: ARG001 - as the others
    step.question = "Begin what?"


@pytest.mark.parametrize(
    "happens",
    [_bot_touches, _phone_touches, _phone_presses, _time_is_up, _camera_settles, _question_changes],
)
def test_what_comes_under_a_finger_by_itself_takes_no_press(
    window: Window, happens: Callable[[Window, _TwoPages], None]
) -> None:
    step = two_pages(window)
    place = window.row("begin")
    happens(window, step)
    window.turn()
    window.click(place)
    assert step.touched == []
    wait(window, UNREAD_S)
    window.click(place)
    assert step.touched == [step.row]


def test_what_has_not_changed_under_a_finger_takes_its_press_though_the_page_has(window: Window) -> None:
    step = two_pages(window)
    window.session.notify("Said from afar.", "Seen from afar.")
    window.turn()
    window.click(window.row("begin"))
    assert step.touched == ["begin"]


def test_what_people_bring_about_themselves_takes_their_next_press_at_once(window: Window) -> None:
    window.click(window.row("settings"))
    before = window.session.page
    window.click(window.rows()[0].box.center)
    assert window.session.page != before


def test_do_it_for_me_lets_nothing_come_under_the_finger_that_asked_for_it(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = two_pages(window)
    window.session.watching = False
    step.row = HANDS
    wait(window, 2 * UNREAD_S)
    place = window.row(HANDS)
    window.click(place)
    assert step.auto_move_requested
    monkeypatch.setattr(step, "row", "card")
    window.turn()
    window.click(place)
    assert step.touched == []


def test_killed_while_the_monster_moves_the_move_plays_again_and_then_the_table_is_put_right(
    window: Window, journal: Journal
) -> None:
    before_the_card(window)
    key(window, pygame.K_d)
    wait(window, 1.0)
    position = window.session.game.state.position  # type: ignore[union-attr]
    number = window.session.game_id
    assert number is not None
    again = Window(journal)
    again.session.resume(number)
    again.turn()
    assert again.session.game is not None
    assert again.session.game.state.position == position
    step = again.session.step
    assert isinstance(step, MonsterMoveStep)
    step.hurry()
    assert isinstance(again.session.step, PutBoardRightStep)


@pytest.mark.parametrize("with_mouse", [True, False], ids=["mouse", "key"])
def test_a_page_that_takes_long_to_draw_takes_no_press_before_it_is_seen(
    window: Window, monkeypatch: pytest.MonkeyPatch, *, with_mouse: bool
) -> None:
    step = two_pages(window)
    step.press = lambda press: step.touched.append(str(press.button))  # type: ignore[method-assign]
    place, draw = window.row("begin"), window.app._view.draw

    def draw_slowly(*args: Any, **kwargs: Any) -> Any:
        window.now += 0.5
        return draw(*args, **kwargs)

    step.question, step.row = "Begin what?", "card"
    monkeypatch.setattr(window.app._view, "draw", draw_slowly)
    window.turn()
    monkeypatch.undo()
    window.click(place) if with_mouse else key(window, pygame.K_SPACE)
    assert step.touched == []
    wait(window, UNREAD_S)
    window.click(place) if with_mouse else key(window, pygame.K_SPACE)
    assert len(step.touched) == 1


@pytest.mark.parametrize("with_mouse", [True, False], ids=["mouse", "key"])
def test_pages_that_follow_each_other_for_ever_take_a_press_after_a_while(window: Window, *, with_mouse: bool) -> None:
    step = two_pages(window)

    def ask_next() -> None:
        step.question += "?"
        window.turn()

    def press() -> None:
        if with_mouse:
            window.click(window.row("begin"))
            return
        window.happen(pygame.KEYDOWN, key=pygame.K_SPACE, unicode=" ")
        ask_next()
        window.happen(pygame.KEYUP, key=pygame.K_SPACE, unicode=" ")

    step.press = lambda press: step.touched.append(str(press.button))  # type: ignore[method-assign]
    for _ in range(4):
        ask_next()
    press()
    assert step.touched == []
    until = window.now + MOST_UNREAD_S
    while window.now < until:
        ask_next()
    press()
    assert len(step.touched) == 1
    # A page that stands still is read again before it takes a press.
    wait(window, 2 * UNREAD_S)
    step.touched.clear()
    ask_next()
    press()
    assert step.touched == []
