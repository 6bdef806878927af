"""Bots of Betrayal know what their seat knows, and are offered what is possible."""

from random import Random

import pytest

from companion.games import find_game
from companion.games.play_checks import possible_problems, some_states, view_problems
from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from engine.betrayal.play import PLAY

#: A game that has more is stuck.
MOST_DECISIONS = 600
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


@pytest.mark.parametrize(("players", "seed"), [(3, 16), (3, 26), (4, 1), (5, 1)])
def test_greedy_explorers_get_on(players: int, seed: int) -> None:
    """Greedy explorers never wait for ever before a room that asks for a roll."""
    virtual = find_game("betrayal").virtual
    state, rng, decisions = PLAY.deal(virtual.start(players, seed, {}), Random(seed)), Random(seed), 0
    while PLAY.over(state) is None:
        actors = PLAY.acting_seats(state)
        move = PLAY.draw(state, rng)
        if actors:
            decisions += 1
            move = BOTS["greedy"](PLAY, PLAY.view(state, actors[0]), actors[0], Budget(nodes=1000), rng)
        state = PLAY.follow(state, move)
        assert decisions < MOST_DECISIONS
