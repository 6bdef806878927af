"""Tests of what mends of kept games say of themselves, also in a stranger's words."""

import json

import pytest

from companion.table.mended import MendNote, describe_mend
from engine.mending import MendAct


def test_a_mend_says_what_was_mended() -> None:
    assert describe_mend(MendNote(MendAct.DROP, 4).line()) == "Mended: event 5 was left out."
    assert describe_mend(MendNote(None, 4).line()) == "Mended: told as it lies on the table."


@pytest.mark.parametrize(
    "note",
    [
        "",
        "[1]",
        "[" * 50_000,
        '{"act": "drop", "number": 1e999}',
        '{"act": "drop", "number": NaN}',
        '{"act": "drop", "number": -5}',
        json.dumps({"act": "drop", "number": 10**4000}),
        '{"act": ["x"], "number": 1}',
    ],
)
def test_a_note_that_nobody_understands_is_a_mend_all_the_same(note: str) -> None:
    assert describe_mend(note) == "Mended."
