"""Whole state of a game, its view by a player, and whole states that fit a view."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from engine.values import replaced, value

from . import events as e
from .cards import Association, Item, Person, Profession, Variant, associations_each
from .hidden import Cards, is_bag_for_bag, is_read_out
from .knowledge import Knowledge, learn, unseen_items
from .picking import Picking
from .places import PILE, Group, deal_places
from .sightings import (
    HandSeen,
    ItemSeen,
    PileSeen,
    ProfessionPileSeen,
    ProfessionSeen,
    Recounted,
    SideSeen,
    Sighting,
)
from .state import Phase, State, Trade
from .windows import actors_of, asked_order, looking_player

#: How often unknown cards are dealt anew because they do not fit an item that was read out or kept silent about.
_TRIES = 20
#: Associations of each player in the advanced game of three.
_THREE = 3


@value
class Move:
    """Event and the item that is given away by it; without an event, a player who declines.

    `plan`: whom a claimant is going to name. `chosen`: names of cards that its player chose. `looks`: instead of
    declining a player looks at the cards to choose from. `begins`: an event for which others pick first what they give
    away; such a pick has no event, but a gift.
    """

    event: e.GameEvent | None
    give: Item | None = None
    by: Person | None = None
    plan: tuple[Person, ...] | None = None
    chosen: tuple[str, ...] = ()
    looks: bool = False
    begins: e.GameEvent | None = None


@value
class Dealt:
    """Whole state of a game.

    `declined`: who has declined in the window that is open. `plan`: whom a claimant is going to name. `known`: what
    players knew before the sightings of `cards`; a view has no others. `waits`: whoever must act leaves time to those
    who may speak. `choosers` look before they choose a card; others take what they want most. `looked`: the one who
    acts has done so.
    """

    state: State
    cards: Cards
    declined: frozenset[Person] = frozenset()
    known: Mapping[Person, Knowledge] | None = None
    plan: tuple[Person, ...] | None = None
    waits: bool = False
    choosers: frozenset[Person] = frozenset()
    looked: bool = False
    picking: Picking | None = None

    @property
    def actors(self) -> tuple[Person, ...]:
        """Players who may act now, first whoever is asked first."""
        if self.picking is not None:
            return self.picking.left
        return actors_of(self.state, self.declined, waits=self.waits)


def view_of(dealt: Dealt, person: Person) -> Dealt:
    """Return the state as a player knows it."""
    state, cards = dealt.state, dealt.cards
    trade = state.trade
    is_party = trade is not None and person in (trade.active, trade.passive)
    looked = dealt.looked and person is looking_player(state)
    seen = {player: tuple(sorted(cards.hands[player])) for player in (_searched_hands(state) if looked else ())}
    own = Cards(
        {person: cards.hands[person], **seen},
        {person: cards.sides[person]},
        {person: cards.professions[person]},
        tuple(sorted(cards.pile)) if looked and state.phase is Phase.TURN else (),
        tuple(sorted(cards.profession_pile)) if looked and state.phase is Phase.EFFECT else (),
        cards.offered if is_party else None,
        cards.traded if is_party else None,
    )
    plan = dealt.plan if state.claim is not None and state.claim.by is person else None
    declined = _declined_as_known(dealt, person)
    picking = dealt.picking
    if picking is not None:
        picking = replaced(picking, gives={player: item for player, item in picking.gives.items() if player is person})
    return replaced(
        dealt,
        state=without_sets(state),
        cards=own,
        declined=declined,
        known={person: _knowledge_of(dealt, person)},
        plan=plan,
        looked=looked,
        picking=picking,
    )


def _knowledge_of(dealt: Dealt, person: Person) -> Knowledge:
    """Return what a player knows of the cards."""
    if not dealt.known or person in dealt.known:
        return learn(person, dealt.state, dealt.known[person] if dealt.known else None, dealt.cards.sightings)
    # Dealt from what somebody else knows: nobody can tell what this one has seen.
    return _nothing_known(dealt.cards, person)


def joined_views(views: Mapping[Person, Dealt], state: State) -> Dealt:
    """Return what several players know together."""
    dealt = [*views.values()]
    cards = [view.cards for view in dealt]
    together = Cards(
        {player: hand for view in cards for player, hand in view.hands.items()},
        {player: sides for view in cards for player, sides in view.sides.items()},
        {player: card for view in cards for player, card in view.professions.items()},
        next((view.pile for view in cards if view.pile), ()),
        next((view.profession_pile for view in cards if view.profession_pile), ()),
        next((view.offered for view in cards if view.offered is not None), None),
        next((view.traded for view in cards if view.traded is not None), None),
    )
    picking = dealt[0].picking
    if picking is not None:
        gives = {player: item for view in dealt if view.picking for player, item in view.picking.gives.items()}
        picking = replaced(picking, gives=gives)
    return replaced(
        dealt[0],
        state=state,
        cards=together,
        declined=frozenset().union(*(view.declined for view in dealt)),
        known={player: knowledge for view in dealt for player, knowledge in (view.known or {}).items()},
        plan=next((view.plan for view in dealt if view.plan is not None), None),
        looked=any(view.looked for view in dealt),
        picking=picking,
    )


def look(dealt: Dealt, person: Person) -> Dealt:
    """Return the state after a look at the loser's items, or at a pile."""
    seen: list[Sighting] = [
        HandSeen(person, player, dealt.cards.hands[player]) for player in _searched_hands(dealt.state)
    ]
    if dealt.state.phase is Phase.EFFECT:
        seen = [ProfessionPileSeen(person, dealt.cards.profession_pile)]
    if dealt.state.phase is Phase.TURN:
        seen = [PileSeen(person, dealt.cards.pile)]
    cards = replaced(dealt.cards, sightings=(*dealt.cards.sightings, *seen))
    return replaced(dealt, cards=cards, looked=True)


