"""The floor tiles: stones and crystals, the two kinds of turning stones, teleporters, pools."""

from pathlib import Path

import pygame

from companion.screen.drawings import Drawings
from companion.screen.pen import Pen, arc, on_circle, smooth
from companion.screen.text import Fonts
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.finstere_flure.board import Direction
from engine.finstere_flure.pieces import TileKind

#: Drawings of tiles and of the monster.
DRAWINGS = Drawings(Path(__file__).parent / "signs")
_BLOOD: Rgb = (132, 18, 30)
#: The two pairs of teleporters; the letter tells them apart without colours.
_PORTALS: dict[str, Rgb] = {"A": (64, 206, 220), "B": (240, 132, 200)}


def stone_picture(kind: TileKind, size: int) -> pygame.Surface:
    """Return a square tile, `size` pixels wide."""
    return smooth((size, size), DRAWINGS.painter(kind))


def teleporter_picture(fonts: Fonts, letter: str, arrow: Direction, size: int) -> pygame.Surface:
    """Return a teleporter with the letter of its pair (``A`` or ``B``) and its arrow on the rim."""
    colour = _PORTALS[letter]

    def paint(pen: Pen) -> None:
        pen.disc(INK, (0, 0), 0.98)
        pen.disc(mix(colour, INK, 0.45), (0, 0), 0.92)
        pen.ring(colour, (0, 0), 0.92, 0.13)
        pen.disc(mix(colour, INK, 0.78), (0, 0), 0.62)
        heading = arrow.heading_deg
        pen.shape(INK, [on_circle(1.06, heading), on_circle(0.82, heading - 48), on_circle(0.82, heading + 48)])
        pen.shape(WHITE, [on_circle(1.0, heading), on_circle(0.7, heading - 38), on_circle(0.7, heading + 38)])
        picture = fonts.get(round(pen.unit * 0.96), bold=True).render(letter, True, WHITE)
        inside = picture.get_bounding_rect()
        x, y = pen.at((0.0, 0.0))
        pen.surface.blit(picture, (x - inside.centerx, y - inside.centery))

    return smooth((size, size), paint)


def pool_picture(columns: int, rows: int, cell: int) -> pygame.Surface:
    """Return a pool of blood over columns x rows cells of `cell` pixels."""

    def paint(pen: Pen) -> None:
        # The pen's unit is half the shorter side; a cell is this many units wide.
        side = 2.0 / min(columns, rows)
        half = (columns * side / 2, rows * side / 2)
        edge = 0.07 * side
        pen.block(INK, (0, 0), (half[0] - edge * 0.4, half[1] - edge * 0.4), 0.34 * side)
        pen.block(mix(_BLOOD, INK, 0.35), (0, 0), (half[0] - edge, half[1] - edge), 0.32 * side)
        pen.block(_BLOOD, (0, 0.03 * side), (half[0] - 2 * edge, half[1] - 2 * edge), 0.28 * side)
        shine = mix(_BLOOD, WHITE, 0.22)
        for column in range(columns):
            for row in range(rows):
                x = (column + 0.5) * side - half[0]
                y = (row + 0.5) * side - half[1]
                turn = 40 * ((3 * column + 5 * row) % 4)
                pen.line(shine, arc((x, y), 0.25 * side, turn, turn + 70, 8), 0.035 * side)
                pen.line(shine, arc((x, y), 0.12 * side, turn + 160, turn + 230, 6), 0.035 * side)

    return smooth((columns * cell, rows * cell), paint)
