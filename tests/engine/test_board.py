"""Tests of boards: what lies beside, beyond and between cells, and jumps."""

import pytest

from engine.board import AROUND, ASLANT, STRAIGHT, drawn, jumps, rectangle


def test_cells_are_named_by_column_and_row_from_the_top() -> None:
    board = rectangle(3, 2)
    assert list(board) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert (board.columns, board.rows, board.column("c2"), board.row("c2")) == (3, 2, 2, 1)


def test_a_drawing_is_a_board_with_its_pieces() -> None:
    board = drawn("""
  .
 .w.
  b
""")
    assert board.cells == {"b1": (1, 0), "a2": (0, 1), "b2": (1, 1), "c2": (2, 1), "b3": (1, 2)}
    assert board.letters == {"b2": "w", "b3": "b"}


def test_what_is_no_cell_is_refused() -> None:
    with pytest.raises(ValueError, match="row 2 of the board has '#'; a cell is a point, or a piece's letter"):
        drawn("..\n.#\n")


def test_what_lies_around() -> None:
    board = rectangle(3, 3)
    assert board.neighbours("a1") == ("b1", "a2", "b2")
    assert board.neighbours("b2", STRAIGHT) == ("b1", "c2", "b3", "a2")
    assert board.cell_beyond("a1", (1, 1), 2) == "c3"
    assert board.cell_beyond("a1", (-1, 0)) is None
    assert board.ray("a3", (1, -1)) == ("b2", "c1")
    assert len(board.lines(3)) == 8


def test_jumps_go_on_as_long_as_they_can() -> None:
    board = rectangle(5, 5)
    lying = {"a1": "white", "b2": "black", "d4": "black", "d2": "black"}
    assert set(jumps(board, lying, "a1", ASLANT, {"black"})) == {(("b2", "d4"), "e5"), (("b2", "d2"), "e1")}


def test_a_jump_may_end_where_it_began_and_takes_nothing_twice() -> None:
    board = rectangle(5, 5)
    lying = {"b2": "white", "c2": "black", "d3": "black", "c4": "black", "b3": "black"}
    ways = dict(jumps(board, lying, "b2", AROUND, {"black"}))
    assert ways[("c2", "d3", "c4", "b3")] == "b2"
