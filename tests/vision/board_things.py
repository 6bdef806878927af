"""Drawn board of tests before the virtual camera: its print, and pieces with their tags."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tests.vision.board import COLUMNS, GRID, ROWS, SHAPES, WALL_CELLS
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area
from vision.picture import Pixels
from vision.symbology import SYMBOL_MODULES
from vision.virtual import Body, Print, PrintedCode, Thing, disc, rectangle
from vision.virtual.tag_art import PAPER, narrow_tag_print, reference_thing
from vision.virtual.wood import wood_noise, wood_print

Bgr = tuple[int, int, int]

#: Resolution of the board's print.
PX_PER_MM = 6.0
#: Resolution of what is printed on pieces.
_PIECE_PX_PER_MM = 10
#: Side of a square piece.
_TILE_MM = 24.0
#: Diameter of a round piece.
_DISC_MM = 20.0
#: Side of the cap of the tall piece, in cells.
_CAP_CELLS = 0.98
#: A piece on several cells is smaller than these by this share of a cell on every side.
_GAP_CELLS = 0.02
_INK: Bgr = (26, 26, 26)
_COAT: Bgr = (40, 58, 46)
_FLOOR: Bgr = (74, 68, 64)
_WALL: Bgr = (58, 66, 78)
_CARDBOARD: Bgr = (120, 150, 170)
#: Cells with a drawn frame, and its colour.
_MARKED: dict[str, Bgr] = {"a1": (92, 150, 84), "p11": (70, 110, 190)}
#: Colours of round pieces, by the first part of their ids.
_DISCS: dict[str, Bgr] = {
    "green": (64, 122, 44),
    "red": (38, 34, 186),
    "blue": (168, 92, 26),
    "yellow": (60, 204, 240),
    "beige": (160, 196, 222),
    "purple": (128, 44, 104),
    "black": (40, 36, 34),
}
#: Colours of square pieces and of what is written on them.
_SQUARES: dict[str, tuple[Bgr, Bgr]] = {
    "stone": ((92, 92, 92), PAPER),
    "crystal": ((250, 236, 214), (138, 79, 11)),
    "turn90": ((0, 74, 176), PAPER),
    "turn180": ((134, 42, 91), PAPER),
    "pool": ((17, 17, 155), PAPER),
    "teleporter": ((75, 86, 0), PAPER),
    "monster": (_INK, PAPER),
}


@lru_cache(maxsize=2)
def board_picture(cell_mm: float = GRID.cell_mm) -> Pixels:
    """Board of stone slabs with a wall round it, BGR and alpha (h, w, 4), read-only.

    Its outer corner lies WALL_CELLS left of and above the first cell's. Where no cell is, it is clear.
    """
    rng = np.random.default_rng(3)
    cell = PX_PER_MM * cell_mm
    width, height = (round((cells + 2 * WALL_CELLS) * cell) for cells in (COLUMNS, ROWS))
    rough = wood_noise(rng, height, width, (cell / 3, cell / 3)) * 4 + wood_noise(rng, height, width, (2.5, 2.5)) * 3
    art = np.clip(rough[..., None] * 0.6 + np.array(_WALL), 0, 255).astype(np.uint8)
    alpha = np.zeros((height, width), np.uint8)
    joint, bevel, wall = max(1, round(cell * 0.024)), max(1, round(cell * 0.035)), round(WALL_CELLS * cell)
    slabs = [
        (name, round((column + WALL_CELLS) * cell), round((row + WALL_CELLS) * cell))
        for name, (column, row) in GRID.cells.items()
    ]
    for _, left, top in slabs:
        alpha[max(0, top - wall) : top + round(cell) + wall, max(0, left - wall) : left + round(cell) + wall] = 255
    for name, left, top in slabs:
        right, bottom = left + round(cell), top + round(cell)
        art[top:bottom, left:right] = _INK
        inner = slice(top + joint, bottom - joint), slice(left + joint, right - joint)
        slab = rough[inner]
        slab[:bevel] += 16
        slab[:, :bevel] += 10
        slab[-bevel:] -= 16
        slab[:, -bevel:] -= 10
        colour = np.array(_FLOOR) + rng.normal(0, 5) + rng.normal(0, 1.5, 3)
        art[inner] = np.clip(slab[..., None] + colour, 0, 255).astype(np.uint8)
        if name in _MARKED:
            corners = (left + 4 * joint, top + 4 * joint), (right - 4 * joint, bottom - 4 * joint)
            cv2.rectangle(art, *corners, _MARKED[name], 2 * joint, cv2.LINE_AA)
            arrow = np.array([(0.28, 0.6), (0.5, 0.38), (0.72, 0.6)]) * cell + np.array([left, top])
            cv2.polylines(art, [arrow.astype(np.int32)], False, _MARKED[name], 2 * joint, cv2.LINE_AA)
    for number, x in enumerate(np.linspace(3.5, 11.5, 5)):
        _write(art, "ABCDE"[number], ((x + WALL_CELLS) * cell, wall / 2), 0.6 * wall, (150, 196, 216))
    picture: Pixels = np.zeros((height, width, 4), np.uint8)
    cv2.copyTo(np.dstack([art, alpha]), alpha, picture)
    picture.flags.writeable = False
    return picture


@lru_cache(maxsize=2)
def ground_prints(cell_mm: float = GRID.cell_mm) -> tuple[Print, ...]:
    """Return a wooden table and the board on it."""
    wall = WALL_CELLS * cell_mm
    extent = (0.0, 0.0, COLUMNS * cell_mm, ROWS * cell_mm)
    return wood_print(extent), Print(board_picture(cell_mm), PX_PER_MM, (-wall, -wall))


class BoardThings:
    """Maker of the things on which the tags of a catalogue are printed."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._tags = {tag.id: tag for tag in catalogue.tags}
        self._cell = catalogue.grid.cell_mm

    def references(self) -> list[Thing]:
        """Reference tags in their places."""
        return [reference_thing(tag, self._catalogue) for tag in self._catalogue.references]

    def edges_mm(self, tag_id: str) -> Area:
        """Return edges of a piece, from the point that `make` is given."""
        tag = self._tags[tag_id]
        columns, rows = SHAPES.get(tag_id, (1, 1))
        if (columns, rows) != (1, 1):
            half, gap = self._cell / 2, _GAP_CELLS * self._cell
            return gap - half, gap - half, columns * self._cell - half - gap, rows * self._cell - half - gap
        half = self._width(tag) / 2
        return -half, -half, half, half

    def make(self, tag_id: str, centre_mm: tuple[float, float], turn_deg: float, base_mm: float = 0.0) -> Thing:
        """Return the piece with this tag at a point of the board, on something `base_mm` high."""
        tag = self._tags[tag_id]
        x, y = tag.middle_mm
        bodies = (self._tall if tag.kind == "monster" else self._flat)(tag, base_mm)
        return Thing(tag_id, centre_mm, turn_deg, bodies, PrintedCode(self._catalogue.symbol_mm(tag), (-x, -y)))

    def _width(self, tag: Tag) -> float:
        if tag.kind == "monster":
            return _CAP_CELLS * self._cell
        return _DISC_MM if tag.kind == "token" else _TILE_MM

    def _flat(self, tag: Tag, base: float) -> tuple[Body, ...]:
        side = self._width(tag)
        prints = self._prints(tag)
        if tag.kind == "token":
            colour = _DISCS[tag.id.partition("-")[0]]
            return (Body(disc(side), base, base + tag.height_mm, colour, colour, prints),)
        if tag.kind == "pool":
            prints = (self._water(tag.id), *prints)
        outline = rectangle(*self.edges_mm(tag.id))
        return (Body(outline, base, base + tag.height_mm, _CARDBOARD, prints=prints),)

    def _tall(self, tag: Tag, base: float) -> tuple[Body, ...]:
        """Return a figure that is narrow in the middle, with a square cap."""
        parts = ((0.84, 0.0, 0.08), (0.66, 0.08, 0.45), (0.54, 0.45, 0.8), (0.4, 0.8, 0.95))
        figure = [
            Body(disc(wide * self._cell), base + low * tag.height_mm, base + high * tag.height_mm, _COAT, _COAT)
            for wide, low, high in parts
        ]
        cap = rectangle(*self.edges_mm(tag.id))
        low, top = base + 0.95 * tag.height_mm, base + tag.height_mm
        return (*figure, Body(cap, low, top, _COAT, _INK, self._prints(tag)))

    def _prints(self, tag: Tag) -> tuple[Print, ...]:
        """Return the tag, and what people read round it."""
        x, y = tag.middle_mm
        modules = SYMBOL_MODULES[self._catalogue.code]
        white = self._catalogue.symbol_mm(tag) * (modules + 2) / modules
        side = self._width(tag)
        art = _token_art(tag.id, side) if tag.kind == "token" else _square_art(tag.kind, side, side / 2 - y - white / 2)
        return Print.centred(art, side), narrow_tag_print(tag, self._catalogue, (-x, -y))

    def _water(self, tag_id: str) -> Print:
        art = _water_art(*SHAPES[tag_id], self._cell)
        return Print(art, _PIECE_PX_PER_MM, (-self._cell / 2, -self._cell / 2))


