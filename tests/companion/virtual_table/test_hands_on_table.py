"""Tests of hands on the table: lift, drag, drop, flip, turn, and the stacking of pieces."""

from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.finstere_flure.virtual_table.placement import side_area_of, table_from_position
from companion.games.finstere_flure.virtual_table.places import TABLE, Beside
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.board import CELLS, Direction
from engine.finstere_flure.pieces import Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token, pool_cells_from


def small_table(seed: int = 1) -> VirtualTable:
    """Return a table with a pool, teleporters, monster, crystal and three tokens.

    The monster is on one of the pair of teleporters, one token is on the pool, two are beside it.
    """
    tiles = (
        Tile("pool-4x1", TileKind.POOL, pool_cells_from("pool-4x1", "e9")),
        Tile("teleporter-A1", TileKind.TELEPORTER, ("c3",), Direction.N),
        Tile("teleporter-A2", TileKind.TELEPORTER, ("n5",), Direction.W),
        Tile("stone-5", TileKind.CRYSTAL, ("f9",)),
    )
    tokens = (
        Token("red-4", Side.WHITE, "h9"),
        Token("red-1", Side.BLACK, Place.OUTSIDE),
        Token("red-5", Side.WHITE, Place.OUT),
        Token("red-3", Side.WHITE, Place.DEAD),
    )
    return table_from_position(Position("c3", Direction.S, tokens, tiles), seed)


def drag(table: VirtualTable, piece: str, to_mm: tuple[float, float], *, exactly: bool = False) -> None:
    held = table.pick_up(piece)
    assert held is not None
    held.drag(to_mm)
    held.drop(exactly=exactly)


@pytest.mark.slow
@given(st.sampled_from(CELLS), st.floats(-12, 12), st.floats(-12, 12))
def test_what_is_dropped_over_a_cell_lies_near_its_middle(cell: str, dx: float, dy: float) -> None:
    table = small_table()
    x, y = table.catalogue.grid.centre(cell)
    drag(table, "red-4", (x + dx, y + dy))
    piece = table.pieces["red-4"]
    assert table.cell_of(piece) == cell
    assert abs(piece.centre_mm[0] - x) < 2
    assert abs(piece.centre_mm[1] - y) < 2


def test_exactly_it_lies_where_it_is_dropped_also_on_a_line() -> None:
    table = small_table()
    drag(table, "red-4", (100.0, 62.5), exactly=True)
    assert table.pieces["red-4"].centre_mm == (100.0, 62.5)


def test_beside_the_board_it_lies_where_it_is_dropped() -> None:
    table = small_table()
    drag(table, "red-4", (-12.0, 200.0))
    assert table.pieces["red-4"].centre_mm == (-12.0, 200.0)
    assert table.cell_of(table.pieces["red-4"]) is None


def test_nothing_falls_off_the_table() -> None:
    table = small_table()
    drag(table, "red-4", (10_000.0, -10_000.0))
    x, y = table.pieces["red-4"].centre_mm
    assert (x, y) == (TABLE[2] * 25, TABLE[1] * 25)


def test_it_is_held_where_it_was_gripped() -> None:
    table = small_table()
    held = table.pick_up("pool-4x1", table.catalogue.grid.centre("h9"))
    assert held is not None
    x, y = table.pieces["pool-4x1"].centre_mm
    gx, gy = table.catalogue.grid.centre("h9")
    held.drag((gx + 50, gy - 25))
    assert table.pieces["pool-4x1"].centre_mm == pytest.approx((x + 50, y - 25))


def test_what_is_in_the_air_lies_nowhere_and_each_hand_holds_its_own() -> None:
    table = small_table()
    middle_mm = table.catalogue.grid.centre("h9")
    first, second = table.pick_up("red-4"), table.pick_up("red-1")
    assert first is not None
    assert second is not None
    assert not {"red-4", "red-1"} & {piece.id for piece in table.stacked()}
    assert table.piece_at(middle_mm) == "pool-4x1"
    second.drag((10.0, 10.0))
    assert first.drop()
    assert table.piece_at(middle_mm) == "red-4"
    assert second.piece is not None
    assert second.piece.centre_mm == (10.0, 10.0)


