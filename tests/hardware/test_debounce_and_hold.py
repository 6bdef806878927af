"""Buttons: presses from levels that bounce, chatter, get stuck or lost, on a clock that the test moves."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import DEBOUNCE_S, HOLD_S, Button, Buttons, Press, Source

ADVANCE, DRAW, BACK = Button
PINS, KEYS, SCREEN = Source

SHORT = Press(ADVANCE, held=False)
HELD = Press(ADVANCE, held=True)


def test_a_short_press_is_reported_when_the_button_is_let_go() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 10.0)
    assert buttons.presses(10.2) == []
    buttons.changed(ADVANCE, False, 10.3)
    assert buttons.presses(10.3 + DEBOUNCE_S) == [SHORT]
    assert buttons.presses(20.0) == []


def test_a_held_press_is_reported_while_the_button_is_down_and_its_release_reports_nothing() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 10.0)
    assert buttons.presses(10.0 + HOLD_S - 0.001) == []
    assert buttons.presses(10.0 + HOLD_S) == [HELD]
    assert buttons.presses(15.0) == []
    buttons.changed(ADVANCE, False, 15.0)
    assert buttons.presses(16.0) == []


def test_a_press_just_short_of_a_hold_is_short_however_late_anyone_asks() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 10.0)
    buttons.changed(ADVANCE, False, 10.0 + HOLD_S - 0.001)
    assert buttons.presses(99.0) == [SHORT]


def test_a_hold_is_one_even_if_nobody_asked_while_it_lasted() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 10.0)
    buttons.changed(ADVANCE, False, 12.0)
    assert buttons.presses(99.0) == [HELD]


def test_a_tap_on_screen_or_key_counts_even_if_both_its_ends_come_at_the_same_moment() -> None:
    for source in (KEYS, SCREEN):
        buttons = Buttons()
        buttons.changed(ADVANCE, True, 5.0, source)
        buttons.changed(ADVANCE, False, 5.0, source)
        assert buttons.presses(5.0) == [SHORT]


def test_a_spark_on_the_wire_is_no_press() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 5.0)
    buttons.changed(ADVANCE, False, 5.0 + DEBOUNCE_S / 3)
    assert buttons.presses(9.0) == []


def test_a_contact_that_loses_touch_for_a_moment_does_not_break_a_hold() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 5.0)
    buttons.changed(ADVANCE, False, 5.0 + HOLD_S - 0.01)
    assert buttons.presses(5.0 + HOLD_S) == []  # Perhaps it was let go: that shows when it has settled.
    buttons.changed(ADVANCE, True, 5.0 + HOLD_S + 0.005)
    assert buttons.presses(5.0 + HOLD_S + 0.005) == [HELD]


def test_two_buttons_at_once_are_two_presses_in_the_order_of_their_release() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0)
    buttons.changed(BACK, True, 1.1)
    buttons.changed(BACK, False, 1.3)
    buttons.changed(ADVANCE, False, 1.4)
    assert buttons.presses(2.0) == [Press(BACK, held=False), SHORT]


def test_a_button_is_down_while_any_source_holds_it_down() -> None:
    buttons = Buttons()
    buttons.changed(DRAW, True, 1.0, KEYS)
    buttons.changed(DRAW, True, 1.4, SCREEN)
    buttons.changed(DRAW, False, 1.5, KEYS)
    assert buttons.is_down(DRAW, 1.6)
    assert buttons.presses(1.6) == []
    buttons.changed(DRAW, False, 1.7, SCREEN)
    assert not buttons.is_down(DRAW, 1.7)
    assert buttons.presses(1.7) == [Press(DRAW, held=False)]


def test_a_hold_may_be_handed_from_one_source_to_another() -> None:
    buttons = Buttons()
    buttons.changed(DRAW, True, 1.0, KEYS)
    buttons.changed(DRAW, True, 1.4, SCREEN)
    buttons.changed(DRAW, False, 1.5, KEYS)
    assert buttons.presses(1.0 + HOLD_S) == [Press(DRAW, held=True)]


@pytest.mark.parametrize("asked", [(), (1.0 + HOLD_S,)], ids=["rarely", "often"])
def test_a_contact_that_settles_after_a_hold_is_a_press_of_its_own(asked: tuple[float, ...]) -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0, KEYS)
    buttons.changed(ADVANCE, True, 1.0 + HOLD_S - DEBOUNCE_S / 2, PINS)
    presses = [press for moment in asked for press in buttons.presses(moment)]
    buttons.changed(ADVANCE, False, 2.5, PINS)
    assert presses + buttons.presses(3.0) == [HELD, SHORT]


def test_a_stuck_button_is_held_once_and_its_twins_still_work() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0)
    assert buttons.presses(60.0) == [HELD]
    buttons.changed(ADVANCE, True, 60.0, KEYS)
    buttons.changed(ADVANCE, False, 60.2, KEYS)
    assert buttons.presses(61.0) == [SHORT]
    buttons.changed(ADVANCE, True, 70.0, SCREEN)
    assert buttons.presses(70.0 + HOLD_S) == [HELD]
    assert buttons.presses(99.0) == []


def test_the_same_level_again_changes_nothing() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, False, 0.5)
    for moment in (1.0, 1.2, 1.4):
        buttons.changed(ADVANCE, True, moment)
    for moment in (1.5, 1.6, 1.7):
        buttons.changed(ADVANCE, False, moment)
    assert buttons.presses(2.0) == [SHORT]


def test_a_level_told_again_and_again_still_settles() -> None:
    buttons = Buttons()
    for count in range(10):
        buttons.changed(ADVANCE, True, 1.0 + count * DEBOUNCE_S / 2)
    assert buttons.is_down(ADVANCE, 1.0 + DEBOUNCE_S * 5)


def test_a_release_that_was_lost_is_made_good_by_the_next_press() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0)
    assert buttons.presses(3.0) == [HELD]
    buttons.changed(ADVANCE, True, 4.0)
    buttons.changed(ADVANCE, False, 4.2)
    assert buttons.presses(5.0) == []
    buttons.changed(ADVANCE, True, 6.0)
    buttons.changed(ADVANCE, False, 6.2)
    assert buttons.presses(7.0) == [SHORT]


def test_the_progress_of_a_hold_fills_up_and_stays_full_until_the_release() -> None:
    buttons = Buttons()
    assert buttons.hold_progress(BACK, 0.0) == 0
    buttons.changed(BACK, True, 1.0, KEYS)
    shares = [buttons.hold_progress(BACK, 1.0 + HOLD_S * share) for share in (0, 0.25, 0.5, 1, 3)]
    assert shares == pytest.approx([0, 0.25, 0.5, 1, 1])
    assert buttons.hold_progress(ADVANCE, 5.0) == 0
    buttons.changed(BACK, False, 6.0, KEYS)
    assert buttons.hold_progress(BACK, 6.0) == 0


def test_a_finger_that_slides_off_presses_nothing() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0, SCREEN)
    buttons.let_go(SCREEN, 1.5)
    assert not buttons.is_down(ADVANCE, 1.5)
    assert buttons.hold_progress(ADVANCE, 1.6) == 0
    buttons.changed(ADVANCE, False, 1.7, SCREEN)
    assert buttons.presses(9.0) == []


def test_what_is_let_go_at_one_source_goes_on_at_another() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0, SCREEN)
    buttons.changed(ADVANCE, True, 1.1, KEYS)
    buttons.let_go(SCREEN, 1.5)
    assert buttons.presses(1.0 + HOLD_S) == [HELD]


def test_while_the_clock_stands_still_keys_work_and_nothing_is_held() -> None:
    buttons = Buttons()
    for _ in range(100):
        buttons.changed(ADVANCE, True, 7.0, KEYS)
        buttons.changed(ADVANCE, False, 7.0, KEYS)
        buttons.changed(BACK, True, 7.0, PINS)
    assert buttons.presses(7.0) == [SHORT] * 100


def test_a_thread_that_comes_late_does_not_turn_the_clock_back() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0)
    assert buttons.hold_progress(ADVANCE, 1.5) == 0.5
    buttons.changed(ADVANCE, False, 1.2)
    assert buttons.hold_progress(ADVANCE, 1.3) == 0.5
    assert buttons.presses(2.5) == [SHORT]


def test_many_threads_lose_no_press() -> None:
    buttons = Buttons()

    def press_often(button: Button, source: Source) -> None:
        for _ in range(300):
            buttons.changed(button, True, 1.0, source)
            buttons.changed(button, False, 1.0, source)

    threads = [
        threading.Thread(target=press_often, args=pair) for pair in zip(Button, (KEYS, SCREEN, KEYS), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    presses = buttons.presses(2.0)
    assert {button: presses.count(Press(button, held=False)) for button in Button} == dict.fromkeys(Button, 300)


def test_hold_and_debounce_may_be_as_somebody_likes_them() -> None:
    buttons = Buttons(hold_s=0.4, debounce_s=0.1)
    buttons.changed(ADVANCE, True, 1.0)
    buttons.changed(ADVANCE, False, 1.09)
    buttons.changed(DRAW, True, 2.0)
    assert buttons.hold_progress(DRAW, 2.2) == pytest.approx(0.5)
    assert buttons.presses(2.39) == []
    assert buttons.presses(2.41) == [Press(DRAW, held=True)]


def test_how_long_a_button_is_down_goes_on_after_it_was_held() -> None:
    buttons = Buttons()
    buttons.changed(BACK, True, 1.0)
    assert buttons.down_for_s(BACK, 1.0 + DEBOUNCE_S / 2) == 0
    assert [buttons.down_for_s(BACK, now) for now in (2.0, 7.0)] == [1.0, 6.0]
    assert buttons.presses(7.0) == [Press(BACK, held=True)]
    assert buttons.down_for_s(BACK, 8.0) == 7.0
    assert buttons.down_for_s(BACK, 8.0, KEYS) == buttons.down_for_s(DRAW, 8.0) == 0
    buttons.changed(BACK, False, 9.0)
    assert buttons.down_for_s(BACK, 9.01) == buttons.down_for_s(BACK, 12.0) == 0


# Fingers and contacts: how long the button is down, how long it is up before, and how each of the two ends chatters.
CHATTER = st.lists(st.floats(0.0001, DEBOUNCE_S * 0.9), max_size=6).filter(lambda gaps: sum(gaps) < 0.15)
PUSH = st.tuples(st.floats(0.2, 3.0), st.one_of(st.floats(0.2, 0.8), st.floats(1.2, 3.0)), CHATTER, CHATTER)


def edge(level: bool, moment: float, chatter: list[float]) -> list[tuple[bool, float]]:
    """A change to `level` at `moment`, after which the contact flickers with these gaps and ends on `level`."""
    flickers = chatter[: len(chatter) // 2 * 2]
    changes = [(level, moment)]
    for gap in flickers:
        changes.append((not changes[-1][0], changes[-1][1] + gap))
    return changes


@pytest.mark.slow
@given(st.lists(PUSH, max_size=6), st.sampled_from(Button))
def test_each_push_is_one_press_however_the_contact_bounces(
    pushes: list[tuple[float, float, list[float], list[float]]], button: Button
) -> None:
    buttons = Buttons()
    now = 0.0
    for pause, down_s, first, last in pushes:
        changes = edge(True, now + pause, first) + edge(False, now + pause + down_s, last)
        for level, now in changes:
            buttons.changed(button, level, now)
    assert buttons.presses(now + 1) == [Press(button, held=down_s > HOLD_S) for _, down_s, _, _ in pushes]


CHANGE = st.tuples(
    st.floats(0, 0.6).map(lambda gap: gap * gap), st.sampled_from(Button), st.booleans(), st.sampled_from(Source)
)


@given(st.lists(CHANGE, max_size=40), st.floats(0.005, 0.5))
def test_what_comes_out_does_not_depend_on_how_often_one_asks(
    changes: list[tuple[float, Button, bool, Source]], asked_every_s: float
) -> None:
    rarely, often = Buttons(), Buttons()
    presses: list[Press] = []
    now = asked = 0.0
    for gap, button, down, source in changes:
        now += gap
        while asked < now:
            presses += often.presses(asked)
            asked += asked_every_s
        rarely.changed(button, down, now, source)
        often.changed(button, down, now, source)
    presses += often.presses(now + 10)
    assert rarely.presses(now + 10) == presses


@given(st.lists(CHANGE, max_size=40))
def test_whatever_the_contacts_do_nothing_repeats_and_nothing_stays_down(
    changes: list[tuple[float, Button, bool, Source]],
) -> None:
    buttons = Buttons()
    now = 0.0
    for gap, button, down, source in changes:
        now += gap
        buttons.changed(button, down, now, source)
        assert 0 <= buttons.hold_progress(button, now) <= 1
    for button in Button:
        for source in Source:
            buttons.changed(button, False, now, source)
    downs = sum(down for _, _, down, _ in changes)
    assert len(buttons.presses(now + 1)) <= downs
    assert not any(buttons.is_down(button, now + 1) or buttons.hold_progress(button, now + 1) for button in Button)
    assert buttons.presses(now + 100) == []


@given(st.lists(st.floats(0.0001, DEBOUNCE_S * 0.9), min_size=1, max_size=200))
def test_a_contact_that_never_comes_to_rest_is_not_pressed(gaps: list[float]) -> None:
    buttons = Buttons()
    now, level = 0.0, False
    for gap in gaps:
        now, level = now + gap, not level
        buttons.changed(ADVANCE, level, now)
        assert buttons.presses(now) == []
        assert not buttons.is_down(ADVANCE, now)


def test_the_order_of_presses_is_that_of_their_moments() -> None:
    buttons = Buttons()
    buttons.changed(BACK, True, 1.0, KEYS)
    buttons.changed(DRAW, True, 1.5, KEYS)
    buttons.changed(ADVANCE, True, 1.7, PINS)
    buttons.changed(ADVANCE, False, 1.8, PINS)
    assert buttons.presses(9.0) == [SHORT, Press(BACK, held=True), Press(DRAW, held=True)]
