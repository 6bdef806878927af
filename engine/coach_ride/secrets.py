"""Secrets of Coach Ride, as section 8 of its rules and K25 list them."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.secrets import HiddenField, Secret, deal_anew, draw_another, secrets_of
from engine.values import replaced

from .cards import BAG_OF, Item, Person, Profession
from .dealt import Dealt, can_be_dealt
from .sightings import (
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
from .state import Phase
from .windows import asked_order, looking_player

#: Changes a hidden field: (state, seat, rng, place).
Change = Callable[[Dealt, str, Random, str], Dealt]

#: How often a field is changed anew because what somebody has seen fits no deal then.
_TRIES = 10
_BAGS = tuple(BAG_OF.values())
#: The place of a pile among those of the hands.
_PILE = "pile"


def secret_states(dealt: Dealt, seat: str, rng: Random) -> Iterator[Secret[Dealt]]:
    """Yield states alike to a seat: with all otherwise, then one hidden field at a time."""
    return secrets_of(FIELDS, dealt, seat, rng)


def is_trade_party(dealt: Dealt, seat: str) -> bool:
    """Return True if a seat is one of the two who trade."""
    trade = dealt.state.trade
    return trade is not None and seat in (trade.active, trade.passive)


def _people(dealt: Dealt) -> tuple[str, ...]:
    return tuple(str(player) for player in dealt.cards.hands)


def _places(dealt: Dealt) -> tuple[str, ...]:
    return (*_people(dealt), _PILE)


# --- sightings of a seat ------------------------------------------------------------------------------------------


def _items_seen(sighting: Sighting, seat: str) -> Iterator[Item]:
    """Yield the items at which a seat has looked, wherever they were."""
    match sighting:
        case ItemMoved(by=giver, to=taker, item=item) if seat in (giver, taker):
            yield item
        case Exchanged(active=active, passive=passive, items=items, named=named):
            is_party = seat in (active, passive)
            yield from (item for item, is_named in zip(items, named, strict=True) if is_named or is_party)
        case PassedRound(moves=moves):
            yield from (item for giver, taker, item in moves if seat in (giver, taker))
        case Drawn(by=player, item=item) if player == seat:
            yield item
        case PileSearched(by=player, pile=pile) | PileSeen(by=player, pile=pile) if player == seat:
            yield from pile
        case ItemSeen(seer=seer, item=item) if seer in (None, seat):
            yield item
        case HandSeen(seer=seer, items=items) if seer in (None, seat):
            yield from items


def _professions_seen(sighting: Sighting, seat: str) -> Iterator[Profession]:
    match sighting:
        case ProfessionSeen(seer=seer, profession=profession) if seer in (None, seat):
            yield profession
        case ProfessionPileSeen(by=player, pile=pile) if player == seat:
            yield from pile
        case ProfessionRenewed(by=player, pile=pile, old=old) if player == seat:
            yield from (*pile, old)
        case ProfessionsSwapped(by=player, on=other, mine=mine, theirs=theirs) if seat in (player, other):
            yield from (mine, theirs)


def _foreign_sighting(sighting: Sighting, seat: str, rng: Random) -> Sighting | None:
    """Return what may have been seen instead, as far as a seat can tell; None: nothing."""
    match sighting:
        case HandsDealt(hands=hands):
            return HandsDealt(deal_anew(hands, lambda player, item: player == seat or item in _BAGS, rng))
        case ItemSeen(seer=seer) | HandSeen(seer=seer) | SideSeen(seer=seer) | ProfessionSeen(seer=seer):
            return sighting if seer in (None, seat) else None
        case PileSeen(by=player) | ProfessionPileSeen(by=player):
            return sighting if player == seat else None
        case ItemMoved(by=giver, to=taker) if seat not in (giver, taker):
            return replaced(sighting, item=rng.choice(list(Item)))
        case Drawn(by=player) if player != seat:
            return replaced(sighting, item=rng.choice(list(Item)))
        case PassedRound(moves=moves):
            items = list(Item)
            moved = [
                (giver, taker, item if seat in (giver, taker) else rng.choice(items)) for giver, taker, item in moves
            ]
            return PassedRound(tuple(moved))
        case PileSearched(by=player, pile=pile, top=top) if player != seat:
            return PileSearched(player, tuple(rng.sample(pile, len(pile))), tuple(rng.sample(pile, len(top))))
        case ProfessionRenewed(by=player, pile=pile, old=old, new=new) if player != seat:
            return ProfessionRenewed(player, tuple(rng.sample(pile, len(pile))), new, old)
        case ProfessionsSwapped(by=player, on=other, mine=mine, theirs=theirs) if seat not in (player, other):
            return ProfessionsSwapped(player, other, theirs, mine)
    return sighting


def _last_exchange(sightings: tuple[Sighting, ...]) -> int:
    """Return the place of the last exchange; -1 before the first."""
    return max((number for number, sighting in enumerate(sightings) if isinstance(sighting, Exchanged)), default=-1)


# --- hidden fields ------------------------------------------------------------------------------------------------


def _items(dealt: Dealt, seat: str, rng: Random, place: str) -> Dealt:
    """Change items in hands and pile; the bags, which were dealt, stay in hands (section 2)."""
    cards = dealt.cards
    seen = {item for sighting in cards.sightings for item in _items_seen(sighting, seat)}
    held: dict[str, tuple[Item, ...]] = {str(player): hand for player, hand in cards.hands.items()}

    def fixed(holder: str, item: Item) -> bool:
        return item in seen or holder == seat or item in _BAGS

    anew = deal_anew(held | {_PILE: cards.pile}, fixed, rng, place or None)
    hands, pile = {player: anew[player] for player in cards.hands}, anew[_PILE]
    if place != _PILE and not seen.intersection(_BAGS):
        hand = Person(place) if place else None
        hands = deal_anew(hands, lambda player, item: player == seat or item not in _BAGS, rng, hand)
    return _with_fitting_trade(replaced(dealt, cards=replaced(cards, hands=hands, pile=pile)), seat, rng)


def _with_fitting_trade(dealt: Dealt, seat: str, rng: Random) -> Dealt:
    """Return the state with an offer and an exchange that its two parties may have made."""
    cards, trade = dealt.cards, dealt.state.trade
    if trade is None or is_trade_party(dealt, seat):
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
            player: item if item in cards.hands[player] else rng.choice(cards.hands[player])
            for player, item in dealt.picking.gives.items()
        }
        dealt = replaced(dealt, picking=replaced(dealt.picking, gives=gives))
    return replaced(dealt, cards=cards)


def _associations(dealt: Dealt, seat: str, rng: Random, place: str) -> Dealt:
    """Change associations that the seat has not seen; of several, all may be another's."""
    cards = dealt.cards
    seen = {
        (sighting.at, sighting.number)
        for sighting in cards.sightings
        if isinstance(sighting, SideSeen) and sighting.seer in (None, seat)
    }
    held = {(player, number): (side,) for player, sides in cards.sides.items() for number, side in enumerate(sides)}
    slot = (Person(place), 0) if place else None
    anew = deal_anew(held, lambda holder, _: holder in seen or holder[0] == seat, rng, slot)
    sides = {
        player: tuple([anew[player, number][0] for number in range(len(of_player))])
        for player, of_player in cards.sides.items()
    }
    return replaced(dealt, cards=replaced(cards, sides=sides))


