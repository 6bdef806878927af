"""Examples in docstrings of names that other programs use, run beside a photo of a table."""

import doctest
import shutil
from importlib import import_module
from pathlib import Path

import cv2
import pytest

from tests.vision.table_shots import table_shot

#: The names by module; docs/python.md and docs/add-a-game.md lead to them.
NAMES = {
    "companion.cards.game": ("CardGame",),
    "companion.games.grid": ("GridGame",),
    "engine.board": ("drawn", "jumps", "rectangle"),
    "engine.codec": ("Codec",),
    "engine.game": ("EventNotAllowedError", "Game", "Result", "Rules"),
    "engine.gamefile": ("game_from_text", "game_to_text", "judge"),
    "engine.grid": ("Piece", "Position"),
    "hardware.buttons": ("Buttons",),
    "hardware.ring.patterns": ("Alert", "Countdown", "Progress", "Seat"),
    "hardware.ring.ring": ("MemoryRing",),
    "vision.model.catalogue": ("Catalogue", "Tag"),
    "vision.model.surface": ("Grid", "Mat"),
    "vision.picture": ("load_picture",),
    "vision.reading.reader": ("read_picture",),
    "vision.sources.camera": ("Frame",),
    "vision.sources.opening": ("open_camera",),
    "vision.watching.table_watch": ("TableWatch",),
}


@pytest.mark.slow
def test_each_example_says_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What the examples take as given: a photo, a folder of pictures, and the table's catalogue.
    shot = table_shot(1)
    monkeypatch.chdir(tmp_path)
    assert cv2.imwrite("photo.jpg", shot.pixels)
    Path("pictures").mkdir()
    shutil.copy("photo.jpg", "pictures")
    shared = {"__name__": __name__, "catalogue": shot.catalogue}
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    told: list[str] = []
    for module, names in NAMES.items():
        for name in names:
            (example,) = finder.find(getattr(import_module(module), name), name, globs=dict(shared))
            assert 2 <= len(example.examples) <= 8, f"{module}.{name}: {len(example.examples)} lines of example"
            runner.run(example, out=told.append)
    if told:
        pytest.fail("".join(told))
    assert sum(map(len, NAMES.values())) == 30
