"""Questions about walking, discovering, falling, the elevator, being put somewhere.

They ask where to, and how a tile lies (B5 to B31).
"""

from collections.abc import Iterable, Iterator

from companion.device.sentences import capitalised, listed
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import room_name
from companion.games.betrayal.table.picking import Telling, TileSign, figure_row, pick_room, room_row
from companion.games.betrayal.table.roll_dialog import RollAsked, Thrown, ask_roll
from companion.games.betrayal.table.tile_dialog import (
    ASIDE,
    ask_door,
    ask_tile,
    ask_turn,
    beside,
    closing,
    fitting_turns,
    free_spots,
    placement_problem,
    spot_row,
    tile_rows,
    wrong_floor,
)
from companion.games.betrayal.words import dir_name, figure_name, floor_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.picking import DONE, pick, pick_named
from engine.betrayal import events as e
from engine.betrayal.components import ELEVATOR, GALLERY, TILES, Dir, Floor
from engine.betrayal.elevator import ELEVATOR_DICE, allowed_floors, doors_for_elevator
from engine.betrayal.falls import can_fall_onto, fall_doors, is_hurt, needs_tile
from engine.betrayal.house import next_cell
from engine.betrayal.stack import tiles_left
from engine.betrayal.state import State
from engine.betrayal.ways import routes, usable_doors

#: Answer that the tile stays where it is.
STAYS = "stays"
#: Prefix of a place where the tile was laid.
LAID = "laid:"


# --- walking ----------------------------------------------------------------------------------------------------------


def ask_walk(state: State, explorer: str, *, overruling: bool) -> Telling:
    """Ask for the goal of a walk, as far as the spaces reach.

    Every room on the way is entered.
    """
    if overruling:
        room = yield from pick_room(
            say("Into which room?"), (r for r in state.house.rooms if r != state.room_of(explorer))
        )
        return e.Moved(by=explorer, to=room)
    reached = routes(state, explorer)
    rows = [
        room_row(room, say_count("{n} space", "{n} spaces", route.spaces))
        for room, route in sorted(reached.items(), key=lambda way: (way[1].spaces, room_name(way[0])))
    ]
    text = capitalised(say("Where does {player} walk?", player=figure_name(explorer)))
    found = yield from pick(text, rows)
    if found not in reached:
        return e.Moved(by=explorer, to=found)
    steps = tuple(e.Moved(by=explorer, to=room) for room in reached[found].rooms)
    return steps[0] if len(steps) == 1 else steps


# --- discovering ------------------------------------------------------------------------------------------------------


def open_doors(state: State, explorer: str, *, overruling: bool) -> tuple[Dir, ...]:
    """Return the doors of the explorer's room behind which a room can be discovered."""
    room = state.room_of(explorer)
    floor = state.house.rooms[room].floor
    allowed = tuple(Dir) if overruling else usable_doors(state, explorer)
    left = tuple(tiles_left(state, floor))
    return tuple(
        door
        for other, door in state.house.open_doors(floor)
        if other == room
        and door in allowed
        and (overruling or any(state.house.fits(tile, room, door) for tile in left))
    )


def door_rows(state: State, explorer: str, *, overruling: bool) -> Iterator[Row]:
    """Yield a row for each of the `open_doors`."""
    for door in open_doors(state, explorer, overruling=overruling):
        yield Row(say("Discover to the {side}", side=dir_name(door)), f"door:{door.word}")


def ask_discovered(state: State, explorer: str, side: str, *, overruling: bool) -> Telling:
    """Ask for tile after tile until one fits behind the door, and how it lies (B6)."""
    room, door = state.room_of(explorer), Dir(side)

    def fits(tile: str) -> bool:
        return state.house.fits(tile, room, door)

    turned = yield from ask_tile(state, fits, placement_problem(state, room), overruling=overruling)
    turn = yield from ask_turn(turned.tile, fitting_turns(state, turned.tile, room, door, overruling=overruling))
    return e.Discovered(by=explorer, door=door, tile=turned.tile, turn=turn, aside=turned.aside)


