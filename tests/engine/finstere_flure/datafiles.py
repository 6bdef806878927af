"""Data files of positions in ``tests/data``: the source, a text board, and the result.

A file is a line ``source: ...``, a text board, a line ``---`` and the expected text.
"""

from dataclasses import dataclass
from difflib import unified_diff

from engine.finstere_flure.position import Position
from engine.finstere_flure.textboard import parse_board
from tests import DATA


@dataclass(frozen=True)
class Case:
    """Content of a data file."""

    source: str
    position: Position
    expected: str


def names(folder: str) -> list[str]:
    """Return the names of the files in one folder."""
    return sorted(path.stem for path in (DATA / folder).glob("*.txt"))


def load(folder: str, name: str) -> Case:
    """Return the file of this name."""
    text = (DATA / folder / f"{name}.txt").read_text(encoding="utf-8")
    head, remaining = text.split("\n", 1)
    board, expected = remaining.split("\n---\n")
    assert head.startswith("source: "), f"{name}: the first line must tell the source"
    return Case(head.removeprefix("source: "), parse_board(board), expected)


def assert_same(expected: str, found: str) -> None:
    """The texts are the same; if not, the failure shows a diff."""
    diff = unified_diff(expected.splitlines(), found.splitlines(), "expected", "found", lineterm="", n=1)
    assert expected == found, "\n" + "\n".join(diff)
