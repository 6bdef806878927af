"""Check of screen blanking: settings that switch the screen off while nobody touches it.

Players who think do not touch it.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from companion.device.checks.camera_check import SERVICE, UNIT_FOLDERS
from companion.device.checks.finding import Finding, good, note, wrong
from companion.device.checks.machine import read_system_text

#: Seconds without a key after which the kernel switches the console off; 0: never.
CONSOLE = Path("/sys/module/kernel/parameters/consoleblank")
#: The driver with which there is nothing between us and the kernel.
_KMSDRM = "kmsdrm"
#: Programs that switch the screen of a Wayland desktop off when it is idle; raspi-config starts the first.
_IDLE_PROGRAMS = frozenset({"swayidle", "hypridle"})


def blanking(
    driver: str,
    *,
    environment: Mapping[str, str] = os.environ,
    console: Path = CONSOLE,
    processes: Path = Path("/proc"),
    unit_folders: Sequence[Path] = UNIT_FOLDERS,
) -> Iterator[Finding]:
    """Tell what may switch the screen off. `driver`: the config's, "" if it names none."""
    found = False
    seconds = read_system_text(str(console))
    if seconds.isdigit() and int(seconds) > 0 and _uses_kmsdrm(driver, environment, unit_folders):
        found = True
        yield wrong(
            "blanking",
            f"the kernel switches the screen off after {seconds} seconds without a key: add consoleblank=0 to the line "
            "in /boot/firmware/cmdline.txt and restart",
        )
    for name, after_s in _idle_programs(processes):
        found = True
        yield note(
            "blanking",
            f"{name} runs and may switch the screen off{after_s}: say no in sudo raspi-config, Display Options, Screen "
            f"Blanking, or take {name} out of ~/.config/labwc/autostart",
        )
    if seconds and not found:
        yield good("blanking", "nothing is found that switches the screen off")


def _uses_kmsdrm(driver: str, environment: Mapping[str, str], unit_folders: Sequence[Path]) -> bool:
    """Return True if SDL uses the screen itself, by config, environment and drop-ins.

    The drop-ins are those of the service.
    """
    if driver or environment.get("SDL_VIDEODRIVER"):
        return _KMSDRM in (driver, environment.get("SDL_VIDEODRIVER"))
    drop_ins = [path for folder in unit_folders for path in (folder / f"{SERVICE}.d").glob("*.conf")]
    return any(_KMSDRM in read_system_text(str(path)) for path in drop_ins)


def _idle_programs(processes: Path) -> Iterator[tuple[str, str]]:
    """Yield each program that waits for idleness, once, with how long it waits, in words."""
    seen: set[str] = set()
    for command in sorted(processes.glob("[0-9]*/cmdline")):
        words = read_system_text(str(command)).split("\0")
        name = Path(words[0]).name
        if name not in _IDLE_PROGRAMS or name in seen:
            continue
        seen.add(name)
        times = [int(after) for after in re.findall(r"\btimeout (\d+)", " ".join(words))]
        yield name, f" after {min(times)} seconds without a touch" if times else ""
