"""Words of a walker that is silent for long, and the end of an act that does not end."""

import math
import time

import pytest

from tools.walk import progress
from tools.walk.machine import FoundFailures, Walk


def test_a_walker_says_what_it_does_and_where_it_stands_still(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_SILENT_S", 0.01)
    with progress.telling(lambda: "7 walks"):
        time.sleep(0.2)
    told = capfd.readouterr().err
    assert "7 walks\n" in told
    assert "time.sleep(0.2)" in told


def test_an_act_that_hangs_is_a_failure() -> None:
    with pytest.raises(TimeoutError, match="did not end within"), progress.time_limit(0.05):
        time.sleep(10)
    time.sleep(0.1)


def test_no_walk_begins_when_the_time_is_up_unless_a_failure_is_made_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    found = FoundFailures()
    monkeypatch.setattr(Walk, "found", found)
    found.until = -math.inf
    with pytest.raises(KeyboardInterrupt):
        Walk.open.__wrapped__(Walk(), None)  # type: ignore[attr-defined]
    assert found.walks == 0
    found.shortened = "checks.py:check:1"
    with pytest.raises(AttributeError):
        Walk.open.__wrapped__(Walk(), None)  # type: ignore[attr-defined]
    assert found.walks == 1
