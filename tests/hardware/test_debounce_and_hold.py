"""Tests of buttons: presses from levels that bounce, chatter, get stuck or lost.

The test moves the clock.
"""

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
    buttons.release_source(SCREEN, 1.5)
    assert not buttons.is_down(ADVANCE, 1.5)
    assert buttons.hold_progress(ADVANCE, 1.6) == 0
    buttons.changed(ADVANCE, False, 1.7, SCREEN)
    assert buttons.presses(9.0) == []


def test_what_is_let_go_at_one_source_goes_on_at_another() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0, SCREEN)
    buttons.changed(ADVANCE, True, 1.1, KEYS)
    buttons.release_source(SCREEN, 1.5)
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
    assert [buttons.down_for_s(BACK, time_s) for time_s in (2.0, 7.0)] == [1.0, 6.0]
    assert buttons.presses(7.0) == [Press(BACK, held=True)]
    assert buttons.down_for_s(BACK, 8.0) == 7.0
    assert buttons.down_for_s(BACK, 8.0, KEYS) == buttons.down_for_s(DRAW, 8.0) == 0
    buttons.changed(BACK, False, 9.0)
    assert buttons.down_for_s(BACK, 9.01) == buttons.down_for_s(BACK, 12.0) == 0


# Fingers and contacts: how long the button is down, how long it is up before, and how each of the two ends chatters.
CHATTER = st.lists(st.floats(0.0001, DEBOUNCE_S * 0.9), max_size=6).filter(lambda gaps: sum(gaps) < 0.15)
PUSH = st.tuples(st.floats(0.2, 3.0), st.one_of(st.floats(0.2, 0.8), st.floats(1.2, 3.0)), CHATTER, CHATTER)


def edge(level: bool, moment: float, chatter: list[float]) -> list[tuple[bool, float]]:
    """Return a change to `level` at `moment`, followed by a flicker with these gaps.

    The contact ends on `level`.
    """
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
    time_s = 0.0
    for pause, down_s, first, last in pushes:
        changes = edge(True, time_s + pause, first) + edge(False, time_s + pause + down_s, last)
        for level, time_s in changes:
            buttons.changed(button, level, time_s)
    assert buttons.presses(time_s + 1) == [Press(button, held=down_s > HOLD_S) for _, down_s, _, _ in pushes]


CHANGE = st.tuples(
    st.floats(0, 0.6).map(lambda gap: gap * gap), st.sampled_from(Button), st.booleans(), st.sampled_from(Source)
)


@given(st.lists(CHANGE, max_size=40), st.floats(0.005, 0.5))
def test_what_comes_out_does_not_depend_on_how_often_one_asks(
    changes: list[tuple[float, Button, bool, Source]], asked_every_s: float
) -> None:
    rarely, often = Buttons(), Buttons()
    presses: list[Press] = []
    time_s = asked = 0.0
    for gap, button, down, source in changes:
        time_s += gap
        while asked < time_s:
            presses += often.presses(asked)
            asked += asked_every_s
        rarely.changed(button, down, time_s, source)
        often.changed(button, down, time_s, source)
    presses += often.presses(time_s + 10)
    assert rarely.presses(time_s + 10) == presses


@given(st.lists(CHANGE, max_size=40))
def test_whatever_the_contacts_do_nothing_repeats_and_nothing_stays_down(
    changes: list[tuple[float, Button, bool, Source]],
) -> None:
    buttons = Buttons()
    time_s = 0.0
    for gap, button, down, source in changes:
        time_s += gap
        buttons.changed(button, down, time_s, source)
        assert 0 <= buttons.hold_progress(button, time_s) <= 1
    for button in Button:
        for source in Source:
            buttons.changed(button, False, time_s, source)
    downs = sum(down for _, _, down, _ in changes)
    assert len(buttons.presses(time_s + 1)) <= downs
    assert not any(
        buttons.is_down(button, time_s + 1) or buttons.hold_progress(button, time_s + 1) for button in Button
    )
    assert buttons.presses(time_s + 100) == []


@given(st.lists(st.floats(0.0001, DEBOUNCE_S * 0.9), min_size=1, max_size=200))
def test_a_contact_that_never_comes_to_rest_is_not_pressed(gaps: list[float]) -> None:
    buttons = Buttons()
    time_s, level = 0.0, False
    for gap in gaps:
        time_s, level = time_s + gap, not level
        buttons.changed(ADVANCE, level, time_s)
        assert buttons.presses(time_s) == []
        assert not buttons.is_down(ADVANCE, time_s)


def test_the_order_of_presses_is_that_of_their_moments() -> None:
    buttons = Buttons()
    buttons.changed(BACK, True, 1.0, KEYS)
    buttons.changed(ADVANCE, True, 2.2, PINS)
    buttons.changed(ADVANCE, False, 2.5, PINS)
    buttons.changed(DRAW, True, 2.51, KEYS)
    assert buttons.presses(9.0) == [Press(BACK, held=True), SHORT, Press(DRAW, held=True)]


