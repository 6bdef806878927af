"""Tests of failing writes, syncs, opens, renames and removals: acknowledged entries stay.

Every failing call in turn takes half a minute: `faulty_life.py FOLDER 1 1`, with the faults loaded as below.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def lives(folder: Path, library: Path, every: int, first: int) -> dict[str, object]:
    """Return the results of `faulty_life.py` in a folder, with every so many-th call failing.

    Makes the library of the faults.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler for the faults")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, HERE / "faults.c", "-ldl"], check=True)
    # Without the folder of the script: `tests/companion` is not the program.
    command = [sys.executable, "-P", str(HERE / "faulty_life.py"), str(folder), str(every), str(first)]
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    report = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return dict(json.loads(report))


@pytest.mark.slow
@pytest.mark.thorough(but=["13-5"])
@pytest.mark.parametrize(("every", "first"), [(13, 5), pytest.param(4, 2, marks=pytest.mark.slow)])
def test_whichever_call_fails_what_was_acknowledged_is_kept(every: int, first: int, tmp_path: Path) -> None:
    (tmp_path / "journals").mkdir()
    report = lives(tmp_path / "journals", tmp_path / "faults.so", every, first)
    assert report["wrong"] == []
    # Only faults that kept something from being written prove anything.
    assert isinstance(report["hit"], int)
    assert report["hit"] > 20 // every
