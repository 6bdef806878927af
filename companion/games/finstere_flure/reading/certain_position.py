"""The position that a picture shows, where it shows one for certain."""

from companion.device.errors import UserError
from companion.games.finstere_flure.reading.reading import TableReading
from engine.finstere_flure.position import Position


def certain_position(table: TableReading, name: str) -> Position:
    """Return the position of a picture, if it shows one without contradictions.

    Raises UserError that names every problem: a move computed from a guess would be worse than none.
    """
    if table.position is None or table.contradictions:
        raise UserError(f"{name}: {'; '.join(table.contradictions)}")
    return table.position
