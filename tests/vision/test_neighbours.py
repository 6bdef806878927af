"""Cells beside cells: on a grid whose corners are cut off, too."""

import numpy as np

from companion.games.finstere_flure.tags import make_catalogue
from vision.neighbours import sums_touching

GRID = make_catalogue().grid
NAMES = list(GRID.cells)


def test_sums_are_over_each_cell_and_those_that_touch_it_corners_included() -> None:
    ones = np.ones((1, len(NAMES)))
    here = np.array([[float(cell == "d4") for cell in NAMES]])
    counts, near = sums_touching(np.vstack([ones, here]), GRID)
    assert {cell for cell, sum_ in zip(NAMES, near, strict=True) if sum_} == {
        f"{column}{row}" for column in "cde" for row in (3, 4, 5)
    }
    assert counts[NAMES.index("d4")] == 9
    assert counts[NAMES.index("a1")] == 4
