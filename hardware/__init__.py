"""Buttons and LED ring. Knows no game.

This face loads a module when one of its names is first asked for (docs/python.md shows them at work).
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.buttons import Button, Buttons, Press
    from hardware.errors import HardwareError
    from hardware.gpio_buttons import GpioButtons
    from hardware.ring.gpio_leds import GpioRing
    from hardware.ring.patterns import Alert, Celebrate, Countdown, Pattern, Progress, Pulse, Seat
    from hardware.ring.ring import MemoryRing, Ring
    from hardware.ring.spi_ring import SpiRing

_MODULES = {
    "hardware.buttons": ("Button", "Buttons", "Press"),
    "hardware.errors": ("HardwareError",),
    "hardware.gpio_buttons": ("GpioButtons",),
    "hardware.ring.gpio_leds": ("GpioRing",),
    "hardware.ring.patterns": ("Alert", "Celebrate", "Countdown", "Pattern", "Progress", "Pulse", "Seat"),
    "hardware.ring.ring": ("MemoryRing", "Ring"),
    "hardware.ring.spi_ring": ("SpiRing",),
}
__all__ = [
    "Alert",
    "Button",
    "Buttons",
    "Celebrate",
    "Countdown",
    "GpioButtons",
    "GpioRing",
    "HardwareError",
    "MemoryRing",
    "Pattern",
    "Press",
    "Progress",
    "Pulse",
    "Ring",
    "Seat",
    "SpiRing",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return a name of the face, from the module that has it."""
        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
