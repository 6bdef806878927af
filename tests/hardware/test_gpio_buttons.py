"""Tests of buttons on pins, with gpiozero's mock pins driven like hands.

The mock ignores bounce times.
"""

import sys
from collections.abc import Iterator

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from hardware.buttons import DEBOUNCE_S, HOLD_S, Button, Buttons, Press, Source
from hardware.errors import HardwareError
from hardware.gpio_buttons import GpioButtons

ADVANCE, DRAW, BACK = Button


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def pass_time(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.reset()


def test_a_button_on_a_pin_makes_presses(pins: MockFactory) -> None:
    clock, buttons = Clock(), Buttons()
    with GpioButtons({ADVANCE: 17, DRAW: "GPIO27", BACK: "BOARD15"}, buttons, clock=clock, pin_factory=pins):
        for pin, button in ((17, ADVANCE), (27, DRAW), (22, BACK)):
            pins.pin(pin).drive_low()
            clock.pass_time(0.2)
            assert buttons.is_down(button, clock())
            pins.pin(pin).drive_high()
            clock.pass_time(0.2)
            assert buttons.presses(clock()) == [Press(button, held=False)]


def test_a_bouncing_contact_makes_one_held_press(pins: MockFactory) -> None:
    clock, buttons = Clock(), Buttons()
    with GpioButtons({ADVANCE: 17}, buttons, clock=clock, pin_factory=pins):
        for _ in range(5):
            pins.pin(17).drive_low()
            clock.pass_time(DEBOUNCE_S / 5)
            pins.pin(17).drive_high()
            clock.pass_time(DEBOUNCE_S / 5)
        pins.pin(17).drive_low()
        clock.pass_time(HOLD_S)
        assert buttons.presses(clock()) == [Press(ADVANCE, held=True)]
        pins.pin(17).drive_high()
        clock.pass_time(1)
        assert buttons.presses(clock()) == []


def test_a_button_may_join_its_pin_to_the_supply_instead(pins: MockFactory) -> None:
    clock, buttons = Clock(), Buttons()
    with GpioButtons({DRAW: 17}, buttons, active_low=False, clock=clock, pin_factory=pins):
        assert pins.pin(17).pull == "down"
        pins.pin(17).drive_high()
        clock.pass_time(0.1)
        assert buttons.is_down(DRAW, clock())


def test_pins_are_pulled_up_and_a_button_that_is_down_from_the_start_is_no_press(pins: MockFactory) -> None:
    clock, buttons = Clock(), Buttons()
    pins.pin(17).drive_low()
    with GpioButtons({ADVANCE: 17, DRAW: 27}, buttons, clock=clock, pin_factory=pins):
        assert pins.pin(27).pull == "up"
        clock.pass_time(5)
        pins.pin(17).drive_high()
        clock.pass_time(1)
        assert buttons.presses(clock()) == []


def test_closing_lets_go_of_pins_and_of_a_button_that_is_down(pins: MockFactory) -> None:
    clock, buttons = Clock(), Buttons()
    first = GpioButtons({ADVANCE: 17}, buttons, clock=clock, pin_factory=pins)
    pins.pin(17).drive_low()
    clock.pass_time(0.5)
    first.close()
    first.close()
    pins.pin(17).drive_high()
    assert not buttons.is_down(ADVANCE, clock())
    assert buttons.presses(clock() + 9) == []
    GpioButtons({ADVANCE: 17}, buttons, clock=clock, pin_factory=pins).close()


@pytest.mark.parametrize("twin", [17, "GPIO17", "BOARD11", "J8:11"])
def test_one_pin_for_two_buttons_is_refused_however_it_is_written(pins: MockFactory, twin: int | str) -> None:
    with pytest.raises(HardwareError, match="given twice, for the button advance and for the button back"):
        GpioButtons({ADVANCE: 17, BACK: twin}, Buttons(), pin_factory=pins)


@pytest.mark.parametrize("wrong", [99, -1, "GPIO99", "BOARD1x", ""])
def test_a_pin_that_is_not_there_is_refused(pins: MockFactory, wrong: int | str) -> None:
    with pytest.raises(HardwareError, match=r"no pin .* for the button draw on this board: write a number"):
        GpioButtons({ADVANCE: 17, DRAW: wrong}, Buttons(), pin_factory=pins)


def test_a_pin_that_something_else_uses_is_refused_and_the_others_are_let_go(pins: MockFactory) -> None:
    with LED(27, pin_factory=pins):
        with pytest.raises(
            HardwareError, match=r"pin 27 cannot be used for the button draw \(.*in use.*choose another"
        ):
            GpioButtons({ADVANCE: 17, DRAW: 27}, Buttons(), pin_factory=pins)
        GpioButtons({ADVANCE: 17}, Buttons(), pin_factory=pins).close()


def test_a_pin_with_its_own_pull_up_cannot_be_pulled_down(pins: MockFactory) -> None:
    with pytest.raises(HardwareError, match="pin 2 cannot be used for the button advance"):
        GpioButtons({ADVANCE: 2}, Buttons(), active_low=False, pin_factory=pins)


def test_a_machine_without_pins_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    with pytest.raises(HardwareError, match=r"pins cannot be used \(.*none-such.*install python3-lgpio"):
        GpioButtons({ADVANCE: 17}, Buttons())


def test_the_machines_own_pins_are_used_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with GpioButtons({ADVANCE: 17}, Buttons()):
        assert Device.pin_factory.pin(17).function == "input"


def test_without_gpiozero_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(HardwareError, match=r"need the Python package gpiozero.*pip install gpiozero"):
        GpioButtons({ADVANCE: 17}, Buttons())


def test_pins_keys_and_screen_feed_the_same_buttons(pins: MockFactory) -> None:
    clock, buttons = Clock(), Buttons()
    with GpioButtons({ADVANCE: 17}, buttons, clock=clock, pin_factory=pins):
        pins.pin(17).drive_low()
        clock.pass_time(0.5)
        buttons.changed(ADVANCE, True, clock(), Source.KEYS)
        pins.pin(17).drive_high()
        clock.pass_time(0.5)
        assert buttons.presses(clock()) == [Press(ADVANCE, held=True)]
