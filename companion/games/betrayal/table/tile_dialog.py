"""Questions about tiles: which one fits, how it lies, and rooms laid elsewhere (B6, B7).

Tiles are turned over one after the other until one fits.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.device.sentences import capitalised, listed, together
from companion.games.betrayal.language import say
from companion.games.betrayal.names import room_name
from companion.games.betrayal.table.picking import TileSign, room_row
from companion.games.betrayal.words import dir_name, floor_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.picking import DONE, pick, pick_named
from engine.betrayal.components import OPPOSITE, TILES, Dir, Floor
from engine.betrayal.house import House, Place, doors_of, next_cell, turn_matters
from engine.betrayal.state import State
from engine.values import replaced

ASIDE = "aside"
LAY = "lay"


@dataclass(frozen=True)
class Turned:
    """A tile that is laid, and those that were turned over before it."""

    tile: str
    aside: tuple[str, ...]


def ask_tile(
    state: State, usable: Callable[[str], bool], why_not: Callable[[str], str], *, overruling: bool
) -> Dialog[Turned]:
    """Ask which tile lies on top of the stack.

    A tile that does not fit goes aside, and the next is asked.
    """
    aside: list[str] = []
    notice = ""
    while True:
        text = together(notice, say("Turn over the next tile. Which is it?"))
        tile = yield from pick_named(text, tile_rows(state, aside))
        if usable(tile):
            return Turned(tile, tuple(aside))
        notice = together(why_not(tile), say("It goes aside, face down."))
        if overruling:
            both = (Row(say("It goes aside"), ASIDE), Row(say("It is laid anyway"), LAY))
            answer = yield from pick(why_not(tile), both)
            if answer == LAY:
                return Turned(tile, tuple(aside))
        aside.append(tile)


def tile_rows(state: State, aside: Iterable[str]) -> tuple[Row, ...]:
    """Return the tiles that may come next: those of the stack.

    When it is out, they are those set aside before (BR1).
    """
    turned = set(aside)
    left = (state.stack - turned) or (state.undiscovered - turned)
    return tuple(replaced(room_row(tile), sign=TileSign(tile)) for tile in left)


def placement_problem(state: State, room: str) -> Callable[[str], str]:
    """Return what says why a tile does not fit behind a door."""
    floor = state.house.rooms[room].floor

    def why(tile: str) -> str:
        return wrong_floor(tile) if floor not in TILES[tile].floors else closing(tile)

    return why


def wrong_floor(tile: str) -> str:
    """Describe the floor to which the tile belongs."""
    floors = listed([floor_name(floor) for floor in TILES[tile].floors])
    return say("{room} belongs elsewhere: {floors} (rule B6).", room=room_name(tile), floors=floors)


def closing(tile: str) -> str:
    """Describe that no door of the floor would be left open."""
    return say("{room} would close the floor (rule B7).", room=room_name(tile))


def ask_turn(tile: str, turns: Iterable[int]) -> Dialog[int]:
    """Ask how a tile lies, by the directions of its doors.

    There is one answer, which nobody is asked, for a tile with doors on all sides.
    """
    text = say("How does it lie: {room}?", room=room_name(tile))
    told = dict.fromkeys(told_turn(tile, turn) for turn in turns)
    return int((yield from pick(text, [turn_row(tile, turn) for turn in told], any_will_do=True)))


def told_turn(tile: str, turn: int) -> int:
    """Return the turn of a tile as it is told: 0 where it lies alike in every turn."""
    return turn if turn_matters(tile) else 0


def turn_row(tile: str, turn: int) -> Row:
    """Return a row for a tile turned so: where its upper edge is, and its doors."""
    doors = listed([dir_name(door) for door in sorted(doors_of(tile, turn), key=list(Dir).index)])
    upper = dir_name(list(Dir)[turn])
    return Row(
        say("Upper edge to the {side}", side=upper),
        str(turn),
        detail=say("Doors: {doors}", doors=doors),
        sign=TileSign(tile, turn),
    )


def fitting_turns(state: State, tile: str, room: str, door: Dir, *, overruling: bool) -> tuple[int, ...]:
    """Return the turns in which a tile fits behind a door; overruled, all where a door meets."""
    fitting = tuple(state.house.fitting_turns(tile, room, door))
    if fitting or not overruling:
        return fitting
    cell = next_cell(state.house.rooms[room].cell, door)
    return tuple(turn for turn in range(4) if state.house.joins(tile, cell, turn, (room,)))


def door_row(room: str, door: Dir, state: State) -> Row:
    """Return a row for an open door, with its floor."""
    text = beside(room, door)
    return Row(text, f"{room}:{door.word}", detail=floor_name(state.house.rooms[room].floor))


def beside(room: str, door: Dir) -> str:
    """Return the place behind a door of a room."""
    return capitalised(say("{side} of: {room}", side=dir_name(door), room=room_name(room)))


def parse_door_answer(answer: str) -> tuple[str, Dir]:
    """Return the room and the direction of a door's row."""
    room, _, door = answer.partition(":")
    return room, Dir(door)


def ask_door(text: str, state: State, doors: Iterable[tuple[str, Dir]]) -> Dialog[tuple[str, Dir]]:
    """Ask for one of these open doors, by a row or by a touch on the map."""
    rows = [door_row(room, door, state) for room, door in doors]
    return parse_door_answer((yield from pick(text, rows, any_will_do=True)))


# --- re-arranging -----------------------------------------------------------------------------------------------------


def ask_rearranged(state: State, floor: Floor) -> Dialog[dict[str, tuple[int, int, int]]]:
    """Room after room: which, where to, how turned; until all is told."""
    moved: dict[str, tuple[int, int, int]] = {}
    while True:
        rooms = [room for room, place in state.house.rooms.items() if place.floor is floor and not TILES[room].start]
        ready = (Row(say("Everything is entered"), DONE),) if moved else ()
        room = yield from pick(say("Which room is moved?"), (*ready, *map(room_row, rooms)))
        if room == DONE:
            return moved
        spots = free_spots(_with(state.house, floor, moved).without((room,)), floor, room)
        answer = yield from pick_named(
            say("Where to: {room}?", room=room_name(room)), [spot_row(*spot) for spot in spots]
        )
        x, y, turn = map(int, answer.split(","))
        moved[room] = (x, y, turn)


def _with(house: House, floor: Floor, moved: dict[str, tuple[int, int, int]]) -> House:
    return house.with_rooms({room: Place(floor, *spot) for room, spot in moved.items()})


Spot = tuple[str, str, Dir, int, int, int]
"""The tile, the room beside it and on which side of that, x, y and turn."""


def free_spots(house: House, floor: Floor, tile: str) -> Iterator[Spot]:
    """Yield the spots at which a tile joins a laid room of the floor, in each turn."""
    seen = set()
    for room, door in house.open_doors(floor):
        cell = next_cell(house.rooms[room].cell, door)
        for turn in range(4 if turn_matters(tile) else 1):
            if OPPOSITE[door] in doors_of(tile, turn) and (cell, turn) not in seen:
                seen.add((cell, turn))
                yield tile, room, door, cell[1], cell[2], turn


def spot_row(tile: str, room: str, door: Dir, x: int, y: int, turn: int) -> Row:
    """Return a row for a place to lay a tile."""
    text = beside(room, door)
    detail = say("Upper edge to the {side}", side=dir_name(list(Dir)[turn])) if turn_matters(tile) else ""
    return Row(text, f"{x},{y},{turn}", detail=detail, sign=TileSign(tile, turn))
