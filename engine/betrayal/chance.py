"""Chance in the house: dice, the next tile and card, and what the stand-in haunt says.

One description serves a draw and the list of all outcomes: it asks `Lots` for faces and choices.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Any, Protocol, TypeVar

from . import events as e
from .components import ANY, TILES, VAULT_DOOR, CardKind, Trait
from .elevator import ELEVATOR_DICE
from .falls import can_fall_onto, is_hurt, needs_tile
from .fights import value_of
from .full_state import FullState
from .haunting import HAUNT_DICE, answerers
from .hidden import STAND_IN_GAINS
from .possible import Amounts, BegunEvent, Move, rearrangements
from .rolls import BALANCE, dice
from .scenario import begin_event, winning_claim
from .state import Owed, Phase, State

T = TypeVar("T")

#: Faces of a die.
_FACES = (0, 1, 2)
#: More outcomes are not listed: they take longer than they are worth, such as those of five dice against five.
_MOST_OUTCOMES = 250


class Lots(Protocol):
    """Source of what chance decides."""

    def faces(self, number: int) -> tuple[int, ...]:
        """Throw dice; they are sorted, for their order does not matter."""

    def choice(self, items: Sequence[T], /) -> T:
        """Choose one of these, each as likely as the others."""


class DrawnLots:
    """Lots by a generator."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.choice = rng.choice

    def faces(self, number: int) -> tuple[int, ...]:
        """Throw dice."""
        return tuple(sorted(self._rng.choices(_FACES, k=number)))


class _ListedLots:
    """Lots that fall as `ways` says, the first way each time after its end.

    `counts`: numbers of ways that there were.
    """

    def __init__(self, ways: tuple[int, ...]) -> None:
        self.ways, self.counts, self.probability = ways, list[int](), 1.0

    def faces(self, number: int) -> tuple[int, ...]:
        throws = _throws(number)
        faces, probability = throws[self._way(len(throws))]
        self.probability *= probability
        return faces

    def choice(self, items: Sequence[T], /) -> T:
        self.probability /= len(items)
        return items[self._way(len(items))]

    def _way(self, count: int) -> int:
        place = len(self.counts)
        self.counts.append(count)
        if place == len(self.ways):
            self.ways += (0,)
        return self.ways[place]


def outcomes_of(draw: Callable[[Lots], Move]) -> Mapping[Move, float] | None:
    """Return all that a draw may bring, with the probability of each; None: it is too much."""
    found: dict[Move, float] = {}
    left: list[tuple[int, ...]] = [()]
    while left:
        given = left.pop()
        lots = _ListedLots(given)
        move = draw(lots)
        found[move] = found.get(move, 0.0) + lots.probability
        for place in range(len(given), len(lots.counts)):
            left += [(*lots.ways[:place], way) for way in range(1, lots.counts[place])]
        if len(found) + len(left) > _MOST_OUTCOMES:
            return None
    return found


@cache
def _throws(number: int) -> Sequence[tuple[tuple[int, ...], float]]:
    """Return all that so many dice show, sorted, each with its probability."""
    return [
        (faces, factorial(number) / prod(map(factorial, Counter(faces).values())) / len(_FACES) ** number)
        for faces in combinations_with_replacement(_FACES, number)
    ]


def draw_chance(state: FullState, lots: Lots) -> Move:
    """Draw what nobody decides."""
    house = state.state
    if state.announced is not None:
        return _rolled(state, state.announced.event, lots)
    if house.phase is Phase.SETUP:
        return begin_event(house)
    if house.haunt is not None and house.haunt.claim is not None:
        return e.Confirmed(by=answerers(house)[0])
    if not house.owed:
        claim = winning_claim(house, state.turns)
        assert claim is not None
        return claim
    first = house.owed[0]
    if first.event == "drew":
        return _drew(state, first, lots)
    if first.event == "balanced":
        return e.Balanced(by=first.by, faces=lots.faces(dice(house.explorers[first.by].value(BALANCE.trait))))
    if first.event == "haunt_rolled":
        return e.HauntRolled(by=first.by, faces=lots.faces(HAUNT_DICE))
    if first.event == "fell":
        return _rolled(state, e.Fell(by=first.by), lots)
    return _rolled(state, e.ElevatorRan(by=first.by, room=None, door=None), lots)


def _drew(state: FullState, owed: Owed, lots: Lots) -> e.Drew:
    """Return the next card of the sign's kind; for a question mark of some kind."""
    assert state.stacks is not None
    kinds = [kind for kind in CardKind if state.state.cards_left(kind) != 0] if owed.card == ANY else [owed.card]
    kind = CardKind(str(lots.choice(kinds)))
    name = state.stacks.card(state.state, kind)
    gains = STAND_IN_GAINS.get(name or "")
    return e.Drew(by=owed.by, card=kind, name=name, gains=Amounts(gains) if gains else None)


def _rolled(full: FullState, event: Any, lots: Lots) -> Move:
    """Roll the dice of an announced event, or turn over its tile.

    It stays announced where something is left to decide.
    """
    state = full.state
    match event:
        case e.Discovered():
            room = state.room_of(event.by)
            tile, aside = _turn_over(full, lambda candidate: state.house.fits(candidate, room, event.door))
            return BegunEvent(replace(event, tile=tile, aside=aside), rolled=True)
        case e.Fell():
            faces = lots.faces(1) if is_hurt(state, event.by) else None
            if not needs_tile(state, event.by):
                return replace(event, faces=faces)
            event = replace(event, faces=faces)
            if any(can_fall_onto(state, tile) for tile in state.undiscovered):
                tile, aside = _turn_over(full, lambda candidate: can_fall_onto(state, candidate))
                event = replace(event, tile=tile, aside=aside)
            return BegunEvent(event, rolled=True)
        case e.ElevatorRan():
            faces = lots.faces(ELEVATOR_DICE)
            crash = None if sum(faces) else lots.choice(_FACES)
            return BegunEvent(replace(event, faces=faces, crash=crash), rolled=True)
        case e.Attacked():
            mine = dice(value_of(state, event.by, event.trait) or 0)
            theirs = dice(value_of(state, event.on, event.trait) or 0)
            return replace(event, faces=lots.faces(mine), against=lots.faces(theirs))
        case e.MonstersRolled():
            return replace(event, faces=lots.faces(state.kinds[event.kind].speed))
        case e.Rearranged():
            return lots.choice([*rearrangements(state, event.by)])
        case Owed():
            # A text makes somebody draw.
            return _drew(full, event, lots)
    rolled: e.GameEvent = replace(event, faces=lots.faces(dice(state.explorers[event.by].value(_trait(state, event)))))
    return rolled


def _trait(state: State, event: e.Roll) -> Trait:
    """Return the trait of a roll that a room asks."""
    if isinstance(event, e.Opened):
        return VAULT_DOOR.trait
    tile = TILES[state.room_of(event.by)]
    asked = tile.cross if isinstance(event, e.Crossed) else tile.leave
    assert asked is not None
    return asked.trait


def _turn_over(full: FullState, fits: Callable[[str], bool]) -> tuple[str, tuple[str, ...]]:
    """Turn over tiles until one fits; also return those before it."""
    assert full.stacks is not None
    aside: list[str] = []
    for tile in full.stacks.tiles(full.state):
        if fits(tile):
            return tile, tuple(aside)
        aside.append(tile)
    raise AssertionError("a tile fits behind every door that is offered")
