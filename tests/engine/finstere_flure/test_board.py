"""Section 1: the board's geometry."""

from collections import Counter

import pytest

from engine.finstere_flure.board import (
    CELLS,
    ENTRANCE,
    EXIT,
    NEIGHBOUR,
    RAY,
    WALL_LETTER,
    Direction,
    cell_at,
    column_row,
    half_turn,
    is_cell,
    through,
)

N, E, S, W = Direction


def test_it_has_156_cells() -> None:
    assert len(CELLS) == len(set(CELLS)) == 156


@pytest.mark.parametrize(
    ("row", "files"),
    [
        (1, "abcdefghijkl"),
        (2, "abcdefghijklm"),
        (3, "abcdefghijklmn"),
        (4, "abcdefghijklmno"),
        (5, "abcdefghijklmnop"),
        (6, "abcdefghijklmnop"),
        (7, "abcdefghijklmnop"),
        (8, "bcdefghijklmnop"),
        (9, "cdefghijklmnop"),
        (10, "defghijklmnop"),
        (11, "efghijklmnop"),
    ],
)
def test_two_opposite_corners_are_cut_in_stairs(row: int, files: str) -> None:
    assert [cell for cell in CELLS if cell[1:] == str(row)] == [f"{file}{row}" for file in files]


def test_exit_and_entrance_are_the_corners_that_are_not_cut() -> None:
    assert (EXIT, ENTRANCE) == ("a1", "p11")
    assert half_turn(EXIT) == ENTRANCE


@pytest.mark.parametrize("name", ["m1", "p4", "a8", "d11", "q1", "a0", "a12", "A1", "a01", "", "a", "11", 11, None])
def test_all_else_is_no_cell(name: object) -> None:
    assert not is_cell(name)


def test_north_is_towards_row_1_and_east_towards_file_p() -> None:
    assert [NEIGHBOUR["h6", direction] for direction in (N, E, S, W)] == ["h5", "i6", "h7", "g6"]


def test_a_ray_runs_straight_to_the_wall() -> None:
    assert RAY["m6", E] == ("n6", "o6", "p6")
    assert RAY["n6", N] == ("n5", "n4", "n3")
    assert RAY["p6", E] == ()


def test_right_left_and_back() -> None:
    assert [direction.right for direction in (N, E, S, W)] == [E, S, W, N]
    assert [direction.left for direction in (N, E, S, W)] == [W, N, E, S]
    assert [direction.back for direction in (N, E, S, W)] == [S, W, N, E]


def test_columns_and_rows_count_from_the_top_left() -> None:
    assert column_row("a1") == (0, 0)
    assert column_row("p11") == (15, 10)
    assert all(cell_at(*column_row(cell)) == cell for cell in CELLS)
    assert cell_at(12, 0) is None
    assert cell_at(-1, 4) is None
    assert cell_at(16, 5) is None


# --- the letters --------------------------------------------------------------------------------------------------


def test_every_outer_side_has_a_letter_and_no_other_has() -> None:
    outer = {side for side, following in NEIGHBOUR.items() if following is None}
    assert WALL_LETTER.keys() == outer


def test_each_letter_stands_twice_on_opposite_sides_with_half_turn_symmetry() -> None:
    assert set(Counter(WALL_LETTER.values()).values()) == {2}
    assert len(set(WALL_LETTER.values())) == 27
    for (cell, side), letter in WALL_LETTER.items():
        assert WALL_LETTER[half_turn(cell), side.back] == letter


def test_the_letters_along_the_top_and_down_the_right_side() -> None:
    assert "".join(WALL_LETTER[f"{file}1", N] for file in "abcdefghijkl") == "ABCDEFGHIJKL"
    stairs = [("l1", E), ("m2", N), ("m2", E), ("n3", N), ("n3", E), ("o4", N), ("o4", E), ("p5", N)]
    assert "".join(WALL_LETTER[side] for side in stairs) == "MNOPQRST"
    assert "".join(WALL_LETTER[f"p{row}", E] for row in range(5, 12)) == "UVWXYZ★"


@pytest.mark.parametrize(
    ("cell", "direction", "leads_to", "letter"),
    [
        ("p6", E, "a6", "V"),
        ("a6", W, "p6", "V"),
        ("l1", E, "e11", "M"),
        ("a1", N, "p11", "A"),
        ("a1", W, "p11", "★"),
        ("p11", E, "a1", "★"),
        ("p11", S, "a1", "A"),
        ("m2", N, "d10", "N"),
        ("n3", E, "c9", "Q"),
        ("p5", N, "a7", "T"),
        ("h1", N, "i11", "H"),
    ],
)
def test_a_wall_leads_in_at_the_same_letter_half_a_turn_round(
    cell: str, direction: Direction, leads_to: str, letter: str
) -> None:
    assert through(cell, direction) == (leads_to, letter)


def test_inside_the_board_there_is_no_wall() -> None:
    assert through("h6", E) == ("i6", None)


def test_the_way_through_every_wall_leads_back_through_the_same_wall() -> None:
    for (cell, side), letter in WALL_LETTER.items():
        entered, _ = through(cell, side)
        assert through(entered, side.back) == (cell, letter)
