"""Newcomer's path to the first move with plain pieces."""

import pytest

from tools.plain_path import walk


@pytest.mark.slow
def test_without_cards_and_printer_the_first_move_is_made_within_five_minutes() -> None:
    newcomer = walk(cards=False)
    assert newcomer.counts["corners set"] == 4
    assert newcomer.counts["pieces laid"] == 31
    assert sum(newcomer.spent_s.values()) < 300
