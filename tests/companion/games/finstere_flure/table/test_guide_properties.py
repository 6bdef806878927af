"""Tests of guides of random games: hands never put a piece on another.

The hands follow the guides, and the table ends where the game is.
"""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.finstere_flure.table.guide import placement_tasks, tasks_to_reach
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.observation import observation_from_position
from companion.table.layout import LayoutTask
from engine.finstere_flure.position import Position
from engine.finstere_flure.state import Phase
from engine.finstere_flure.trace import MonsterMove
from tests.companion.games.finstere_flure.table.hands import Table
from tests.companion.games.finstere_flure.table.random_states import GAMES, moments

EXAMPLES = settings(max_examples=15)


def states(seed: int) -> list[tuple[Position, MonsterMove | None]]:
    """Return every position of a random game after its floor, with the monster's last move.

    The move is the one that led to the position.
    """
    games = [game for game, _ in moments(seed) if game.state.phase is not Phase.PLACE_TILE]
    found: list[tuple[Position, MonsterMove | None]] = []
    for before, after in pairwise(games):
        move = after.state.monster_move
        found.append((after.state.position, move if move is not before.state.monster_move else None))
    return found


def follow(before: Position, after: Position, tasks: tuple[LayoutTask, ...]) -> None:
    """Hand do all tasks one after the other, and each is ticked off just then."""
    table = Table.laid(before)
    for number, task in enumerate(tasks):
        done = progress(tasks, after, table.seen)
        assert done.done == tuple(other < number for other in range(len(tasks))), (number, tasks)
        assert done.problems == ()
        assert not done.matches
        table.do(task)
    end = progress(tasks, after, table.seen)
    assert end.matches
    assert end.problems == ()
    assert all(end.done)
    assert progress(tasks, after, observation_from_position(after)).matches


@pytest.mark.slow
@EXAMPLES
@given(st.integers(0, GAMES - 1), st.data())
def test_every_step_of_a_game_can_be_followed_and_undone(seed: int, data: st.DataObject) -> None:
    steps = states(seed)
    number = data.draw(st.integers(1, len(steps) - 1))
    (before, _), (after, move) = steps[number - 1], steps[number]
    follow(before, after, placement_tasks(layout_of(before), after, move))
    follow(after, before, placement_tasks(layout_of(after), before))


@pytest.mark.slow
@EXAMPLES
@given(st.integers(0, GAMES - 1), st.data())
def test_any_position_leads_to_any_other_of_the_game(seed: int, data: st.DataObject) -> None:
    steps = states(seed)
    before, after = (steps[data.draw(st.integers(0, len(steps) - 1))][0] for _ in range(2))
    follow(before, after, placement_tasks(layout_of(before), after))
    follow(before, after, tasks_to_reach(observation_from_position(before), after))
