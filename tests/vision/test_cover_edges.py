"""An arm on a print without lines: of the cells at its edges those are covered of which it hides more than half."""

import numpy as np
import pytest

from companion.games.finstere_flure.tags import make_catalogue
from vision.cover_edges import cells_beside
from vision.footprints import cell_numbers
from vision.pinhole import Pinhole
from vision.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard

GRID = make_catalogue().grid
NAMES = list(GRID.cells)
CELLS = cell_numbers(GRID)
#: Grey paper with lighter and darker places, blue a little stronger.
PAPER = np.array([0.55, 0.5, 0.5])


def covered_beside(arm: tuple[float, float, float], beyond: float) -> set[str]:
    """The cells told beside an arm of this colour (BGR) over columns f to h that reaches so far into column i."""
    rng = np.random.default_rng(5)
    colours = np.tile(PAPER[:, None, None], (1, *CELLS.shape)) * rng.normal(1, 0.12, CELLS.shape)
    left, right = (GRID.cells[cell][0] for cell in ("h6", "f6"))
    first, last = (round((column + MARGIN_CELLS) * BLOCKS) for column in (min(left, right), max(left, right) + 1))
    end = last + round(beyond * BLOCKS)
    colours[:, :, first:end] = np.array(arm)[:, None, None] * rng.normal(1, 0.03, (len(CELLS), end - first))
    reflectance = np.asarray(colours, np.float32)
    camera = Pinhole(np.eye(3), np.zeros(5), np.eye(3), np.array([0.0, 0.0, 500.0]))
    light = np.ones(CELLS.shape, np.bool_)
    board = RectifiedBoard(reflectance, 0.1 * reflectance[0], reflectance[0], reflectance, camera, 0.0, 25.0, light)
    covered = np.array([min(left, right) <= column <= max(left, right) for column, _ in GRID.cells.values()])
    found = cells_beside(board, np.zeros(CELLS.shape, np.bool_), covered, CELLS, GRID)
    return {NAMES[number] for number in np.nonzero(found)[0]}


@pytest.mark.parametrize(("beyond", "told"), [(0.3, False), (0.8, True)])
def test_half_a_cell_that_looks_like_the_arm_beside_it_is_covered(beyond: float, told: bool) -> None:
    beside = {cell for cell, (column, _) in GRID.cells.items() if column == GRID.cells["h6"][0] + 1}
    beside |= {cell for cell, (column, _) in GRID.cells.items() if column == GRID.cells["f6"][0] + 1}
    found = covered_beside((0.2, 0.3, 0.45), beyond)
    assert found <= beside
    assert bool(found) == told


def test_an_arm_that_looks_like_the_board_tells_nothing_of_what_is_beside_it() -> None:
    assert not covered_beside((0.53, 0.5, 0.5), 0.8)