# Two buttons at once: when the first and the second go down and up, and what is reported.
FIRST = Press(ADVANCE, held=False)
SECOND = Press(BACK, held=False)
FIRST_HELD = Press(ADVANCE, held=True)
SECOND_HELD = Press(BACK, held=True)
NEVER = 99.0
TWO = {
    "both held and let go together": ((1.0, 4.0), (1.0, 4.0), []),
    "both held, let go one after the other": ((1.0, 4.0), (1.2, 4.5), []),
    "both held, the second is kept": ((1.0, 4.0), (1.2, NEVER), []),
    "both held, the first is kept": ((1.0, NEVER), (1.2, 4.0), []),
    "both stuck": ((1.0, NEVER), (1.9, NEVER), []),
    "two quick presses that overlap": ((1.0, 1.3), (1.2, 1.5), [FIRST, SECOND]),
    "one within the other": ((1.0, 1.5), (1.2, 1.3), [SECOND, FIRST]),
    "a hold that begins before the last press has ended": ((1.0, 1.3), (1.2, 3.0), [FIRST, SECOND_HELD]),
    "the hold counts from when it is alone": ((1.0, 1.9), (1.2, 2.8), [FIRST]),
    "a hold that is touched in between and goes on": ((1.0, 3.0), (1.5, 1.7), [SECOND, FIRST_HELD]),
    "a hold that is touched at its end": ((1.0, 2.2), (1.8, 1.9), [SECOND]),
    "the second comes when the first is held already": ((1.0, 3.0), (2.1, 2.4), [FIRST_HELD, SECOND]),
    "one hold after the other": ((1.0, 2.5), (2.6, 4.0), [FIRST_HELD, SECOND_HELD]),
}


@pytest.mark.parametrize("sources", [(PINS, PINS), (KEYS, KEYS), (KEYS, SCREEN), (PINS, KEYS)])
@pytest.mark.parametrize("asked_every_s", [0.01, 50.0], ids=["often", "rarely"])
@pytest.mark.parametrize(("first", "second", "reported"), TWO.values(), ids=TWO.keys())
def test_buttons_that_are_down_together(
    first: tuple[float, float],
    second: tuple[float, float],
    reported: list[Press],
    asked_every_s: float,
    sources: tuple[Source, Source],
) -> None:
    buttons = Buttons()
    changes = [(first[0], ADVANCE, True, sources[0]), (second[0], BACK, True, sources[1])]
    changes += [(first[1], ADVANCE, False, sources[0]), (second[1], BACK, False, sources[1])]
    presses, asked = [], 0.0
    for moment, button, down, source in sorted(changes):
        while asked < min(moment, 10.0):
            presses += buttons.presses(asked)
            asked += asked_every_s
        buttons.changed(button, down, moment, source)
    presses += buttons.presses(NEVER + 1)
    assert presses == reported
    # Whatever it was, the next presses count again.
    buttons.changed(ADVANCE, True, 200.0, KEYS)
    buttons.changed(ADVANCE, False, 200.2, KEYS)
    buttons.changed(BACK, True, 201.0, KEYS)
    buttons.changed(BACK, False, 203.0, KEYS)
    assert buttons.presses(204.0) == [FIRST, SECOND_HELD]


def test_buttons_that_are_stuck_together_leave_other_sources_and_buttons_alone() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0)
    buttons.changed(BACK, True, 1.1)
    buttons.changed(BACK, True, 5.0, KEYS)
    buttons.changed(BACK, False, 5.2, KEYS)
    buttons.changed(DRAW, True, 6.0)
    assert buttons.presses(9.0) == [SECOND, Press(DRAW, held=True)]


def test_while_two_are_down_no_hold_is_shown_to_fill() -> None:
    buttons = Buttons()
    buttons.changed(ADVANCE, True, 1.0, KEYS)
    assert buttons.hold_progress(ADVANCE, 1.4) == pytest.approx(0.4)
    buttons.changed(BACK, True, 1.4, KEYS)
    for moment in (1.5, 2.3, 2.5, 9.0):
        assert buttons.hold_progress(ADVANCE, moment) == buttons.hold_progress(BACK, moment) == 0
    buttons.release_source(KEYS, 10.0)
    buttons.changed(ADVANCE, True, 11.0, KEYS)
    buttons.changed(BACK, True, 11.2, KEYS)
    buttons.changed(BACK, False, 11.4, KEYS)
    assert buttons.hold_progress(ADVANCE, 11.9) == pytest.approx(0.5)


def test_two_that_lie_under_a_book_are_not_down_for_long_enough_to_switch_off() -> None:
    buttons = Buttons()
    buttons.changed(BACK, True, 1.0)
    buttons.changed(ADVANCE, True, 1.5)
    assert buttons.down_for_s(BACK, 9.0) == 0
    buttons.changed(ADVANCE, False, 9.5)
    assert buttons.down_for_s(BACK, 30.0) == 0
    buttons.changed(BACK, False, 31.0)
    buttons.changed(BACK, True, 32.0)
    assert buttons.down_for_s(BACK, 37.0) == 5.0
