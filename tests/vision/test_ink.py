"""Edges denser than those of the other cells: a thing of the board's own colour, but not a seam."""

import numpy as np
import pytest

from companion.games.finstere_flure.tags import make_catalogue
from vision.footprints import cell_numbers
from vision.ink import rough
from vision.rectified import BLOCKS, MARGIN_CELLS

GRID = make_catalogue().grid
CELLS = cell_numbers(GRID)
PLACES = (np.array(list(GRID.cells.values())) + MARGIN_CELLS + 0.5) * BLOCKS


@pytest.mark.parametrize(
    ("rows", "columns", "told"),
    [((0, 10), (0, 2), False), ((8, 10), (0, 10), False), ((2, 8), (2, 8), True)],
    ids=["a seam beside it", "a seam below it", "a worn tag in its middle"],
)
def test_a_seam_along_a_side_is_no_thing(rows: tuple[int, int], columns: tuple[int, int], told: bool) -> None:
    edges = 0.04 + np.random.default_rng(0).normal(0, 0.002, CELLS.shape).astype(np.float32)
    left, top = (int((at + MARGIN_CELLS) * BLOCKS) for at in GRID.cells["f5"])
    edges[top + rows[0] : top + rows[1], left + columns[0] : left + columns[1]] = 0.15
    every = np.ones(len(PLACES), np.bool_)
    found = rough(edges, np.zeros(CELLS.shape, np.bool_), PLACES, every)
    expected = np.array([name == "f5" for name in GRID.cells]) & told
    assert (found == expected).all()
