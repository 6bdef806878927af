"""Ink that no tag accounts for: beside what is printed on all cells, as far as these are seen."""

import numpy as np
import pytest

from companion.games.finstere_flure.tags import make_catalogue
from vision.footprints import cell_numbers, in_cores
from vision.occupancy import Ink
from vision.rectified import BLOCKS, MARGIN_CELLS

GRID = make_catalogue().grid
CELLS = cell_numbers(GRID)
PLACES = (np.array(list(GRID.cells.values())) + MARGIN_CELLS + 0.5) * BLOCKS


@pytest.mark.parametrize(("bare_rows", "told"), [(11, False), (2, True)], ids=["a print", "a board full of codes"])
def test_ink_on_every_cell_is_the_print_unless_few_cells_are_left_to_tell(bare_rows: int, told: bool) -> None:
    explained = np.zeros(CELLS.shape, np.bool_)
    explained[int((MARGIN_CELLS + bare_rows) * BLOCKS) :] = True
    ink = np.where(CELLS >= 0, 1.0, 0.0).astype(np.float32)
    nobody = np.full(CELLS.shape, -1, np.int64)
    in_sight = in_cores(~explained, PLACES)
    found = Ink(explained, nobody, ink, ink, PLACES, in_sight, np.zeros(len(PLACES), np.bool_), (), ())
    assert found.bare.any()
    assert (found.much(0.5) == (found.bare & told)).all()
