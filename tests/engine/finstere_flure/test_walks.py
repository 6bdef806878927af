"""Walks without a trace are those of the readable engine, for every card at once."""

from hypothesis import given, settings

from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.position import Position
from engine.finstere_flure.walks import DIRECTIONS, QuickBoard
from tests.engine.finstere_flure.dense_positions import positions
from tests.engine.finstere_flure.quick_games import CARDS, compare_walks


@settings(max_examples=60)
@given(positions())
def test_all_cards_of_one_walk_end_as_the_readable_engine_says(position: Position) -> None:
    compare_walks(position)


@given(positions())
def test_the_pieces_lie_after_a_walk_as_the_readable_engine_says(position: Position) -> None:
    for card in CARDS[:6]:
        board = QuickBoard(position)
        board.walk([card])
        assert board.position(position) == move_monster(position, card).final


def test_a_copy_is_walked_on_by_itself() -> None:
    position = Position("a1", DIRECTIONS[1])
    board = QuickBoard(position)
    board.copy().walk(CARDS)
    assert board.position(position) == position
