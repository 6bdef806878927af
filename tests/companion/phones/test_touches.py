"""The forms of what phones may send."""

import json

import pytest

from companion.phones.notes import SideNotes
from companion.phones.touches import is_too_long, is_touch, value_from_bytes

HALF = "\ud83d"


@pytest.mark.parametrize(
    "sent",
    [
        b"[]",
        b"{",
        b'{"note": NaN}',
        b'{"note": "\\ud83d"}',
        b'{"chosen": [["\\udc00"]]}',
        b'{"\\udc00": 1}',
        b'{"note": "\xed\xa0\xbd"}',
        b'{"note": "\xff"}',
        '{"note": "utf-16"}'.encode("utf-16"),
    ],
)
def test_text_that_cannot_be_sent_on_is_none(sent: bytes) -> None:
    assert value_from_bytes(sent) is None


def test_whole_characters_beyond_the_first_plane_are_taken() -> None:
    assert value_from_bytes(b'{"note": "\\ud83d\\ude00"}') == {"note": "\U0001f600"}


@pytest.mark.parametrize(
    "touch",
    [
        {"language": "de"},
        {"seat": ""},
        {"hint": True},
        {"note": "x"},
        {"do": "move 1", "offer": 3},
        {"counter": "x", "value": -1},
        {"counter": "x", "value": None},
        {"chosen": [], "at": [0, 0.5]},
        {"chosen": ["a"], "at": [1, 0]},
    ],
)
def test_what_the_page_sends_is_a_touch(touch: dict[str, object]) -> None:
    assert is_touch(touch)


@pytest.mark.parametrize(
    "touch",
    [
        {},
        {"hint": 1},
        {"hint": False},
        {"do": "move 1", "offer": True},
        {"do": "move 1"},
        {"counter": "x", "value": True},
        {"counter": "x", "value": 1.5},
        {"chosen": ["a"], "at": [True, 0]},
        {"chosen": [None], "at": [0, 0]},
        {"chosen": [], "at": [0, 0, 0]},
        {"seat": "fox", "note": "x"},
    ],
)
def test_what_no_page_sends_is_none(touch: dict[str, object]) -> None:
    assert not is_touch(touch)


def test_characters_are_counted_whatever_they_take() -> None:
    assert not is_too_long({"note": "你" * 500})
    assert not is_too_long({"note": "\U0001f600" * 500})
    assert is_too_long({"note": "x" * 501})
    assert is_too_long({"counter": "x" * 31, "value": 0})


def test_notes_keep_only_what_can_be_sent_on() -> None:
    notes = SideNotes()
    notes.take("heroes", {"note": f"a{HALF}b"})
    notes.take("heroes", {"counter": f"gold{HALF}", "value": 1})
    notes.take("heroes", {"counter": "silver", "value": True})
    kept = notes.value("heroes")
    json.dumps(kept, ensure_ascii=False).encode()
    assert kept == {"note": "a?b", "counters": [{"text": "gold?", "value": 1}]}
