"""Our own drawing of the board seen from above, as a BGR picture."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.screen.lettering import paint_text
from engine.finstere_flure.board import CELLS, ENTRANCE, EXIT, FILES, ROWS, WALL_LETTER, Cell, Direction, column_row
from vision.picture import Pixels
from vision.virtual.wood import Floats, wood_noise

Bgr = tuple[int, int, int]

#: Width of the wall round the floor, in cells.
WALL_CELLS = 0.36

_FLOOR: Bgr = (74, 68, 64)
_WALL: Bgr = (58, 66, 78)
_WALL_EDGE: Bgr = (30, 34, 40)
_JOINT: Bgr = (26, 24, 24)
_LETTER: Bgr = (150, 196, 216)
_EXIT_GLOW: Bgr = (92, 150, 84)
_ENTRANCE_GLOW: Bgr = (70, 110, 190)


@lru_cache(maxsize=4)
def board_picture(px_per_mm: float, cell_mm: float = 25.0) -> Pixels:
    """Return the board with its walls, BGR and alpha (h, w, 4); read-only.

    It is all zero in the cut-off corners. The picture's outer top-left corner lies WALL_CELLS cells left of and
    above the top-left corner of a1.
    """
    cell = px_per_mm * cell_mm
    width = round((len(FILES) + 2 * WALL_CELLS) * cell)
    height = round((len(ROWS) + 2 * WALL_CELLS) * cell)
    art = _paint_walls(height, width, cell)
    _paint_floor(art, cell)
    whole = _cells_grown(height, width, cell, round(WALL_CELLS * cell))
    picture: Pixels = np.zeros((height, width, 4), np.uint8)
    cv2.copyTo(cv2.merge([art, whole]), whole, picture)
    for (name, side), letter in WALL_LETTER.items():
        _paint_letter(picture, name, side, letter, cell)
    _paint_door(picture, EXIT, Direction.N, _EXIT_GLOW, cell)
    _paint_door(picture, ENTRANCE, Direction.N, _ENTRANCE_GLOW, cell)
    picture.flags.writeable = False
    return picture


def _corners(name: Cell, cell: float) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the pixel corners (left, top), (right, bottom) of a cell."""
    column, row = column_row(name)
    left, top = (column + WALL_CELLS) * cell, (row + WALL_CELLS) * cell
    return (round(left), round(top)), (round(left + cell), round(top + cell))


def _cells_grown(height: int, width: int, cell: float, margin: int) -> Pixels:
    """Return a mask (h, w), 255 on the cells and so many pixels round them."""
    mask = np.zeros((height, width), np.uint8)
    for name in CELLS:
        (left, top), (right, bottom) = _corners(name, cell)
        mask[max(0, top - margin) : bottom + margin, max(0, left - margin) : right + margin] = 255
    return mask


def _shades(texture: Floats) -> Pixels:
    """Return lightness (h, w) about 0 as three equal channels about 128.

    Colours are quick to look up in this form.
    """
    shade = np.asarray(cv2.convertScaleAbs(texture, beta=128.0), dtype=np.uint8)
    return np.asarray(cv2.merge([shade] * 3), dtype=np.uint8)


def _coloured(shades: Pixels, colour: npt.ArrayLike) -> Pixels:
    """Return the colour (BGR), lighter and darker by the shades."""
    table = np.arange(256)[:, None] - 128 + np.asarray(colour)
    return np.asarray(cv2.LUT(shades, np.clip(table, 0, 255).astype(np.uint8)[None]), dtype=np.uint8)


def _paint_floor(art: Pixels, cell: float) -> None:
    """Paint flagstones: each cell a slab of its own shade with light and dark edges and a joint.

    One edge is light and one dark; the joint goes round the slab.
    """
    rng = np.random.default_rng(3)
    height, width = art.shape[:2]
    texture = wood_noise(rng, height, width, (cell / 3, cell / 3)) * 4 + wood_noise(rng, height, width, (2.5, 2.5)) * 3
    joint, bevel = max(1, round(cell * 0.024)), max(1, round(cell * 0.035))
    for name in CELLS:
        (left, top), (right, bottom) = _corners(name, cell)
        slab = texture[top + joint : bottom - joint, left + joint : right - joint]
        slab[:bevel] += 16
        slab[:, :bevel] += 10
        slab[-bevel:] -= 16
        slab[:, -bevel:] -= 10
    shades = _shades(texture)
    for name in CELLS:
        (left, top), (right, bottom) = _corners(name, cell)
        colour = np.array(_FLOOR) + rng.normal(0, 5) + rng.normal(0, 1.5, 3)
        art[top:bottom, left:right] = _JOINT
        inner = slice(top + joint, bottom - joint), slice(left + joint, right - joint)
        art[inner] = _coloured(shades[inner], colour)


def _paint_walls(height: int, width: int, cell: float) -> Pixels:
    """Paint walls all over, with a dark line where they meet the floor."""
    rng = np.random.default_rng(4)
    art = _coloured(_shades(wood_noise(rng, height, width, (cell / 6, cell / 4)) * 5), _WALL)
    line = _cells_grown(height, width, cell, max(1, round(cell * 0.03)))
    cv2.copyTo(np.full_like(art, _WALL_EDGE), line, art)
    return art


def _paint_letter(picture: Pixels, name: Cell, side: Direction, letter: str, cell: float) -> None:
    (left, top), (right, bottom) = _corners(name, cell)
    dx, dy = side.delta
    middle = np.array([(left + right) / 2, (top + bottom) / 2]) + np.array([dx, dy]) * cell * (0.5 + WALL_CELLS / 2)
    tall = cell * WALL_CELLS * 0.62
    paint_text(picture, letter, (middle[0], middle[1]), tall, _LETTER)


def _paint_door(picture: Pixels, name: Cell, heading: Direction, colour: Bgr, cell: float) -> None:
    """Mark the exit or the entrance with a glowing frame and a chevron.

    The chevron points the way the tokens go.
    """
    (left, top), (right, bottom) = _corners(name, cell)
    inset = round(cell * 0.09)
    cv2.rectangle(
        picture,
        (left + inset, top + inset),
        (right - inset, bottom - inset),
        (*colour, 255),
        max(1, round(cell * 0.05)),
        cv2.LINE_AA,
    )
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    forward = np.array(heading.delta, dtype=float)
    across = np.array([-forward[1], forward[0]])
    for step in (-0.16, 0.06):
        tip = middle + forward * cell * (step + 0.14)
        wings = [tip - forward * cell * 0.18 + across * cell * s for s in (-0.2, 0.2)]
        line = np.round(np.array([wings[0], tip, wings[1]]) * 16).astype(np.int32)
        cv2.polylines(picture, [line], False, (*colour, 255), max(1, round(cell * 0.06)), cv2.LINE_AA, 4)
