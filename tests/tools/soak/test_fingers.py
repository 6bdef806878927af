"""Fingers press each button once for what is asked, and short, however late the machine is."""

import time

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.buttons import HOLD_S, Button
from tools.soak.evening import BUTTONS, RESTS_S, Fingers


def pressed(pins: MockFactory, button: Button) -> int:
    """How often the button's pin went down."""
    return sum(not state.state for state in pins.pin(BUTTONS[button]).states[1:])


@pytest.mark.parametrize(("stands_still_s", "times"), [(0.0, 1), (HOLD_S, 2)])
def test_a_press_that_became_a_hold_is_made_anew(
    stands_still_s: float, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins, step, now = MockFactory(), object(), [100.0]
    pins.pin(BUTTONS[Button.ADVANCE]).pull = "up"
    fingers = Fingers(pins)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def sleep(_s: float) -> None:
        now[0] += stands_still_s

    monkeypatch.setattr(time, "sleep", sleep)
    fingers.press(Button.ADVANCE, step, now[0])
    stands_still_s, now[0] = 0.0, now[0] + RESTS_S
    fingers.tick(step, now[0])
    fingers.tick(step, now[0] + RESTS_S)
    assert pressed(pins, Button.ADVANCE) == times


def test_what_was_asked_for_before_is_not_pressed_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    pins, now = MockFactory(), [100.0]
    pins.pin(BUTTONS[Button.ADVANCE]).pull = "up"
    fingers = Fingers(pins)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda _s: now.__setitem__(0, now[0] + HOLD_S))
    fingers.press(Button.ADVANCE, object(), now[0])
    fingers.tick(object(), now[0] + RESTS_S)
    assert pressed(pins, Button.ADVANCE) == 1
