"""Lines for a seat alone: cards that it has got, lost and used, wounds, its condition."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.cards.news import hand_news
from companion.device.sentences import capitalised, join_items
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.words import character_name, condition_name, provision_name
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import Dealt
from engine.lifeboat.state import Person


def seat_news(before: Dealt | None, view: Dealt, events: Sequence[e.GameEvent], character: Character) -> Iterator[str]:
    """Yield what a player has got and lost between two views of the own seat."""
    if before is None:
        return
    was, is_now = before.state.person(character), view.state.person(character)
    held, hand = before.hidden.hands[character], view.hidden.hands[character]
    used = [card for card in map(_used_card, events) if card is not None and card[0] is character]
    other = _partner(before, events, character)
    yield from hand_news(
        (*held, *was.open),
        (*hand, *is_now.open, *(card for _, card in used)),
        provision_name,
        giver=other,
        taker=other,
    )
    if used:
        yield say("You used: {cards}.", cards=join_items(provision_name(card) for _, card in used))
    laid = (Counter(is_now.open) - Counter(was.open)) & (Counter(held) - Counter(hand))
    if laid:
        yield say("Open before you now: {cards}.", cards=join_items(map(provision_name, sorted(laid.elements()))))
    for event in events:
        if isinstance(event, e.Drank) and event.thirsty is character is not event.by:
            yield capitalised(say("{player} gave you water.", player=character_name(event.by)))
    for offer in view.refused:
        if offer.by is character and offer not in before.refused:
            values = {"player": character_name(offer.to), "card": provision_name(offer.card)}
            yield capitalised(say("{player} gives you nothing for: {card}.", **values))
    yield from _wounds(was, is_now, events)


def _wounds(was: Person, is_now: Person, events: Sequence[e.GameEvent]) -> Iterator[str]:
    more, values = is_now.wounds - was.wounds, {"wounds": is_now.wounds, "size": is_now.size}
    causes = [cause for cause in map(_cause, events) if cause]
    if more > 0 and len(causes) == 1:
        yield say_count(
            "{n} wound for you ({cause}): {wounds} of {size}.",
            "{n} wounds for you ({cause}): {wounds} of {size}.",
            more,
            cause=causes[0],
            **values,
        )
    elif more > 0:
        yield say_count(
            "{n} wound for you: {wounds} of {size}.", "{n} wounds for you: {wounds} of {size}.", more, **values
        )
    elif more < 0:
        yield say("Healed. Wounds now: {wounds} of {size}.", **values)
    if was.condition is not is_now.condition:
        yield say("You are now: {state}.", state=condition_name(is_now.condition))


def _cause(event: e.GameEvent) -> str:
    match event:
        case e.Suffered():
            return say("thirst")
        case e.Fell():
            return say("overboard")
        case e.Fought():
            return say("a lost fight")
    return ""


def _used_card(event: e.GameEvent) -> tuple[Character, Provision] | None:
    """Return who used which card by an event."""
    match event:
        case e.Drank(by=by):
            return by, Provision.WATER
        case e.Chummed(by=by):
            return by, Provision.CHUM
        case e.Used(by=by, card=card) if card is not Provision.PARASOL:
            return by, card
    return None


def _partner(before: Dealt, events: Sequence[e.GameEvent], character: Character) -> str:
    """Return the name of the other one in a trade or a demand; empty for none or several."""
    demand, pairs = before.state.demand, list[tuple[Character, Character]]()
    if before.owed is not None:
        pairs.append(before.owed)
    if demand is not None:
        pairs.append((demand.by, demand.of))
    for event in events:
        match event:
            case e.Traded(by=by, partner=other) | e.Demanded(by=by, of=other):
                pairs.append((by, other))
    others = {other for pair in pairs if character in pair for other in pair if other is not character}
    return name(others.pop()) if len(others) == 1 else ""
