"""Tests of learning the bare cells' look while watching; then untagged things are noticed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.board import covered_cells
from tests.vision.watching.film import Film, Pixels
from tests.vision.watching.film_table import CATALOGUE
from vision.model.placed_tags import tall_shadow_cells
from vision.watching import CellState, TableWatch
from vision.watching.gates import DEFAULT_GATES

pytestmark = pytest.mark.slow


#: After fewer looks than usual a bare cell is known: each of them takes many frames (how many, test_gates.py tells).
GATES = replace(DEFAULT_GATES, bare_looks=1)


def watched_long_enough(film: Film) -> None:
    """Move pieces to and fro until the look of the bare cells is known."""
    film.settle()
    token = film.tokens()[0]
    start, other = str(film.cell_of(token)), film.free_cells()[0]
    for number in range(GATES.bare_looks + 1):
        film.taken_s += GATES.bare_s
        film.move(token, start if number % 2 else other)
        film.settle(1.0)


def coin_on(film: Film, cell: str) -> None:
    """Lay a coin on the cell from now on."""
    known = film.states[-1].known
    assert known is not None
    x, y = CATALOGUE.grid.centre(cell)
    outline = [(x + 10 * np.cos(a), y + 10 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 24)]
    polygon = np.round(known.registration.camera.project(outline)).astype(np.int32)

    def laid(picture: Pixels) -> Pixels:
        copy = picture.copy()
        cv2.fillConvexPoly(copy, polygon, (40, 80, 110), cv2.LINE_AA)
        return copy

    film.effect = laid


def test_bare_cells_alone_are_learned_and_a_coin_on_one_is_noticed() -> None:
    film = Film(seed=5)
    film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=GATES)
    watched_long_enough(film)
    board = film.watch.bare_board
    assert board is not None
    learned, free = board.cells(CATALOGUE.grid), set(film.free_cells())
    assert set(learned) <= free, "no cell on which a piece lies"
    assert len(learned) > 0.4 * len(free)
    cell = learned[40]
    coin_on(film, cell)
    film.run(4)
    state = film.settle()
    assert [c for c, what in state.cells.items() if what is CellState.UNREADABLE] == [cell]
    watched_long_enough(film)
    assert film.states[-1].cells[cell] is CellState.UNREADABLE, "it must not become part of the bare board"


def test_a_hand_is_not_learned() -> None:
    film = Film(seed=6)
    film.reach((150.0, 120.0), "flat")
    for _ in range(DEFAULT_GATES.bare_looks + 2):
        film.taken_s += DEFAULT_GATES.bare_s
        film.run(3)
    assert film.watch.bare_board is None


def test_the_shadow_of_a_tall_piece_is_not_learned() -> None:
    film = Film(seed=5)
    film.watch = TableWatch(CATALOGUE, covers=covered_cells, gates=GATES)
    watched_long_enough(film)
    monster = next(placed_tag for placed_tag in film.truth().placed_tags if placed_tag.tag.kind == "monster")
    board = film.watch.bare_board
    assert board is not None
    beside = tall_shadow_cells([monster], CATALOGUE.grid)
    assert len(beside) > 4
    assert beside.isdisjoint(board.cells(CATALOGUE.grid))
    film.move(monster.tag.id, next(cell for cell in film.free_cells() if cell not in beside))
    state = film.settle(1.0)
    assert CellState.UNREADABLE not in state.cells.values(), "light falls where the monster was"
