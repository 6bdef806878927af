"""Discs on cells at the virtual table: for hands and for the camera."""

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from companion.cells.board import disc_of
from companion.cells.tags import TAG_PER_DISC, CellTags
from companion.screen.theme import Rgb
from companion.virtual_table.piece import PieceKind, Point
from companion.virtual_table.pieces import Areas, CatalogueThings, PieceSet
from companion.virtual_table.table import VirtualTable
from vision.model.catalogue import Catalogue
from vision.model.surface import Area, Grid
from vision.virtual import Body, Print, PrintedCode, Thing, disc
from vision.virtual.tag_art import tag_print
from vision.virtual.wood import wood_print

#: Colours of the printed board's cells, in turn (BGR).
_CELLS_BGR = ((128, 168, 190), (108, 150, 174))
#: Colour of the lines between the cells (BGR).
_LINE_BGR = (58, 84, 104)
_PX_PER_MM = 4.0
#: The row of pieces below the board that waits there, or was taken: so far below it, in cells.
ASIDE_CELLS = 1.1
#: So many rows of pieces have room there, at least; more where pieces would lie nearer than so (cells).
_ASIDE_ROWS = 2
_ASIDE_STEP = 0.6


class DiscThings(CatalogueThings):
    """Maker of the discs and the reference cards of a catalogue."""

    def __init__(self, catalogue: Catalogue, colours: Mapping[str, Rgb]) -> None:
        """Keep the catalogue and the `colours` of the discs, by the pieces' ids."""
        super().__init__(catalogue)
        self._colours = colours

    def edges_mm(self, tag_id: str) -> Area:
        """Return the edges of the disc, from its middle."""
        radius = self.tag(tag_id).size_mm / TAG_PER_DISC / 2
        return -radius, -radius, radius, radius

    def make(self, tag_id: str, centre_mm: Point, turn_deg: float, base_mm: float = 0.0) -> Thing:
        """Return the disc that bears this tag."""
        tag = self.tag(tag_id)
        red, green, blue = self._colours[tag_id]
        shade, right = (blue, green, red), self.edges_mm(tag_id)[2]
        prints = (tag_print(tag, self._catalogue),)
        body = Body(disc(2 * right), base_mm, base_mm + tag.height_mm, shade, shade, prints)
        return Thing(tag.id, centre_mm, turn_deg, (body,), PrintedCode(self._catalogue.symbol_mm(tag)))


class CellPieces(PieceSet):
    """The pieces of a game on cells."""

    def __init__(self, tags: CellTags, colours: Mapping[str, Rgb]) -> None:
        """Keep the tags and the `colours` of the pieces, by their ids."""
        self._tags, self._colours = tags, colours
        self._sides: dict[str, tuple[str, ...]] = {}
        for tag in tags.pieces:
            disc, _, side = tag.partition("/")
            self._sides[disc] = (*self._sides.get(disc, ()), side)

    def catalogue(self) -> Catalogue:
        """Return the usual tags."""
        return self._tags.catalogue()

    def things(self, catalogue: Catalogue) -> DiscThings:
        """Return the discs as things."""
        return DiscThings(catalogue, self._colours)

    def kind(self, piece_id: str) -> PieceKind:
        """Return a disc with its sides."""
        return PieceKind(self._sides[piece_id], off_mm=1.0, turns_freely=True, is_round=True)

    def areas(self, catalogue: Catalogue) -> Areas:
        """Return the areas: the camera sees the board with the references.

        Below it there is room for pieces that are off the board.
        """
        points = required_points(catalogue)
        unit = catalogue.surface.unit_mm
        left, top = (float(edge) - 0.4 * unit for edge in points.min(axis=0))
        right, bottom = (float(edge) + 0.4 * unit for edge in points.max(axis=0))
        rows = _aside_rows(len(self._sides), (right - left) / unit)
        return Areas((left, top, right, bottom + rows * ASIDE_CELLS * unit), (left, top, right, bottom))

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """Return a wooden table and the board on it."""
        return wood_print(catalogue.surface.extent_mm), board_print(catalogue.grid, _PX_PER_MM)


def place_beside_mm(table: VirtualTable, disc: str) -> Point:
    """Return the place of a disc that is off the board: in the rows below what the camera sees."""
    tags = (tag.id for tag in table.catalogue.tags if tag.placement_mm is None)
    discs = list(dict.fromkeys(map(disc_of, tags)))
    left, _, right, bottom = table.areas.seen
    columns = math.ceil(len(discs) / _aside_rows(len(discs), (right - left) / table.unit_mm))
    row, column = divmod(discs.index(disc), columns)
    down = (0.55 + row * 0.95) * table.unit_mm * ASIDE_CELLS * 0.95
    # The outer ones lie wholly on the table.
    edge = max(0.5 * (right - left) / columns, 0.5 * table.unit_mm)
    return left + edge + column * (right - left - 2 * edge) / max(1, columns - 1), bottom + down


def _aside_rows(discs: int, width_cells: float) -> int:
    """Return in how many rows so many discs lie beside a board of this width."""
    return max(_ASIDE_ROWS, math.ceil(discs * _ASIDE_STEP / width_cells))


def required_points(catalogue: Catalogue) -> npt.NDArray[np.float64]:
    """Return the corners (n, 2) of the reference tags and of the surface, in millimetres."""
    corners = [*catalogue.surface.corners_mm]
    for tag in catalogue.references:
        assert tag.placement_mm is not None
        (x, y), half = tag.placement_mm, tag.size_mm / 2
        corners += [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    return np.array(corners, dtype=np.float64)


def board_print(grid: Grid, px_per_mm: float) -> Print:
    """Return the cells as they are printed, BGR and alpha; nothing where there is no cell."""
    side = round(grid.cell_mm * px_per_mm)
    art = np.zeros((side * grid.rows, side * grid.columns, 4), np.uint8)
    line = max(1, round(0.02 * side))
    for column, row in grid.cells.values():
        square = art[row * side : (row + 1) * side, column * side : (column + 1) * side]
        square[:] = (*_LINE_BGR, 255)
        square[line:-line, line:-line] = (*_CELLS_BGR[(column + row) % 2], 255)
    return Print(art, side / grid.cell_mm, (0.0, 0.0))
