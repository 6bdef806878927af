"""Checks of the machine: system, versions of the companion's parts, temperature, supply."""

import importlib
import importlib.metadata
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from companion.device.checks.finding import Finding, good, note, wrong
from companion.device.packages import describe_package_failure
from companion.device.version import version_and_commit
from vision.bounded_files import read_beginning

#: So much is looked at of a small file of the system.
MOST_BYTES = 100_000

#: Packages that must be there, and those that only some boxes need.
NEEDED = ("numpy", "zxing-cpp", "pillow", "segno", "reportlab", "gpiozero")
#: How those that are needed are imported.
MODULES = ("numpy", "cv2", "pygame", "zxingcpp", "PIL", "segno", "reportlab", "gpiozero")
#: Two packages bring the same module; one of them must be there.
EITHER = (("opencv-python-headless", "opencv-python"), ("pygame-ce", "pygame"))
OPTIONAL = ("pyzbar", "pillow-heif", "picamera2", "lgpio", "spidev")
#: The machine slows itself down from about 80 degrees Celsius on (Raspberry Pi documentation).
HOT_C = 75.0
#: Where the kernel of a Raspberry Pi tells these bits to everybody.
THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
# Bits of `vcgencmd get_throttled` (Raspberry Pi documentation).
#: Bit for a voltage that is too low now.
_LOW_VOLTAGE_NOW = 1 << 0
#: Bit for a processor that is throttled now.
_THROTTLED_NOW = 1 << 2
#: Bit for a voltage that has been too low since start.
_LOW_VOLTAGE_BEFORE = 1 << 16
#: Bit for a processor that has been throttled since start.
_THROTTLED_BEFORE = 1 << 18


def versions() -> Iterator[Finding]:
    """Yield the machine, its system, and the versions of the packages."""
    model = read_system_text("/proc/device-tree/model") or platform.machine()
    release = re.search(r'^PRETTY_NAME="?([^"\n]*)', read_system_text("/etc/os-release"), re.MULTILINE)
    yield good("machine", f"{model}, {release.group(1) if release else platform.system()}, kernel {platform.release()}")
    yield good("versions", f"companion {version_and_commit()}, Python {platform.python_version()}")
    found = [f"{name} {version}" for name in NEEDED if (version := _version(name))]
    missing = [name for name in NEEDED if not _version(name)]
    for names in EITHER:
        installed = [f"{name} {version}" for name in names if (version := _version(name))]
        found += installed
        if not installed:
            missing.append(names[0])
        if len(installed) > 1:
            yield wrong("packages", f"{' and '.join(installed)} bring the same module: remove one of them with pip")
    found += [f"{name} {version}" for name in OPTIONAL if (version := _version(name))]
    if missing:
        yield wrong("packages", f"{', '.join(missing)} missing: set up again with ./run companion doctor")
    yield good("packages", ", ".join(found))


def packages() -> Iterator[Finding]:
    """Check that every package that is needed can be loaded."""
    for module in MODULES:
        try:
            importlib.import_module(module)
        except Exception as error:  # A broken package may fail in any way.
            yield wrong("packages", describe_package_failure(module, error))


def readers() -> Iterator[Finding]:
    """Yield the libraries that read codes."""
    try:
        importlib.import_module("pyzbar.pyzbar")
    except Exception:  # The library of the system may be another one than its package expects.
        yield note("readers", "zxing-cpp alone; the second reader needs the library: sudo apt install libzbar0")
        return
    yield good("readers", "zxing-cpp and zbar")


def temperature(zones: Path = Path("/sys/class/thermal")) -> Iterator[Finding]:
    """Check the temperature of the processor."""
    degrees = []
    for zone in sorted(zones.glob("thermal_zone*/temp")):
        value = read_system_text(str(zone))
        if value.lstrip("-").isdigit():
            degrees.append(int(value) / 1000)
    if not degrees:
        yield note("temperature", "this machine does not tell it")
    elif max(degrees) > HOT_C:
        yield wrong("temperature", f"{max(degrees):.0f} °C: it will become slow; give it air, a heat sink or a fan")
    else:
        yield good("temperature", f"{max(degrees):.0f} °C")


def supply(command: str = "vcgencmd", kernels: str = THROTTLED) -> Iterator[Finding]:
    """Check that a Raspberry Pi gets enough voltage.

    The service may not ask the firmware itself: the kernel tells it what it was told (`kernels`).
    """
    if shutil.which(command) is None:
        yield note("supply", "only Raspberry Pis tell whether their supply is strong enough")
        return
    try:
        done = subprocess.run([command, "get_throttled"], capture_output=True, text=True, timeout=5, check=False)
        told = read_system_text(kernels) if done.returncode else done.stdout.partition("=")[2]
        bits = int(told, 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        yield note(
            "supply", f"{command} does not tell whether the supply is strong enough; is the user in group video?"
        )
        return
    if bits & _LOW_VOLTAGE_NOW:
        yield wrong("supply", "too low a voltage now: use the Raspberry Pi's own power supply and a short thick cable")
    elif bits & _LOW_VOLTAGE_BEFORE:
        yield wrong("supply", "the voltage has been too low since the start: use the Raspberry Pi's own power supply")
    elif bits & (_THROTTLED_NOW | _THROTTLED_BEFORE):
        yield wrong("supply", "the processor was slowed down since the start: it was too hot; give it air")
    else:
        yield good("supply", "strong enough since the start")


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def read_system_text(path: str) -> str:
    """Return the text of a small system file; empty if there is none."""
    try:
        return read_beginning(path, MOST_BYTES).decode(errors="replace").strip("\0\n \ufeff")
    except OSError:
        return ""
