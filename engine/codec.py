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
`str` (a short text), enums, ``tuple[X, ...]`` (a list), ``tuple[X, Y]``, ``Mapping[X, Y]``, other dataclasses (objects)
and ``X | Y``. Markers in `typing.Annotated` say it more closely. A key whose field has a default may be left out, and
is left out where it would say just that; ``X | None = None`` is such a key, and never null. Whatever does not say what
it should is named, all of it at once.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from .errors import NotationError, join_problems, shown

#: A `str` without a marker has at most so many characters, all of them printable: a message must be able to show it.
LONGEST_TEXT = 40
#: An `int` without a range has at most so many digits, for the same reason.
MOST_DIGITS = 40
#: A list or an object has at most so many entries where its `Size` says nothing else.
MOST_ENTRIES = 100

_EventT = TypeVar("_EventT")
_T = TypeVar("_T")
#: Decoding gives this for a value that is not what is expected there.
_WRONG: Any = object()
#: Stands for the default of a field whose key is always there.
_NO_DEFAULT: Any = object()
#: What keys belong to, as a message says it: of an event, and of an object within.
_EVENT, _WITHIN = "this event", "this object"

Decode = Callable[[Any, list[str]], Any]
Encode = Callable[[Any], Any]
#: What is wrong with an object as a whole, such as keys that do not go together: one sentence each.
Check = Callable[[Mapping[str, Any]], Iterable[str]]


# --- markers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Choices:
    """One of these words, or of these members of enums. `noun`: a message says it in place of all the words."""

    members: Collection[str]
    noun: str = ""
    plural: str = ""


@dataclass(frozen=True, eq=False)
class Predicate:
    """A value of which `test` is true; `noun` says to people what that is."""

    test: Callable[[Any], bool]
    noun: str
    plural: str = ""


@dataclass(frozen=True, eq=False)
class Range:
    """A whole number from `least` to `most`, both included."""

    least: int
    most: int = 10**MOST_DIGITS - 1


@dataclass(frozen=True, eq=False)
class Size:
    """A list or an object with so many entries; `unique`: nothing stands twice in the list."""

    least: int = 0
    most: float = MOST_ENTRIES
    unique: bool = False


@dataclass(frozen=True, eq=False)
class Expected:
    """A message says this of the whole value, whatever is wrong with it or within."""

    noun: str


@dataclass(frozen=True, eq=False)
class Wire:
    """The value stands in JSON as another type: `dump` makes that of it, `load` makes it of that.

    `load` may raise NotationError with what is wrong.
    """

    type: Any
    dump: Callable[[Any], Any]
    load: Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class Without:
    """An object without the key of this field, which is None then."""

    field: str


@dataclass(frozen=True, eq=False)
class Key:
    """The field's key, where it is not the field's name."""

    name: str


_EXPLICIT = object()
#: ``Explicit[bool]``: the key is always there, even if the field has a default.
Explicit = Annotated[_T, _EXPLICIT]


# --- the codec --------------------------------------------------------------------------------------------------------


class Codec(Generic[_EventT]):
    """Makes objects of JSON of events and back; `events` are their classes by the names that files have for them.

    A class may be annotated, too, with `Wire`. `checks` tell more of objects of these classes than their keys do.
    """

    def __init__(self, events: Mapping[str, Any], checks: Mapping[type, Check] | None = None) -> None:
        self._shapes = {name: _shape_of(kind, checks or {}, of=_EVENT) for name, kind in events.items()}
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
        """Return the event in an object of JSON. Raises NotationError, naming all that does not say what it should."""
        name = data.get("event")
        shape = self._shapes.get(name) if isinstance(name, str) else None
        if shape is None:
            raise NotationError(f"event: expected one of {' '.join(self.names)}, found {shown(name)}")
        event: _EventT = _decode(shape, data)
        return event


class ObjectCodec(Generic[_T]):
    """The same for objects of one class, or of one that is annotated; `noun` says to people what they are."""

    def __init__(self, kind: Any, noun: str) -> None:
        self._shape = _shape_of(kind, {}, of=noun)

    def encode(self, value: _T) -> dict[str, Any]:
        """Return the value as an object that `json.dumps` writes."""
        made: dict[str, Any] = self._shape.encode(value)
        return made

    def decode(self, data: object) -> _T:
        """Return the value in an object of JSON. Raises NotationError, naming all that does not say what it should."""
        made: _T = _decode(self._shape, data)
        return made


