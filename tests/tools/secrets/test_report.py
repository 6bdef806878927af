"""Figures of compared secrets: kept by game."""

from collections import Counter
from pathlib import Path

from tools.benchmarks import kept_tables
from tools.secrets.report import Figures, keep_figures


def test_a_game_s_row_takes_the_place_of_its_older_one_and_others_stay(tmp_path: Path) -> None:
    keep_figures("coach", Figures(2000, 0, Counter(items=1500, plan=2)), tmp_path)
    keep_figures("boat", Figures(10, 1, Counter(love=3)), tmp_path)
    keep_figures("boat", Figures(20, 0, Counter(love=9)), tmp_path)
    boat, coach = kept_tables(tmp_path)["secrets"].rows
    assert boat.startswith("| boat | 20 | 0 |")
    assert boat.endswith("| love 9 |")
    assert coach.startswith("| coach | 2,000 | 0 |")
    assert coach.endswith("| items 1,500, plan 2 |")
