"""Positions with the monster's whole expected move: ``tests/data/monster``."""

import pytest

from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.tracetext import format_move
from tests.engine.finstere_flure.datafiles import assert_same, load, names


@pytest.mark.parametrize("name", names("monster"))
def test_the_move_is_the_expected_one(name: str) -> None:
    case = load("monster", name)
    card = case.expected.split("\n", 1)[0].removeprefix("card ")
    assert_same(case.expected, format_move(move_monster(case.position, card)))


def test_every_ruling_that_a_trace_can_name_is_among_the_data() -> None:
    traces = "".join(load("monster", name).expected for name in names("monster"))
    assert all(f"(R{number})" in traces for number in range(1, 8))
