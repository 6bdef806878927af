"""Tests of WS2812 and SK6812 lights over SPI: bits, current, and the ring on a bus.

The bytes are checked bit by bit.
"""

import errno
import sys
from collections.abc import Sequence
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import HardwareError
from hardware.ring.patterns import Pulse
from hardware.ring.ring import BLACK, WHITE, Rgb, Ring
from hardware.ring.spi_ring import SpiRing, open_spi
from hardware.ring.ws2812 import LONGEST_FRAME, ORDERS, REST, SPEED_HZ, CurrentBudget, encode_lights, max_lights

RED: Rgb = (255, 0, 0)
strengths = st.tuples(*[st.floats(0, 1)] * 3)


# --- the encoder -----------------------------------------------------------------------------------------------------


def decode_pulses(data: bytes, rest_before_s: float = 0.0) -> list[int]:
    """Return the bits that lights see on the data line, from the length of each high pulse.

    The lengths are those of their data sheets.
    `rest_before_s`: the line is low for so long before. Fails if a pulse fits neither 0 nor 1, or if the line
    rests amid the bits.
    """
    tick_s = 1 / SPEED_HZ
    levels = "".join(f"{byte:08b}" for byte in data)
    bits: list[int] = []
    low_s, place = rest_before_s, 0
    while place < len(levels):
        high = len(levels[place:]) - len(levels[place:].lstrip("1"))
        if high:
            assert not bits or low_s < 50e-6
            assert bits or low_s > 280e-6
            # WS2812, WS2812B (both of its data sheets) and SK6812 agree on these, save that the last
            # says that 1 should be no longer than 0.75; it does not mind, as many drivers show.
            assert 0.2e-6 <= high * tick_s <= 0.38e-6 or 0.58e-6 <= high * tick_s <= 0.95e-6
            bits.append(int(high * tick_s > 0.5e-6))
            low_s, place = 0.0, place + high
        else:
            low_s, place = low_s + tick_s, place + 1
    assert low_s > 280e-6
    return bits


def values_of(bits: Sequence[int]) -> list[int]:
    """Return bits to bytes, the highest first."""
    return [int("".join(map(str, bits[place : place + 8])), 2) for place in range(0, len(bits), 8)]


def test_a_colour_bit_by_bit() -> None:
    # Green 0x80, red 0xff, blue 0x01: green comes first.
    data = encode_lights([(1.0, 128 / 255, 1 / 255)], "GRB")
    zero, set_bit = 0b11000000, 0b11111000
    assert data == REST + bytes([set_bit] + 7 * [zero] + 8 * [set_bit] + 7 * [zero] + [set_bit]) + REST
    assert decode_pulses(data) == [1, 0, 0, 0, 0, 0, 0, 0] + [1] * 8 + [0, 0, 0, 0, 0, 0, 0, 1]


def test_a_line_that_idles_high_is_low_for_long_enough_before_the_first_bit() -> None:
    assert len(REST) * 8 / SPEED_HZ > 280e-6
    assert encode_lights([], "GRB") == bytes(2 * len(REST))


@pytest.mark.slow
@given(lights=st.lists(strengths, min_size=1, max_size=12))
def test_lights_see_what_was_meant(lights: list[tuple[float, float, float]]) -> None:
    values = values_of(decode_pulses(encode_lights(lights, "GRB")))
    assert values == [round(255 * light[part]) for light in lights for part in (1, 0, 2)]


@pytest.mark.parametrize(
    ("order", "values"),
    [
        ("GRB", [2, 1, 3]),
        ("RGB", [1, 2, 3]),
        ("BRG", [3, 1, 2]),
        ("RBG", [1, 3, 2]),
        ("GBR", [2, 3, 1]),
        ("BGR", [3, 2, 1]),
        ("GRBW", [1, 0, 2, 1]),
        ("RGBW", [0, 1, 2, 1]),
    ],
)
def test_each_order_of_colours(order: str, values: list[int]) -> None:
    assert order in ORDERS
    assert values_of(decode_pulses(encode_lights([(1 / 255, 2 / 255, 3 / 255)], order))) == values


@pytest.mark.parametrize("order", ORDERS)
def test_as_many_lights_as_are_allowed_fit_into_one_transfer(order: str) -> None:
    most = max_lights(order)
    assert (
        len(encode_lights([(1, 1, 1)] * most, order))
        <= LONGEST_FRAME
        < len(encode_lights([(1, 1, 1)] * (most + 1), order))
    )


