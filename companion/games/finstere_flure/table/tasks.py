"""Kinds of the guide's tasks, and what is asked of a task: its piece, its cells."""

from companion.games.finstere_flure.table.lies import FLOOR_TILES, cell_of, cells_of
from companion.table.layout import Change, LayoutTask
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import MONSTER
from engine.names import Name


class TaskKind(Name):
    """Kind of a task for hands."""

    TAKE_OFF = "take-off"
    MOVE = "move"
    PUT_ON = "put-on"
    TURN = "turn"
    """The monster or a floor tile on its cell, to face another way."""
    FLIP = "flip"
    """A token or stone where it lies, its other side up."""
    LAY_ASIDE = "lay-aside"
    """For a moment, because pieces are in each other's way."""


def kind_of(change: Change) -> TaskKind:
    """Return the kind of the task that brings a change about."""
    start, end = map(cells_of, change)
    if start == end:
        return TaskKind.TURN if change.lie.piece == MONSTER or change.lie.piece in FLOOR_TILES else TaskKind.FLIP
    if not end:
        return TaskKind.TAKE_OFF
    return TaskKind.MOVE if start else TaskKind.PUT_ON


def piece_of(task: LayoutTask) -> str:
    """Return the piece of a task; of one with several the first."""
    return task.changes[0].lie.piece


def start_of(task: LayoutTask) -> Cell | None:
    """Return the cell from which a task's piece goes; None beside the board."""
    return cell_of(task.changes[0].start)


def end_of(task: LayoutTask) -> Cell | None:
    """Return the cell to which a task's piece comes; None beside the board."""
    return cell_of(task.changes[0].end)