def _decode(shape: "_Shape", data: object) -> Any:
    problems: list[str] = []
    made = shape.decode(data, problems)
    if made is _WRONG:
        raise NotationError(f"expected {shape.noun}, found {shown(data)}")
    if problems:
        raise NotationError(join_problems(problems))
    return made


# --- shapes: what a type looks like in JSON ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Shape:
    """How values of a type stand in JSON.

    `noun` and `plural` tell people what is expected. `decode` gives `_WRONG` for what is nothing of the kind, and adds
    to a list what is wrong within. `leaf`: nothing is within.
    """

    type: Any
    noun: str
    plural: str
    decode: Decode
    encode: Encode
    leaf: bool = True


def _same(value: Any) -> Any:
    return value


def _shape_of(kind: Any, checks: Mapping[type, Check], *, of: str = _WITHIN) -> _Shape:
    markers: dict[type, Any] = {}
    if get_origin(kind) is Annotated:
        kind, *found = get_args(kind)
        markers = {type(marker): marker for marker in found}
    if wire := markers.get(Wire):
        made = _wire(kind, wire, _shape_of(wire.type, checks, of=of))
    elif choices := markers.get(Choices):
        made = _choices(kind, choices)
    elif predicate := markers.get(Predicate):
        made = _predicate(kind, predicate)
    elif type(None) in get_args(kind):
        made = _nullable(_shape_of(_without_none(kind), checks))
    elif get_origin(kind) is tuple:
        element, *others = get_args(kind)
        if others == [...]:
            made = _list(_shape_of(element, checks), markers.get(Size, Size()))
        else:
            made = _row([_shape_of(one, checks) for one in get_args(kind)])
    elif get_origin(kind) is Mapping:
        keys, values = (_shape_of(one, checks) for one in get_args(kind))
        made = _mapping(keys, values, markers.get(Size, Size()))
    elif get_args(kind):
        made = _union([_shape_of(one, checks) for one in get_args(kind)])
    elif issubclass(kind, StrEnum):
        made = _choices(kind, Choices(tuple(kind)))
    elif kind in _PLAIN:
        made = _number(markers[Range]) if Range in markers else _PLAIN[kind]
    else:
        left_out = markers[Without].field if Without in markers else None
        made = _object(kind, checks, of, left_out)
    return _told_as_a_whole(made, markers[Expected].noun) if Expected in markers else made


def _choices(kind: Any, choices: Choices) -> _Shape:
    members = {str(member): member for member in choices.members}
    words = " ".join(members)

    def decode(value: Any, _: list[str]) -> Any:
        return members.get(value, _WRONG) if isinstance(value, str) else _WRONG

    base = kind if isinstance(kind, type) else str
    return _Shape(base, choices.noun or f"one of {words}", choices.plural or words, decode, str.__str__)


def _predicate(kind: Any, predicate: Predicate) -> _Shape:
    def decode(value: Any, _: list[str]) -> Any:
        return value if predicate.test(value) else _WRONG

    return _Shape(kind, predicate.noun, predicate.plural or predicate.noun, decode, _same)


def _number(among: Range) -> _Shape:
    least, most = among.least, among.most

    def decode(value: Any, _: list[str]) -> Any:
        return value if type(value) is int and least <= value <= most else _WRONG

    noun = f"a whole number from {least} " + ("on" if most == Range.most else f"to {most}")
    return _Shape(int, noun, noun.replace("a whole number", "whole numbers"), decode, _same)


def _decode_flag(value: Any, _: list[str]) -> Any:
    return value if value is True or value is False else _WRONG


def _decode_text(value: Any, _: list[str]) -> Any:
    return value if isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable() else _WRONG


_PLAIN = {
    bool: _Shape(bool, "true or false", "true or false", _decode_flag, _same),
    int: replace(_number(Range(-Range.most)), noun="a whole number", plural="whole numbers"),
    str: _Shape(str, "a short text", "short texts", _decode_text, _same),
}


