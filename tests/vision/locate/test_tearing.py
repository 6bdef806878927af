"""Tests of torn pictures: a part is shifted, and no piece is read on a wrong cell.

The shift is that of two frames in one.
"""

import cv2
import numpy as np
import pytest

from tests.vision.table_shots import Pixels, table_shot
from vision.errors import TornPictureError
from vision.locate.tearing import find_tear
from vision.picture import in_grey
from vision.reading import read_picture

pytestmark = pytest.mark.slow


def torn(pixels: Pixels, row: int, right: int, down: int = 0) -> Pixels:
    """Return the picture, from a row on shifted by so many pixels, as a camera's JPEG has it."""
    lower = np.roll(pixels, (down, right), (0, 1))
    whole = np.vstack([pixels[:row], lower[row:]])
    _, data = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize(("row", "right", "down"), [(505, 113, 0), (300, -160, 0), (640, 70, 3), (505, 12, 0)])
def test_the_row_from_which_a_picture_is_shifted_is_found(row: int, right: int, down: int) -> None:
    shot = table_shot(4, tilt_deg=15, azimuth_deg=30)
    found = find_tear(in_grey(torn(shot.pixels, row, right, down)))
    assert found is not None
    assert abs(found - row) <= 4


@pytest.mark.parametrize("tilt_deg", [0.0, 15.0, 30.0])
def test_a_whole_picture_is_not_torn(tilt_deg: float) -> None:
    # Straight from above the board's edges and lines run along rows of the picture.
    shot = table_shot(4, tilt_deg=tilt_deg)
    assert find_tear(in_grey(shot.pixels)) is None


def test_an_even_picture_is_not_torn() -> None:
    grey = np.full((480, 640), 90, np.uint8)
    assert find_tear(grey) is None
    grey[200:] = 160
    assert find_tear(grey) is None
    assert find_tear(grey[:20]) is None


@pytest.mark.parametrize(("row", "right"), [(505, 113)])
def test_a_torn_picture_is_refused(row: int, right: int) -> None:
    shot = table_shot(4, tilt_deg=15, azimuth_deg=30)
    with pytest.raises(TornPictureError, match=r"torn: from row \d+ on it is shifted; take it once more"):
        read_picture(torn(shot.pixels, row, right), shot.catalogue)
