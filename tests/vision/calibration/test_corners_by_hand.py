"""A board without reference tags is read by the corners that somebody has put on it by hand."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.calibration.calibration_shots import calibration_shot, default_catalogue
from vision.errors import BoardNotFoundError, ProfileError
from vision.locate.corner_registration import grid_corners_mm, register_by_corners
from vision.model.profile import CameraProfile
from vision.reading import read_picture

CATALOGUE = default_catalogue()


def profile_by_hand(error_px: float = 0.0, **changes: float) -> tuple[CameraProfile, np.ndarray]:
    """Return a profile with corners slightly off, and the true cell centres in pixels.

    The cell centres are those of the true camera.
    """
    _, camera = calibration_shot(references=False, **changes)
    corners = camera.project(grid_corners_mm(CATALOGUE.grid))
    corners += error_px * np.array([(1, -1), (-1, -1), (1, 1), (-1, 1)])
    centres = np.array([CATALOGUE.grid.centre(cell) for cell in CATALOGUE.grid.cells])
    return CameraProfile((2304, 1296), camera.matrix, camera.distortion, None, corners), camera.project(centres)


@pytest.mark.slow
@pytest.mark.parametrize("error_px", [0.0, 3.0])
def test_pieces_are_read_on_their_cells(error_px: float) -> None:
    pixels, _ = calibration_shot(references=False)
    profile, _ = profile_by_hand(error_px)
    with pytest.raises(BoardNotFoundError):
        read_picture(pixels, CATALOGUE, replace(profile, corners_px=None))
    reading = read_picture(pixels, CATALOGUE, profile)
    assert {(placed.tag.id, placed.cell) for placed in reading.placed_tags} == {
        ("red-4/white", "a1"),
        ("blue-5/black", "p11"),
    }
    assert reading.registration.references == ()
    assert "corners were set by hand" in reading.notes[0]


@pytest.mark.slow
def test_the_reference_tags_come_first_where_they_are_seen() -> None:
    pixels, _ = calibration_shot()
    profile, _ = profile_by_hand(40.0)
    reading = read_picture(pixels, CATALOGUE, profile)
    assert len(reading.registration.references) == 6
    assert reading.notes == ()


@pytest.mark.slow
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_an_unknown_focal_length_is_told_by_the_corners_as_far_as_they_can(tilt_deg: float) -> None:
    profile, centres = profile_by_hand(tilt_deg=tilt_deg)
    matrix = profile.matrix.copy()
    matrix[:2, :2] *= 1.25
    unsure = replace(profile, matrix=matrix, lens_sigma=(0.25, 0.1))
    camera = register_by_corners(unsure, CATALOGUE, (2304, 1296)).camera
    points = np.array([CATALOGUE.grid.centre(cell) for cell in CATALOGUE.grid.cells])
    assert camera.project(points) == pytest.approx(centres, abs=1.5)
    if tilt_deg:
        assert camera.matrix[0, 0] == pytest.approx(profile.matrix[0, 0], rel=0.05)


def test_corners_are_for_one_mode_and_go_round_a_board() -> None:
    profile, _ = profile_by_hand()
    half = register_by_corners(profile, CATALOGUE, (1152, 648))
    whole = register_by_corners(profile, CATALOGUE, (2304, 1296))
    assert half.camera.position_mm == pytest.approx(whole.camera.position_mm, abs=0.5)
    with pytest.raises(ProfileError, match="another shape"):
        register_by_corners(profile, CATALOGUE, (1640, 1232))
    with pytest.raises(BoardNotFoundError, match="set them by hand again"):
        register_by_corners(replace(profile, corners_px=None), CATALOGUE, (2304, 1296))
    assert profile.corners_px is not None
    with pytest.raises(BoardNotFoundError, match="do not go clockwise"):
        register_by_corners(replace(profile, corners_px=profile.corners_px[::-1]), CATALOGUE, (2304, 1296))
