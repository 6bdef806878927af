"""The example game of docs/add-a-game.md, built and installed in a folder of its own, as a stranger's would be."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "examples" / "fox-and-geese"
#: Builds what pip would install, by setuptools alone: that needs no network.
BUILD = "from setuptools import setup; setup()"

Companion = Callable[..., str]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of packages in which the example lies with the entry point that names it."""
    folder = tmp_path_factory.mktemp("packages")
    source = folder / "source"
    shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("__pycache__"))
    words = ["egg_info", "--egg-base", str(folder), "build_py", "--build-lib", str(folder)]
    subprocess.run([sys.executable, "-W", "ignore", "-c", BUILD, "-q", *words], cwd=source, check=True)
    shutil.rmtree(source)
    return folder


@pytest.fixture
def companion(installed: Path) -> Companion:
    """Runs the companion where the example is installed, and gives what it prints, errors if there is nothing else."""

    def run(*words: str, status: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "companion.main", *words],
            env={**os.environ, "PYTHONPATH": str(installed)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout or done.stderr

    return run


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """A game of a few moves, in which the fox takes a goose."""
    moves = [("geese", "goose-13", "g4"), ("fox", "fox", "d5"), ("geese", "goose-10", "d4"), ("fox", "fox", "d3")]
    events = [{"event": "moved", "by": by, "piece": piece, "to": to} for by, piece, to in moves]
    start = {"event": "started", "must_take": False}
    lines = [{"format": "fox-and-geese/game", "version": 1}, start, *events]
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
