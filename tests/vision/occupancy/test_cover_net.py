"""Tests of the network for covered cells: its input, and hands against any bare board."""

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.bare_tables import CATALOGUE, bare_board, coin, free_cells, ground_in, picture
from tests.vision.board import GRID
from tests.vision.table_shots import table_shot
from vision.decode.known_tags import detect_tags
from vision.locate.rectified import rectify
from vision.model.bare_board import BareBoard
from vision.model.ground_pixels import CELL_PX
from vision.model.surface import Grid
from vision.occupancy.cover_net import PLANES, BoardSamples, board_view, cover_logits, cover_probabilities
from vision.occupancy.ground import AROUND_CELLS, SAMPLES
from vision.occupancy.relighting import relight_ground
from vision.picture import in_grey
from vision.virtual import Hand

NAMES = list(GRID.cells)


def view(pixels: npt.NDArray[np.uint8], bare: BareBoard | None = None) -> BoardSamples:
    """Return the network's view of a picture."""
    ground, reading = ground_in(pixels)
    seen = detect_tags(in_grey(pixels), CATALOGUE, reading.codes)
    light = rectify(pixels, reading.registration.camera, CATALOGUE, seen, 0.0).light
    return board_view(ground, light, bare, relight_ground(bare, ground) if bare else None)


def grid_of(columns: int, rows: int) -> Grid:
    """Return a grid of so many cells."""
    cells = {f"{column}/{row}": (column, row) for row in range(rows) for column in range(columns)}
    return Grid(20.0, cells)


def flat(grid: Grid, shade: float) -> BoardSamples:
    """Return a board on which nothing at all is seen."""
    height, width = ((side + 2 * AROUND_CELLS) * CELL_PX for side in (grid.rows, grid.columns))
    seen = np.full((SAMPLES * height, SAMPLES * width, 3), shade, np.float32)
    nothing = np.zeros((height, width), np.bool_)
    return BoardSamples(seen, nothing, nothing, ~nothing)


@pytest.mark.slow
def test_cells_under_a_hand_are_told_from_bare_ones() -> None:
    shot = table_shot(hand=Hand(GRID.centre("h6"), 200.0, "flat"), tilt_deg=8.0)
    chances = cover_probabilities(view(shot.pixels), GRID)
    occupied = shot.cells_of(set(shot.laid))
    covered = [cell for cell, share in shot.hidden.items() if share > 0.9 and cell not in occupied]
    bare = [cell for cell in GRID.cells if cell not in occupied and shot.hidden.get(cell, 0) == 0]
    assert len(covered) > 3
    assert len(bare) > 50
    assert min(chances[NAMES.index(cell)] for cell in covered) > 0.9
    assert np.percentile([chances[NAMES.index(cell)] for cell in bare], 95) < 0.1


@pytest.mark.slow
def test_a_coin_is_told_where_the_look_of_the_bare_board_is_known() -> None:
    cell = free_cells(1)[0]
    pixels = picture({cell: coin()}, seed=21)
    chances = cover_probabilities(view(pixels, bare_board(0)), GRID)
    assert chances[NAMES.index(cell)] > 0.9


@pytest.mark.slow
def test_grey_pictures_are_seen_as_grey_ones_in_colour_are() -> None:
    shot = table_shot()
    grey = np.asarray(cv2.cvtColor(shot.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    in_colour = np.repeat(grey[..., None], 3, axis=2)
    assert np.abs(view(grey).planes() - view(in_colour).planes()).max() < 0.02


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (8, 8), (19, 3)])
def test_boards_may_have_any_number_of_cells(columns: int, rows: int) -> None:
    grid = grid_of(columns, rows)
    of_board = flat(grid, 0.5)
    assert of_board.planes().shape == (PLANES, (rows + 2) * CELL_PX, (columns + 2) * CELL_PX)
    chances = cover_probabilities(of_board, grid)
    assert chances.shape == (columns * rows,)
    assert ((chances >= 0) & (chances <= 1)).all()


def test_several_threads_may_ask_at_once() -> None:
    grids = [grid_of(4 + n % 3, 5) for n in range(12)]
    alone = [cover_logits(flat(grid, 0.4)) for grid in grids]
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda grid: cover_logits(flat(grid, 0.4)), grids))
    for expected, other in zip(alone, together, strict=True):
        assert expected == pytest.approx(other, abs=1e-4)
