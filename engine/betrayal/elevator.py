"""The Mystic Elevator (B30, BR25)."""

from collections.abc import Iterator

from engine.values import replaced

from . import events as e
from .changes import owe_damage
from .components import ELEVATOR, OPPOSITE, Dir, Floor, Harm, turn_between
from .house import House, Place, next_cell
from .moves import elevator_has_run
from .problems import Code, Found
from .state import State

#: What two dice make: the floor; 4 is any, 0 is the basement and a crash.
FLOOR_OF = (Floor.BASEMENT, Floor.BASEMENT, Floor.GROUND, Floor.UPPER)
ELEVATOR_DICE = 2


def allowed_floors(state: State, figure: str, faces: e.Faces | None) -> tuple[Floor, ...]:
    """Return the floors that the dice allow; the traitor's side chooses."""
    if faces is None or state.is_traitors_side(figure) or sum(faces) >= len(FLOOR_OF):
        return state.floors
    return (FLOOR_OF[sum(faces)],)


def elevator_place(house: House, room: str, door: Dir) -> Place:
    """Return the elevator's place behind a door.

    Its own door, which is its north, faces this door.
    """
    floor, x, y = next_cell(house.rooms[room].cell, door)
    return Place(floor, x, y, turn_between(Dir.N, OPPOSITE[door]))


def doors_for_elevator(state: State, floor: Floor) -> Iterator[tuple[str, Dir]]:
    """Yield a floor's open doors, without the elevator, that do not close the floor with it."""
    house = state.house.without((ELEVATOR,))
    for room, door in house.open_doors(floor):
        place = elevator_place(house, room, door)
        if house.stays_open(ELEVATOR, place.cell, place.turn):
            yield room, door


def elevator_problems(state: State, event: e.ElevatorRan) -> Iterator[Found]:
    """Yield problems of running the elevator: for who enters or begins in it, once (B30, BR25)."""
    if state.room_of(event.by) != ELEVATOR:
        yield Code.NOT_HERE, f"{event.by} is not in the Mystic Elevator (B30)"
        return
    if elevator_has_run(state, event.by):
        yield Code.ALREADY_DONE, f"the Mystic Elevator has run for {event.by} this turn (B30)"
    traitors = state.is_traitors_side(event.by)
    if traitors and event.faces is not None:
        yield Code.WRONG_ELEVATOR, f"{event.by} chooses the floor and rolls no dice (B30)"
    elif not traitors and event.faces is None:
        yield Code.WRONG_ELEVATOR, f"{event.by} rolls two dice for the elevator (B30)"
    elif event.faces is not None:
        if (sum(event.faces) == 0) != (event.crash is not None):
            yield Code.WRONG_ELEVATOR, "with a total of 0 the elevator crashes, and one die is rolled for that (B30)"
        if len(event.faces) != ELEVATOR_DICE:
            yield Code.WRONG_DICE, f"the elevator has {ELEVATOR_DICE} dice, not {len(event.faces)} (B30)"
    yield from _target_problems(state, event)


def _target_problems(state: State, event: e.ElevatorRan) -> Iterator[Found]:
    floors = allowed_floors(state, event.by, event.faces)
    if event.room is None or event.door is None:
        current_floor = state.house.rooms[ELEVATOR].floor
        if current_floor not in floors and any(True for floor in floors for _ in doors_for_elevator(state, floor)):
            yield Code.MUST_MOVE, f"the elevator goes to the {' or '.join(floors)} (B30)"
        return
    house = state.house.without((ELEVATOR,))
    if event.room not in house.rooms or not house.is_open(event.room, event.door):
        yield Code.NO_DOOR, f"the {event.room} has no open door to the {event.door} for the elevator (B30)"
        return
    place = elevator_place(house, event.room, event.door)
    if place.floor not in floors:
        yield Code.WRONG_FLOOR, f"the elevator goes to the {' or '.join(floors)}, not to the {place.floor} (B30)"
    if not house.stays_open(ELEVATOR, place.cell, place.turn):
        yield Code.CLOSES_FLOOR, f"the elevator would close the {place.floor} there (B7, B30)"


def run_elevator(state: State, event: e.ElevatorRan) -> State:
    """Move the elevator with its contents.

    A crash hurts all explorers inside except the traitor, and stuns monsters (BR25).
    """
    if state.owed:
        state = replaced(state, owed=state.owed[1:])
    state = replaced(state, side_ran=state.side_ran or state.is_traitors_side(event.by))
    if event.by in state.explorers:
        state = replaced(state, ran=state.ran | {event.by})
    if event.room is not None and event.door is not None:
        house = state.house.without((ELEVATOR,))
        state = replaced(state, house=state.house.with_rooms({ELEVATOR: elevator_place(house, event.room, event.door)}))
    if event.crash:
        for figure in state.figures_in(ELEVATOR):
            if figure in state.monsters:
                state = state.with_monster(figure, stunned=True)
            elif not state.is_traitors_side(figure):  # B23
                state = owe_damage(state, figure, Harm.PHYSICAL, event.crash)
    return state
