"""What buttons and lights on pins have in common: the pin library gpiozero, and its errors as sentences.

Pins are written as gpiozero does: 17 or "GPIO17" (Broadcom number), "BOARD11" or "J8:11" (place on the header).
"""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from hardware.errors import HardwareError

Pin = int | str


def load_gpiozero() -> Any:
    """The library, loaded only when pins are asked for.

    Raises `HardwareError` if it is not installed.
    """
    try:
        import gpiozero
    except ImportError as error:
        raise HardwareError(
            f"Buttons and lights on pins need the Python package gpiozero, which cannot be loaded ({error}): "
            "install it with pip install gpiozero."
        ) from error
    return gpiozero


def machine_pins() -> Any:
    """The pin factory for this machine's own pins; gpiozero's setting GPIOZERO_PIN_FACTORY chooses it.

    Raises `HardwareError` if this machine has no pins that can be used.
    """
    device = load_gpiozero().Device
    with warnings.catch_warnings(record=True) as tried:
        warnings.simplefilter("always")
        try:
            device.ensure_pin_factory()
        except Exception as error:  # each pin library has error classes of its own
            # The first library tried is the one that Raspberry Pis have; the others are no use to most people.
            reason = str(tried[0].message).removeprefix("Falling back from ") if tried else str(error)
            raise HardwareError(
                f"This machine's pins cannot be used ({reason}): on a Raspberry Pi install python3-lgpio with apt "
                "and add the user to the group gpio; on other machines leave buttons and lights on pins out."
            ) from error
    return device.pin_factory


def check_pins(pins: Mapping[str, Pin], factory: Any) -> None:
    """Refuse pins that do not exist, and one pin for two things; `pins` by what hangs on them.

    Raises `HardwareError`.
    """
    taken: dict[str, str] = {}
    for what, pin in pins.items():
        names = [info.name for _, info in factory.board_info.find_pin(pin)]
        if not names:
            raise HardwareError(
                f"There is no pin {pin!r} for {what} on this board: write a number like 17 (Broadcom), or a place on "
                'the header like "BOARD11".'
            )
        if names[0] in taken:
            raise HardwareError(
                f"The pin {pin!r} is given twice, for {taken[names[0]]} and for {what}: give each its own."
            )
        taken[names[0]] = what


@contextmanager
def opening(what: str, pin: Pin) -> Iterator[None]:
    """Turn any error while the device `what` is opened on `pin` into a `HardwareError`."""
    try:
        yield
    except Exception as error:  # each pin library has error classes of its own
        raise HardwareError(
            f"The pin {pin!r} cannot be used for {what} ({str(error) or type(error).__name__}): choose another pin, "
            "or end the program that uses it."
        ) from error
