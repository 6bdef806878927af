"""Tests of Windows and macOS: things that they lack are removed here.

The commands of a laptop still run.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import DATA, ROOT

#: Libraries are loaded first, as they have their own ways for each system; then this looks like Windows to us.
_AS_ON_WINDOWS = """
import os, select, signal, sqlite3, subprocess, sys, tempfile
import cv2, numpy, PIL.Image, pygame, pyzbar.pyzbar, zxingcpp
sys.platform = "win32"
for of, names in {
    os: ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "readv", "getuid", "geteuid", "fork", "uname", "statvfs", "killpg"),
    select: ("poll",),
    signal: ("SIGHUP", "SIGKILL", "SIGALRM"),
}.items():
    for name in names:
        delattr(of, name)
for module in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[module] = None
from companion.main import main
sys.exit(max(main(words.split()) for words in sys.argv[1:]))
"""


def as_on_windows(*commands: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Return the commands one after the other, in one process."""
    return subprocess.run(
        [sys.executable, "-c", _AS_ON_WINDOWS, *commands],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "HOME": str(folder), "SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
def test_the_commands_of_a_laptop_need_nothing_that_windows_lacks(tmp_path: Path) -> None:
    drawn = (DATA / "monster" / "online-guide-example.txt").read_text(encoding="utf-8")
    position = tmp_path / "position.txt"
    position.write_text(drawn.partition("\n\n")[2].partition("---")[0], encoding="utf-8")
    done = as_on_windows(
        f"moves {position}",
        f"render {position} --out photo.png --size 960x720",
        f"games --journal games.sqlite import {DATA / 'version-0.1.0' / 'game.jsonl'}",
        "games --journal games.sqlite",
        "watch photo.png --seconds 1",
        folder=tmp_path,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert (tmp_path / "photo.png").exists()
