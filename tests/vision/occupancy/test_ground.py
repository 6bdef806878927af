"""The board's ground in a picture: what pieces hide of it, and what is sampled round it."""

import cv2
import numpy as np
import pytest

from tests.vision.bare_tables import ground_in, picture
from tests.vision.board import GRID
from vision.model.ground_pixels import CELL_PX, cells_of, ground_size
from vision.occupancy.ground import AROUND_CELLS, SAMPLES, inner
from vision.virtual import LIGHTS

pytestmark = pytest.mark.slow


def test_tall_pieces_hide_what_is_behind_them_and_others_hardly_more_than_their_own_cells() -> None:
    ground, reading = ground_in(picture({}, tilt_deg=20.0, azimuth_deg=180.0))
    names = list(GRID.cells)
    shares = cells_of(ground.behind, GRID).mean(axis=(1, 2))
    monster = next(placed for placed in reading.placed_tags if placed.tag.kind == "monster")
    assert monster.cell is not None
    column, row = GRID.cells[monster.cell]
    taken = {placed.cell for placed in reading.placed_tags}
    behind = [
        name
        for name, place in GRID.cells.items()
        if name not in taken and max(abs(place[0] - column), abs(place[1] - row)) == 1
    ]
    assert shares[names.index(monster.cell)] > 0.6
    assert max(shares[names.index(name)] for name in behind) > 0.5, "it leans over the cell behind it"
    far = [cell for cell in taken if cell and np.abs(np.subtract(GRID.cells[cell], (column, row))).max() > 4]
    assert (shares[[names.index(cell) for cell in far]] > 0.3).all()


def test_a_cell_round_the_grid_is_sampled_too() -> None:
    ground, _ = ground_in(picture({}))
    height, width = (side + 2 * AROUND_CELLS * CELL_PX for side in ground_size(GRID))
    assert ground.samples.in_picture.shape == (height, width)
    assert ground.samples.levels.shape == (SAMPLES * height, SAMPLES * width, 3)
    assert inner(ground.samples.levels, SAMPLES).shape[:2] == tuple(SAMPLES * side for side in ground_size(GRID))


def test_the_floor_is_as_light_as_its_print_whatever_the_light() -> None:
    bright, dim = (ground_in(picture({}, look=LIGHTS[light]))[0].floor for light in ("normal", "dim"))
    assert bright.shape == tuple(SAMPLES * side for side in ground_size(GRID))
    assert np.abs(cv2.blur(bright - dim, (9, 9))).mean() < 0.03
