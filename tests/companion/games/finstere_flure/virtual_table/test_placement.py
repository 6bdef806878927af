"""The table is laid as positions say, with as few hands as it takes."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, lay_continued, some_game
from companion.games.finstere_flure.virtual_table.piece_things import PieceThings
from companion.games.finstere_flure.virtual_table.pieces import PIECES
from companion.games.finstere_flure.virtual_table.placement import (
    beside,
    misplaced_pieces,
    place_pieces,
    side_area_of,
    table_from_position,
)
from companion.games.finstere_flure.virtual_table.places import BOX, BOX_FRAME, SEEN, SLOTS, TABLE, Beside
from companion.screen.text import Fonts
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.board import CELLS, Direction
from engine.finstere_flure.events import SetUp, TokenMoved
from engine.finstere_flure.pieces import POOL_SHAPES, TILE_KINDS, TOKENS, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from tests.companion.games.finstere_flure.virtual_table.bots_game import bots_game, tiles_of


@pytest.mark.parametrize("seed", range(12))
def test_a_table_made_from_a_position_lies_as_it_says(seed: int) -> None:
    position = random_table(Random(seed))
    table = table_from_position(position, seed)
    assert misplaced_pieces(table, position) == []
    for token in position.tokens:
        piece = table.pieces[token.id]
        assert piece.face == token.side
        assert table.cell_of(piece) == token.cell
    for tile in position.tiles:
        piece = table.pieces[tile.id]
        assert table.cell_of(piece) in tile.cells
        centre = table.catalogue.grid.centre
        assert {cell for cell in CELLS if table.covers(piece, centre(cell))} == set(tile.cells)
        if tile.arrow:
            assert list(Direction)[piece.quarter_turns] is tile.arrow
    monster = table.pieces["monster"]
    assert (table.cell_of(monster), list(Direction)[monster.quarter_turns]) == (position.monster, position.facing)


def test_tokens_that_do_not_play_in_a_continued_game_are_in_the_box() -> None:
    table = VIRTUAL.table_before(some_game(7, seed=1), 1)
    position = random_table(Random(1), players=3)
    lay_continued(table, position)
    assert misplaced_pieces(table, position) == []
    others = [piece for piece in table.pieces.values() if piece.id in TOKENS and position.token(piece.id) is None]
    assert others
    assert {side_area_of(table, piece) for piece in others} == {Beside.BOX}


def test_all_that_is_put_away_lies_within_the_box_as_it_is_drawn_and_no_token_on_another() -> None:
    table = VIRTUAL.table_before(some_game(7, seed=1), 1)
    unit_px = 100
    pictures = VIRTUAL.pictures.pieces(Fonts(), unit_px)
    left, top, right, bottom = BOX_FRAME
    drawn: list[tuple[float, float, float]] = []
    for piece in (*TILE_KINDS, *TOKENS):
        away = table.straightened(replace(beside(table, piece, Beside.BOX), turn_deg=0.0))
        x, y = (along / table.unit_mm for along in away.centre_mm)
        width, height = (side / unit_px for side in pictures.of(away).get_size())
        if piece not in POOL_SHAPES:  # The tag of a pool is not its middle.
            assert left < x - width / 2, piece
            assert x + width / 2 < right, piece
            assert top < y - height / 2, piece
            assert y + height / 2 < bottom, piece
        if piece in TOKENS:
            assert all(max(abs(x - x2), abs(y - y2)) > (width + width2) / 2 for x2, y2, width2 in drawn), piece
            drawn.append((x, y, width))


def test_the_same_seed_lays_the_same_table() -> None:
    position = random_table(Random(1))
    assert dict(table_from_position(position, 3).pieces) == dict(table_from_position(position, 3).pieces)
    assert dict(table_from_position(position, 3).pieces) != dict(table_from_position(position, 4).pieces)


@pytest.mark.thorough(but=["3-basic"])
@pytest.mark.slow
@pytest.mark.parametrize(("players", "set_up"), [(3, SetUp.BASIC), (7, SetUp.EXPERT)])
def test_through_a_whole_game_only_what_changes_is_touched(players: int, set_up: SetUp) -> None:
    table: VirtualTable | None = None
    for game, event in bots_game(players, players, set_up):
        state = game.state
        if table is None:
            table = table_from_position(state.position, 1, tiles_of(state))
        after = game.apply(event).state
        before = dict(table.pieces)
        place_pieces(table, after.position, tiles_of(after))
        assert misplaced_pieces(table, after.position, tiles_of(after)) == []
        touched = {name for name, piece in table.pieces.items() if before[name] != piece}
        if isinstance(event, TokenMoved):
            flipped = {
                token.id
                for token in after.position.tokens
                if (was := state.position.token(token.id)) is not None and was.side is not token.side
            }
            assert touched <= {event.token, *(stone.stone for stone in event.stones)} | flipped


def test_beside_the_board_no_two_pieces_touch() -> None:
    seven = tuple(Token(token, Side.WHITE, place) for token, place in zip(TOKENS, [*Place] * 9, strict=False))
    for tokens in (seven, tuple(Token(token, Side.BLACK, Place.OUTSIDE) for token in list(TOKENS)[:21])):
        table = table_from_position(Position("h6", Direction.N, tokens))
        pieces = [piece for piece in table.pieces.values() if piece.id in TOKENS]
        for n, piece in enumerate(pieces):
            for other in pieces[:n]:
                distance = sum((a - b) ** 2 for a, b in zip(piece.centre_mm, other.centre_mm, strict=True)) ** 0.5
                assert distance >= 19.9, (piece, other)


def test_the_places_beside_the_board_are_clear_of_board_and_reference_tags_and_in_sight() -> None:
    table = VirtualTable(PIECES)
    for part in (Beside.ENTRANCE, Beside.EXIT):
        for x, y in SLOTS[part]:
            assert SEEN[0] + 0.4 < x < SEEN[2] - 0.4
            assert SEEN[1] + 0.4 < y < SEEN[3] - 0.4
            for reference in table.catalogue.references:
                assert reference.placement_mm is not None
                near = reference.size_mm / 2 + 10
                off = [
                    abs(cells_off * 25 - placed_mm)
                    for cells_off, placed_mm in zip((x, y), reference.placement_mm, strict=True)
                ]
                assert max(off) > near, (part, x, y, reference.id)
            reach = [(x * 25 + dx, y * 25 + dy) for dx in (-10, 0, 10) for dy in (-10, 0, 10)]
            assert all(table.catalogue.grid.cell_at(*point) is None for point in reach)


def test_in_the_box_everything_has_its_place_out_of_the_cameras_sight() -> None:
    things = PieceThings(VirtualTable(PIECES).catalogue)
    tags = {tag.id.partition("/")[0]: tag.id for tag in VirtualTable(PIECES).catalogue.tags}
    areas = []
    for name, (x, y) in BOX.items():
        left, top, right, bottom = (edge / 25 for edge in things.edges_mm(tags[name]))
        areas.append((name, x + left, y + top, x + right, y + bottom))
    assert len(areas) == len(TOKENS) + len(TILE_KINDS)
    for n, (name, left, top, right, bottom) in enumerate(areas):
        assert TABLE[0] < left < right < TABLE[2]
        assert SEEN[3] < top < bottom < TABLE[3]
        for other, *box in areas[:n]:
            assert right <= box[0] or box[2] <= left or bottom <= box[1] or box[3] <= top, (name, other)


def test_chains_are_laid_the_farthest_piece_first() -> None:
    stones = [Tile(f"stone-{n}", TileKind.STONE, (cell,)) for n, cell in ((1, "e5"), (2, "f5"), (3, "g5"))]
    pushed = [Tile(f"stone-{n}", TileKind.STONE, (cell,)) for n, cell in ((1, "f5"), (2, "g5"), (3, "h5"))]
    table = table_from_position(Position("d5", Direction.E, (), tuple(stones)))
    after = Position("e5", Direction.E, (), tuple(pushed))
    assert [piece.id for piece in misplaced_pieces(table, after)] == ["stone-3", "stone-2", "stone-1", "monster"]


def test_pieces_that_lie_badly_or_are_in_the_air_are_laid_anew() -> None:
    position = random_table(Random(2), players=2)
    table = table_from_position(position)
    token = next(token for token in position.tokens if token.cell)
    held = table.pick_up(token.id)
    assert held is not None
    x, y = table.pieces[token.id].centre_mm
    held.drag((x + 11, y))
    held.drop(exactly=True)
    assert [piece.id for piece in misplaced_pieces(table, position)] == [token.id]
    table.pick_up("monster")
    assert {piece.id for piece in misplaced_pieces(table, position)} == {token.id, "monster"}
    place_pieces(table, position)
    assert not table.carries
    assert misplaced_pieces(table, position) == []


def test_what_was_eaten_comes_back_to_the_entrance_or_into_the_box() -> None:
    tokens = (Token("red-4", Side.BLACK, "h6"),)
    table = table_from_position(Position("a1", Direction.E, tokens))
    for place, part in ((Place.OUTSIDE, Beside.ENTRANCE), (Place.DEAD, Beside.BOX)):
        place_pieces(table, Position("h6", Direction.E, (Token("red-4", Side.BLACK, place),)))
        assert side_area_of(table, table.pieces["red-4"]) is part
        assert table.pieces["red-4"].face == "black"
