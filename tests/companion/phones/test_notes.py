"""Counters that a side writes on its phones: so many, and none without end."""

import pytest

from companion.phones.notes import SideNotes


def counters(notes: SideNotes, side: str = "heroes") -> dict[str, int]:
    return {counter["text"]: counter["value"] for counter in notes.value(side)["counters"]}


def test_a_side_has_eight_counters_and_changes_each_as_often_as_it_likes() -> None:
    notes = SideNotes()
    for number in range(10):
        notes.take("heroes", {"counter": f"counter {number}", "value": number})
    assert counters(notes) == {f"counter {number}": number for number in range(8)}
    notes.take("heroes", {"counter": "counter 0", "value": 5})
    assert counters(notes)["counter 0"] == 5
    notes.take("heroes", {"counter": "counter 0", "value": None})
    notes.take("heroes", {"counter": "counter 9", "value": 1})
    assert [*counters(notes)][-1] == "counter 9"
    assert counters(notes, "traitor") == {}


@pytest.mark.parametrize(("value", "kept"), [(1000, 999), (999, 999), (-5, -5), (-1000, -999)])
def test_no_counter_goes_further_than_three_digits(value: int, kept: int) -> None:
    notes = SideNotes()
    notes.take("heroes", {"counter": "gold", "value": value})
    assert counters(notes) == {"gold": kept}
