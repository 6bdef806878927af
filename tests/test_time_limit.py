"""Each test has a time limit: an endless loop fails, and the tests after it still run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

ENDLESS = """
def test_endless():
    while True:
        pass


def test_after_it():
    pass
"""


def test_every_test_has_a_time_limit(pytestconfig: pytest.Config) -> None:
    assert 60 <= float(pytestconfig.getini("timeout")) <= 900


@pytest.mark.slow
def test_an_endless_loop_fails_and_the_next_test_runs(tmp_path: Path) -> None:
    (tmp_path / "test_loop.py").write_text(ENDLESS)
    options = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-n", "0", "-o", "timeout=0.3"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)], check=False, capture_output=True, text=True
    )
    assert run.returncode == 1
    assert "Timeout" in run.stdout
    assert "1 failed, 1 passed" in run.stdout
