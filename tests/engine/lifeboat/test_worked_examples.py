"""The worked examples of the rules (section 11), word for word."""

import re

import pytest

from tests import DATA
from tests.engine.lifeboat.game_text import check

EXAMPLES = (DATA / "lifeboat" / "worked_examples.md").read_text(encoding="utf-8")
TITLES = re.findall(r"\*\*(E\d+) ([^*]*)\.\*\*", EXAMPLES)
TEXTS = re.split(r"\*\*E\d+[^*]*\*\*", EXAMPLES)[1:]


@pytest.mark.parametrize("text", TEXTS, ids=[f"{number} {title}" for number, title in TITLES])
def test_worked_example(text: str) -> None:
    assert check(text) > 0


def test_all_of_them_are_there() -> None:
    assert [number for number, _ in TITLES] == [f"E{number}" for number in range(1, 11)]
