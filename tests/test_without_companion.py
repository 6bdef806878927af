"""Tests that engine, hardware and most of vision are tested without the companion."""

import subprocess
import sys

import pytest

from tests import ROOT
from tests.test_architecture import BESIDE, imports
from tests.vision.conftest import TABLE_OF_A_GAME

#: Runs pytest as if the companion were not installed.
PROGRAM = """
import sys

class NotInstalled:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "companion":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NotInstalled())
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def run_pytest(*arguments: str) -> str:
    command = [sys.executable, "-c", PROGRAM, "-n", "0", "-p", "no:cacheprovider", "-q", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


@pytest.mark.slow
def test_they_run_without_it() -> None:
    collected = run_pytest("--collect-only", "tests/engine", "tests/hardware", "tests/vision")
    for file in ("engine/lifeboat/test_rules.py", "hardware/test_pins.py", "vision/test_mats.py"):
        assert f"tests/{file}: " in collected
    assert "100%" in run_pytest("tests/engine/test_codec.py", "tests/hardware/test_pins.py", "tests/vision/model")


def test_only_those_are_left_out_that_need_it() -> None:
    folder = ROOT / "tests" / "vision"
    plain = [name for name in TABLE_OF_A_GAME if not needs_companion(f"tests.vision.{name[:-3].replace('/', '.')}")]
    assert plain == []
    assert len(TABLE_OF_A_GAME) < len(list(folder.rglob("test_*.py"))) / 2


def needs_companion(module: str) -> bool:
    """Return True if a module imports the companion, itself or by others of the tests and tools."""
    to_read, seen = [module], {module}
    while to_read:
        for other in imports(to_read.pop()) - seen:
            if other.split(".")[0] == "companion":
                return True
            if other in BESIDE:
                seen.add(other)
                to_read.append(other)
    return False
