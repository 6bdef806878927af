"""Drawings of the pen from files, which may be damaged."""

from pathlib import Path

import pygame
import pytest

from companion.screen.pen import Pen

SOUND = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 2 2"><circle r="1" fill="#ff0000"/></svg>"""


@pytest.mark.parametrize("text", ["", "no drawing", SOUND[:20], None])
def test_a_damaged_drawing_is_a_ring_and_one_warning(
    tmp_path: Path, text: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "sign.svg"
    if text is not None:
        file.write_text(text)
    for _ in range(2):
        surface = pygame.Surface((40, 40), pygame.SRCALPHA)
        Pen(surface).drawing(file)
    assert surface.get_at((20, 5)).a == 255
    assert surface.get_at((20, 20)).a == 0
    assert len(caplog.records) == 1
    assert "sign.svg cannot be drawn" in caplog.text


def test_a_sound_drawing_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "sign.svg"
    file.write_text(SOUND)
    surface = pygame.Surface((40, 40), pygame.SRCALPHA)
    Pen(surface).drawing(file)
    assert tuple(surface.get_at((20, 20))) == (255, 0, 0, 255)
