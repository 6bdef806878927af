"""A display that nobody sees, for phones and pages that are compared."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.journal import Journal


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Open a small window: pictures need the display's format."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((16, 16))
    yield
    pygame.display.quit()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Open a new journal."""
    opened = Journal.open(tmp_path / "games.sqlite")
    yield opened
    opened.close()
