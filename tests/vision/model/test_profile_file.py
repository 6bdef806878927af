"""Tests of the profile file: values come back, older files still load, defects are named.

A calibration saves the values.
"""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import ProfileError
from vision.model.profile import CameraProfile, parse_profile, profile_to_json

FIRST_FILE: dict[str, Any] = {
    "format": "companion/camera-profile",
    "version": 1,
    "image_size": [4608, 2592],
    "camera_matrix": [[3500.0, 0, 2303.5], [0, 3502.0, 1295.5], [0, 0, 1]],
    "distortion": [0.02, -0.01, 0.0, 0.0, 0.0],
}
CORNERS = [[300.0, 200.0], [4300.0, 220.0], [4200.0, 2400.0], [350.0, 2380.0]]


def test_a_file_with_a_lens_alone_still_loads_and_is_exact() -> None:
    profile = parse_profile(FIRST_FILE)
    assert profile.lens_sigma is None
    assert profile.corners_for(4608, 2592) is None
    assert profile_to_json(profile) == FIRST_FILE


@given(
    st.none() | st.tuples(st.floats(0.001, 0.5), st.floats(0.001, 0.5)),
    st.none() | st.just(np.array(CORNERS)),
    st.text(max_size=20),
    st.dictionaries(st.text(max_size=10), st.floats(-1e6, 1e6) | st.text(max_size=10), max_size=3),
)
def test_what_is_saved_is_read_again(
    sigma: tuple[float, float] | None, corners: Any, camera: str, measured: dict[str, float | str]
) -> None:
    lens = parse_profile(FIRST_FILE)
    profile = CameraProfile(lens.image_size, lens.matrix, lens.distortion, sigma, corners, camera, measured)
    again = parse_profile(json.loads(json.dumps(profile_to_json(profile))))
    assert again.matrix == pytest.approx(profile.matrix)
    assert again.lens_sigma == (None if sigma is None else pytest.approx(sigma, abs=1e-5))
    assert (again.corners_px is None) == (corners is None)
    assert corners is None or again.corners_px == pytest.approx(corners)
    assert (again.camera, again.measured) == (camera, measured)


def test_a_profile_keeps_no_password_or_token_of_the_camera() -> None:
    lens = parse_profile(FIRST_FILE)
    camera = "http://me:secret@phone/shot.jpg?token=alsosecret"
    data = profile_to_json(CameraProfile(lens.image_size, lens.matrix, lens.distortion, camera=camera))
    assert data["camera"] == "http://me:***@phone/shot.jpg?token=***"


def test_the_corners_are_scaled_to_smaller_pictures() -> None:
    corners = parse_profile(FIRST_FILE | {"corners": CORNERS}).corners_for(2304, 1296)
    assert corners is not None
    # The outer edge of the picture, half a pixel before the first one's middle, stays where it is.
    assert corners[0].tolist() == [300 / 2 - 0.25, 200 / 2 - 0.25]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"lens_sigma": [0.1]}, '"lens_sigma" must hold 2 numbers'),
        ({"lens_sigma": [0.1, 0]}, '"lens_sigma" must hold two numbers above 0'),
        ({"corners": CORNERS[:3]}, '"corners" must hold 4 x 2 numbers'),
        ({"corners": CORNERS[::-1]}, '"corners" must be the board\'s top left, top right'),
        ({"corners": [*CORNERS[:3], [3000, 1500]]}, "none inside the triangle of the others"),
        ({"camera": 3}, '"camera" must be a text'),
        ({"measured": [1]}, '"measured" must be an object'),
        ({"measured": {"blur_px": [1]}}, '"measured" must be an object of numbers and texts'),
    ],
)
def test_defects_are_named(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ProfileError, match=sentence):
        parse_profile(FIRST_FILE | changed)
