"""Board as data for tests that need no game: grid, tags, cells of large pieces."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from tests import DATA
from vision.model.catalogue import Catalogue
from vision.model.manifest import parse_manifest
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Grid
from vision.symbology import Symbology

#: Width of the board, in cells.
COLUMNS = 16
#: Height of the board, in cells.
ROWS = 11
#: Cells by file and row; two opposite corners are cut in stairs.
GRID = Grid(
    25.0,
    {
        f"{chr(ord('a') + column)}{row + 1}": (column, row)
        for row in range(ROWS)
        for column in range(max(0, row - 6), min(COLUMNS, row + 12))
    },
)
_NAMES = {place: name for name, place in GRID.cells.items()}
#: The points of the grid that the cards with reference tags lie against, in cells.
ANCHORS = {
    "ref-NE": (14.0, 2.0),
    "ref-SW": (2.0, 9.0),
    "ref-NW": (0.0, 0.5),
    "ref-SE": (16.0, 10.5),
    "ref-W": (0.0, 5.5),
    "ref-E": (16.0, 5.5),
}
#: Width of the board's wall, in cells.
WALL_CELLS = 0.36
#: Columns and rows of the pieces that lie on several cells.
SHAPES = {"pool-2x2": (2, 2), "pool-4x1": (4, 1)}


@cache
def make_catalogue(code: Symbology = "qr") -> Catalogue:
    """Return all tags of the board as they are printed in a symbology."""
    manifest = (DATA / "vision" / f"board-{code}.json").read_text(encoding="utf-8")
    return replace(parse_manifest(json.loads(manifest), GRID), anchors=ANCHORS)


def covered_cells(placed: PlacedTag) -> tuple[str, ...]:
    """Return the cells that a piece covers; its tag lies on the upper left one as it is turned."""
    if placed.cell is None or placed.tag.kind in ("reference", "card"):
        return ()
    return cells_below(placed.tag.id, placed.cell, placed.turn_deg)


def cells_below(tag_id: str, cell: str, turn_deg: float) -> tuple[str, ...]:
    """Return the cells on the board below a piece whose tag lies on this cell."""
    column, row = GRID.cells[cell]
    # Steps to the piece's right, and down.
    dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[round(turn_deg / 90) % 4]
    columns, rows = SHAPES.get(tag_id, (1, 1))
    places = ((column + dx * i - dy * j, row + dy * i + dx * j) for j in range(rows) for i in range(columns))
    return tuple(_NAMES[place] for place in places if place in _NAMES)


def required_points(catalogue: Catalogue) -> npt.NDArray[np.float64]:
    """Return the corners (n, 2) of wall and reference tags, which a picture must hold."""
    left, top, right, bottom = -WALL_CELLS, -WALL_CELLS, COLUMNS + WALL_CELLS, ROWS + WALL_CELLS
    corners = [(left, top), (12, top), (right, 4), (right, bottom), (4, bottom), (left, 7)]
    points = [np.array(corners) * catalogue.grid.cell_mm]
    for tag in catalogue.references:
        assert tag.placement_mm is not None
        points.append(np.array(tag.placement_mm) + tag.size_mm / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
    return np.vstack(points)
