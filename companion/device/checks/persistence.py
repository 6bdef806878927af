"""Check that saved files outlast the power.

Folders in memory lose them, and so do overlay file systems that keep there what is written.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.device.checks.finding import Finding, wrong
from companion.device.checks.machine import read_system_text

#: File systems that are gone with the power, and devices in memory that others may be on.
_IN_MEMORY = frozenset({"tmpfs", "ramfs"})
_MEMORY_DEVICES = ("/dev/zram", "/dev/ram")
#: File systems that keep what is written elsewhere than what was there before.
_OVERLAYS = frozenset({"overlay", "overlayfs"})
#: What raspi-config lets the kernel's command line say when the overlay is in memory: now, and before bookworm.
_OVERLAY_AT_START = re.compile(r"\boverlayroot=tmpfs|\bboot=overlay\b")


@dataclass(frozen=True)
class _Mount:
    """A file system, where it is mounted, and what it says of itself (proc_pid_mountinfo(5))."""

    place: Path
    kind: str
    source: str
    options: str

    @property
    def in_memory(self) -> bool:
        return self.kind in _IN_MEMORY or self.source.startswith(_MEMORY_DEVICES)


def persistence(
    folders: Iterable[Path], mounts: Path = Path("/proc/self/mountinfo"), command_line: Path = Path("/proc/cmdline")
) -> Iterator[Finding]:
    """Name each of the folders that forgets what is kept there at power-off."""
    table = _mounts(read_system_text(str(mounts)))
    overlay_at_start = bool(_OVERLAY_AT_START.search(read_system_text(str(command_line))))
    for folder in dict.fromkeys(folders):
        mount = _mount_of(folder.resolve(), table)
        if mount is None:
            continue
        if mount.in_memory:
            yield wrong("disk", f"{folder} forgets at power-off, as it is in memory ({mount.kind}): keep it on a disk")
        elif mount.kind in _OVERLAYS and (overlay_at_start or _upper_is_in_memory(mount, table)):
            yield wrong(
                "disk",
                f"{folder} forgets at power-off, as the overlay file system is on: switch it off in sudo raspi-config, "
                "Performance Options, or keep games on another disk ([games] journal in the config)",
            )


def _mounts(mountinfo: str) -> list[_Mount]:
    found = []
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        places, about = before.split(" "), after.split(" ")
        if len(places) > 4 and len(about) > 2:
            found.append(_Mount(Path(_unescaped(places[4])), about[0], about[1], _unescaped(about[2])))
    return found


def _unescaped(text: str) -> str:
    """Return spaces and the like, which the kernel writes as octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)


def _mount_of(folder: Path, table: Sequence[_Mount]) -> _Mount | None:
    """Return a folder's file system: the deepest, and of several at one place the last."""
    above = [mount for mount in table if mount.place in (folder, *folder.parents)]
    return max(reversed(above), key=lambda mount: len(mount.place.parts), default=None)


def _upper_is_in_memory(overlay: _Mount, table: Sequence[_Mount]) -> bool:
    upper = re.search(r"(?:^|,)upperdir=([^,]+)", overlay.options)
    mount = _mount_of(Path(upper[1]), table) if upper else None
    return mount is not None and mount.in_memory
