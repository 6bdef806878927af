"""Tests of a companion killed at random moments: acknowledged events are kept.

It goes on with the very next event.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.thorough(but=["15"])
@pytest.mark.parametrize("kills", [15, 60])
def test_killed_at_any_moment_nothing_is_lost(tmp_path: Path, kills: int) -> None:
    killer = Path(__file__).with_name("journal_killer.py")
    command = [sys.executable, str(killer), str(tmp_path / "games.sqlite"), str(kills), "1"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert report["wrong"] == []
    assert report["kills"] == kills
    # Each of them had written at least one event.
    assert report["kept"] >= kills
