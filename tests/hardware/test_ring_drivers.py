"""Rings: the one in memory, and lights on gpiozero's mock pins."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import HardwareError
from hardware.ring.gpio_leds import GpioRing
from hardware.ring.patterns import Pulse, Seat
from hardware.ring.ring import BLACK, WHITE, MemoryRing, Rgb, Ring

RED: Rgb = (255, 0, 0)
BLUE: Rgb = (0, 0, 255)


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def states(pins: MockFactory, *numbers: int) -> list[float]:
    return [round(float(pins.pin(number).state), 2) for number in numbers]


def test_a_ring_in_memory_remembers_what_it_shows_until_it_is_closed() -> None:
    ring = MemoryRing(3)
    assert ring.colours == (BLACK, BLACK, BLACK)
    ring.show([RED, BLUE, WHITE])
    assert ring.colours == (RED, BLUE, WHITE)
    ring.close()
    assert ring.colours == (BLACK, BLACK, BLACK)


def test_every_ring_refuses_a_wrong_number_of_colours(pins: MockFactory) -> None:
    with GpioRing([17, 27], pin_factory=pins) as lights:
        rings: list[Ring] = [MemoryRing(2), lights]
        for ring in rings:
            assert ring.count == 2
            with pytest.raises(ValueError, match="3 colours for 2 lights"):
                ring.show([RED] * 3)


def test_lights_of_three_colours_show_colours_as_eyes_see_them(pins: MockFactory) -> None:
    with GpioRing([(5, 6, 13), ("BOARD35", 16, 26)], pin_factory=pins) as ring:
        ring.show([(255, 128, 0), BLUE])
        assert states(pins, 5, 6, 13, 19, 16, 26) == [1, 0.22, 0, 0, 0, 1]


def test_lights_of_one_colour_show_brightness(pins: MockFactory) -> None:
    with GpioRing([5, 6, 13, 19], pin_factory=pins) as ring:
        ring.show(Seat(1, 2, BLUE, left=1, total=2).colours(4, seconds=0))
        assert states(pins, 5, 6, 13, 19) == [0, 0, 1, 0.07]


def test_the_limit_keeps_lights_low(pins: MockFactory) -> None:
    with GpioRing([5, (6, 13, 19)], limit=0.2, pin_factory=pins) as ring:
        ring.show([WHITE, WHITE])
        assert states(pins, 5, 6, 13, 19) == [0.2] * 4


def test_lights_that_hang_on_the_supply_are_driven_the_other_way(pins: MockFactory) -> None:
    with GpioRing([5, 6], active_high=False, pin_factory=pins) as ring:
        assert states(pins, 5, 6) == [1, 1]
        ring.show([WHITE, BLACK])
        assert states(pins, 5, 6) == [0, 1]


def test_without_dimming_lights_are_on_or_off() -> None:
    pins = MockFactory()
    with GpioRing([5, (6, 13, 19)], pwm=False, pin_factory=pins) as ring:
        ring.show([(0, 130, 0), (250, 200, 40)])
        assert states(pins, 5, 6, 13, 19) == [1, 1, 1, 0]
        ring.show(Pulse(RED).colours(2, seconds=0))
        assert states(pins, 5, 6, 13, 19) == [0, 0, 0, 0]


class CountingPin(MockPWMPin):  # type: ignore[misc]
    """A pin that counts how often it is written."""

    writes = 0

    def _set_state(self, value: float) -> None:
        self.writes += 1
        super()._set_state(value)


def test_only_lights_that_change_are_written() -> None:
    pins = MockFactory(pin_class=CountingPin)
    with GpioRing([5, 6], pin_factory=pins) as ring:
        before = [pins.pin(number).writes for number in (5, 6)]
        ring.show([WHITE, BLACK])
        for _ in range(3):
            ring.show([WHITE, WHITE])
        assert [pins.pin(number).writes - count for number, count in zip((5, 6), before, strict=True)] == [1, 1]


def test_closing_turns_lights_off_and_lets_go_of_the_pins(pins: MockFactory) -> None:
    ring = GpioRing([5, 6], pin_factory=pins)
    ring.show([WHITE, WHITE])
    lights = [pins.pin(5), pins.pin(6)]
    ring.close()
    ring.close()
    assert [(light.state, light.function) for light in lights] == [(0, "input"), (0, "input")]
    GpioRing([5, 6], pin_factory=pins).close()


def test_one_pin_for_two_lights_is_refused(pins: MockFactory) -> None:
    with pytest.raises(HardwareError, match="pin 6 is given twice, for green of light 1 and for light 2"):
        GpioRing([(5, 6, 13), 6], pin_factory=pins)


def test_a_light_on_a_pin_that_is_in_use_is_refused_and_the_others_are_let_go(pins: MockFactory) -> None:
    with GpioRing([19], pin_factory=pins):
        with pytest.raises(HardwareError, match=r"pin 19 cannot be used for blue of light 2 \(.*in use"):
            GpioRing([5, (6, 13, 19)], pin_factory=pins)
        GpioRing([5, 6, 13], pin_factory=pins).close()


def test_pins_that_cannot_dim_are_refused_unless_lights_are_just_on_or_off() -> None:
    pins = MockFactory()
    with pytest.raises(HardwareError, match="pin 5 cannot be used for light 1"):
        GpioRing([5], pin_factory=pins)
