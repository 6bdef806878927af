"""Fixtures for tests of several games: the files that `companion tags` writes for each."""

import importlib.util
import linecache
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.main import main

#: What the owner has measured, other than usual, and a kind of code.
MEASURED = {
    "betrayal": ("--tile-mm", "70", "--code", "micro"),
    "coach-ride": ("--card-mm", "65"),
    "lifeboat": ("--card-mm", "65"),
}


@pytest.fixture(scope="session")
def tags_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Writer of a game's tags, each game's once: returns their folder."""

    @cache
    def write(game: str) -> Path:
        out = tmp_path_factory.mktemp("tags") / "new"
        assert main(["tags", "--game", game, "--out", str(out), *MEASURED[game]]) == 0
        return out

    return write


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Importer of a module with this code: returns its game."""

    def load(code: str) -> Any:
        path = tmp_path / "mistaken.py"
        path.write_text(code, encoding="utf-8")
        linecache.clearcache()
        spec = importlib.util.spec_from_file_location("mistaken", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "mistaken", module)
        spec.loader.exec_module(module)
        return module.GAME

    return load
