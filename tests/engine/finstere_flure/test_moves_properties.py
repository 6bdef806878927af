"""Properties of every move of every token, in any position."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.finstere_flure.board import Cell, half_turn
from engine.finstere_flure.moves import TokenMove, token_moves
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position, Token
from tests.engine.finstere_flure.dense_positions import positions
from tests.engine.finstere_flure.drawn import after
from tests.engine.finstere_flure.moves_referee import Referee

pytestmark = pytest.mark.slow


@st.composite
def positions_and_tokens(draw: st.DrawFn) -> tuple[Position, Token]:
    """Return a position and a token that can move in it."""
    position = draw(positions())
    able = [token for token in position.tokens if token.place in (None, Place.OUTSIDE)]
    assume(able)
    return position, draw(st.sampled_from(able))


def result(move: TokenMove) -> tuple[Cell | Place, tuple[Cell | None, ...]]:
    """Return the values that distinguish one move from another."""
    return move.to, move.stones


@settings(max_examples=60)
@given(positions_and_tokens())
def test_every_move_is_allowed_and_its_path_and_pushes_alone_lead_to_its_result(both: tuple[Position, Token]) -> None:
    position, token = both
    for move in token_moves(position, token.id):
        Referee(position, token, move)


@given(positions_and_tokens())
def test_every_result_is_a_valid_position_and_is_listed_once_cheapest_first(both: tuple[Position, Token]) -> None:
    position, token = both
    moves = token_moves(position, token.id)
    for move in moves:
        after(position, token.id, move)
    assert len(set(map(result, moves))) == len(moves)
    assert [move.steps for move in moves] == sorted(move.steps for move in moves)


@given(positions_and_tokens())
def test_standing_still_is_always_allowed(both: tuple[Position, Token]) -> None:
    position, token = both
    first = token_moves(position, token.id)[0]
    assert (first.to, first.path, first.pushes, first.steps) == (token.at, (), (), 0)


@given(positions_and_tokens())
def test_the_smaller_number_can_do_what_the_larger_does_in_as_few_steps_and_no_more(
    both: tuple[Position, Token],
) -> None:
    position, token = both
    flipped = replace(token, side=token.side.flipped)
    other = replace(position, tokens=tuple(flipped if t is token else t for t in position.tokens))
    few, many = sorted((token_moves(position, token.id), token_moves(other, token.id)), key=len)
    least = min(token.visible_number, flipped.visible_number)
    assert {(result(move), move.steps) for move in few} == {
        (result(move), move.steps) for move in many if move.steps <= least
    }


@given(positions_and_tokens())
def test_within_the_castle_the_whole_board_turned_by_half_allows_the_same_moves(both: tuple[Position, Token]) -> None:
    position, token = both
    assume(token.cell is not None)

    def turned(move: TokenMove) -> object:
        stones = tuple(cell if cell is None else half_turn(cell) for cell in move.stones)
        return half_turn(str(move.to)), stones, move.steps

    moves = [move for move in token_moves(position, token.id) if move.to is not Place.OUT]
    turned_moves = [move for move in token_moves(position.half_turned(), token.id) if move.to is not Place.OUT]
    assert set(map(turned, moves)) == {(move.to, move.stones, move.steps) for move in turned_moves}
