"""The codec writes small dataclasses to JSON, and explains errors in JSON."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codec import (
    Choices,
    Codec,
    Exclude,
    Expected,
    Explicit,
    Key,
    ObjectCodec,
    Predicate,
    Range,
    Size,
    Wire,
)
from engine.errors import NotationError
from engine.names import Name


class Side(Name):
    """Side that plays."""

    FOX = "fox"
    GEESE = "geese"


class Way(Name):
    """Direction of a move."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True)
class Started:
    """The plain types: an enum stands as its word, a tuple as a list."""

    players: Annotated[tuple[Side, ...], Size(least=1, unique=True)]
    title: str
    goal: int
    open: bool = False


@dataclass(frozen=True)
class Moved:
    """Event whose fields with a default are optional keys; a None is never null in JSON."""

    by: Side
    to: Annotated[str, Choices(("a1", "b2", "c3"), "a cell of the board", "cells")]
    steps: Annotated[int, Range(1, 6)] = 1
    way: Way | None = None
    from_: str | None = None


@dataclass(frozen=True)
class Passed:
    """Event whose key without a default must be there, and null where the field may be None."""

    by: Side | None
    loud: Explicit[bool] = False


@dataclass(frozen=True)
class Card:
    """An object within an event."""

    id: Annotated[str | None, Predicate(lambda value: isinstance(value, str) and value.isdigit(), "a number")]
    colour: str = "grey"


@dataclass(frozen=True)
class Table:
    """Lists, objects and markers within each other."""

    cards: tuple[Card, ...]
    shown: Annotated[Card, Exclude("id")] | None = None
    scores: Mapping[Side, Annotated[int, Range(0, 9)]] | None = None
    spot: Annotated[tuple[int, int], Expected("[x, y]")] | None = None
    partner: Annotated[Side, Key("with")] | None = None


@dataclass(frozen=True)
class Swapped:
    """A value that stands in JSON as something else: pairs as an object, one side or both."""

    cells: Annotated[tuple[tuple[str, int], ...], Wire(Mapping[str, int], dict, lambda table: tuple(table.items()))]
    winner: Side | tuple[Side, Side]


Event = Started | Moved | Passed | Table | Swapped


