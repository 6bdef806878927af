"""Poster of Betrayal: the house on the hill, lit from within, and lightning above it."""

import pygame

from companion.screen.fonts import Fonts
from companion.screen.pen import Pen
from companion.screen.poster import height_of, paint_glow, paint_poster, paint_sky, width_of
from companion.screen.theme import INK, WHITE, Rgb, mix

_NIGHT: Rgb = (14, 20, 34)
_MIST: Rgb = (70, 96, 92)
_HILL: Rgb = (16, 28, 24)
_HOUSE: Rgb = (30, 30, 42)
_ROOF: Rgb = (20, 18, 28)
_WINDOW: Rgb = (255, 190, 84)
_BOLT: Rgb = (214, 230, 255)


def poster(fonts: Fonts, size: tuple[int, int]) -> pygame.Surface:  # noqa: ARG001 - as every poster
    """Return the poster in this size."""
    return paint_poster(size, _paint)


def _paint(pen: Pen) -> None:
    wide, high = width_of(pen), height_of(pen)
    paint_sky(pen, _NIGHT, _MIST)
    bolt = [(0.62, -high), (0.5, -0.66), (0.64, -0.62), (0.46, -0.26), (0.74, -0.72), (0.6, -0.76), (0.74, -high)]
    paint_glow(pen, _BOLT, (0.6, -0.66), 0.9, 120)
    pen.shape(_BOLT, bolt)
    hill = [(-wide - 0.1, 0.62), (-0.8, 0.4), (-0.4, 0.26), (0.4, 0.24), (0.85, 0.42), (wide + 0.1, 0.66)]
    pen.shape(_HILL, [*hill, (wide + 0.1, high + 0.1), (-wide - 0.1, high + 0.1)])
    _house(pen)
    _tree(pen, -0.92)
    # The way up to the door.
    pen.shape(
        mix(_HILL, _MIST, 0.35), [(-0.06, 0.26), (0.06, 0.26), (0.1, 0.5), (-0.2, high), (-0.56, high), (-0.1, 0.5)]
    )
    for x, y in ((-0.5, -0.7), (-0.3, -0.82), (-0.66, -0.5)):
        for side in (-1, 1):
            wing = [(x, y), (x + side * 0.05, y - 0.035), (x + side * 0.1, y + 0.02), (x + side * 0.05, y)]
            pen.shape(INK, wing)


def _house(pen: Pen) -> None:
    """Paint a middle part with a gable, two wings, a tower, and windows, some of them dark."""
    for left, right, top in ((-0.56, -0.2, -0.16), (-0.24, 0.24, -0.3), (0.2, 0.54, -0.12)):
        pen.shape(_HOUSE, [(left, 0.3), (left, top), (right, top), (right, 0.3)])
    pen.shape(_ROOF, [(-0.62, -0.14), (-0.4, -0.38), (-0.16, -0.14)])
    pen.shape(_ROOF, [(0.16, -0.1), (0.38, -0.34), (0.6, -0.1)])
    pen.shape(_ROOF, [(-0.3, -0.28), (0.0, -0.66), (0.3, -0.28)])
    pen.shape(_HOUSE, [(-0.56, -0.12), (-0.56, -0.52), (-0.38, -0.52), (-0.38, -0.12)])
    pen.shape(_ROOF, [(-0.61, -0.5), (-0.47, -0.82), (-0.33, -0.5)])
    pen.shape(_ROOF, [(0.28, -0.24), (0.28, -0.46), (0.36, -0.46), (0.36, -0.24)])
    lit = ((-0.47, -0.4), (-0.42, 0.06), (-0.13, -0.16), (0.13, -0.16), (0.44, 0.04), (0.0, -0.4))
    for x, y in lit:
        paint_glow(pen, _WINDOW, (x, y), 0.2, 110)
        pen.block(_WINDOW, (x, y), (0.05, 0.07), 0.02)
        pen.line(_ROOF, [(x, y - 0.07), (x, y + 0.07)], 0.014)
        pen.line(_ROOF, [(x - 0.05, y), (x + 0.05, y)], 0.014)
    for x, y in ((-0.3, 0.06), (0.3, 0.04)):
        pen.block(mix(_HOUSE, INK, 0.6), (x, y), (0.05, 0.07), 0.02)
    # Somebody stands at a window.
    pen.disc(INK, (0.13, -0.16), 0.028)
    pen.shape(INK, [(0.09, -0.09), (0.13, -0.15), (0.17, -0.09)])
    paint_glow(pen, _WINDOW, (0.0, 0.2), 0.26, 90)
    pen.block(mix(_WINDOW, WHITE, 0.15), (0.0, 0.18), (0.07, 0.12), 0.06)


def _tree(pen: Pen, x: float) -> None:
    """Paint a bare tree."""
    pen.line(INK, [(x, 0.5), (x + 0.02, 0.1), (x - 0.04, -0.1)], 0.06)
    for branch in (
        [(x + 0.02, 0.1), (x + 0.16, -0.08), (x + 0.18, -0.2)],
        [(x - 0.01, 0.02), (x - 0.16, -0.1), (x - 0.2, -0.24)],
        [(x - 0.03, -0.06), (x + 0.04, -0.24)],
    ):
        pen.line(INK, branch, 0.03)
