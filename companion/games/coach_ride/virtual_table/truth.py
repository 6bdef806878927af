"""Hidden cards beside what is told of them: contradictions, and true answers."""

from collections import Counter

from companion.device.sentences import join_items
from companion.games.coach_ride.language import say
from companion.games.coach_ride.table.dialog import event_answers
from companion.games.coach_ride.words import association_name, card_name, first_name
from companion.table.questions import Answers, next_answer
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Profession
from engine.coach_ride.hidden import Cards
from engine.coach_ride.hidden import answers as items_in_answer
from engine.coach_ride.professions import used_profession
from engine.coach_ride.state import Phase, State


def contradiction(hidden: Cards, state: State, event: e.GameEvent) -> str:
    """Return why an allowed event cannot be with these cards, in a sentence; empty: it can.

    The rules allow the event.
    """
    used = used_profession(event)
    if used is not None and _profession(hidden, state, used[0]) is not used[1]:
        return say("{player} is not that: {card}.", player=first_name(used[0]), card=card_name(used[1]))
    match event:
        case e.Used(by=by, card=Item() as item) if item not in hidden.hands[by]:
            return say("{player} does not hold this: {card}.", player=first_name(by), card=card_name(item))
        case e.Handed() | e.Denied() if type(event) is not type(demand_answer(hidden, state)):
            trade = state.trade
            assert trade is not None
            if isinstance(event, e.Denied):
                return say("{player} holds it and hands it over.", player=first_name(trade.passive))
            return say("{player} does not hold it and shows the hand.", player=first_name(trade.passive))
        case e.Announced(item=Item() as item) if hidden.traded and state.trade:
            given = hidden.traded[len(state.trade.announced)]
            return (
                ""
                if item is given
                else say("A different item changed hands, not this one: {card}.", card=card_name(item))
            )
        case e.Shown():
            return _other_cards(hidden, state, event)
    return ""


def _profession(hidden: Cards, state: State, person: Person) -> Profession:
    """Return what somebody is: an open profession as it was told (K26)."""
    return state.professions.get(person) or hidden.professions[person]


def _other_cards(hidden: Cards, state: State, event: e.Shown) -> str:
    """Return which cards somebody has instead of those that were told to lie open."""
    actor = event.by
    if Counter(event.association) - Counter(hidden.sides[actor]):
        cards = join_items(map(association_name, sorted(hidden.sides[actor])))
    elif event.profession is not None and event.profession is not _profession(hidden, state, actor):
        cards = card_name(_profession(hidden, state, actor))
    elif Counter(event.items) - Counter(hidden.hands[actor]):
        cards = join_items(map(card_name, sorted(hidden.hands[actor])))
    else:
        return ""
    return say("{player} has other cards: {cards}.", player=first_name(actor), cards=cards)


def true_answer(hidden: Cards, state: State, answers: Answers) -> str:
    """Return the row that tells the truth after these answers; empty: the cards leave it open."""
    if state.phase is Phase.DEMAND:
        telling = event_answers(demand_answer(hidden, state), state)
    elif state.phase in (Phase.CLAIM, Phase.ALLIES, Phase.REVEAL) and state.players_to_show():
        telling = event_answers(shown(hidden, state, state.players_to_show()[0]), state)
    else:
        return ""
    return next_answer(telling, answers)


def demand_answer(hidden: Cards, state: State) -> e.GameEvent:
    """Return what the hidden cards answer to a demand: what is there must be handed over (K11)."""
    trade = state.trade
    assert trade is not None
    assert trade.demanded is not None
    has_it = any(item in hidden.hands[trade.passive] for item in items_in_answer(trade.demanded, state.pile))
    return e.Handed(trade.passive) if has_it else e.Denied(trade.passive)


def shown(hidden: Cards, state: State, person: Person) -> e.Shown:
    """Return what the next player lays open in a claim, an open profession as it was told (K26)."""
    items = tuple(sorted(hidden.hands[person])) if state.phase is not Phase.REVEAL else None
    profession = _profession(hidden, state, person) if state.phase is Phase.CLAIM else None
    return e.Shown(person, tuple(sorted(hidden.sides[person], reverse=True)), profession, items)
