"""Tests that engine, hardware and vision are tested without the companion."""

import re
import subprocess
import sys

import pytest

from tests import ROOT
from tests.test_architecture import BESIDE, imports

#: Tests of the packages below the companion.
FOLDERS = ("tests/engine", "tests/hardware", "tests/vision")

#: Files whose tests run, quickly.
SOME = ("test_codec.py", "test_pins.py", "test_surface.py", "test_pinhole.py", "test_corners_by_hand.py")

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
    command = [sys.executable, "-c", PROGRAM, "-n", "0", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


@pytest.mark.slow
def test_they_run_without_it() -> None:
    said = run_pytest(*(str(path) for folder in FOLDERS for name in SOME for path in (ROOT / folder).rglob(name)))
    (run,) = re.findall(r"(\d+) passed", said)
    assert int(run) > 50


def test_none_of_them_needs_it() -> None:
    files = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("test_*.py"))]
    modules = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    assert len(modules) > 60
    assert [module for module in modules if needs_companion(module)] == []


def needs_companion(module: str) -> bool:
    """Return True if a module imports the companion, itself or by others of the tests and tools."""
    to_read, seen = [module], {module}
    while to_read:
        for other in imports(to_read.pop()) - seen:
            if other.split(".")[0] == "companion":
                return True
            # The packages round a module are imported with it.
            names = other.split(".")
            for module in {".".join(names[:length]) for length in range(1, len(names) + 1)} & BESIDE.keys() - seen:
                seen.add(module)
                to_read.append(module)
    return False
