"""The window that shows one picture after the other."""

from collections.abc import Iterator

import numpy as np
import pygame
import pytest

from companion.screen.picture_window import show_pictures
from vision.picture import Pixels


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def test_each_picture_is_shown_until_they_end() -> None:
    shown = []

    def pictures() -> Iterator[Pixels]:
        for blue in (50, 100, 150):
            yield np.full((30, 40, 3), (blue, 0, 200), np.uint8)
            surface = pygame.display.get_surface()
            assert surface is not None
            shown.append(tuple(surface.get_at(surface.get_rect().center))[:3])

    show_pictures(pictures(), "nothing")
    assert shown == [(200, 0, blue) for blue in (50, 100, 150)]


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_q])
def test_a_key_leaves(key: int) -> None:
    count = 0

    def pictures() -> Iterator[Pixels]:
        nonlocal count
        while True:
            count += 1
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
            yield np.zeros((30, 40, 3), np.uint8)

    show_pictures(pictures(), "nothing")
    assert count < 4
