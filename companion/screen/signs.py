"""Look of tones: each has a colour and a sign, so that none is recognised by colour alone.

A sign is painted once in each size: nobody may draw on it.
"""

from functools import lru_cache

import pygame

from companion.screen import theme
from companion.screen.pages import Tone
from companion.screen.pen import Pen, arc, smooth
from companion.screen.theme import INK, Rgb
from hardware.buttons import Button


def tone_colour(tone: Tone) -> Rgb:
    """Return the colour of a tone in the theme in use."""
    match tone:
        case Tone.PLAIN:
            return theme.TEXT_SOFT
        case Tone.NOW:
            return theme.ACCENT
        case Tone.GOOD:
            return theme.GOOD
        case Tone.WAITING:
            return theme.WAITING
        case Tone.BAD:
            return theme.LOSS
        case Tone.FADED:
            return theme.TEXT_FAINT


def has_sign(tone: Tone) -> bool:
    """Return True if a tone has a sign; ordinary tones have none."""
    return tone not in (Tone.PLAIN, Tone.FADED)


def tone_sign(tone: Tone, size: int) -> pygame.Surface | None:
    """Return the sign of a tone, `size` pixels wide; None if it has none."""
    return _tone_sign(tone, size, tone_colour(tone)) if has_sign(tone) else None


@lru_cache(maxsize=64)
def _tone_sign(tone: Tone, size: int, colour: Rgb) -> pygame.Surface:

    def paint(pen: Pen) -> None:
        match tone:
            case Tone.NOW:
                pen.shape(colour, [(-0.5, -0.8), (-0.5, 0.8), (0.8, 0.0)])
            case Tone.GOOD:
                pen.disc(colour, (0, 0), 0.92)
                _tick(pen, INK)
            case Tone.WAITING:
                # A clock.
                pen.ring(colour, (0, 0), 0.88, 0.18)
                pen.line(colour, [(0.0, -0.48), (0.0, 0.0), (0.34, 0.22)], 0.16)
            case _:
                triangle = [(0.0, -0.74), (0.82, 0.66), (-0.82, 0.66)]
                pen.shape(colour, triangle)
                pen.line(colour, [*triangle, triangle[0]], 0.24)
                pen.line(INK, [(0.0, -0.3), (0.0, 0.2)], 0.2)
                pen.disc(INK, (0.0, 0.5), 0.12)

    return smooth((size, size), paint)


def check_box(done: bool, tone: Tone, size: int) -> pygame.Surface:
    """Return the box in front of a task, ticked or not, `size` pixels wide."""
    return _check_box(done, tone is Tone.BAD, size, tone_colour(Tone.GOOD if done else tone))


@lru_cache(maxsize=64)
def _check_box(done: bool, wrong: bool, size: int, colour: Rgb) -> pygame.Surface:

    def paint(pen: Pen) -> None:
        pen.block(colour, (0, 0), (0.84, 0.84), 0.24)
        if done:
            _tick(pen, INK)
        else:
            pen.block(INK, (0, 0), (0.66, 0.66), 0.14)
            if wrong:
                pen.line(colour, [(0.0, -0.36), (0.0, 0.1)], 0.2)
                pen.disc(colour, (0.0, 0.4), 0.12)

    return smooth((size, size), paint)


def _tick(pen: Pen, colour: Rgb) -> None:
    pen.line(colour, [(-0.42, 0.04), (-0.1, 0.38), (0.46, -0.34)], 0.22)


def button_sign(button: Button, size: int, colour: Rgb | None = None, ground: Rgb = INK) -> pygame.Surface:
    """Return the sign of one of the three buttons, on the screen and on the real ones.

    `ground` is the colour behind it. Without a colour it has that of text.
    """
    return _button_sign(button, size, colour or theme.TEXT, ground)


@lru_cache(maxsize=64)
def _button_sign(button: Button, size: int, colour: Rgb, ground: Rgb) -> pygame.Surface:

    def paint(pen: Pen) -> None:
        match button:
            case Button.BACK:
                pen.line(colour, [(0.8, 0.0), (-0.6, 0.0)], 0.3)
                pen.line(colour, [(-0.1, -0.6), (-0.72, 0.0), (-0.1, 0.6)], 0.3)
            case Button.DRAW:
                # A card of the game: a tombstone.
                top = arc((0.0, -0.3), 0.6, 270, 450)
                pen.shape(colour, [(-0.6, 0.9), *top, (0.6, 0.9)])
                pen.line(ground, [(-0.26, -0.1), (0.26, -0.1)], 0.14)
                pen.line(ground, [(0.0, -0.4), (0.0, 0.45)], 0.14)
            case Button.ADVANCE:
                pen.line(colour, [(-0.7, 0.06), (-0.18, 0.6), (0.74, -0.54)], 0.34)

    return smooth((size, size), paint)
