"""Properties of every move of the monster, in any position."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.finstere_flure.board import CORNERS, half_turn
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.position import Position
from tests.engine.finstere_flure.dense_positions import cards, positions
from tests.engine.finstere_flure.monster_referee import Referee

pytestmark = pytest.mark.slow


@settings(max_examples=80)
@given(positions(), cards)
def test_every_event_is_allowed_and_the_events_alone_lead_to_the_final_position(position: Position, card: str) -> None:
    """Every event is allowed, and the events alone lead to the final position.

    The referee checks occupancy, conservation of pieces, looks, pushes and slides.
    """
    Referee(move_monster(position, card))


@given(positions(), st.integers(1, 12))
def test_number_cards_walk_exactly_their_number(position: Position, steps: int) -> None:
    assert len(move_monster(position, str(steps)).steps) == steps


@given(positions(), st.sampled_from(["X", "XX", "XXX"]))
def test_hit_cards_end_after_the_step_of_the_last_hit_and_after_twenty_steps_at_most(
    position: Position, card: str
) -> None:
    hits = parse_card(card).hits
    assert hits is not None
    move = move_monster(position, card)
    before_the_last_step = [meal for meal in move.eaten if meal.step < len(move.steps)]
    assert len(before_the_last_step) < hits
    assert len(move.eaten) >= hits or len(move.steps) == 20
    assert 1 <= len(move.steps) <= 20


@given(positions(), cards)
def test_the_monster_never_ends_a_step_on_a_pool_and_no_tile_on_a_corner(position: Position, card: str) -> None:
    move = move_monster(position, card)
    assert all(step.cell not in position.pool_cells for step in move.steps)
    assert not {cell for tile in move.final.tiles for cell in tile.cells} & set(CORNERS)


@given(positions(), cards)
def test_the_whole_board_turned_by_half_gives_the_same_move_turned_by_half(position: Position, card: str) -> None:
    move = move_monster(position, card)
    turned = move_monster(position.half_turned(), card)
    assert turned.final == move.final.half_turned()
    assert turned.eaten == move.eaten
    assert [(step.cell, step.facing) for step in turned.steps] == [
        (half_turn(step.cell), step.facing.back) for step in move.steps
    ]
    assert [len(step.events) for step in turned.steps] == [len(step.events) for step in move.steps]


@given(positions(), st.integers(1, 9), st.sampled_from(["10", "X", "XXX"]))
def test_a_lower_card_is_the_beginning_of_a_higher_one(position: Position, steps: int, card: str) -> None:
    longer = move_monster(position, card).steps
    shorter = move_monster(position, str(steps)).steps
    shared = min(len(longer), len(shorter))
    assert longer[:shared] == shorter[:shared]


@given(positions(), cards)
def test_the_order_in_which_pieces_are_listed_does_not_matter(position: Position, card: str) -> None:
    shuffled = replace(position, tokens=position.tokens[::-1], tiles=position.tiles[::-1])
    move, other = move_monster(position, card), move_monster(shuffled, card)
    assert move.steps == other.steps
    assert move.final.in_order() == other.final.in_order()
