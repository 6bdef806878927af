"""How unlike a cell is to what the bare board is known to look like."""

import numpy as np
import pytest

from companion.games.finstere_flure.tags import make_catalogue
from vision.cell_looks import strangeness
from vision.footprints import cell_numbers
from vision.pinhole import Pinhole
from vision.rectified import RectifiedBoard

GRID = make_catalogue().grid
NAMES = list(GRID.cells)
CELLS = cell_numbers(GRID)
SLEEVE, BARE = "f5", "k7"


@pytest.mark.parametrize("alone", [False, True], ids=["all differences alike", "by the print's variety"])
def test_a_coloured_sleeve_on_a_grey_photograph_is_strange_where_looks_alone_must_tell(alone: bool) -> None:
    """The print is of any grey, but of no colour, and the sleeve no brighter or darker than it."""
    rng = np.random.default_rng(3)
    greys = np.exp(rng.uniform(-3.0, -0.3, len(NAMES)))
    greys[[NAMES.index(SLEEVE), NAMES.index(BARE)]] = 0.2
    colours = np.repeat(np.where(CELLS >= 0, greys[CELLS], 0.3)[None], 3, axis=0)
    colours *= 1 + rng.normal(0, 0.02, colours.shape)
    colours[:, NAMES.index(SLEEVE) == CELLS] *= np.array([1.16, 0.85, 1.0])[:, None]
    colours = colours.astype(np.float32)
    camera = Pinhole(np.eye(3), np.zeros(5), np.eye(3), np.array([0.0, 0.0, 500.0]))
    edges, light = 0.05 * colours[0], np.ones_like(colours)
    board = RectifiedBoard(colours, edges, colours[0], light, camera, 0.0, 25.0, np.ones(CELLS.shape, np.bool_))
    # Pieces lie on a third of the other cells; what is beside them is known to be bare.
    known = [number for number, name in enumerate(NAMES) if number % 3 == 0 and name not in (SLEEVE, BARE)]
    owner = np.where(np.isin(CELLS, known), CELLS, -1)
    nothing = np.zeros(CELLS.shape, np.bool_)
    strange = strangeness(board, nothing, CELLS, owner, np.ones(len(NAMES), np.bool_), alone=alone)
    assert strange is not None
    assert strange[NAMES.index(BARE)] < 0.5
    assert bool(strange[NAMES.index(SLEEVE)] > 1) is alone
