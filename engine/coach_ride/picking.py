"""Picks of what is given away by an event that another player has begun (K11, K20, K21)."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated

from engine.codec import Predicate, Wire
from engine.errors import NotationError
from engine.values import value

from . import events as e
from .cards import Item, Person
from .hidden import is_bag_for_bag
from .state import State

#: An event to pick for takes no more letters.
_MOST_IN_EVENT = 2000


def _dump(event: e.GameEvent) -> str:
    return json.dumps(e.CODEC.encode(event))


def _load(text: str) -> e.GameEvent:
    try:
        return e.CODEC.decode(json.loads(text))
    except (ValueError, RecursionError):
        raise NotationError("an event that is no JSON") from None


def _is_event(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MOST_IN_EVENT


#: Event as one text of JSON.
_Event = Annotated[e.GameEvent, Wire(Annotated[str, Predicate(_is_event, "an event as JSON")], _dump, _load)]


@value
class Picking:
    """Event that happens once those who are `asked` have picked what they give away by it.

    A view has the own pick alone.
    """

    event: _Event
    asked: tuple[Person, ...]
    gives: Mapping[Person, Item]

    @property
    def left(self) -> tuple[Person, ...]:
        """Return who has not picked yet."""
        return tuple([player for player in self.asked if player not in self.gives])


def players_to_pick(state: State, event: e.GameEvent, choosers: Collection[Person]) -> tuple[Person, ...]:
    """Return those who choose for themselves and give something away by another player's event.

    Whoever has one item alone, as everybody sees, has no choice.
    """
    return tuple([giver for giver in _other_givers(state, event) if giver in choosers and state.hands[giver] > 1])


def _other_givers(state: State, event: e.GameEvent) -> Iterator[Person]:
    match event:
        case e.SextantUsed(by=actor):
            yield from state.from_player(actor)[1:]
        case e.PriestUsed(by=actor) if state.fight is not None and state.fight.attacker is not actor:
            yield state.fight.attacker
        case e.Handed() if state.trade is not None:
            yield state.trade.active


def items_to_pick(state: State, picking: Picking, hand: Collection[Item]) -> list[Item]:
    """Return what may be given: not a bag for the other bag (K5)."""
    demanded = state.trade.demanded if isinstance(picking.event, e.Handed) and state.trade is not None else None
    return [item for item in sorted(set(hand)) if not is_bag_for_bag(item, demanded, state.pile)]
