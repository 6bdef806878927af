"""Ink that no tag accounts for: beside what is printed on all cells, as far as these are seen."""

from collections.abc import Collection

import numpy as np
import pytest

from companion.games.finstere_flure.reading import cells_under
from companion.games.finstere_flure.tags import make_catalogue
from tests.vision.bare_tables import CATALOGUE, free_cells, picture
from vision.footprints import cell_numbers, in_cores
from vision.occupancy import Ink
from vision.reading import read_picture
from vision.rectified import BLOCKS, MARGIN_CELLS
from vision.virtual import Body, disc

GRID = make_catalogue().grid
CELLS = cell_numbers(GRID)
PLACES = (np.array(list(GRID.cells.values())) + MARGIN_CELLS + 0.5) * BLOCKS


@pytest.mark.parametrize(("bare_rows", "told"), [(11, False), (2, True)], ids=["a print", "a board full of codes"])
def test_ink_on_every_cell_is_the_print_unless_few_cells_are_left_to_tell(bare_rows: int, told: bool) -> None:
    explained = np.zeros(CELLS.shape, np.bool_)
    explained[int((MARGIN_CELLS + bare_rows) * BLOCKS) :] = True
    ink = np.where(CELLS >= 0, 1.0, 0.0).astype(np.float32)
    nobody = np.full(CELLS.shape, -1, np.int64)
    in_sight = in_cores(~explained, PLACES)
    found = Ink(explained, nobody, ink, ink, PLACES, in_sight, np.zeros(len(PLACES), np.bool_), (), ())
    assert found.bare.any()
    assert (found.much(0.5) == (found.bare & told)).all()


@pytest.mark.parametrize(("dense", "certain"), [(2, False), (4, True)], ids=["letters", "a worn tag"])
def test_letters_that_are_dense_on_some_cells_are_looked_at_again_but_tell_nothing(dense: int, certain: bool) -> None:
    """On two cells in five some letters fill a seventh of their cores, on a1 so many sevenths."""
    ink = np.zeros(CELLS.shape, np.float32)
    for number, (column, row) in enumerate(GRID.cells.values()):
        filled = dense if number == 0 else int(number % 5 < 2)
        left, top = (int((at + MARGIN_CELLS) * BLOCKS) for at in (column, row))
        ink[top : top + BLOCKS, left + 3 : left + 3 + filled] = 1.0
    nobody = np.full(CELLS.shape, -1, np.int64)
    nothing = np.zeros(CELLS.shape, np.bool_)
    in_sight = in_cores(~nothing, PLACES)
    found = Ink(nothing, nobody, ink, ink, PLACES, in_sight, np.zeros(len(PLACES), np.bool_), (), ())
    assert found.much(0.5).nonzero()[0].tolist() == [0]
    assert bool(found.much(0.5, certain=True)[0]) is certain


def letters_with_tags(usual: float, tags: Collection[str] = ()) -> Ink:
    """Letters that fill parts of all cells, up to twice what is usual, and symbols that fill most of theirs."""
    ink = np.zeros(CELLS.shape, np.float32)
    for number, (cell, (column, row)) in enumerate(GRID.cells.items()):
        share = 0.7 if cell in tags else usual * 2 * (number % 10) / 9
        left, top = (int((at + MARGIN_CELLS) * BLOCKS) for at in (column, row))
        core = ink[top + 1 : top + BLOCKS - 1, left + 1 : left + BLOCKS - 1]
        core.flat[: round(share * core.size)] = 1.0
    nobody = np.full(CELLS.shape, -1, np.int64)
    nothing = np.zeros(CELLS.shape, np.bool_)
    in_sight = in_cores(~nothing, PLACES)
    return Ink(nothing, nobody, ink, ink, PLACES, in_sight, np.zeros(len(PLACES), np.bool_), (), ())


def test_tags_among_dense_letters_are_looked_at_again_however_much_ink_is_usual() -> None:
    tags = {"c9", "d1", "d5", "e11", "j7"}
    found = letters_with_tags(0.35, tags).much(0.5)
    assert {cell for cell, inked in zip(GRID.cells, found, strict=True) if inked} >= tags


def test_the_densest_letters_of_a_page_tell_nothing_and_a_worn_tag_among_them_does() -> None:
    found = letters_with_tags(0.25, {"e5"}).much(0.5, certain=True)
    assert [cell for cell, inked in zip(GRID.cells, found, strict=True) if inked] == ["e5"]


@pytest.mark.slow
def test_chips_that_hide_printed_lines_are_told_though_nobody_knows_how_the_bare_board_looks() -> None:
    """Five of them, each of another colour, lie over a corner of their cells: as many colours are a motley print's."""
    colours = ((150, 60, 50), (60, 150, 60), (40, 60, 190), (180, 150, 40), (140, 40, 140))
    cells = free_cells(7)[1:-1]
    over_a_corner = disc(30.0) + np.array([8.0, 7.0])
    chips = {
        cell: (Body(over_a_corner, 0.0, 3.0, (90, 90, 90), colour),)
        for cell, colour in zip(cells, colours, strict=True)
    }
    reading = read_picture(picture(chips, tilt_deg=8.0, seed=33), CATALOGUE, covers=cells_under)
    assert set(cells) <= set(reading.unreadable)