def ask_set_aside(state: State, explorer: str, laid: str) -> Telling:
    """Ask which tiles were set aside before a tile that is seen behind a door.

    `laid` is as `discovered_answer` says.
    """
    tile, side, turn = laid.split(",")
    aside: list[str] = []
    while True:
        text = say("{room} is discovered. Were tiles set aside before it?", room=room_name(tile))
        ready = Row(say("No more") if aside else say("None"), DONE)
        answer = yield from pick(text, (ready, Row(say("One was set aside"), ASIDE)))
        if answer == DONE:
            return e.Discovered(by=explorer, door=Dir(side), tile=tile, turn=int(turn), aside=tuple(aside))
        rows = [row for row in tile_rows(state, aside) if row.id != tile]
        chosen = yield from pick_named(say("Which tile was set aside?"), rows)
        aside.append(chosen)


def discovered_answer(event: e.Discovered) -> str:
    """Return the answer that begins telling a tile that is seen."""
    return f"{LAID}{event.tile},{event.door.word},{event.turn}"


# --- falling ----------------------------------------------------------------------------------------------------------


def ask_fall(state: State, explorer: str, *, virtual: bool, overruling: bool) -> Telling:
    """Ask for the die, and where the first one in the basement lands (B28, B29)."""
    faces = None
    if is_hurt(state, explorer):
        die = yield from _ask_die(
            capitalised(say("{player} falls: one die of physical damage.", player=figure_name(explorer))), virtual
        )
        faces = die.faces
    if state.room_of(explorer) == GALLERY or not needs_tile(state, explorer):
        return e.Fell(by=explorer, faces=faces)
    if not any(can_fall_onto(state, tile) for tile in state.undiscovered):
        rooms = [room for room, place in state.house.rooms.items() if place.floor is Floor.BASEMENT]
        chosen = yield from pick_room(say("No tile fits: into which room of the basement (rule BR24)?"), rooms)
        return e.Fell(by=explorer, faces=faces, room=chosen)
    return (yield from _ask_landing(state, explorer, faces, overruling=overruling))


def _ask_die(text: str, virtual: bool) -> Dialog[Thrown]:
    return ask_roll(
        RollAsked(1, lambda _n, _p: text, lambda total: say("The die shows {face}.", face=total), virtual, fixed=True)
    )


def _ask_landing(state: State, explorer: str, faces: e.Faces | None, *, overruling: bool) -> Telling:
    def lands(tile: str) -> bool:
        return can_fall_onto(state, tile)

    def why_not(tile: str) -> str:
        return wrong_floor(tile) if Floor.BASEMENT not in TILES[tile].floors else closing(tile)

    turned = yield from ask_tile(state, lands, why_not, overruling=overruling)
    doors = [
        (room, door)
        for room, door in fall_doors(state)
        if fitting_turns(state, turned.tile, room, door, overruling=overruling)
    ]
    room, door = yield from ask_door(say("Where is it laid: {room}?", room=room_name(turned.tile)), state, doors)
    turn = yield from ask_turn(turned.tile, fitting_turns(state, turned.tile, room, door, overruling=overruling))
    _, x, y = next_cell(state.house.rooms[room].cell, door)
    return e.Fell(by=explorer, faces=faces, tile=turned.tile, turn=turn, at=(x, y), aside=turned.aside)


# --- the elevator -----------------------------------------------------------------------------------------------------


def ask_elevator(state: State, explorer: str, *, virtual: bool) -> Telling:
    """Ask for two dice, one more if the elevator crashes, and the open door (B30)."""
    faces: e.Faces | None = None
    crash: int | None = None
    if not state.is_traitors_side(explorer):
        text = capitalised(say("{player} runs the elevator: two dice.", player=figure_name(explorer)))
        asked = RollAsked(
            ELEVATOR_DICE,
            lambda _n, _p: text,
            lambda total: say("{total}: {floor}.", total=total, floor=_floor_names(state, explorer, total)),
            virtual,
            fixed=True,
        )
        thrown = yield from ask_roll(asked)
        faces = thrown.faces
        if sum(faces) == 0:
            die = yield from _ask_die(say("It crashes: one die of physical damage for all inside."), virtual)
            crash = sum(die.faces)
    return (yield from _ask_target(state, explorer, faces, crash))


