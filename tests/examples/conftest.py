"""Example games of docs/add-a-game.md, built and installed in a folder of their own.

A stranger's game would be installed in the same way.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

EXAMPLES = Path(__file__).parents[2] / "examples"
#: Builds what pip would install, by setuptools alone: that needs no network.
BUILD = "from setuptools import setup; setup()"

Companion = Callable[..., str]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of packages in which the examples lie with the entry points that name them."""
    folder = tmp_path_factory.mktemp("packages")
    source = folder / "source"
    for example in EXAMPLES.iterdir():
        shutil.copytree(example, source, ignore=shutil.ignore_patterns("__pycache__"))
        words = ["egg_info", "--egg-base", str(folder), "build_py", "--build-lib", str(folder)]
        subprocess.run([sys.executable, "-W", "ignore", "-c", BUILD, "-q", *words], cwd=source, check=True)
        shutil.rmtree(source)
    return folder


#: Runs one command after the other, each line a list of its words; answers with status, output and errors.
COMMANDS = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from companion.main import main
for words in map(json.loads, sys.stdin):
    with redirect_stdout(io.StringIO()) as told, redirect_stderr(io.StringIO()) as errors:
        status = main(words)
    print(json.dumps([status, told.getvalue(), errors.getvalue()]), flush=True)
"""


@pytest.fixture(scope="session")
def process(installed: Path) -> Iterator["subprocess.Popen[str]"]:
    """Process with the installed examples that runs `COMMANDS`; one for each would be slower."""
    with subprocess.Popen(
        [sys.executable, "-c", COMMANDS],
        env={**os.environ, "PYTHONPATH": str(installed)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin
        process.stdin.close()


@pytest.fixture
def companion(process: "subprocess.Popen[str]") -> Companion:
    """Runner of the companion with the installed examples; gives its output, else its errors."""

    def run(*words: str, status: int = 0) -> str:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(words) + "\n")
        process.stdin.flush()
        ended, told, errors = json.loads(process.stdout.readline())
        assert ended == status, told + errors
        return str(told or errors)

    return run


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """Return a game of a few moves, in which the fox takes a goose."""
    moves = [("geese", "goose-13", "g4"), ("fox", "fox", "d5"), ("geese", "goose-10", "d4"), ("fox", "fox", "d3")]
    events = [{"event": "moved", "by": actor, "piece": piece, "to": to} for actor, piece, to in moves]
    start = {"event": "started", "must_take": False}
    lines = [{"format": "fox-and-geese/game", "version": 1}, start, *events]
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
