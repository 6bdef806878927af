"""Tiles laid without discovery, and rooms laid elsewhere to reopen a floor (B7, B8, BR15)."""

from collections.abc import Iterator

from engine.values import replaced

from . import events as e
from .components import TILES
from .house import Place
from .problems import Code, Found
from .stack import any_tile_fits, is_stuck
from .state import Phase, State


def tile_laid_problems(state: State, event: e.TileLaid) -> Iterator[Found]:
    """Yield problems of laying a tile: not yet laid, on its floor, joined by a door (section 5)."""
    if event.because is e.PlacementReason.HAUNT and state.phase is not Phase.HAUNT:
        yield Code.NOT_NOW, "no haunt lays tiles yet (section 5)"
        return
    if event.tile not in state.undiscovered:
        yield Code.NO_SUCH_TILE, f"{event.tile} is laid already, or no tile of this game's stack (B8)"
        return
    cell = (event.floor, *event.at)
    if event.floor not in TILES[event.tile].floors:
        yield Code.WRONG_FLOOR, f"the {event.tile} does not belong on the floor {event.floor} (B6)"
    if cell in state.house.cells:
        yield Code.CELL_TAKEN, f"the {state.house.cells[cell]} lies there already (section 3)"
        return
    if not state.house.joins(event.tile, cell, event.turn):
        yield Code.NOT_JOINED, f"no door of the {event.tile} meets another there (B6)"
    if not state.house.stays_open(event.tile, cell, event.turn):
        yield Code.CLOSES_FLOOR, f"the {event.tile} closes the {event.floor} there (B7)"


def lay_tile(state: State, event: e.TileLaid) -> State:
    """Lay a tile; the first to enter draws its sign, unless a haunt laid it (B8)."""
    fresh = event.because is not e.PlacementReason.HAUNT and TILES[event.tile].sign is not None
    place = Place(event.floor, *event.at, event.turn, fresh)
    house = state.house.with_rooms({event.tile: place})
    return replaced(state, house=house, aside=state.aside - {event.tile})


def _after(state: State, event: e.Rearranged) -> dict[str, Place]:
    rooms = state.house.rooms
    return {room: replaced(rooms[room], x=x, y=y, turn=turn) for room, (x, y, turn) in event.rooms.items()}


def rearranged_problems(state: State, event: e.Rearranged) -> Iterator[Found]:
    """Yield problems of re-arranging rooms from one behind whose open door nothing fits (BR15)."""
    room = state.room_of(event.by)
    floor = state.house.rooms[room].floor
    if not is_stuck(state, room):
        yield Code.NOT_STUCK, f"rooms are re-arranged only where nothing fits behind an open door of the {room} (BR15)"
    for moved in event.rooms:
        if TILES[moved].start is not None or state.house.rooms[moved].floor is not floor:
            yield Code.FIXED_ROOM, f"the {moved} stays: it lies from the beginning, or on another floor (BR15)"
            return
    places = _after(state, event)
    staying = state.house.without(event.rooms)
    cells = [place.cell for place in places.values()]
    if len(set(cells)) < len(cells) or any(cell in staying.cells for cell in cells):
        yield Code.CELL_TAKEN, "two rooms would lie on one cell (BR15)"
        return
    house = staying.with_rooms(places)
    for moved in event.rooms:
        if not house.behind(moved):
            yield Code.NOT_JOINED, f"no door of the {moved} meets another there (BR15)"
            break
    if not any_tile_fits(house, floor):
        yield Code.CLOSES_FLOOR, f"still nothing fits on the {floor} (BR15)"


def rearrange(state: State, event: e.Rearranged) -> State:
    """Re-arrange rooms; figures, cards and marks move with them."""
    return replaced(state, house=state.house.with_rooms(_after(state, event)))
