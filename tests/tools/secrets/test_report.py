"""Figures of compared secrets: kept by game, and their section written whole."""

from collections import Counter
from pathlib import Path

from tools.secrets.report import HEADING, Figures, keep_figures


def test_a_game_s_figures_take_the_place_of_its_older_ones_and_all_else_stays(tmp_path: Path) -> None:
    kept, page = tmp_path / "figures.json", tmp_path / "page.md"
    page.write_text("# Page\n\n## Before\n\nOne.\n\n## Behind\n\nTwo.\n", encoding="utf-8")
    keep_figures("boat", Figures(10, 1, Counter(love=3)), 1, kept, page)
    keep_figures("coach", Figures(2000, 0, Counter(items=1500, plan=2)), 1, kept, page)
    keep_figures("boat", Figures(20, 0, Counter(love=9)), 2, kept, page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Page\n\n## Before\n\nOne.\n\n## Behind\n\nTwo.\n\n" + HEADING)
    assert text.count(HEADING) == 1
    assert "| boat | 20 | 0 | love 9 |" in text
    assert "| coach | 2,000 | 0 | items 1,500, plan 2 |" in text
    assert "love 3" not in text
    page.write_text(f"# Page\n\n{HEADING}\n\nold\n\n## Behind\n\nTwo.\n", encoding="utf-8")
    keep_figures("boat", Figures(30, 0, Counter(love=9)), 2, kept, page)
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert text.endswith("|\n\n## Behind\n\nTwo.\n")
