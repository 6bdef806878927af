"""Sections 3 and 4: the basic floor, and placing tiles one by one."""

from functools import partial

import pytest

from engine.finstere_flure.board import Direction
from engine.finstere_flure.events import Faces, GameStarted, SetUp, TilePlaced
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import STONE_FRONTS, Colour, TileKind
from engine.finstere_flure.problems import Reason
from engine.finstere_flure.setup import ALL_TILES, BASIC_STONE_CELLS, placements
from engine.finstere_flure.state import Phase
from engine.finstere_flure.textboard import format_board
from tests.engine.finstere_flure.game_helpers import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    expert,
    place,
    placed,
    reasons,
    refused,
    started,
    tile,
)

#: Seventeen tiles that the players may place, the DM variant's rules kept too.
FLOOR = (
    *("stone-1 d3", "stone-2 e3", "stone-3 f3", "stone-4 h5 crystal", "stone-5 h6", "stone-6 h7 turn90"),
    *("stone-7 k5", "stone-8 d7 turn90", "stone-9 d6 turn90", "stone-10 m7 turn180", "stone-11 o7 turn180"),
    *("teleporter-A1 b6 N", "teleporter-A2 l3 S", "teleporter-B1 n6 E", "teleporter-B2 g10 W"),
    *("pool-2x2 i3 j3 i4 j4", "pool-4x1 f9 g9 h9 i9"),
)

# --- basic --------------------------------------------------------------------------------------------------------


def test_the_basic_floor_lies_as_the_rules_show_it() -> None:
    assert format_board(started(RED, BLUE).state.position) == (
        "stage: 1\n"
        "    a   b   c   d   e   f   g   h   i   j   k   l   m   n   o   p\n"
        " 1  M>  .   .   .   .   .   .   .   .   .   .   .   #   #   #   #\n"
        " 2  .   .   .   .   .   .   .   .   .   .   .   .   .   #   #   #\n"
        " 3  .   .   s1  .   .   .   .   .   ~   ~   .   .   .   .   #   #\n"
        " 4  .   .   .   .   .   .   .   .   ~   ~   .   .   s7  .   .   #\n"
        " 5  .   .   .   .   .   .   .   s2  .   .   .   .   .   .   .   .\n"
        " 6  .   .   .   .   .   .   .   .   s3  .   .   .   .   s4  .   .\n"
        " 7  .   .   .   .   .   .   s5  .   .   .   .   .   .   .   .   .\n"
        " 8  #   .   .   .   s6  .   .   .   .   .   .   .   s8  .   .   .\n"
        " 9  #   #   .   .   =   =   =   =   .   .   .   .   .   .   s9  .\n"
        "10  #   #   #   .   .   s10 .   .   s11 .   .   .   .   .   .   .\n"
        "11  #   #   #   #   .   .   .   .   .   .   .   .   .   .   .   .\n"
        "outside: R1 R3 R4 R5 B1 B3 B4 B5\n"
    )


def test_in_the_basic_game_the_cards_are_shuffled_at_once() -> None:
    assert started(RED, BLUE).state.phase is Phase.SHUFFLE