def _floor_names(state: State, explorer: str, total: int) -> str:
    floors = allowed_floors(state, explorer, (total,))
    floor_list = listed([floor_name(floor) for floor in floors])
    return say("{floor}, and it crashes", floor=floor_list) if total == 0 else floor_list


def _ask_target(state: State, explorer: str, faces: e.Faces | None, crash: int | None) -> Telling:
    floors = allowed_floors(state, explorer, faces)
    doors = [door for floor in floors for door in doors_for_elevator(state, floor)]
    may_stay = state.house.rooms[ELEVATOR].floor in floors or not doors
    stays = [Row(say("It stays where it is"), STAYS)] if may_stay else []
    rows = [
        Row(beside(room, door), f"{room}:{door.word}", detail=floor_name(state.house.rooms[room].floor))
        for room, door in doors
    ]
    found = yield from pick(say("Where does the elevator go?"), [*rows, *stays])
    if found == STAYS:
        return e.ElevatorRan(by=explorer, room=None, door=None, faces=faces, crash=crash)
    room, _, door = found.partition(":")
    return e.ElevatorRan(by=explorer, room=room, door=Dir(door), faces=faces, crash=crash)


# --- by a text --------------------------------------------------------------------------------------------------------


def ask_placed(state: State, figures: Iterable[str]) -> Telling:
    """Ask for the room of a figure; an explorer in a barrier room stands on a side of it."""
    figure = yield from pick(say("Who?"), map(figure_row, figures))
    where = yield from pick_room(say("Into which room?"), state.house.rooms)
    if figure in state.monsters or not TILES[where].cross:
        return e.Placed(by=figure, room=where)
    side = yield from ask_side(state, where)
    return e.Placed(by=figure, room=where, side=side)


def ask_side(state: State, room: str) -> Dialog[Dir]:
    """Ask for the side of a barrier room."""
    rows = [Row(capitalised(dir_name(state.house.house_side(room, own))), own.word) for own in TILES[room].doors]
    return Dir((yield from pick(say("On which side: {room}?", room=room_name(room)), rows)))


def ask_tile_placement(state: State, explorer: str) -> Telling:
    """Ask for a tile that nobody discovers: why, which, where, how turned (B8)."""
    reasons = [(e.PlacementReason.ROOM, say("A room says so")), (e.PlacementReason.CARD, say("A card says so"))]
    if state.haunt is not None:
        reasons.append((e.PlacementReason.HAUNT, say("The haunt says so")))
    because = yield from pick(say("Why is a tile laid?"), [Row(text, reason.word) for reason, text in reasons])
    tile = yield from pick_named(say("Which tile?"), placeable_tile_rows(state))
    floors = [floor for floor in TILES[tile].floors if floor in state.floors]
    floor = yield from pick(say("On which floor?"), [Row(floor_name(allowed), allowed.word) for allowed in floors])
    spots = placement_spots(state, tile, Floor(floor))
    where = yield from pick_named(say("Where to: {room}?", room=room_name(tile)), spots)
    x, y, turn = map(int, where.split(","))
    return e.TileLaid(
        by=explorer, tile=tile, floor=Floor(floor), at=(x, y), turn=turn, because=e.PlacementReason(because)
    )


def placeable_tile_rows(state: State) -> tuple[Row, ...]:
    """Return all tiles that are not laid."""
    return tuple(Row(room_name(tile), tile, sign=TileSign(tile)) for tile in state.undiscovered)


def placement_spots(state: State, tile: str, floor: Floor) -> tuple[Row, ...]:
    """Return the spots at which the tile joins a room of a floor, and leaves it open (B7)."""
    spots = free_spots(state.house, floor, tile)
    return tuple(spot_row(*spot) for spot in spots if state.house.stays_open(tile, (floor, spot[3], spot[4]), spot[5]))
