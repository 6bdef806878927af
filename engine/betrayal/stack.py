"""Tiles turned over: order, tiles set aside, end of fitting tiles (B6, B7, BR1, BR15)."""

from collections.abc import Callable, Iterator

from .components import TILES, Floor
from .house import House
from .problems import Code, Found
from .state import State


def turning_problems(
    state: State, tile: str, aside: tuple[str, ...], is_usable: Callable[[str], bool]
) -> Iterator[Found]:
    """Find problems of the tiles that were turned over.

    `is_usable`: whether a tile could have been laid.
    """
    named = (*aside, tile)
    missing = next((name for name in named if name not in state.undiscovered), None)
    if missing is not None:
        why = "is laid already" if missing in state.house.rooms else "is no tile of this game's stack"
        yield Code.NO_SUCH_TILE, f"{missing} {why} (B6)"
        return
    if tile in aside:
        yield Code.NO_SUCH_TILE, f"{tile} cannot be set aside and laid (B6)"
        return
    left = set(state.stack)
    for name in named:
        if left and name not in left:
            yield Code.NOT_IN_STACK, f"{name} is set aside and comes again only when the stack is out (BR1)"
            break
        left.discard(name)
    for name in aside:
        if is_usable(name):
            yield Code.USABLE_TILE, f"{name} was set aside, but fits there (B6)"
            break


def aside_after(state: State, tile: str, aside: tuple[str, ...]) -> frozenset[str]:
    """Return the tiles that are set aside after these were turned over.

    When the stack is out, all set aside before are the stack (BR1): only what was turned over since then is set aside.
    """
    turned = {*aside, tile}
    if state.stack < turned:
        return frozenset(set(aside) - state.stack)
    return (state.aside | set(aside)) - {tile}


def tiles_left(state: State, floor: Floor) -> Iterator[str]:
    """Return the tiles that are not laid and may lie on a floor."""
    return (tile for tile in state.undiscovered if floor in TILES[tile].floors)


def any_tile_fits(house: House, floor: Floor) -> bool:
    """Return True if some tile that is left fits behind some open door of the floor."""
    return any(door in house.fitting_doors for door in house.open_doors(floor))


def is_stuck(state: State, room: str) -> bool:
    """Return True if no tile of this floor fits behind an open door of the room (BR15).

    Some tiles must be left, and the room must have an open door.
    """
    house = state.house
    stuck = any((room, door) not in house.fitting_doors for door in house.doors_to_nothing(room))
    return stuck and any(tiles_left(state, house.rooms[room].floor))
