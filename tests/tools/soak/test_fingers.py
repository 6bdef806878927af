"""Fingers press each button once for what is asked, and short, however late the machine is."""

import time

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.buttons import HOLD_S, Button
from tools.soak.evening import BUTTONS, RESTS_S, Fingers


class LateMachine:
    """Clock on which each sleep takes the next of `sleeps_s`; afterwards none at all."""

    def __init__(self, *sleeps_s: float) -> None:
        self.now = 100.0
        self._sleeps_s = list(sleeps_s)

    def sleep(self, _s: float) -> None:
        self.now += self._sleeps_s.pop(0) if self._sleeps_s else 0.0


def presses(machine: LateMachine, steps: tuple[object, object], monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often Advance goes down after a press requested in the first of the steps.

    There are two looks during the other step.
    """
    monkeypatch.setattr(time, "monotonic", lambda: machine.now)
    monkeypatch.setattr(time, "sleep", machine.sleep)
    pins = MockFactory()
    pin = pins.pin(BUTTONS[Button.ADVANCE])
    pin.pull = "up"
    fingers = Fingers(pins)
    asked_in, goes_on_in = steps
    fingers.press(Button.ADVANCE, asked_in, machine.now)
    for _ in range(2):
        machine.now += RESTS_S
        fingers.tick(goes_on_in, machine.now)
    return sum(not state.state for state in pin.states[1:])


@pytest.mark.parametrize(("stands_still_s", "times"), [(0.0, 1), (HOLD_S, 2)])
def test_a_press_that_became_a_hold_is_made_anew(
    stands_still_s: float, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = object()
    assert presses(LateMachine(stands_still_s), (step, step), monkeypatch) == times


def test_what_was_asked_for_before_is_not_pressed_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert presses(LateMachine(HOLD_S, HOLD_S), (object(), object()), monkeypatch) == 1
