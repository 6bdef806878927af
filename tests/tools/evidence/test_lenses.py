"""Lenses of every kind: without a profile nothing is read wrong through any of them."""

import numpy as np
import pytest

from tools.evidence.lenses import LENSES, BendingLens, lens_photo, measure_lens
from vision.model.pinhole import looking_at

pytestmark = pytest.mark.slow


@pytest.mark.thorough
@pytest.mark.parametrize("kind", LENSES)
def test_a_table_is_read_through_it(kind: str) -> None:
    result = measure_lens(lens_photo(kind, 0, seed=7, size_px=(2304, 1296)))
    assert result.wrong == 0, result.details
    # At the far edge of a tilted wide picture modules are less than a pixel small.
    assert result.read >= 0.85 * result.pieces > 10, result.details


def test_a_bending_lens_shows_equal_angles_at_equal_distances() -> None:
    plain = looking_at((0.0, 0.0), 100.0, 500.0, (1000, 1000))
    lens = BendingLens(plain.matrix, plain.distortion, plain.rotation, plain.translation, bend=1.0)
    angles = np.radians([10, 20, 40, 55])
    points = np.column_stack([100 * np.tan(angles), np.zeros(4)])
    pixels = lens.project(points)
    assert np.linalg.norm(pixels - plain.matrix[:2, 2], axis=1) == pytest.approx(500 * angles)
    assert lens.on_plane(pixels) == pytest.approx(points, abs=1e-6)
