"""Tests of the simulated colour vision and of the difference of colours."""

import pytest

from tests.companion.screen.colour_vision import DEFICIENCIES, Vector, ciede2000, close_pairs, difference, simulated

#: Pairs of colours (L*, a*, b*) with their difference, of table 1 of Sharma, Wu and Dalal.
SHARMA: list[tuple[Vector, Vector, float]] = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("first", "other", "expected"), SHARMA)
def test_ciede2000_is_that_of_its_authors(first: Vector, other: Vector, expected: float) -> None:
    assert ciede2000(first, other) == pytest.approx(expected, abs=1e-4)
    assert ciede2000(other, first) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_grey_stays_grey(deficiency: str) -> None:
    assert simulated((128, 128, 128), deficiency) == (128, 128, 128)


def test_red_and_green_look_alike_to_those_who_lack_one_of_them() -> None:
    red, green = (200, 90, 60), (120, 130, 60)
    assert difference(red, green) > 30
    assert difference(red, green, "deuteranopia") < 10
    assert difference(red, green, "tritanopia") > 25
    assert set(close_pairs({"red": red, "green": green}, 10)) == {("red", "green")}
