"""A display that nobody sees, for walked tables."""

from collections.abc import Iterator

import pygame
import pytest


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Open a small window: pictures need the display's format."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((16, 16))
    yield
    pygame.display.quit()
