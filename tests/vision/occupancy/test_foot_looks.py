"""Looks of cells from above: the same in any turn, much the same in other light."""

import math

import cv2
import numpy as np
import pytest

from tests.vision.occupancy.test_standing import GRID, ground
from vision.model.ground_pixels import CELL_PX
from vision.occupancy.foot_looks import Look, foot_looks

BLUE = (0.7, 0.3, 0.1)
GREEN = (0.2, 0.6, 0.15)


def look(bgr: tuple[float, float, float], turn_deg: float = 0.0, light: float = 1.0) -> Look:
    """Return the look of a disc with a white bar on its upper half."""
    disc = np.full((CELL_PX, CELL_PX, 3), 0.15, np.float32)
    middle = (CELL_PX - 1) / 2
    cv2.circle(disc, (round(middle), round(middle)), 6, bgr, cv2.FILLED, cv2.LINE_AA)
    cv2.rectangle(disc, (6, 4), (9, 6), (1.0, 1.0, 1.0), cv2.FILLED)
    turn = cv2.getRotationMatrix2D((middle, middle), turn_deg, 1.0)
    turned = cv2.warpAffine(disc, turn, (CELL_PX, CELL_PX), borderMode=cv2.BORDER_REPLICATE)
    rows, columns = (max(places) + 1 for places in list(zip(*GRID.cells.values(), strict=True))[::-1])
    colours = np.full((rows * CELL_PX, columns * CELL_PX, 3), 0.15, np.float32)
    column, row = GRID.cells["33"]
    colours[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX] = turned
    return foot_looks(ground(colours * np.float32(light)), GRID)["33"]


def differ(look_a: Look, look_b: Look) -> float:
    return math.dist(look_a, look_b) / math.sqrt(len(look_a))


@pytest.mark.parametrize("turn_deg", [30.0, 90.0, 200.0])
@pytest.mark.parametrize("light", [0.9, 1.1])
def test_a_piece_looks_the_same_in_any_turn_and_much_the_same_in_other_light(turn_deg: float, light: float) -> None:
    same = differ(look(BLUE), look(BLUE, turn_deg, light))
    assert same < 0.15
    assert differ(look(BLUE), look(GREEN, turn_deg, light)) > 3 * same
