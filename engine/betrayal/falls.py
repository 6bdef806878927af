"""Falls from the Gallery into the Ballroom, and through the Collapsed Room (B28, B29, BR24).

The fall through the Collapsed Room ends in the basement.
"""

from collections.abc import Iterator

from engine.values import replaced

from . import events as e
from .changes import owe_damage
from .components import BALLROOM, BASEMENT_LANDING, COLLAPSED_ROOM, GALLERY, TILES, Dir, Floor, Harm
from .house import Place
from .moves import ArrivalKind, enter_room, stopped_problems
from .problems import Code, Found
from .stack import aside_after, turning_problems
from .state import State
from .ways import entered_side


def can_fall(state: State, figure: str) -> bool:
    """Return True if the figure can fall or jump from its room.

    These rooms are the Gallery over the Ballroom, and the Collapsed Room.
    """
    room = state.room_of(figure)
    if room == GALLERY:
        return BALLROOM in state.house.rooms
    return room == COLLAPSED_ROOM


def fall_doors(state: State) -> tuple[tuple[str, Dir], ...]:
    """Return the doors behind which a fallen tile may lie (BR24).

    They are those of explored basement rooms, otherwise of the landing.
    """
    doors = state.house.open_doors(Floor.BASEMENT)
    return tuple(door for door in doors if door[0] != BASEMENT_LANDING) or doors


def can_fall_onto(state: State, tile: str) -> bool:
    """Return True if a tile can be laid by a fall."""
    return any(state.house.fits(tile, room, door) for room, door in fall_doors(state))


def needs_tile(state: State, figure: str) -> bool:
    """Return True if this fall is the first from the Collapsed Room (B29).

    It lays a tile or chooses a room.
    """
    return state.room_of(figure) == COLLAPSED_ROOM and state.under is None


def is_hurt(state: State, figure: str) -> bool:
    """Return True if a fall hurts the figure: all explorers except the traitor (B23, B29)."""
    return not state.is_traitors_side(figure)


def fell_problems(state: State, event: e.Fell) -> Iterator[Found]:
    """Yield problems of a fall that is owed, or of a jump, which is moving (BR8)."""
    room = state.room_of(event.by)
    if event.by in state.monsters and (event.tile or event.room or needs_tile(state, event.by)):
        yield Code.NOT_FOR_MONSTERS, f"{event.by} is a monster and lays no tile by falling (B24)"
    owed = bool(state.owed) and state.owed[0].event == "fell"
    if not owed:
        yield from stopped_problems(state, event.by)
    if not can_fall(state, event.by):
        yield Code.NOT_HERE, f"nobody falls from the {room} now (B28, B29)"
        return
    if is_hurt(state, event.by):
        if event.faces is None or len(event.faces) != 1:
            yield Code.WRONG_DICE, f"{event.by} rolls one die for the fall (B28, B29)"
    elif event.faces is not None:
        yield Code.WRONG_DICE, f"{event.by} is not hurt by a fall and rolls no die (B23)"
    if event.by not in state.monsters:
        yield from _landing_problems(state, event)


def _landing_problems(state: State, event: e.Fell) -> Iterator[Found]:
    """Find problems of the end of the first fall from the Collapsed Room.

    No other fall has a choice (B29).
    """
    if not needs_tile(state, event.by):
        if event.tile or event.room:
            yield Code.WRONG_FALL, f"where {event.by} lands is known: no tile is laid and no room chosen (B29)"
        return
    can_be_placed = any(can_fall_onto(state, tile) for tile in state.undiscovered)
    if event.tile is None:
        if can_be_placed:
            yield Code.WRONG_FALL, f"the tile is missing that {event.by} lays by falling (B29)"
        elif event.room is None:
            yield Code.WRONG_FALL, f"no tile can be laid: {event.by} chooses a basement room (B29, BR24)"
        elif state.house.rooms[event.room].floor is not Floor.BASEMENT:
            yield Code.WRONG_FALL, f"the {event.room} is not in the basement (B29)"
        return
    if not can_be_placed:
        yield Code.WRONG_FALL, f"no tile can be laid: {event.by} chooses a basement room (B29, BR24)"
    yield from turning_problems(state, event.tile, event.aside, lambda tile: can_fall_onto(state, tile))
    if event.tile not in state.undiscovered or event.at is None:
        return
    cell = (Floor.BASEMENT, *event.at)
    if Floor.BASEMENT not in TILES[event.tile].floors:
        yield Code.WRONG_FLOOR, f"the {event.tile} does not belong in the basement (B29)"
    if cell in state.house.cells:
        yield Code.CELL_TAKEN, f"the {state.house.cells[cell]} lies there already (section 3)"
        return
    if not state.house.joins(event.tile, cell, event.turn, {room for room, _ in fall_doors(state)}):
        yield Code.NOT_JOINED, f"the {event.tile} is not joined to the explored basement there (BR24)"
    if not state.house.stays_open(event.tile, cell, event.turn):
        yield Code.CLOSES_FLOOR, f"the {event.tile} closes the basement there (B7)"


def fall(state: State, event: e.Fell) -> State:
    """Return the state with the damage, then the new room (BR30)."""
    if state.owed:
        state = replaced(state, owed=state.owed[1:])
    if state.room_of(event.by) == GALLERY:
        room = BALLROOM
    elif state.under is not None:
        room = state.under
    elif event.tile is not None:
        assert event.at is not None
        room = event.tile
        place = Place(Floor.BASEMENT, *event.at, event.turn, TILES[room].sign is not None)
        aside = aside_after(state, room, event.aside)
        state = replaced(state, house=state.house.with_rooms({room: place}), aside=aside, under=room)
    else:
        assert event.room is not None
        room = event.room
        state = replaced(state, under=room)
    if event.faces is not None and is_hurt(state, event.by):
        state = owe_damage(state, event.by, Harm.PHYSICAL, sum(event.faces))
    return enter_room(state, event.by, room, entered_side(state.house, None, room), ArrivalKind.FALLING)