def check_moved(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield keys that do not go together."""
    if "way" in data and "from" in data:
        yield "way: does not go with from"


CODEC: Codec[Event] = Codec(
    {"started": Started, "moved": Moved, "passed": Passed, "table": Table, "swapped": Swapped}, {Moved: check_moved}
)


@pytest.mark.parametrize(
    ("event", "data"),
    [
        (
            Started((Side.GEESE, Side.FOX), "Evening", 10**20, True),
            {"event": "started", "players": ["geese", "fox"], "title": "Evening", "goal": 10**20, "open": True},
        ),
        (Moved(Side.FOX, "a1"), {"event": "moved", "by": "fox", "to": "a1"}),
        (
            Moved(Side.FOX, "a1", 3, Way.UP),
            {"event": "moved", "by": "fox", "to": "a1", "steps": 3, "way": "up"},
        ),
        (Moved(Side.FOX, "a1", from_="b2"), {"event": "moved", "by": "fox", "to": "a1", "from": "b2"}),
        (Passed(None), {"event": "passed", "by": None, "loud": False}),
        (
            Table((Card("1"), Card("2", "red")), Card(None, "blue"), {Side.FOX: 3}, (1, -2), Side.GEESE),
            {
                "event": "table",
                "cards": [{"id": "1"}, {"id": "2", "colour": "red"}],
                "shown": {"colour": "blue"},
                "scores": {"fox": 3},
                "spot": [1, -2],
                "with": "geese",
            },
        ),
        (
            Swapped((("a1", 1), ("b2", 2)), Side.FOX),
            {"event": "swapped", "cells": {"a1": 1, "b2": 2}, "winner": "fox"},
        ),
        (
            Swapped((), (Side.FOX, Side.GEESE)),
            {"event": "swapped", "cells": {}, "winner": ["fox", "geese"]},
        ),
    ],
)
def test_an_event_is_an_object_and_back(event: Event, data: dict[str, Any]) -> None:
    written = CODEC.encode(event)
    assert json.dumps(written) == json.dumps(data)
    assert repr(CODEC.decode(json.loads(json.dumps(data)))) == repr(event)
    # JSON has no enums and no tuples of ours.
    assert {type(value) for value in written.values()} <= {str, int, bool, list, dict, type(None)}


def refusal(data: Mapping[str, Any]) -> str | None:
    """Return the sentence with which an object is refused; None if it is an event."""
    try:
        CODEC.decode(data)
    except NotationError as error:
        return str(error)
    return None


def complaint(event: str, **keys: Any) -> str:
    """Return the sentence with which these keys are refused."""
    sentence = refusal({"event": event, **keys})
    assert sentence is not None
    return sentence


MOVED: Mapping[str, Any] = {"by": "fox", "to": "a1"}
STARTED: Mapping[str, Any] = {"players": ["fox"], "title": "", "goal": 1}


@pytest.mark.parametrize(
    ("event", "keys", "sentence"),
    [
        ("flew", {}, "event: expected one of started moved passed table swapped, found 'flew'"),
        ("moved", {"by": "fox"}, "to: expected a cell of the board, found nothing"),
        ("moved", {**MOVED, "to": "z9"}, "to: expected a cell of the board, found 'z9'"),
        ("moved", {**MOVED, "by": "wolf"}, "by: expected one of fox geese, found 'wolf'"),
        ("moved", {**MOVED, "by": ["fox"]}, "by: expected one of fox geese, found ['fox']"),
        ("moved", {**MOVED, "steps": 7}, "steps: expected a whole number from 1 to 6, found 7"),
        ("moved", {**MOVED, "steps": True}, "steps: expected a whole number from 1 to 6, found true"),
        ("moved", {**MOVED, "steps": 1.0}, "steps: expected a whole number from 1 to 6, found 1.0"),
        ("moved", {**MOVED, "way": None}, "way: expected one of up down, found null"),
        ("moved", {**MOVED, "stesp": 2}, "'stesp' is no key of this event"),
        ("moved", {**MOVED, "way": "up", "from": "b2"}, "way: does not go with from"),
        ("started", {**STARTED, "open": 0}, "open: expected true or false, found 0"),
        (
            "started",
            {**STARTED, "title": "x" * 41},
            "title: expected a short text, found 'xxxxxxxxxxxx...xxxxxxxxxxxxx'",
        ),
        ("started", {**STARTED, "title": "\n"}, "title: expected a short text, found '\\n'"),
        (
            "started",
            {**STARTED, "goal": 10**40},
            "goal: expected a whole number, found 100000000000000000...0000000000000000000",
        ),
        ("started", {**STARTED, "players": []}, "players: expected a list of fox geese, at least 1, found []"),
        (
            "started",
            {**STARTED, "players": ["fox", 1]},
            "players: expected a list of fox geese, at least 1, found ['fox', 1]",
        ),
        ("started", {**STARTED, "players": ["fox", "fox"]}, "players: expected no name twice, found 'fox' twice"),
        ("passed", {"by": None}, "loud: expected true or false, found nothing"),
        ("table", {"cards": {}}, "cards: expected a list of objects with id colour, found {}"),
        ("table", {"cards": [{"id": "1"}, {"id": "x"}]}, "cards: entry 2: id: expected a number, found 'x'"),
        ("table", {"cards": [{"id": None}]}, "cards: entry 1: id: expected a number, found null"),
        ("table", {"cards": [{"id": "1", "shape": 1}]}, "cards: entry 1: 'shape' is no key of this object"),
        ("table", {"cards": [], "shown": {"id": "1"}}, "shown: 'id' is no key of this object"),
        ("table", {"cards": [], "scores": {"fox": 10}}, "scores: fox: expected a whole number from 0 to 9, found 10"),
        (
            "table",
            {"cards": [], "scores": {"wolf": 1}},
            "scores: expected an object with fox geese as keys, found {'wolf': 1}",
        ),
        ("table", {"cards": [], "spot": [1, "2"]}, "spot: expected [x, y], found [1, '2']"),
        ("table", {"cards": [], "spot": [1]}, "spot: expected [x, y], found [1]"),
        ("swapped", {"cells": {"a1": "1"}, "winner": "fox"}, "cells: a1: expected a whole number, found '1'"),
        (
            "swapped",
            {"cells": {}, "winner": ["fox"]},
            "winner: expected one of fox geese, or a list of 2: one of fox geese, one of fox geese, found ['fox']",
        ),
    ],
)
def test_what_does_not_say_what_it_should_is_named(event: str, keys: dict[str, Any], sentence: str) -> None:
    assert complaint(event, **keys) == sentence


def test_all_that_is_wrong_is_named_at_once() -> None:
    assert complaint("moved", by=1, steps=0, why="") == (
        "by: expected one of fox geese, found 1; to: expected a cell of the board, found nothing; "
        "steps: expected a whole number from 1 to 6, found 0; 'why' is no key of this event"
    )


def test_a_list_is_no_longer_than_a_message_can_tell() -> None:
    cards = [{"id": "1"}] * 101
    assert complaint("table", cards=cards).startswith("cards: expected a list of objects with id colour, found [")
    assert len(complaint("table", cards=[{}] * 100)) < 1000


def test_other_objects_than_events_have_a_codec_too() -> None:
    codec: ObjectCodec[Card] = ObjectCodec(Card, "a card")
    assert codec.encode(codec.decode({"id": "7"})) == {"id": "7"}
    with pytest.raises(NotationError, match="'event' is no key of a card"):
        codec.decode({"id": "7", "event": "moved"})
    with pytest.raises(NotationError, match="expected an object with id colour, found 7"):
        codec.decode(7)


def test_a_type_without_a_form_in_json_is_refused_when_the_codec_is_made() -> None:
    @dataclass(frozen=True)
    class Weighed:
        weights: list[int]

    with pytest.raises(TypeError, match=r"list\[int\] has no form in JSON; use bool, int, str"):
        Codec({"weighed": Weighed})


def test_an_event_knows_its_name() -> None:
    assert CODEC.names == ("started", "moved", "passed", "table", "swapped")
    assert CODEC.name_of(Moved) == CODEC.name_of(Moved(Side.FOX, "a1")) == "moved"


SIDES = st.sampled_from(Side)
SHORT = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Started, st.lists(SIDES, min_size=1, unique=True).map(tuple), SHORT, st.integers(-(10**39), 10**39)),
    st.builds(Moved, SIDES, st.sampled_from(["a1", "b2"]), st.integers(1, 6), st.none() | st.sampled_from(Way)),
    st.builds(Passed, st.none() | SIDES, st.booleans()),
    st.builds(
        Table,
        st.lists(st.builds(Card, st.integers(0).map(str), SHORT), max_size=5).map(tuple),
        st.none() | st.builds(Card, st.none(), SHORT),
        st.none() | st.dictionaries(SIDES, st.integers(0, 9)),
        st.none() | st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
        st.none() | SIDES,
    ),
    st.builds(
        Swapped,
        st.dictionaries(SHORT, st.integers(-9, 9), max_size=5).map(lambda found: tuple(found.items())),
        SIDES | st.tuples(SIDES, SIDES),
    ),
)
WORDS = st.sampled_from(["fox", "geese", "a1", "up", "1", "id", "colour", "", "by", "\ud800"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
KEYS = ["players", "title", "goal", "by", "to", "steps", "way", "from", "loud", "cards", "shown", "scores", "cells"]


@given(EVENTS)
def test_any_event_is_the_same_when_it_is_read_again(event: Event) -> None:
    assert CODEC.decode(json.loads(json.dumps(CODEC.encode(event)))) == event


@given(EVENTS, st.sampled_from([*KEYS, "spot", "with", "winner", "zz"]), VALUES)
def test_any_value_in_any_key_is_read_or_refused_in_a_sentence(event: Event, key: str, value: Any) -> None:
    data = CODEC.encode(event) | {key: value}
    sentence = refusal(data)
    if sentence is None:
        found = CODEC.decode(data)
        assert CODEC.decode(CODEC.encode(found)) == found
    else:
        assert sentence.isprintable()
        assert len(sentence) < 1000
        assert key in sentence


@given(st.dictionaries(st.sampled_from(["event", *KEYS]), VALUES, max_size=8))
def test_anything_is_an_event_or_refused(data: dict[str, Any]) -> None:
    # A NotationError is the only error that may come of it.
    assert refusal(data) != ""
