"""Tests that the camera's reading equals the table: from hands to pixels to pieces on cells."""

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import TableReading
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.virtual_table.pieces import PIECES
from companion.games.finstere_flure.virtual_table.placement import place_pieces, side_area_of, table_from_position
from companion.games.finstere_flure.virtual_table.places import SEEN, Beside
from companion.table.photo import photo_of
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hands import carry, reaching
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.board import Direction
from engine.finstere_flure.events import SetUp
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, TELEPORTER_PAIRS, Colour
from engine.finstere_flure.players import tokens_at_start
from engine.finstere_flure.position import Position
from engine.finstere_flure.setup import basic_tiles
from engine.finstere_flure.state import State
from tests.companion.games.finstere_flure.virtual_table.bots_game import bots_game, tiles_of
from vision.sources.camera import Camera

pytestmark = pytest.mark.slow

#: Pieces with a front that points somewhere.
POINTING = {MONSTER, *TELEPORTER_PAIRS}


def read(camera: Camera, table: VirtualTable) -> TableReading:
    return photo_of(camera.latest().picture, table.catalogue, READINGS).table


def seen(reading: TableReading) -> dict[str, tuple[str | None, int | None]]:
    """Return the cell of each tag that was read, and its quarter turn if it has a direction."""
    return {
        placed.tag.id: (
            placed.cell,
            round(placed.turn_deg / 90) % 4 if placed.tag.kind in ("monster", "teleporter") else None,
        )
        for placed in reading.reading.placed_tags
    }


def lying(table: VirtualTable) -> dict[str, tuple[str | None, int | None]]:
    """Return the same of the table itself: all pieces in sight on whose tag no other piece lies."""
    stack = table.stacked()
    in_sight = [piece for piece in stack if piece.centre_mm[1] < SEEN[3] * table.unit_mm]
    return {
        piece.tag_id: (
            table.cell_of(piece),
            piece.quarter_turns if piece.id in POINTING else None,
        )
        for piece in in_sight
        if table.piece_at(piece.centre_mm) == piece.id
    }


def covered_pool(table: VirtualTable) -> bool:
    return any(piece.id in POOL_SHAPES and table.piece_at(piece.centre_mm) != piece.id for piece in table.stacked())


@pytest.mark.thorough(but=["1"])
@pytest.mark.parametrize("seed", range(2))
def test_a_table_in_the_middle_of_a_game_is_read_as_it_lies(seed: int) -> None:
    position = random_table(Random(seed))
    table = table_from_position(position, seed)
    reading = read(VirtualCamera(table, seed=seed), table)
    assert seen(reading) == lying(table)
    assert reading.reading.unreadable == ()
    assert reading.contradictions == ()
    assert reading.position is not None
    on_board = tuple(token for token in position.tokens if token.cell)
    assert reading.position == Position(position.monster, position.facing, on_board, position.tiles).in_order()


def moments(players: int, set_up: SetUp, every: int) -> Iterator[State]:
    for n, (game, _) in enumerate(bots_game(players, players, set_up)):
        if n % every == 0:
            yield game.state


@pytest.mark.thorough(but=["2-basic-14"])
@pytest.mark.parametrize(("players", "set_up", "every"), [(2, SetUp.BASIC, 14), (4, SetUp.EXPERT, 28)])
def test_all_through_a_game_the_table_is_read_as_it_lies(players: int, set_up: SetUp, every: int) -> None:
    table, camera = VirtualTable(PIECES), None
    for state in moments(players, set_up, every):
        place_pieces(table, state.position, tiles_of(state))
        camera = camera or VirtualCamera(table)
        reading = read(camera, table)
        assert seen(reading) == lying(table)
        if not covered_pool(table):
            assert reading.reading.unreadable == ()


def test_the_monster_hides_nothing_beside_it() -> None:
    around = ["g5", "h5", "i5", "g6", "i6", "g7", "h7", "i7"]
    for row, monster in enumerate(("h6", "b2", "k2", "o6", "h10")):
        file = "abcdefghijklmnop".index(monster[0])
        shift = file - 7, int(monster[1:]) - 6
        cells = [f"{'abcdefghijklmnop'[ord(c[0]) - 97 + shift[0]]}{int(c[1:]) + shift[1]}" for c in around]
        tokens = tokens_at_start((Colour.RED, Colour.BLUE))
        beside = tuple(type(token)(token.id, token.side, cell) for token, cell in zip(tokens, cells, strict=True))
        table = table_from_position(Position(monster, list(Direction)[row % 4], beside), row)
        reading = read(VirtualCamera(table), table)
        assert seen(reading) == lying(table)
        assert reading.reading.unreadable == ()


def before_the_first_move() -> VirtualTable:
    tokens = tokens_at_start(tuple(Colour))
    return table_from_position(Position("a1", Direction.E, tokens, basic_tiles([f"stone-{n}" for n in range(1, 12)])))


def test_all_tokens_of_seven_players_are_seen_beside_the_entrance() -> None:
    table = before_the_first_move()
    assert sum(side_area_of(table, piece) is Beside.ENTRANCE for piece in table.stacked()) == 21
    assert seen(read(VirtualCamera(table), table)) == lying(table)


@pytest.mark.thorough(but=["l1-7", "a1-2"])
@pytest.mark.parametrize(("monster", "players"), [("a1", 2), ("p11", 7), ("l1", 7), ("e11", 2)])
def test_on_an_almost_empty_board_the_tall_monster_is_located_too(monster: str, players: int) -> None:
    table = table_from_position(Position(monster, Direction.E, tokens_at_start(tuple(Colour)[:players])), players)
    reading = read(VirtualCamera(table), table)
    assert reading.contradictions == ()
    found = next(placed for placed in reading.reading.placed_tags if placed.tag.kind == "monster")
    x, y = table.pieces["monster"].centre_mm
    assert found.centre_mm == pytest.approx((x, y), abs=5)


def test_what_a_hand_holds_is_not_seen_until_it_lies_again() -> None:
    table = before_the_first_move()
    camera = VirtualCamera(table)
    target = table.on_cell(table.pieces["red-4"], "n10")
    steps = carry(table, target, steps=2)
    next(steps)
    assert "red-4/white" not in seen(read(camera, table))
    for _ in steps:
        pass
    assert seen(read(camera, table))["red-4/white"] == ("n10", None)
    table.flip("red-4")
    assert seen(read(camera, table))["red-4/black"] == ("n10", None)


def test_an_arm_over_the_board_hides_what_is_below_it_and_nothing_else() -> None:
    table = before_the_first_move()
    camera = VirtualCamera(table)
    table.arm = reaching(table, table.catalogue.grid.centre("i6"), "flat")
    while_covered = seen(read(camera, table))
    assert "stone-3/back" not in while_covered
    assert while_covered.items() <= lying(table).items()
    table.arm = None
    assert seen(read(camera, table)) == lying(table)


def test_frames_are_timed_and_the_picture_is_the_very_same_while_nothing_moves() -> None:
    table = before_the_first_move()
    ticks = iter(range(100))
    camera = VirtualCamera(table, size_px=(1024, 768), clock=lambda: float(next(ticks)))
    frames = camera.frames()
    first, second = next(frames), next(frames)
    assert (first.taken_s, second.taken_s) == (0.0, 1.0)
    assert second.picture is first.picture
    table.flip("red-1")
    third = camera.latest()
    assert third.picture is not first.picture
    table.flip("red-1")
    assert (camera.latest().picture == first.picture).all()
