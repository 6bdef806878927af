"""Moves that are listed, and the order of the cards that nobody knows."""

from collections import Counter
from dataclasses import replace
from random import Random

from engine.finstere_flure.deck import Deck
from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameStarted
from engine.finstere_flure.forecast import Odds, forecast
from engine.finstere_flure.game import RULES
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import DECK, Colour
from engine.finstere_flure.state import Phase, State

STARTED = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)


def states(seed: int) -> list[State]:
    """Return all states of a random game."""
    rng = Random(seed)
    found = [RULES.deal(STARTED, rng)]
    while RULES.over(found[-1]) is None:
        found.append(RULES.follow(found[-1], RULES.draw(found[-1], rng)))
    return found


def test_what_is_drawn_is_allowed_and_listed() -> None:
    rng = Random(2)
    for state in states(1)[:-1]:
        event = RULES.draw(state, rng)
        assert not RULES.problems(state, event)
        if state.phase is Phase.MOVE_TOKEN:
            assert event in RULES.possible(state)
            assert RULES.acting_seats(state) == (str(state.turn),)
        else:
            assert RULES.acting_seats(state) == ()


def test_a_view_has_the_cards_but_not_their_order() -> None:
    state = replace(states(1)[30], deck=Deck(("8", "7", "XX"), played=DECK[:5]))
    other = replace(state, deck=Deck(("XX", "8", "7"), played=DECK[:5]))
    assert RULES.view(state, "red") == RULES.view(other, "blue")
    assert RULES.view(state, "red").deck == Deck(("7", "8", "XX"), order_known=False, played=DECK[:5])


def test_every_order_that_fits_is_dealt_as_often() -> None:
    view = RULES.view(replace(states(1)[30], deck=Deck(("8", "7", "XX"), played=DECK[:5])), "red")
    rng = Random(1)
    orders = Counter(RULES.determinize(view, "red", rng).deck.face_down for _ in range(600))
    assert len(orders) == 6
    assert all(70 < times < 130 for times in orders.values()), orders


def test_of_an_unknown_order_each_card_is_as_likely_as_it_is_often() -> None:
    state = next(state for state in states(1) if state.phase is Phase.DRAW_CARD)
    unknown = replace(state, deck=Deck(DECK, order_known=False))
    assert unknown.first_card
    drawn = [event.card for event in RULES.possible(unknown) if isinstance(event, CardDrawn)]
    assert drawn == ["5", "7", "7", "8", "8", "10"], "the first card is no hit card"
    assert not any(RULES.problems(unknown, event) for event in RULES.possible(unknown))


def test_a_shuffle_is_listed_without_its_order() -> None:
    shuffled = RULES.deal(STARTED, Random(1))
    assert RULES.possible(shuffled) == (DeckShuffled(None),)
    assert RULES.outcomes(shuffled) is None


def test_of_a_known_order_the_next_card_alone_comes() -> None:
    state = next(state for state in states(1) if state.phase is Phase.DRAW_CARD and not state.first_card)
    drawn = CardDrawn((state.deck.face_down[0],))
    assert RULES.possible(state) == (drawn,)
    assert RULES.outcomes(state) == {drawn: 1.0}


def test_one_walk_tells_what_each_card_costs() -> None:
    cards = ["5", "7", "8", "10", "X", "XX", "XXX"]
    compared = 0
    for state in [state for seed in range(3) for state in states(seed)[::7]]:
        for card in forecast(state.position, Odds(cards)).cards:
            move = move_monster(state.position, card.card)
            assert card.eaten == tuple(meal.token for meal in move.eaten)
            assert card.steps == len(move.steps)
            compared += len(card.eaten)
    assert compared > 30
