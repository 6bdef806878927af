"""Tests of things that reach in over the outline of the board."""

import numpy as np
import pytest

from tests.vision.board import make_catalogue
from vision.locate.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard
from vision.model.pinhole import Pinhole
from vision.occupancy.board_outline import intruded_cells
from vision.occupancy.footprints import cell_numbers

GRID = make_catalogue().grid
CELLS = cell_numbers(GRID)
MARGIN = int(MARGIN_CELLS * BLOCKS)
#: Dark colour: blue, green, red.
DARK = (0.03, 0.03, 0.03)
#: Light colour: blue, green, red.
LIGHT = (0.5, 0.5, 0.5)
#: Colour of skin: blue, green, red.
SKIN = (0.25, 0.35, 0.55)


def reach_over_board(what: tuple[float, ...], up_to: int, *columns: str) -> RectifiedBoard:
    """Return a light board with a frame of a third of a cell on a dark table.

    Something reaches in over some columns.
    """
    colours = np.empty((3, *CELLS.shape), np.float32)
    colours[:] = np.array(DARK)[:, None, None]
    width, height = (int(max(values)) + 1 for values in zip(*GRID.cells.values(), strict=True))
    inner = slice(MARGIN - 4, MARGIN + height * BLOCKS + 4), slice(MARGIN - 4, MARGIN + width * BLOCKS + 4)
    colours[:, *inner] = np.array(LIGHT)[:, None, None]
    colours *= 1 + np.random.default_rng(1).normal(0, 0.02, colours.shape)
    for column, row in (GRID.cells[f"{name}1"] for name in columns):
        left = MARGIN + column * BLOCKS
        colours[:, up_to : MARGIN + (row + 2) * BLOCKS, left : left + BLOCKS] = np.array(what)[:, None, None]
    camera = Pinhole(np.eye(3), np.zeros(5), np.eye(3), np.array([0.0, 0.0, 500.0]))
    return RectifiedBoard(
        colours,
        colours[0],
        colours,
        camera,
        0.0,
        25.0,
        np.ones(colours.shape[1:], np.bool_),
        np.zeros((0, 0), np.uint8),
    )


@pytest.mark.parametrize(("what", "up_to"), [(SKIN, 0), (DARK, MARGIN - 4)], ids=["an arm", "a print like the table"])
def test_only_what_hides_the_table_reaches_in(what: tuple[float, ...], up_to: int) -> None:
    entered = intruded_cells(reach_over_board(what, up_to, "f"), np.zeros(CELLS.shape, np.bool_), CELLS, GRID)
    names = {name for name, is_entered in zip(GRID.cells, entered, strict=True) if is_entered}
    assert ("f1" in names) == (what == SKIN)
