"""Where bots walk: the first step towards the nearest of some rooms, and how far rooms are apart."""

from collections.abc import Iterator

from engine.betrayal.components import COAL_CHUTE, STAIRS, TILES, Dir
from engine.betrayal.stack import tiles_left
from engine.betrayal.state import State
from engine.betrayal.ways import ways

#: Farther than any room is from another.
_NOWHERE = 999


def beside(state: State, room: str) -> Iterator[str]:
    """The rooms one step from a room: by doors and stairs."""
    yield from state.house.behind(room).values()
    for one, other in STAIRS:
        if room in (one, other):
            there = other if room == one else one
            if there in state.house.rooms:
                yield there


def distances(state: State, goals: set[str]) -> dict[str, int]:
    """How many steps every room is from the nearest of the goals; what cannot be passed is an end of ways."""
    found = dict.fromkeys(sorted(goals), 0)
    ends = list(found)
    for room in ends:
        passes = room in goals or not (TILES[room].cross or room == COAL_CHUTE)
        for other in beside(state, room) if passes else ():
            if other not in found:
                found[other] = found[room] + 1
                ends.append(other)
    return found


def away(state: State, start: str, goal: str) -> int:
    """How many steps a room is from another."""
    return distances(state, {goal}).get(start, _NOWHERE)


def first_steps(state: State, figure: str, goals: set[str]) -> list[str]:
    """The rooms next to the figure's from which a goal is nearer than from here, the nearest first."""
    far = distances(state, goals)
    here = far.get(state.room_of(figure), _NOWHERE)
    near = [room for room in ways(state, figure) if far.get(room, _NOWHERE) < here]
    return sorted(near, key=lambda room: (far[room], room))


def open_doors(state: State) -> list[tuple[str, Dir]]:
    """The doors of all floors behind which some tile that is left fits."""
    found = []
    for floor in state.floors:
        left = tuple(tiles_left(state, floor))
        for room, door in state.house.open_doors(floor):
            if any(state.house.fits(tile, room, door) for tile in left):
                found.append((room, door))
    return found
