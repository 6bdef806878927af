"""Movement: walking, discovering, placing, leaving and entering rooms (B2 to B8, section 6)."""

from collections.abc import Iterator

from engine.names import Name
from engine.values import replaced

from . import events as e
from .changes import after_deaths, card_at, shift_traits
from .components import BASEMENT_LANDING, CARDS, COAL_CHUTE, COLLAPSED_ROOM, ELEVATOR, TILES, Dir
from .house import Place, doors_of, next_cell
from .problems import Code, Found
from .stack import aside_after, tiles_left, turning_problems
from .state import Owed, State
from .ways import can_pay, entered_side, opponents, spaces_left, usable_doors, ways


class ArrivalKind(Name):
    """Way in which a figure comes into a room (section 6)."""

    WALKING = "walking"
    FALLING = "falling"
    PLACED = "placed"


# --- leaving ----------------------------------------------------------------------------------------------------------


def stopped_problems(state: State, figure: str) -> Iterator[Found]:
    """Find the problem that the figure moves no more this turn (B4, B25).

    It has drawn a card, or failed to cross.
    """
    if state.stopped and figure == state.turn:
        yield (
            Code.STOPPED,
            f"{figure} moves no more this turn: a card was drawn, or a crossing failed (B4, B25)",
        )


def leave_problems(state: State, figure: str) -> Iterator[Found]:
    """Yield the problem that a room is left before the leave roll that it asks (B26)."""
    roll = state.leave_roll(figure)
    if roll is not None and state.leave_roll_passed(figure) is None:
        room = state.room_of(figure)
        yield Code.ROLL_FIRST, f"{figure} first rolls {roll.trait} {roll.need} to leave the {room} (B26)"


def _pay_problems(state: State, figure: str, spaces: int) -> Iterator[Found]:
    """Find the problem that the spaces are too few, or not rolled yet (B3, B22, B24).

    Available spaces are the Speed, or the roll of the monster's kind.
    """
    if figure in state.monsters and spaces_left(state, figure) is None:
        kind = state.monsters[figure].kind
        yield Code.ROLL_FIRST, f"{figure} cannot move: the way of kind {kind} is not rolled this turn (B24)"
    elif not can_pay(state, figure, spaces):
        left = max(0, spaces_left(state, figure) or 0)
        yield Code.TOO_FAR, f"{figure} has {left} spaces left, and this takes {spaces} (B3, B22)"


def leave_room(state: State, figure: str, *, spaces: int | None = None) -> State:
    """Return the state after leaving a room: spaces used, and the fine paid (B26).

    The fine is for a failed roll. `spaces`: None where none are used. A figure that dies of the fine lies in the
    room left (BR7).
    """
    if spaces is not None and figure in state.monsters:
        monster = state.monsters[figure]
        state = state.with_monster(figure, spent=monster.spent + spaces, steps=monster.steps + 1)
    elif spaces is not None:
        state = replaced(state, spent=state.spent + spaces, steps=state.steps + 1)
    roll = state.leave_roll(figure)
    if roll is not None and state.leave_roll_passed(figure) is False:
        state, _ = shift_traits(state, figure, {roll.fine: -1})
        state = after_deaths(state)
    return state


def _is_dead(state: State, figure: str) -> bool:
    return figure in state.explorers and state.explorers[figure].dead


# --- arriving ---------------------------------------------------------------------------------------------------------


def enter_room(state: State, figure: str, room: str, side: Dir | None, arrival: ArrivalKind) -> State:
    """Return the state after a figure has come into a room (section 6).

    It includes everything that joins the figure there, and everything that it owes.
    """
    walking = arrival is ArrivalKind.WALKING
    if figure in state.monsters:
        state = state.with_monster(figure, room=room)
    else:
        state = _explorer_arrived(state.with_explorer(figure, room=room, side=side), figure, room, walking=walking)
    if walking and room == ELEVATOR and not elevator_has_run(state, figure):  # B30
        state = state.owing(Owed("elevator_ran", figure, of_room=True))
    return state


def _explorer_arrived(state: State, explorer: str, room: str, *, walking: bool) -> State:
    for name in state.cards_at(room):
        if CARDS[name].companion:  # B12
            state = card_at(state, name, explorer)
    place = state.house.rooms[room]
    if place.fresh:  # B8
        state = replaced(state, house=state.house.with_rooms({room: replaced(place, fresh=False)}))
        state = state.owing(Owed("drew", explorer, card=TILES[room].sign, of_room=True))
    if walking and room == COLLAPSED_ROOM and not state.collapsed:  # B29, BR24
        state = replaced(state, collapsed=True)
        if not state.explorers[explorer].is_traitor:
            state = state.owing(Owed("balanced", explorer, of_room=True))
    return state


def elevator_has_run(state: State, figure: str) -> bool:
    """Return True if the elevator was run this turn (B30).

    The explorer ran it, or the traitor's side.
    """
    return state.side_ran if state.is_traitors_side(figure) else figure in state.ran


# --- moved ------------------------------------------------------------------------------------------------------------


def moved_problems(state: State, event: e.Moved) -> Iterator[Found]:
    """Yield problems of a step: to a room that is next to this one."""
    yield from stopped_problems(state, event.by)
    way = ways(state, event.by).get(event.to)
    room = state.room_of(event.by)
    if way is None:
        chute = room == COAL_CHUTE and not usable_doors(state, event.by)
        why = "from the chute it goes down only (B27, BR2)" if chute else "no way leads there (B5, B25, B32)"
        yield Code.NO_WAY, f"{event.by} cannot go from {room} to {event.to}: {why}"
    yield from leave_problems(state, event.by)
    yield from _pay_problems(state, event.by, (way.spaces if way else 1) + opponents(state, event.by, room))


