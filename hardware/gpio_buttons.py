"""Real buttons on the pins of a Raspberry Pi."""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from hardware.buttons import Button, Buttons, Source
from hardware.pins import Pin, check_pins, load_gpiozero, machine_pins, opening


class GpioButtons:
    """Buttons on pins that pass their events to `buttons` until closed.

    The end of its `with` block closes it, too.
    """

    def __init__(
        self,
        pins: Mapping[Button, Pin],
        buttons: Buttons,
        *,
        active_low: bool = True,
        clock: Callable[[], float] = time.monotonic,
        pin_factory: Any = None,
    ) -> None:
        """Watch the pins; not every button needs one.

        `active_low`: the button joins its pin to ground, and the pin is pulled up inside; otherwise it joins the pin
        to 3.3 V, and the pin is pulled down. `clock` must be the one that `buttons` is asked by. `pin_factory`:
        gpiozero's, by default the machine's own.

        Raises `HardwareError` if gpiozero or pins are missing, or a pin cannot be used; then none stays open.
        """
        gpiozero = load_gpiozero()
        factory = pin_factory or machine_pins()
        named = {f"the button {button.value}": pin for button, pin in pins.items()}
        check_pins(named, factory.board_info)
        self._buttons = buttons
        self._clock = clock
        with ExitStack() as opened:
            for (what, pin), button in zip(named.items(), pins, strict=True):
                with opening(what, pin):
                    device = gpiozero.DigitalInputDevice(pin, pull_up=active_low, pin_factory=factory)
                    opened.callback(device.close)
                    device.when_activated = self._teller(button, down=True)
                    device.when_deactivated = self._teller(button, down=False)
            self._opened = opened.pop_all()

    def close(self) -> None:
        """Let go of the pins; a button that is down then is no press. Closing twice does no harm."""
        self._opened.close()
        self._buttons.release_source(Source.PINS, self._clock())

    def __enter__(self) -> "GpioButtons":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _teller(self, button: Button, down: bool) -> Callable[[], None]:
        # gpiozero calls from a thread of its own.
        return lambda: self._buttons.changed(button, down, self._clock(), Source.PINS)
