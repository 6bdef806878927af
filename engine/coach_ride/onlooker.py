"""Knowledge of an onlooker, who sees no hand; after the end also what a claim has shown."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.values import replaced

from . import events as e
from .cards import Item, Person, Profession
from .hidden import answers, sightings_of_claim, with_item_named
from .knowledge import Knowledge, learn
from .sightings import (
    Drawn,
    Exchanged,
    HandsDealt,
    HandSeen,
    ItemMoved,
    ItemSeen,
    PassedRound,
    PileSearched,
    ProfessionRenewed,
    ProfessionSeen,
    ProfessionsSwapped,
    Recounted,
    SideSeen,
    Sighting,
)
from .state import State

#: Cards that nobody saw: an onlooker learns from no sighting which they were.
_UNSEEN = Item.PEARL
_UNSEEN_PROFESSION = Profession.THUG


def known_after_end(events: Sequence[e.GameEvent], states: Sequence[State]) -> list[Knowledge]:
    """Return what an onlooker knows of the cards after each event, once the game is over.

    All associations that were shown are known then; and a hand that was shown since its last change.
    """
    sightings: list[tuple[Sighting, ...]] = [(_all_hands(HandsDealt, states[0]),)]
    for event, before, after in zip(events[1:], states, states[1:], strict=False):
        sightings.append(_after(sightings[-1], event, before, after))
    claim = states[-1].claim
    shown = {} if claim is None else claim.shown
    sides = [
        SideSeen(None, player, number, side)
        for player, cards in shown.items()
        for number, side in enumerate(cards.association)
    ]
    hands = {player: cards.items for player, cards in shown.items() if cards.items is not None}
    found = []
    for number in reversed(range(len(states))):
        seen = [HandSeen(None, player, items) for player, items in hands.items()]
        found.append(learn(None, states[number], None, (*sightings[number], *sides, *seen)))
        if number:
            changed = _changed_hands(states[number - 1], events[number])
            hands = {player: items for player, items in hands.items() if player not in changed}
    return found[::-1]


def _all_hands(kind: type[HandsDealt] | type[Recounted], state: State) -> HandsDealt | Recounted:
    return kind({player: (_UNSEEN,) * count for player, count in state.hands.items()})


def _after(seen: tuple[Sighting, ...], event: e.GameEvent, before: State, after: State) -> tuple[Sighting, ...]:
    """Return the sightings after one more event."""
    if isinstance(event, e.Announced) and event.item is not None and before.trade is not None:
        place = len(seen) - 1 - next(n for n, sighting in enumerate(reversed(seen)) if isinstance(sighting, Exchanged))
        exchange = seen[place]
        assert isinstance(exchange, Exchanged)
        first, second = exchange.items
        items = (first, event.item) if before.trade.announced else (event.item, second)
        return with_item_named((*seen[:place], replaced(exchange, items=items), *seen[place + 1 :]), before.trade)
    if isinstance(event, e.Corrected) or event.overruled:
        # As for the players: any card may be anywhere now.
        seen = (*seen, _all_hands(Recounted, after))
        return (*seen, *(ProfessionSeen(None, player, card) for player, card in after.professions.items()))
    return (*seen, *_sightings(event, before))


def _sightings(event: e.GameEvent, before: State) -> Iterator[Sighting]:
    """Yield what everybody sees of an event; of a trade's items only a demanded one."""
    trade, fight = before.trade, before.fight
    match event:
        case e.Accepted() if trade is not None:
            yield Exchanged(trade.active, trade.passive, (_UNSEEN, _UNSEEN), (False, False))
        case e.Handed() if trade is not None and trade.demanded is not None:
            is_named = len(answers(trade.demanded, before.pile)) == 1
            yield Exchanged(trade.active, trade.passive, (_UNSEEN, trade.demanded), (False, is_named))
        case e.Gave(by=actor, to=to):
            yield ItemMoved(actor, to, _UNSEEN)
        case e.Drew(by=actor):
            yield Drawn(actor, _UNSEEN)
        case e.SextantUsed(direction=direction):
            lefts = (*before.players[1:], before.players[0])
            pairs = zip(before.players, lefts, strict=True)
            is_left = direction is e.Direction.LEFT
            yield PassedRound(tuple((*(pair if is_left else pair[::-1]), _UNSEEN) for pair in pairs))
        case e.Renewed(by=actor):
            yield ProfessionRenewed(actor, (), _UNSEEN_PROFESSION, _UNSEEN_PROFESSION)
        case e.Swapped(by=actor) if trade is not None and trade.effect is not None:
            yield ProfessionsSwapped(actor, trade.effect.on, _UNSEEN_PROFESSION, _UNSEEN_PROFESSION)
        case e.Searched(by=actor, took=True) if fight is not None and fight.winner_and_loser is not None:
            loser = fight.winner_and_loser[1]
            if before.hands[loser] > 1:
                yield ItemMoved(loser, actor, _UNSEEN)
            else:
                yield Exchanged(actor, loser, (_UNSEEN, _UNSEEN), (False, False))
        case e.Shown(by=actor):
            yield from sightings_of_claim(event, event.association or (), event.items or ())
        case e.Used(by=actor, card=Item() as item):
            yield ItemSeen(None, actor, item)
        case e.Used(by=actor, card=Profession() as profession):
            yield ProfessionSeen(None, actor, profession)
        case e.By(by=actor) if type(event) in _PROFESSION_OF:
            yield ProfessionSeen(None, actor, _PROFESSION_OF[type(event)])
            if isinstance(event, e.ClairvoyantUsed):
                yield PileSearched(actor, (), ())
            if isinstance(event, e.PriestUsed) and fight is not None and before.hands[fight.attacker] > 1:
                yield ItemMoved(fight.attacker, actor, _UNSEEN)


_PROFESSION_OF: Mapping[type[e.GameEvent], Profession] = {
    e.DiplomatUsed: Profession.DIPLOMAT,
    e.ClairvoyantUsed: Profession.CLAIRVOYANT,
    e.PriestUsed: Profession.PRIEST,
    e.DoctorUsed: Profession.DOCTOR,
    e.Hypnotised: Profession.HYPNOTIST,
}


def _changed_hands(before: State, event: e.GameEvent) -> Collection[Person]:
    """Return the players of whom others' items are in the hand after an event."""
    trade, fight = before.trade, before.fight
    match event:
        case e.Accepted() | e.Handed() if trade is not None:
            return (trade.active, trade.passive)
        case e.Gave(by=actor, to=to):
            return (actor, to)
        case e.Drew(by=actor):
            return (actor,)
        case e.Searched(took=True) if fight is not None:
            return (fight.attacker, fight.defender)
        case e.PriestUsed(by=actor) if fight is not None:
            return (actor, fight.attacker)
        case e.SextantUsed() | e.Corrected():
            return before.players
    return ()