# --- the current -----------------------------------------------------------------------------------------------------


def drawn_ma(data: bytes, channel_ma: float, idle_ma: float, parts: int) -> float:
    """Return the current of lights that show these bytes, in mA."""
    values = values_of(decode_pulses(data))
    return sum(values) / 255 * channel_ma + len(values) / parts * idle_ma


def test_a_strong_supply_limits_nothing_and_a_weak_one_does() -> None:
    # 24 lights of 3 x 20 mA, and 1 mA each for their chips: 1464 mA.
    assert CurrentBudget(3000).most_ma(24, "GRB", 1.0) == 1464
    assert CurrentBudget(1464).limit(24, "GRB") == 1.0
    assert CurrentBudget(744).limit(24, "GRB") == pytest.approx(0.5)
    assert CurrentBudget(744).limit(24, "GRB", wanted=0.3) == 0.3
    assert CurrentBudget(744, channel_ma=12).limit(24, "GRB") == pytest.approx(720 / 864)


@pytest.mark.slow
@given(
    lights=st.lists(strengths, min_size=1, max_size=8), order=st.sampled_from(ORDERS), supply_ma=st.floats(20.0, 900.0)
)
def test_no_picture_draws_more_than_the_supply_gives(
    lights: list[tuple[float, float, float]], order: str, supply_ma: float
) -> None:
    limit = CurrentBudget(supply_ma).limit(len(lights), order)
    data = encode_lights([(red * limit, green * limit, blue * limit) for red, green, blue in lights], order)
    # Half a step of 255 may be rounded up in each part.
    rounding_ma = len(lights) * len(order) * 0.5 / 255 * 20
    assert drawn_ma(data, 20, 1, len(order)) <= supply_ma + rounding_ma + 1e-6


def test_a_supply_that_cannot_even_feed_dark_lights_is_refused() -> None:
    with pytest.raises(ValueError, match="24 lights draw 24 mA even when they are dark"):
        CurrentBudget(24).limit(24, "GRB")


# --- the ring --------------------------------------------------------------------------------------------------------


class Bus:
    """An SPI bus that remembers what was sent."""

    def __init__(self, device: str = "") -> None:
        self.device = device
        self.sent: list[bytes] = []
        self.closed = 0
        self.fails: OSError | None = None

    def writebytes2(self, values: bytes) -> None:
        if self.fails:
            raise self.fails
        assert not self.closed
        self.sent.append(bytes(values))

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def bus() -> Bus:
    return Bus()


def test_a_ring_shows_colours_as_eyes_see_them_and_ends_dark(bus: Bus) -> None:
    with SpiRing(2, open_bus=lambda _: bus) as spi_ring:
        ring: Ring = spi_ring
        assert ring.count == 2
        assert values_of(decode_pulses(bus.sent[-1])) == [0] * 6
        ring.show([RED, (0, 128, 255)])
        assert values_of(decode_pulses(bus.sent[-1])) == [0, 255, 0, 56, 0, 255]
    assert values_of(decode_pulses(bus.sent[-1])) == [0] * 6
    assert bus.closed == 1


def test_only_changes_are_sent(bus: Bus) -> None:
    with SpiRing(1, open_bus=lambda _: bus) as ring:
        for colours in ([BLACK], [RED], [RED], [BLACK]):
            ring.show(colours)
        assert len(bus.sent) == 3


def test_the_limit_is_what_the_supply_allows(bus: Bus) -> None:
    with SpiRing(24, limit=0.8, budget=CurrentBudget(744), open_bus=lambda _: bus) as ring:
        assert ring.limit == pytest.approx(0.5)
        ring.show(Pulse(WHITE).colours(24, seconds=1))
        assert set(values_of(decode_pulses(bus.sent[-1]))) == {round(255 * ring.limit)}
    with SpiRing(24, limit=0.8, open_bus=lambda _: Bus()) as ring:
        assert ring.limit == 0.8


def test_a_wrong_number_of_colours_is_refused(bus: Bus) -> None:
    with SpiRing(2, open_bus=lambda _: bus) as ring, pytest.raises(ValueError, match="3 colours for 2 lights"):
        ring.show([RED] * 3)