def move(state: State, event: e.Moved) -> State:
    """Carry out a step, with all effects of leaving and arriving.

    Without a way it is one space (section 8).
    """
    way = ways(state, event.by).get(event.to)
    spaces = (way.spaces if way else 1) + opponents(state, event.by, state.room_of(event.by))
    side = entered_side(state.house, way.door if way else None, event.to)
    state = leave_room(state, event.by, spaces=spaces)
    return state if _is_dead(state, event.by) else enter_room(state, event.by, event.to, side, ArrivalKind.WALKING)


# --- discovered -------------------------------------------------------------------------------------------------------


def discovered_problems(state: State, event: e.Discovered) -> Iterator[Found]:
    """Yield problems of discovering a tile behind an open door of one's room (B6, B7)."""
    if event.by in state.monsters:
        yield Code.NOT_FOR_MONSTERS, f"{event.by} is a monster and discovers nothing (B24)"
        return
    yield from stopped_problems(state, event.by)
    room = state.room_of(event.by)
    place = state.house.rooms[room]
    if event.door in doors_of(room, place.turn) and event.door not in usable_doors(state, event.by):
        yield Code.NO_WAY, f"{event.by} cannot leave the {room} by its {event.door} side (B25, BR2)"
    yield from leave_problems(state, event.by)
    yield from _pay_problems(state, event.by, 1 + opponents(state, event.by, room))
    if not state.house.is_open(room, event.door):
        yield Code.NO_DOOR, f"the {room} has no open door to the {event.door} (B6)"
        return
    if not any(tiles_left(state, place.floor)):
        yield Code.NO_DOOR, f"no tile of the {place.floor} is left: the door counts as a wall (BR1)"
        return
    yield from turning_problems(state, event.tile, event.aside, lambda tile: state.house.fits(tile, room, event.door))
    if event.tile not in state.undiscovered:
        return
    cell = next_cell(place.cell, event.door)
    if place.floor not in TILES[event.tile].floors:
        yield Code.WRONG_FLOOR, f"the {event.tile} does not belong on the floor {place.floor} (B6)"
    if not state.house.joins(event.tile, cell, event.turn, (room,)):
        yield Code.NOT_JOINED, f"turned {event.turn}, the {event.tile} has no door to the {room} (B6)"
    if not state.house.stays_open(event.tile, cell, event.turn):
        yield Code.CLOSES_FLOOR, f"turned {event.turn}, the {event.tile} closes the {place.floor} (B7)"


def discover(state: State, event: e.Discovered) -> State:
    """Lay the discovered tile and enter it."""
    room = state.room_of(event.by)
    spaces = 1 + opponents(state, event.by, room)
    aside = aside_after(state, event.tile, event.aside)
    floor, x, y = next_cell(state.house.rooms[room].cell, event.door)
    place = Place(floor, x, y, event.turn, TILES[event.tile].sign is not None)
    state = replaced(state, house=state.house.with_rooms({event.tile: place}), aside=aside)
    side = entered_side(state.house, event.door, event.tile)
    state = leave_room(state, event.by, spaces=spaces)
    return state if _is_dead(state, event.by) else enter_room(state, event.by, event.tile, side, ArrivalKind.WALKING)


# --- slid -------------------------------------------------------------------------------------------------------------


def slid_problems(state: State, event: e.Slid) -> Iterator[Found]:
    """Find the problem that the figure is not in the Coal Chute."""
    if state.room_of(event.by) != COAL_CHUTE:
        yield Code.NOT_HERE, f"{event.by} is not in the Coal Chute (B27)"


def slide(state: State, event: e.Slid) -> State:
    """Slide to the Basement Landing, at no cost."""
    return enter_room(state, event.by, BASEMENT_LANDING, None, ArrivalKind.WALKING)


# --- placed -----------------------------------------------------------------------------------------------------------


def placed_problems(state: State, event: e.Placed) -> Iterator[Found]:
    """Find problems of putting a figure into any room by a card or a haunt (section 5).

    In a barrier room an explorer needs a side.
    """
    if event.room != state.room_of(event.by):
        yield from leave_problems(state, event.by)
    sides = () if event.by in state.monsters or not TILES[event.room].cross else TILES[event.room].doors
    if event.side is None and sides:
        yield Code.WRONG_SIDE, f"the side of the {event.room} is missing: {' or '.join(sides)} (B25)"
    elif event.side is not None and event.side not in sides:
        yield Code.WRONG_SIDE, f"{event.by} cannot stand on side {event.side} of the {event.room} (B25)"


def place(state: State, event: e.Placed) -> State:
    """Put a figure into a room; what the old room asked for is not owed any more (section 6)."""
    if event.room == state.room_of(event.by):
        return state if event.by in state.monsters else state.with_explorer(event.by, side=event.side)
    state = leave_room(state, event.by)
    if _is_dead(state, event.by):
        return state
    left = tuple(owed for owed in state.owed if owed.by != event.by or not owed.of_room)
    return enter_room(replaced(state, owed=left), event.by, event.room, event.side, ArrivalKind.PLACED)
