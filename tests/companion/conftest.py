"""Shared fixtures of the companion's tests: a hidden display, a journal, readings, post."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
import pytest

from companion.journal import Journal
from companion.screen import fonts
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

if TYPE_CHECKING:
    from tools.shared_hosts import Rooms

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


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> "Rooms":
    """Return a post in this process, where time passes only while tables wait for each other."""
    from tools.shared_hosts import Rooms

    now_s = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now_s[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now_s.__setitem__(0, now_s[0] + 10 * seconds))
    return Rooms()
