"""Poster of Lifeboat: six people in one boat on a wide sea, under the moon."""

from collections.abc import Callable
from math import pi, sin

import pygame

from companion.games.lifeboat.screen.drawings import DRAWINGS
from companion.screen.fonts import Fonts
from companion.screen.pen import Pen, smooth
from companion.screen.poster import height_of, paint_glow, paint_picture, paint_poster, paint_sky, width_of
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.lifeboat.components import Character

_NIGHT: Rgb = (12, 24, 48)
_DUSK: Rgb = (96, 120, 150)
_SEA: Rgb = (20, 62, 92)
_HULL: Rgb = (134, 88, 50)
_MOON: Rgb = (250, 236, 200)
#: Waves from the farthest on: height of the line, height and length of its waves, darkness.
_FAR_WAVES = ((0.06, 0.02, 0.5, 0.1), (0.2, 0.035, 0.7, 0.25))
_NEAR_WAVES = ((0.42, 0.05, 0.9, 0.4), (0.62, 0.06, 1.1, 0.55))
#: Distance between people in the boat.
_APART = 0.3


def poster(fonts: Fonts, size: tuple[int, int]) -> pygame.Surface:  # noqa: ARG001 - as every poster
    """Return the poster in this size."""
    return paint_poster(size, _paint)


def _paint(pen: Pen) -> None:
    wide = width_of(pen)
    paint_sky(pen, _NIGHT, _DUSK)
    moon = (0.62 * wide, -0.62 * height_of(pen))
    paint_glow(pen, _MOON, moon, 0.75, 120)
    pen.disc(_MOON, moon, 0.2)
    for x, y, span in ((-0.6 * wide, -0.66, 0.16), (-0.32 * wide, -0.78, 0.11)):
        for side in (-1, 1):
            pen.line(WHITE, [(x, y), (x + side * span * 0.5, y - 0.06), (x + side * span, y)], 0.025)
    for wave in _FAR_WAVES:
        _wave(pen, *wave)
    people = list(Character)
    for number, person in enumerate(people):
        middle = (number - (len(people) - 1) / 2) * _APART, -0.14 - 0.05 * (number % 2)
        paint_picture(pen, _portrait(person), middle, 0.36)
    hull = [(-1.12, -0.14), (-0.9, 0.36), (0.86, 0.36), (1.12, -0.18), (0.98, -0.02), (-0.98, 0.02)]
    pen.shape(_HULL, hull)
    pen.line(mix(_HULL, INK, 0.5), [*hull, hull[0]], 0.035)
    for lift in (0.12, 0.24):
        pen.line(mix(_HULL, INK, 0.35), [(-0.99 + lift * 0.3, lift), (0.98 - lift * 0.3, lift)], 0.022)
    for x in (-0.55, 0.5):
        pen.line(mix(_HULL, WHITE, 0.3), [(x, -0.02), (x - 0.34, 0.56)], 0.045)
    for wave in _NEAR_WAVES:
        _wave(pen, *wave)


def _portrait(character: Character) -> Callable[[int], pygame.Surface]:
    return lambda px: smooth((px, px), DRAWINGS.painter(character))


def _wave(pen: Pen, top: float, height: float, length: float, dark: float) -> None:
    """Paint the sea from a wavy line down, with foam on it."""
    wide, bottom = width_of(pen) + 0.1, height_of(pen) + 0.1
    steps = 80
    line = []
    for step in range(steps + 1):
        x = -wide + 2 * wide * step / steps
        line.append((x, top + height * sin(2 * pi * x / length + 9 * top)))
    pen.shape(mix(_SEA, INK, dark), [*line, (wide, bottom), (-wide, bottom)])
    pen.line(mix(_SEA, WHITE, 0.35 * (1 - dark)), line, 0.018)
