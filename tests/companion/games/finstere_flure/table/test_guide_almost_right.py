"""Tests of the guide's tasks done almost right: each discrepancy gets a sentence."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.finstere_flure.table.guide import placement_tasks
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.lies import cell_of, cells_of, layout_of
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.tasks import end_of, start_of
from companion.screen.pages import BoardPage
from companion.table.layout import Change, LayoutTask, Lie
from engine.finstere_flure.board import CELLS, Cell, Direction
from engine.finstere_flure.pieces import MONSTER, TOKENS, Side
from engine.finstere_flure.position import Position
from engine.finstere_flure.state import Phase
from hardware.buttons import Button
from tests.companion.games.finstere_flure.table.hands import Table
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.companion.games.finstere_flure.table.random_states import GAMES
from tests.companion.games.finstere_flure.table.session_table import SessionTable
from tests.companion.games.finstere_flure.table.test_guide_properties import EXAMPLES, states

OTHER_SIDE = {Side.WHITE: Side.BLACK, Side.BLACK: Side.WHITE}


def free_cells(table: Table, task: LayoutTask) -> list[Cell]:
    """Return cells without any piece or floor tile, apart from the task's start and end."""
    floor = {cell for tile in table.seen.tiles for cell in tile.cells}
    taken = {*table.occupied(""), *floor, start_of(task), end_of(task)}
    return [cell for cell in CELLS if cell not in taken]


def almost_right(task: LayoutTask, free: list[Cell]) -> Iterator[LayoutTask]:
    """Yield the task as careless hands do it: to a cell nearby, turned or flipped the wrong way."""
    for wrong in _almost_right(task, free):
        yield replace(task, changes=(Change(task.changes[0].start, wrong),))


def _almost_right(task: LayoutTask, free: list[Cell]) -> Iterator[Lie]:
    start, end = task.changes[0]
    if end is None or cell_of(end) is None or len(cells_of(end)) > 1:
        return
    yield end._replace(place=free[0])
    is_moved = start is None or start.place != end.place
    if end.piece in TOKENS:
        if is_moved:
            yield end._replace(face=OTHER_SIDE[Side(end.face)])
    elif end.piece == MONSTER or end.piece.startswith("teleporter"):
        for facing in Direction:
            wrong = end._replace(turn=facing.heading_deg)
            if wrong not in (end, start) and (is_moved or end.piece == MONSTER):
                yield wrong


@pytest.mark.slow
@EXAMPLES
@given(st.integers(0, GAMES - 1), st.data())
def test_a_task_done_almost_right_is_named(seed: int, data: st.DataObject) -> None:
    steps = states(seed)
    number = data.draw(st.integers(1, len(steps) - 1))
    (before, _), (after, move) = steps[number - 1], steps[number]
    if data.draw(st.booleans()):
        (before, after), move = (after, before), None
    tasks = placement_tasks(layout_of(before), after, move)
    table = Table.laid(before)
    for task in tasks:
        for wrong in almost_right(task, free_cells(table, task)):
            careless = Table(table.seen)
            careless.do(wrong)
            found = progress(tasks, after, careless.seen)
            assert found.problems, (task.sentence, wrong)
            assert not found.matches
        table.do(task)


def with_the_monster(position: Position, facing: Direction) -> BoardObservation:
    """Return the table of the position, but that the monster looks there."""
    return relaid(observation_from_position(position), monster=(position.monster, facing))


def monster_to_be_moved(folder: Path) -> SessionTable:
    """The monster has moved on the screen; on the table it still stands where it stood."""
    table = SessionTable(folder)
    while table.game.state.phase is Phase.MOVE_TOKEN:
        table.play_turn()
    table.put_right()
    table.press(Button.DRAW)
    for _ in range(3):
        table.press(Button.ADVANCE)
    assert table.game.state.position.facing is not table.lies.facing or table.game.state.monster_move
    return table


def test_the_monster_on_its_cell_looking_the_wrong_way_is_named_within_three_seconds(tmp_path: Path) -> None:
    table = monster_to_be_moved(tmp_path)
    target = table.game.state.position
    assert isinstance(table.session.step, PutBoardRightStep)
    table.look(1.0, observation=with_the_monster(table.lies, table.lies.facing))
    as_before = table.session.page
    wrong = next(facing for facing in Direction if facing not in (target.facing, table.lies.facing))
    table.look(3.5, observation=with_the_monster(target, wrong))
    assert table.session.page != as_before
    page = table.session.page
    assert isinstance(page, BoardPage)
    assert page.caption.startswith("Furunkulus faces")
    assert len(table.problems) == 1, "how to mend it is said once"
    table.put_right()
    assert not isinstance(table.session.step, PutBoardRightStep)
