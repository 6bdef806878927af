"""Knowledge of one player: own cards, what is public, what that player was lawfully shown.

Bots get nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.coach_ride.cards import (
    BAG_OF,
    TRADE_ITEMS,
    VICTORY_ITEM,
    Association,
    Item,
    Person,
    Profession,
    associations_each,
)
from engine.coach_ride.sightings import Sighting
from engine.coach_ride.state import State
from engine.coach_ride.trades import BAGS

_FIGHTING = (Item.DAGGER, Item.GLOVES, Item.RING, Item.KNIVES, Item.WHIP)


@dataclass(frozen=True)
class Notes:
    """Memory that somebody has of the others.

    `sides`: the associations that were seen, by the number of the card (0 where there is one). `items`: those that
    each was seen to have. So many of them may have gone since, unseen: `given` were chosen by their owner, `taken`
    by somebody else.
    """

    sides: Mapping[Person, Mapping[int, Association]] = field(default_factory=dict)
    items: Mapping[Person, tuple[Item, ...]] = field(default_factory=dict)
    given: Mapping[Person, int] = field(default_factory=dict)
    taken: Mapping[Person, int] = field(default_factory=dict)

    def note_side(self, who: Person, number: int, side: Association) -> "Notes":
        """An association was seen."""
        return replace(self, sides={**self.sides, who: {**self.sides.get(who, {}), number: side}})

    def note_hand(self, who: Person, items: Iterable[Item]) -> "Notes":
        """A whole hand was seen."""
        items_of = {**self.items, who: tuple(sorted(items))}
        return replace(self, items=items_of, given={**self.given, who: 0}, taken={**self.taken, who: 0})

    def moved(self, item: Item, to: Person | None) -> "Notes":
        """Note that a single item was seen to be at somebody, and so nowhere else.

        None: at the one who takes the note.
        """
        others = {who: tuple(one for one in held if one is not item) for who, held in self.items.items()}
        return replace(self, items={**others, to: tuple(sorted((*others.get(to, ()), item)))} if to else others)

    def gave(self, item: Item, to: Person) -> "Notes":
        """An item was given to somebody, by the one who takes the note or as everybody knows."""
        return replace(self, items={**self.items, to: tuple(sorted((*self.items.get(to, ()), item)))})

    def got(self, item: Item, by: Person) -> "Notes":
        """An item was got from somebody, by the one who takes the note or as everybody knows."""
        held = list(self.items.get(by, ()))
        if item in held:
            held.remove(item)
        return replace(self, items={**self.items, by: tuple(held)})

    def note_lost_item(self, by: Person, *, chosen: bool) -> "Notes":
        """Note that somebody has one item less, and nobody else knows which.

        They chose it themselves (`chosen`), or another did.
        """
        if chosen:
            return replace(self, given={**self.given, by: self.given.get(by, 0) + 1})
        return replace(self, taken={**self.taken, by: self.taken.get(by, 0) + 1})

    def note_announced_item(self, by: Person) -> "Notes":
        """Everybody learns which item somebody gave a moment ago."""
        return replace(self, given={**self.given, by: max(0, self.given.get(by, 0) - 1)})


@dataclass(frozen=True)
class View:
    """All that one player knows.

    `offered` is the item that was laid before this player, to be accepted or refused.

    `read_out` is the item of the trade under way that may be announced now, known to both who traded.
    """

    who: Person
    state: State
    hand: tuple[Item, ...]
    associations: tuple[Association, ...]
    profession: Profession
    notes: Notes
    offered: Item | None = None
    read_out: Item | None = None

    @property
    def side(self) -> Association:
        """The own side."""
        return max(self.associations, key=self.associations.count)

    def side_of(self, other: Person) -> Association | None:
        """The side of somebody, if it is known or can be concluded."""
        if other is self.who:
            return self.side
        seen = list(self.notes.sides.get(other, {}).values())
        three = len(self.associations) > 1
        if not three:
            return seen[0] if seen else self._concluded_side()
        return next((side for side in Association if seen.count(side) > 1), None)

    def _concluded_side(self) -> Association | None:
        """Return the side of everybody else, if all cards of one side are seen.

        It is the other side.
        """
        each = associations_each(len(self.state.players), self.state.variants)
        seen = [self.side, *(side for cards in self.notes.sides.values() for side in cards.values())]
        return next((side.other for side in Association if seen.count(side) == each), None)

    def feeling(self, other: Person) -> float:
        """1 for those of the own side, -1 for the others, 0 for those of whom nothing is known."""
        side = self.side_of(other)
        return 0.0 if side is None else 1.0 if side is self.side else -1.0

    def worth(self, item: Item) -> float:
        """Return how gladly the player keeps an item."""
        counts = BAG_OF[VICTORY_ITEM[self.side]] if self.state.pile == 0 else None
        if item in (VICTORY_ITEM[self.side], counts):
            return 10.0
        if item is Item.PEARL:
            return -6.0
        if item is Item.CREST:
            return 6.0
        if item in VICTORY_ITEM.values():
            return 3.5
        if item in BAGS:
            return 3.0
        if item in _FIGHTING:
            return 2.5
        return 1.5 if item in TRADE_ITEMS else 1.0

    def victory_items(self, items: Iterable[Item]) -> int:
        """Return how many of the items win for the own side."""
        return self.state.victory_items(self.side, items)

    def known_items(self, other: Person) -> int:
        """Return how many winning items somebody of a known side still has.

        They win for that side, and were seen or can be concluded.

        They give away whatever else they have before these; another takes what is best.
        """
        side = self.side_of(other)
        if side is None:
            return 0
        seen = self.notes.items.get(other, ())
        found = self.state.victory_items(side, seen)
        given = max(0, self.notes.given.get(other, 0) - (len(seen) - found))
        return max(0, found - given - self.notes.taken.get(other, 0))


def public_part(state: State) -> State:
    """The state without the sets of K25: nobody is told where single items can be."""
    trade = state.trade and replace(state.trade, before={}, moves=())
    return replace(state, holders={}, trade=trade)


@dataclass(frozen=True)
class HiddenCards:
    """Cards that lie face down; the last of a pile lies on top.

    `offered` lies before the player who is asked; `traded` are the items that the active and the passive player
    gave. `sightings`: what everybody has seen of the cards, for bots in seats.
    """

    hands: Mapping[Person, tuple[Item, ...]]
    sides: Mapping[Person, tuple[Association, ...]]
    professions: Mapping[Person, Profession]
    pile: tuple[Item, ...]
    profession_pile: tuple[Profession, ...]
    notes: Mapping[Person, Notes]
    offered: Item | None = None
    traded: tuple[Item, Item] | None = None
    sightings: tuple[Sighting, ...] = ()

    def seen(self, *sightings: Sighting) -> "HiddenCards":
        """Return the cards after more sightings."""
        return replace(self, sightings=(*self.sightings, *sightings))

    def noted(self, who: Person, note: Callable[[Notes], Notes]) -> "HiddenCards":
        """Somebody remembers something."""
        return replace(self, notes={**self.notes, who: note(self.notes[who])})

    def note_for_all(self, note: Callable[[Notes], Notes]) -> "HiddenCards":
        """Everybody has seen something."""
        return replace(self, notes={who: note(notes) for who, notes in self.notes.items()})

    def moved(self, by: Person, to: Person, item: Item, *, taken: bool = False, named: bool = False) -> "HiddenCards":
        """Move an item from one hand into another.

        Both players know which item it is; if it is `named`, everybody does. `taken`: the one who gets it has
        chosen it.
        """
        hand = list(self.hands[by])
        hand.remove(item)
        hands = {**self.hands, by: tuple(hand), to: (*self.hands[to], item)}
        hidden = replace(self, hands=hands)
        hidden = hidden.noted(by, lambda notes: notes.gave(item, to)).noted(to, lambda notes: notes.got(item, by))
        for other in hidden.notes.keys() - {by, to}:
            if named:
                hidden = hidden.noted(other, lambda notes: notes.got(item, by).gave(item, to))
            else:
                hidden = hidden.noted(other, lambda notes: notes.note_lost_item(by, chosen=not taken))
        return hidden


def view_of(hidden: HiddenCards, state: State, who: Person) -> View:
    """Return what this player knows."""
    trade = state.trade
    offered = hidden.offered if trade and trade.passive is who else None
    read_out = None
    if trade and hidden.traded and who in (trade.active, trade.passive) and len(trade.announced) < len(hidden.traded):
        silent = Item.MIRROR in hidden.traded
        read_out = None if silent else hidden.traded[len(trade.announced)]
    return View(
        who,
        public_part(state),
        tuple(sorted(hidden.hands[who])),
        hidden.sides[who],
        hidden.professions[who],
        hidden.notes[who],
        offered,
        read_out,
    )
