"""Section 5: the cards, how they are shuffled, drawn and counted."""

import random
from collections import Counter

import pytest

from engine.finstere_flure.deck import card_of, shuffle_deck
from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameStarted
from engine.finstere_flure.game import Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import DECK
from engine.finstere_flure.problems import Reason
from engine.finstere_flure.state import Phase
from tests.engine.finstere_flure.game_helpers import (
    BLUE,
    ORDER,
    OUTSIDE,
    RED,
    SEVEN,
    begun,
    draw,
    put,
    reasons,
    refused,
    stage_two,
    started,
    stay_all,
)


def before_the_first_card(*order: str, five_as_three: bool = False) -> Game:
    """Return a game before the first card, with the cards in this order from the top."""
    return stay_all(begun(*SEVEN, five_as_three=five_as_three, order=order))


def real_deck(*, five_as_three: bool = False) -> Game:
    """Return the same with a deck of which nobody knows the order."""
    return stay_all(started(*SEVEN, five_as_three=five_as_three).apply(DeckShuffled(None)))


# --- shuffling ----------------------------------------------------------------------------------------------------


def test_the_order_that_was_shuffled_is_kept_in_the_event() -> None:
    event = shuffle_deck(random.Random(1))
    assert event == shuffle_deck(random.Random(1)) != shuffle_deck(random.Random(2))
    assert event.order is not None
    assert Counter(event.order) == Counter(DECK)
    assert started(RED, BLUE).apply(event).state.deck.face_down == event.order


def test_the_systems_entropy_may_shuffle() -> None:
    orders = {shuffle_deck(random.SystemRandom()).order for _ in range(30)}
    assert len(orders) > 20


@pytest.mark.parametrize("order", [(), ORDER[1:], (*ORDER, "7"), ("9", *ORDER[1:]), ("5",) * 8])
def test_an_order_must_hold_each_of_the_eight_cards(order: tuple[str, ...]) -> None:
    assert reasons(started(RED, BLUE), DeckShuffled(order)) == [Reason.SHUFFLE]


def test_the_cards_are_shuffled_before_anybody_moves() -> None:
    assert reasons(started(RED, BLUE), CardDrawn(("7",))) == [Reason.PHASE]


# --- drawing ------------------------------------------------------------------------------------------------------


def test_the_top_card_is_drawn_and_the_monster_moves_by_it() -> None:
    game = before_the_first_card(*ORDER)
    after = draw(game)
    assert after.state.monster_move == move_monster(game.state.position, "7")
    assert after.state.position == after.state.monster_move.final
    assert (after.state.deck.played, after.state.deck.face_down) == (("7",), ORDER[1:])


@pytest.mark.parametrize("cards", [("5",), ("8",), (), ("9",), ("7", "7", "7")])
def test_only_the_top_card_can_be_drawn(cards: tuple[str, ...]) -> None:
    assert Reason.CARD in reasons(before_the_first_card(*ORDER), CardDrawn(cards))


def test_nothing_is_shuffled_when_the_first_card_is_a_number() -> None:
    assert reasons(before_the_first_card(*ORDER), CardDrawn(("7",), ORDER[1:])) == [Reason.SHUFFLE]


# --- the first card -----------------------------------------------------------------------------------------------


def test_the_first_card_of_the_game_is_never_a_hit_card() -> None:
    game = before_the_first_card("X", "XX", "8", "7", "7", "5", "8", "10")
    problems = refused(lambda: draw(game))
    assert [p.reason for p in problems] == [Reason.FIRST_CARD]
    assert problems[0].text == "the first card of the game is never a hit card such as X"


def test_one_draws_until_a_number_comes_and_shuffles_the_others_again() -> None:
    game = before_the_first_card("X", "XX", "8", "7", "7", "5", "8", "10")
    event = game.draw(random.Random(3))
    assert event.drawn == ("X", "XX", "8")
    assert event.card == "8"
    assert event.order is not None
    assert Counter(event.order) == Counter(("X", "XX", "7", "7", "5", "8", "10"))
    after = game.apply(event).state
    assert after.deck.face_down == event.order
    assert after.deck.played == ("8",)
    assert after.monster_move is not None
    assert after.monster_move.card == "8"


@pytest.mark.parametrize(
    ("order", "reason"),
    [(None, Reason.SHUFFLE), (("7", "7", "5", "8", "10"), Reason.SHUFFLE), (("8",) * 7, Reason.SHUFFLE)],
)
def test_the_new_order_holds_the_seven_others(order: tuple[str, ...] | None, reason: Reason) -> None:
    game = before_the_first_card("X", "XX", "8", "7", "7", "5", "8", "10")
    assert reasons(game, CardDrawn(("X", "XX", "8"), order)) == [reason]


