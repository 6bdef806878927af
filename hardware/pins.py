"""Pins of buttons and lights: the pin library gpiozero, and its errors as sentences.

Pins are written as gpiozero does: 17 or "GPIO17" (Broadcom number), "BOARD11" or "J8:11" (place on the header).
"""

import atexit
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from hardware.errors import HardwareError

Pin = int | str


@dataclass(frozen=True)
class Reserved:
    """Reserved pins: Broadcom numbers, and the user and purpose, to follow "is needed by"."""

    numbers: frozenset[int]
    by: str


ID_PINS = Reserved(frozenset({0, 1}), "the Raspberry Pi itself, to ask boards on its header what they are")
SPI0 = Reserved(frozenset({7, 8, 9, 10, 11}), "SPI, which drives the ring (GPIO7 to GPIO11)")
SPI1 = Reserved(frozenset({16, 17, 18, 19, 20, 21}), "the second SPI bus, which drives the ring (GPIO16 to GPIO21)")
I2S = Reserved(frozenset({18, 19, 20, 21}), "the sound card on the header, over I2S (GPIO18 to GPIO21)")


def load_gpiozero() -> Any:
    """Return the library, loaded only when pins are asked for.

    Raises `HardwareError` if it is not installed.
    """
    try:
        import gpiozero
    except Exception as error:  # A broken package may fail in any way.
        raise HardwareError(
            f"Buttons and lights on pins need the Python package gpiozero, which cannot be loaded ({error}): "
            "install it with pip install gpiozero."
        ) from error
    return gpiozero


def machine_pins() -> Any:
    """Return the pin factory for this machine's own pins.

    gpiozero's setting GPIOZERO_PIN_FACTORY chooses it. Raises `HardwareError` if this machine has no pins that can
    be used.
    """
    device = load_gpiozero().Device
    _set_lgpio_folder()
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


def _set_lgpio_folder() -> None:
    """Name a folder where lgpio may put its pipe.

    Otherwise it takes the working one, and fails where that is read-only.
    """
    if os.environ.get("LG_WD"):
        return
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not folder:
        # One of our own: in a shared one it would stumble over the pipes of other users.
        folder = tempfile.mkdtemp(prefix="lgpio-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["LG_WD"] = folder


def default_board() -> Any:
    """Return the pins of every Raspberry Pi with 40 of them, as gpiozero describes a board.

    It needs no such machine. Raises `HardwareError` if gpiozero is not installed.
    """
    load_gpiozero()
    from gpiozero.pins.pi import PiBoardInfo

    return PiBoardInfo.from_revision(_RASPBERRY_PI_4)


_RASPBERRY_PI_4 = 0xC03111


def check_pins(pins: Mapping[str, Pin], board: Any, reserved: Sequence[Reserved] = ()) -> None:
    """Refuse pins that do not exist, one pin for two things, and pins that something else needs.

    `pins` by what hangs on them; `board` as gpiozero tells of it (`factory.board_info`); the pins of `reserved` are
    taken besides `ID_PINS`, which always are.

    Raises `HardwareError`.
    """
    taken: dict[str, str] = {}
    for what, pin in pins.items():
        names = [info.name for _, info in board.find_pin(pin)]
        if not names:
            raise HardwareError(
                f"There is no pin {pin!r} for {what} on this board: write a number like 17 (Broadcom), or a place on "
                'the header like "BOARD11".'
            )
        name = names[0]
        if not name.startswith("GPIO"):
            raise HardwareError(f"The pin {pin!r} for {what} is {name}, which cannot be switched: choose a GPIO pin.")
        for other in (ID_PINS, *reserved):
            if int(name.removeprefix("GPIO")) in other.numbers:
                raise HardwareError(f"The pin {pin!r} for {what} is needed by {other.by}: choose another.")
        if name in taken:
            raise HardwareError(f"The pin {pin!r} is given twice, for {taken[name]} and for {what}: give each its own.")
        taken[name] = what


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
