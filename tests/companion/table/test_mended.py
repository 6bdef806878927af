"""Tests of what mends of kept games say of themselves, also in a stranger's words."""

import json

import pytest

from companion.table.mended import MendNote, describe_mend, left_out
from engine.mending import MendAct, mend
from tests.companion.table.counting import Counting


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


@pytest.mark.parametrize("act", MendAct)
def test_only_what_a_mend_leaves_out_besides_its_own_event_counts(act: MendAct) -> None:
    game = Counting().rules.replay(["started", "counted", "counted"])
    mending = mend(game, act, 2, None if act is MendAct.DROP else "counted")
    assert mending.misfit is None
    assert left_out(act, mending) == 0


def test_an_event_that_no_longer_fits_is_left_out() -> None:
    game = Counting().rules.replay(["started", "counted", "counted", "counted"])
    assert left_out(MendAct.INSERT, mend(game, MendAct.INSERT, 2, "counted").drop()) == 1


def test_events_that_are_left_out_are_counted_in_words() -> None:
    note = MendNote(MendAct.INSERT, 1)
    assert describe_mend(note.line()) == "Mended: an event was told before event 2."
    assert "2 events after it were left out" in describe_mend(MendNote(MendAct.INSERT, 1, 2).line())
