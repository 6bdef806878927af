"""Tests of a frame: the camera's data, and the pictures made of it on demand."""

import cv2
import numpy as np
import pytest

from vision.errors import CameraError
from vision.picture import Pixels
from vision.sources.camera import SMALL_WIDTH_PX, Frame


def picture(width: int, height: int) -> Pixels:
    """Return a smooth picture in colour, so that neither YUV420 nor reduction loses much of it."""
    x, y = np.meshgrid(np.linspace(0, 200, width), np.linspace(30, 220, height))
    return np.dstack([x, y, 255 - x]).astype(np.uint8)


def planes(bgr: Pixels, row_bytes: int) -> Pixels:
    """Return the picture as YUV420 planes whose rows take `row_bytes`, as cameras pad them."""
    wide = cv2.copyMakeBorder(bgr, 0, 0, 0, row_bytes - bgr.shape[1], cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(wide, cv2.COLOR_BGR2YUV_I420), np.uint8)


@pytest.mark.parametrize("row_bytes", [640, 704])
def test_the_grey_picture_of_yuv_is_the_y_plane_itself(row_bytes: int) -> None:
    bgr = picture(640, 360)
    frame = Frame(planes(bgr, row_bytes), 1.0, yuv_size=(640, 360))
    assert frame.size_px == (640, 360)
    assert np.shares_memory(frame.grey, frame.pixels)
    assert frame.grey.shape == (360, 640)
    assert frame.picture.shape == bgr.shape
    assert np.abs(frame.picture.astype(int) - bgr).max() < 12


def test_colour_and_grey_are_the_cameras_own_pixels_where_it_gives_them() -> None:
    bgr = picture(320, 200)
    assert Frame(bgr, 0.0).picture is bgr
    grey = Frame(bgr, 0.0).grey
    assert grey.shape == (200, 320)
    assert Frame(grey, 0.0).grey is grey
    assert Frame(grey, 0.0).picture.shape == (200, 320, 3)


def test_what_was_made_is_made_once() -> None:
    frame = Frame(picture(1300, 700), 0.0)
    assert frame.grey is frame.grey
    assert frame.small is frame.small


@pytest.mark.slow
@pytest.mark.parametrize("size", [(300, 200), (640, 480), (641, 480), (2304, 1296), (4608, 2592), (1999, 1001)])
def test_the_small_picture_shows_the_whole_view_in_few_pixels(size: tuple[int, int]) -> None:
    frame = Frame(picture(*size)[..., 1], 0.0)
    height, width = frame.small.shape
    assert width <= SMALL_WIDTH_PX
    times = round(size[0] / width)
    assert (width, height) == (size[0] // times, size[1] // times)
    middle = frame.small[height // 2, width // 2]
    assert abs(int(middle) - int(frame.grey[size[1] // 2, size[0] // 2])) <= 2


def test_the_small_picture_is_the_cameras_lower_stream_if_it_has_one() -> None:
    lower = picture(320, 180)[..., 0]
    assert Frame(picture(640, 360), 0.0, lower=lower).small is lower


def test_a_frame_of_too_many_pixels_is_refused() -> None:
    # Of pages that were never written to, none takes room.
    with pytest.raises(CameraError, match="64 million"):
        Frame(np.broadcast_to(np.uint8(0), (8001, 8000, 3)), 0.0)
