"""Trades: offer, demand, exchange, and announcements (section 3; K5, K11, K16-K18, K25).

Announced items are read out.
"""

from collections.abc import Iterator

from engine.game import RuleProblem
from engine.values import replaced

from .cards import BAG_OF, TRADE_ITEMS, Item, is_single
from .events import Accepted, Announced, Denied, Handed, Offered, Refused
from .holders import Holders, after_moves, announced_holders, found, may_have, must_have
from .problems import Code, problem
from .professions import pile_problems
from .state import Effect, NextPhase, Phase, State, Trade, TradeKind
from .turns import asked_problems, self_target_problems, settle, turn_problems

BAGS = (Item.BAG_KEY, Item.BAG_GOBLET)


def offered_problems(state: State, event: Offered) -> Iterator[RuleProblem]:
    """Yield all that is wrong with an offer."""
    yield from self_target_problems(event)
    yield from turn_problems(state, event.by)


def offer(state: State, event: Offered) -> State:
    """Offer an item, which lies before the other player."""
    trade = Trade(TradeKind.OFFER, event.by, event.to, before=state.holders)
    return replaced(state, turn=event.by, trade=trade, phase=Phase.OFFER)


def answer_problems(state: State, event: Accepted | Refused | Handed | Denied) -> Iterator[RuleProblem]:
    """Yield problems of an answer: by the other player, true about the demanded item (K25)."""
    trade = _trade(state)
    yield from asked_problems(event.by, trade.passive)
    item = trade.demanded
    if item is None:
        return
    if isinstance(event, Handed) and is_single(item) and not may_have(state.holders, item, event.by):
        yield problem(Code.ITEM_ELSEWHERE, f"{event.by} cannot hand over the {item}: it is elsewhere (K25)")
    if isinstance(event, Denied) and any(
        must_have(state.holders, answer, event.by) for answer in _answers(state, item)
    ):
        yield problem(Code.HAS_IT, f"{event.by} cannot deny the {item} (K11, K25)")


def _answers(state: State, demanded: Item) -> tuple[Item, ...]:
    """Return the items that answer a demand: with an empty pile a bag too (K5, K11)."""
    if demanded in BAG_OF and state.pile == 0:
        return (demanded, BAG_OF[demanded])
    return (demanded,)


def accept(state: State, _event: Accepted) -> State:
    """Exchange both items of a trade, unseen."""
    trade = _trade(state)
    holders = after_moves(state.holders, ((trade.active, trade.passive), (trade.passive, trade.active)))
    return settle(replaced(state, holders=holders), NextPhase.TRADE)


def end_trade(state: State, _event: Refused | Denied) -> State:
    """End a trade without an exchange: the turn passes."""
    return settle(state, NextPhase.NEXT_TURN)


def hand_over(state: State, _event: Handed) -> State:
    """Hand the demanded item over to the diplomat, who gives back an unseen one (K11)."""
    return settle(replaced(state, holders=_after_demand(state, _trade(state))), NextPhase.TRADE)


def _after_demand(state: State, trade: Trade) -> Holders:
    """Return the holders after a demand (K25).

    The item that went to the diplomat is known, except for a bag that answers instead.
    """
    assert trade.demanded is not None
    holders = after_moves(state.holders, ((trade.active, trade.passive),))
    if is_single(trade.demanded):
        return found(holders, trade.demanded, trade.active)
    bags = {
        item: holders[item] | {trade.active}
        for item in _answers(state, trade.demanded)
        if item in holders and trade.passive in state.holders[item]
    }
    return {**holders, **bags}


def announced_problems(state: State, event: Announced) -> Iterator[RuleProblem]:
    """Yield all that is wrong with what is read out after the exchange."""
    yield from asked_problems(event.by, state.announcing_player(), "K18")
    trade, item = _trade(state), event.item
    yield from _demand_problems(trade, event)
    if item is None:
        return
    what = f"{event.by} cannot announce the {item}"
    if item not in TRADE_ITEMS:
        yield problem(Code.NO_TRADE_EFFECT, f"{what}: it does nothing in a trade (section 1)")
    if item not in state.items:
        yield problem(Code.NOT_IN_GAME, f"{what}: it is not in this game (section 2)")
    if item in BAGS:
        yield from pile_problems(state, f"{what} to draw from the item pile", "K5")
        first = trade.announced[0] if trade.announced else trade.demanded
        if first in BAGS and first != item:
            yield problem(Code.BAG_FOR_BAG, f"{what}: a bag is not traded for the other bag (K5)")
    if _cannot_be_given(state, trade, item):
        yield problem(Code.ITEM_ELSEWHERE, f"{what}: it cannot have been given in this trade (K25)")


def _demand_problems(trade: Trade, event: Announced) -> Iterator[RuleProblem]:
    """Find problems of the second announcement after a demand.

    It is about the demanded item; by the mirror nothing acts.
    """
    item, demanded = event.item, trade.demanded
    if demanded is None or item is None:
        return
    if trade.announced and item != demanded:
        yield problem(Code.NOT_THAT_ITEM, f"{event.by} cannot announce the {item}: the {demanded} was demanded (K11)")
    if not trade.announced and demanded is Item.MIRROR:
        yield problem(
            Code.NOT_THAT_ITEM,
            f"{event.by} cannot announce the {item}: in a trade of the mirror nothing acts (section 1)",
        )


def _cannot_be_given(state: State, trade: Trade, item: Item) -> bool:
    """Return True if the giver cannot have given the item (K25).

    Each item can be given once, and from its own place.
    """
    pair = state.announcer()
    assert pair is not None
    if item in trade.announced:
        return True
    if item == trade.demanded:
        return not trade.announced
    return not may_have(trade.before, item, pair[0])


def announce(state: State, event: Announced) -> State:
    """Announce an item: its giver carries out the text that is read out.

    Nothing: the next announcement, or the turn passes.
    """
    pair, trade = state.announcer(), _trade(state)
    assert pair is not None
    announced = (*trade.announced, event.item)
    if event.item is None:
        return settle(replaced(state, trade=replaced(trade, announced=announced)), NextPhase.TRADE)
    giver, receiver = pair
    holders = state.holders
    if trade.moves is not None:
        holders = {**holders, event.item: announced_holders(receiver, trade.moves)}
    trade = replaced(trade, announced=announced, effect=Effect(event.item, giver, receiver))
    return replaced(state, trade=trade, holders=holders, phase=Phase.EFFECT)


def _trade(state: State) -> Trade:
    assert state.trade is not None
    return state.trade
