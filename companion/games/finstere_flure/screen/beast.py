"""Furunkulus seen from above, with horns, eyes and teeth in front.

So its facing shows from afar.
"""

import pygame

from companion.screen.pen import Pen, arc, smooth
from companion.screen.theme import INK, WHITE, Rgb, mix

_HIDE: Rgb = (255, 112, 48)
_HORN: Rgb = (250, 236, 205)
_EYE: Rgb = (255, 240, 120)


def beast_picture(size: int) -> pygame.Surface:
    """Return the monster facing north, `size` pixels wide."""
    return smooth((size, size), _beast)


def _beast(pen: Pen) -> None:
    _fur(pen, INK, 0.07)
    _horns(pen, INK, 0.08)
    _fur(pen, mix(_HIDE, INK, 0.35), 0.0)
    _horns(pen, _HORN, 0.0)
    pen.disc(_HIDE, (0.0, 0.1), 0.62)
    pen.disc(mix(_HIDE, WHITE, 0.16), (0.0, 0.04), 0.5)
    # The spine, towards its tail.
    for y, radius in ((0.3, 0.1), (0.5, 0.08), (0.66, 0.06)):
        pen.disc(mix(_HIDE, INK, 0.45), (0.0, y), radius)
    _mouth(pen)
    for side in (-1, 1):
        pen.disc(INK, (0.27 * side, -0.2), 0.25)
        pen.disc(_EYE, (0.27 * side, -0.2), 0.19)
        pen.disc(INK, (0.25 * side, -0.27), 0.09)


def _fur(pen: Pen, colour: Rgb, grow: float) -> None:
    """Draw a round body with spikes at its sides and back."""
    spikes = 17
    outer = arc((0.0, 0.1), 0.84 + grow, 70, 290, spikes)
    inner = arc((0.0, 0.1), 0.66 + grow, 70 + 110 / spikes, 290 + 110 / spikes, spikes)
    pen.shape(colour, [point for pair in zip(outer, inner, strict=True) for point in pair])
    pen.disc(colour, (0.0, 0.1), 0.69 + grow)


def _horns(pen: Pen, colour: Rgb, grow: float) -> None:
    for side in (-1, 1):
        horn = [(0.4, -0.36), (0.66, -0.52), (0.8, -0.74), (0.78, -0.98), (0.94, -0.74), (0.9, -0.42), (0.62, -0.12)]
        points = [(x * side, y) for x, y in horn]
        pen.shape(colour, points)
        if grow:
            pen.line(colour, [*points, points[0]], 2 * grow)


def _mouth(pen: Pen) -> None:
    """Draw an open jaw with teeth at the very front."""
    jaw = [(-0.44, -0.44), (-0.3, -0.72), (0.0, -0.86), (0.3, -0.72), (0.44, -0.44), (0.0, -0.5)]
    pen.line(INK, [*jaw, jaw[0]], 0.14)
    pen.shape((120, 14, 24), jaw)
    for x in (-0.24, 0.0, 0.24):
        top = -0.8 + abs(x) * 0.5
        pen.shape(WHITE, [(x - 0.1, top), (x + 0.1, top), (x, top + 0.22)])
