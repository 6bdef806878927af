"""Landmarks of a picture are found again in another one, wherever the camera has gone."""

import cv2
import numpy as np
import pytest

from vision.locate.landmarks import Shift, landmarks_of, measure_shift

SIZE = (900, 600)
CORNERS = np.array([(300.0, 200.0), (600, 200), (600, 400), (300, 400)])


@pytest.fixture(scope="module")
def print_() -> np.ndarray:
    """Return a print of blotches and strokes."""
    rng = np.random.default_rng(5)
    picture = cv2.resize(rng.integers(0, 255, (60, 90), np.uint8), SIZE, interpolation=cv2.INTER_CUBIC)
    for _ in range(80):
        start, end = rng.integers(0, 600, (2, 2)).tolist()
        cv2.line(picture, start, end, int(rng.integers(255)), 2)
    return np.asarray(picture, np.uint8)


def shifted_corners(shift: Shift) -> np.ndarray:
    """Return the current place of the corners."""
    return np.asarray(cv2.perspectiveTransform(CORNERS[None], shift.homography)[0])


@pytest.mark.slow
@pytest.mark.parametrize("turn_deg", [0.0, 3.0, 40.0])
def test_a_move_of_the_camera_is_told(print_: np.ndarray, turn_deg: float) -> None:
    turning = np.asarray(cv2.getRotationMatrix2D((450, 300), turn_deg, 1.0))
    turning[:, 2] += np.array([14.0, -9.0])
    turned = np.asarray(cv2.warpAffine(print_, turning, SIZE), np.uint8)
    shift = measure_shift(landmarks_of(print_), landmarks_of(turned))
    assert shifted_corners(shift) == pytest.approx(CORNERS @ turning[:, :2].T + turning[:, 2], abs=1.5)
    assert shift.agreeing > 200
    assert shift.still < 40


def test_what_stays_is_still(print_: np.ndarray) -> None:
    landmarks = landmarks_of(print_)
    shift = measure_shift(landmarks, landmarks_of(np.asarray(cv2.GaussianBlur(print_, (0, 0), 1.0), np.uint8)))
    assert shift.still > len(landmarks.points) / 3
    assert shifted_corners(shift) == pytest.approx(CORNERS, abs=1.0)


def test_in_the_dark_nothing_is_found_again(print_: np.ndarray) -> None:
    light, dark = landmarks_of(print_), landmarks_of(np.zeros_like(print_))
    for before, after in ((light, dark), (dark, light), (dark, dark)):
        shift = measure_shift(before, after)
        assert (shift.agreeing, shift.still) == (0, 0)
    assert len(dark.within(np.array([(0.0, 0.0), (900, 0), (900, 600)])).points) == 0


def test_another_print_is_not_taken_for_this_one(print_: np.ndarray) -> None:
    other = np.ascontiguousarray(np.random.default_rng(6).integers(0, 255, print_.shape, np.uint8))
    assert measure_shift(landmarks_of(print_), landmarks_of(other)).agreeing < 40
