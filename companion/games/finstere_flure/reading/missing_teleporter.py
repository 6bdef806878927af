"""Positions that a picture may show on which one of two teleporters is out of sight."""

from collections.abc import Iterator

from companion.games.finstere_flure.reading.reading import TableReading, position_of
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.pieces import MONSTER, TELEPORTER_PAIRS, TileKind
from engine.finstere_flure.position import Position, Tile


def positions_with_teleporter(table: TableReading) -> tuple[Position, ...]:
    """Return a position for each place where a teleporter may lie whose other one is seen.

    It lies under the monster, behind it, or where something was not read. None is returned if anything else leaves the
    position in doubt.
    """
    if table.position is not None or table.misplacements:
        return ()
    seen = {piece.piece for piece in table.pieces}
    missing = [other for teleporter, other in TELEPORTER_PAIRS.items() if teleporter in seen and other not in seen]
    if len(missing) != 1:
        return ()
    return tuple(_with_teleporter(table, missing[0]))


def _with_teleporter(table: TableReading, missing: str) -> Iterator[Position]:
    for cell in _places(table):
        for arrow in Direction:
            try:
                position = position_of(table.pieces, table.stage, Tile(missing, TileKind.TELEPORTER, (cell,), arrow))
            except PositionError:
                continue
            if position is not None:
                yield position


def _places(table: TableReading) -> tuple[Cell, ...]:
    """Return the cells on which a teleporter may lie that is not seen, the monster's first."""
    under = [piece.cell for piece in table.pieces if piece.piece == MONSTER]
    return tuple(dict.fromkeys((*under, *table.hidden, *table.reading.unreadable)))
