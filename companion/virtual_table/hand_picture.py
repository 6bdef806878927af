"""A hand over the table, for people to look at."""

import pygame

from companion.screen.pen import Pen, Point, smooth
from companion.screen.theme import INK, Rgb, mix

_SKIN: Rgb = (226, 178, 140)
_SLEEVE: Rgb = (62, 78, 112)
#: Width of the picture, in cells.
_WIDE = 3
#: Height of the picture, in cells: the arm reaches down out of it.
_HIGH = 18
#: Place of the finger tips in the picture, in cells.
_TIPS: Point = (0.0, -_HIGH / 2 + 0.25)
#: How much of the hand covers what is below it, 0 to 255: players should see the piece.
_OPACITY = 215


def hand_picture(cell: int, from_deg: float) -> tuple[pygame.Surface, Point]:
    """Draw a pinching hand for cells of `cell` pixels.

    Returns the picture, and the finger tips' position from the picture's middle (pixels). The arm comes from the
    direction `from_deg`, clockwise from the board's up direction.
    """
    upright = smooth((_WIDE * cell, _HIGH * cell), _paint)
    upright.fill((255, 255, 255, _OPACITY), special_flags=pygame.BLEND_RGBA_MULT)
    turn = from_deg - 180
    tips = pygame.Vector2(_TIPS).rotate(turn) * cell
    return (pygame.transform.rotozoom(upright, -turn, 1.0) if turn else upright), (tips.x, tips.y)


def _paint(pen: Pen) -> None:
    unit = 2 / _WIDE

    def limb(colour: Rgb, width: float, *points: Point) -> None:
        points_px = [((x + _TIPS[0]) * unit, (y + _TIPS[1]) * unit) for x, y in points]
        pen.line(mix(colour, INK, 0.55), points_px, (width + 0.12) * unit)
        pen.line(colour, points_px, width * unit)

    limb(_SLEEVE, 1.5, (0.35, 3.7), (0.4, _HIGH))
    limb(_SKIN, 1.0, (0.3, 2.4), (0.35, 3.3))
    limb(mix(_SKIN, INK, 0.12), 0.36, (0.85, 2.0), (0.85, 1.25))
    limb(mix(_SKIN, INK, 0.06), 0.38, (0.6, 1.9), (0.58, 0.85))
    limb(_SKIN, 0.9, (0.05, 1.95), (0.55, 2.15))
    limb(_SKIN, 0.4, (-0.35, 1.9), (-0.5, 1.2), (-0.14, 0.2))
    limb(_SKIN, 0.38, (0.25, 1.7), (0.35, 0.95), (0.12, 0.1))