@pytest.mark.parametrize("how", ["put", "remove", "pick_up"])
def test_a_hand_whose_piece_somebody_else_takes_holds_nothing_and_changes_nothing(how: str) -> None:
    table = small_table()
    held = table.pick_up("red-4")
    assert held is not None
    elsewhere = table.on_cell(table.pieces["red-4"], "k5")
    match how:
        case "put":
            table.put(elsewhere)
        case "remove":
            table.remove("red-4")
        case "pick_up":
            table.pick_up("red-4")
    before = dict(table.pieces)
    held.drag((10.0, 10.0))
    held.turn()
    held.place_piece(table.on_cell(elsewhere, "a1"))
    assert (held.piece, held.flip(), held.drop()) == (None, False, False)
    assert table.pieces == before


def test_what_is_in_a_hand_is_turned_by_that_hand_alone() -> None:
    table = small_table()
    held = table.pick_up("red-4")
    assert held is not None
    assert not table.flip("red-4")
    table.turn("red-4")
    assert table.pieces["red-4"].face == "white"
    assert held.flip()
    assert table.pieces["red-4"].face == "black"


def test_nobody_takes_hold_of_turns_or_flips_what_is_not_on_the_table() -> None:
    table = small_table()
    table.remove("red-4")
    table.turn("red-4")
    assert (table.pick_up("red-4"), table.flip("red-4")) == (None, False)


@pytest.mark.parametrize(
    ("piece", "faces"),
    [("red-4", ("white", "black")), ("stone-5", ("front", "back")), ("monster", None), ("pool-4x1", None)],
)
def test_two_sided_pieces_are_flipped_where_they_lie(piece: str, faces: tuple[str, str] | None) -> None:
    table = small_table()
    before = table.pieces[piece]
    assert table.flip(piece) == (faces is not None)
    after = table.pieces[piece]
    assert (after.centre_mm, after.turn_deg) == (before.centre_mm, before.turn_deg)
    assert (before.face, after.face) == (faces or ("", ""))


def test_the_monster_turns_by_a_quarter_clockwise() -> None:
    table = small_table()
    quarters = table.pieces["monster"].quarter_turns
    table.turn("monster")
    assert table.pieces["monster"].quarter_turns == (quarters + 1) % 4
    table.turn("monster", -2)
    assert table.pieces["monster"].quarter_turns == (quarters - 1) % 4


def test_the_long_pool_turns_about_its_middle_and_lies_on_cells_again() -> None:
    table = small_table()
    table.turn("pool-4x1")
    pool = table.pieces["pool-4x1"]
    cell = table.cell_of(pool)
    assert cell is not None
    assert pool.centre_mm == pytest.approx(table.catalogue.grid.centre(cell), abs=1)
    x, y = table.middle_mm(pool)
    # From the cells e9 to h9 it comes to stand across them.
    assert table.catalogue.grid.centre("e9")[0] < x < table.catalogue.grid.centre("h9")[0]
    assert abs(y - table.catalogue.grid.centre("f9")[1]) <= 13


def test_moving_one_piece_leaves_all_others_as_they_are() -> None:
    table = small_table()
    before = dict(table.pieces)
    drag(table, "red-4", (200.0, 100.0))
    assert {name for name, piece in table.pieces.items() if before[name] != piece} == {"red-4"}


def test_what_lies_on_something_lies_higher() -> None:
    heights = small_table().heights_mm()
    assert heights["red-4"] == heights["stone-5"] == 2.0
    assert heights["monster"] == 2.0
    assert heights["red-1"] == heights["pool-4x1"] == 0.0


def test_a_pool_is_always_below_a_token_also_if_it_comes_later() -> None:
    table = small_table()
    middle_mm = table.catalogue.grid.centre("h6")
    for piece in ("pool-4x1", "red-4", "pool-4x1"):
        drag(table, piece, middle_mm)
    assert table.piece_at(middle_mm) == "red-4"


def test_parts_of_the_table_beside_the_board() -> None:
    table = small_table()
    parts = {name: side_area_of(table, table.pieces[name]) for name in ("red-1", "red-5", "red-3", "red-4", "stone-1")}
    assert parts == {
        "red-1": Beside.ENTRANCE,
        "red-5": Beside.EXIT,
        "red-3": Beside.BOX,
        "red-4": None,
        "stone-1": Beside.BOX,
    }


def test_a_copy_stays_as_it_is_while_hands_go_on() -> None:
    table = small_table()
    kept = copy(table)
    before = dict(kept.pieces)
    drag(table, "red-4", (200.0, 100.0))
    table.flip("red-1")
    assert dict(kept.pieces) == before
    assert kept.heights_mm()["red-4"] == 2.0