def _without_none(kind: Any) -> Any:
    if get_origin(kind) is Annotated:
        kind, *markers = get_args(kind)
        return Annotated[(_without_none(kind), *markers)]
    if type(None) not in get_args(kind):
        return kind
    first, *others = (one for one in get_args(kind) if one is not type(None))
    for other in others:
        first |= other
    return first


def _nullable(inner: _Shape) -> _Shape:
    decode_inner, encode_inner = inner.decode, inner.encode

    def decode(value: Any, problems: list[str]) -> Any:
        return None if value is None else decode_inner(value, problems)

    def encode(value: Any) -> Any:
        return None if value is None else encode_inner(value)

    return replace(inner, decode=decode, encode=_same if encode_inner is _same else encode)


def _union(shapes: list[_Shape]) -> _Shape:
    def decode(value: Any, problems: list[str]) -> Any:
        for shape in shapes:
            made = shape.decode(value, problems)
            if made is not _WRONG:
                return made
        return _WRONG

    def encode(value: Any) -> Any:
        return next(shape for shape in shapes if isinstance(value, shape.type)).encode(value)

    noun = ", or ".join(shape.noun for shape in shapes)
    words = all(issubclass(shape.type, str) for shape in shapes)
    return _Shape(
        str if words else object,
        noun,
        noun,
        decode,
        str.__str__ if words else encode,
        leaf=all(shape.leaf for shape in shapes),
    )


def _wire(kind: Any, wire: Wire, inner: _Shape) -> _Shape:
    decode_inner, encode_inner, dump, load = inner.decode, inner.encode, wire.dump, wire.load

    def decode(value: Any, problems: list[str]) -> Any:
        before = len(problems)
        made = decode_inner(value, problems)
        if made is _WRONG or len(problems) > before:
            return made
        try:
            return load(made)
        except NotationError as error:
            problems.append(str(error))
            return None

    def encode(value: Any) -> Any:
        return encode_inner(dump(value))

    return replace(inner, type=get_origin(kind) or kind, decode=decode, encode=encode, leaf=False)


def _told_as_a_whole(inner: _Shape, noun: str) -> _Shape:
    decode_inner = inner.decode

    def decode(value: Any, _: list[str]) -> Any:
        within: list[str] = []
        made = decode_inner(value, within)
        return _WRONG if within else made

    return replace(inner, noun=noun, plural=noun, decode=inner.decode if inner.leaf else decode, leaf=True)


def _part(shape: _Shape, place: str, value: Any, problems: list[str]) -> Any:
    """Decodes what stands in a place of its own; what is wrong with it is told with its place."""
    within: list[str] = []
    made = shape.decode(value, within)
    if made is _WRONG:
        problems.append(f"{place}: expected {shape.noun}, found {shown(value)}")
    problems += [f"{place}: {problem}" for problem in within]
    return made


def _list(element: _Shape, size: Size) -> _Shape:
    decode_one, encode_one, leaf = element.decode, element.encode, element.leaf
    least, most, unique = size.least, size.most, size.unique

    def decode(value: Any, problems: list[str]) -> Any:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return _WRONG
        if leaf:
            made = [decode_one(one, problems) for one in value]
            if _WRONG in made:
                return _WRONG
        else:
            made = [_part(element, f"entry {number}", one, problems) for number, one in enumerate(value, start=1)]
        twice = next((one for one in value if value.count(one) > 1), None) if unique else None
        if twice is not None:
            problems.append(f"expected no name twice, found {shown(twice)} twice")
        return tuple(made)

    def encode(value: Any) -> Any:
        return [encode_one(one) for one in value]

    noun = f"a list of {element.plural}" + (", one at least" if size.least == 1 else "")
    return _Shape(
        tuple,
        noun,
        noun.replace("a list", "lists"),
        decode,
        list if encode_one is _same else encode,
        leaf=leaf and not unique,
    )


def _row(elements: list[_Shape]) -> _Shape:
    def decode(value: Any, problems: list[str]) -> Any:
        if not isinstance(value, list) or len(value) != len(elements):
            return _WRONG
        made = [shape.decode(one, problems) for shape, one in zip(elements, value, strict=True)]
        return _WRONG if _WRONG in made else tuple(made)

    def encode(value: Any) -> Any:
        return [shape.encode(one) for shape, one in zip(elements, value, strict=True)]

    noun = f"a list of {len(elements)}: {', '.join(shape.noun for shape in elements)}"
    return _Shape(tuple, noun, noun.replace("a list", "lists"), decode, encode, all(shape.leaf for shape in elements))


