"""The board's ground in a picture: what pieces hide of it, and what is sampled round it."""

import numpy as np
import pytest

from tests.vision.bare_tables import GRID, ground_in, picture
from vision.ground import AROUND_CELLS, CELL_PX, SAMPLES, cells_of, ground_size, inner

pytestmark = pytest.mark.slow


def test_tall_pieces_hide_what_is_behind_them_and_other_pieces_are_not_tall() -> None:
    ground, reading = ground_in(picture({}, tilt_deg=20.0, azimuth_deg=180.0))
    assert not (ground.behind_tall & ~ground.behind).any()
    names = list(GRID.cells)
    shares, tall = (cells_of(mask, GRID).mean(axis=(1, 2)) for mask in (ground.behind, ground.behind_tall))
    monster = next(placed for placed in reading.placed_tags if placed.tag.kind == "monster")
    far = [
        names.index(placed.cell)
        for placed in reading.placed_tags
        if placed.cell and np.hypot(*np.subtract(placed.centre_mm, monster.centre_mm)) > 4 * GRID.cell_mm
    ]
    assert monster.cell is not None
    assert tall[names.index(monster.cell)] > 0.6
    assert np.count_nonzero(tall > 0.1) > 1, "it leans over the cell behind it"
    assert (shares[far] > 0.3).all()
    assert not tall[far].any()


def test_a_cell_round_the_grid_is_sampled_too() -> None:
    ground, _ = ground_in(picture({}))
    height, width = (side + 2 * AROUND_CELLS * CELL_PX for side in ground_size(GRID))
    assert ground.samples.in_picture.shape == (height, width)
    assert ground.samples.levels.shape == (SAMPLES * height, SAMPLES * width, 3)
    assert inner(ground.samples.levels, SAMPLES).shape[:2] == tuple(SAMPLES * side for side in ground_size(GRID))
