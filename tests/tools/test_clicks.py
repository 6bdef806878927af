"""Tests of the tool that clicks at random on the real window: its inputs and its needs."""

import os
from pathlib import Path

import pytest

from hardware.notify import Notifier
from tools import clicks
from tools.clicks import HeartbeatListener


def test_it_hears_signs_of_life_and_pages_as_systemd_would(tmp_path: Path) -> None:
    ear = HeartbeatListener(tmp_path / "notify")
    companion = Notifier({"NOTIFY_SOCKET": str(ear.path)})
    ear.heard_at = 0.0
    for name in ("start", "players", "start"):
        companion.status(f"page {name}")
    companion.alive()
    ear.listen()
    ear.close()
    assert ear.heard_at > 0.0
    assert ear.pages == {"start": 2, "players": 1}


def test_without_a_screen_of_its_own_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["clicks", "--game", "lifeboat"])
    monkeypatch.setitem(os.environ, "PATH", "")
    assert clicks.main() == 2
    assert "apt-get install xvfb xdotool" in capsys.readouterr().err
