"""Tests of turning points: where the winners' chance changed most."""

import pytest

from companion.opponents.turning_points import TurningPoint, Victory, quick_chances, strong_chance, turning_points
from engine.finstere_flure.game import RULES
from tests.engine.finstere_flure.whole_game import whole_game


@pytest.fixture(scope="module")
def victory() -> Victory:
    result = RULES.over(whole_game(1).state)
    assert result is not None
    return Victory(RULES, result, result.winners[0])


def test_the_winner_has_won_at_the_end(victory: Victory) -> None:
    states = whole_game(1).states()
    chances = quick_chances(victory, states)
    assert len(chances) == len(states)
    assert chances[-1] == 1.0
    assert all(0.0 <= chance <= 1.0 for chance in chances)


@pytest.mark.slow
def test_the_greatest_changes_are_found_alike_each_time(victory: Victory) -> None:
    states = whole_game(1).states()[-6:]
    chances = quick_chances(victory, states)
    found = turning_points(victory, states, chances)
    assert found == turning_points(victory, states, chances)
    assert 0 < len(found) <= 3
    assert [point.event for point in found] == sorted(point.event for point in found)


@pytest.mark.slow
def test_of_two_events_in_a_row_the_second_begins_where_the_first_ends(victory: Victory) -> None:
    states = whole_game(1).states()[-4:]
    points = turning_points(victory, states, [0.1, 0.4, 0.1, 0.4])
    assert [point.event for point in points] == [1, 2, 3]
    assert [point.after for point in points[:-1]] == [point.before for point in points[1:]]


def test_chance_draws_where_it_acts_and_nobody_chooses(victory: Victory) -> None:
    before_last_card = [state for state in whole_game(1).states() if RULES.chance_acts(state)][-2]
    assert 0.0 <= strong_chance(victory, before_last_card, "seed") <= 1.0


def test_where_nothing_changes_there_is_no_turning_point(victory: Victory) -> None:
    states = whole_game(1).states()[:3]
    assert turning_points(victory, states, [0.5, 0.5, 0.5]) == []


def test_a_change_has_a_direction() -> None:
    assert TurningPoint(3, 0.5, 0.25).change == -0.25
