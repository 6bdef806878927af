"""Walks without a trace are those of the readable engine, for every card at once."""

from hypothesis import given, settings

from engine.finstere_flure.board import Cell
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove, Move, Slide, Teleport
from engine.finstere_flure.walks import CELL, DIRECTIONS, QuickBoard, cells_in
from tests.engine.finstere_flure.dense_positions import positions

CARDS = [parse_card(card) for card in ("XX", "8", "5", "7", "10", "X", "XXX", "1", "20")]


@settings(max_examples=60)
@given(positions())
def test_all_cards_of_one_walk_end_as_the_readable_engine_says(position: Position) -> None:
    board = QuickBoard(position)
    for card, end in zip(CARDS, board.walk(CARDS), strict=True):
        move = move_monster(position, card)
        assert (CELL[end.cell], DIRECTIONS[end.facing]) == (move.final.monster, move.final.facing)
        assert [board.pieces[piece] for piece in end.hits] == [meal.token for meal in move.eaten]
        assert set(cells_in(end.visits)) == visited(move)


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


def visited(move: MonsterMove) -> set[Cell]:
    """Return the monster's cells: the first one, and all that it entered or slid over."""
    events = [event for step in move.steps for event in step.events]
    return {move.start.monster, *(event.after for event in events if isinstance(event, Move | Slide | Teleport))}