def _searched_hands(state: State) -> tuple[Person, ...]:
    """Return whose hand the winner of a fight may search."""
    ended = state.fight.winner_and_loser if state.fight is not None else None
    return ended[1:] if ended is not None else ()


def _nothing_known(cards: Cards, person: Person) -> Knowledge:
    """Return what a player knows who has seen nothing but the own cards."""
    others = [player for player in cards.hands if player is not person]
    items = [str(player) for player in others for _ in cards.hands[player]] + [PILE] * len(cards.pile)
    professions = [str(player) for player in others] + [PILE] * len(cards.profession_pile)
    return Knowledge(
        (Group(tuple(sorted(items)), (), len(items)),),
        (Group(tuple(sorted(professions)), (), len(professions)),),
        (),
        {},
    )


def _declined_as_known(dealt: Dealt, person: Person) -> frozenset[Person]:
    """Return the players of whom a player knows that they have declined.

    The one that is asked now knows it of all that were asked before.
    """
    if person not in dealt.actors[:1]:
        return dealt.declined & {person}
    order = asked_order(dealt.state)
    # Whoever acts because nobody speaks was asked as well, or comes after all.
    if person not in order or person in dealt.declined:
        return dealt.declined
    return dealt.declined.intersection(order[: order.index(person)])


def without_sets(state: State) -> State:
    """Return the state without the sets of K25: nobody is told where single items can be."""
    trade = state.trade
    if trade is not None and (trade.before or trade.moves):
        trade = replaced(trade, before={}, moves=())
    return replaced(state, holders={}, trade=trade)


def fits_a_deal(view: Dealt, person: Person) -> bool:
    """Return True if the cards can lie as a player knows it: `determinized` has a state for it."""
    assert view.known is not None
    return _fit(view, person, view.known[person])


def _fit(dealt: Dealt, person: Person, knowledge: Knowledge) -> bool:
    state, own = dealt.state, dealt.cards
    items = unseen_items(state, own.hands[person], knowledge)
    professions = _unseen_professions(own, person, knowledge)
    for groups, unseen in ((knowledge.items, items), (knowledge.professions, professions)):
        places = sum([len(group.places) - len(group.cards) for group in groups])
        if not places == sum([group.unknown for group in groups]) == len(unseen):
            return False
    sides = Counter(own.sides[person])
    for seen in knowledge.sides.values():
        sides.update(seen.values())
    return max(sides.values()) <= associations_each(len(state.players), state.variants)


def can_be_dealt(dealt: Dealt) -> bool:
    """Return True if for every player the cards can lie as that player knows it."""
    return all(_fit(dealt, player, _knowledge_of(dealt, player)) for player in dealt.state.players)


def determinized(view: Dealt, person: Person, rng: Random) -> Dealt:
    """Return a whole state that fits a view, each way the cards may lie as likely as the others."""
    assert view.known is not None
    return replaced(view, cards=_deal_unknown(view, person, view.known[person], rng))


def dealt_to_onlooker(state: State, knowledge: Knowledge, named: tuple[Person, ...], rng: Random) -> Dealt:
    """Return a whole state that fits what an onlooker knows; players know but what lies open.

    `named`: whom a claimant is going to name, if there is one.
    """
    nothing = Cards({}, {}, {}, (), ())
    cards = _deal_unknown(Dealt(state, nothing), None, knowledge, rng)
    seen: list[Sighting] = [Recounted(cards.hands)]
    seen += [ProfessionSeen(None, player, profession) for player, profession in state.professions.items()]
    trade = state.trade
    if trade is not None and cards.offered is not None:
        seen.append(ItemSeen(trade.passive, trade.active, cards.offered))
    for player, shown in state.claim.shown.items() if state.claim is not None else ():
        seen += [SideSeen(None, player, number, side) for number, side in enumerate(shown.association)]
        if shown.items is not None:
            seen.append(HandSeen(None, player, shown.items))
    plan = None if state.claim is None else named
    return Dealt(without_sets(state), replaced(cards, sightings=tuple(seen)), plan=plan)


