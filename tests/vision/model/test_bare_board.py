"""Tests of the look of the bare board: known cells, updates from observations, JSON."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.bare_tables import bare_board, ground_in, picture
from tests.vision.board import GRID
from vision.errors import ProfileError
from vision.model.bare_board import bare_board_to_json, parse_bare_board
from vision.model.ground_pixels import CELL_PX, cells_of
from vision.model.surface import Grid
from vision.occupancy.bare_ground import with_cells

pytestmark = pytest.mark.slow


def test_it_shows_the_cells_and_nothing_beside_them() -> None:
    bare = bare_board()
    of_cells = np.zeros(bare.known.shape, np.bool_)
    for column, row in GRID.cells.values():
        of_cells[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX] = True
    assert not bare.known[~of_cells].any()
    assert not bare.colours[~bare.known].any()
    assert len(bare.cells(GRID)) > 0.9 * len(GRID.cells)


def test_cells_follow_what_is_seen_of_them() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=9))
    brighter = replace(ground, colours=ground.colours * 1.2)
    bare = with_cells(bare_board(), brighter, ["c5"], GRID, share=0.5)
    names = list(GRID.cells)
    change = cells_of(bare.colours, GRID).mean(axis=(1, 2, 3)) / cells_of(bare_board().colours, GRID).mean(
        axis=(1, 2, 3)
    )
    assert change[names.index("c5")] == pytest.approx(1.1, abs=0.01)
    assert change[names.index("d5")] == 1.0


def test_it_is_kept_as_json() -> None:
    bare = bare_board(4)
    text = json.dumps(bare_board_to_json(bare))
    assert len(text) < 300_000
    again = parse_bare_board(json.loads(text), "the look")
    assert np.array_equal(again.known, bare.known)
    assert np.abs(again.colours - np.clip(bare.colours, 0, 1.275)).max() < 0.004
    assert again.fits(GRID)
    assert not again.fits(Grid(25.0, {"a1": (0, 0)}))


@pytest.mark.parametrize(
    ("key", "value"),
    [("version", 2), ("cell_px", 7), ("channels", 2), ("png", 5), ("png", "x"), ("png", ""), ("png", "A" * 3_000_000)],
)
def test_a_damaged_look_is_refused_with_a_sentence(key: str, value: object) -> None:
    with pytest.raises(ProfileError, match=r"^look: .*calibrate once more, or take it out\.$"):
        parse_bare_board(bare_board_to_json(bare_board()) | {key: value}, "look")


@given(st.integers(0, 400), st.binary(max_size=40))
def test_whatever_was_overwritten_it_is_read_or_refused(start: int, what: bytes) -> None:
    data = bare_board_to_json(bare_board())
    text = bytearray(data["png"].encode())
    text[start : start + len(what)] = what
    try:
        bare = parse_bare_board(data | {"png": text.decode("latin-1")}, "look")
    except ProfileError:
        return
    assert bare.colours.shape[:2] == bare.known.shape
