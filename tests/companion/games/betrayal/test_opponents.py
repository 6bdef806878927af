"""Bots of Betrayal know what their seat knows, and are offered what is possible."""

import pytest

from companion.games import find_game
from companion.games.play_checks import possible_problems, some_states, view_problems

#: Random games of each part; of each 15 states are looked at.
GAMES = 7


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10), ids=str)
@pytest.mark.thorough(but=["0"])
def test_a_thousand_states_are_listed_and_hidden_rightly(part: int) -> None:
    game, seed = find_game("betrayal"), 1 + GAMES * part
    states = some_states(game, GAMES, seed)
    assert len(states) > 95
    assert list(possible_problems(game, states, seed)) == []
    assert list(view_problems(game, states, seed)) == []
