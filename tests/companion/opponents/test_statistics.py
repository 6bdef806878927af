"""Intervals and the sequential test of tournaments."""

from random import Random

import pytest

from companion.opponents.statistics import is_clear, wilson_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Worked out by hand; nobody has played: anything may be.
    [(0, 0, 0.0, 1.0), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (118.5, 200, 0.5233, 0.6582)],
)
def test_intervals_are_wilson_s(wins: float, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_a_few_rounds_all_won_or_all_lost_are_clear() -> None:
    assert not is_clear([1.0] * 4)
    assert is_clear([1.0] * 8)
    assert is_clear([-1.0] * 8)


def test_equal_bots_are_seldom_clear_however_often_one_looks() -> None:
    rng = Random(1)
    tournaments = [[rng.choice((-1.0, 0.0, 1.0)) for _ in range(150)] for _ in range(100)]
    assert sum(map(is_clear, tournaments)) <= 5


def test_a_small_lead_becomes_clear_in_time() -> None:
    rng = Random(1)
    differences = [1.0 if rng.random() < 0.65 else -1.0 for _ in range(400)]
    assert not is_clear(differences[:10])
    assert is_clear(differences)
