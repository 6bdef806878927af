"""Bots choose by what their seat knows, within their budget, alike with the same seed."""

from random import Random
from typing import Any

import pytest
from fox_and_geese.rules import Moved, Side, State
from fox_and_geese.table import TABLE as FOX_AND_GEESE
from mouse_and_elephant.table import TABLE as MOUSE_AND_ELEPHANT

from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from companion.opponents.tournament import Table, play_game, rotations
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Colour
from engine.game import Play

FLURE: Play[Any, Any] = RULES
PLAYS: dict[str, tuple[Play[Any, Any], Any]] = {
    "fox-and-geese": (FOX_AND_GEESE.play, FOX_AND_GEESE.started({"must_take": False})),
    "mouse-and-elephant": (MOUSE_AND_ELEPHANT.play, MOUSE_AND_ELEPHANT.started({})),
    "finstere-flure": (FLURE, GameStarted((Colour.RED, Colour.BLUE), Colour.RED)),
}


def some_state(game: str, moves: int, seed: int) -> Any:
    """Return the state after so many moves by chance, at which somebody acts."""
    play, started = PLAYS[game]
    rng = Random(seed)
    state = play.deal(started, rng)
    for number in range(1000):
        if number >= moves and play.acting_seats(state):
            break
        state = play.follow(state, play.draw(state, rng))
    return state


def chosen(bot: str, game: str, state: Any, *, nodes: int = 60, seed: int = 1) -> Any:
    play = PLAYS[game][0]
    seat = play.acting_seats(state)[0]
    return BOTS[bot](play, play.view(state, seat), seat, Budget(nodes=nodes), Random(seed))


@pytest.mark.parametrize("game", PLAYS)
@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_and_nodes_give_the_same_possible_move(bot: str, game: str) -> None:
    play, state = PLAYS[game][0], some_state(game, 9, seed=4)
    move = chosen(bot, game, state)
    assert move == chosen(bot, game, state)
    assert move in play.moves_of(state, play.acting_seats(state)[0])


@pytest.mark.parametrize("game", ["mouse-and-elephant", "finstere-flure"])
@pytest.mark.parametrize("bot", BOTS)
def test_what_is_hidden_changes_nothing(bot: str, game: str) -> None:
    play, state = PLAYS[game][0], some_state(game, 9, seed=4)
    seat = play.acting_seats(state)[0]
    others = [play.determinize(play.view(state, seat), seat, Random(seed)) for seed in range(3)]
    assert any(other != state for other in others)
    for other in others:
        assert play.view(other, seat) == play.view(state, seat)
        assert chosen(bot, game, other) == chosen(bot, game, state)


def test_a_view_of_a_hand_has_no_card_of_the_others() -> None:
    play, state = PLAYS["mouse-and-elephant"][0], some_state("mouse-and-elephant", 9, seed=4)
    view = play.view(state, "north")
    hidden = {card for seat in ("west", "east") for card in state.hands[seat]}
    assert hidden
    assert not any(card in repr(view) for card in hidden)
    assert [len(hand) for hand in view.hands.values()] == [len(hand) for hand in state.hands.values()]


def test_hidden_cards_are_dealt_as_likely_as_each_other() -> None:
    play, state = PLAYS["mouse-and-elephant"][0], some_state("mouse-and-elephant", 9, seed=4)
    view, rng = play.view(state, "north"), Random(1)
    dealt = [play.determinize(view, "north", rng).hands["west"] for _ in range(400)]
    unseen = {card for seat in ("west", "east") for card in state.hands[seat]}
    times = {card: sum(card in hand for hand in dealt) for card in unseen}
    expected = 400 * len(view.hands["west"]) / len(unseen)
    assert all(abs(count - expected) < 60 for count in times.values()), times


def test_a_budget_ends_by_nodes_by_time_and_when_it_is_stopped() -> None:
    budget = Budget(nodes=2)
    budget.spend()
    assert not budget.is_spent
    budget.spend()
    assert budget.is_spent
    assert Budget(seconds=0).is_spent
    assert Budget(stopped=lambda: True).is_spent
    assert not Budget(seconds=60).is_spent


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_that_is_stopped_at_once_still_has_a_move(bot: str) -> None:
    play, state = PLAYS["fox-and-geese"][0], some_state("fox-and-geese", 2, seed=1)
    move = BOTS[bot](play, state, "geese", Budget(stopped=lambda: True), Random(1))
    assert move in play.possible(state)


@pytest.mark.parametrize("bot", ["greedy", "strong"])
def test_the_geese_pen_the_fox_in_where_they_can(bot: str) -> None:
    # The fox in the corner c7 can only jump over the goose on d7: one more on e7 stops it.
    lying = {"fox": "c7", "goose-1": "c6", "goose-2": "d6", "goose-3": "c5", "goose-4": "e5", "goose-5": "d7"}
    lying |= {"goose-6": "e6"}
    state = State(lying, turn=Side.GEESE)
    assert chosen(bot, "fox-and-geese", state, nodes=300) == Moved(Side.GEESE, "goose-6", "e7")


@pytest.mark.parametrize(("game", "seats"), [("fox-and-geese", ("fox", "geese")), ("finstere-flure", ("red", "blue"))])
def test_the_quick_bot_wins_more_often_than_one_that_plays_by_chance(game: str, seats: tuple[str, ...]) -> None:
    play, started = PLAYS[game]
    table = Table(("quick", "random"))
    for deal in range(4):
        for names in rotations(table.bots, seats):
            seated = {seat: (name, BOTS[name]) for seat, name in zip(seats, names, strict=True)}
            table.add([play_game(play, started, seated, lambda: Budget(nodes=64), str(deal))])
    bots = table.to_json(0)["bots"]
    assert bots["quick"]["wins"] >= 6, bots
