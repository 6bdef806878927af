"""Posters: large pictures of games for the first page, and brushes for them."""

from collections.abc import Callable
from functools import lru_cache

import pygame

from companion.screen import theme
from companion.screen.fonts import Fonts
from companion.screen.pages import Poster
from companion.screen.pen import Pen, Point, smooth
from companion.screen.theme import INK, Rgb, mix

#: Half the width of what every poster shows, in the pen's units.
_WIDEST = 1.22
#: A sky is painted in so many bands.
_BANDS = 40
#: A glow is made of so many discs.
_DISCS = 14
#: Height of the emblem on a poster that is made of it, in the poster's shorter side.
_EMBLEM = 0.62
#: Its middle stands so far above the poster's, for the words at the foot, in half the shorter side.
_RAISED = 0.32
#: Share of the emblem's own colour in the poster's ground.
_TINT = 0.42


def paint_poster(size: tuple[int, int], paint: Callable[[Pen], None]) -> pygame.Surface:
    """Return the picture that `paint` makes, `size` pixels large.

    Narrow ones show as much from left to right.
    """

    def scaled(pen: Pen) -> None:
        pen.unit = min(pen.unit, pen.middle[0] / _WIDEST)
        paint(pen)

    return smooth((max(1, size[0]), max(1, size[1])), scaled)


def width_of(pen: Pen) -> float:
    """Return half the picture's width in the pen's units."""
    return pen.middle[0] / pen.unit


def height_of(pen: Pen) -> float:
    """Return half the picture's height, in the pen's units."""
    return pen.middle[1] / pen.unit


def paint_sky(pen: Pen, top: Rgb, bottom: Rgb) -> None:
    """Paint the whole picture from one colour above to another below."""
    width, height = pen.surface.get_size()
    for band in range(_BANDS):
        colour = mix(top, bottom, band / (_BANDS - 1))
        pen.surface.fill(colour, (0, band * height // _BANDS, width, height // _BANDS + 1))


def paint_glow(pen: Pen, colour: Rgb, centre: Point, radius: float, strength: int = 150) -> None:
    """Paint a soft light about a point; `strength` is its brightness in the middle, 0 to 255."""
    reach = max(1, round(radius * pen.unit))
    light = pygame.Surface((2 * reach, 2 * reach))
    for disc in range(_DISCS):
        share = disc / (_DISCS - 1)
        shade = mix((0, 0, 0), colour, share**2 * strength / 255)
        pygame.draw.circle(light, shade, (reach, reach), max(1, round(reach * (1 - 0.94 * share))))
    x, y = pen.at(centre)
    pen.surface.blit(light, (x - reach, y - reach), special_flags=pygame.BLEND_RGB_ADD)


def paint_picture(pen: Pen, picture: Callable[[int], pygame.Surface], centre: Point, side: float) -> None:
    """Paint a square picture about a point; `side` is its side in the pen's units."""
    px = max(1, round(side * pen.unit))
    x, y = pen.at(centre)
    pen.surface.blit(picture(px), (x - px // 2, y - px // 2))


def emblem_poster(emblem: Callable[[int], pygame.Surface], size: tuple[int, int]) -> pygame.Surface:
    """Return a poster made of a game's emblem, in its light, on a ground of its colour."""
    colour = _mean_colour(emblem(64))

    def paint(pen: Pen) -> None:
        paint_sky(pen, mix(theme.BACKGROUND, colour, _TINT), mix(INK, colour, _TINT / 3))
        paint_glow(pen, colour, (0.0, -_RAISED), 1.4, 110)
        paint_picture(pen, emblem, (0.0, -_RAISED), 2 * _EMBLEM)

    return paint_poster(size, paint)


def _mean_colour(picture: pygame.Surface) -> Rgb:
    """Return the mean colour of what is painted on a see-through picture."""
    red, green, blue = pygame.transform.average_color(picture, consider_alpha=True)[:3]
    brightest = max(red, green, blue, 1)
    return round(red * 220 / brightest), round(green * 220 / brightest), round(blue * 220 / brightest)


def poster_picture(fonts: Fonts, poster: Poster, size: tuple[int, int]) -> pygame.Surface:
    """Return the poster's picture; a dark one if a game fails to paint its own."""
    return _poster_picture(fonts, poster, size, theme.theme_in_use())


# The pictures of one page; the large ones are as large as a photograph.
@lru_cache(maxsize=16)
def _poster_picture(fonts: Fonts, poster: Poster, size: tuple[int, int], _theme: str) -> pygame.Surface:
    try:
        return poster.paint(fonts, size)
    except Exception:  # A stranger's game may fail in any way; it can be chosen all the same.
        plain = pygame.Surface(size)
        plain.fill(theme.PANEL_RAISED)
        return plain
