"""Pictures of tokens: whole, with sides that look different beyond the digit's colour."""

import pygame
import pytest

from companion.games.finstere_flure.screen.tokens import token_picture
from companion.screen.fonts import Fonts
from engine.finstere_flure.pieces import Colour, Side

FONTS = Fonts()
#: Difference of the brightness of both sides (0 to 255), digits aside.
TOLD_APART = 35


def brightness(colour: Colour, side: Side, size: int) -> float:
    """Return the mean brightness of the token's inside, where the digit of no number is."""
    picture = token_picture(FONTS, colour, None, side, size)
    middle = pygame.Rect(0, 0, size // 3, size // 3)
    middle.center = size // 2, round(0.58 * size)
    return sum(pygame.transform.average_color(picture, middle)[:3]) / 3


@pytest.mark.parametrize("size", [18, 40, 100])
@pytest.mark.parametrize("colour", Colour)
def test_the_side_with_the_black_number_is_pale_within_a_rim(colour: Colour, size: int) -> None:
    assert brightness(colour, Side.BLACK, size) - brightness(colour, Side.WHITE, size) > TOLD_APART


@pytest.mark.parametrize("colour", Colour)
def test_no_corner_is_cut_off_by_the_edge_of_the_picture(colour: Colour) -> None:
    size = 200
    opaque = pygame.mask.from_surface(token_picture(FONTS, colour, None, Side.WHITE, size))
    edges = [[(0, step), (size - 1, step), (step, 0), (step, size - 1)] for step in range(size)]
    # A rounded corner touches the edge; one that is cut off lies flat on it.
    assert max(sum(map(opaque.get_at, edge)) for edge in zip(*edges, strict=True)) <= 0.1 * size
