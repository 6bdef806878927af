"""Fixtures for tests of several games: the files that `companion tags` writes for each."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

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
