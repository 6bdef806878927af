"""Bots that think ahead choose among the moves of the rules, by what may come."""

from random import Random

import pytest

from companion.games.finstere_flure.bots import BOTS, quick_moves
from companion.opponents.budget import Budget
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import CardDrawn, GameStarted
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.quick_game import QuickGame
from engine.finstere_flure.state import Phase, State


def state_after(moves: int, seed: int) -> State:
    """Return the state of a game after so many events by chance, at which somebody acts."""
    rng = Random(seed)
    state = RULES.follow(RULES.begin(GameStarted((Colour.RED, Colour.BLUE), Colour.RED)), shuffle_deck(rng))
    for number in range(moves + 9):
        if number >= moves and state.phase is Phase.MOVE_TOKEN:
            break
        state = RULES.follow(state, RULES.draw(state, rng))
    return state


@pytest.mark.parametrize("moves", [0, 20, 45])
def test_their_moves_are_those_of_the_rules(moves: int) -> None:
    state = state_after(moves, seed=5)
    game = QuickGame(state)
    assert {move.event(game, state) for move in quick_moves(game)} == set(RULES.possible(state))


@pytest.mark.parametrize("bot", BOTS)
def test_the_order_of_the_cards_changes_nothing(bot: str) -> None:
    state = state_after(20, seed=5)
    views = [RULES.view(RULES.determinize(RULES.view(state, "red"), "red", Random(seed)), "red") for seed in range(2)]
    seat = str(state.turn)
    chosen = [BOTS[bot](RULES, view, seat, Budget(nodes=400), Random(1)) for view in views]
    assert chosen[0] == chosen[1]
    assert not isinstance(chosen[0], CardDrawn)


def test_a_round_that_ends_with_the_move_ends_the_thinking_too() -> None:
    rng = Random(2)
    state = state_after(20, seed=5)
    while len(state.tokens_to_move(state.turn)) > 1 or RULES.follow(state, RULES.possible(state)[0]).turn is not None:  # type: ignore[arg-type]
        state = RULES.follow(state, RULES.draw(state, rng))
        while state.phase is not Phase.MOVE_TOKEN:
            state = RULES.follow(state, RULES.draw(state, rng))
    move = BOTS["strong"](RULES, RULES.view(state, "red"), str(state.turn), Budget(nodes=200), rng)
    assert move in RULES.possible(state)
