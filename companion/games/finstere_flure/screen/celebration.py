"""Celebration of a great moment that fills the screen.

It has a sign in its light, sparks that rise, a few words in the typeface of titles.
"""

from collections.abc import Callable
from math import pi, sin
from random import Random

import pygame

from companion.games.finstere_flure.playback.board_view import CelebrationFrame
from companion.games.finstere_flure.screen.cards import light_picture
from companion.screen import theme
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import Rgb, mix

#: Number of sparks that rise.
_SPARKS = 42
#: Time in which each spark rises (seconds).
_RISE_S = 3.2
#: Sign and words come up within so many seconds.
_COME_S = 0.6
#: Side of the sign, in the shorter side of the room.
_SIGN = 0.42
#: Side of the light, in the sign's.
_LIGHT = 2.6
#: The light swells and fades once in so many seconds.
_SWELL_S = 2.2

#: Gives the picture of the moment's sign, so many pixels wide.
SignPicture = Callable[[object, int], pygame.Surface]


class CelebrationView:
    """Drawing of a celebration on surfaces of one size at a time."""

    def __init__(self, fonts: Fonts, celebration: CelebrationFrame, sign: SignPicture, colour: Rgb) -> None:
        """Keep the `colour` of the light."""
        self._fonts, self._celebration, self._sign, self._colour = fonts, celebration, sign, colour
        rng = Random(7)
        self._sparks = [(rng.random(), rng.random(), rng.uniform(0.5, 1.0)) for _ in range(_SPARKS)]
        self._size = (0, 0)

    def draw(self, surface: pygame.Surface, seconds: float) -> None:
        """Draw the celebration so many seconds after it began."""
        if surface.get_size() != self._size:
            self._resize(surface.get_size())
        come = min(1.0, seconds / _COME_S)
        surface.fill(theme.BACKGROUND)
        swell = 0.75 + 0.25 * sin(2 * pi * seconds / _SWELL_S)
        light = self._lights[min(len(self._lights) - 1, int(come * swell * len(self._lights)))]
        surface.blit(light, light.get_rect(center=self._middle), special_flags=pygame.BLEND_RGB_ADD)
        self._draw_sparks(surface, seconds)
        picture = self._picture
        if come < 1.0:
            side = max(2, round(picture.get_width() * (0.6 + 0.4 * come)))
            picture = pygame.transform.smoothscale(picture, (side, side))
        surface.blit(picture, picture.get_rect(center=self._middle))
        surface.blit(self._words, (0, 0))

    def _draw_sparks(self, surface: pygame.Surface, seconds: float) -> None:
        width, height = self._size
        for across, phase, size in self._sparks:
            share = (seconds / _RISE_S + phase) % 1.0
            x = width * across + 0.02 * width * sin(2 * pi * (share + phase))
            colour = mix(theme.BACKGROUND, self._colour, sin(pi * share) * 0.9)
            pygame.draw.circle(surface, colour, (round(x), round(height * (1.05 - 1.1 * share))), self._spark * size)

    def _resize(self, size: tuple[int, int]) -> None:
        self._size = size
        width, height = size
        short = min(size)
        self._spark = max(2.0, short / 110)
        side = round(_SIGN * short)
        self._middle = (width // 2, round(0.36 * height))
        self._picture = self._sign(self._celebration.sign, side)
        shades = [mix((0, 0, 0), self._colour, 0.125 * number) for number in range(1, 5)]
        self._lights = [light_picture(shade, round(_LIGHT * side)) for shade in shades]
        self._words = pygame.Surface(size, pygame.SRCALPHA)
        inner = round(0.9 * width)
        left, top = (width - inner) // 2, round(0.64 * height)
        title = pygame.Rect(left, top, inner, round(0.16 * height))
        below = pygame.Rect(left, title.bottom, inner, round(0.16 * height))
        fonts = self._fonts.for_title(self._celebration.title)
        paragraph = fit(fonts, self._celebration.title, title.size, round(0.13 * short), 10, bold=True)
        draw(self._words, fonts, paragraph, title, theme.TEXT, across=0.5)
        line = fit(self._fonts, self._celebration.line, below.size, round(0.06 * short), 10)
        draw(self._words, self._fonts, line, below, theme.TEXT_SOFT, across=0.5, down=0.0)
