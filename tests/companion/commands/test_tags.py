"""Tests of ``companion tags`` on a terminal: it asks for the lengths before it makes sheets."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest


def tags_on_a_terminal(folder: Path, typed: str, *options: str) -> str:
    """Run the command on a terminal on which this is typed; return what the terminal shows."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion.main", "tags", "--game", "lifeboat", "--out", str(folder), *options]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b""
        while True:
            try:
                shown += os.read(ours, 4096)
            except OSError:  # The command has ended.
                break
        assert process.wait() == 0, shown.decode()
    os.close(ours)
    return shown.decode()


@pytest.mark.slow
def test_lengths_are_asked_until_they_can_be(tmp_path: Path) -> None:
    shown = tags_on_a_terminal(tmp_path, "wide\n20\n64,5 mm\n\n\n\n")
    assert "width of a card in its sleeve, in mm [63]: " in shown
    assert "“wide” is no number of millimetres." in shown
    assert "--card-mm is 20, expected 34 to 150 millimetres." in shown
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["card_mm"], manifest["card_length_mm"]) == (64.5, 88)


@pytest.mark.slow
def test_nothing_is_asked_where_a_length_is_given(tmp_path: Path) -> None:
    shown = tags_on_a_terminal(tmp_path, "", "--card-mm", "65")
    assert "in mm [" not in shown
    assert json.loads((tmp_path / "manifest.json").read_text())["card_mm"] == 65
