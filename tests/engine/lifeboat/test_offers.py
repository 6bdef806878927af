"""Trades offered from seat to seat: who knows of them, who is asked, what ends them."""

from random import Random

from engine.lifeboat import events as e
from engine.lifeboat.dealt import Dealt, Move, TradeOffer
from engine.lifeboat.offers import possible_offers
from engine.lifeboat.play import PLAY
from engine.values import replaced
from tests.engine.lifeboat.test_play import FOUR, acting, begun


def offered(state: Dealt) -> tuple[Dealt, TradeOffer]:
    """A player whose turn it is offers somebody a card."""
    turn = state.state.turn
    assert turn is not None
    move = possible_offers(PLAY.view(state, str(turn)), turn)[0]
    assert move.offer is not None
    return PLAY.follow(state, move), move.offer


def test_in_the_supply_nobody_else_is_asked() -> None:
    state = begun()
    assert PLAY.actors(state) == (state.state.turn,)


def test_only_these_two_know_of_an_offer() -> None:
    state, offer = offered(acting())
    for who in FOUR:
        assert PLAY.view(state, str(who)).offers == ((offer,) if who in (offer.by, offer.to) else ())
    for seed in range(20):
        dealt = PLAY.determinize(PLAY.view(state, str(offer.to)), str(offer.to), Random(seed))
        assert offer.card in dealt.hidden.hands[offer.by]


def test_who_is_offered_a_card_answers() -> None:
    state, offer = offered(acting())
    assert offer.to in PLAY.actors(state)
    gift, swap, *_, refusal = PLAY.moves_of(PLAY.view(state, str(offer.to)), str(offer.to))
    assert gift.event == e.Traded(offer.by, offer.to, 1, 0)
    after = PLAY.follow(state, swap)
    assert after.offers == ()
    assert offer.card in after.hidden.hands[offer.to]
    assert swap.picks[1] in after.hidden.hands[offer.by]
    assert PLAY.follow(state, refusal).offers == ()
    assert PLAY.follow(state, refusal).hidden == state.hidden


def test_an_offer_stands_until_the_turn_ends_or_is_taken_back() -> None:
    state, offer = offered(acting())
    assert PLAY.follow(state, Move(None, by=offer.by, offer=offer)).offers == ()
    assert possible_offers(PLAY.view(state, str(offer.by)), offer.by) == [Move(None, by=offer.by, offer=offer)]
    assert PLAY.follow(state, Move(e.Passed(offer.by))).offers == ()


def test_an_offer_ends_when_its_card_is_robbed() -> None:
    state, offer = offered(acting())
    taker = next(who for who in FOUR if who not in (offer.by, offer.to))
    robbed = PLAY.follow(replaced(state, owed=(offer.by, taker)), Move(None, (offer.card,)))
    assert offer.card in robbed.hidden.hands[taker]
    assert offer.card not in robbed.hidden.hands[offer.by]
    assert robbed.offers == ()
