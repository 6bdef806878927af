"""Tests of a clone in which Git ends the lines of texts as Windows does."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests import ROOT


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_scripts_run_from_a_clone_with_line_ends_of_windows(tmp_path: Path) -> None:
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    (origin / "install").mkdir(parents=True)
    scripts = ["run", *(f"install/{script.name}" for script in (ROOT / "install").glob("*.sh"))]
    for name in (".gitattributes", *scripts):
        shutil.copy2(ROOT / name, origin / name)
    own = ["-c", "user.name=A", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q", "."], ["add", "."], [*own, "commit", "-q", "-m", "All"]):
        subprocess.run(["git", *words], cwd=origin, check=True)
    subprocess.run(["git", "clone", "-q", "-c", "core.autocrlf=true", str(origin), str(clone)], check=True)
    for name in scripts:
        assert b"\r" not in (clone / name).read_bytes(), name
    shown = subprocess.run(["sh", "run"], cwd=clone, capture_output=True, text=True, check=False)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith("One entry for everything")
