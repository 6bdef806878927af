"""View of a seat on its way to another table, without the rules' state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine.codec import Choices, ObjectCodec, Predicate, Range, Size, Wire
from engine.errors import NotationError
from engine.values import replaced

from . import events as e
from .codec import CODEC
from .full_state import FullState
from .ids import Explorer
from .possible import BegunEvent, DiceThrown
from .scenario import UNCLAIMED
from .throwing import MOST_THROWN, THROWN_FOR

#: The rules' state comes beside the view.
_BESIDE: Any = None
#: No haunt has more turns.
_MOST_TURNS = 9999
#: Events that are announced with dice or a tile, before their player decides the rest.
_ANNOUNCED = (e.Discovered, e.Fell, e.ElevatorRan)


def _is_object(data: Any) -> bool:
    return isinstance(data, dict)


def announced_to_json(event: e.GameEvent) -> dict[str, Any]:
    """Return an event with its dice or its tile as data that `json.dumps` writes."""
    data = CODEC.encode(event)
    # A fall is told with a place of its tile.
    return {**data, "turn": 0, "at": [0, 0]} if isinstance(event, e.Fell) and event.tile is not None else data


def announced_from_json(data: Mapping[str, Any]) -> e.GameEvent:
    """Return such an event. Raises NotationError."""
    event = CODEC.decode(data)
    if not isinstance(event, _ANNOUNCED):
        raise NotationError("expected an event that is announced")
    return replaced(event, at=None) if isinstance(event, e.Fell) else event


_Announced = Annotated[
    e.GameEvent,
    Wire(
        Annotated[dict[str, Any], Predicate(_is_object, "an announced event")], announced_to_json, announced_from_json
    ),
]


@dataclass(frozen=True)
class _ThrownKeys:
    by: Explorer
    event: Annotated[str, Choices(THROWN_FOR)]
    faces: Annotated[tuple[Annotated[int, Range(0, 2)], ...], Size(least=1, most=MOST_THROWN)]


@dataclass(frozen=True)
class _ViewKeys:
    turns: Annotated[int, Range(UNCLAIMED, _MOST_TURNS)]
    announced: _Announced | None = None
    declined: bool = False
    thrown: _ThrownKeys | None = None


def _keys(view: FullState) -> _ViewKeys:
    announced, thrown = view.announced, view.thrown
    return _ViewKeys(
        view.turns,
        # What is still to be rolled is known to the table alone that rolls it.
        announced.event if announced is not None and announced.rolled else None,
        view.declined,
        None if thrown is None else _ThrownKeys(thrown.by, thrown.event, thrown.faces),
    )


def _view(keys: _ViewKeys) -> FullState:
    announced, thrown = keys.announced, keys.thrown
    return FullState(
        _BESIDE,
        None,
        None if announced is None else BegunEvent(announced, rolled=True),
        keys.declined,
        keys.turns,
        None if thrown is None else DiceThrown(thrown.by, thrown.event, len(thrown.faces), thrown.faces),
    )


VIEW_CODEC = ObjectCodec[FullState](Annotated[FullState, Wire(_ViewKeys, _keys, _view)], "a view")