def _mapping(keys: _Shape, values: _Shape, size: Size) -> _Shape:
    decode_key, decode_one, encode_key, encode_one = keys.decode, values.decode, keys.encode, values.encode
    leaf = values.leaf

    def decode(value: Any, problems: list[str]) -> Any:
        if not isinstance(value, dict) or not size.least <= len(value) <= size.most:
            return _WRONG
        made = {}
        for key, one in value.items():
            name = decode_key(key, problems)
            if name is _WRONG:
                return _WRONG
            made[name] = decode_one(one, problems) if leaf else _WRONG
            if made[name] is _WRONG:
                made[name] = _part(values, key, one, problems)
        return made

    def encode(value: Any) -> Any:
        return {encode_key(key): encode_one(one) for key, one in value.items()}

    noun = f"an object with {keys.plural} as keys" + (", one at least" if size.least == 1 else "")
    return _Shape(Mapping, noun, noun.replace("an object", "objects"), decode, encode, leaf=False)


@dataclass(frozen=True)
class _Field:
    """A field of a class, with its key. `default` is `_NO_DEFAULT` where the key is always there."""

    key: str
    name: str
    shape: _Shape
    default: Any


def _fields_of(kind: type, checks: Mapping[type, Check], left_out: str | None) -> Iterator[_Field]:
    """The fields of a class, in the order in which their keys are written: that of its parameters."""
    hints = get_type_hints(kind, include_extras=True)
    for field in sorted(fields(kind), key=lambda field: field.kw_only is True):
        if field.name == left_out:
            continue
        hint, markers = hints[field.name], get_args(hints[field.name])[1:]
        optional = field.default is not MISSING and _EXPLICIT not in markers
        if optional and field.default is None:
            hint = _without_none(hint)
        key = next((marker.name for marker in markers if isinstance(marker, Key)), field.name.removesuffix("_"))
        yield _Field(key, field.name, _shape_of(hint, checks), field.default if optional else _NO_DEFAULT)


def _object(kind: type, checks: Mapping[type, Check], of: str, left_out: str | None) -> _Shape:
    found = tuple(_fields_of(kind, checks, left_out))
    reading = [(one.key, one.name, one.shape.decode, one) for one in found]
    # What need not be changed is not: half of all values are texts, numbers and flags.
    writing = [(one.key, one.name, one.shape.encode is not _same and one.shape.encode, one.default) for one in found]
    known = {one.key for one in found} | ({"event"} if of == _EVENT else set())
    empty = {left_out: None} if left_out else {}
    check = checks.get(kind)
    one_at_least = of == _WITHIN and all(one.default is not _NO_DEFAULT for one in found)

    def decode(value: Any, problems: list[str]) -> Any:
        if not isinstance(value, (dict, Mapping)) or (one_at_least and not value):
            return _WRONG
        before = len(problems)
        values: dict[str, Any] = dict(empty)
        within: list[str] = []
        for key, name, decode_one, one in reading:
            if key in value:
                made = values[name] = decode_one(value[key], within)
                if made is _WRONG or within:
                    within.clear()
                    _part(one.shape, key, value[key], problems)
            elif one.default is _NO_DEFAULT:
                problems.append(f"{key}: expected {one.shape.noun}, found nothing")
        if check:
            problems += check(value)
        if not value.keys() <= known:
            # An unknown key is a misspelt one: what it should have said would be lost.
            problems += [f"{shown(key)} is no key of {of}" for key in value if key not in known]
        return None if len(problems) > before else kind(**values)

    def encode(value: Any) -> Any:
        written = {}
        values = value.__dict__
        for key, name, encode_one, default in writing:
            one = values[name]
            if default is _NO_DEFAULT or one != default:
                written[key] = encode_one(one) if encode_one else one
        return written

    keys = " ".join(one.key for one in found)
    noun = f"an object with {'one or more of ' if one_at_least else ''}{keys}"
    return _Shape(kind, noun, noun.replace("an object", "objects"), decode, encode, leaf=False)
