"""Tests of the pieces' faces: a token's colour has the same shape on sticker and screen."""

import numpy as np
import pygame
import pytest

from companion.games.finstere_flure.faces import SHAPES
from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.screen.tokens import token_picture
from companion.screen.fonts import Fonts
from engine.finstere_flure.pieces import Colour, Side

SIZE = 120


Mask = np.ndarray[tuple[int, int], np.dtype[np.bool_]]


def cropped(mask: Mask) -> Mask:
    """Return the part with something in it, stretched to a square."""
    columns, rows = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    part = mask[columns[0] : columns[-1] + 1, rows[0] : rows[-1] + 1]
    across, down = (np.linspace(0, length - 1, SIZE).round().astype(int) for length in part.shape)
    return np.array(part[np.ix_(across, down)])


@pytest.mark.parametrize("colour", Colour)
def test_a_token_has_the_same_shape_on_its_sticker_and_on_the_screen(colour: Colour) -> None:
    pygame.font.init()
    picture = token_picture(Fonts(), colour, None, Side.WHITE, SIZE)
    body = np.abs(pygame.surfarray.array3d(picture).astype(int) - PLAYERS[colour].screen).sum(2) < 30
    shown = cropped(body & (pygame.surfarray.array_alpha(picture) > 128))
    alike = {}
    for other, shape in SHAPES.items():
        printed = pygame.Surface((SIZE, SIZE), pygame.SRCALPHA)
        pygame.draw.polygon(printed, "white", [(SIZE * (0.5 + 0.4 * x), SIZE * (0.5 + 0.4 * y)) for x, y in shape])
        filled = cropped(pygame.surfarray.array_alpha(printed) > 0)
        alike[str(other)] = float((shown & filled).sum() / (shown | filled).sum())
    assert max(alike, key=lambda other: alike[other]) == colour, alike
    assert alike[colour] > 0.85
