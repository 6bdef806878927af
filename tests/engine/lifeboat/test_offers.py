"""Trades offered from seat to seat: who knows of them, who is asked, what ends them."""

from random import Random

from engine.lifeboat import events as e
from engine.lifeboat.dealt import Dealt, Move, TradeOffer
from engine.lifeboat.offers import possible_offers
from engine.lifeboat.play import PLAY
from engine.values import replaced
from tests.engine.lifeboat.test_play import FOUR, acting, begun


def offered(state: Dealt) -> tuple[Dealt, TradeOffer]:
    """Return a player whose turn it is offers somebody a card."""
    turn = state.state.turn
    assert turn is not None
    move = possible_offers(PLAY.view(state, str(turn)), turn)[0]
    assert move.offer is not None
    return PLAY.follow(state, move), move.offer


def test_in_the_supply_nobody_else_is_asked() -> None:
    state = begun()
    assert PLAY.acting_seats(state) == (state.state.turn,)


def test_only_these_two_know_of_an_offer() -> None:
    state, offer = offered(acting())
    for character in FOUR:
        assert PLAY.view(state, str(character)).offers == ((offer,) if character in (offer.by, offer.to) else ())
    for seed in range(20):
        dealt = PLAY.determinize(PLAY.view(state, str(offer.to)), str(offer.to), Random(seed))
        assert offer.card in dealt.hidden.hands[offer.by]


def test_who_is_offered_a_card_answers() -> None:
    state, offer = offered(acting())
    assert offer.to in PLAY.acting_seats(state)
    swap, *_, refusal = answers = PLAY.moves_of(PLAY.view(state, str(offer.to)), str(offer.to))
    # Nobody takes for nothing what was offered for a card.
    assert all(move.event in (e.Traded(offer.by, offer.to, 1, 1), None) for move in answers)
    after = PLAY.follow(state, swap)
    assert after.offers == ()
    assert offer.card in after.hidden.hands[offer.to]
    assert swap.picks[1] in after.hidden.hands[offer.by]
    assert PLAY.follow(state, refusal).offers == ()
    assert PLAY.follow(state, refusal).hidden == state.hidden


def test_who_offered_a_card_is_told_of_a_refusal_and_may_offer_it_again() -> None:
    state, offer = offered(acting())
    refused = PLAY.follow(state, Move(None, by=offer.to, offer=offer))
    for character in FOUR:
        assert PLAY.view(refused, str(character)).refused == ((offer,) if character in (offer.by, offer.to) else ())
    again = PLAY.follow(refused, Move(None, by=offer.by, offer=offer))
    assert (again.offers, again.refused) == ((offer,), ())
    # What its player takes back nobody has refused.
    assert PLAY.follow(again, Move(None, by=offer.by, offer=offer)).refused == ()


def test_a_gift_asks_nobody_and_who_has_nothing_is_offered_no_trade() -> None:
    state = acting()
    turn = state.state.turn
    assert turn is not None
    poor = next(character for character in FOUR if character is not turn)
    people = tuple(replaced(person, hand=0) if person.who is poor else person for person in state.state.people)
    bare = replaced(state, state=replaced(state.state, people=people))
    moves = possible_offers(PLAY.view(bare, str(turn)), turn)
    assert poor not in [move.offer.to for move in moves if move.offer is not None]
    gift = next(m for m in possible_offers(PLAY.view(state, str(turn)), turn) if m.event == e.Traded(turn, poor, 1, 0))
    after = PLAY.follow(state, gift)
    assert gift.picks[0] in after.hidden.hands[poor]


def test_an_offer_stands_until_the_turn_ends_or_is_taken_back() -> None:
    state, offer = offered(acting())
    assert PLAY.follow(state, Move(None, by=offer.by, offer=offer)).offers == ()
    assert possible_offers(PLAY.view(state, str(offer.by)), offer.by) == [Move(None, by=offer.by, offer=offer)]
    assert PLAY.follow(state, Move(e.Passed(offer.by))).offers == ()


def test_an_offer_ends_when_its_card_is_robbed() -> None:
    state, offer = offered(acting())
    taker = next(character for character in FOUR if character not in (offer.by, offer.to))
    robbed = PLAY.follow(replaced(state, owed=(offer.by, taker)), Move(None, (offer.card,)))
    assert offer.card in robbed.hidden.hands[taker]
    assert offer.card not in robbed.hidden.hands[offer.by]
    assert robbed.offers == ()
