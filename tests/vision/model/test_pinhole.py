"""The pinhole camera: the way back from pixels to the board, through any lens."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.model.pinhole import looking_at

SIZE = (1640, 1232)


@settings(max_examples=60, deadline=None)
@given(
    fov_deg=st.floats(40, 110),
    k1=st.floats(-0.25, 0.1),
    tangential=st.floats(-0.002, 0.002),
    tilt_deg=st.floats(0, 35),
    height_mm=st.floats(0, 40),
)
def test_a_point_of_the_board_leads_to_a_pixel_and_back(
    fov_deg: float, k1: float, tangential: float, tilt_deg: float, height_mm: float
) -> None:
    focal = SIZE[0] / 2 / math.tan(math.radians(fov_deg / 2))
    lens = (k1, 0.4 * k1 * k1 + 0.02, tangential, -tangential, 0.0)
    camera = looking_at((200, 137), 450, focal, SIZE, tilt_deg=tilt_deg, distortion=lens)
    points = np.random.default_rng(1).uniform((50, 30), (350, 245), (40, 2))
    pixels = camera.project(np.column_stack([points, np.full(40, height_mm)]))
    assert camera.on_plane(pixels, height_mm) == pytest.approx(points, abs=0.01)


def test_pixels_beyond_what_a_lens_shows_lead_somewhere_without_an_error() -> None:
    camera = looking_at((200, 137), 450, 600.0, SIZE, distortion=(-0.3, 0.0, 0.0, 0.0, 0.0))
    assert camera.on_plane([(0.0, 0.0), (1639.0, 1231.0)]).shape == (2, 2)
