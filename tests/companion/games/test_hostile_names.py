"""Names that a spreadsheet, a browser or a plot would take for something else."""

import csv

import pytest

from companion.figures.rating import Rating
from companion.games.statistics_report import GameStatistics, to_csv, to_html


def report(name: str) -> tuple[list[GameStatistics], dict[str, list[Rating]]]:
    return [GameStatistics("lifeboat", (), (), ())], {"lifeboat": [Rating(name, 25.0, 8.0, 1)]}


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_no_name_is_a_formula(sign: str) -> None:
    cells = [row[2] for row in csv.reader(to_csv(*report(f"{sign}1+1")).splitlines())]
    assert set(cells[1:]) == {f"'{sign}1+1"}


def test_a_name_is_no_markup() -> None:
    page = to_html(*report('<script>"&'))
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("name", ["$x$", "$\\frac$", "<script>"])
def test_a_name_is_a_name_in_a_plot(name: str) -> None:
    pytest.importorskip("matplotlib")
    from companion.games.plots import bar_plot

    plot = bar_plot([name, "Ben"], {"games": [1, 2]}).decode()
    assert (name if "<" not in name else "&lt;script&gt;") in plot
    assert "<script>" not in plot
