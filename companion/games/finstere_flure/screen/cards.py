"""Monster's cards as tombstones: their faces, their back, and how one is turned over.

A card is turned over above the board.
"""

from collections.abc import Callable
from math import cos, pi, sin

import pygame

from companion.games.finstere_flure.playback.timeline import CARD_PAUSE_SHARE, CARD_TURNED_SHARE
from companion.games.finstere_flure.screen.beast import beast_picture
from companion.games.finstere_flure.screen.colours import TRAIL
from companion.screen.pen import Pen, arc, smooth
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import INK, WHITE, Rgb, mix

_STONE: Rgb = (176, 176, 182)
_BACK: Rgb = (52, 50, 60)
#: Width of a card in its height.
WIDTH = 0.78
#: Under the card lie so many others of the deck, as far as can be seen.
_UNDER = 4


def card_face(fonts: Fonts, name: str, size: tuple[int, int]) -> pygame.Surface:
    """Return the card of this name, `size` (width, height) pixels large."""
    picture = smooth(size, _tombstone(_STONE))
    inner = picture.get_rect().inflate(-0.3 * size[0], -0.3 * size[1]).move(0, round(0.05 * size[1]))
    number = fit(fonts, name, inner.size, size[1], 8, bold=True)
    draw(picture, fonts, number, inner, INK, across=0.5)
    return picture


def card_back(size: tuple[int, int]) -> pygame.Surface:
    """Return the side that all cards share: the monster on a dark stone."""
    picture = smooth(size, _tombstone(_BACK))
    beast = beast_picture(round(0.62 * min(size)))
    beast.set_alpha(190)
    picture.blit(beast, beast.get_rect(center=(size[0] // 2, round(0.54 * size[1]))))
    return picture


def _tombstone(stone: Rgb) -> Callable[[Pen], None]:
    def paint(pen: Pen) -> None:
        width, height = pen.middle[0] / pen.unit, pen.middle[1] / pen.unit
        edge = mix(stone, INK, 0.35)
        for colour, inset in ((INK, 0.0), (edge, 0.03), (stone, 0.1), (mix(stone, WHITE, 0.05), 0.16)):
            half, top = width - inset, -height + inset
            foot = height - inset
            pen.shape(colour, [(-half, foot), *arc((0, top + half), half, 270, 450), (half, foot)])

    return paint


class CardTurning:
    """The top card of the deck, turned over above the board: a held breath, the turn, the face."""

    def __init__(self, fonts: Fonts, name: str, board: pygame.Rect) -> None:
        height = round(0.5 * board.height)
        self._size = (round(WIDTH * height), height)
        self._board = board
        self._face, self._back = card_face(fonts, name, self._size), card_back(self._size)
        self._glow = _glow(round(1.9 * height))

    def draw(self, surface: pygame.Surface, progress: float) -> None:
        """Draw the moment at this share (0..1) of the time."""
        middle = pygame.Vector2(self._board.center)
        step = max(2, self._size[1] // 60)
        for number in range(_UNDER, 0, -1):
            self._put(surface, self._back, middle + pygame.Vector2(number * step, number * step))
        card_pause = min(1.0, progress / CARD_PAUSE_SHARE)
        turn = min(1.0, max(0.0, (progress - CARD_PAUSE_SHARE) / (CARD_TURNED_SHARE - CARD_PAUSE_SHARE)))
        lift = self._size[1] * (0.06 * card_pause + 0.14 * sin(pi * turn))
        # It trembles, the more the longer the breath is held.
        tremble = 0.0 if turn else 0.012 * self._size[0] * card_pause * sin(progress * 90)
        centre = middle + pygame.Vector2(tremble, -lift)
        if turn >= 1.0:
            glow = self._glow.get_rect(center=(round(centre.x), round(centre.y)))
            surface.blit(self._glow, glow, special_flags=pygame.BLEND_RGB_ADD)
        across = cos(pi * turn)
        picture = self._back if across > 0 else self._face
        if abs(across) < 1.0:
            width = max(2, round(self._size[0] * abs(across)))
            picture = pygame.transform.smoothscale(picture, (width, self._size[1]))
        self._put(surface, picture, centre)

    @staticmethod
    def _put(surface: pygame.Surface, picture: pygame.Surface, middle: pygame.Vector2) -> None:
        surface.blit(picture, picture.get_rect(center=(round(middle.x), round(middle.y))))


def _glow(size: int) -> pygame.Surface:
    return light_picture(mix((0, 0, 0), TRAIL, 0.5), size)


def light_picture(colour: Rgb, size: int) -> pygame.Surface:
    """Return a light that is added to what it falls on, `size` pixels wide.

    It is brightest in its middle; black is no light.
    """
    picture = pygame.Surface((size, size))
    rings = max(8, size // 3)
    for ring in range(rings):
        share = ring / rings
        shade = mix((0, 0, 0), colour, share * share)
        pygame.draw.circle(picture, shade, (size // 2, size // 2), round(size / 2 * (1 - share)))
    return picture
