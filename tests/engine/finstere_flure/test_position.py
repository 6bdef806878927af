"""Positions that can be and that cannot: every problem is named, and all of them."""

from collections.abc import Sequence

import pytest

from engine.errors import RulesError
from engine.finstere_flure.board import Direction
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.pieces import Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token, pool_cells_from
from engine.finstere_flure.textboard import parse_board
from tests.engine.finstere_flure.drawn import drawing

E = Direction.E


def red(white: int, place: str | Place) -> Token:
    return Token(f"red-{white}", Side.WHITE, place)


def stone(number: int, cell: str) -> Tile:
    return Tile(f"stone-{number}", TileKind.STONE, (cell,))


def teleporter(name: str, cell: str) -> Tile:
    return Tile(f"teleporter-{name}", TileKind.TELEPORTER, (cell,), Direction.N)


def pool(*cells: str, name: str = "pool-2x2") -> Tile:
    return Tile(name, TileKind.POOL, cells)


def problems(
    monster: str = "h6", tokens: Sequence[Token] = (), tiles: Sequence[Tile] = (), stage: int = 1
) -> tuple[str, ...]:
    """Return all that is said to be wrong with the position."""
    with pytest.raises(PositionError) as caught:
        Position(monster, E, tuple(tokens), tuple(tiles), stage)
    assert str(caught.value) == "; ".join(caught.value.problems)
    return caught.value.problems


# --- pieces -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "near"),
    [
        ("beige-3", "; did you mean beige-1, beige-4 or beige-5?"),
        ("orange-1", ""),
        ("red4", "; did you mean red-4?"),
        ("R4", "; did you mean red-4?"),
        ("monster", ""),
        ("", ""),
    ],
)
def test_a_token_that_does_not_exist(token: str, near: str) -> None:
    assert problems(tokens=[Token(token, Side.WHITE, "c3")]) == (f"{token}: there is no such token{near}",)


@pytest.mark.parametrize(
    ("tile", "near"),
    [
        ("stone-0", "; did you mean stone-10?"),
        ("stone", ""),
        ("teleporter-C1", "; did you mean teleporter-A1 or teleporter-B1?"),
        ("s4", "; did you mean stone-4?"),
    ],
)
def test_a_tile_that_does_not_exist(tile: str, near: str) -> None:
    assert problems(tiles=[Tile(tile, TileKind.STONE, ("c3",))]) == (f"{tile}: there is no such tile{near}",)


@pytest.mark.parametrize(
    ("tile", "kind", "sentence"),
    [
        ("stone-1", TileKind.CRYSTAL, "stone-1 cannot be a crystal: it is a stone"),
        ("stone-4", TileKind.TURN90, "stone-4 cannot be a turn90: it is a crystal or a stone"),
        ("stone-6", TileKind.TURN180, "stone-6 cannot be a turn180: it is a stone or a turn90"),
        ("pool-2x2", TileKind.STONE, "pool-2x2 cannot be a stone: it is a pool"),
    ],
)
def test_a_tile_of_a_wrong_kind(tile: str, kind: TileKind, sentence: str) -> None:
    assert sentence in problems(tiles=[Tile(tile, kind, ("c3",))])


def test_the_back_of_every_square_tile_is_a_stone() -> None:
    cells = ("a2", "a3", "a4", "a5", "a6", "a7", "b8", "c9", "d10", "e11", "f11")
    position = Position("h6", E, tiles=tuple(stone(number, cell) for number, cell in enumerate(cells, start=1)))
    assert len(position.stones) == 11


def test_a_piece_that_is_there_twice() -> None:
    assert problems(tokens=[red(1, "c3"), red(1, Place.OUT)]) == ("red-1 is there 2 times",)
    assert problems(tiles=[stone(1, "c3"), stone(1, "c4"), stone(1, "c5")]) == ("stone-1 is there 3 times",)


def test_half_a_pair_of_teleporters() -> None:
    assert problems(tiles=[teleporter("A1", "c3")]) == ("teleporter-A1 is there without teleporter-A2",)
    assert problems(tiles=[teleporter("A1", "c3"), teleporter("B2", "c5")]) == (
        "teleporter-A1 is there without teleporter-A2",
        "teleporter-B2 is there without teleporter-B1",
    )


# --- places -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", ["m1", "q7", "a12", "C3", "c3 ", ""])
def test_a_piece_outside_the_board(cell: str) -> None:
    assert problems(monster=cell) == (f"monster: {cell} is no cell of the board",)
    assert problems(tokens=[red(1, cell)]) == (f"red-1: {cell} is no cell of the board",)
    assert problems(tiles=[stone(1, cell)]) == (f"stone-1: {cell} is no cell of the board",)


def test_a_pool_that_reaches_over_the_edge() -> None:
    assert problems(tiles=[pool("l1", "m1", "l2", "m2")]) == ("pool-2x2: m1 is no cell of the board",)