def _professions(dealt: Dealt, seat: str, rng: Random, place: str) -> Dealt:
    """Change professions face down at which the seat has not looked."""
    cards, state = dealt.cards, dealt.state
    seen = {profession for sighting in cards.sightings for profession in _professions_seen(sighting, seat)}
    seen |= {*state.professions.values()}
    held: dict[str, tuple[Profession, ...]] = {
        player: (profession,) for player, profession in cards.professions.items()
    }
    held[_PILE] = cards.profession_pile
    anew = deal_anew(held, lambda holder, profession: profession in seen or holder == seat, rng, place or None)
    professions = {player: anew[player][0] for player in cards.professions}
    return replaced(dealt, cards=replaced(cards, professions=professions, profession_pile=anew[_PILE]))


def _sightings(dealt: Dealt, seat: str, rng: Random, _: str) -> Dealt:
    """Change what others have looked at, and what went from hand to hand between them."""
    cards, kept = dealt.cards, list[Sighting]()
    last = _last_exchange(cards.sightings)
    for number, sighting in enumerate(cards.sightings):
        # Of a trade that goes on items may still be named.
        hidden = sighting if number == last else _foreign_sighting(sighting, seat, rng)
        if hidden is not None:
            kept.append(hidden)
    return replaced(dealt, cards=replaced(cards, sightings=tuple(kept)))