def test_which_stone_lies_where_may_be_told() -> None:
    names = tuple(f"stone-{n}" for n in (11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
    state = Game.start(GameStarted((RED, BLUE), RED, stones=names)).state
    assert {t.id: t.cell for t in state.position.stones}["stone-11"] == "c3"


def test_each_stone_lies_once() -> None:
    event = GameStarted((RED, BLUE), RED, stones=("stone-1",) * 11)
    assert [problem.reason for problem in refused(lambda: Game.start(event))] == [Reason.UNKNOWN_PIECE]


def test_no_tile_is_placed_in_the_basic_game() -> None:
    assert reasons(started(RED, BLUE), TilePlaced(tile("stone-1 d5"))) == [Reason.PHASE]


# --- expert -------------------------------------------------------------------------------------------------------


def test_the_players_place_the_tiles_in_turn() -> None:
    game = expert(RED, BLUE, GREEN)
    turns = []
    for words in FLOOR:
        turns.append(game.state.turn)
        game = place(game, words)
    assert turns == [RED, BLUE, GREEN] * 5 + [RED, BLUE]


@pytest.mark.parametrize(
    ("players", "starter"), [((RED, BLUE), BLUE), ((RED, BLUE, GREEN), GREEN), ((RED, BLUE, GREEN, YELLOW), BLUE)]
)
def test_the_player_after_the_one_who_placed_the_last_tile_starts(players: tuple[Colour, ...], starter: Colour) -> None:
    game = place(expert(*players), *FLOOR)
    assert (game.state.phase, game.state.start_player, game.state.turn) == (Phase.SHUFFLE, starter, None)


def test_all_seventeen_tiles_must_be_placed() -> None:
    game = expert(RED, BLUE)
    assert len(game.state.tiles_to_place) == len(ALL_TILES) == 17
    for n, words in enumerate(FLOOR, start=1):
        assert game.state.phase is Phase.PLACE_TILE
        game = place(game, words)
        assert len(game.state.tiles_to_place) == 17 - n
    assert game.state.position.tiles == tuple(map(tile, FLOOR))


def test_tiles_are_placed_in_any_order_and_with_any_face() -> None:
    game = place(expert(RED, BLUE), "pool-4x1 h2 h3 h4 h5", "stone-10 c5 turn180", "stone-11 d5 stone", "stone-4 e5")
    assert [t.id for t in game.state.placed] == ["pool-4x1", "stone-10", "stone-11", "stone-4"]


@pytest.mark.parametrize("cell", ["a1", "b1", "a2", "p11", "o11", "p10"])
def test_three_cells_at_the_entrance_and_three_at_the_exit_stay_free(cell: str) -> None:
    assert Reason.KEEP_FREE in reasons(expert(RED, BLUE), TilePlaced(tile(f"teleporter-A1 {cell} N")))


@pytest.mark.parametrize("cell", ["b2", "c1", "a3", "o10", "n11", "p9"])
def test_the_cells_behind_those_may_be_used(cell: str) -> None:
    place(expert(RED, BLUE), f"stone-6 {cell} turn90")


def test_a_pool_that_reaches_into_the_free_cells_names_them() -> None:
    problems = refused(lambda: place(expert(RED, BLUE), "pool-4x1 b1 c1 d1 e1"))
    assert [(p.reason, p.piece, p.cells) for p in problems] == [(Reason.KEEP_FREE, "pool-4x1", ("b1",))]


@pytest.mark.parametrize(
    "words",
    [
        *("stone-1 q5", "stone-1 m1", "stone-1 a5 b5", "stone-1", "stone-12 d5", "stone-1 d5 crystal"),
        *("stone-4 d5 turn90", "teleporter-A1 d5", "stone-4 d5 N", "pool-2x2 d5 e5 f5 g5", "pool-4x1 d5 e5 d6 e6"),
        *("pool-4x1 l1 m1 n1 o1", "pool-2x2 d5 e5 d6", "monster d5 stone"),
    ],
)
def test_a_tile_lies_exactly_on_the_grid_in_its_own_shape_and_kind(words: str) -> None:
    assert set(reasons(expert(RED, BLUE), TilePlaced(tile(words)))) == {Reason.IMPOSSIBLE}


def test_tiles_never_overlap() -> None:
    game = place(expert(RED, BLUE), "pool-2x2 d5 e5 d6 e6", "stone-1 h5")
    for words, cells in [("stone-2 h5", ("h5",)), ("stone-2 e6", ("e6",)), ("pool-4x1 e4 e5 e6 e7", ("e5", "e6"))]:
        (problem,) = refused(partial(place, game, words))
        assert (problem.reason, problem.cells) == (Reason.OVERLAP, cells)


def test_a_tile_is_placed_once() -> None:
    game = place(expert(RED, BLUE), "stone-1 h5")
    assert reasons(game, TilePlaced(tile("stone-1 d5"))) == [Reason.ALREADY_PLACED]


@pytest.mark.parametrize("cell", ["h4", "h6", "g5", "i5"])
@pytest.mark.parametrize("name", ["A2", "B1"])
def test_two_teleporters_are_never_orthogonally_adjacent(name: str, cell: str) -> None:
    game = place(expert(RED, BLUE), "teleporter-A1 h5 N")
    (problem,) = refused(lambda: place(game, f"teleporter-{name} {cell} E"))
    assert (problem.reason, problem.cells) == (Reason.TELEPORTERS_ADJACENT, (cell, "h5"))


def test_teleporters_may_lie_diagonally_and_beside_stones() -> None:
    place(expert(RED, BLUE), "teleporter-A1 h5 N", "teleporter-A2 g4 S", "stone-1 h4", "teleporter-B1 h3 E")


def test_all_problems_of_a_tile_are_named() -> None:
    game = place(expert(RED, BLUE), "teleporter-A1 b2 N", "teleporter-B1 c1 N", "stone-3 b3")
    assert reasons(game, TilePlaced(tile("teleporter-A1 b1 S"))) == [
        Reason.ALREADY_PLACED,
        Reason.KEEP_FREE,
        Reason.TELEPORTERS_ADJACENT,
    ]
    assert reasons(game, TilePlaced(tile("teleporter-B2 b3 S"))) == [Reason.OVERLAP, Reason.TELEPORTERS_ADJACENT]


# --- DM variant ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", ["a3", "b2", "c1", "n11", "o10", "p9"])
def test_dm_no_tile_on_a_cell_that_can_be_reached_in_three_steps(cell: str) -> None:
    assert reasons(expert(RED, BLUE, dm=True), TilePlaced(tile(f"stone-6 {cell}"))) == [Reason.KEEP_FREE]


@pytest.mark.parametrize("cell", ["a4", "b3", "d1", "m11", "n10", "o9", "p8"])
def test_dm_the_fourth_step_may_hold_a_tile(cell: str) -> None:
    place(expert(RED, BLUE, dm=True), f"stone-6 {cell}")


def test_dm_a_pool_is_no_nearer_than_eight_steps_from_the_entrance() -> None:
    game = expert(RED, BLUE, dm=True)
    # p11 is step one, so m8 (three files and three rows on) is step seven and l8 step eight.
    (problem,) = refused(lambda: place(game, "pool-2x2 l7 m7 l8 m8"))
    assert (problem.reason, problem.cells) == (Reason.POOL_TOO_NEAR, ("m8",))
    place(game, "pool-2x2 k7 l7 k8 l8")
    assert reasons(game, TilePlaced(tile("pool-4x1 o5 o6 o7 o8"))) == [Reason.POOL_TOO_NEAR]


@pytest.mark.parametrize(
    "words",
    [
        *("pool-2x2 f1 g1 f2 g2", "pool-2x2 a5 b5 a6 b6", "pool-4x1 h8 h9 h10 h11", "pool-4x1 e11 f11 g11 h11"),
        *("pool-2x2 n4 o4 n5 o5", "pool-2x2 b7 c7 b8 c8", "pool-4x1 j2 k2 l2 m2"),
    ],
)
def test_dm_a_pool_does_not_touch_the_boards_edge(words: str) -> None:
    assert Reason.POOL_AT_EDGE in reasons(expert(RED, BLUE, dm=True), TilePlaced(tile(words)))


def test_dm_a_pool_may_lie_one_cell_from_the_edge_also_at_its_stairs() -> None:
    place(expert(RED, BLUE, dm=True), "pool-4x1 l2 l3 l4 l5", "pool-2x2 b3 c3 b4 c4")


def test_dm_pools_do_not_touch_each_other() -> None:
    game = place(expert(RED, BLUE, dm=True), "pool-2x2 e4 f4 e5 f5")
    assert reasons(game, TilePlaced(tile("pool-4x1 f6 g6 h6 i6"))) == [Reason.POOLS_TOUCH]
    # Touching is sharing a side: a common corner is none.
    place(game, "pool-4x1 g6 h6 i6 j6")


def test_dm_teleporters_keep_apart_too() -> None:
    game = place(expert(RED, BLUE, dm=True), "teleporter-A1 h5 N")
    assert reasons(game, TilePlaced(tile("teleporter-B1 h4 N"))) == [Reason.TELEPORTERS_ADJACENT]


def test_without_dm_pools_may_lie_at_the_edge_near_the_entrance_and_side_by_side() -> None:
    place(expert(RED, BLUE), "pool-2x2 n10 m10 n11 m11", "pool-4x1 i11 j11 k11 l11")


def test_the_dm_rules_allow_a_whole_floor() -> None:
    assert place(expert(RED, BLUE, dm=True), *FLOOR).state.phase is Phase.SHUFFLE


# --- faces (R20) and the placed set-up (R21) ------------------------------------------------------------------------


def test_r20_in_the_expert_set_up_the_fronts_lie_up() -> None:
    game = expert(RED, BLUE, faces=Faces.FRONTS)
    assert reasons(game, TilePlaced(tile("stone-6 e5"))) == [Reason.FACE]
    (problem,) = game.problems(TilePlaced(tile("stone-6 e5")))
    assert (problem.code, problem.piece) == ("place-forbidden", "stone-6")
    place(game, "stone-6 e5 turn90", "stone-4 e6 crystal", "stone-1 e7", "teleporter-A1 g7 N")
    assert {event.tile.kind for event in game.tile_choices("stone-10")} == {TileKind.TURN180}


def test_r20_any_face_may_lie_up_if_the_table_agrees_so() -> None:
    place(expert(RED, BLUE, faces=Faces.ANY), "stone-6 e5", "stone-7 e6 turn90")


def test_r21_in_the_placed_set_up_the_players_lay_eleven_stones_backs_up_and_two_pools() -> None:
    game = placed(RED, BLUE, GREEN)
    assert sorted(game.state.tiles_to_place) == sorted([*STONE_FRONTS, "pool-2x2", "pool-4x1"])
    assert reasons(game, TilePlaced(tile("teleporter-A1 g7 N"))) == [Reason.NOT_IN_SET_UP]
    assert reasons(game, TilePlaced(tile("stone-6 e5 turn90"))) == [Reason.FACE]
    stones = [f"stone-{n} {cell}" for n, cell in enumerate(BASIC_STONE_CELLS, start=1)]
    game = place(game, *stones, "pool-2x2 c5 d5 c6 d6", "pool-4x1 j3 k3 l3 m3")
    # Thirteen tiles by three players: red placed the first and the last, so blue, who is next, starts.
    assert (game.state.phase, game.state.start_player) == (Phase.SHUFFLE, BLUE)
    assert len(game.state.position.tiles) == 13


def test_r21_dm_placing_holds_in_the_placed_set_up_too() -> None:
    assert reasons(placed(RED, BLUE, dm=True), TilePlaced(tile("stone-6 b2"))) == [Reason.KEEP_FREE]
    place(placed(RED, BLUE), "stone-6 b2")


def test_r21_dm_placing_and_dm_end_are_two_choices() -> None:
    start = GameStarted((RED, BLUE), RED, SetUp.EXPERT, dm_end=True, faces=Faces.ANY)
    place(Game.start(start), "stone-6 b2")


# --- what may be placed -------------------------------------------------------------------------------------------


def test_the_choices_of_a_square_tile_are_all_cells_but_the_free_ones_with_every_face() -> None:
    game = expert(RED, BLUE)
    assert len(list(game.tile_choices("stone-1"))) == 156 - 6
    assert len(list(game.tile_choices("stone-6"))) == (156 - 6) * 2
    assert len(list(game.tile_choices("teleporter-B2"))) == (156 - 6) * 4
    dm = expert(RED, BLUE, dm=True)
    assert len(list(dm.tile_choices("stone-1"))) == 156 - 12


def test_the_long_pool_may_lie_upright() -> None:
    cells = {t.cells for t in placements("pool-4x1", (), GameStarted((RED, BLUE), RED, SetUp.EXPERT))}
    assert {("d5", "e5", "f5", "g5"), ("d5", "d6", "d7", "d8")} <= cells


def test_a_tile_that_lies_already_has_no_choices() -> None:
    game = place(expert(RED, BLUE), "stone-1 d5")
    assert list(game.tile_choices("stone-1")) == []
    assert list(started(RED, BLUE).tile_choices("stone-2")) == []


def test_the_monster_begins_on_a1_facing_east() -> None:
    for game in (started(RED, BLUE), expert(RED, BLUE)):
        assert (game.state.position.monster, game.state.position.facing) == ("a1", Direction.E)
