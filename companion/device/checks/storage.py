"""The disk: room, settings, config."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.device.checks.finding import Finding, good, wrong
from companion.device.config_file import load_config
from companion.device.settings import GameOptions, load_settings

#: With less room than this (bytes) something will soon fail; a game takes a few hundred kilobytes at most.
LITTLE_ROOM = 200_000_000


def disk(folder: Path) -> Iterator[Finding]:
    """Check that the disk with the games has free space and can be written."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(existing).free
    try:
        # A folder that does not exist yet will be made in the one that does.
        with tempfile.TemporaryFile(dir=existing) as file:
            file.write(b"x")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        yield wrong("disk", f"nothing can be written in {existing} ({error.strerror}); games would be lost at the end")
        return
    if free < LITTLE_ROOM:
        yield wrong("disk", f"only {free / 1e6:.0f} MB are free in {existing}: make room")
    else:
        yield good("disk", f"{free / 1e9:.1f} GB free in {existing}")


def config(path: Path, games: GameOptions) -> Iterator[Finding]:
    """Check the config file."""
    _, problems = load_config(path, games)
    for problem in problems:
        yield wrong("config", problem)
    if not problems:
        text = f"{path}" if path.exists() else f"no file {path}: the defaults hold (companion config --write)"
        yield good("config", text)


def settings(path: Path, games: GameOptions) -> Iterator[Finding]:
    """Check that the settings changed on the screen can be read."""
    _, problems = load_settings(path, games=games)
    for problem in problems:
        yield wrong("settings", problem)
    if not problems:
        yield good("settings", f"{path}" if path.exists() else "nothing has been changed on the screen yet")
