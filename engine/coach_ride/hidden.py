"""Cards that lie face down, and how they go from hand to hand with every event."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from engine.values import replaced, value

from . import events as e
from .cards import (
    BAG_OF,
    TRADE_ITEMS,
    UNSEALED,
    VICTORY_ITEM,
    Association,
    Item,
    Person,
    Profession,
    Variant,
    associations_each,
    items_at_start,
)
from .effects import effect_now
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
    SideSeen,
    Sighting,
)
from .state import State, Trade
from .trades import BAGS

#: Associations of each player in the advanced game of three.
_THREE = 3
_FIGHT_ITEMS = (Item.DAGGER, Item.GLOVES, Item.RING, Item.KNIVES, Item.WHIP)
#: Professions by what they are worth to somebody who may choose one, best first.
_LIKED_PROFESSIONS = (
    Profession.BODYGUARD,
    Profession.THUG,
    Profession.DIPLOMAT,
    Profession.POISON_MIXER,
    Profession.DOCTOR,
    Profession.GRANDMASTER,
    Profession.DUELIST,
    Profession.HYPNOTIST,
    Profession.PRIEST,
    Profession.CLAIRVOYANT,
)


@value
class Cards:
    """Cards of a game; the last one of a pile lies on top.

    `offered` lies before the player who is asked; `traded` are the items that the active and the passive player
    gave. `sightings`: what happened to the cards, from which each player's knowledge follows.
    """

    hands: Mapping[Person, tuple[Item, ...]]
    sides: Mapping[Person, tuple[Association, ...]]
    professions: Mapping[Person, Profession]
    pile: tuple[Item, ...]
    profession_pile: tuple[Profession, ...]
    offered: Item | None = None
    traded: tuple[Item, Item] | None = None
    sightings: tuple[Sighting, ...] = ()

    def side(self, person: Person) -> Association:
        """Return the side of a player: with three associations that of which there are two or three."""
        sides = self.sides[person]
        return sides[0] if len(sides) == 1 else max(sides, key=sides.count)

    def after(self, sighting: Sighting, **changes: Any) -> "Cards":
        """Return the cards with these changes, which players may have seen."""
        return replaced(self, sightings=(*self.sightings, sighting), **changes)


@value
class Picks:
    """Cards that players picked for an event, which it does not tell.

    `gives` is what each gives away. `chosen` are names of cards that its player chose, the uppermost of a pile last.
    """

    gives: Mapping[Person, Item]
    chosen: tuple[str, ...] = ()

    def gift(self, cards: Cards, person: Person, pile: int, than: Item | None = None) -> Item:
        """Return the picked item, else what a player wants least; in return for another perhaps."""
        picked = self.gives.get(person)
        return least_wanted(cards, person, pile, than) if picked is None else picked


def deal(started: e.Started, state: State, rng: Random) -> Cards:
    """Return the cards shuffled and dealt (section 2)."""
    players, each = started.players, items_at_start(len(started.players))
    sealed = [item for item in Counter(state.items).elements() if item not in UNSEALED and item not in BAGS]
    rng.shuffle(sealed)
    first = [*BAGS, *(sealed.pop() for _ in range(each * len(players) - len(BAGS)))]
    rng.shuffle(first)
    hands = {player: tuple([first.pop() for _ in range(each)]) for player in players}
    pile = [*sealed, *(item for item in state.items if item in UNSEALED)]
    rng.shuffle(pile)
    professions = rng.sample(list(Profession), len(Profession))
    sides = [side for side in Association for _ in range(associations_each(len(players), state.variants))]
    rng.shuffle(sides)
    cards = _THREE if Variant.THREE_ADVANCED in state.variants else 1
    return Cards(
        hands,
        {player: tuple([sides.pop() for _ in range(cards)]) for player in players},
        {player: professions.pop() for player in players},
        tuple(pile),
        tuple(professions),
        sightings=(HandsDealt(hands),),
    )


def value_of(item: Item, side: Association, pile: int) -> float:
    """Return how gladly a player of a side keeps an item."""
    wanted = VICTORY_ITEM[side]
    if item is wanted or (pile == 0 and item is BAG_OF[wanted]):
        return 10.0
    if item is Item.PEARL:
        return -6.0
    if item is Item.CREST:
        return 6.0
    if item in BAG_OF:
        return 3.5
    if item in BAGS:
        return 3.0
    if item in _FIGHT_ITEMS:
        return 2.5
    return 1.5 if item in TRADE_ITEMS else 1.0


def least_wanted(cards: Cards, person: Person, pile: int, than: Item | None = None) -> Item:
    """Return the item that a player gives away, in return for another perhaps (K5)."""
    side = cards.side(person)
    hand = [item for item in cards.hands[person] if not is_bag_for_bag(item, than, pile)]
    return min(hand or cards.hands[person], key=lambda item: (value_of(item, side, pile), item))


def is_bag_for_bag(item: Item, other: Item | None, pile: int) -> bool:
    """Return True if a bag would be traded for the other bag while the pile is not empty (K5)."""
    return pile > 0 and item is not other and item in BAGS and other in BAGS


def is_read_out(item: Item, traded: tuple[Item, Item], pile: int) -> bool:
    """Return True if an item of a trade is named and acts (sections 1 and 3, K5)."""
    return item in TRADE_ITEMS and Item.MIRROR not in traded and not (item in BAGS and pile == 0)


def must_be_accepted(item: Item) -> bool:
    """Return True for items that nobody can refuse (section 1)."""
    return item in (Item.PEARL, Item.MIRROR)


def answers(demanded: Item, pile: int) -> tuple[Item, ...]:
    """Return the items that answer a demand: with an empty pile a bag too (K11)."""
    return (demanded, BAG_OF[demanded]) if demanded in BAG_OF and pile == 0 else (demanded,)


def follow_cards(cards: Cards, before: State, event: e.GameEvent, picks: Picks) -> Cards:
    """Return the cards after an event; what nobody picked is what its player wants."""
    follow = _FOLLOW.get(type(event))
    return cards if follow is None else follow(cards, before, event, picks)


def _offered(cards: Cards, _before: State, event: e.Offered, picks: Picks) -> Cards:
    """Lay an offered item before the other player, who looks at it."""
    item = picks.gives[event.by]
    return cards.after(ItemSeen(event.to, event.by, item), offered=item, traded=None)


def _demanded(cards: Cards, _before: State, event: e.DiplomatUsed, _picks: Picks) -> Cards:
    return cards.after(ProfessionSeen(None, event.by, Profession.DIPLOMAT), offered=None, traded=None)


def _accepted(cards: Cards, before: State, _event: e.Accepted, picks: Picks) -> Cards:
    trade = before.trade
    assert trade
    offered = cards.offered or picks.gives[trade.active]
    return _exchange(cards, trade.active, trade.passive, (offered, picks.gives[trade.passive]), named=(False, False))


def _handed(cards: Cards, before: State, _event: e.Handed, picks: Picks) -> Cards:
    trade = before.trade
    assert trade
    assert trade.demanded
    give = picks.gives[trade.passive]
    back = picks.gift(cards, trade.active, before.pile, give)
    named = len(answers(trade.demanded, before.pile)) == 1
    return _exchange(cards, trade.active, trade.passive, (back, give), named=(False, named))


def _exchange(
    cards: Cards, active: Person, passive: Person, traded: tuple[Item, Item], named: tuple[bool, bool]
) -> Cards:
    hands = {
        **cards.hands,
        active: (*without(cards.hands[active], traded[0]), traded[1]),
        passive: (*without(cards.hands[passive], traded[1]), traded[0]),
    }
    return cards.after(Exchanged(active, passive, traded, named), hands=hands, offered=None, traded=traded)


def without(hand: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """Return a hand without one card of an item."""
    place = hand.index(item)
    return hand[:place] + hand[place + 1 :]


def _refused(cards: Cards, _before: State, _event: e.Refused, _picks: Picks) -> Cards:
    return replaced(cards, offered=None)


def _denied(cards: Cards, before: State, event: e.Denied, _picks: Picks) -> Cards:
    assert before.trade
    return cards.after(HandSeen(before.trade.active, event.by, cards.hands[event.by]), offered=None)


def _announced(cards: Cards, before: State, event: e.Announced, _picks: Picks) -> Cards:
    if event.item is None:
        return cards
    assert before.trade
    return replaced(cards, sightings=with_item_named(cards.sightings, before.trade))


def with_item_named(sightings: tuple[Sighting, ...], trade: Trade) -> tuple[Sighting, ...]:
    """Return the sightings with an announced item of the last exchange known to all.

    So they know from then on what may have followed from it.
    """
    for place in range(len(sightings) - 1, -1, -1):
        exchange = sightings[place]
        if isinstance(exchange, Exchanged):
            named = (exchange.named[0], True) if trade.announced else (True, exchange.named[1])
            return (*sightings[:place], replaced(exchange, named=named), *sightings[place + 1 :])
    return sightings


def _gave(cards: Cards, _before: State, event: e.Gave, picks: Picks) -> Cards:
    return moved(cards, event.by, event.to, picks.gives[event.by])


def moved(cards: Cards, person: Person, to: Person, item: Item) -> Cards:
    """Move an item into another hand: only these two see which one."""
    hands = {**cards.hands, person: without(cards.hands[person], item), to: (*cards.hands[to], item)}
    return cards.after(ItemMoved(person, to, item), hands=hands)


def _passed_round(cards: Cards, before: State, event: e.SextantUsed, picks: Picks) -> Cards:
    """Pass items round once all have chosen (K20)."""
    chosen = {player: picks.gift(cards, player, before.pile) for player in before.players}
    hands = {player: without(hand, chosen[player]) for player, hand in cards.hands.items()}
    moves = []
    for player, left in zip(before.players, (*before.players[1:], before.players[0]), strict=True):
        actor, to = (player, left) if event.direction is e.Direction.LEFT else (left, player)
        hands[to] = (*hands[to], chosen[actor])
        moves.append((actor, to, chosen[actor]))
    return cards.after(PassedRound(tuple(moves)), hands=hands)


def _searched_pile(cards: Cards, before: State, event: e.ClairvoyantUsed, picks: Picks) -> Cards:
    """Put the chosen items, or the two that the own side wants most, on top of the pile (K12)."""
    side = cards.side(event.by)
    liked = sorted(cards.pile, key=lambda item: (value_of(item, side, before.pile), item))
    # A pile is in a random order already: to leave the rest in it is to shuffle.
    remaining, top = cards.pile, tuple(map(Item, picks.chosen or liked[-2:]))
    for item in top:
        remaining = without(remaining, item)
    cards = cards.after(ProfessionSeen(None, event.by, Profession.CLAIRVOYANT))
    return cards.after(PileSearched(event.by, cards.pile, top[-2:]), pile=(*remaining, *top))


def _drew(cards: Cards, _before: State, event: e.Drew, _picks: Picks) -> Cards:
    item, actor = cards.pile[-1], event.by
    return cards.after(
        Drawn(actor, item), hands={**cards.hands, actor: (*cards.hands[actor], item)}, pile=cards.pile[:-1]
    )


def _looked(cards: Cards, before: State, event: e.Looked, _picks: Picks) -> Cards:
    """Privilege, Monocle, or the winner's look."""
    effect, actor = effect_now(before), event.by
    if effect and effect.item is Item.PRIVILEGE:
        return cards.after(HandSeen(actor, effect.on, cards.hands[effect.on]))
    number = (event.card or 1) - 1
    if effect:
        return cards.after(SideSeen(actor, effect.on, number, cards.sides[effect.on][number]))
    loser = _loser(before)
    cards = cards.after(SideSeen(actor, loser, number, cards.sides[loser][number]))
    return cards.after(ProfessionSeen(actor, loser, cards.professions[loser]))


