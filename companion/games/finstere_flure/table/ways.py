"""Way from cell to cell in words without the cells' names.

It says so many cells west, next to the pool.
"""

from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.words.sentences import direction_name
from engine.finstere_flure.board import AROUND, ENTRANCE, EXIT, Cell, Direction, column_row
from engine.finstere_flure.position import Position


def describe_steps(before: Cell, after: Cell) -> str:
    """Describe steps: ``3 cells west``, or ``2 cells west and 1 cell south``."""
    (left, top), (column, row) = column_row(before), column_row(after)
    parts = []
    for count, direction in (
        (column - left, Direction.E),
        (left - column, Direction.W),
        (row - top, Direction.S),
        (top - row, Direction.N),
    ):
        if count > 0:
            parts.append(say_count("1 cell {way}", "{n} cells {way}", count, way=direction_name(direction)))
    return parts[0] if len(parts) == 1 else say("{first} and {last}", first=parts[0], last=parts[1])


def describe_place(cell: Cell, position: Position) -> str:
    """Describe what a cell is on or next to, so that people find it at a glance.

    Empty if nothing stands out there.
    """
    beside = [other for _, other in AROUND[cell]]
    if cell in position.pool_cells:
        return say("on the pool")
    if cell == EXIT or EXIT in beside:
        return say("by the exit")
    if cell == ENTRANCE or ENTRANCE in beside:
        return say("by the entrance")
    if any(other in position.pool_cells for other in beside):
        return say("next to the pool")
    if any(tile.cell in beside for tile in position.teleporters):
        return say("next to a teleporter")
    return ""


def describe_way(before: Cell, after: Cell, position: Position) -> str:
    """Describe how to come from one cell to another, and where that is.

    Example: ``3 cells west, next to the pool``.
    """
    steps, place = describe_steps(before, after), describe_place(after, position)
    return say("{steps}, {place}", steps=steps, place=place) if place else steps
