"""Poster of Finstere Flure: Furunkulus in a dark corridor, and the tokens that it sees."""

import pygame

from companion.games.finstere_flure.screen.beast import beast_picture
from companion.games.finstere_flure.screen.tokens import token_picture
from companion.screen.fonts import Fonts
from companion.screen.pen import Pen
from companion.screen.poster import height_of, paint_glow, paint_picture, paint_poster, width_of
from companion.screen.theme import INK, Rgb, mix
from engine.finstere_flure.pieces import Colour, Side

_FLOOR: Rgb = (44, 50, 62)
_WALL: Rgb = (74, 54, 40)
_LIGHT: Rgb = (255, 150, 60)
_DOOR: Rgb = (120, 230, 150)
#: Side of a floor tile, in half the poster's shorter side.
_TILE = 0.4
#: Tokens from the one that is seen on: colour, number, place.
_TOKENS = (
    (Colour.YELLOW, 4, (-0.02, -0.22)),
    (Colour.RED, 1, (-0.46, -0.46)),
    (Colour.GREEN, 5, (-0.62, 0.04)),
    (Colour.BLUE, 2, (-0.98, -0.3)),
)


def poster(fonts: Fonts, size: tuple[int, int]) -> pygame.Surface:
    """Return the poster in this size."""

    def paint(pen: Pen) -> None:
        _corridor(pen)
        place = 0.62, -0.22
        paint_glow(pen, _LIGHT, place, 1.5, 130)
        # What it sees: a beam to the nearest token.
        beam = pygame.Surface(pen.surface.get_size(), pygame.SRCALPHA)
        points = [(place[0] - 0.2, -0.22 - 0.08), (-0.06, -0.4), (-0.06, -0.04), (place[0] - 0.2, -0.22 + 0.08)]
        pygame.draw.polygon(beam, (255, 220, 120, 120), [pen.at(point) for point in points])
        pen.surface.blit(beam, (0, 0))
        for colour, number, middle in _TOKENS:
            paint_picture(pen, lambda px, c=colour, n=number: token_picture(fonts, c, n, Side.WHITE, px), middle, 0.4)  # type: ignore[misc]
        paint_picture(pen, lambda px: pygame.transform.rotozoom(beast_picture(2 * px), 90, 0.5), place, 0.98)

    return paint_poster(size, paint)


def _corridor(pen: Pen) -> None:
    """Paint the floor, a wall at the top, and the way out at its left."""
    wide, high = width_of(pen), height_of(pen)
    pen.surface.fill(mix(_FLOOR, INK, 0.55))
    columns, rows = int(wide / _TILE) + 2, int(high / _TILE) + 2
    for column in range(-columns, columns):
        for row in range(-rows, rows):
            shade = mix(_FLOOR, INK, 0.12 + 0.16 * ((3 * column + 5 * row) % 4) / 3)
            middle = (column + 0.5) * _TILE, (row + 0.5) * _TILE
            pen.block(shade, middle, (0.47 * _TILE, 0.47 * _TILE), 0.04)
    top = -high
    pen.shape(_WALL, [(-wide, top), (wide, top), (wide, top + 0.16), (-wide, top + 0.16)])
    pen.shape(mix(_WALL, INK, 0.6), [(-wide, top + 0.16), (wide, top + 0.16), (wide, top + 0.2), (-wide, top + 0.2)])
    door = -wide + 0.34
    paint_glow(pen, _DOOR, (door, top + 0.1), 0.75, 150)
    pen.block(mix(_DOOR, INK, 0.25), (door, top + 0.08), (0.2, 0.14), 0.08)
