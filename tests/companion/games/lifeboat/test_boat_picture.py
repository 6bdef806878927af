"""Texts in the picture of the boat have room in boards of all sizes."""

import pygame
import pytest

from companion.device.language import LANGUAGES, use_language
from companion.games.lifeboat.boat_view import BoatView
from companion.games.lifeboat.screen.pictures import LifeboatPictures
from companion.screen.canvas import Canvas
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page

_SIZE = (800, 480)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_piles_above_the_boat_are_whole_or_left_out(language: str) -> None:
    """Beside birds of the usual size some texts had no room in letters that can be read."""
    use_language(language)
    pictures, layout = LifeboatPictures(Fonts()), lay_out_page(_SIZE)
    shown = set()
    for width in range(180, 620, 40):
        for height in range(130, layout.body.height, 60):
            canvas = Canvas(pygame.Surface(_SIZE), Fonts(), layout)
            pictures.paint_board(canvas, pygame.Rect(0, 0, width, height), BoatView((), bow=28))
            assert list(fit_problems(canvas)) == [], (width, height)
            if canvas.written:
                shown.add((width, height))
    assert {(width, height) for width in range(420, 620, 40) for height in range(190, layout.body.height, 60)} <= shown