def _loser(state: State) -> Person:
    assert state.fight
    assert state.fight.winner_and_loser
    return state.fight.winner_and_loser[1]


def _searched(cards: Cards, before: State, event: e.Searched, picks: Picks) -> Cards:
    """Take the chosen or the best item; a last one in exchange for another (K24)."""
    actor, loser = event.by, _loser(before)
    hand = cards.hands[loser]
    seen = cards.after(HandSeen(actor, loser, hand))
    if not event.took:
        return seen
    side = cards.side(actor)
    chosen = [item for item in hand if item in picks.chosen]
    best = max(chosen or hand, key=lambda item: (value_of(item, side, before.pile), item))
    if len(hand) > 1:
        return moved(seen, loser, actor, best)
    back = picks.gift(cards, actor, before.pile)
    traded = cards.traded
    return replaced(_exchange(seen, actor, loser, (back, best), named=(False, False)), traded=traded)


def liked_profession(pile: Iterable[Profession]) -> Profession:
    """Return the profession that somebody takes who may choose one."""
    return min(pile, key=_LIKED_PROFESSIONS.index)


def _renewed(cards: Cards, _before: State, event: e.Renewed, picks: Picks) -> Cards:
    """Change a player's profession for one of the pile (K19)."""
    actor, pile = event.by, cards.profession_pile
    if not pile:
        return cards
    new = Profession(picks.chosen[0]) if picks.chosen else liked_profession(pile)
    old = cards.professions[actor]
    remaining = tuple([old if profession is new else profession for profession in pile])
    return cards.after(
        ProfessionRenewed(actor, pile, old, new),
        professions={**cards.professions, actor: new},
        profession_pile=remaining,
    )


