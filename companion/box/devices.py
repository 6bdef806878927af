"""Opens the buttons and lights that the config names; one that cannot be used is said, and the rest goes on."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from companion.box.config import Config, RingConfig
from companion.box.log import warn
from hardware.buttons import Button, Buttons
from hardware.errors import HardwareError
from hardware.gpio_buttons import GpioButtons
from hardware.pins import check_pins, usual_board
from hardware.ring.gpio_leds import GpioRing
from hardware.ring.ring import Rgb, Ring
from hardware.ring.spi_ring import SpiRing


@dataclass(frozen=True)
class Devices:
    """What is open: `buttons` (that keys and screen feed too), and the rings of lights."""

    buttons: Buttons
    rings: tuple[Ring, ...] = ()


def open_devices(config: Config, opened: ExitStack, complain: Callable[[str], None] = warn) -> Devices:
    """Opens what the config names; `opened` closes it. What cannot be used is left out, and `complain` told why."""
    buttons = Buttons(hold_s=config.buttons.hold_s, debounce_s=config.buttons.debounce_s)
    pins = {Button(name): pin for name, pin in config.buttons.pins().items()}
    try:
        if pins:
            named = {f"the button {button}": pin for button, pin in pins.items()}
            check_pins(named, usual_board(), (*config.ring.reserved(), *config.sound.reserved()))
            opened.enter_context(GpioButtons(pins, buttons, active_low=config.buttons.pressed == "low"))
    except HardwareError as error:
        complain(str(error))
    try:
        ring = _open_ring(config.ring)
    except HardwareError as error:
        complain(str(error))
        return Devices(buttons)
    if ring is None:
        return Devices(buttons)
    opened.callback(ring.close)
    return Devices(buttons, (ForgivingRing(ring, complain),))


def _open_ring(config: RingConfig) -> Ring | None:
    limit = config.brightness_percent / 100
    if config.kind == "spi":
        return SpiRing(config.count, order=config.order, limit=limit, budget=config.budget(), device=config.spi_device)
    if config.kind == "leds":
        return GpioRing(config.leds, active_high=config.leds_lit == "high", limit=limit)
    return None


class ForgivingRing:
    """A ring whose failing stops no game: it is said once, and shown on no more."""

    def __init__(self, ring: Ring, complain: Callable[[str], None]) -> None:
        self._ring, self._complain = ring, complain
        self._failed = False

    @property
    def count(self) -> int:
        """How many lights there are."""
        return self._ring.count

    def show(self, colours: Sequence[Rgb]) -> None:
        """Shows one colour on each light, as long as that works."""
        if self._failed:
            return
        try:
            self._ring.show(colours)
        except HardwareError as error:
            self._failed = True
            self._complain(str(error))

    def close(self) -> None:
        """Turns the lights off and lets go of them."""
        self._ring.close()
