"""Tests of the bare cells in a picture of the table under calibration."""

import math

import numpy as np
import pytest

from tests.vision.bare_tables import CATALOGUE, Pixels, blank, free_cells, picture
from tests.vision.board import GRID, covered_cells
from vision.calibration.bare_cells import BareLook, find_bare_look
from vision.model.profile import CameraProfile

THINGS = {cell: blank((240, 240, 240)) for cell in free_cells(5)[1:3]}

pytestmark = pytest.mark.slow


def bare_look_of(pixels: Pixels) -> BareLook:
    height, width = pixels.shape[:2]
    focal_px = width / 2 / math.tan(math.radians(33))
    matrix = np.array([(focal_px, 0, (width - 1) / 2), (0, focal_px, (height - 1) / 2), (0, 0, 1.0)])
    seen = find_bare_look(pixels, CATALOGUE, CameraProfile((width, height), matrix, np.zeros(5)), covered_cells)
    assert seen is not None
    return seen


def test_of_a_board_with_pieces_the_cells_are_taken_on_which_nothing_seems_to_lie() -> None:
    seen = bare_look_of(picture(THINGS, seed=31))
    known = set(seen.board.cells(GRID))
    assert not known & set(THINGS)
    assert known >= set(free_cells(5)) - set(THINGS)
    assert seen.doubtful == ()


def test_of_a_board_without_pieces_all_are_and_those_are_named_on_which_something_seems_to_lie() -> None:
    """Print on a cell may look like a piece where no piece tells how the board looks."""
    seen = bare_look_of(picture(THINGS, pieces=False, seed=32))
    assert set(seen.doubtful) == set(THINGS)
    assert seen.board.cells(GRID) == tuple(GRID.cells)
