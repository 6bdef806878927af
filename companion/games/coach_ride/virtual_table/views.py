"""Knowledge of one player: own cards, what is public, what that player was lawfully shown.

Bots get nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.coach_ride.cards import Association, Item, Person, Profession, associations_each, is_single
from engine.coach_ride.dealt import without_sets
from engine.coach_ride.hidden import Cards, value_of
from engine.coach_ride.sightings import (
    Exchanged,
    HandSeen,
    ItemMoved,
    ItemSeen,
    PassedRound,
    Recounted,
    SideSeen,
    Sighting,
)
from engine.coach_ride.state import State


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


class _NoteTaker:
    """Notes of one player that grow with each sighting."""

    def __init__(self, me: Person) -> None:
        self.me = me
        self.sides: dict[Person, dict[int, Association]] = {}
        self.items: dict[Person, list[Item]] = {}
        self.given: dict[Person, int] = {}
        self.taken: dict[Person, int] = {}

    def see(self, sighting: Sighting, before: Sighting) -> None:
        match sighting:
            case ItemMoved(by=by, to=to, item=item):
                # Who has just looked at the hand chooses what goes.
                taken = isinstance(before, HandSeen) and (before.seer, before.at) == (to, by)
                self._move(by, to, item, taken=taken)
            case Exchanged(active=active, passive=passive, items=items, named=named):
                taken = isinstance(before, HandSeen) and (before.seer, before.at) == (active, passive)
                self._move(active, passive, items[0], named=named[0])
                self._move(passive, active, items[1], named=named[1], taken=taken)
            case PassedRound(moves=moves):
                for actor, to, item in moves:
                    self._move(actor, to, item)
            case ItemSeen(seer=seer, at=at, item=item) if seer in (None, self.me):
                if is_single(item) or item not in self.items.get(at, ()):
                    self._put(at, item)
            case HandSeen(seer=seer, at=at, items=items) if seer in (None, self.me):
                self.items[at], self.given[at], self.taken[at] = list(items), 0, 0
            case SideSeen(seer=seer, at=at, number=number, side=side) if seer in (None, self.me):
                self.sides.setdefault(at, {})[number] = side
            case Recounted():
                self.items.clear()

    def notes(self) -> Notes:
        items = {player: tuple(sorted(held)) for player, held in self.items.items()}
        sides = {player: dict(seen) for player, seen in self.sides.items()}
        return Notes(sides, items, dict(self.given), dict(self.taken))

    def _put(self, person: Person, item: Item) -> None:
        if is_single(item):
            for held in self.items.values():
                if item in held:
                    held.remove(item)
        self.items.setdefault(person, []).append(item)

    def _move(self, person: Person, to: Person, item: Item, *, named: bool = False, taken: bool = False) -> None:
        if self.me is not person and not named and self.me is not to:
            lost = self.taken if taken else self.given
            lost[person] = lost.get(person, 0) + 1
            return
        if self.me is not person and item in self.items.get(person, ()):
            self.items[person].remove(item)
        if self.me is not to:
            self._put(to, item)


#: Who was asked about last, with the sightings that are noted: games go on, and few sightings are new.
_TAKERS: dict[Person, tuple[tuple[Sighting, ...], _NoteTaker]] = {}


def notes_of(sightings: tuple[Sighting, ...], person: Person) -> Notes:
    """Return what a player remembers of all sightings."""
    noted, taker = _TAKERS.get(person, ((), _NoteTaker(person)))
    if sightings[: len(noted)] != noted:
        noted, taker = (), _NoteTaker(person)
    for number in range(len(noted), len(sightings)):
        taker.see(sightings[number], sightings[number - 1])
    _TAKERS[person] = sightings, taker
    return taker.notes()


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
        return value_of(item, self.side, self.state.pile)

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


def view_of(hidden: Cards, state: State, person: Person) -> View:
    """Return what this player knows."""
    trade = state.trade
    offered = hidden.offered if trade and trade.passive is person else None
    read_out = None
    if (
        trade
        and hidden.traded
        and person in (trade.active, trade.passive)
        and len(trade.announced) < len(hidden.traded)
    ):
        silent = Item.MIRROR in hidden.traded
        read_out = None if silent else hidden.traded[len(trade.announced)]
    return View(
        person,
        without_sets(state),
        tuple(sorted(hidden.hands[person])),
        hidden.sides[person],
        hidden.professions[person],
        notes_of(hidden.sightings, person),
        offered,
        read_out,
    )