def test_no_card_is_drawn_after_a_number() -> None:
    game = before_the_first_card(*ORDER)
    others = ("7", "X", "8", "10", "XX", "8", "7")
    assert reasons(game, CardDrawn(("7", "5"), others)) == [Reason.FIRST_CARD]


def test_a_later_card_may_be_a_hit_card_and_so_may_the_first_of_stage_two() -> None:
    game = begun(RED, BLUE, order=("7", "X", "XX", "5", "8", "10", "8", "7"))
    game = draw(stay_all(draw(stay_all(game))))
    assert game.state.deck.played == ("7", "X")
    game = stay_all(stage_two(game, ("XX", "X", "7", "5", "8", "10", "8", "7")))
    assert reasons(game, CardDrawn(("XX", "X", "7"), ("XX", "X", "5", "8", "10", "8", "7"))) == [Reason.CARD]
    assert draw(game).state.deck.played == ("XX",)


# --- the 5 as three hits ------------------------------------------------------------------------------------------


def test_the_five_counts_as_three_hits_on_request() -> None:
    assert (card_of("5", True).hits, card_of("5", False).hits, card_of("5", False).steps) == (3, None, 5)
    game = draw(stay_all(begun(*SEVEN, five_as_three=True, order=("7", "5", "X", "XX", "8", "8", "10", "7"))))
    game = draw(stay_all(game))
    move = game.state.monster_move
    assert move is not None
    assert (move.card, len(move.steps), game.state.deck.played) == ("XXX", 20, ("7", "5"))


def test_three_hits_end_the_move() -> None:
    game = stay_all(begun(*SEVEN, five_as_three=True, order=("7", "5", "X", "XX", "8", "8", "10", "7")))
    game = draw(game)
    assert (game.state.position.monster, game.state.round) == ("h1", 2)
    for name, cell in [("green-1", "i1"), ("red-1", "j1"), ("blue-1", "k1"), ("yellow-1", "l1")]:
        game = put(game, name, cell)
    game = draw(stay_all(game))
    assert game.state.monster_move is not None
    assert [meal.token for meal in game.state.monster_move.eaten] == ["green-1", "red-1", "blue-1"]
    assert {t.id for t in game.state.position.tokens if t.at == OUTSIDE} >= {"green-1", "red-1", "blue-1"}


def test_the_first_card_rule_then_includes_the_five() -> None:
    order = ("5", "X", "8", "7", "7", "XX", "8", "10")
    assert reasons(before_the_first_card(*order, five_as_three=True), CardDrawn(("5",))) == [Reason.FIRST_CARD]
    assert before_the_first_card(*order, five_as_three=True).draw(random.Random(0)).drawn == ("5", "X", "8")
    assert before_the_first_card(*order).draw(random.Random(0)) == CardDrawn(("5",))


# --- a real deck --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["5", "7", "8", "10"])
def test_of_a_real_deck_any_card_may_come_that_has_not_been_played(card: str) -> None:
    after = real_deck().apply(CardDrawn((card,)))
    assert Counter(after.state.deck.face_down) + Counter((card,)) == Counter(DECK)


def test_a_card_that_has_been_played_cannot_come_again() -> None:
    game = stay_all(real_deck().apply(CardDrawn(("10",))))
    assert reasons(game, CardDrawn(("10",))) == [Reason.CARD]
    game = game.apply(CardDrawn(("X",)))
    assert game.state.deck.played == ("10", "X")


def test_with_a_real_deck_too_hit_cards_are_put_back_before_the_first_number() -> None:
    assert reasons(real_deck(), CardDrawn(("XX",))) == [Reason.FIRST_CARD]
    assert reasons(real_deck(), CardDrawn(("X", "X", "7"))) == [Reason.CARD]
    assert reasons(real_deck(), CardDrawn(("XX", "7"), ORDER[1:])) == [Reason.SHUFFLE]
    deck = real_deck().apply(CardDrawn(("XX", "X", "7"))).state.deck
    assert Counter(deck.face_down) == Counter(("5", "7", "8", "8", "10", "X", "XX"))


def test_a_real_deck_for_one_stage_and_a_virtual_one_for_the_other() -> None:
    game = Game.start(GameStarted((RED, BLUE), RED)).apply(DeckShuffled(None))
    for card in ("7", "7", "8", "8", "10", "X", "XX"):
        game = stay_all(game).apply(CardDrawn((card,)))
    assert game.state.phase is Phase.SHUFFLE
    game = stay_all(game.apply(DeckShuffled(ORDER)))
    assert reasons(game, CardDrawn(("5",))) == [Reason.CARD]
