"""Secrets of Coach Ride, as section 8 of its rules and K25 list them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.coach_ride import events as e
from engine.coach_ride.cards import BAG_OF, Item, Person, Profession
from engine.coach_ride.dealt import Dealt
from engine.coach_ride.sightings import (
    Drawn,
    Exchanged,
    HandsDealt,
    HandSeen,
    ItemMoved,
    ItemSeen,
    PassedRound,
    PileSearched,
    PileSeen,
    ProfessionPileSeen,
    ProfessionRenewed,
    ProfessionSeen,
    ProfessionsSwapped,
    SideSeen,
    Sighting,
)
from engine.coach_ride.state import Phase, State
from engine.coach_ride.windows import asked_order, looking_player
from engine.values import replaced
from tools.secrets.kinds import Kinds, another, dealt_anew

_BAGS = tuple(BAG_OF.values())
#: The place of a pile among those of the hands.
_PILE = "pile"


def _is_party(dealt: Dealt, seat: str) -> bool:
    trade = dealt.state.trade
    return trade is not None and seat in (trade.active, trade.passive)


# --- what a seat has seen of the cards ----------------------------------------------------------------------------


def _items_seen(sighting: Sighting, seat: str) -> Iterator[Item]:
    """Yield the items at which a seat has looked, wherever they were."""
    match sighting:
        case ItemMoved(by=by, to=to, item=item) if seat in (by, to):
            yield item
        case Exchanged(active=active, passive=passive, items=items, named=named):
            is_party = seat in (active, passive)
            yield from (item for item, is_named in zip(items, named, strict=True) if is_named or is_party)
        case PassedRound(moves=moves):
            yield from (item for by, to, item in moves if seat in (by, to))
        case Drawn(by=by, item=item) if by == seat:
            yield item
        case PileSearched(by=by, pile=pile) | PileSeen(by=by, pile=pile) if by == seat:
            yield from pile
        case ItemSeen(seer=seer, item=item) if seer in (None, seat):
            yield item
        case HandSeen(seer=seer, items=items) if seer in (None, seat):
            yield from items


def _professions_seen(sighting: Sighting, seat: str) -> Iterator[Profession]:
    match sighting:
        case ProfessionSeen(seer=seer, profession=profession) if seer in (None, seat):
            yield profession
        case ProfessionPileSeen(by=by, pile=pile) if by == seat:
            yield from pile
        case ProfessionRenewed(by=by, pile=pile, old=old) if by == seat:
            yield from (*pile, old)
        case ProfessionsSwapped(by=by, on=on, mine=mine, theirs=theirs) if seat in (by, on):
            yield from (mine, theirs)


def _hidden_sighting(sighting: Sighting, seat: str, rng: Random) -> Sighting | None:
    """Return what may have been there instead, as far as a seat can tell; None: nothing."""
    match sighting:
        case HandsDealt(hands=hands):
            return HandsDealt(dealt_anew(hands, lambda who, item: who == seat or item in _BAGS, rng))
        case ItemSeen(seer=seer) | HandSeen(seer=seer) | SideSeen(seer=seer) | ProfessionSeen(seer=seer):
            return sighting if seer in (None, seat) else None
        case PileSeen(by=by) | ProfessionPileSeen(by=by):
            return sighting if by == seat else None
        case ItemMoved(by=by, to=to) if seat not in (by, to):
            return replaced(sighting, item=rng.choice(list(Item)))
        case Drawn(by=by) if by != seat:
            return replaced(sighting, item=rng.choice(list(Item)))
        case PassedRound(moves=moves):
            items = list(Item)
            moved = [(by, to, item if seat in (by, to) else rng.choice(items)) for by, to, item in moves]
            return PassedRound(tuple(moved))
        case PileSearched(by=by, pile=pile, top=top) if by != seat:
            return PileSearched(by, tuple(rng.sample(pile, len(pile))), tuple(rng.sample(pile, len(top))))
        case ProfessionRenewed(by=by, pile=pile, old=old, new=new) if by != seat:
            return ProfessionRenewed(by, tuple(rng.sample(pile, len(pile))), new, old)
        case ProfessionsSwapped(by=by, on=on, mine=mine, theirs=theirs) if seat not in (by, on):
            return ProfessionsSwapped(by, on, theirs, mine)
    return sighting


def _last_exchange(sightings: tuple[Sighting, ...]) -> int:
    """Return the place of the last exchange; -1 before the first."""
    return max((place for place, one in enumerate(sightings) if isinstance(one, Exchanged)), default=-1)


# --- kinds --------------------------------------------------------------------------------------------------------


def _items(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Items in hands and pile; the bags, which were dealt, stay in hands (section 2)."""
    cards = dealt.cards
    seen = {item for sighting in cards.sightings for item in _items_seen(sighting, seat)}
    held: dict[str, tuple[Item, ...]] = {str(who): hand for who, hand in cards.hands.items()} | {_PILE: cards.pile}

    def fixed(place: str, item: Item) -> bool:
        return item in seen or place == seat or item in _BAGS

    anew = dealt_anew(held, fixed, rng)
    hands, pile = {who: anew[who] for who in cards.hands}, anew[_PILE]
    if not seen.intersection(_BAGS):
        hands = dealt_anew(hands, lambda who, item: who == seat or item not in _BAGS, rng)
    return _with_fitting_trade(replaced(dealt, cards=replaced(cards, hands=hands, pile=pile)), seat, rng)


