"""Shared fixtures of the companion's tests: a display nobody sees, a journal, readings."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.journal import Journal
from companion.screen import fonts
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

# Tests paint pages of all sizes and languages one after the other: half of the time would go into opening fonts.
fonts._MOST_OPEN = 400


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Return a display that nobody sees, without a window yet."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.event.clear()
    yield
    pygame.display.quit()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Return an empty journal, games.sqlite in the test's own folder."""
    journal = Journal.open(tmp_path / "games.sqlite")
    yield journal
    journal.close()
