"""Tests of the share of each cell that a tall piece hides, for a given viewpoint."""

import numpy as np
import pytest

from tests.vision.board import make_catalogue
from vision.model.pinhole import Pinhole, looking_at
from vision.model.placed_tags import PlacedTag
from vision.occupancy.occlusion import occluded_shares

CATALOGUE = make_catalogue()
GRID = CATALOGUE.grid
TAGS = {tag.id: tag for tag in CATALOGUE.tags}
#: From right above the monster on h6, and from below the board.
ABOVE = looking_at((187.5, 137.5), 900.0, 1800.0, (2304, 1296))
LOW = looking_at((187.5, 137.5), 600.0, 1800.0, (2304, 1296), tilt_deg=40.0)


def placed(tag: str, cell: str, off_mm: tuple[float, float] = (0.0, 0.0), turn_deg: float = 0.0) -> PlacedTag:
    x, y = GRID.centre(cell)
    return PlacedTag(TAGS[tag], np.zeros((4, 2)), (x + off_mm[0], y + off_mm[1]), turn_deg, cell, off_mm, "zxing")


def hidden(camera: Pinhole, *tags: PlacedTag) -> dict[str, float]:
    """Return the cells of which more than the rim is hidden, with the share."""
    shares = occluded_shares(tags, camera, GRID)
    return {cell: float(share) for cell, share in zip(GRID.cells, shares, strict=True) if share > 0.02}


def test_a_camera_straight_above_the_monster_sees_all_cells() -> None:
    assert hidden(ABOVE, placed("monster", "h6")) == {}


def test_a_low_camera_does_not_see_the_cells_behind_the_monster() -> None:
    found = hidden(LOW, placed("monster", "h6"))
    assert [cell for cell, share in found.items() if share > 0.1] == ["h4", "h5"]
    assert found["h5"] > 0.9
    assert found["h4"] < 0.6


def test_where_in_its_cell_the_monster_stands_decides_what_it_hides() -> None:
    middle = hidden(LOW, placed("monster", "h6"))
    back = hidden(LOW, placed("monster", "h6", (0.0, -6.0)))
    assert back["h4"] > middle["h4"] + 0.15
    right = hidden(LOW, placed("monster", "h6", (6.0, 0.0)))
    assert right["i5"] == pytest.approx(0.24, abs=0.05)


def test_a_turned_monster_hides_more_at_its_sides() -> None:
    askew = hidden(ABOVE, placed("monster", "h6", turn_deg=45.0))
    assert set(askew) == {"h5", "h7", "g6", "i6"}


def test_low_pieces_hide_nothing_and_a_camera_below_the_caps_top_tells_nothing() -> None:
    assert hidden(LOW, placed("red-4/white", "h6"), placed("stone-1/back", "h5")) == {}
    assert hidden(looking_at((187.5, 137.5), 30.0, 1800.0, (2304, 1296)), placed("monster", "h6")) == {}
