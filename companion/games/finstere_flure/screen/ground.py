"""Parts of the board that stay unchanged during a move.

They are floor, walls, letters, doors, compass, pools, teleporters.
"""

import random
from collections.abc import Iterable

import pygame

from companion.games.finstere_flure.language import say_as
from companion.games.finstere_flure.screen.colours import ENTRANCE, EXIT, FLOOR, GROUT, LETTER, WALL, WALL_EDGE
from companion.games.finstere_flure.screen.layout import RULER_CELLS, WALL_CELLS, BoardFrame
from companion.games.finstere_flure.screen.tiles import pool_picture, teleporter_picture
from companion.screen import theme
from companion.screen.pen import Pen, arc, on_circle, smooth
from companion.screen.text import Fonts
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.finstere_flure.board import CELLS, CORNERS, FILES, ROWS, WALL_LETTER, Cell, Direction
from engine.finstere_flure.board import EXIT as EXIT_CELL
from engine.finstere_flure.pieces import TileKind
from engine.finstere_flure.position import Tile

#: Cells smaller than this (pixels) carry no name: it could not be read.
_NAMED_FROM = 44
#: The different slabs that there are.
SLABS: tuple[Rgb, ...] = tuple(mix(FLOOR, WHITE if n % 2 else INK, 0.007 * n) for n in range(9))
#: Number of chips of each slab.
_SPECKS = 9
#: Heading above which a slab has a crack (degrees).
_CRACKED_FROM = 220.0
#: The rulers' letters are no smaller (pixels).
_LEAST_RULER = 11
#: Their colour; against the background it has a contrast of 9 : 1.
RULER: Rgb = (178, 184, 196)
#: That of the cells' names, legible on every slab.
CELL_NAME: Rgb = (168, 173, 183)


def ground_picture(size: tuple[int, int], frame: BoardFrame, fonts: Fonts, tiles: Iterable[Tile]) -> pygame.Surface:
    """Return a surface of `size` with the board and its pools and teleporters on it.

    These stay while the monster moves.
    """
    return add_floor_tiles(bare_ground(size, frame, fonts), frame, fonts, tiles)


def bare_ground(size: tuple[int, int], frame: BoardFrame, fonts: Fonts) -> pygame.Surface:
    """Return a surface of `size` with nothing but the board on it."""
    surface = pygame.Surface(size)
    surface.fill(theme.BACKGROUND)
    _walls(surface, frame)
    _floor(surface, frame, fonts)
    for (cell, side), letter in WALL_LETTER.items():
        draw_wall_letter(surface, frame, fonts, cell, side, letter, LETTER)
    _compass(surface, frame, fonts)
    _rulers(surface, frame, fonts)
    return surface


def add_floor_tiles(ground: pygame.Surface, frame: BoardFrame, fonts: Fonts, tiles: Iterable[Tile]) -> pygame.Surface:
    """Return a copy of the bare ground with the pools and teleporters on it.

    Stones among the tiles are left out.
    """
    surface = ground.copy()
    for tile in tiles:
        if tile.kind is TileKind.POOL:
            _pool(surface, frame, tile)
        elif tile.kind is TileKind.TELEPORTER and tile.arrow is not None:
            box = frame.cell_box(tile.cell)
            picture = teleporter_picture(fonts, tile.id[-2], tile.arrow, round(frame.cell * 0.96))
            surface.blit(picture, picture.get_rect(center=box.center))
    return surface


