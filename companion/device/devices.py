"""Opening of the configured buttons and lights; an unusable one is reported and skipped."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from companion.device.config import Config, RingConfig
from companion.device.log import warn
from hardware.buttons import Button, Buttons
from hardware.errors import HardwareError
from hardware.gpio_buttons import GpioButtons
from hardware.pins import check_pins, default_board
from hardware.ring.gpio_leds import GpioRing
from hardware.ring.ring import Rgb, Ring
from hardware.ring.spi_ring import SpiRing

#: The pauses (seconds) before a ring that has failed is opened again: they grow, as a cable seldom mends itself soon.
PAUSES_S = (1.0, 2.0, 5.0, 10.0, 30.0)


@dataclass(frozen=True)
class Devices:
    """Open devices: `buttons` (which keys and screen feed too), and the rings of lights."""

    buttons: Buttons
    rings: tuple[Ring, ...] = ()


def open_devices(config: Config, opened: ExitStack, complain: Callable[[str], None] = warn) -> Devices:
    """Open the devices of the config; `opened` closes them.

    An unusable device is left out, and `complain` gets the reason.
    """
    buttons = Buttons(hold_s=config.buttons.hold_s, debounce_s=config.buttons.debounce_s)
    pins = {Button(name): pin for name, pin in config.buttons.pins().items()}
    try:
        if pins:
            named = {f"the button {button}": pin for button, pin in pins.items()}
            check_pins(named, default_board(), (*config.ring.reserved(), *config.sound.reserved()))
            opened.enter_context(GpioButtons(pins, buttons, active_low=config.buttons.pressed == "low"))
    except HardwareError as error:
        complain(str(error))
    if config.ring.kind == "none":
        return Devices(buttons)
    try:
        ring = _open_ring(config.ring)
    except HardwareError as error:
        complain(str(error))
        return Devices(buttons)
    steady = SteadyRing(ring, lambda: _open_ring(config.ring), complain)
    opened.callback(steady.close)
    return Devices(buttons, (steady,))


def _open_ring(config: RingConfig) -> Ring:
    limit = config.brightness_percent / 100
    if config.kind == "spi":
        return SpiRing(config.count, order=config.order, limit=limit, budget=config.budget(), device=config.spi_device)
    return GpioRing(config.leds, active_high=config.leds_lit == "high", limit=limit)


class SteadyRing:
    """Ring whose failure stops no game: reported once, and opened again at growing intervals."""

    def __init__(
        self,
        ring: Ring,
        open_again: Callable[[], Ring],
        complain: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`ring` is open; `open_again` opens one like it, or raises HardwareError."""
        self._ring: Ring | None = ring
        self.count = ring.count
        self._open_again, self._complain, self._clock = open_again, complain, clock
        self._failures = 0
        self._try_at = 0.0
        self._reported_reason = ""

    def show(self, colours: Sequence[Rgb]) -> None:
        """Show one colour on each light, as long as that works."""
        if self._ring is None and self._clock() < self._try_at:
            return
        try:
            self._ring = self._ring or self._open_again()
            self._ring.show(colours)
        except HardwareError as error:
            self._lose(str(error))
            return
        self._failures, self._reported_reason = 0, ""

    def _lose(self, why: str) -> None:
        self.close()
        self._try_at = self._clock() + PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
        self._failures += 1
        if why != self._reported_reason:
            self._reported_reason = why
            self._complain(why)

    def close(self) -> None:
        """Turn the lights off and let go of them."""
        if self._ring is not None:
            self._ring.close()
            self._ring = None
