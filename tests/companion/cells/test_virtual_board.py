"""Boards of cells at the virtual table: their names, and the pieces beside them."""

from itertools import combinations
from math import dist

import pytest
from chess_table.game import GAME as CHESS

from companion.cells.table_pictures import line_names
from tools.walk.games import games
from vision.model.surface import Grid


def test_columns_and_rows_have_the_names_of_their_cells() -> None:
    columns, rows = line_names(Grid(1.0, {"a2": (0, 0), "b2": (1, 0), "a1": (0, 1), "b1": (1, 1)}))
    assert columns == {0: "a", 1: "b"}
    assert rows == {0: "2", 1: "1"}


@pytest.mark.parametrize("cells", [{"start": (0, 0)}, {"a1": (0, 0), "c1": (0, 1)}])
def test_cells_of_other_names_name_no_columns(cells: dict[str, tuple[int, int]]) -> None:
    assert line_names(Grid(1.0, cells)) == ({}, {})


def test_pieces_beside_a_board_lie_on_the_table_and_all_are_seen() -> None:
    for game in (games()["draughts"], CHESS):
        virtual = game.virtual
        table = virtual.table_before(virtual.start(None, 1, {}), 1)
        left, top, right, bottom = table.areas.table
        pieces = list(table.pieces.values())
        for piece in pieces:
            x, y = piece.centre_mm
            radius = table.things.edges_mm(piece.tag_id)[2]
            assert left <= x - radius
            assert x + radius <= right
            assert top <= y - radius
            assert y + radius <= bottom
        nearest = min(dist(piece.centre_mm, other.centre_mm) for piece, other in combinations(pieces, 2))
        assert nearest > 0.5 * table.unit_mm