def _declined(dealt: Dealt, seat: str, rng: Random, _: str) -> Dealt:
    """Change whether somebody has declined who has still to be asked.

    That those have who were asked before is heard (K1).
    """
    first, order = dealt.actors[:1], asked_order(dealt.state)
    is_asked = first and first[0] in order and first[0] not in dealt.declined
    later = order[order.index(first[0]) + 1 :] if is_asked else ()
    others = [player for player in later if player != seat]
    if dealt.picking is not None or not others:
        return dealt
    return replaced(dealt, declined=dealt.declined ^ {rng.choice(others)})


def _plan(dealt: Dealt, seat: str, rng: Random, _: str) -> Dealt:
    """Change the plan of a claimant who names others (section 5)."""
    claim = dealt.state.claim
    if claim is None or claim.by == seat:
        return dealt
    others = [player for player in dealt.state.players if player not in (seat, claim.by)]
    plan = tuple(rng.sample(others, rng.randint(0, len(others))))
    return replaced(dealt, plan=plan if plan != dealt.plan else None)


def _picks(dealt: Dealt, seat: str, rng: Random, _: str) -> Dealt:
    """Change the items that others have picked, and let one more of them pick (K20)."""
    picking = dealt.picking
    if picking is None:
        return dealt
    gives = {}
    for player, item in picking.gives.items():
        gives[player] = item if player == seat else draw_another(dealt.cards.hands[player], item, rng) or item
    waiting = [player for player in picking.left if player != seat]
    if len(waiting) > 1:
        player = rng.choice(waiting)
        gives[player] = rng.choice(dealt.cards.hands[player])
    return replaced(dealt, picking=replaced(picking, gives=gives))


def _looked(dealt: Dealt, seat: str, _rng: Random, _: str) -> Dealt:
    """Change whether the player who may look at cards has done so."""
    state = dealt.state
    is_tie = state.phase is Phase.RESULT and state.fight is not None and state.fight.winner_and_loser is None
    return dealt if is_tie or looking_player(state) in (seat, None) else replaced(dealt, looked=not dealt.looked)


def _sets(dealt: Dealt, _seat: str, rng: Random, _: str) -> Dealt:
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


def _fitting(change: Change) -> Change:
    """Return a change of cards after which all that players know still fits a deal."""

    def change_fittingly(dealt: Dealt, seat: str, rng: Random, place: str) -> Dealt:
        for _ in range(_TRIES):
            other = change(dealt, seat, rng, place)
            if other == dealt or can_be_dealt(other):
                return other
        return dealt

    return change_fittingly


#: All that a seat may not know.
FIELDS = (
    HiddenField("items", _fitting(_items), _places),
    HiddenField("associations", _fitting(_associations), _people),
    HiddenField("professions", _fitting(_professions), _places),
    HiddenField("sightings", _fitting(_sightings)),
    HiddenField("declined", _declined),
    HiddenField("plan", _plan),
    HiddenField("picks", _picks),
    HiddenField("look", _looked),
    HiddenField("sets of K25", _sets),
)
