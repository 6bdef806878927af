"""Quick games go event by event as those of the readable engine."""

from random import Random

import pytest

from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.game import Game
from engine.finstere_flure.quick_game import QuickGame
from engine.finstere_flure.state import Phase
from tests.engine.finstere_flure.quick_games import compare_game
from tests.engine.finstere_flure.random_games import next_event, random_start


@pytest.mark.parametrize("seed", range(4))
def test_a_quick_game_goes_as_the_readable_engine_says(seed: int) -> None:
    assert compare_game(seed) > 50


def test_random_games_end_and_leave_the_game_they_were_copied_from_alone() -> None:
    rng = Random(1)
    game = Game.start(random_start(rng, 4))
    while game.state.phase is Phase.PLACE_TILE:
        game = game.apply(next_event(game, rng, 0.5, real_deck=False))
    quick = QuickGame(game.apply(shuffle_deck(rng)).state)
    before = (quick.board.position(game.state.position), quick.places.copy(), quick.turn)
    for seed in range(3):
        played = quick.copy()
        played.play_randomly(Random(seed))
        assert played.over
        assert not played.tokens_to_move()
    assert (quick.board.position(game.state.position), quick.places, quick.turn) == before
