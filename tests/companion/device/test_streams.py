"""Tests of commands whose standard input, output or error are closed, full or not read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import DATA, ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no shell of this kind"),
]

GAME = DATA / "version-0.1.0" / "game.jsonl"


def run(words: str, behind: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command in a shell, with this behind it; return the command's own status."""
    command = f'"{sys.executable}" -m companion.main {words}'
    script = f"{{ {command}; echo $? >status; }} {behind}" if behind.startswith("|") else f"{command} {behind}"
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if behind.startswith("|"):
        done.returncode = int((folder / "status").read_text())
    return done


@pytest.mark.thorough(
    but=[
        "games-<&-",
        "games->&-",
        "games-2>&-",
        *(f"{words}-<&- >&- 2>&-" for words in ("tags --out sheets", "--help")),
    ]
)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["tags --out sheets", "games", "--help", "doctor --help"])
def test_closed_streams_hinder_no_command(words: str, closed: str, tmp_path: Path) -> None:
    done = run(words, closed, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert words != "tags --out sheets" or (tmp_path / "sheets" / "tags.pdf").exists()


def test_nothing_that_is_printed_gets_into_a_file(tmp_path: Path) -> None:
    """The first file that is opened would get the number of standard output."""
    assert run(f"games --journal games.sqlite import {GAME}", "<&- >&- 2>&-", tmp_path).returncode == 0
    done = run("games --journal games.sqlite", "", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 2


@pytest.mark.parametrize("words", ["--help", "--version", "games --help", "games"])
def test_whoever_reads_no_further_ends_a_command_without_a_word(words: str, tmp_path: Path) -> None:
    # Nobody has read anything when the command writes.
    done = run(words, "| (exec <&-; sleep 0.1; while [ ! -e status ]; do sleep 0.1; done)", tmp_path)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", ["--help", "--version", "games"])
def test_a_full_disk_is_one_sentence(words: str, tmp_path: Path) -> None:
    done = run(words, ">/dev/full", tmp_path)
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert sentence.endswith(": No space left on device")


def test_what_should_come_from_a_closed_input_is_missing_in_a_sentence(tmp_path: Path) -> None:
    done = run("referee -", "<&-", tmp_path)
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("companion: standard input: ")