@pytest.mark.parametrize(
    ("count", "order", "supply_ma", "words"),
    [
        (12, "GRX", 500, "no pixel order 'GRX' for the ring: choose one of GRB, RGB"),
        (0, "GRB", 500, "with GRB there may be 1 to 150"),
        (151, "GRB", 500, "A ring of 151 lights cannot be driven over SPI"),
        (113, "GRBW", 110, "The ring's supply is too weak: 113 lights draw 113 mA even when they are dark"),
    ],
)
def test_a_ring_that_cannot_be_is_refused_before_the_bus_is_opened(
    count: int, order: str, supply_ma: float, words: str
) -> None:
    def open_bus(device: str) -> Bus:
        raise AssertionError(f"{device} was opened")

    with pytest.raises(HardwareError, match=words):
        SpiRing(count, order=order, budget=CurrentBudget(supply_ma), open_bus=open_bus)


def test_a_bus_that_fails_is_said_and_closed_all_the_same(bus: Bus) -> None:
    ring = SpiRing(1, device="/dev/spidev0.1", open_bus=lambda _: bus)
    bus.fails = OSError(errno.EIO, "Input/output error")
    with pytest.raises(HardwareError, match=r"ring's bus /dev/spidev0.1 has failed \(Input/output error\): check"):
        ring.show([RED])
    ring.close()
    ring.close()
    assert bus.closed == 1


def test_a_bus_that_fails_at_once_is_closed(bus: Bus) -> None:
    bus.fails = OSError(errno.EIO, "Input/output error")
    with pytest.raises(HardwareError, match="has failed"):
        SpiRing(1, open_bus=lambda _: bus)
    assert bus.closed == 1


# --- spidev ----------------------------------------------------------------------------------------------------------


class FakeSpiDev(Bus):
    """Stand-in for the package spidev, strict about names; `refuses` is its opening error."""

    refuses: OSError | None = None
    made: "list[FakeSpiDev]" = []  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.mode, self.max_speed_hz = 3, 500_000
        self.made.append(self)

    def open(self, bus: int, device: int) -> None:
        if self.refuses:
            raise self.refuses
        self.opened = (bus, device)


@pytest.fixture
def spidev(monkeypatch: pytest.MonkeyPatch) -> type[FakeSpiDev]:
    module = ModuleType("spidev")
    module.SpiDev = FakeSpiDev  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", module)
    monkeypatch.setattr(FakeSpiDev, "made", [])
    return FakeSpiDev


def test_the_bus_is_opened_at_the_lights_speed(spidev: type[FakeSpiDev]) -> None:
    with SpiRing(3, device="/dev/spidev1.2") as ring:
        ring.show([RED] * 3)
        (bus,) = spidev.made
        assert (bus.opened, bus.mode, bus.max_speed_hz) == ((1, 2), 0, SPEED_HZ)
    assert values_of(decode_pulses(bus.sent[1])) == [0, 255, 0] * 3


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(2, "No such file or directory"), "There is no /dev/spidev7.3: switch SPI on .*raspi-config"),
        (PermissionError(13, "Permission denied"), "/dev/spidev7.3 may not be used: add the user to the group spi"),
    ],
)
def test_a_bus_that_cannot_be_opened_is_explained(spidev: type[FakeSpiDev], error: OSError, words: str) -> None:
    spidev.refuses = error
    try:
        with pytest.raises(HardwareError, match=words):
            SpiRing(1, device="/dev/spidev7.3")
    finally:
        spidev.refuses = None
    assert [bus.closed for bus in spidev.made] == [1]


def test_a_bus_that_is_busy_is_explained(spidev: type[FakeSpiDev], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spidev, "refuses", OSError(errno.EBUSY, "Device or resource busy"))
    monkeypatch.setattr("pathlib.Path.exists", lambda _: True)
    with pytest.raises(HardwareError, match=r"cannot be used \(Device or resource busy\): end the program"):
        open_spi("/dev/spidev0.0")


def test_without_spidev_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(HardwareError, match=r"needs the Python package spidev.*sudo apt install python3-spidev"):
        SpiRing(1)


@pytest.mark.parametrize("device", ["spidev0.0", "/dev/ttyUSB0", "0.0", ""])
def test_what_is_no_spi_device_is_refused(device: str) -> None:
    with pytest.raises(HardwareError, match=r"is no SPI device: write it like /dev/spidev0\.0"):
        SpiRing(1, device=device)
