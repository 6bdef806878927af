"""Tests of the floors' patches on the virtual table."""

import pytest

from companion.device.errors import UserError
from companion.games.betrayal.mat import AREAS, HOUSE
from companion.games.betrayal.placement import TilePlacement
from companion.games.betrayal.virtual_table.layout import Landing, Patches
from companion.games.betrayal.virtual_table.pieces import PIECES
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.betrayal.components import Floor
from engine.betrayal.house import Place

#: Tiles in a row that are longer than the field is high, and not longer than it is wide.
LONG = 12
#: Tiles in a row that fit nowhere.
TOO_LONG = 30


def house(height: int) -> dict[str, Place]:
    """Return a column of rooms on the ground floor, from the Foyer down, and the landings."""
    column = {f"room-{y}": Place(Floor.GROUND, 0, y, 0) for y in range(1, height)}
    landings = {"basement-landing": Floor.BASEMENT, "foyer": Floor.GROUND, "upper-landing": Floor.UPPER}
    return {**{room: Place(floor, 0, 0, 0) for room, floor in landings.items()}, **column}


def on_field(tile: TilePlacement) -> bool:
    left, top, right, bottom = AREAS[HOUSE]
    x, y = tile.middle_mm
    return left + 30 <= x <= right - 30 and top + 30 <= y <= bottom - 30


def test_a_floor_that_is_taller_than_the_field_is_laid_turned() -> None:
    patches = Patches()
    low, high = patches.tiles(house(4)), patches.tiles(house(LONG))
    assert {tile.turn_deg for tile in low.values()} == {0.0}
    assert all(map(on_field, (*low.values(), *high.values())))
    assert high["foyer"].turn_deg in (90.0, 270.0)
    assert high["upper-landing"].turn_deg == low["upper-landing"].turn_deg == 0.0
    (x, y), (next_x, next_y) = high["foyer"].middle_mm, high["room-1"].middle_mm
    # What lay below the Foyer lies left of it if all is turned clockwise.
    assert (next_x - x, next_y - y) == (-60.0 if high["foyer"].turn_deg == 90.0 else 60.0, 0.0)


def test_a_floor_that_fits_nowhere_is_refused() -> None:
    with pytest.raises(UserError, match="does not fit"):
        Patches().tiles(house(TOO_LONG))


def test_patches_lie_as_on_the_table_but_for_a_landing_that_hands_have_turned() -> None:
    table = VirtualTable(PIECES, 1)
    table.put(Piece("tile/foyer", "", (400.0, 300.0), 0.0))
    seen = Patches().seen_on(table)
    assert seen.landings[Floor.GROUND].quarters == 0
    table.put(Piece("tile/foyer", "", (500.0, 300.0), 90.0))
    assert seen.seen_on(table) is seen
    turned = Patches({Floor.GROUND: Landing((0.0, 0.0), 1)})
    assert turned.seen_on(table).landings[Floor.GROUND] == Landing(table.middle_mm(table.pieces["tile/foyer"]), 1)
    assert Patches().seen_on(VirtualTable(PIECES, 1)) == Patches()
