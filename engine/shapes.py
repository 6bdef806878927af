"""Shapes of types in JSON, and markers that add to a type (see `engine/codec.py`)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import NotationError, shown

#: A `str` without a marker has at most so many characters, all of them printable: a message must be able to show it.
LONGEST_TEXT = 40
#: An `int` without a range has at most so many digits, for the same reason.
MOST_DIGITS = 40
#: A list or an object has at most so many entries where its `Size` says nothing else.
MOST_ENTRIES = 100

_T = TypeVar("_T")
#: Result of decoding a value that is not of the expected kind.
WRONG: Any = object()
#: Default of a field whose key is always there.
_NO_DEFAULT: Any = object()
#: Owner of an event's keys, as a message names it.
EVENT = "this event"
#: Owner of the keys of an object inside another one.
_INNER_OBJECT = "this object"

Decode = Callable[[Any, list[str]], Any]
Encode = Callable[[Any], Any]
#: Problems of an object as a whole, such as keys that do not go together: one sentence each.
Check = Callable[[Mapping[str, Any]], Iterable[str]]


# --- markers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Choices:
    """A word out of these, or a member of enums; messages list them, or say `noun` instead."""

    members: Collection[str]
    noun: str = ""
    plural: str = ""


@dataclass(frozen=True, eq=False)
class Predicate:
    """A value for which `test` is true; messages say `noun` for it."""

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
    """The number of entries of a list or object; `unique`: nothing stands twice in the list."""

    least: int = 0
    most: float = MOST_ENTRIES
    unique: bool = False


@dataclass(frozen=True, eq=False)
class Expected:
    """The noun that messages say for the value, whatever is wrong with it or inside it."""

    noun: str


@dataclass(frozen=True, eq=False)
class Wire:
    """Other type for a value in JSON; `dump` converts to it, `load` converts from it.

    `load` may raise NotationError with what is wrong.
    """

    type: Any
    dump: Callable[[Any], Any]
    load: Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class Exclude:
    """A field whose key an object does not have, and which is None then."""

    field: str


@dataclass(frozen=True, eq=False)
class Key:
    """The key of a field, where it is not the field's name."""

    name: str


_EXPLICIT = object()
#: ``Explicit[bool]``: the key is always there, even if the field has a default.
Explicit = Annotated[_T, _EXPLICIT]