def _walls(surface: pygame.Surface, frame: BoardFrame) -> None:
    """Draw a band of stone round the floor, with a light outer edge."""
    wall = round(WALL_CELLS * frame.cell)
    edge = max(1, frame.cell // 24)
    for colour, width in ((WALL_EDGE, wall), (WALL, wall - edge)):
        for cell in CELLS:
            box = frame.cell_box(cell).inflate(2 * width, 2 * width)
            pygame.draw.rect(surface, colour, box, border_radius=round(0.16 * frame.cell))
    _courses(surface, frame)
    for cell in CELLS:
        pygame.draw.rect(surface, mix(WALL, INK, 0.6), frame.cell_box(cell).inflate(2 * edge, 2 * edge))


def _courses(surface: pygame.Surface, frame: BoardFrame) -> None:
    """Draw the joints between the wall's stones, one at each side of every cell at the wall."""
    joint = mix(WALL, INK, 0.35)
    wall, width = round(WALL_CELLS * frame.cell), max(1, frame.cell // 32)
    for cell, side in WALL_LETTER:
        box = frame.cell_box(cell)
        dx, dy = side.delta
        for share in (0.0, 1.0):
            if dx:
                x, y = (box.right if dx > 0 else box.left), box.top + round(share * box.height)
                pygame.draw.line(surface, joint, (x, y), (x + dx * (wall - 1), y), width)
            else:
                x, y = box.left + round(share * box.width), (box.bottom if dy > 0 else box.top)
                pygame.draw.line(surface, joint, (x, y), (x, y + dy * (wall - 1)), width)


def _floor(surface: pygame.Surface, frame: BoardFrame, fonts: Fonts) -> None:
    """Draw slabs of slightly different shade, each with its cell's name."""
    rng = random.Random(11)
    side = frame.cell
    slabs = [_slab(shade, side, rng) for shade in SLABS]
    font = fonts.get(round(side * 0.21))
    for cell in CELLS:
        box = frame.cell_box(cell)
        surface.fill(GROUT, box)
        if cell in CORNERS:
            colour = EXIT if cell == EXIT_CELL else ENTRANCE
            surface.blit(_slab(mix(FLOOR, colour, 0.35), side, rng), box)
            surface.blit(_door(colour, side, leads_out=cell == EXIT_CELL), box)
            continue
        surface.blit(slabs[rng.randrange(len(SLABS))], box)
        if side >= _NAMED_FROM:
            name = font.render(cell, True, CELL_NAME)
            surface.blit(name, (box.left + round(side * 0.09), box.top + round(side * 0.06)))


def _slab(colour: Rgb, side: int, rng: random.Random) -> pygame.Surface:
    """Return a worn stone: chips out of it, and on some a crack."""
    specks = [(rng.uniform(-0.85, 0.85), rng.uniform(-0.85, 0.85), rng.random()) for _ in range(_SPECKS)]
    heading = rng.uniform(0.0, 360.0)
    crack = [(-0.95, rng.uniform(-0.5, 0.5)), (rng.uniform(-0.4, 0.1), rng.uniform(-0.3, 0.3))]
    crack.append((rng.uniform(0.3, 0.6), rng.uniform(-0.6, 0.6)))
    turned = [pygame.Vector2(point).rotate(heading) for point in crack]

    def paint(pen: Pen) -> None:
        pen.block(mix(colour, WHITE, 0.12), (0, -0.01), (0.96, 0.95), 0.12)
        pen.block(colour, (0, 0.02), (0.96, 0.94), 0.12)
        for x, y, share in specks:
            shade = mix(colour, WHITE, 0.05) if share > 0.5 else mix(colour, INK, 0.22)
            pen.disc(shade, (x, y), 0.03 + 0.05 * share)
        if heading > _CRACKED_FROM:
            pen.line(mix(colour, INK, 0.45), [(point.x, point.y) for point in turned], 0.045)

    return smooth((side, side), paint)


def _door(colour: Rgb, side: int, leads_out: bool) -> pygame.Surface:
    """Return a gate, with an arrow out of it (the exit) or into it (the entrance)."""

    def paint(pen: Pen) -> None:
        bright = mix(colour, WHITE, 0.25)
        pen.line(bright, [(-0.5, 0.6), (-0.5, -0.1), *arc((0, -0.1), 0.5, 270, 450), (0.5, 0.6)], 0.12)
        up = -1 if leads_out else 1
        tip = (0.0, 0.14 + 0.36 * up)
        pen.line(bright, [(0.0, 0.14 - 0.36 * up), tip], 0.13)
        pen.line(bright, [(-0.22, tip[1] - 0.22 * up), tip, (0.22, tip[1] - 0.22 * up)], 0.13)

    return smooth((side, side), paint)


def letter_centre(frame: BoardFrame, cell: Cell, side: Direction) -> tuple[int, int]:
    """Return the pixel in the middle of the wall on one side of a cell."""
    box = frame.cell_box(cell)
    dx, dy = side.delta
    reach = 0.715 * frame.cell
    return round(box.centerx + dx * reach), round(box.centery + dy * reach)


def draw_wall_letter(
    surface: pygame.Surface, frame: BoardFrame, fonts: Fonts, cell: Cell, side: Direction, letter: str, colour: Rgb
) -> None:
    """Draw the letter of a wall in its place."""
    picture = fonts.get(round(frame.cell * 0.35), bold=True).render(letter, True, colour)
    inside = picture.get_bounding_rect()
    x, y = letter_centre(frame, cell, side)
    surface.blit(picture, (x - inside.centerx, y - inside.centery))


def _compass(surface: pygame.Surface, frame: BoardFrame, fonts: Fonts) -> None:
    """Draw the compass that captions speak of, in the cut-off lower left corner."""
    left, top = frame.floor_origin
    side = round(frame.cell * 2.3)
    box = pygame.Rect(0, 0, side, side)
    box.center = (round(left + 0.9 * frame.cell), round(top + 10.4 * frame.cell))

    def paint(pen: Pen) -> None:
        pen.ring(mix(theme.BACKGROUND, theme.TEXT_FAINT, 0.5), (0, 0), 0.58, 0.025)
        for heading in (0, 90, 180, 270):
            colour = theme.TEXT_SOFT if heading == 0 else theme.TEXT_FAINT
            tip, right, left = on_circle(0.56, heading), on_circle(0.13, heading + 45), on_circle(0.13, heading - 45)
            pen.shape(colour, [tip, right, (0, 0)])
            pen.shape(mix(colour, INK, 0.35), [tip, left, (0, 0)])

    surface.blit(smooth(box.size, paint), box)
    letters = {
        Direction.N: say_as("compass", "N"),
        Direction.E: say_as("compass", "E"),
        Direction.S: say_as("compass", "S"),
        Direction.W: say_as("compass", "W"),
    }
    for direction, letter in letters.items():
        dx, dy = direction.delta
        picture = fonts.render(letter, round(frame.cell * 0.32), True, theme.TEXT_SOFT)
        inside = picture.get_bounding_rect()
        x, y = box.centerx + round(dx * side * 0.4), box.centery + round(dy * side * 0.4)
        surface.blit(picture, (x - inside.centerx, y - inside.centery))


def _rulers(surface: pygame.Surface, frame: BoardFrame, fonts: Fonts) -> None:
    """Draw the files above the walls and the rows at their left.

    They are small as in the names of cells: the walls' letters are large.
    """
    left, top = frame.floor_origin
    beyond = (WALL_CELLS + 0.5 * RULER_CELLS) * frame.cell
    size = max(_LEAST_RULER, round(0.42 * frame.cell))
    for number, name in enumerate(FILES):
        _ruler_mark(surface, fonts, name, size, (left + (number + 0.5) * frame.cell, top - beyond))
    for number, row in enumerate(ROWS):
        _ruler_mark(surface, fonts, str(row), size, (left - beyond, top + (number + 0.5) * frame.cell))


def _ruler_mark(surface: pygame.Surface, fonts: Fonts, name: str, size: int, middle: tuple[float, float]) -> None:
    picture = fonts.render(name, size, True, RULER)
    inside = picture.get_bounding_rect()
    surface.blit(picture, (round(middle[0] - inside.centerx), round(middle[1] - inside.centery)))


def _pool(surface: pygame.Surface, frame: BoardFrame, tile: Tile) -> None:
    boxes = [frame.cell_box(cell) for cell in tile.cells]
    whole = boxes[0].unionall(boxes[1:])
    surface.blit(pool_picture(whole.width // frame.cell, whole.height // frame.cell, frame.cell), whole)
