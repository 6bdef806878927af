"""Tests of the kept tables and of the page that is made from them."""

from pathlib import Path

import pytest

from tools.benchmarks import PAGE, TEMPLATE, BenchmarkTable, keep_table, kept_tables, page, tables_in

TABLE = BenchmarkTable(
    "| what | ms |", "|:--|--:|", ("| a | 1 |", "| b | 2 |"), "./run bench a", "0123abcd", "2026-01-31"
)


def test_the_page_is_what_the_command_writes() -> None:
    assert page(TEMPLATE.read_text(encoding="utf-8"), kept_tables()) == PAGE.read_text(encoding="utf-8")


def test_a_table_is_found_in_what_a_command_prints_and_kept(tmp_path: Path) -> None:
    printed = f"Measured:\n\n{TABLE}\n\nand\n{TABLE}\n"
    assert tables_in(printed, TABLE.command, TABLE.version, TABLE.day) == (TABLE, TABLE)
    keep_table("a", TABLE, tmp_path)
    assert kept_tables(tmp_path) == {"a": TABLE}


@pytest.mark.parametrize("printed", ["", "no table", "| head |\n|:--|\n"])
def test_what_is_no_table_is_refused(printed: str) -> None:
    with pytest.raises(ValueError, match="has printed no table"):
        tables_in(printed, "a", "b", "c")


def test_a_table_stands_in_its_place_with_its_origin() -> None:
    assert page("Before\n\n{{a}}\n", {"a": TABLE}) == (
        f"Before\n\n{TABLE}\n\n`./run bench a`, 2026-01-31, version 0123abcd.\n"
    )


@pytest.mark.parametrize(
    ("template", "sentence"), [("{{a}}\n{{b}}\n", "no table is kept for b"), ("nothing", "no place for a")]
)
def test_a_place_and_a_table_belong_together(template: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        page(template, {"a": TABLE})
