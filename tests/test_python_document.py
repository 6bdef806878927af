"""Tests that the programs in docs/python.md run, beside a photo and a folder of pictures."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from companion.games import find_game
from companion.games.random_play import as_json, random_game
from companion.journal import Journal
from tests import ROOT
from tests.vision.table_shots import table_shot

pytestmark = pytest.mark.slow

DOCUMENT = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"^## ([^\n]*)\n\n```python\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL))

#: None of them takes longer (seconds), not even on a busy machine.
MOST_S = 100
#: Output of each program, as a pattern.
PRINTED = {
    "Read a photo": r"(.+ [a-p]\d+ -?\d+\n){43}something lies there: \(\)\nPosition\(.*\)\n",
    "Read a game on a grid": r"[1-9]\d* moves\n",
    "Watch a camera": r"43 tags\n",
    "Ask the monster's move": r"(?s)card 8.*",
    "Run a game": r"\(Choice\(.*\) None\n.*\nTrue\n",
    "Follow a running game": r"\w+\n",
    "Light a ring": r"",
    "Add a camera": r"\(1632, 918\)\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a photo, a folder of pictures, and the journal of a game."""
    folder = tmp_path_factory.mktemp("programs")
    photo = folder / "photo.jpg"
    assert cv2.imwrite(str(photo), table_shot(1).pixels)
    (folder / "pictures").mkdir()
    shutil.copy(photo, folder / "pictures")
    game = random_game(find_game("finstere-flure"), 1, 9)
    journal = Journal.open(folder / "games.sqlite")
    number = journal.start("finstere-flure", as_json(find_game("finstere-flure"), game.events[0]))
    for event in game.events[1:]:
        journal.append(number, as_json(find_game("finstere-flure"), event))
    # It goes on: nobody closes the journal.
    return folder


def run(program: str, folder: Path) -> str:
    """Run a program in the folder; return what it prints, and fail with what it complains of."""
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "examples" / "classics")))}
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(
        command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False, timeout=MOST_S
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(("heading", "printed"), PRINTED.items(), ids=list(PRINTED))
def test_each_program_does_what_its_heading_says(heading: str, printed: str, folder: Path) -> None:
    output = run(PROGRAMS[heading], folder)
    assert re.fullmatch(printed, output), output


def test_every_program_of_the_page_is_run() -> None:
    assert list(PROGRAMS) == list(PRINTED)
    assert DOCUMENT.count("```python") == len(PROGRAMS)


@pytest.mark.parametrize("heading", PROGRAMS)
def test_packages_without_a_game_are_used_by_their_faces(heading: str) -> None:
    modules = [node.module for node in ast.walk(ast.parse(PROGRAMS[heading])) if isinstance(node, ast.ImportFrom)]
    deep = [module for module in modules if module and module.split(".")[0] in ("vision", "hardware") and "." in module]
    assert deep == []
