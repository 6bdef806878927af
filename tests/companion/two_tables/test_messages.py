"""Messages between tables, and a stranger's bytes in their place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.two_tables.messages import MOST_BYTES, MessageError, decoded, encoded, entry_from, packed
from companion.two_tables.order import SharedEntry

HASH = "0" * 64
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
DEEP = "[" * 20 + "]" * 20
MESSAGES = (
    {"kind": "have", "number": 3, "hash": HASH, "page": "menu"},
    {
        "kind": "entries",
        "after": 0,
        "hash": "",
        "entries": [{"event": {"event": "moved"}}, {"keep": 1}, {"seats": ["red"]}],
    },
    {"kind": "propose", "after": 2, "hash": HASH, "entry": {"keep": 1}, "picks": {"took": ["water"]}},
    {"kind": "told", "after": 2, "asked": 1, "views": {"kid": {"hidden": {}}}},
    {"kind": "heard", "hash": HASH},
    {"kind": "ask", "after": 2, "number": 1, "move": {"by": "kid"}},
    {"kind": "refused", "after": 2, "entry": {"keep": 1}, "reason": "too late"},
    {"kind": "look", "place": "f7"},
    {"kind": "coin", "root": HASH, "number": 7, "value": "f" * 64},
    {"kind": "left", "number": 4},
    {"kind": "unfit", "reason": "game"},
    {"kind": "offer", "game": "draughts", "rules": HASH, "first": {"event": "started"}, "seats": ["black"], "since": 3},
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message["kind"])
def test_a_message_is_read_as_it_was_written(message: dict[str, Any]) -> None:
    assert decoded(encoded(message)) == message


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(MessageError):
        decoded(data)


@given(st.sampled_from(MESSAGES), st.data())
def test_a_message_with_another_value_is_refused_or_of_its_form(message: dict[str, Any], data: st.DataObject) -> None:
    changed = {**message, data.draw(st.sampled_from([*message])): data.draw(JSON)}
    try:
        found = decoded(json.dumps(changed).encode())
    except MessageError:
        return
    assert found["kind"] == message["kind"]
    assert found.keys() == message.keys()
    assert all(type(found[name]) is type(message[name]) for name in message)


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 30_000,
        encoded({"kind": "look", "place": "x" * MOST_BYTES}),
        b'{"kind":"have","number":1e3,"hash":"","page":""}',
        b'{"kind":"have","number":true,"hash":"","page":""}',
        b'{"kind":"have","number":1000000000,"hash":"","page":""}',
        b'{"kind":"look","place":"\\ud800"}',
        encoded({"kind": "entries", "after": 0, "hash": "", "entries": [{"keep": 1}] * 201}),
        json.dumps(
            {"kind": "propose", "after": 1, "hash": HASH, "entry": {"event": json.loads(DEEP)}, "picks": {}}
        ).encode(),
    ],
)
def test_what_is_too_large_too_deep_or_no_number_is_refused(data: bytes) -> None:
    with pytest.raises(MessageError):
        decoded(data)


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=300))
def test_long_games_go_in_parts_that_are_messages(sizes: list[int]) -> None:
    entries = [SharedEntry({"event": "x" * size}) for size in sizes]
    sent: list[SharedEntry] = []
    while len(sent) < len(entries):
        part = packed(entries[len(sent) :])
        message = decoded(encoded({"kind": "entries", "after": len(sent), "hash": "", "entries": part}))
        sent += map(entry_from, message["entries"])
    assert sent == entries
