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


@pytest.mark.parametrize(("dense", "certain"), [(2, False), (4, True)], ids=["letters", "a worn tag"])
def test_letters_that_are_dense_on_some_cells_are_looked_at_again_but_tell_nothing(dense: int, certain: bool) -> None:
    """On two cells in five some letters fill a seventh of their cores, on a1 so many sevenths."""
    ink = np.zeros(CELLS.shape, np.float32)
    for number, (column, row) in enumerate(GRID.cells.values()):
        filled = dense if number == 0 else int(number % 5 < 2)
        left, top = (int((at + MARGIN_CELLS) * BLOCKS) for at in (column, row))
        ink[top : top + BLOCKS, left + 3 : left + 3 + filled] = 1.0
    nobody = np.full(CELLS.shape, -1, np.int64)
    nothing = np.zeros(CELLS.shape, np.bool_)
    in_sight = in_cores(~nothing, PLACES)
    found = Ink(nothing, nobody, ink, ink, PLACES, in_sight, np.zeros(len(PLACES), np.bool_), (), ())
    assert found.much(0.5).nonzero()[0].tolist() == [0]
    assert bool(found.much(0.5, certain=True)[0]) is certain
