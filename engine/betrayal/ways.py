"""Ways between rooms: doors, stairs, lifts, climbing, costs; also shots and the Dog.

These are lines of fire and the Dog's errand.
"""

import heapq
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from .components import (
    BASEMENT_LANDING,
    CATACOMBS,
    COAL_CHUTE,
    COLLAPSED_ROOM,
    ELEVATOR,
    LANDING,
    OPPOSITE,
    ROPE,
    SPIRAL_STAIRCASE,
    STAIRS,
    TILES,
    Dir,
    Floor,
)
from .house import House
from .state import State

_ALL_SIDES = tuple(Dir)
#: How far the Dog goes (B13).
DOG_ROOMS = 6


@dataclass(frozen=True)
class Way:
    """Step to another room: its cost without opponents, and the door of leaving, if any."""

    to: str
    spaces: int
    door: Dir | None = None


def can_climb(state: State, figure: str) -> bool:
    """Return True if the figure gets out of the Coal Chute, and up it (B27, BR2).

    These are monsters, and an explorer with the Rope.
    """
    return figure in state.monsters or ROPE in state.cards_at(figure)


def usable_doors(state: State, figure: str) -> tuple[Dir, ...]:
    """Return the sides of its room by which a figure may leave.

    In a barrier room these are its own (B25), in the chute none (BR2).
    """
    room = state.room_of(figure)
    if room == COAL_CHUTE and not can_climb(state, figure):
        return ()
    explorer = state.explorers.get(figure)
    if explorer is not None and explorer.side is not None:
        return (state.house.house_side(room, explorer.side),)
    return _ALL_SIDES


def ways(state: State, figure: str) -> dict[str, Way]:
    """Return the cheapest way to each room that is one step away (sections 2 and 5: `moved`)."""
    found: dict[str, Way] = {}
    for way in _ways(state, figure, state.room_of(figure), usable_doors(state, figure)):
        known = found.get(way.to)
        if known is None or way.spaces < known.spaces:
            found[way.to] = way
    return found


def _ways(state: State, figure: str, room: str, doors: tuple[Dir, ...]) -> Iterator[Way]:
    rooms = state.house.rooms
    for door, other in state.house.behind(room).items():
        if door in doors:
            yield Way(other, 1, door)
    for pair in STAIRS:  # B32
        if room in pair:
            other = pair[1 - pair.index(room)]
            if other in rooms:
                yield Way(other, 1)
    if room == SPIRAL_STAIRCASE or TILES[room].lift:  # B31
        index = list(Floor).index(rooms[room].floor)
        for height, floor in enumerate(Floor):
            landing = LANDING[floor]
            if landing in rooms and landing != room and (room == SPIRAL_STAIRCASE or abs(height - index) == 1):
                yield Way(landing, 2)
    if room == BASEMENT_LANDING and COAL_CHUTE in rooms and can_climb(state, figure):  # B27
        yield Way(COAL_CHUTE, 1)
    if room == state.under and COLLAPSED_ROOM in rooms and figure in state.monsters:  # B24
        yield Way(COLLAPSED_ROOM, 1)


def opponents(state: State, figure: str, room: str) -> int:
    """Return the number of opponents that make leaving the room dearer for the figure.

    These are those on its own side of the room (B22, BR13).
    """
    if state.haunt is None:
        return 0
    # Only monsters walk on through a barrier room, and they meet everybody there.
    meets_all = room != state.room_of(figure)
    return sum(
        state.are_enemies(figure, other)
        and (meets_all or state.in_one_spot(figure, other))
        and not (other in state.monsters and state.monsters[other].stunned)
        for other in state.figures_in(room)
    )


def spaces_left(state: State, figure: str) -> int | None:
    """Return the spaces that a figure may still use this turn.

    None: the way of its kind is not rolled, or it is not its turn.
    """
    monster = state.monsters.get(figure)
    if monster is not None:
        rolled = state.rolls.get(monster.kind)
        return None if rolled is None else rolled - monster.spent
    return None if state.allowance is None or figure != state.turn else state.allowance - state.spent


def may_go_on(state: State, figure: str) -> bool:
    """Return True if nobody has walked in this turn yet, or the figure has spaces left."""
    left = spaces_left(state, figure)
    return not state.steps or (not state.stopped and left is not None and left > 0)


def longest_step(state: State, figure: str) -> int:
    """Return the most spaces that the figure's next step may take.

    The first step of a turn may take any number (B3).
    """
    steps = state.monsters[figure].steps if figure in state.monsters else state.steps
    left = spaces_left(state, figure) if steps else None
    return sys.maxsize if left is None else left


def can_pay(state: State, figure: str, spaces: int) -> bool:
    """Return True if a step is not too far."""
    return spaces <= longest_step(state, figure)


def entered_side(house: House, door: Dir | None, to: str) -> Dir | None:
    """Return the side of a room reached through this door of the room before (B25, section 3).

    Without a door it is the room's first own one in the order N E S W (section 8).
    """
    if TILES[to].cross is None:
        return None
    if door is None:
        return min(TILES[to].doors, key=list(Dir).index)
    return house.own_side(to, OPPOSITE[door])


@dataclass(frozen=True)
class Route:
    """Way through several rooms: its cost in spaces, and the rooms in order, the last its end."""

    spaces: int
    rooms: tuple[str, ...]


