"""Poster of Coach Ride: a coach at full moon on its way to the castle."""

from math import cos, pi, sin

import pygame

from companion.screen.fonts import Fonts
from companion.screen.pen import Pen, Point
from companion.screen.poster import height_of, paint_glow, paint_poster, paint_sky, width_of
from companion.screen.theme import INK, Rgb, mix

_NIGHT: Rgb = (30, 18, 58)
_DUSK: Rgb = (150, 78, 104)
_MOON: Rgb = (252, 232, 186)
_CASTLE: Rgb = (26, 18, 40)
_WINDOW: Rgb = (255, 196, 92)
_COACH: Rgb = (122, 34, 44)
_ROAD: Rgb = (92, 70, 66)
_HORSE: Rgb = (34, 26, 32)
#: Spokes of a wheel.
_SPOKES = 8


def poster(fonts: Fonts, size: tuple[int, int]) -> pygame.Surface:  # noqa: ARG001 - as every poster
    """Return the poster in this size."""
    return paint_poster(size, _paint)


def _paint(pen: Pen) -> None:
    wide, high = width_of(pen), height_of(pen)
    paint_sky(pen, _NIGHT, _DUSK)
    moon = (-0.5 * wide, -0.52)
    paint_glow(pen, _MOON, moon, 0.9, 130)
    pen.disc(_MOON, moon, 0.27)
    _castle(pen, 0.56 * wide)
    ground = [
        (-wide - 0.1, 0.36),
        (-0.2 * wide, 0.28),
        (wide + 0.1, 0.2),
        (wide + 0.1, high + 0.1),
        (-wide - 0.1, high + 0.1),
    ]
    pen.shape(mix(_CASTLE, _ROAD, 0.25), ground)
    pen.shape(_ROAD, [(-wide, 0.42), (wide, 0.32), (wide, 0.44), (-wide, 0.62)])
    _coach(pen, (-0.36, 0.0))
    for lift, x in ((-0.015, 0.3), (0.015, 0.46)):
        _horse(pen, (x, 0.1 + lift))


def _castle(pen: Pen, x: float) -> None:
    """Paint towers on a rock, with lit windows."""
    rock = [(x - 0.62, 0.36), (x - 0.4, -0.02), (x - 0.16, -0.14), (x + 0.3, -0.12), (x + 0.52, 0.06), (x + 0.7, 0.36)]
    pen.shape(mix(_CASTLE, _DUSK, 0.14), rock)
    for left, right, top in ((-0.26, -0.1, -0.52), (-0.1, 0.16, -0.38), (0.16, 0.36, -0.66)):
        pen.shape(_CASTLE, [(x + left, -0.06), (x + left, top), (x + right, top), (x + right, -0.06)])
    for left, right, top, peak in ((-0.3, -0.06, -0.5, -0.78), (0.12, 0.4, -0.64, -0.94)):
        pen.shape(mix(_CASTLE, _COACH, 0.35), [(x + left, top), (x + (left + right) / 2, peak), (x + right, top)])
    for number in range(3):
        pen.block(_CASTLE, (x - 0.06 + 0.09 * number, -0.4), (0.028, 0.04), 0.0)
    for dx, y in ((-0.18, -0.36), (0.03, -0.22), (0.26, -0.5), (0.26, -0.3)):
        paint_glow(pen, _WINDOW, (x + dx, y), 0.14, 110)
        pen.block(_WINDOW, (x + dx, y), (0.024, 0.04), 0.02)


def _coach(pen: Pen, point: Point) -> None:
    """Paint the coach from its side: body, window with a face of light, driver, lantern, wheels."""
    x, y = point
    body = [(-0.3, -0.2), (0.3, -0.2), (0.26, 0.12), (0.14, 0.24), (-0.16, 0.24), (-0.27, 0.1)]
    points = [(x + dx, y + dy) for dx, dy in body]
    pen.line(INK, [*points, points[0]], 0.07)
    pen.shape(_COACH, points)
    pen.line(mix(_COACH, _WINDOW, 0.6), [(x - 0.36, y - 0.22), (x + 0.36, y - 0.22)], 0.05)
    for dx in (-0.13, 0.13):
        pen.block(_WINDOW, (x + dx, y - 0.06), (0.08, 0.08), 0.03)
    pen.disc(_CASTLE, (x + 0.13, y - 0.05), 0.045)
    pen.shape(_CASTLE, [(x + 0.05, y + 0.02), (x + 0.13, y - 0.03), (x + 0.21, y + 0.02)])
    # The driver with hat and whip.
    pen.shape(INK, [(x + 0.3, y - 0.02), (x + 0.36, y - 0.28), (x + 0.48, y - 0.26), (x + 0.5, y - 0.02)])
    pen.disc((222, 184, 150), (x + 0.42, y - 0.34), 0.065)
    pen.block(INK, (x + 0.42, y - 0.43), (0.06, 0.06), 0.0)
    pen.line(INK, [(x + 0.33, y - 0.38), (x + 0.51, y - 0.38)], 0.025)
    pen.line(mix(_ROAD, _WINDOW, 0.4), [(x + 0.48, y - 0.16), (x + 0.72, y - 0.46), (x + 0.94, y - 0.3)], 0.016)
    paint_glow(pen, _WINDOW, (x + 0.33, y + 0.02), 0.3, 150)
    pen.disc(_WINDOW, (x + 0.33, y + 0.02), 0.04)
    pen.line(_HORSE, [(x - 0.2, y + 0.26), (x + 0.9, y + 0.24)], 0.03)
    _wheel(pen, (x - 0.24, y + 0.3), 0.2)
    _wheel(pen, (x + 0.3, y + 0.34), 0.16)


def _wheel(pen: Pen, point: Point, radius: float) -> None:
    pen.ring(INK, point, radius + 0.02, 0.075)
    pen.ring(mix(_WINDOW, INK, 0.35), point, radius, 0.03)
    for spoke in range(_SPOKES):
        angle = pi * spoke / _SPOKES
        dx, dy = radius * cos(angle), radius * sin(angle)
        pen.line(mix(_WINDOW, INK, 0.5), [(point[0] - dx, point[1] - dy), (point[0] + dx, point[1] + dy)], 0.016)
    pen.disc(INK, point, 0.035)


def _horse(pen: Pen, point: Point) -> None:
    """Paint a galloping horse that looks to the right."""
    x, y = point

    def line(points: list[Point], width: float) -> None:
        pen.line(_HORSE, [(x + dx, y + dy) for dx, dy in points], width)

    line([(-0.16, -0.04), (0.14, -0.05)], 0.19)
    line([(0.14, -0.06), (0.3, -0.28)], 0.12)
    line([(0.28, -0.28), (0.42, -0.2)], 0.085)
    line([(0.26, -0.34), (0.27, -0.4)], 0.03)
    line([(-0.22, -0.08), (-0.34, -0.02), (-0.42, -0.08)], 0.045)
    for legs in ([(0.14, 0.0), (0.3, 0.1), (0.28, 0.24)], [(0.08, 0.0), (0.14, 0.16), (0.04, 0.28)]):
        line(legs, 0.05)
    for legs in ([(-0.14, 0.0), (-0.26, 0.12), (-0.36, 0.22)], [(-0.1, 0.0), (-0.12, 0.16), (-0.2, 0.28)]):
        line(legs, 0.05)
    pen.disc(_WINDOW, (x + 0.33, y - 0.27), 0.014)