@pytest.mark.parametrize(
    ("tokens", "tiles", "cell", "names"),
    [
        ([red(1, "c3"), red(3, "c3")], [], "c3", "red-1 and red-3"),
        ([red(1, "c3")], [stone(1, "c3")], "c3", "red-1 and stone-1"),
        ([], [stone(1, "c3"), stone(2, "c3")], "c3", "stone-1 and stone-2"),
        ([red(1, "h6")], [], "h6", "red-1 and monster"),
        ([], [stone(1, "h6")], "h6", "stone-1 and monster"),
        ([red(1, "c3")], [teleporter("A1", "c3"), teleporter("A2", "c9")], "c3", "red-1 and teleporter-A1"),
        ([], [stone(1, "c3"), teleporter("A1", "c3"), teleporter("A2", "c9")], "c3", "stone-1 and teleporter-A1"),
        ([], [teleporter("A1", "c3"), teleporter("A2", "c3")], "c3", "teleporter-A1 and teleporter-A2"),
        (
            [],
            [pool("c3", "d3", "c4", "d4"), teleporter("A1", "d4"), teleporter("A2", "c9")],
            "d4",
            "pool-2x2 and teleporter-A1",
        ),
        (
            [],
            [pool("c3", "d3", "c4", "d4"), pool("d4", "e4", "f4", "g4", name="pool-4x1")],
            "d4",
            "pool-2x2 and pool-4x1",
        ),
    ],
)
def test_two_pieces_on_a_cell(tokens: list[Token], tiles: list[Tile], cell: str, names: str) -> None:
    assert problems(tokens=tokens, tiles=tiles) == (f"{cell}: {names} cannot be on the same cell",)


def test_three_pieces_on_a_cell_are_one_problem() -> None:
    assert problems(tokens=[red(1, "c3"), red(3, "c3"), red(4, "c3")]) == (
        "c3: red-1 and red-3 and red-4 cannot be on the same cell",
    )


def test_the_monster_may_stand_on_a_teleporter_and_stones_and_tokens_lie_on_pools() -> None:
    position = parse_board("""
        h       i    j
     3  @A2v    .    .
     6  @A1>M<  ~R1  ~s1
     7  .       ~    ~
    """)
    assert position.monster == "h6"


def test_several_tokens_may_wait_at_the_same_place() -> None:
    position = Position("h6", E, (red(1, Place.OUTSIDE), red(3, Place.OUTSIDE), red(4, Place.OUT), red(5, Place.OUT)))
    assert position.token("red-3") == red(3, Place.OUTSIDE)
    assert position.token("blue-1") is None


def test_r6_the_monster_never_stops_on_a_pool() -> None:
    assert problems(tiles=[pool("h6", "i6", "h7", "i7")]) == ("h6: the monster never stops on a pool (R6)",)


@pytest.mark.parametrize("corner", ["a1", "p11"])
def test_r7_no_tile_lies_on_a_corner(corner: str) -> None:
    assert problems(tiles=[stone(1, corner)]) == (f"{corner}: stone-1 cannot lie on the corner cell {corner} (R7)",)
    assert problems(tiles=[teleporter("A1", corner), teleporter("A2", "c9")]) == (
        f"{corner}: teleporter-A1 cannot lie on the corner cell {corner} (R7)",
    )


def test_tokens_and_the_monster_may_stand_on_the_corners() -> None:
    assert Position("a1", E, (red(1, "p11"),)).monster == "a1"


@pytest.mark.parametrize("stage", [0, 3, -1])
def test_there_are_two_stages(stage: int) -> None:
    assert problems(stage=stage) == (f"stage {stage}: there are stages 1 and 2 only",)


# --- shapes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cells",
    [
        ("c3", "d3", "c4"),
        ("c3", "d3", "c4", "d4", "e4"),
        ("c3", "d3", "e3", "f3"),
        ("c3", "d3", "c4", "e4"),
        ("c3", "d3", "c4", "c4"),
    ],
)
def test_a_square_pool_covers_two_by_two_cells(cells: tuple[str, ...]) -> None:
    assert f"pool-2x2 cannot cover the cells {' '.join(cells)}" in problems(tiles=[pool(*cells)])


@pytest.mark.parametrize(
    "cells", [("c3", "d3", "c4", "d4"), ("c3", "d3", "e3", "g3"), ("c3", "d4", "e5", "f6"), ("c3", "d3", "e3")]
)
def test_a_long_pool_covers_four_cells_in_a_row(cells: tuple[str, ...]) -> None:
    assert f"pool-4x1 cannot cover the cells {' '.join(cells)}" in problems(tiles=[pool(*cells, name="pool-4x1")])


def test_a_pool_without_cells() -> None:
    assert problems(tiles=[pool()]) == ("pool-2x2 cannot cover the cells (none)",)


