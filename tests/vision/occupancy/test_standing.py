"""Pieces without tags that stand on cells, by the look of the bare board."""

from dataclasses import replace

import numpy as np

from vision.model.bare_board import BareBoard
from vision.model.ground_pixels import CELL_PX, Floats
from vision.model.surface import Grid
from vision.occupancy.ground import Ground, Samples
from vision.occupancy.standing import foot_shades, mirrored_lamps, standing_pieces

GRID = Grid(30.0, {f"{column}{row}": (column, row) for row in range(6) for column in range(6)})
SIDE = 6 * CELL_PX
#: The network is not sure that anything lies there, nor that nothing does.
UNSURE = np.full(len(GRID.cells), 0.05, np.float32)


def board() -> Floats:
    """Return the colours of a bare board with a little noise."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE] // CELL_PX
    shades = np.where((rows + columns) % 2, 0.4, 0.6) + np.random.default_rng(1).normal(0, 0.005, (SIDE, SIDE))
    return np.asarray(np.repeat(shades[..., None], 3, axis=2), np.float32)


def ground(colours: Floats) -> Ground:
    """Return a ground that shows these colours."""
    whole = np.ones((SIDE, SIDE), np.bool_)
    samples = Samples(np.zeros((1, 1, 3), np.uint8), whole)
    return Ground(colours, np.ones((SIDE, SIDE), np.float32), whole, ~whole, ~whole, ~whole, samples)


def paint(colours: Floats, x: float, y: float, radius: float, shade: float) -> None:
    """Paint a disc; lengths are cells."""
    rows, columns = (np.mgrid[0:SIDE, 0:SIDE] + 0.5) / CELL_PX
    colours[(columns - x) ** 2 + (rows - y) ** 2 < radius**2] = shade


def found(colours: Floats, chances: Floats = UNSURE) -> set[str]:
    bare = BareBoard(board(), np.ones((SIDE, SIDE), np.bool_))
    standing = standing_pieces(bare, ground(colours), chances, GRID)
    return {cell for cell, stands in zip(GRID.cells, standing, strict=True) if stands}


def test_nothing_stands_on_the_bare_board_in_any_light() -> None:
    assert found(board()) == found(board() * 0.7) == set()


def test_a_tall_piece_stands_where_its_foot_is_not_where_it_leans() -> None:
    colours = board()
    for step in range(8):
        # From its foot in the middle of 2,2 to its head over the border with 3,2.
        paint(colours, 2.5 + 0.06 * step, 2.5, 0.28 - 0.015 * step, 0.15)
    assert found(colours) == {"22"}


def test_a_light_piece_on_a_light_cell_is_told_by_its_outline() -> None:
    colours = board()
    paint(colours, 1.5, 1.5, 0.28, 0.5)
    paint(colours, 1.5, 1.5, 0.2, 0.62)
    assert found(colours) == {"11"}


def test_many_pieces_do_not_change_what_counts_as_bare() -> None:
    colours = board()
    taken = {f"{column}{row}" for column in range(6) for row in (0, 1, 5)}
    for cell in taken:
        paint(colours, int(cell[0]) + 0.5, int(cell[1]) + 0.5, 0.28, 0.15)
        paint(colours, int(cell[0]) + 0.5, int(cell[1]) + 0.5, 0.15, 0.25)
    assert found(colours) == taken


def test_what_the_network_sees_counts_only_where_the_cell_differs() -> None:
    chances = UNSURE.copy()
    chances[[0, 1, 2]] = 0.9
    colours = board()
    # All of a cell is brighter in other light; a disc without any print is not.
    colours[:CELL_PX, CELL_PX : 2 * CELL_PX] *= 1.3
    paint(colours, 2.5, 0.5, 0.4, 0.8)
    assert found(colours, chances) == {"20"}


def test_a_disc_without_any_print_is_told_by_the_step_to_the_board_about_it() -> None:
    colours = board()
    paint(colours, 2.5, 3.5, 0.4, 0.1)
    # In the neighbour, all is darker.
    colours[3 * CELL_PX : 4 * CELL_PX, 3 * CELL_PX : 4 * CELL_PX] *= 0.5
    assert found(colours) == {"23"}


def test_the_edge_of_a_shadow_is_no_piece_where_the_network_sees_the_print() -> None:
    chances = np.where(np.arange(len(GRID.cells)) < 18, 0.001, 0.05).astype(np.float32)
    colours = board()
    colours[:, : 2 * CELL_PX + CELL_PX // 2] *= 0.6
    assert found(colours, chances) == {"23", "24", "25"}


def test_the_edge_of_a_shadow_is_no_piece_where_the_network_doubts_that_it_sees_the_print() -> None:
    colours = board()
    colours[:, : 2 * CELL_PX + CELL_PX // 2 + 1] *= 0.6
    assert found(colours, np.full_like(UNSURE, 0.02)) == set()


def test_a_dark_disc_on_a_dark_cell_is_told_by_its_even_step_where_the_network_doubts() -> None:
    colours = board()
    dark = colours[4, CELL_PX + 4, 0]
    paint(colours, 1.5, 0.5, 0.4, dark * 0.88)
    # Light that falls off is darker on one side.
    colours[3 * CELL_PX : 4 * CELL_PX, 2 * CELL_PX : 3 * CELL_PX] *= np.linspace(0.9, 1, CELL_PX)[:, None]
    assert found(colours) == {"10"}
    assert found(colours, np.full_like(UNSURE, 0.01)) == set()


def test_the_shade_of_a_foot_is_that_of_its_middle() -> None:
    colours = board()
    paint(colours, 3.5, 3.5, 0.28, 0.1)
    shades = foot_shades(ground(colours), GRID)
    assert abs(shades["33"] - 0.1) < 0.01
    assert 0.35 < shades["00"] < 0.65


def test_a_lamp_is_mirrored_where_more_than_white_paper_is_burnt_out() -> None:
    colours = board()
    paint(colours, 3.0, 3.5, 0.4, 1.3)
    paint(colours, 0.5, 0.5, 0.3, 1.0)
    bright = replace(ground(colours), burnt=np.asarray(colours[..., 0] > 0.9, np.bool_))
    assert mirrored_lamps(bright, GRID) == {"22", "23", "24", "32", "33", "34"}
    assert not mirrored_lamps(ground(colours), GRID)
