"""Knowledge of one player: what follows from all that this player has seen of the cards."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Annotated

from engine.codec import Wire
from engine.errors import NotationError
from engine.values import value

from .cards import THREEFOLD, UNSEALED, Association, Item, Person, Profession
from .places import PILE, Group, Places
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
    Recounted,
    SideSeen,
    Sighting,
)
from .state import State
from .trades import BAGS


def _dump(seen: Mapping[int, Association]) -> dict[str, Association]:
    return {str(number): side for number, side in seen.items()}


def _load(seen: Mapping[str, Association]) -> dict[int, Association]:
    try:
        return {int(number): side for number, side in seen.items()}
    except ValueError:
        raise NotationError("expected numbers of associations") from None


#: Associations by their numbers; in JSON these are texts.
Numbered = Annotated[Mapping[int, Association], Wire(Mapping[str, Association], _dump, _load)]


@value
class Knowledge:
    """Knowledge of the places of the others' items and professions, and of associations.

    `top`: items known to lie on the item pile, the last one uppermost. `sides`: by the number of the card.
    """

    items: tuple[Group, ...]
    professions: tuple[Group, ...]
    top: tuple[Item, ...]
    sides: Mapping[Person, Numbered]


#: So much of what was learned last is kept: by a player, of those very sightings.
_KEPT = 100
_learned: dict[tuple[Person | None, int], tuple[tuple[Sighting, ...], Mapping[Item, int], Knowledge]] = {}


def learn(me: Person | None, state: State, before: Knowledge | None, sightings: tuple[Sighting, ...]) -> Knowledge:
    """Return a player's knowledge after more sightings; `before` is None at the beginning.

    None: that of an onlooker, who sees no hand. What a player has seen since then stays while other secrets of a state
    change, and is asked for again and again.
    """
    key = me, id(sightings)
    kept = _learned.get(key) if before is None else None
    if kept is not None and kept[0] is sightings and kept[1] == state.items:
        return kept[2]
    learner = _Learner(me, state)
    if before is not None:
        learner.begin(before)
    for sighting in sightings:
        learner.see(sighting)
    knowledge = learner.knowledge()
    if before is None:
        if len(_learned) >= _KEPT:
            _learned.clear()
        _learned[key] = sightings, state.items, knowledge
    return knowledge


class _Learner:
    """Knowledge of one player that grows."""

    def __init__(self, me: Person | None, state: State) -> None:
        self.me, self.state = me, state
        self.items = Places((), THREEFOLD)
        self.professions = Places(())
        self.top: list[Item] = []
        self.sides: dict[Person, dict[int, Association]] = {}

    def begin(self, before: Knowledge) -> None:
        self.items, self.professions = Places(before.items, THREEFOLD), Places(before.professions)
        self.top = list(before.top)
        self.sides = {player: dict(seen) for player, seen in before.sides.items()}

    def knowledge(self) -> Knowledge:
        return Knowledge(self.items.groups(), self.professions.groups(), tuple(self.top), self.sides)

    def see(self, sighting: Sighting) -> None:
        match sighting:
            case ItemMoved(by=actor, to=to, item=item):
                self._move(actor, to, item, named=False)
            case Exchanged():
                self._exchange(sighting)
            case PassedRound(moves=moves):
                self._pass_round(moves)
            case Drawn(by=actor, item=item):
                self._draw(actor, item)
            case ItemSeen(seer=seer, at=place, item=item) if seer in (None, self.me) and place is not self.me:
                self.items.see(place, item)
            case HandSeen(seer=seer, at=place, items=items) if seer in (None, self.me) and place is not self.me:
                self.items.see_all(place, items)
            case SideSeen(seer=seer, at=place, number=number, side=side) if (
                seer in (None, self.me) and place is not self.me
            ):
                self.sides.setdefault(place, {})[number] = side
            case PileSearched():
                self._search_pile(sighting)
            case PileSeen(by=actor, pile=pile) if actor is self.me:
                # The uppermost that are known already lie in no group.
                self.items.see_all(PILE, pile[: len(pile) - len(self.top)])
            case HandsDealt(hands=hands):
                self._deal(hands)
            case Recounted(hands=hands):
                self._forget(hands)
            case _:
                self._see_profession(sighting)

    def _deal(self, hands: Mapping[Person, tuple[Item, ...]]) -> None:
        """Begin with dealt bags, and with the chosen items in the pile (section 2)."""
        others = [hand for hand in hands if hand is not self.me]
        mine = () if self.me is None else hands[self.me]
        bags = [bag for bag in BAGS if bag not in mine]
        unsealed = [item for item in self.state.items if item in UNSEALED]
        places = [other for other in others for _ in hands[other]]
        pile = sum(self.state.items.values()) - len(places) - len(mine)
        held = Group(tuple(places), tuple(bags), len(places) - len(bags))
        self.items = Places((held, Group((PILE,) * pile, tuple(unsealed), pile - len(unsealed))), THREEFOLD)
        self._deal_professions(hands)

    def _forget(self, hands: Mapping[Person, tuple[Item, ...]]) -> None:
        """Begin anew: any item, and any profession, may be anywhere."""
        places: list[str] = [player for player, hand in hands.items() if player is not self.me for _ in hand]
        mine = () if self.me is None else hands[self.me]
        places += [PILE] * (sum(self.state.items.values()) - len(places) - len(mine))
        self.items = Places((Group(tuple(places), (), len(places)),), THREEFOLD)
        self._deal_professions(hands)
        self.top = []

    def _deal_professions(self, players: Iterable[Person]) -> None:
        others = [player for player in players if player is not self.me]
        own = self.me is not None
        professions = (*others, *[PILE] * (len(Profession) - len(others) - own))
        self.professions = Places((Group(professions, (), len(professions)),))

    def _move(self, actor: str, to: str, item: Item, *, named: bool) -> None:
        if actor == self.me:
            self.items.put(to, item)
        elif to == self.me:
            self.items.take(actor, item)
        elif named:
            self.items.take(actor, item)
            self.items.put(to, item)
        else:
            self.items.move(actor, to)

    def _exchange(self, exchange: Exchanged) -> None:
        pair = (exchange.active, exchange.passive)
        if self.me in pair:
            mine = pair.index(self.me)
            self.items.take(pair[1 - mine], exchange.items[1 - mine])
            self.items.put(pair[1 - mine], exchange.items[mine])
            return
        # Neither gives back what came just now.
        for actor, item, named in zip(pair, exchange.items, exchange.named, strict=True):
            if named:
                self.items.take(actor, item)
            else:
                self.items.move(actor, f"from {actor}")
        for actor, to, item, named in zip(pair, pair[::-1], exchange.items, exchange.named, strict=True):
            if named:
                self.items.put(to, item)
            else:
                self.items.move(f"from {actor}", to)

    def _pass_round(self, moves: tuple[tuple[Person, Person, Item], ...]) -> None:
        for actor, to, item in moves:
            if to is self.me:
                self.items.take(actor, item)
            elif actor is not self.me:
                self.items.move(actor, f"from {actor}")
        for actor, to, item in moves:
            if actor is self.me:
                self.items.put(to, item)
            elif to is not self.me:
                self.items.move(f"from {actor}", to)

    def _draw(self, person: Person, item: Item) -> None:
        if self.top:
            known = self.top.pop()
            if person is not self.me:
                self.items.put(person, known)
        else:
            self._move(PILE, person, item, named=False)

    def _search_pile(self, search: PileSearched) -> None:
        for item in self.top:
            self.items.put(PILE, item)
        self.top = []
        if search.by is self.me:
            self.items.see_all(PILE, search.pile)
            for item in search.top:
                self.items.take(PILE, item)
            self.top = list(search.top)

    def _see_profession(self, sighting: Sighting) -> None:
        match sighting:
            case ProfessionSeen(seer=seer, at=place, profession=profession):
                if seer in (None, self.me) and place is not self.me:
                    self.professions.see(place, profession)
            case ProfessionPileSeen(by=actor, pile=pile) if actor is self.me:
                self.professions.see_all(PILE, pile)
            case ProfessionRenewed(by=actor, pile=pile, old=old, new=new) if actor is self.me:
                self.professions.see_all(PILE, pile)
                self.professions.take(PILE, new)
                self.professions.put(PILE, old)
            case ProfessionRenewed(by=actor):
                # Not the old one comes back.
                self.professions.move(actor, f"from {actor}")
                self.professions.move(PILE, actor)
                self.professions.move(f"from {actor}", PILE)
            case ProfessionsSwapped(by=actor, on=on, mine=mine, theirs=theirs) if self.me in (actor, on):
                other, old, new = (on, theirs, mine) if actor is self.me else (actor, mine, theirs)
                self.professions.take(other, old)
                self.professions.put(other, new)
            case ProfessionsSwapped(by=actor, on=on):
                self.professions.move(actor, f"from {actor}")
                self.professions.move(on, actor)
                self.professions.move(f"from {actor}", on)


def unseen_items(state: State, hand: Iterable[Item], knowledge: Knowledge) -> list[Item]:
    """Return the items of whose places nothing is known, sorted."""
    # Counters subtract half as fast.
    left = dict[str, int](state.items.items())
    for item in chain(hand, knowledge.top, *(group.cards for group in knowledge.items)):
        left[item] = left.get(item, 0) - 1
    return [item for item in sorted(state.items) for _ in range(left[item])]
