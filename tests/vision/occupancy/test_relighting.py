"""The board as it is known and as it is seen, laid one upon the other in the same light."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.bare_tables import CATALOGUE, bare_board, blank, coin, free_cells, ground_in, picture
from tests.vision.board import GRID, covered_cells
from vision.model.bare_board import BareBoard
from vision.model.grid_cells import cell_names
from vision.model.ground_pixels import CELL_PX
from vision.model.surface import Grid
from vision.occupancy import unread_search
from vision.occupancy.cover_net import BoardSamples
from vision.occupancy.relighting import evened, papered_cells, print_seen_cells, relight_ground, unchanged_cells
from vision.reading.reader import Reader

SIZE = 11 * CELL_PX, 16 * CELL_PX


def board_prints(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return a print with details everywhere."""
    noise = np.random.default_rng(seed).normal(0, 1, SIZE).astype(np.float32)
    return np.asarray(0.4 + 0.3 * cv2.GaussianBlur(noise, (0, 0), 1.5), np.float32)[..., None]


def off(relit: np.ndarray[tuple[int, ...], np.dtype[np.float32]], other: object, columns: slice) -> float:
    return float(np.sqrt(np.mean((relit - np.asarray(other))[4:-4, columns] ** 2)))


def test_the_board_is_laid_where_it_is_known_and_in_its_light() -> None:
    known = board_prints(0)
    seen = 0.7 * np.roll(known, 1, axis=1)
    inside = slice(4, -4)
    assert off(evened(known, seen, np.ones(SIZE, np.bool_)), known, inside) < 0.2 * off(seen / 0.7, known, inside)


def test_what_is_in_place_is_not_moved_with_the_rest() -> None:
    """The shift of the rest is only a smooth guess beside much glare."""
    known = board_prints(1)
    seen = np.roll(known, 1, axis=1)
    middle = slice(5 * CELL_PX, 7 * CELL_PX), slice(7 * CELL_PX, 9 * CELL_PX)
    seen[middle] = known[middle]
    placed, inside = evened(known, seen, np.ones(SIZE, np.bool_)), slice(CELL_PX // 2, -CELL_PX // 2)
    assert off(placed[middle], known[middle], inside) < 0.02
    beside = slice(4, 6 * CELL_PX)
    assert off(placed, known, beside) < 0.2 * off(seen, known, beside)


@pytest.mark.slow
def test_cells_look_the_same_in_any_light_and_those_with_things_on_them_do_not() -> None:
    things = free_cells(5)[1:4]
    bare = bare_board(4)
    ground, _ = ground_in(picture({cell: blank((190, 120, 40)) for cell in things}, print_seed=4, seed=28))
    for dimmer in (1.0, 0.7):
        lit = relight_ground(bare, replace(ground, colours=ground.colours * np.float32(dimmer)))
        same = set(unchanged_cells(bare, lit, GRID))
        assert not same & set(things)
        free = set(free_cells(1000)) - set(things)
        assert len(same & free) > 0.75 * len(free)


@pytest.mark.slow
def test_cells_under_paper_or_tissue_are_told_and_neither_lighter_nor_dimmer_print() -> None:
    bare = bare_board(4)
    ground, _ = ground_in(picture({}, print_seed=4, seed=28))
    # The known board has dark print in nearly every cell.
    sheet = free_cells(1000)[:6]
    places = [
        tuple(slice(CELL_PX * index, CELL_PX * (index + 1)) for index in GRID.cells[cell][::-1]) for cell in sheet
    ]
    for left in (0.0, 0.3):
        papered = ground.colours.copy()
        for place in places:
            papered[place] = 0.9 * (1 - left) + left * papered[place]
        found = cell_names(papered_cells(bare, replace(ground, colours=papered), GRID), GRID)
        assert set(found) == set(sheet)
    for brighter in (0.6, 1.0, 1.5):
        lit = replace(ground, colours=ground.colours * np.float32(brighter))
        assert not papered_cells(bare, lit, GRID).any()
    # Light that is added leaves the contrast of the print.
    assert not papered_cells(bare, replace(ground, colours=ground.colours + np.float32(0.3)), GRID).any()
    # A window that is mirrored in the whole board pales all of it.
    veiled = 0.9 * 0.7 + 0.3 * ground.colours
    assert not papered_cells(bare, replace(ground, colours=veiled.astype(np.float32)), GRID).any()


@pytest.mark.slow
def test_known_print_is_seen_under_light_and_neither_under_things_nor_where_it_has_no_details() -> None:
    thing, flat, partly_hidden = "d3", "h6", "l9"
    places = {
        cell: tuple(slice(CELL_PX * index, CELL_PX * (index + 1)) for index in GRID.cells[cell][::-1])
        for cell in (thing, flat, partly_hidden)
    }
    ground, _ = ground_in(picture({}, print_seed=4, seed=28))
    colours = board_prints(2).repeat(3, axis=2)
    colours[tuple(slice(side.start - 4, side.stop + 4) for side in places[flat])] = 0.5
    known = np.ones(SIZE, np.bool_)
    seen = 0.3 + 0.4 * colours
    seen[places[thing]] = 0.5 * np.roll(colours[places[thing]], 5, axis=1)
    # A piece hides the lower quarter of a cell.
    rows, columns = places[partly_hidden]
    below = slice(rows.start + CELL_PX * 3 // 4, rows.stop + CELL_PX), columns
    visible = known.copy()
    seen[below], visible[below] = 0.0, False
    lit = replace(ground, colours=seen, visible=visible)
    found = set(cell_names(print_seen_cells(BareBoard(colours, known), lit, GRID), GRID))
    assert len(found) > 0.8 * len(GRID.cells)
    assert found & {thing, flat, partly_hidden} == {partly_hidden}


@pytest.mark.slow
def test_where_known_print_is_seen_nothing_is_told_whatever_the_network_takes_it_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sure(_view: BoardSamples, grid: Grid) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        return np.full(len(grid.cells), 0.99, np.float32)

    monkeypatch.setattr(unread_search, "cover_probabilities", sure)
    laid = free_cells(5)[1:4]
    pixels = picture({cell: coin() for cell in laid}, print_seed=4, seed=28)
    told = set(Reader(CATALOGUE, covers=covered_cells, bare_board=bare_board(4)).read(pixels).unreadable)
    assert set(laid) <= told
    assert len(told) < 0.25 * len(free_cells(1000))


@pytest.mark.slow
def test_tissue_over_cells_is_told_where_the_look_of_the_bare_board_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    # Through thin tissue the network may take what it sees for print.
    monkeypatch.setattr(unread_search, "cover_probabilities", lambda _, grid: np.zeros(len(grid.cells), np.float32))
    pixels, bare = picture({}, print_seed=4, seed=28), bare_board(4)
    reader = Reader(CATALOGUE, covers=covered_cells, bare_board=bare)
    usual = reader.read(pixels)
    sheet = free_cells(1000)[:4]
    half = GRID.cell_mm / 2
    tissue = pixels.astype(np.float32)
    for x, y in map(GRID.centre, sheet):
        square = np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
        mask = cv2.fillConvexPoly(
            np.zeros(pixels.shape[:2], np.uint8), np.round(usual.registration.camera.project(square)).astype(int), 1
        )
        tissue[mask > 0] = 0.65 * 190 + 0.35 * tissue[mask > 0]
    told = set(reader.read(np.asarray(tissue, np.uint8)).unreadable)
    assert set(sheet) <= told
    assert not set(usual.unreadable) & set(free_cells(1000))
