"""Ring of WS2812 or SK6812 lights on a Raspberry Pi's SPI bus (data on GPIO10).

It needs no root, and works on every model.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from hardware.errors import HardwareError
from hardware.ring.brightness import drive
from hardware.ring.ring import BLACK, Rgb
from hardware.ring.ws2812 import ORDERS, SPEED_HZ, CurrentBudget, encode_lights, max_lights

DEFAULT_DEVICE = "/dev/spidev0.0"


class SpiBus(Protocol):
    """SPI bus functions that the ring needs; `spidev.SpiDev` has them."""

    def writebytes2(self, values: bytes) -> None:
        """Send the bytes; `OSError` if that fails."""

    def close(self) -> None:
        """Let go of the bus."""


class SpiRing:
    """`Ring` of lights in a chain; closing it makes it dark and releases the bus.

    The end of its `with` block closes it, too.
    """

    def __init__(
        self,
        count: int,
        *,
        order: str = "GRB",
        limit: float = 1.0,
        budget: CurrentBudget | None = None,
        device: str = DEFAULT_DEVICE,
        open_bus: Callable[[str], SpiBus] | None = None,
    ) -> None:
        """Open the bus, all lights dark.

        `order`: how the lights want their colours, one of `ORDERS`. `limit`: the brightness limit, 0..1, see `drive`;
        it is lowered to what `budget` allows, if there is one. `open_bus` opens the bus instead of `open_spi`.

        Raises `HardwareError` if the ring cannot be as asked for or the bus cannot be opened.
        """
        if order not in ORDERS:
            raise HardwareError(f"There is no pixel order {order!r} for the ring: choose one of {', '.join(ORDERS)}.")
        if not 1 <= count <= max_lights(order):
            raise HardwareError(
                f"A ring of {count} lights cannot be driven over SPI: with {order} there may be 1 to "
                f"{max_lights(order)}."
            )
        try:
            self.limit = budget.limit(count, order, limit) if budget else limit
        except ValueError as error:
            raise HardwareError(
                f"The ring's supply is too weak: {error}; give it fewer lights or a stronger supply."
            ) from None
        self.count = count
        self._order = order
        self._device = device
        self._shown: list[Rgb] | None = None
        self._bus: SpiBus | None = (open_bus or open_spi)(device)
        try:
            self.show([BLACK] * count)
        except HardwareError:
            self.close()
            raise

    def show(self, colours: Sequence[Rgb]) -> None:
        """Show one colour on each light; nothing is sent while nothing changes.

        Raises `HardwareError` if the bus fails.
        """
        if len(colours) != self.count:
            raise ValueError(f"{len(colours)} colours for {self.count} lights")
        if self._bus is None or list(colours) == self._shown:
            return
        try:
            self._bus.writebytes2(encode_lights([drive(colour, self.limit) for colour in colours], self._order))
        except OSError as error:
            raise HardwareError(
                f"The ring's bus {self._device} has failed ({error.strerror or error}): check that SPI is still "
                "switched on and that nothing else uses it."
            ) from error
        self._shown = list(colours)

    def close(self) -> None:
        """Turn the lights off and let go of the bus. Closing twice does no harm."""
        if self._bus is None:
            return
        try:
            self.show([BLACK] * self.count)
        except HardwareError:
            pass  # Whoever closes a ring that has failed knows it already.
        finally:
            self._bus.close()
            self._bus = None

    def __enter__(self) -> "SpiRing":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_spi(device: str) -> SpiBus:
    """Return the SPI bus behind a device file such as /dev/spidev0.0, set up for these lights.

    Raises `HardwareError` with what to do about it.
    """
    match = re.fullmatch(r"/dev/spidev(\d+)\.(\d+)", device)
    if match is None:
        raise HardwareError(f"{device!r} is no SPI device: write it like {DEFAULT_DEVICE}.")
    try:
        import spidev
    except Exception as error:  # A broken package may fail in any way.
        raise HardwareError(
            f"A ring over SPI needs the Python package spidev, which cannot be loaded ({error}): "
            "install it with sudo apt install python3-spidev."
        ) from error
    bus: Any = spidev.SpiDev()
    try:
        bus.open(int(match[1]), int(match[2]))
        bus.mode = 0
        bus.max_speed_hz = SPEED_HZ
    except OSError as error:
        bus.close()
        raise HardwareError(_failure_text(device, error)) from error
    return bus  # type: ignore[no-any-return]


def _failure_text(device: str, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"{device} may not be used: add the user to the group spi (sudo usermod -aG spi NAME) and log in again."
    if isinstance(error, FileNotFoundError) or not Path(device).exists():
        return (
            f"There is no {device}: switch SPI on (sudo raspi-config nonint do_spi 0, or dtparam=spi=on in "
            "/boot/firmware/config.txt) and start the Raspberry Pi again."
        )
    return f"{device} cannot be used ({error.strerror or error}): end the program that uses it, or choose another."