def _swapped(cards: Cards, before: State, event: e.Swapped, _picks: Picks) -> Cards:
    """Exchange the professions of two players (K19)."""
    effect, actor = effect_now(before), event.by
    assert effect
    mine, theirs = cards.professions[actor], cards.professions[effect.on]
    return cards.after(
        ProfessionsSwapped(actor, effect.on, mine, theirs),
        professions={**cards.professions, actor: theirs, effect.on: mine},
    )


def _used(cards: Cards, _before: State, event: e.Used, _picks: Picks) -> Cards:
    if isinstance(event.card, Item):
        return cards.after(ItemSeen(None, event.by, event.card))
    return cards.after(ProfessionSeen(None, event.by, event.card))


def _stopped(cards: Cards, before: State, event: e.PriestUsed, picks: Picks) -> Cards:
    assert before.fight
    attacker = before.fight.attacker
    cards = cards.after(ProfessionSeen(None, event.by, Profession.PRIEST))
    if before.hands[attacker] < 2 or event.by is attacker:
        return cards
    return moved(cards, attacker, event.by, picks.gift(cards, attacker, before.pile))


def _healed(cards: Cards, _before: State, event: e.DoctorUsed, _picks: Picks) -> Cards:
    return cards.after(ProfessionSeen(None, event.by, Profession.DOCTOR))


