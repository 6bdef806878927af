"""Tests of comparing one part of a picture with many templates."""

import cv2
import numpy as np
import pytest

from vision.decode.template_matching import TransformedPart, make_template
from vision.picture import Pixels


def clouds(height: int, width: int, seed: int) -> Pixels:
    """Return a grey picture of soft spots."""
    rough = np.random.default_rng(seed).integers(0, 256, (height, width), np.uint8)
    return np.asarray(cv2.GaussianBlur(rough, (0, 0), 1.5), np.uint8)


@pytest.mark.parametrize("side", [9, 24, 60])
def test_values_are_those_of_opencv(side: int) -> None:
    part, template = clouds(70, 97, 1), clouds(side, side, 2)
    transformed = TransformedPart(part)
    alike = transformed.correlate(make_template(template, transformed.padded))
    expected = cv2.matchTemplate(part, template, cv2.TM_CCOEFF_NORMED)
    assert alike.shape == expected.shape
    assert np.abs(alike - expected).max() < 1e-3


def test_the_template_s_own_place_is_wholly_alike_in_any_light() -> None:
    part = clouds(80, 80, 3)
    darker = np.asarray(part // 2 + 20, np.uint8)
    transformed = TransformedPart(darker)
    alike = transformed.correlate(make_template(part[31:55, 12:36], transformed.padded))
    assert [int(place) for place in np.unravel_index(alike.argmax(), alike.shape)] == [31, 12]
    assert alike.max() == pytest.approx(1, abs=0.01)


def test_nothing_is_alike_where_all_is_even() -> None:
    part = np.full((50, 50), 200, np.uint8)
    transformed = TransformedPart(part)
    assert not transformed.correlate(make_template(clouds(20, 20, 4), transformed.padded)).any()
