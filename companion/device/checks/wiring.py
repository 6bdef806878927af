"""Checks of the wiring of the pins: buttons and lights, as the config names them."""

from collections.abc import Iterator
from contextlib import ExitStack

from companion.device.checks.finding import Finding, good, note, wrong
from companion.device.config import Config
from companion.device.devices import open_devices


def pins(config: Config) -> Iterator[Finding]:
    """Open the buttons and light for a moment."""
    named = config.buttons.pins()
    if not named and config.ring.kind == "none":
        yield note("pins", "the config names no buttons and no ring: keys and the screen do instead")
        return
    complaints: list[str] = []
    with ExitStack() as opened:
        open_devices(config, opened, complaints.append)
    for complaint in complaints:
        yield wrong("pins", complaint)
    if complaints:
        return
    buttons = ", ".join(f"{name} on {pin}" for name, pin in named.items()) or "no buttons"
    ring = {"none": "no ring", "spi": f"a ring of {config.ring.count} lights", "leds": f"{len(config.ring.leds)} LEDs"}
    yield good("pins", f"{buttons}; {ring[config.ring.kind]}")


def bus_clock(config: Config, model: str, boot_config: str) -> Iterator[Finding]:
    """Check that the clock of the SPI bus is fixed.

    On older models it follows the clock of the processor's core. `model` is the machine's own name, `boot_config`
    the text of its config.txt.
    """
    if config.ring.kind != "spi" or "Raspberry Pi" not in model:
        return
    lines = {line.split("#")[0].replace(" ", "") for line in boot_config.splitlines()}
    wanted = None
    if "Raspberry Pi 4" in model:
        wanted = "core_freq_min=500"
    elif "Raspberry Pi 3" in model or "Zero 2" in model:
        wanted = "core_freq=250"
    if wanted is None or wanted in lines:
        yield good("SPI clock", "steady")
    else:
        yield wrong("SPI clock", f"it may drift and the ring flicker: add {wanted} to /boot/firmware/config.txt")
