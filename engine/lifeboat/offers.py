"""Trades that are offered from seat to seat, before they happen (L9)."""

from engine.values import replaced

from . import events as e
from .components import Character
from .dealt import Dealt, Move, TradeOffer
from .hidden import FaceDownCards
from .state import Phase, State

#: Steps in which hand cards may be traded (L9).
TRADING = (Phase.ACT, Phase.ANSWER, Phase.OBJECTION)


def offers_after(offers: tuple[TradeOffer, ...], offer: TradeOffer) -> tuple[TradeOffer, ...]:
    """Return the offers after one was made, or was ended because it stood already."""
    others = tuple([other for other in offers if other.by is not offer.by])
    return others if offer in offers else (*others, offer)


def after_offer(dealt: Dealt, move: Move) -> Dealt:
    """Return the state after an offer was made, taken back, or refused by the other player."""
    offer = move.offer
    assert offer is not None
    refused = tuple([other for other in dealt.refused if other != offer])
    if offer in dealt.offers and move.by is offer.to:
        refused = (*refused, offer)
    return replaced(dealt, offers=offers_after(dealt.offers, offer), refused=refused)


def standing_offers(before: Dealt, after: State, hidden: FaceDownCards, event: e.GameEvent) -> tuple[TradeOffer, ...]:
    """Return the offers that stand after an event: in the same turn, until somebody trades."""
    if isinstance(event, e.Traded) or after.turn is not before.state.turn or after.step not in TRADING:
        return ()
    able = after.conscious
    return held_offers(tuple([offer for offer in before.offers if {offer.by, offer.to} <= {*able}]), hidden)


def held_offers(offers: tuple[TradeOffer, ...], hidden: FaceDownCards) -> tuple[TradeOffer, ...]:
    """Return the offers of cards that those who made them still hold."""
    return tuple([offer for offer in offers if offer.card in hidden.hands[offer.by]])


def offers_to(dealt: Dealt, seat: Character) -> tuple[TradeOffer, ...]:
    """Return the offers that a seat has not answered."""
    return tuple([offer for offer in dealt.offers if offer.to is seat])


def possible_offers(dealt: Dealt, seat: Character) -> list[Move]:
    """Return the trades that a seat may offer by its view, and gifts, or to take its offer back.

    Who has no card to give in return is offered none.
    """
    state = dealt.state
    if state.step not in TRADING or not state.person(seat).conscious:
        return []
    own = [offer for offer in dealt.offers if offer.by is seat]
    if own:
        return [Move(None, by=seat, offer=offer) for offer in own]
    others = [character for character in state.conscious if character is not seat]
    cards = list(dict.fromkeys(dealt.hidden.hands[seat]))
    offers = [TradeOffer(seat, other, card) for card in cards for other in others if state.person(other).hand]
    gifts = [Move(e.Traded(seat, other, 1, 0), (card,)) for card in cards for other in others]
    return [*[Move(None, by=seat, offer=offer) for offer in offers], *gifts]


def replies(dealt: Dealt, offer: TradeOffer) -> list[Move]:
    """Return the answers to an offer: a card in return, or no trade."""
    cards = dict.fromkeys(dealt.hidden.hands[offer.to])
    swaps = [Move(e.Traded(offer.by, offer.to, 1, 1), (offer.card, card)) for card in cards]
    return [*swaps, Move(None, by=offer.to, offer=offer)]
