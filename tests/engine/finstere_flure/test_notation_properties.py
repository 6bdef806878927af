"""Properties of every text and file: values come back unchanged, nonsense is refused.

The refusal is a sentence.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError, RulesError
from engine.finstere_flure.board import Direction
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.positionfile import position_from_json, position_to_json
from engine.finstere_flure.textboard import format_board, parse_board
from engine.finstere_flure.tracefile import move_to_json
from engine.finstere_flure.tracetext import format_move
from tests.engine.finstere_flure.dense_positions import cards, positions

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["a1", "stone", "E"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
#: The words of drawings, and some that are none.
WORDS = """
    . # ~ = M> M^ R1 r5 E3 s1 s12 c4 q6 h10 @A1> @A2v @B1 ~R4 =s2 @A1>Mv a p q 1 6 12 stage: outside: out: R1
"""
words = st.sampled_from(WORDS.split())


def refuses(read: Callable[[Any], object], data: object, *errors: type[RulesError]) -> None:
    """`read` takes the data or refuses it with one of the errors, in one line."""
    try:
        read(data)
        return
    except errors as error:
        sentence = str(error)
    assert sentence.strip()
    assert sentence.isprintable()


# --- there and back -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(positions())
def test_a_position_file_brings_the_same_position_back(position: Position) -> None:
    assert position_from_json(json.loads(json.dumps(position_to_json(position)))) == position


@pytest.mark.slow
@given(positions())
def test_a_text_board_brings_the_same_position_back(position: Position) -> None:
    assert parse_board(format_board(position)).in_order() == position.in_order()


@pytest.mark.slow
@given(positions())
def test_repr_brings_the_same_position_back(position: Position) -> None:
    names = {kind.__name__: kind for kind in (Position, Token, Tile, Direction, Side, Place, TileKind)}
    assert eval(repr(position), dict(names)) == position


@pytest.mark.slow
@given(positions())
def test_half_a_turn_twice_is_no_turn(position: Position) -> None:
    assert position.half_turned().half_turned() == position


@pytest.mark.slow
@given(positions(), cards)
def test_a_move_as_text_has_one_line_a_step_and_as_json_survives_a_file(position: Position, card: str) -> None:
    move = move_monster(position, card)
    lines = format_move(move).splitlines()
    assert len(lines) == 1 + len(move.steps) + 1
    assert all(line.isprintable() and line == line.strip() for line in lines)
    data = move_to_json(move)
    assert json.loads(json.dumps(data)) == data


# --- nonsense -----------------------------------------------------------------------------------------------------


@given(anything)
def test_any_json_is_a_position_or_is_refused(data: object) -> None:
    refuses(position_from_json, data, NotationError, PositionError)


@pytest.mark.slow
@given(positions(), st.data())
def test_a_position_file_with_one_value_changed_is_a_position_or_is_refused(
    position: Position, data: st.DataObject
) -> None:
    file = position_to_json(position)
    node: Any = file
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(node[key], dict | list) or not node[key] or data.draw(st.booleans()):
            break
        node = node[key]
    node[key] = data.draw(anything)
    refuses(position_from_json, file, NotationError, PositionError)


@given(st.text())
def test_any_text_is_a_board_or_is_refused(text: str) -> None:
    refuses(parse_board, text, NotationError, PositionError)


@given(st.lists(st.lists(words, max_size=6).map(" ".join), max_size=6).map("\n".join))
def test_any_words_of_a_board_are_one_or_are_refused(text: str) -> None:
    refuses(parse_board, text, NotationError, PositionError)


@pytest.mark.slow
@given(positions(), st.integers(0, 10_000), st.text(max_size=3))
def test_a_drawing_with_a_scratch_is_a_board_or_is_refused(position: Position, where: int, scratch: str) -> None:
    drawn = format_board(position)
    where %= len(drawn)
    refuses(parse_board, drawn[:where] + scratch + drawn[where + 1 :], NotationError, PositionError)


@given(st.text() | st.integers().map(str))
def test_any_text_is_a_card_or_is_refused(text: str) -> None:
    refuses(parse_card, text, NotationError)
