"""Tests of the rules' worked examples (section 10), word for word; "H with" is spelt out."""

import re

import pytest

from tests import DATA
from tests.engine.betrayal.game_text import check

EXAMPLES = (DATA / "betrayal" / "worked_examples.md").read_text(encoding="utf-8")
NUMBERED = re.findall(r"^(\d+)\. \*([^*]*)\*(.*?)(?=^\d+\. |\Z)", EXAMPLES, re.S | re.M)


@pytest.mark.parametrize("text", [text for *_, text in NUMBERED], ids=[title for _, title, _ in NUMBERED])
def test_worked_example(text: str) -> None:
    assert check(text) > 0


def test_all_of_them_are_there() -> None:
    assert [int(number) for number, *_ in NUMBERED] == list(range(1, 14))
