"""Events as objects of JSON and back, made from their dataclasses alone::

    @dataclass(frozen=True)
    class Moved:
        by: Side                                            # an enum: one of its words
        to: Annotated[str, Choices(CELLS, "a cell of the board")]
        steps: Annotated[int, Range(1, 6)] = 1              # a default: the key may be left out

    CODEC = Codec({"started": Started, "moved": Moved})
    CODEC.decode({"event": "moved", "by": "fox", "to": "d4"}) == Moved(Side.FOX, "d4")
    CODEC.encode(Moved(Side.FOX, "d4", 2)) == {"event": "moved", "by": "fox", "to": "d4", "steps": 2}

A field's name is its key (without an underscore at its end), and its type says what may stand there: `bool`, `int`,
`str` (a short text), enums, ``tuple[X, ...]`` (a list), ``tuple[X, Y]``, ``frozenset[X]`` (a sorted list),
``Mapping[X, Y]``, other dataclasses (objects) and ``X | Y``. Markers in `typing.Annotated` say it more closely. A key
whose field has a default may be left out, and is left out where it would say just that; ``X | None = None`` is such a
key, and never null. All defects are named at once.
"""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from .errors import NotationError, join_problems, shown
from .shapes import (
    EVENT,
    LONGEST_TEXT,
    WRONG,
    Check,
    Choices,
    Exclude,
    Expected,
    Explicit,
    Key,
    Predicate,
    Range,
    Shape,
    Size,
    Wire,
    shape_of,
)

__all__ = [
    "LONGEST_TEXT",
    "Choices",
    "Codec",
    "Exclude",
    "Expected",
    "Explicit",
    "Key",
    "ObjectCodec",
    "Predicate",
    "Range",
    "Size",
    "Wire",
]

_EventT = TypeVar("_EventT")
_T = TypeVar("_T")


class Codec(Generic[_EventT]):
    """Encoder and decoder of a game's events.

    `events`: their classes by the names that files have for them; a class may be annotated with `Wire`. `checks`: more
    conditions on the objects of these classes.

    >>> from dataclasses import dataclass
    >>> from engine import Codec
    >>> @dataclass(frozen=True)
    ... class Moved:
    ...     to: str
    ...     steps: int = 1
    >>> codec = Codec({"moved": Moved})
    >>> codec.encode(Moved("d4")), codec.decode({"event": "moved", "to": "d4", "steps": 2})
    ({'event': 'moved', 'to': 'd4'}, Moved(to='d4', steps=2))
    """

    def __init__(self, events: Mapping[str, Any], checks: Mapping[type, Check] | None = None) -> None:
        self._shapes = {name: shape_of(kind, checks or {}, EVENT) for name, kind in events.items()}
        self._names = {shape.type: name for name, shape in self._shapes.items()}
        #: The names of all events.
        self.names = tuple(events)

    def name_of(self, event: _EventT | type[_EventT]) -> str:
        """Return the name that files have for an event, or for a class of events."""
        return self._names[event if isinstance(event, type) else type(event)]

    def encode(self, event: _EventT) -> dict[str, Any]:
        """Return the event as an object that `json.dumps` writes."""
        name = self._names[type(event)]
        return {"event": name, **self._shapes[name].encode(event)}

    def decode(self, data: Mapping[str, Any]) -> _EventT:
        """Return the event in an object of JSON. Raises NotationError that names all defects."""
        name = data.get("event")
        shape = self._shapes.get(name) if isinstance(name, str) else None
        if shape is None:
            raise NotationError(f"event: expected one of {' '.join(self.names)}, found {shown(name)}")
        event: _EventT = _decode_whole(shape, data)
        return event


class ObjectCodec(Generic[_T]):
    """Encoder and decoder of one class of objects that are no events.

    Messages say `noun` for them.
    """

    def __init__(self, kind: Any, noun: str) -> None:
        self._shape = shape_of(kind, {}, noun)

    def encode(self, value: _T) -> dict[str, Any]:
        """Return the value as an object that `json.dumps` writes."""
        data: dict[str, Any] = self._shape.encode(value)
        return data

    def decode(self, data: object) -> _T:
        """Return the value in an object of JSON. Raises NotationError that names all defects."""
        value: _T = _decode_whole(self._shape, data)
        return value


def _decode_whole(shape: Shape, data: object) -> Any:
    problems: list[str] = []
    value = shape.decode(data, problems)
    if value is WRONG:
        raise NotationError(f"expected {shape.noun}, found {shown(data)}")
    if problems:
        raise NotationError(join_problems(problems))
    return value
