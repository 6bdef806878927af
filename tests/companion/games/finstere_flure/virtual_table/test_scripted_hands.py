"""Scripted hands do what events say, and what they should not."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.finstere_flure.virtual_table.placement import (
    misplaced_pieces,
    moved_pieces,
    place_pieces,
    side_area_of,
    table_from_position,
)
from companion.games.finstere_flure.virtual_table.places import Beside
from companion.virtual_table.hands import carry, do
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.board import Direction
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted, SetUp, StoneMoved, TilePlaced, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Colour, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import State
from tests.companion.games.finstere_flure.virtual_table.bots_game import bots_game, tiles_of
from tests.companion.games.finstere_flure.virtual_table.mistakes import ClumsyHands, Mistake

PUSHING = Position(
    "a1",
    Direction.E,
    (Token("red-4", Side.WHITE, "c5"), Token("red-1", Side.BLACK, "c6"), Token("blue-4", Side.WHITE, Place.OUTSIDE)),
    (Tile("stone-4", TileKind.CRYSTAL, ("d5",)), Tile("stone-5", TileKind.STONE, ("h8",))),
)


@pytest.mark.slow
@pytest.mark.thorough(but=["5-expert"])
@pytest.mark.parametrize(("players", "set_up"), [(3, SetUp.BASIC), (5, SetUp.EXPERT)])
def test_what_they_do_leaves_the_table_as_the_event_says(players: int, set_up: SetUp) -> None:
    table: VirtualTable | None = None
    for game, event in bots_game(players, players, set_up):
        state = game.state
        if table is None:
            table = table_from_position(state.position, 1, tiles_of(state))
        if isinstance(event, TokenMoved | TilePlaced):
            for _ in do(table, moved_pieces(table, state.position, event)):
                pass
            if isinstance(event, TokenMoved):
                assert misplaced_pieces(table, position_after(state.position, event)) == []
            else:
                assert misplaced_pieces(table, state.position, (*state.placed, event.tile)) == []
        after = game.apply(event).state
        place_pieces(table, after.position, tiles_of(after))


def test_they_carry_a_piece_step_by_step_and_turn_it_over_on_the_way() -> None:
    table = table_from_position(PUSHING)
    target = table.on_cell(table.pieces["red-4"], "k5")
    steps = []
    for _ in carry(table, type(target)("red-4", "black", target.centre_mm, target.turn_deg), steps=4, arm=True):
        piece = table.pieces["red-4"]
        steps.append(([*table.carries], round(piece.centre_mm[0] / 25, 1), piece.face, table.arm is not None))
    assert [step[0] for step in steps] == [["red-4"]] * 4 + [[]]
    assert [step[1] for step in steps] == sorted(step[1] for step in steps)
    assert [step[2] for step in steps] == ["white", "black", "black", "black", "black"]
    assert [step[3] for step in steps] == [True] * 4 + [False]
    assert table.cell_of(table.pieces["red-4"]) == "k5"


def test_stones_are_pushed_before_the_token_comes_and_removed_ones_go_into_the_box() -> None:
    table = table_from_position(PUSHING)
    pushed = TokenMoved("red-4", "e5", Side.BLACK, (StoneMoved("stone-4", "f5"),))
    assert [piece.id for piece in moved_pieces(table, PUSHING, pushed)] == ["stone-4", "red-4"]
    removed = TokenMoved("red-4", "e5", Side.BLACK, (StoneMoved("stone-4", None),))
    stone, _ = moved_pieces(table, PUSHING, removed)
    assert side_area_of(table, stone) is Beside.BOX


# -- mistakes -------------------------------------------------------------------------------------------------------


def apply_mistake(mistake: Mistake, event: TokenMoved, seed: int = 0) -> dict[str, tuple[str, str | Beside | None]]:
    """Return the pieces that differ after the mistake: face, and cell or part of the table."""
    table = table_from_position(PUSHING, seed)
    before = dict(table.pieces)
    game = on_turn()
    for _ in do(table, ClumsyHands(table, Random(seed)).apply_mistake(game, event, mistake)):
        pass
    return {
        name: (piece.face, table.cell_of(piece) or side_area_of(table, piece))
        for name, piece in table.pieces.items()
        if piece != before[name]
    }


def on_turn() -> Game:
    game = Game.start(GameStarted((Colour.RED, Colour.BLUE), Colour.RED)).apply(shuffle_deck(Random(0)))
    state: State = game.state
    return replace(game, state=State(state.started, PUSHING, state.phase, Colour.RED, Colour.RED, deck=state.deck))


PUSH = TokenMoved("red-4", "e5", Side.BLACK, (StoneMoved("stone-4", "f5"),))
STROLL = TokenMoved("red-4", "c4", Side.BLACK)


def test_not_flipped() -> None:
    assert apply_mistake(Mistake.NOT_FLIPPED, STROLL) == {"red-4": ("white", "c4")}


def test_the_push_is_forgotten() -> None:
    assert apply_mistake(Mistake.PUSH_FORGOTTEN, PUSH) == {"red-4": ("black", "e5")}
    assert apply_mistake(Mistake.PUSH_FORGOTTEN, STROLL) == {}


def test_taken_away() -> None:
    assert apply_mistake(Mistake.TAKEN_AWAY, STROLL) == {"red-4": ("white", Beside.BOX)}


def test_on_a_line() -> None:
    table = table_from_position(PUSHING)
    (piece,) = ClumsyHands(table, Random(0)).apply_mistake(on_turn(), STROLL, Mistake.ON_A_LINE)
    x, y = table.catalogue.grid.centre("c4")
    assert abs(abs(piece.centre_mm[0] - x) - 12.5) < 2
    assert abs(piece.centre_mm[1] - y) < 2
    out = TokenMoved("red-4", Place.OUT, Side.BLACK)
    assert ClumsyHands(table, Random(0)).apply_mistake(on_turn(), out, Mistake.ON_A_LINE) == []


@pytest.mark.slow
@given(st.integers(0, 10_000))
@settings(max_examples=25)
def test_too_far_is_where_the_token_cannot_come(seed: int) -> None:
    ((name, (face, cell)),) = apply_mistake(Mistake.TOO_FAR, STROLL, seed).items()
    assert (name, face) == ("red-4", "black")
    assert cell not in {choice.to for choice in on_turn().token_choices("red-4")}


@pytest.mark.slow
@given(st.integers(0, 10_000))
@settings(max_examples=25)
def test_another_players_token(seed: int) -> None:
    ((name, (face, cell)),) = apply_mistake(Mistake.OTHER_PLAYER, STROLL, seed).items()
    assert (name, face) == ("blue-4", "black")
    assert isinstance(cell, str)
    assert not isinstance(cell, Beside)


@pytest.mark.slow
@given(st.integers(0, 10_000))
@settings(max_examples=25)
def test_two_tokens(seed: int) -> None:
    moved = apply_mistake(Mistake.TWO_TOKENS, PUSH, seed)
    assert moved.pop("red-4") == ("black", "e5")
    assert moved.pop("stone-4") == ("front", "f5")
    ((name, (_, cell)),) = moved.items()
    assert name in ("red-1", "blue-4")
    assert cell not in ("e5", "f5", "a1", "h8")


@pytest.mark.slow
@given(st.integers(0, 10_000))
@settings(max_examples=25)
def test_a_stone_that_nobody_pushed(seed: int) -> None:
    moved = apply_mistake(Mistake.STONE_MOVED, PUSH, seed)
    assert moved.pop("red-4") == ("black", "e5")
    assert moved.pop("stone-4") == ("front", "f5")
    ((name, (_, cell)),) = moved.items()
    assert name == "stone-5"
    assert cell in ("g8", "i8", "h7", "h9")
