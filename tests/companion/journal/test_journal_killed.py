"""The companion is killed at random moments: what it had acknowledged is kept, and it goes on with that very event."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

KILLS = 60


def test_killed_at_any_moment_nothing_is_lost(memory_folder: Path) -> None:
    killer = Path(__file__).with_name("journal_killer.py")
    command = [sys.executable, str(killer), str(memory_folder / "games.sqlite"), str(KILLS), "1"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert report["wrong"] == []
    assert report["kills"] == KILLS
    # Each of them had written at least one event.
    assert report["kept"] >= KILLS
