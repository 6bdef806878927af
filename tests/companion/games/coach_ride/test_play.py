"""Coach Ride keeps to what is asked of games that bots play."""

from itertools import count
from random import Random

import pytest

from companion.games import find_game
from companion.games.play_checks import possible_problems, some_states, view_problems
from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from companion.opponents.tournament import play_game
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Phase

GAME = find_game("coach-ride")


@pytest.mark.slow
@pytest.mark.thorough(but=["2-0"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("games", [2, 20])
def test_moves_are_possible_and_views_hide_the_rest(games: int, seed: int) -> None:
    """A thousand states in all."""
    states = some_states(GAME, games, seed)
    assert len(states) > 12 * games
    assert list(possible_problems(GAME, states, seed)) == []
    assert list(view_problems(GAME, states, seed)) == []


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("games", [4, 8])
def test_greedy_bots_end_their_games_and_claim_wrongly_in_a_quarter_of_them_at_most(games: int) -> None:
    wrong = 0
    for seed in range(games):
        started = GAME.virtual.start(4 + seed % 3, seed, {})
        state, rng = PLAY.deal(started, Random(seed)), Random(seed)
        for moves in count():
            if state.state.phase is Phase.OVER:
                break
            assert moves < 2000
            actors = PLAY.acting_seats(state)
            move = PLAY.draw(state, rng)
            if actors:
                move = BOTS["greedy"](PLAY, PLAY.view(state, actors[0]), actors[0], Budget(nodes=400), rng)
            state = PLAY.follow(state, move)
        assert state.state.result is not None
        wrong += state.state.result.reason.endswith("wrong")
    assert wrong <= games / 4


def test_a_side_wins_as_a_whole() -> None:
    started = GAME.virtual.start(4, 1, {})
    seated = dict.fromkeys(GAME.players(started), ("random", BOTS["random"]))
    played = play_game(PLAY, started, seated, lambda: Budget(nodes=1), "1")
    assert set(played.rewards) == {0.0, 1.0}
    assert sum(played.rewards) == 2
