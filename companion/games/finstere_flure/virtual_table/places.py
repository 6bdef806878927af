"""Places beside the board: tokens that wait at the entrance, tokens that are out, the box.

All in cells of the board frame (x right, y down, the board's upper left corner at 0, 0), clear of the reference
tags. The camera sees `SEEN`; the box stands below, out of its sight.
"""

from enum import StrEnum

from engine.finstere_flure.board import ENTRANCE as ENTRANCE_CELL
from engine.finstere_flure.board import EXIT as EXIT_CELL
from engine.finstere_flure.board import Cell, column_row
from engine.finstere_flure.pieces import POOL_SHAPES, STONE_FRONTS, TELEPORTER_PAIRS, TOKENS
from vision.model.surface import Area

Point = tuple[float, float]

#: What the camera has in its picture.
SEEN: Area = (-2.05, -1.45, 18.05, 13.6)
#: All of the table that there is.
TABLE: Area = (-2.3, -1.65, 18.3, 17.0)
#: Everything below this line lies in the box.
BOX_TOP = 13.9
#: The box as it is drawn.
BOX_FRAME: Area = (TABLE[0] + 0.15, BOX_TOP, TABLE[2] - 0.15, TABLE[3] - 0.1)


class Beside(StrEnum):
    """Parts of the table beside the board."""

    ENTRANCE = "entrance"
    EXIT = "exit"
    BOX = "box"


def _nearest_first(places: list[Point], cell: Cell) -> tuple[Point, ...]:
    column, row = column_row(cell)
    return tuple(sorted(places, key=lambda place: (place[0] - column) ** 2 + (place[1] - row) ** 2))


#: Where tokens stand, the best place first.
SLOTS: dict[Beside, tuple[Point, ...]] = {
    Beside.ENTRANCE: _nearest_first([(17.2 - x, y) for x in range(12) for y in (11.95, 12.98)], ENTRANCE_CELL),
    Beside.EXIT: _nearest_first([(x - 0.5, -0.92) for x in range(18)], EXIT_CELL),
}


def _box() -> dict[str, Point]:
    """Return the place of each piece in the box: the centre of its tag."""
    first, second = BOX_TOP + 0.75, BOX_TOP + 1.8
    places = dict(zip(POOL_SHAPES, ((-1.4, first), (0.75, first)), strict=True))
    places |= {teleporter: (0.75 + n, second) for n, teleporter in enumerate(TELEPORTER_PAIRS)}
    rows = (BOX_TOP + 0.5, BOX_TOP + 1.48, BOX_TOP + 2.46)
    places |= {stone: (4.8 + n % 4, rows[n // 4]) for n, stone in enumerate(STONE_FRONTS)}
    places |= {token: (8.9 + 1.08 * (n % 9), rows[n // 9]) for n, token in enumerate(TOKENS)}
    return places


#: Where in the box each piece has its place.
BOX = _box()


def side_area_at(x: float, y: float) -> Beside | None:
    """Return the part of the table at a point (in cells) that is on no cell.

    Returns None beside the middle of the board.
    """
    if y > BOX_TOP:
        return Beside.BOX
    if y < 0 and x < 12:
        return Beside.EXIT
    if y > 11 and x > 4:
        return Beside.ENTRANCE
    return None