def test_the_long_pool_lies_along_a_row_or_upright_and_its_cells_come_in_any_order() -> None:
    assert Position("h6", E, tiles=(pool("f3", "c3", "e3", "d3", name="pool-4x1"),)).pool_cells == {
        "c3",
        "d3",
        "e3",
        "f3",
    }
    assert Position("h6", E, tiles=(pool("c3", "c4", "c5", "c6", name="pool-4x1"),)).pool_cells == {
        "c3",
        "c4",
        "c5",
        "c6",
    }


def test_square_tiles_and_teleporters_cover_one_cell() -> None:
    assert problems(tiles=[Tile("stone-1", TileKind.STONE, ("c3", "c4"))]) == (
        "stone-1 lies on 2 cells instead of one",
    )
    assert problems(tiles=[Tile("stone-1", TileKind.STONE, ())]) == ("stone-1 lies on 0 cells instead of one",)


def test_teleporters_have_an_arrow_and_nothing_else_has() -> None:
    assert problems(
        tiles=[Tile("teleporter-A1", TileKind.TELEPORTER, ("c3",)), teleporter("A2", "c9")],
    ) == ("teleporter-A1 has no arrow",)
    assert problems(tiles=[Tile("stone-1", TileKind.STONE, ("c3",), E)]) == ("stone-1 cannot have an arrow",)
    assert problems(tiles=[Tile("pool-2x2", TileKind.POOL, ("c3", "d3", "c4", "d4"), E)]) == (
        "pool-2x2 cannot have an arrow",
    )


# --- all problems -------------------------------------------------------------------------------------------------


def test_all_problems_are_listed_not_only_the_first() -> None:
    found = problems(
        monster="z9",
        tokens=[red(1, "c3"), red(3, "c3"), Token("pink-1", Side.WHITE, "m1")],
        tiles=[stone(1, "a1"), teleporter("A1", "d4"), Tile("stone-4", TileKind.TURN90, ("d5",))],
        stage=7,
    )
    assert set(found) == {
        "stage 7: there are stages 1 and 2 only",
        "monster: z9 is no cell of the board",
        "c3: red-1 and red-3 cannot be on the same cell",
        "pink-1: there is no such token",
        "pink-1: m1 is no cell of the board",
        "a1: stone-1 cannot lie on the corner cell a1 (R7)",
        "teleporter-A1 is there without teleporter-A2",
        "stone-4 cannot be a turn90: it is a crystal or a stone",
    }


def test_the_error_is_also_a_value_error_and_one_of_the_rules_errors() -> None:
    assert issubclass(PositionError, ValueError)
    assert issubclass(PositionError, RulesError)


# --- what a position can tell -------------------------------------------------------------------------------------


def test_repr_constructs_the_position() -> None:
    position = parse_board("""
        h    i     j    k
     3  R4   @A1v  q6   b5
     6  M>   @A2<  ~    ~
     7  .    .     ~    ~
    outside: Y1
    """)
    scope = {
        "Position": Position,
        "Token": Token,
        "Tile": Tile,
        "Direction": Direction,
        "Side": Side,
        "Place": Place,
        "TileKind": TileKind,
    }
    assert eval(repr(position), scope) == position


def test_a_token_tells_its_visible_number_and_where_it_is() -> None:
    token = Token("red-5", Side.BLACK, "c3")
    assert (token.visible_number, token.cell, token.place) == (2, "c3", None)
    waiting = Token("red-5", Side.WHITE, Place.OUT)
    assert (waiting.visible_number, waiting.cell, waiting.place) == (5, None, Place.OUT)


def test_in_order_makes_the_same_position_equal() -> None:
    position = Position("h6", E, (red(1, "c3"), red(3, "c4")), (stone(1, "d3"), stone(2, "d4")))
    other = Position("h6", E, (red(3, "c4"), red(1, "c3")), (stone(2, "d4"), stone(1, "d3")))
    assert position != other
    assert position.in_order() == other.in_order()


def test_half_turned_is_the_board_seen_from_the_opposite_side() -> None:
    before = parse_board("""
        a   b   c      h
     1  R4  s1  @A1>   .
     2  =   .   @A2^   .
     3  =   ~   ~      M>
     4  =   ~   ~      .
     5  =   .   .      .
    """)
    after = parse_board("""
        i   n      o   p
     7  .   .      .   =
     8  .   ~      ~   =
     9  M<  ~      ~   =
    10  .   @A2v   .   =
    11  .   @A1<   s1  R4
    """)
    assert drawing(before.half_turned()) == drawing(after)


def test_pool_cells_from_the_upper_left_one() -> None:
    assert pool_cells_from("pool-2x2", "c3") == ("c3", "d3", "c4", "d4")
    assert pool_cells_from("pool-4x1", "c3") == ("c3", "d3", "e3", "f3")
    assert pool_cells_from("pool-4x1", "c3", upright=True) == ("c3", "c4", "c5", "c6")