@lru_cache(maxsize=64)
def _token_art(tag_id: str, diameter_mm: float) -> Pixels:
    """Return a disc's face: its colour, and a number on a plate below the tag."""
    colour = _DISCS[tag_id.partition("-")[0]]
    side = round(diameter_mm * _PIECE_PX_PER_MM)
    art = np.full((side, side, 3), colour, np.uint8)
    ground, ink = (_INK, PAPER) if tag_id.endswith("white") else (PAPER, _INK)
    art[round(0.73 * side) :, round(0.38 * side) : round(0.62 * side)] = ground
    _write(art, tag_id.partition("/")[0][-1], (side / 2, 0.858 * side), 0.25 * side, ink)
    return art


@lru_cache(maxsize=16)
def _square_art(kind: str, side_mm: float, strip_mm: float) -> Pixels:
    """Return a square's face: a word above the tag, a frame round it."""
    ground, ink = _SQUARES[kind]
    side = round(side_mm * _PIECE_PX_PER_MM)
    art = np.full((side, side, 3), ground, np.uint8)
    strip = strip_mm * _PIECE_PX_PER_MM
    _write(art, kind[:4].upper(), (side / 2, strip / 2), 0.6 * strip, ink)
    cv2.rectangle(art, (0, 0), (side - 1, side - 1), (90, 90, 90), 2)
    return art


@lru_cache(maxsize=4)
def _water_art(columns: int, rows: int, cell_mm: float) -> Pixels:
    """Return water with bright streaks between slabs."""
    cell = round(cell_mm * _PIECE_PX_PER_MM)
    rng = np.random.default_rng(columns)
    art = np.clip(rng.normal(68, 6, (rows * cell, columns * cell, 1)) + np.zeros(3), 0, 255).astype(np.uint8)
    inset = round(0.1 * cell)
    water = art[inset:-inset, inset:-inset]
    water[:] = (20, 14, 120)
    for x in range(0, columns * cell, round(1.9 * cell)):
        cv2.line(water, (x + cell, 0), (x, rows * cell), (60, 60, 200), cell // 8, cv2.LINE_AA)
    return art


def _write(picture: npt.NDArray[np.uint8], text: str, middle: tuple[float, float], tall: float, ink: Bgr) -> None:
    """Write capitals so tall about a point."""
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, tall / 22
    thick = max(1, round(tall / 8))
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    corner = round(middle[0] - width / 2), round(middle[1] + height / 2)
    cv2.putText(picture, text, corner, font, scale, ink, thick, cv2.LINE_AA)
