"""Boards on which a patch lies on most of the cells: it is told from what is printed there."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.board import make_catalogue
from vision.locate.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard
from vision.model.ground_pixels import CELL_PX
from vision.model.pinhole import Pinhole
from vision.occupancy.ground import SAMPLES
from vision.occupancy.patches import patches

GRID = make_catalogue().grid
PLACES = (np.array(list(GRID.cells.values())) + MARGIN_CELLS + 0.5) * BLOCKS
#: The boards below are drawn with so many pixels along a cell.
DRAWN_PX = 50
MARGIN_PX = int(MARGIN_CELLS * DRAWN_PX)
INNER = slice(MARGIN_PX, -MARGIN_PX)
SIZE = np.array([max(place[axis] for place in GRID.cells.values()) + 1 + 2 * MARGIN_CELLS for axis in (1, 0)])
#: So dense are the edges of the patches below.
INKED = 0.4

Floor = npt.NDArray[np.float32]


def code(rng: np.random.Generator) -> Floor:
    """Black and white modules on 15 of a cell's 25 mm."""
    modules = rng.integers(0, 2, (10, 10)) * 0.8 + 0.1
    return np.asarray(np.kron(modules, np.ones((3, 3))), np.float32)


def laid(share: float, *, alike: bool = False, contrast: float = 1.0) -> Floor:
    """Return a grey board with a code in the middle of this share of its cells."""
    rng = np.random.default_rng(4)
    floor = np.full((SIZE * DRAWN_PX).astype(int), 0.4, np.float32)
    first_code = code(rng)
    for column, row in GRID.cells.values():
        left, top = MARGIN_PX + column * DRAWN_PX + 10, MARGIN_PX + row * DRAWN_PX + 10
        if rng.random() < share:
            floor[top : top + 30, left : left + 30] = 0.4 + contrast * ((first_code if alike else code(rng)) - 0.4)
    return floor


def found(floor: Floor, *, hidden: tuple[slice, slice] | None = None) -> int:
    """Return on how many cells a patch is found."""
    changes = np.abs(np.diff(floor, axis=0, prepend=floor[:1])) + np.abs(np.diff(floor, axis=1, prepend=floor[:, :1]))
    block = DRAWN_PX // BLOCKS
    edges = changes.reshape(floor.shape[0] // block, block, -1, block).mean(axis=(1, 3)).astype(np.float32)
    plain = np.full((3, *edges.shape), 0.4, np.float32)
    camera = Pinhole(np.eye(3), np.zeros(5), np.eye(3), np.array([0.0, 0.0, 500.0]))
    explained = np.zeros(edges.shape, np.bool_)
    if hidden is not None:
        explained[hidden] = True
    board = RectifiedBoard(
        plain, edges, plain, camera, 0.0, 25.0, np.ones(plain.shape[1:], np.bool_), np.zeros((0, 0), np.uint8)
    )
    finer = CELL_PX * SAMPLES / DRAWN_PX
    sampled = np.asarray(cv2.resize(floor[INNER, INNER], None, fx=finer, fy=finer), np.float32)
    return int(patches(board, sampled, explained, INKED, PLACES, GRID).sum())


def test_a_different_code_on_every_cell_is_no_print() -> None:
    assert found(laid(1.0)) == len(GRID.cells)


@pytest.mark.parametrize("share", [0.0, 0.25])
def test_a_few_are_left_to_be_compared_with_the_others(share: float) -> None:
    assert found(laid(share)) == 0


def test_on_a_board_that_is_mostly_full_only_the_cells_with_a_code_are_told_of() -> None:
    assert 0.6 * len(GRID.cells) < found(laid(0.75)) < 0.9 * len(GRID.cells)


def test_the_same_drawing_on_every_cell_is_printed() -> None:
    assert found(laid(1.0, alike=True)) == 0


def test_pale_drawings_are_printed() -> None:
    assert found(laid(1.0, contrast=0.3)) == 0


def test_letters_that_go_on_from_cell_to_cell_are_printed() -> None:
    rng = np.random.default_rng(5)
    size = (SIZE * DRAWN_PX).astype(int)
    letters = np.kron(rng.integers(0, 2, -(-size // 3)) * 0.8 + 0.1, np.ones((3, 3)))
    assert found(letters[: size[0], : size[1]].astype(np.float32)) == 0


def test_what_pieces_hide_is_not_judged() -> None:
    everything = slice(None), slice(None)
    assert found(laid(1.0), hidden=everything) == 0
