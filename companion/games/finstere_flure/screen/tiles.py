"""The floor tiles: stones and crystals, the two kinds of turning stones, teleporters, pools."""

import pygame

from companion.screen.pen import Pen, Point, arc, on_circle, smooth
from companion.screen.text import Fonts
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.finstere_flure.board import Direction
from engine.finstere_flure.pieces import TileKind

_GRANITE: Rgb = (134, 139, 148)
_ICE: Rgb = (150, 222, 238)
_RIGHT_TURN: Rgb = (255, 208, 84)
_ABOUT: Rgb = (255, 160, 214)
_BLOOD: Rgb = (132, 18, 30)
#: The two pairs of teleporters; the letter tells them apart without colours.
_PORTALS: dict[str, Rgb] = {"A": (64, 206, 220), "B": (240, 132, 200)}


def stone_picture(kind: TileKind, size: int) -> pygame.Surface:
    """Return a square tile, `size` pixels wide."""
    painters = {
        TileKind.STONE: _stone,
        TileKind.CRYSTAL: _crystal,
        TileKind.TURN90: _turning_right,
        TileKind.TURN180: _turning_about,
    }
    return smooth((size, size), painters[kind])


def _slab(pen: Pen, colour: Rgb) -> None:
    """Draw a thick square plate, lit from above."""
    pen.block(INK, (0.0, 0.03), (0.97, 0.95), 0.26)
    pen.block(mix(colour, INK, 0.5), (0.0, 0.05), (0.9, 0.87), 0.22)
    pen.block(mix(colour, WHITE, 0.25), (0.0, -0.06), (0.9, 0.84), 0.22)
    pen.block(colour, (0.0, -0.02), (0.86, 0.8), 0.2)


def _stone(pen: Pen) -> None:
    _slab(pen, _GRANITE)
    dark, light = mix(_GRANITE, INK, 0.22), mix(_GRANITE, WHITE, 0.16)
    # Cobbles: a few rough patches, always the same.
    for centre, half in (((-0.4, -0.36), (0.3, 0.26)), ((0.38, -0.42), (0.34, 0.2)), ((-0.3, 0.34), (0.4, 0.24))):
        pen.block(light, centre, half, 0.14)
    for centre, half in (((0.44, 0.24), (0.24, 0.34)), ((0.08, -0.02), (0.16, 0.1))):
        pen.block(dark, centre, half, 0.1)


def _crystal(pen: Pen) -> None:
    deep, clear = mix(_ICE, INK, 0.55), mix(_ICE, WHITE, 0.5)
    outline: list[Point] = [(0.0, -0.95), (0.78, -0.42), (0.78, 0.42), (0.0, 0.95), (-0.78, 0.42), (-0.78, -0.42)]
    pen.line(INK, [*outline, outline[0]], 0.16)
    pen.shape(deep, outline)
    pen.shape(_ICE, [outline[0], outline[1], (0.32, 0.0), (0.0, -0.3)])
    pen.shape(clear, [outline[0], (0.0, -0.3), (-0.36, 0.0), outline[5]])
    pen.shape(mix(_ICE, INK, 0.25), [outline[1], outline[2], (0.32, 0.0)])
    pen.shape(mix(_ICE, INK, 0.35), [outline[5], (-0.36, 0.0), outline[4]])
    pen.shape(mix(_ICE, WHITE, 0.2), [(0.0, -0.3), (0.32, 0.0), (0.0, 0.36), (-0.36, 0.0)])
    pen.shape(mix(_ICE, INK, 0.15), [(0.32, 0.0), outline[2], outline[3], (0.0, 0.36)])
    pen.line(clear, [*outline, outline[0]], 0.07)


def _turning_right(pen: Pen) -> None:
    _slab(pen, mix(_GRANITE, INK, 0.55))
    # In from below, out to the right: what the monster does, seen from behind it.
    bend = arc((0.14, 0.02), 0.4, 270, 360)
    _arrow(pen, [(-0.26, 0.58), *bend, (0.22, -0.38)], (0.68, -0.38), _RIGHT_TURN)


def _turning_about(pen: Pen) -> None:
    _slab(pen, mix(_GRANITE, INK, 0.55))
    bend = arc((0.0, -0.12), 0.36, 270, 450)
    _arrow(pen, [(-0.36, 0.56), *bend, (0.36, 0.1)], (0.36, 0.62), _ABOUT)


def _arrow(pen: Pen, way: list[Point], tip: Point, colour: Rgb) -> None:
    """Draw a thick line with a head at `tip`; the last stretch of the way points to it."""
    dx, dy = tip[0] - way[-1][0], tip[1] - way[-1][1]
    length = (dx * dx + dy * dy) ** 0.5
    dx, dy = dx / length, dy / length
    neck = way[-1]
    wide = 0.32
    head = [tip, (neck[0] - dy * wide, neck[1] + dx * wide), (neck[0] + dy * wide, neck[1] - dx * wide)]
    pen.line(colour, way, 0.22)
    pen.shape(colour, head)
    pen.line(colour, [*head, head[0]], 0.06)


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