def _deal_unknown(view: Dealt, person: Person | None, knowledge: Knowledge, rng: Random) -> Cards:
    """Return the cards with all dealt that somebody does not know; None: an onlooker."""
    state, own = view.state, view.cards
    hand = own.hands[person] if person is not None else ()
    offered, traded = own.offered, own.traded
    trade = state.trade
    hands, pile = _deal_items(state, hand, person, knowledge, rng)
    if trade is not None and person not in (trade.active, trade.passive):
        for _ in range(_TRIES):
            found = _some_trade(state, trade, hands, rng)
            if found is not None:
                offered, traded = found
                break
            hands, pile = _deal_items(state, hand, person, knowledge, rng)
    professions, profession_pile = _deal_professions(state, own, person, knowledge, rng)
    sides = _deal_sides(state, own, person, knowledge, rng)
    return Cards(hands, sides, professions, pile, profession_pile, offered, traded)


def _deal_items(
    state: State, hand: tuple[Item, ...], person: Person | None, knowledge: Knowledge, rng: Random
) -> tuple[dict[Person, tuple[Item, ...]], tuple[Item, ...]]:
    unknown = [str(item) for item in unseen_items(state, hand, knowledge)]
    rng.shuffle(unknown)
    pile: list[Item] = []
    found: dict[str, list[Item]] = {player: [] for player in state.players} | {PILE: pile}
    for place, item in deal_places(knowledge.items, unknown, rng):
        found[place].append(_ITEMS[item])
    rng.shuffle(pile)
    hands = {player: hand if player is person else tuple(found[player]) for player in state.players}
    return hands, (*pile, *knowledge.top)


def _unseen_professions(own: Cards, person: Person | None, knowledge: Knowledge) -> list[str]:
    """Return the professions of whose places nothing is known."""
    known = {card for group in knowledge.professions for card in group.cards}
    if person is not None:
        known.add(own.professions[person])
    return [str(profession) for profession in Profession if profession not in known]


def _deal_professions(
    state: State, own: Cards, person: Person | None, knowledge: Knowledge, rng: Random
) -> tuple[dict[Person, Profession], tuple[Profession, ...]]:
    unknown = _unseen_professions(own, person, knowledge)
    rng.shuffle(unknown)
    found: dict[str, Profession] = {} if person is None else {person: own.professions[person]}
    pile: list[Profession] = []
    for place, card in deal_places(knowledge.professions, unknown, rng):
        if place == PILE:
            pile.append(_PROFESSIONS[card])
        else:
            found[place] = _PROFESSIONS[card]
    return {player: found[player] for player in state.players}, tuple(pile)


def _deal_sides(
    state: State, own: Cards, person: Person | None, knowledge: Knowledge, rng: Random
) -> dict[Person, tuple[Association, ...]]:
    left = Counter(dict.fromkeys(Association, associations_each(len(state.players), state.variants)))
    if person is not None:
        left.subtract(own.sides[person])
    for seen in knowledge.sides.values():
        left.subtract(seen.values())
    unknown = list(left.elements())
    rng.shuffle(unknown)
    numbers = range(_THREE if Variant.THREE_ADVANCED in state.variants else 1)
    sides = {}
    for player in state.players:
        seen = knowledge.sides.get(player, {})
        if player is person:
            sides[player] = own.sides[player]
        else:
            sides[player] = tuple([seen[number] if number in seen else unknown.pop() for number in numbers])
    return sides


def _some_trade(
    state: State, trade: Trade, hands: Mapping[Person, tuple[Item, ...]], rng: Random
) -> tuple[Item | None, tuple[Item, Item] | None] | None:
    """Return what may be offered, or what may have been exchanged; None if nothing fits."""
    if state.phase is Phase.OFFER:
        return rng.choice(hands[trade.active]), None
    if state.phase is Phase.DEMAND or trade.moves is None:
        return None, None
    pairs = [
        (given, back)
        for given in _may_be_given(trade, 0, hands[trade.passive])
        for back in _may_be_given(trade, 1, hands[trade.active])
        if _fits_announced(state, trade, (given, back))
    ]
    return (None, rng.choice(pairs)) if pairs else None


def _may_be_given(trade: Trade, number: int, hand: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return what may have been given: what was named, else all that its receiver holds."""
    named = trade.announced[number] if number < len(trade.announced) else None
    if named is None and number == 1:
        named = trade.demanded
    return hand if named is None else (named,)


def _fits_announced(state: State, trade: Trade, traded: tuple[Item, Item]) -> bool:
    """Return True if it is no wonder that these items were named, or that nobody named them."""
    if traded[0] is traded[1] and traded[0] not in _SEVERAL:
        return False
    if is_bag_for_bag(*traded, state.pile):
        return False
    if Variant.SMUGGLING in state.variants:
        return True
    said = zip(traded, trade.announced, strict=False)
    return all(is_read_out(item, traded, state.pile) == (told is not None) for item, told in said)


_ITEMS = {str(item): item for item in Item}
_PROFESSIONS = {str(profession): profession for profession in Profession}
_SEVERAL = (Item.KEY, Item.GOBLET)
