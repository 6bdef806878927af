"""Sightings of face-down cards at a virtual table: the knowledge of bots in seats."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.coach_ride.virtual_table.views import HiddenCards
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person
from engine.coach_ride.effects import effect_now
from engine.coach_ride.hidden import answers, sightings_of_claim, with_item_named
from engine.coach_ride.professions import used_profession
from engine.coach_ride.sightings import (
    Drawn,
    Exchanged,
    HandSeen,
    ItemSeen,
    Moved,
    PassedRound,
    PileSearched,
    ProfessionSeen,
    ProfessionsSwapped,
    Recounted,
    Renewed,
    SideSeen,
    Sighting,
)
from engine.coach_ride.state import State, Trade


def with_sightings(before: HiddenCards, state: State, event: e.GameEvent, after: HiddenCards) -> HiddenCards:
    """Return the cards after an event with what was seen of them.

    `before` and `state` are those before it.
    """
    if isinstance(event, e.Announced):
        named = after.sightings if event.item is None else with_item_named(after.sightings, _trade(state))
        return replace(after, sightings=named)
    if (used := used_profession(event)) is not None:
        after = after.seen(ProfessionSeen(None, *used))
    return after.seen(*_sightings(before, state, event, after))


def recounted(hidden: HiddenCards, state: State) -> HiddenCards:
    """Return cards that were made to fit what was told: only open ones are known."""
    held = ((who, one) for who, one in state.professions.items() if one is hidden.professions[who])
    opened = (ProfessionSeen(None, who, one) for who, one in held if one is not None)
    return hidden.seen(Recounted(hidden.hands), *opened)


def _sightings(before: HiddenCards, state: State, event: e.GameEvent, after: HiddenCards) -> Iterator[Sighting]:
    match event:
        case e.Offered(by=by, to=to) if after.offered is not None:
            yield ItemSeen(to, by, after.offered)
        case e.Accepted() | e.Handed() if after.traded is not None:
            trade = _trade(state)
            named = trade.demanded is not None and len(answers(trade.demanded, state.pile)) == 1
            yield Exchanged(trade.active, trade.passive, after.traded, (False, named))
        case e.Denied(by=by):
            yield HandSeen(_trade(state).active, by, before.hands[by])
        case e.Gave(by=by, to=to):
            yield Moved(by, to, after.hands[to][-1])
        case e.SextantUsed(direction=direction):
            yield _passed_round(state, direction, after)
        case e.ClairvoyantUsed(by=by):
            yield PileSearched(by, before.pile, after.pile[-2:])
        case e.Drew(by=by):
            yield Drawn(by, before.pile[-1])
        case e.Renewed(by=by) if before.profession_pile:
            yield Renewed(by, before.profession_pile, before.professions[by], after.professions[by])
        case e.Swapped(by=by):
            effect = effect_now(state)
            assert effect is not None
            yield ProfessionsSwapped(by, effect.on, before.professions[by], before.professions[effect.on])
        case e.Looked() | e.Searched():
            yield from _rewards(before, state, event, after)
        case e.PriestUsed(by=by) if len(after.hands[by]) > len(before.hands[by]):
            assert state.fight is not None
            yield Moved(state.fight.attacker, by, after.hands[by][-1])
        case e.Used(by=by, card=Item() as item):
            yield ItemSeen(None, by, item)
        case e.Shown(by=by):
            yield from sightings_of_claim(event, before.sides[by], before.hands[by])


def _trade(state: State) -> Trade:
    assert state.trade is not None
    return state.trade


def _passed_round(state: State, direction: e.Direction, after: HiddenCards) -> PassedRound:
    """Each received item lies last in a hand."""
    moves = list[tuple[Person, Person, Item]]()
    for who in state.players:
        left = state.left_of(who)
        by, to = (who, left) if direction is e.Direction.LEFT else (left, who)
        moves.append((by, to, after.hands[to][-1]))
    return PassedRound(tuple(moves))


def _rewards(before: HiddenCards, state: State, event: e.Looked | e.Searched, after: HiddenCards) -> Iterator[Sighting]:
    """Looks by an item, and what the winner of a fight sees and takes."""
    effect, by = effect_now(state), event.by
    ended = state.fight.winner_and_loser if state.fight is not None else None
    on = effect.on if effect is not None else ended[1] if ended is not None else None
    if on is None:
        return
    if isinstance(event, e.Searched) or (effect is not None and effect.item is Item.PRIVILEGE):
        yield HandSeen(by, on, before.hands[on])
    if isinstance(event, e.Looked):
        if effect is None or effect.item is not Item.PRIVILEGE:
            number = (event.card or 1) - 1
            yield SideSeen(by, on, number, before.sides[on][number])
        if effect is None:
            yield ProfessionSeen(by, on, before.professions[on])
    elif event.took and len(before.hands[on]) > 1:
        yield Moved(on, by, after.hands[by][-1])
    elif event.took:
        yield Exchanged(by, on, (after.hands[on][-1], after.hands[by][-1]), (False, False))
