"""Board as data for tests that need no game: grid, tags, cells of large pieces."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from engine.finstere_flure.board import CELLS, Cell, Direction, cell_at, column_row
from engine.finstere_flure.pieces import POOL_SHAPES
from tests import DATA
from vision.model.catalogue import Catalogue, Symbology
from vision.model.manifest import parse_manifest
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Grid

GRID = Grid(25.0, {cell: column_row(cell) for cell in CELLS})
#: The points of the grid that the cards with reference tags lie against, in cells.
ANCHORS = {
    "ref-NE": (14.0, 2.0),
    "ref-SW": (2.0, 9.0),
    "ref-NW": (0.0, 0.5),
    "ref-SE": (16.0, 10.5),
    "ref-W": (0.0, 5.5),
    "ref-E": (16.0, 5.5),
}
#: The board's wall is so wide, in cells.
_WALL_CELLS = 0.36


@cache
def make_catalogue(code: Symbology = "qr") -> Catalogue:
    """Return all tags of the board as they are printed in a symbology."""
    manifest = (DATA / "vision" / f"board-{code}.json").read_text(encoding="utf-8")
    return replace(parse_manifest(json.loads(manifest), GRID), anchors=ANCHORS)


def covered_cells(placed: PlacedTag) -> tuple[Cell, ...]:
    """Return the cells that a piece covers; its tag lies on the upper left one as it is turned."""
    if placed.cell is None or placed.tag.kind in ("reference", "card"):
        return ()
    columns, rows = POOL_SHAPES.get(placed.tag.id, (1, 1))
    column, row = column_row(placed.cell)
    ways = [Direction.N, Direction.E, Direction.S, Direction.W]
    turns = round(placed.turn_deg / 90)
    (rx, ry), (dx, dy) = ways[(turns + 1) % 4].delta, ways[(turns + 2) % 4].delta
    cells = (cell_at(column + rx * i + dx * j, row + ry * i + dy * j) for j in range(rows) for i in range(columns))
    return tuple(cell for cell in cells if cell)


def required_points(catalogue: Catalogue) -> npt.NDArray[np.float64]:
    """Return the corners (n, 2) of wall and reference tags, which a picture must hold."""
    left, top, right, bottom = -_WALL_CELLS, -_WALL_CELLS, 16 + _WALL_CELLS, 11 + _WALL_CELLS
    corners = [(left, top), (12, top), (right, 4), (right, bottom), (4, bottom), (left, 7)]
    points = [np.array(corners) * catalogue.grid.cell_mm]
    for tag in catalogue.references:
        assert tag.placement_mm is not None
        points.append(np.array(tag.placement_mm) + tag.size_mm / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
    return np.vstack(points)