def reach(state: State, figure: str) -> dict[str, int]:
    """Return the rooms in a figure's reach this turn (see `routes`), with the spaces they cost."""
    return {room: route.spaces for room, route in routes(state, figure).items()}


def routes(state: State, figure: str) -> dict[str, Route]:
    """Return the rooms in reach of a figure this turn, each with the cheapest way.

    The figure walks through laid rooms. The first room of a turn is always in reach (B3). Rooms that may stop it
    are ends of ways: signs that are still to be drawn, leave rolls, barriers, the chute, the elevator, the
    Collapsed Room before its roll.
    """
    left = spaces_left(state, figure)
    if left is None or (figure not in state.monsters and state.stopped):
        return {}
    return _routes(state, figure, left)


def route_to(state: State, figure: str, room: str) -> Route | None:
    """Return the cheapest way to a room, however far; None if there is none."""
    return _routes(state, figure, sys.maxsize).get(room)


def _routes(state: State, figure: str, left: int) -> dict[str, Route]:
    """Return the cheapest ways that take at most the spaces `left`."""
    steps = state.monsters[figure].steps if figure in state.monsters else state.steps
    start = state.room_of(figure)
    found: dict[str, Route] = {}
    queue = [(0, start)]
    while queue:
        spent, room = heapq.heappop(queue)
        if room != start and (spent > found[room].spaces or _stops_movement(state, figure, room)):
            continue
        doors = usable_doors(state, figure) if room == start else _ALL_SIDES
        dearer = opponents(state, figure, room)
        before = found[room].rooms if room != start else ()
        for way in _ways(state, figure, room, doors):
            total = spent + way.spaces + dearer
            affordable = total <= left or (room == start and steps == 0)
            if affordable and way.to != start and (way.to not in found or total < found[way.to].spaces):
                found[way.to] = Route(total, (*before, way.to))
                heapq.heappush(queue, (total, way.to))
    return found


def _stops_movement(state: State, figure: str, room: str) -> bool:
    tile = TILES[room]
    if figure in state.monsters:
        return room in (COAL_CHUTE, ELEVATOR)
    asks = tile.cross is not None or room in (COAL_CHUTE, ELEVATOR) or (room == COLLAPSED_ROOM and not state.collapsed)
    rolls = tile.leave is not None and not state.is_traitors_side(figure)
    return asks or rolls or state.house.rooms[room].fresh


# --- lines of fire ----------------------------------------------------------------------------------------------------


def in_line(state: State, figure: str, target: str) -> bool:
    """Return True if a shot reaches the target along a straight row of rooms (BR20).

    The doors of the rooms meet. The shot leaves a barrier room at one's own side, Tower and Chasm at both; the
    Catacombs end it, and one is hit there on the near side only.
    """
    room, target_room = state.room_of(figure), state.room_of(target)
    if room == target_room:
        return room != CATACOMBS or state.in_one_spot(figure, target)
    directions = usable_doors(state, figure) if room == CATACOMBS else _ALL_SIDES
    for door in directions:
        current, seen = room, {room}
        while (following := state.house.behind(current).get(door)) is not None and following not in seen:
            seen.add(following)
            if following == target_room:
                return following != CATACOMBS or _is_at_side(state, target, OPPOSITE[door])
            if following == CATACOMBS:
                break
            current = following
    return False


def _is_at_side(state: State, figure: str, side: Dir) -> bool:
    """Return True if a figure in a barrier room stands at this side of the house.

    Monsters stand on both (BR13).
    """
    explorer = state.explorers.get(figure)
    if explorer is None or explorer.side is None:
        return True
    return state.house.house_side(explorer.room, explorer.side) is side


# --- the Dog ----------------------------------------------------------------------------------------------------------


def dog_can_walk(state: State, start: str, rooms: tuple[str, ...]) -> bool:
    """Return True if the Dog may walk from a room through these (B13, BR34)."""
    if len(rooms) > DOG_ROOMS or any(not _dog_may_enter(room) for room in (start, *rooms)):
        return False
    return all(_dog_steps(state.house, room, other) for room, other in zip((start, *rooms), rooms, strict=False))


def dog_reach(state: State, start: str) -> dict[str, tuple[str, ...]]:
    """Return the rooms that the Dog can get to from a room, each with a shortest way."""
    found: dict[str, tuple[str, ...]] = {}
    if not _dog_may_enter(start):
        return found
    ends: list[tuple[str, tuple[str, ...]]] = [(start, ())]
    for room, way in ends:
        if len(way) == DOG_ROOMS:
            continue
        stairs = (other for pair in STAIRS if room in pair for other in pair)
        for other in (*state.house.behind(room).values(), *stairs):
            if other in state.house.rooms and other not in found and other != start and _dog_may_enter(other):
                found[other] = (*way, other)
                ends.append((other, found[other]))
    return found


def _dog_steps(house: House, room: str, other: str) -> bool:
    return other in house.behind(room).values() or (room, other) in STAIRS or (other, room) in STAIRS


def _dog_may_enter(room: str) -> bool:
    """Return True if the Dog may enter the room.

    It enters no barrier, leave roll, Collapsed Room or elevator (BR34), and no chute, which goes one way only
    (B13).
    """
    tile = TILES[room]
    return not (tile.is_barrier_room or tile.leave or room in (COLLAPSED_ROOM, ELEVATOR, COAL_CHUTE))