def _hypnotised(cards: Cards, _before: State, event: e.Hypnotised, _picks: Picks) -> Cards:
    return cards.after(ProfessionSeen(None, event.by, Profession.HYPNOTIST))


def _shown(cards: Cards, _before: State, event: e.Shown, _picks: Picks) -> Cards:
    seen = sightings_of_claim(event, cards.sides[event.by], cards.hands[event.by])
    return replaced(cards, sightings=(*cards.sightings, *seen))


def sightings_of_claim(event: e.Shown, sides: tuple[Association, ...], hand: tuple[Item, ...]) -> Iterator[Sighting]:
    """Yield what all see of cards that lie open in a claim."""
    for number, side in enumerate(sides):
        yield SideSeen(None, event.by, number, side)
    if event.items is not None:
        yield HandSeen(None, event.by, hand)
    if event.profession is not None:
        yield ProfessionSeen(None, event.by, event.profession)


_FOLLOW: Mapping[type[e.GameEvent], Any] = {
    e.Offered: _offered,
    e.DiplomatUsed: _demanded,
    e.Accepted: _accepted,
    e.Handed: _handed,
    e.Refused: _refused,
    e.Denied: _denied,
    e.Announced: _announced,
    e.Gave: _gave,
    e.SextantUsed: _passed_round,
    e.ClairvoyantUsed: _searched_pile,
    e.Drew: _drew,
    e.Looked: _looked,
    e.Searched: _searched,
    e.Renewed: _renewed,
    e.Swapped: _swapped,
    e.Used: _used,
    e.PriestUsed: _stopped,
    e.DoctorUsed: _healed,
    e.Hypnotised: _hypnotised,
    e.Shown: _shown,
}