def _with_fitting_trade(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Return the state with an offer and an exchange that its two parties may have made."""
    cards, trade = dealt.cards, dealt.state.trade
    if trade is None or _is_party(dealt, seat):
        return dealt
    if cards.offered is not None:
        cards = replaced(cards, offered=rng.choice(cards.hands[trade.active]))
    last = _last_exchange(cards.sightings)
    if cards.traded is not None and last >= 0 and not any(trade.announced):
        traded = (rng.choice(cards.hands[trade.passive]), rng.choice(cards.hands[trade.active]))
        exchange: Any = cards.sightings[last]
        if exchange.items == cards.traded and exchange.named == (False, False):
            exchange = replaced(exchange, items=traded)
            sightings = (*cards.sightings[:last], exchange, *cards.sightings[last + 1 :])
            cards = replaced(cards, traded=traded, sightings=sightings)
    if dealt.picking is not None:
        gives = {
            who: item if item in cards.hands[who] else rng.choice(cards.hands[who])
            for who, item in dealt.picking.gives.items()
        }
        dealt = replaced(dealt, picking=replaced(dealt.picking, gives=gives))
    return replaced(dealt, cards=cards)


def _sides(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Associations at which the seat has not looked."""
    cards = dealt.cards
    seen = {(one.at, one.number) for one in cards.sightings if isinstance(one, SideSeen) and one.seer in (None, seat)}
    held = {(who, number): (side,) for who, sides in cards.sides.items() for number, side in enumerate(sides)}
    anew = dealt_anew(held, lambda place, _: place in seen or place[0] == seat, rng)
    sides = {who: tuple([anew[who, n][0] for n in range(len(of_one))]) for who, of_one in cards.sides.items()}
    return replaced(dealt, cards=replaced(cards, sides=sides))


def _professions(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Professions face down at which the seat has not looked."""
    cards, state = dealt.cards, dealt.state
    seen = {one for sighting in cards.sightings for one in _professions_seen(sighting, seat)}
    seen |= {*state.professions.values()}
    held: dict[str, tuple[Profession, ...]] = {who: (one,) for who, one in cards.professions.items()}
    anew = dealt_anew(held | {_PILE: cards.profession_pile}, lambda who, one: one in seen or who == seat, rng)
    professions = {who: anew[who][0] for who in cards.professions}
    return replaced(dealt, cards=replaced(cards, professions=professions, profession_pile=anew[_PILE]))


def _sightings(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Change what others have looked at, and what went from hand to hand between them."""
    cards, kept = dealt.cards, list[Sighting]()
    last = _last_exchange(cards.sightings)
    for place, sighting in enumerate(cards.sightings):
        # Of a trade that goes on items may still be named.
        hidden = sighting if place == last else _hidden_sighting(sighting, seat, rng)
        if hidden is not None:
            kept.append(hidden)
    return replaced(dealt, cards=replaced(cards, sightings=tuple(kept)))


def _declined(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Change whether somebody has declined who has still to be asked.

    That those have who were asked before is heard (K1).
    """
    first, order = dealt.actors[:1], asked_order(dealt.state)
    is_asked = first and first[0] in order and first[0] not in dealt.declined
    later = order[order.index(first[0]) + 1 :] if is_asked else ()
    others = [who for who in later if who != seat]
    if dealt.picking is not None or not others:
        return dealt
    return replaced(dealt, declined=dealt.declined ^ {rng.choice(others)})


def _plan(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Change the plan of a claimant who names others (section 5)."""
    claim = dealt.state.claim
    if claim is None or claim.by == seat:
        return dealt
    others = [who for who in dealt.state.players if who not in (seat, claim.by)]
    plan = tuple(rng.sample(others, rng.randint(0, len(others))))
    return replaced(dealt, plan=plan if plan != dealt.plan else None)


def _picks(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Change the items that others have picked, and let one more of them pick (K20)."""
    picking = dealt.picking
    if picking is None:
        return dealt
    gives = {}
    for who, item in picking.gives.items():
        gives[who] = item if who == seat else another(dealt.cards.hands[who], item, rng) or item
    waiting = [who for who in picking.left if who != seat]
    if len(waiting) > 1:
        who = rng.choice(waiting)
        gives[who] = rng.choice(dealt.cards.hands[who])
    return replaced(dealt, picking=replaced(picking, gives=gives))


def _looked(dealt: Dealt, seat: str, rng: Random) -> Dealt:  # noqa: ARG001 - yes or no
    """Change whether the player who may look at cards has done so."""
    state = dealt.state
    is_tie = state.phase is Phase.RESULT and state.fight is not None and state.fight.winner_and_loser is None
    return dealt if is_tie or looking_player(state) in (seat, None) else replaced(dealt, looked=not dealt.looked)


def _sets(dealt: Dealt, seat: str, rng: Random) -> Dealt:  # noqa: ARG001 - nobody is told
    """Change the players among whom each single item may be (K25)."""
    state = dealt.state
    holders = {
        item: frozenset(rng.sample(state.players, rng.randint(1, len(state.players))))
        for item, count in state.items.items()
        if count == 1
    }
    trade = state.trade
    if trade is not None and not any(trade.announced):
        trade = replaced(trade, before=holders)
    return replaced(dealt, state=replaced(state, holders=holders, trade=trade))


KINDS: Kinds = {
    "items": _items,
    "associations": _sides,
    "professions": _professions,
    "sightings": _sightings,
    "declined": _declined,
    "plan": _plan,
    "picks": _picks,
    "look": _looked,
    "sets of K25": _sets,
}


def _without_sets(state: State) -> State:
    trade = state.trade
    return replaced(state, holders={}, trade=None if trade is None else replaced(trade, before={}, moves=None))


def perceived(dealt: Dealt, seat: str) -> object:
    """Return what all see, the own cards, and what this seat looks at now."""
    cards, state, who = dealt.cards, dealt.state, Person(seat)
    shown: object = ()
    if dealt.looked and looking_player(state) is who:
        shown = (
            cards.pile if state.phase is Phase.TURN else (),
            cards.profession_pile if state.phase is Phase.EFFECT else (),
            dict(cards.hands) if state.phase is Phase.RESULT else (),
        )
    claim, picking = state.claim, dealt.picking
    return (
        _without_sets(state),
        cards.hands[who],
        cards.sides[who],
        cards.professions[who],
        (cards.offered, cards.traded) if _is_party(dealt, seat) else (),
        shown,
        seat in dealt.declined,
        dealt.actors[:1],
        dealt.plan if claim is not None and claim.by is who else None,
        None if picking is None else (picking.event, picking.asked, picking.gives.get(who)),
        dealt.choosers,
        dealt.waits,
    )


def shows(dealt: Dealt, event: e.GameEvent, seat: str) -> bool:
    """Return True if an event lets a seat look at cards, also at those of a denier (K11)."""
    if isinstance(event, e.Denied):
        return _is_party(dealt, seat)
    return isinstance(event, e.Looked | e.Searched | e.ClairvoyantUsed | e.Renewed) and event.by == seat
