"""Tests of configured buttons and lights on mock pins and a bus in memory.

A device that fails is reported and left out.
"""

import contextlib
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.device.config import ButtonsConfig, Config, RingConfig, SoundConfig
from companion.device.devices import PAUSES_S, Devices, SteadyRing, open_devices
from hardware.buttons import Button, Press
from hardware.ring.ring import BLACK, WHITE
from hardware.ring.spi_ring import SpiRing
from hardware.ring.ws2812 import REST

WIRED = ButtonsConfig(advance="GPIO17", draw=27, back="BOARD15", hold_s=0.5)


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()


class SpiDev:
    """An SPI bus that remembers what was sent, and can fail."""

    sent: list[bytes] = []  # noqa: RUF012
    fails = False

    def open(self, bus: int, device: int) -> None:
        assert (bus, device) == (0, 0)

    def writebytes2(self, values: bytes) -> None:
        if self.fails:
            raise OSError(5, "Input/output error")
        self.sent.append(values)

    def close(self) -> None:
        pass


@pytest.fixture
def spi(monkeypatch: pytest.MonkeyPatch) -> type[SpiDev]:
    module = ModuleType("spidev")
    module.SpiDev = SpiDev  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "spidev", module)
    monkeypatch.setattr(SpiDev, "sent", [])
    monkeypatch.setattr(SpiDev, "fails", False)
    return SpiDev


@contextlib.contextmanager
def opened(config: Config, *, well: bool = True) -> Iterator[tuple[Devices, list[str]]]:
    """Return the config's devices, and what was complained of; nothing must be if all is `well`."""
    complaints: list[str] = []
    with contextlib.ExitStack() as stack:
        yield open_devices(config, stack, complaints.append), complaints
    assert not complaints or not well


def test_without_a_config_nothing_is_opened() -> None:
    with opened(Config()) as (devices, _):
        assert devices.rings == ()
        assert devices.buttons.presses(1.0) == []


def test_buttons_are_where_the_config_says_and_hold_as_long(pins: MockFactory) -> None:
    with opened(Config(buttons=WIRED)) as (devices, _):
        assert [pins.pin(number).pull for number in (17, 27, 22)] == ["up"] * 3
        devices.buttons.changed(Button.BACK, True, 1e9)
        assert devices.buttons.presses(1e9 + 0.6) == [Press(Button.BACK, held=True)]
    assert pins.pin(17).function == "input"


def test_buttons_may_join_their_pins_to_the_supply(pins: MockFactory) -> None:
    with opened(Config(buttons=ButtonsConfig(draw=5, pressed="high"))):
        assert pins.pin(5).pull == "down"


def test_a_ring_over_spi_is_as_bright_as_its_supply_allows(spi: type[SpiDev]) -> None:
    config = RingConfig(kind="spi", count=2, supply_ma=62.0, brightness_percent=100)
    with opened(Config(ring=config)) as (devices, _):
        (ring,) = devices.rings
        ring.show([WHITE, WHITE])
        # 2 mA for the chips leave 60 for two lights of three times 20: half.
        assert spi.sent[-1].strip(b"\0") == spi.sent[-1][len(REST) : -len(REST)]
        assert spi.sent[-1].count(0b11111000) == 6 * 1  # 128 is one bit of eight, in each of six parts.
    assert set(spi.sent[-1]) == {0, 0b11000000}


def test_lights_on_pins(pins: MockFactory) -> None:
    config = RingConfig(kind="leds", leds=(5, ("GPIO6", 13, 19)), leds_lit="low", brightness_percent=50)
    with opened(Config(ring=config)) as (devices, _):
        (ring,) = devices.rings
        assert ring.count == 2
        ring.show([WHITE, WHITE])
        assert [round(float(pins.pin(number).state), 2) for number in (5, 6, 13, 19)] == [0.5] * 4


def test_what_cannot_be_used_is_said_and_the_rest_goes_on(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    config = Config(buttons=WIRED, ring=RingConfig(kind="spi"))
    with opened(config, well=False) as (devices, complaints):
        assert [words for words in complaints if "apt install python3-spidev" in words] == complaints
        assert len(complaints) == 1
        assert devices.rings == ()
        assert pins.pin(17).pull == "up"


@pytest.mark.parametrize(
    "config",
    [
        Config(buttons=ButtonsConfig(advance=10), ring=RingConfig(kind="spi")),
        Config(buttons=ButtonsConfig(back=20), sound=SoundConfig(card_on_header=True)),
    ],
)
@pytest.mark.usefixtures("spi")
def test_pins_that_something_else_needs_are_not_touched(config: Config, pins: MockFactory) -> None:
    with opened(config, well=False) as (devices, complaints):
        assert len(complaints) == 1
        assert "is needed by" in complaints[0]
        assert len(devices.rings) == (config.ring.kind == "spi")
        assert not pins.pins


def test_a_ring_that_fails_in_the_middle_is_said_once_and_comes_back(spi: type[SpiDev]) -> None:
    complaints: list[str] = []
    now_s = 0.0
    steady = SteadyRing(SpiRing(1), lambda: SpiRing(1), complaints.append, lambda: now_s)
    steady.show([WHITE])
    lit = spi.sent[-1]
    spi.fails = True
    for number in range(1000):
        now_s += 0.1
        steady.show([(BLACK, WHITE)[number % 2]])
    assert len(complaints) == 1
    assert "has failed (Input/output error)" in complaints[0]
    spi.fails = False
    spi.sent.clear()
    now_s += PAUSES_S[-1]
    steady.show([WHITE])
    assert spi.sent[-1] == lit
    spi.fails = True
    steady.show([BLACK])
    assert len(complaints) == 2


def test_a_ring_that_fails_stops_no_game(spi: type[SpiDev]) -> None:
    with opened(Config(ring=RingConfig(kind="spi", count=1)), well=False) as (devices, complaints):
        (ring,) = devices.rings
        spi.fails = True
        ring.show([WHITE])
        ring.show([WHITE])
        assert len(complaints) == 1
