"""The pictures of everything that can move, drawn once for a size and kept."""

from math import ceil

import pygame

from companion.games.finstere_flure.screen.beast import beast_picture
from companion.games.finstere_flure.screen.cards import light_picture
from companion.games.finstere_flure.screen.colours import TRAIL
from companion.games.finstere_flure.screen.tiles import stone_picture
from companion.games.finstere_flure.screen.tokens import token_picture
from companion.screen.kept_pictures import KeptPictures
from companion.screen.pen import Pen
from companion.screen.text import Fonts
from companion.screen.theme import INK, Rgb, mix
from engine.finstere_flure.pieces import TOKENS, Colour, Side, TileKind, visible_number

#: The monster is turned in steps of so many degrees.
_TURN_DEG = 6
#: How bright the light round it is (0..1).
_LIGHT = 0.34
#: How wide it is, in cells.
REACH = 6.5


class Sprites:
    """Pictures for cells of `cell` pixels."""

    def __init__(self, fonts: Fonts, cell: int) -> None:
        self.fonts = fonts
        self.cell = cell
        self._kept = KeptPictures()
        # Turned from a larger picture, because turning blurs.
        self._beast = beast_picture(2 * cell)

    def token(self, token_id: str, side: Side, size: int | None = None) -> pygame.Surface:
        """Return a token with the number that lies up; as on the board, or `size` pixels wide."""
        width = size or round(self.cell * 0.92)
        colour, number = TOKENS[token_id][0], visible_number(token_id, side)
        key = ("token", token_id, side, width)
        return self._kept.get(key, lambda: token_picture(self.fonts, colour, number, side, width))

    def both_sides(self, token_id: str, side: Side, size: int) -> pygame.Surface:
        """Return a flipped token, `size` pixels wide: its other side, over it the side that lies up."""
        part = round(0.66 * size)
        picture = pygame.Surface((size, size), pygame.SRCALPHA)
        picture.blit(self.token(token_id, side.flipped, part), (0, 0))
        picture.blit(self.token(token_id, side, part), (size - part, size - part))
        return picture

    def shape(self, colour: Colour, size: int) -> pygame.Surface:
        """Return the shape of a player's colour, without a number, `size` pixels wide."""
        return self._kept.get(
            ("shape", colour, size), lambda: token_picture(self.fonts, colour, None, Side.WHITE, size)
        )

    def stone(self, kind: TileKind, size: int | None = None) -> pygame.Surface:
        """Return a square tile; as on the board, or for a square `size` pixels wide."""
        width = round((size or self.cell) * 0.94)
        return self._kept.get(("stone", kind, width), lambda: stone_picture(kind, width))

    def beast(self, heading_deg: float, scale: float = 1.0) -> pygame.Surface:
        """Return the monster heading so many degrees clockwise from north."""
        heading, scale = round(heading_deg / _TURN_DEG) * _TURN_DEG % 360, round(scale, 2)
        return self._kept.get(
            ("beast", heading, scale), lambda: pygame.transform.rotozoom(self._beast, -heading, 0.54 * scale)
        )

    def portrait(self, size: int) -> pygame.Surface:
        """Return the monster looking up, `size` pixels wide."""
        return self._kept.get(("portrait", size), lambda: beast_picture(size))

    def glow(self, colour: Rgb, size: int, strength: int = 70) -> pygame.Surface:
        """Return a soft round light, `size` pixels wide."""

        def draw() -> pygame.Surface:
            picture = pygame.Surface((size, size), pygame.SRCALPHA)
            rings = max(4, ceil(size / 6))
            for ring in range(rings):
                share = ring / rings
                radius = round(size / 2 * (1 - share))
                pygame.draw.circle(picture, (*colour, round(strength * share * share)), (size // 2, size // 2), radius)
            return picture

        return self._kept.get(("glow", colour, size, strength), draw)

    def ring(self, colour: Rgb, size: int, width: float) -> pygame.Surface:
        """Return a circle's outline, `size` pixels wide; `width` is a share of its radius."""

        def paint(pen: Pen) -> None:
            pen.ring(INK, (0, 0), 1.0, width * 1.5)
            pen.ring(colour, (0, 0), 1.0 - 0.25 * width, width)

        return self._kept.painted(("ring", colour, width), size, paint)

    def dot(self, colour: Rgb, size: int) -> pygame.Surface:
        """Return a small disc, `size` pixels wide."""
        return self._kept.painted(("dot", colour), size, lambda pen: pen.disc(colour, (0, 0), 0.92))

    def cross(self, colour: Rgb, size: int) -> pygame.Surface:
        """Return two crossed strokes, `size` pixels wide."""

        def paint(pen: Pen) -> None:
            for wide, shade in ((0.42, INK), (0.26, colour)):
                pen.line(shade, [(-0.68, -0.68), (0.68, 0.68)], wide)
                pen.line(shade, [(-0.68, 0.68), (0.68, -0.68)], wide)

        return self._kept.painted(("cross", colour), size, paint)

    def badge(self, sign: str, colour: Rgb, size: int) -> pygame.Surface:
        """Return a round sign, such as the question mark over a confused monster."""

        def paint(pen: Pen) -> None:
            pen.disc(INK, (0, 0), 1.0)
            pen.disc(colour, (0, 0), 0.88)
            picture = self.fonts.get(round(pen.unit * 1.3), bold=True).render(sign, True, INK)
            inside = picture.get_bounding_rect()
            x, y = pen.at((0.0, 0.0))
            pen.surface.blit(picture, (x - inside.centerx, y - inside.centery))

        return self._kept.painted(("badge", sign, colour), size, paint)

    def light(self) -> pygame.Surface:
        """Return the light that goes with the monster, to be added to the floor."""
        return self._kept.get("light", lambda: light_picture(mix((0, 0, 0), TRAIL, _LIGHT), round(self.cell * REACH)))
