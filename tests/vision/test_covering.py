"""Cells whose print is not seen: the printed lines tell a thing before the board from light that falls on it."""

import numpy as np
import numpy.typing as npt
import pytest

from companion.games.finstere_flure.tags import make_catalogue
from vision.grid_lines import grid_lines
from vision.rectified import BLOCKS, CELL_PX, MARGIN_CELLS, MARGIN_PX

GRID = make_catalogue().grid
NAMES = list(GRID.cells)
SIZE = np.array([max(place[axis] for place in GRID.cells.values()) + 1 + 2 * MARGIN_CELLS for axis in (1, 0)])
REST = CELL_PX * 2 // 5
NOTHING = np.zeros((SIZE * BLOCKS).astype(int), np.bool_)

Floor = npt.NDArray[np.float32]


def floor(line: float, ground: float = 0.3) -> Floor:
    """A board whose cells are divided by lines of this brightness."""
    bare = np.full((SIZE * CELL_PX).astype(int), ground, np.float32)
    for column, row in GRID.cells.values():
        left, top = MARGIN_PX + column * CELL_PX, MARGIN_PX + row * CELL_PX
        for end in (0, CELL_PX):
            bare[top : top + CELL_PX, left + end - 1 : left + end + 1] = line
            bare[top + end - 1 : top + end + 1, left : left + CELL_PX] = line
    return np.asarray(bare + np.random.default_rng(0).normal(0, 0.004, bare.shape), np.float32)


def part(*cells: str) -> tuple[slice, slice]:
    """The pixels of the rectangle between two cells, and nearly half a cell round it."""
    columns, rows = zip(*(GRID.cells[cell] for cell in cells), strict=True)
    return (
        slice(MARGIN_PX + min(rows) * CELL_PX - REST, MARGIN_PX + (max(rows) + 1) * CELL_PX + REST),
        slice(MARGIN_PX + min(columns) * CELL_PX - REST, MARGIN_PX + (max(columns) + 1) * CELL_PX + REST),
    )


@pytest.mark.parametrize("line", [0.1, 0.8])
def test_lines_are_seen_wherever_nothing_lies_before_them(line: float) -> None:
    covered = floor(line)
    covered[part("g5", "i7")] = 0.5
    lines = grid_lines(covered, NOTHING, GRID)
    assert lines is not None
    for number, (column, row) in enumerate(GRID.cells.values()):
        # How far from h6, the middle of what is covered; beside it half of the lines are.
        away = max(abs(column - 7), abs(row - 5))
        if away != 2:
            share = lines.seen[number] / max(lines.judged[number], 1)
            assert (share < 0.2) if away < 2 else (share > 0.9), NAMES[number]


@pytest.mark.parametrize(("factor", "added"), [(1.0, 0.4), (0.35, 0.0), (0.5, 0.2)])
def test_glare_and_shadow_hide_no_lines(factor: float, added: float) -> None:
    lit = floor(0.1)
    lit[part("c3", "k9")] = lit[part("c3", "k9")] * factor + added
    lines = grid_lines(lit, NOTHING, GRID)
    assert lines is not None
    assert (lines.seen >= 0.6 * lines.judged).all()


def test_a_print_without_lines_says_nothing() -> None:
    assert grid_lines(floor(0.3), NOTHING, GRID) is None
