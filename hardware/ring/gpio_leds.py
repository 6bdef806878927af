"""Single lights on the pins of a Raspberry Pi, in a row or a ring.

They have one colour, or three with a pin for each.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from hardware.pins import Pin, check_pins, load_gpiozero, machine_pins, opening
from hardware.ring.brightness import drive
from hardware.ring.ring import BLACK, Rgb


class GpioRing:
    """A `Ring` of LEDs on pins; dark and let go when it is closed (or its `with` block ends)."""

    def __init__(
        self,
        lights: Sequence[Pin | tuple[Pin, Pin, Pin]],
        *,
        active_high: bool = True,
        pwm: bool = True,
        limit: float = 1.0,
        pin_factory: Any = None,
    ) -> None:
        """Open the lights, dark: each one pin (one colour), or the three of red, green and blue.

        `active_high`: the pin feeds the light (or its common cathode is at ground); otherwise the light lies between
        3.3 V and the pin. `pwm`: dim by switching fast; otherwise lights are on or off. `limit`: the brightness limit,
        see `drive`; only with `pwm`. `pin_factory`: gpiozero's, by default the machine's own.

        Raises `HardwareError` if gpiozero or pins are missing, or a pin cannot be used; then none stays open.
        """
        gpiozero = load_gpiozero()
        factory = pin_factory or machine_pins()
        named = [_named(number, light) for number, light in enumerate(lights, start=1)]
        check_pins({what: pin for names in named for what, pin in names.items()}, factory.board_info)
        kind = gpiozero.PWMLED if pwm else gpiozero.LED
        self._pwm = pwm
        self._limit = limit
        self._devices: list[list[Any]] = []
        with ExitStack() as opened:
            for names in named:
                self._devices.append([])
                for what, pin in names.items():
                    with opening(what, pin):
                        device = kind(pin, active_high=active_high, pin_factory=factory)
                    opened.callback(device.close)
                    self._devices[-1].append(device)
            self._opened = opened.pop_all()
        self._shown = [BLACK] * self.count

    @property
    def count(self) -> int:
        """Number of lights."""
        return len(self._devices)

    def show(self, colours: Sequence[Rgb]) -> None:
        """Show one colour on each light; lights that stay as they are are left alone."""
        if len(colours) != self.count:
            raise ValueError(f"{len(colours)} colours for {self.count} lights")
        for number, colour in enumerate(colours):
            if colour != self._shown[number]:
                self._drive(self._devices[number], colour)
                self._shown[number] = colour

    def close(self) -> None:
        """Turn the lights off and let go of their pins. Closing twice does no harm."""
        self._opened.close()

    def __enter__(self) -> "GpioRing":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _drive(self, devices: Sequence[Any], colour: Rgb) -> None:
        # A light of one colour shows how bright the colour is at its brightest.
        parts = colour if len(devices) == 3 else (max(colour),) * 3
        shares = drive(parts, self._limit) if self._pwm else tuple(float(part >= 128) for part in parts)
        for device, share in zip(devices, shares, strict=False):
            device.value = share


def _named(number: int, light: Pin | tuple[Pin, Pin, Pin]) -> dict[str, Pin]:
    """Return the pins of a light by what a person would call them."""
    if isinstance(light, tuple):
        return {f"{part} of light {number}": pin for part, pin in zip(("red", "green", "blue"), light, strict=True)}
    return {f"light {number}": light}