# --- shapes: what a type looks like in JSON ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """Form of a type's values in JSON.

    `noun` and `plural` tell people what is expected. `decode` returns `WRONG` for a value that is nothing of the kind,
    and adds what is wrong inside a value to a list. `leaf`: a value has no inside.
    """

    type: Any
    noun: str
    plural: str
    decode: Decode
    encode: Encode
    leaf: bool = True


def _identity(value: Any) -> Any:
    return value


def shape_of(kind: Any, checks: Mapping[type, Check], owner: str = _INNER_OBJECT) -> Shape:
    """Return the shape of a type, which may be annotated.

    `owner` is the class whose keys it has if it is an object.
    """
    markers = {type(marker): marker for marker in _markers_of(kind)}
    kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    origin, parts = get_origin(kind), get_args(kind)
    size = markers.get(Size, Size())
    if Wire in markers:
        shape = _wire(kind, markers[Wire], shape_of(markers[Wire].type, checks, owner))
    elif Choices in markers:
        shape = _choices(kind, markers[Choices])
    elif Predicate in markers:
        shape = _predicate(kind, markers[Predicate])
    elif type(None) in parts:
        shape = _nullable(shape_of(_without_none(kind), checks))
    elif origin is tuple and parts[1:] == (...,):
        shape = _list(shape_of(parts[0], checks), size)
    elif origin is tuple:
        shape = _fixed_list([shape_of(part, checks) for part in parts])
    elif origin is frozenset:
        shape = _set(shape_of(parts[0], checks), size)
    elif origin is Mapping:
        shape = _mapping(shape_of(parts[0], checks), shape_of(parts[1], checks), size)
    elif origin in (Union, UnionType):
        shape = _union([shape_of(part, checks) for part in parts])
    elif kind in _PLAIN:
        shape = _number(markers[Range]) if Range in markers else _PLAIN[kind]
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        shape = _choices(kind, Choices(tuple(kind)))
    elif isinstance(kind, type) and is_dataclass(kind):
        shape = _object(kind, checks, owner, markers[Exclude].field if Exclude in markers else None)
    else:
        known = "bool, int, str, StrEnum, tuple, frozenset, Mapping or a dataclass"
        raise TypeError(f"{kind} has no form in JSON; use {known}")
    return _with_noun(shape, markers[Expected].noun) if Expected in markers else shape


def _markers_of(kind: Any) -> tuple[Any, ...]:
    return get_args(kind)[1:] if get_origin(kind) is Annotated else ()


def _without_none(kind: Any) -> Any:
    """Return ``X`` for ``X | None``, also inside an annotation."""
    if get_origin(kind) is Annotated:
        return Annotated[(_without_none(get_args(kind)[0]), *_markers_of(kind))]
    if type(None) not in get_args(kind):
        return kind
    return Union[tuple(part for part in get_args(kind) if part is not type(None))]  # noqa: UP007


def _choices(kind: Any, choices: Choices) -> Shape:
    members = {str(member): member for member in choices.members}
    words = " ".join(members)

    def decode(value: Any, _: list[str]) -> Any:
        return members.get(value, WRONG) if isinstance(value, str) else WRONG

    base = kind if isinstance(kind, type) else str
    return Shape(base, choices.noun or f"one of {words}", choices.plural or words, decode, str.__str__)


def _predicate(kind: Any, predicate: Predicate) -> Shape:
    def decode(value: Any, _: list[str]) -> Any:
        return value if predicate.test(value) else WRONG

    return Shape(kind, predicate.noun, predicate.plural or predicate.noun, decode, _identity)


def _number(limits: Range) -> Shape:
    least, most = limits.least, limits.most

    def decode(value: Any, _: list[str]) -> Any:
        return value if type(value) is int and least <= value <= most else WRONG

    limits_noun = f"from {least} " + ("on" if most == Range.most else f"to {most}")
    return Shape(int, f"a whole number {limits_noun}", f"whole numbers {limits_noun}", decode, _identity)


def _decode_flag(value: Any, _: list[str]) -> Any:
    return value if value is True or value is False else WRONG


def _decode_text(value: Any, _: list[str]) -> Any:
    return value if isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable() else WRONG


_PLAIN = {
    bool: Shape(bool, "true or false", "true or false", _decode_flag, _identity),
    int: replace(_number(Range(-Range.most)), noun="a whole number", plural="whole numbers"),
    str: Shape(str, "a short text", "short texts", _decode_text, _identity),
}


def _nullable(inner: Shape) -> Shape:
    decode_inner, encode_inner = inner.decode, inner.encode

    def decode(value: Any, problems: list[str]) -> Any:
        return None if value is None else decode_inner(value, problems)

    def encode(value: Any) -> Any:
        return None if value is None else encode_inner(value)

    return replace(inner, decode=decode, encode=_identity if encode_inner is _identity else encode)


def _union(shapes: list[Shape]) -> Shape:
    def decode(value: Any, problems: list[str]) -> Any:
        for shape in shapes:
            decoded = shape.decode(value, problems)
            if decoded is not WRONG:
                return decoded
        return WRONG

    def encode(value: Any) -> Any:
        return next(shape for shape in shapes if isinstance(value, shape.type)).encode(value)

    noun = ", or ".join(shape.noun for shape in shapes)
    leaf = all(shape.leaf for shape in shapes)
    if all(issubclass(shape.type, str) for shape in shapes):
        return Shape(str, noun, noun, decode, str.__str__, leaf)
    return Shape(object, noun, noun, decode, encode, leaf)


def _wire(kind: Any, wire: Wire, inner: Shape) -> Shape:
    decode_inner, encode_inner, dump, load = inner.decode, inner.encode, wire.dump, wire.load

    def decode(value: Any, problems: list[str]) -> Any:
        known_problems = len(problems)
        decoded = decode_inner(value, problems)
        if decoded is WRONG or len(problems) > known_problems:
            return decoded
        try:
            return load(decoded)
        except NotationError as error:
            problems.append(str(error))
            return None

    def encode(value: Any) -> Any:
        return encode_inner(dump(value))

    return replace(inner, type=get_origin(kind) or kind, decode=decode, encode=encode, leaf=False)


def _with_noun(inner: Shape, noun: str) -> Shape:
    """Return the shape with one noun for all that may be wrong."""
    decode_inner = inner.decode

    def decode(value: Any, _: list[str]) -> Any:
        problems: list[str] = []
        decoded = decode_inner(value, problems)
        return WRONG if problems else decoded

    return replace(inner, noun=noun, plural=noun, decode=decode_inner if inner.leaf else decode, leaf=True)


def _decode_at(place: str, shape: Shape, value: Any, problems: list[str]) -> Any:
    """Decode the value in a place, which the problems name."""
    inner_problems: list[str] = []
    decoded = shape.decode(value, inner_problems)
    if decoded is WRONG:
        problems.append(f"{place}: expected {shape.noun}, found {shown(value)}")
    problems += [f"{place}: {problem}" for problem in inner_problems]
    return decoded


def _list(entry: Shape, size: Size) -> Shape:
    decode_entry, encode_entry, leaf = entry.decode, entry.encode, entry.leaf
    least, most, unique = size.least, size.most, size.unique

    def decode(value: Any, problems: list[str]) -> Any:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return WRONG
        if leaf:
            decoded = [decode_entry(item, problems) for item in value]
            if WRONG in decoded:
                return WRONG
        else:
            decoded = [_decode_at(f"entry {n}", entry, item, problems) for n, item in enumerate(value, start=1)]
        twice = next((item for item in value if value.count(item) > 1), None) if unique else None
        if twice is not None:
            problems.append(f"expected no name twice, found {shown(twice)} twice")
        return tuple(decoded)

    def encode(value: Any) -> Any:
        return [encode_entry(item) for item in value]

    contents = f"of {entry.plural}{_at_least(size)}"
    return Shape(
        tuple,
        f"a list {contents}",
        f"lists {contents}",
        decode,
        list if encode_entry is _identity else encode,
        leaf=leaf and not unique,
    )


def _set(entry: Shape, size: Size) -> Shape:
    """Return the shape of a set: a list without order, written sorted."""
    entries = _list(entry, size)

    def decode(value: Any, problems: list[str]) -> Any:
        decoded = entries.decode(value, problems)
        return decoded if decoded is WRONG else frozenset(decoded)

    return replace(entries, type=frozenset, decode=decode, encode=lambda value: sorted(map(entry.encode, value)))


def _fixed_list(entries: list[Shape]) -> Shape:
    def decode(value: Any, problems: list[str]) -> Any:
        if not isinstance(value, list) or len(value) != len(entries):
            return WRONG
        decoded = [shape.decode(item, problems) for shape, item in zip(entries, value, strict=True)]
        return WRONG if WRONG in decoded else tuple(decoded)

    def encode(value: Any) -> Any:
        return [shape.encode(item) for shape, item in zip(entries, value, strict=True)]

    contents = f"of {len(entries)}: {', '.join(shape.noun for shape in entries)}"
    leaf = all(shape.leaf for shape in entries)
    return Shape(tuple, f"a list {contents}", f"lists {contents}", decode, encode, leaf)


def _mapping(keys: Shape, values: Shape, size: Size) -> Shape:
    decode_key, decode_value, encode_key, encode_value = keys.decode, values.decode, keys.encode, values.encode
    least, most, leaf = size.least, size.most, values.leaf

    def decode(value: Any, problems: list[str]) -> Any:
        if not isinstance(value, dict) or not least <= len(value) <= most:
            return WRONG
        decoded = {}
        for word, item in value.items():
            key = decode_key(word, problems)
            if key is WRONG:
                return WRONG
            decoded[key] = decode_value(item, problems) if leaf else WRONG
            if decoded[key] is WRONG:
                decoded[key] = _decode_at(word, values, item, problems)
        return decoded

    def encode(value: Any) -> Any:
        return {encode_key(key): encode_value(item) for key, item in value.items()}

    contents = f"with {keys.plural} as keys{_at_least(size)}"
    return Shape(Mapping, f"an object {contents}", f"objects {contents}", decode, encode, leaf=False)


def _at_least(size: Size) -> str:
    return f", at least {size.least}" if size.least else ""


@dataclass(frozen=True)
class _Field:
    """Field of a class, with its key.

    `default` is `_NO_DEFAULT` where the key is always there.
    """

    key: str
    name: str
    shape: Shape
    default: Any


def _fields_of(kind: type, checks: Mapping[type, Check], excluded: str | None) -> Iterator[_Field]:
    """Yield the fields of a class in the order of its parameters.

    Their keys are written in this order.
    """
    hints = get_type_hints(kind, include_extras=True)
    for field in sorted(fields(kind), key=lambda field: field.kw_only is True):
        hint = hints[field.name]
        optional = field.default is not MISSING and _EXPLICIT not in _markers_of(hint)
        if optional and field.default is None:
            hint = _without_none(hint)
        keys = [marker.name for marker in _markers_of(hint) if isinstance(marker, Key)]
        key = keys[0] if keys else field.name.removesuffix("_")
        if field.name != excluded:
            yield _Field(key, field.name, shape_of(hint, checks), field.default if optional else _NO_DEFAULT)


def _object(kind: type, checks: Mapping[type, Check], owner: str, excluded: str | None) -> Shape:
    members = tuple(_fields_of(kind, checks, excluded))
    reading = [(field.key, field.name, field.shape.decode, field) for field in members]
    # Texts, numbers and flags, half of all values, are written as they are, without a call.
    writing = [
        (field.key, field.name, None if field.shape.encode is _identity else field.shape.encode, field.default)
        for field in members
    ]
    known = {field.key for field in members} | ({"event"} if owner == EVENT else set())
    check = checks.get(kind)
    needs_one = owner == _INNER_OBJECT and all(field.default is not _NO_DEFAULT for field in members)

    def decode(value: Any, problems: list[str]) -> Any:
        if not isinstance(value, (dict, Mapping)) or (needs_one and not value):
            return WRONG
        known_problems = len(problems)
        values: dict[str, Any] = {excluded: None} if excluded else {}
        inner_problems: list[str] = []
        for key, name, decode_value, field in reading:
            if key in value:
                decoded = values[name] = decode_value(value[key], inner_problems)
                if decoded is WRONG or inner_problems:
                    inner_problems.clear()
                    _decode_at(key, field.shape, value[key], problems)
            elif field.default is _NO_DEFAULT:
                problems.append(f"{key}: expected {field.shape.noun}, found nothing")
        if check:
            problems += check(value)
        if not value.keys() <= known:
            # An unknown key is a misspelt one: what it should have said would be lost.
            problems += [f"{shown(key)} is no key of {owner}" for key in value if key not in known]
        return None if len(problems) > known_problems else kind(**values)

    def encode(value: Any) -> Any:
        written = {}
        for key, name, encode_value, default in writing:
            item = getattr(value, name)
            if default is _NO_DEFAULT or item != default:
                written[key] = encode_value(item) if encode_value else item
        return written

    contents = f"with {'one or more of ' if needs_one else ''}{' '.join(field.key for field in members)}"
    return Shape(kind, f"an object {contents}", f"objects {contents}", decode, encode, leaf=False)
