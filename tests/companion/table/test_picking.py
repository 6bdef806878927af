"""Tests of choosing one of many: a stretch of the alphabet first, in any language."""

import pytest

from companion.device.language import in_language
from companion.screen.pages import Row
from companion.table.dialog import next_question
from companion.table.picking import path_to, pick_named
from companion.table.questions import AnsweredEvent, Question

#: Fifteen rows, whose order by the alphabet is another in another language.
NAMES = {f"tile-{number}": f"{letter}..." for number, letter in enumerate("abcdefghijklmno")}


def rows(*, backwards: bool) -> list[Row]:
    names = list(NAMES.values())
    shown = names[::-1] if backwards else names
    return [Row(text, row_id) for row_id, text in zip(NAMES, shown, strict=True)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_rows_of_a_stretch_are_the_same_in_another_language(language: str) -> None:
    first, chosen = path_to(rows(backwards=False), "tile-3")
    with in_language(language):
        # Asked once more with names in another order, as on a phone.
        asked = next_question(pick_named("Which?", rows(backwards=True)), (first,))
    assert isinstance(asked, Question)
    assert chosen == "tile-3"
    assert {row.id for row in asked.rows} == {f"tile-{number}" for number in range(7)}
    assert [row.text for row in asked.rows] == sorted(row.text for row in asked.rows)


def test_a_short_list_is_chosen_from_at_once() -> None:
    some = rows(backwards=False)[:5]
    assert path_to(some, "tile-3") == ("tile-3",)
    assert next_question(pick_named("Which?", some), ("tile-3",)) == AnsweredEvent("tile-3")
