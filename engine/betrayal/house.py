"""Laid rooms: their places, doors that meet, open doors, and tiles that fit (section 3)."""

import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.values import value

from .components import (
    BASEMENT_LANDING,
    COAL_CHUTE,
    OPPOSITE,
    ROOF_LANDING,
    STAIRS,
    STEP,
    TILES,
    WIDOWS_WALK,
    Dir,
    Floor,
    stack_tiles,
    turn_between,
    turned,
)

Cell = tuple[Floor, int, int]
#: Steps that getting to the other side of a room with two sides counts for: its roll may fail (B25).
_CROSSING_STEPS = 2
#: Steps that leaving a room counts for which asks a roll of who leaves it, on the way to a door.
LEAVING_STEPS = 2


@value
class Place:
    """Place of a room, turned clockwise by a number of quarter turns.

    `fresh`: its sign is still to be drawn.
    """

    floor: Floor
    x: int
    y: int
    turn: int
    fresh: bool = False

    @property
    def cell(self) -> Cell:
        """Floor, x and y."""
        return self.floor, self.x, self.y


#: The doors of each tile in each quarter turn, as directions of the house, and back as own directions.
_DOORS = {name: [tuple(turned(door, turn) for door in tile.doors) for turn in range(4)] for name, tile in TILES.items()}


#: The turns in which a door of a tile meets one that looks in a direction.
_TURNS = {
    name: {door: sorted({turn_between(own, OPPOSITE[door]) for own in tile.doors}) for door in Dir}
    for name, tile in TILES.items()
}


def doors_of(tile: str, turn: int) -> tuple[Dir, ...]:
    """Return the directions of the house in which a tile's doors look, in the order of its own."""
    return _DOORS[tile][turn]


def turn_matters(tile: str) -> bool:
    """Return False for a tile with doors on all sides: it lies alike in every turn."""
    return len(_DOORS[tile][0]) < len(Dir)


def lies_alike(tile: str, place: Place, other: Place) -> bool:
    """Return True if a tile at either place lies in the same cell, with its doors alike."""
    return place.cell == other.cell and (place.turn == other.turn or not turn_matters(tile))


def next_cell(cell: Cell, door: Dir) -> Cell:
    """Return the neighbouring cell on the same floor."""
    floor, x, y = cell
    dx, dy = STEP[door]
    return floor, x + dx, y + dy


@dataclass(frozen=True)
class House:
    """All rooms that are laid, by their ids. What follows from them is worked out once."""

    rooms: Mapping[str, Place]

    @cached_property
    def cells(self) -> Mapping[Cell, str]:
        """Room on each cell."""
        return {place.cell: room for room, place in self.rooms.items()}

    @cached_property
    def _doors(
        self,
    ) -> tuple[
        Mapping[str, Mapping[Dir, str]], Mapping[Floor, tuple[tuple[str, Dir], ...]], Mapping[str, tuple[Dir, ...]]
    ]:
        """Rooms behind doors that meet, by room; open doors, sorted, by floor, and by room."""
        cells, rooms = self.cells, self.rooms
        meeting: dict[str, dict[Dir, str]] = {}
        opened: dict[Floor, list[tuple[str, Dir]]] = {}
        for room, place in rooms.items():
            behind = meeting[room] = {}
            floor, x, y = place.floor, place.x, place.y
            for door in _DOORS[room][place.turn]:
                dx, dy = STEP[door]
                other = cells.get((floor, x + dx, y + dy))
                if other is None:
                    opened.setdefault(floor, []).append((room, door))
                elif OPPOSITE[door] in _DOORS[other][rooms[other].turn]:
                    behind[door] = other
        of_rooms: dict[str, tuple[Dir, ...]] = {}
        for found in opened.values():
            found.sort()
            for room, door in found:
                of_rooms[room] = (*of_rooms.get(room, ()), door)
        return meeting, {floor: tuple(found) for floor, found in opened.items()}, of_rooms

    def behind(self, room: str) -> Mapping[Dir, str]:
        """Return the rooms next door, where two doors meet (B5); any other door is open or false."""
        return self._doors[0][room]

    def open_doors(self, floor: Floor) -> tuple[tuple[str, Dir], ...]:
        """Return the doors of a floor behind which nothing lies, sorted."""
        return self._doors[1].get(floor, ())

    def doors_to_nothing(self, room: str) -> tuple[Dir, ...]:
        """Return the open doors of a room."""
        return self._doors[2].get(room, ())

    def is_open(self, room: str, door: Dir) -> bool:
        """Return True if the room has a door on this side with nothing behind it."""
        place = self.rooms[room]
        return door in doors_of(room, place.turn) and next_cell(place.cell, door) not in self.cells

    @cached_property
    def undiscovered(self) -> frozenset[str]:
        """The tiles of the game that are not laid."""
        return stack_tiles((WIDOWS_WALK,) if ROOF_LANDING in self.rooms else ()) - self.rooms.keys()

    @cached_property
    def fitting_doors(self) -> frozenset[tuple[str, Dir]]:
        """The open doors behind which some tile fits that is not laid."""
        fitting = set()
        for floor in Floor:
            tiles = [tile for tile in self.undiscovered if floor in TILES[tile].floors]
            doors = self.open_doors(floor) if tiles else ()
            for room, door in doors:
                # Where another door stays open every tile fits (B7).
                other = len(doors) > self._doors_to[next_cell(self.rooms[room].cell, door)]
                if other or any(self.fits(tile, room, door) for tile in tiles):
                    fitting.add((room, door))
        return frozenset(fitting)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The rooms one step from each room: by doors, by stairs, and down the Coal Chute."""
        found = {room: dict.fromkeys(self.behind(room).values()) for room in self.rooms}
        for first, other in STAIRS:
            if first in found and other in found:
                found[first][other] = found[other][first] = None
        if COAL_CHUTE in found:
            found[COAL_CHUTE] = {BASEMENT_LANDING: None}
        return {room: tuple(others) for room, others in found.items()}

    def steps_to(self, room: str) -> Mapping[str, int]:
        """Return the steps to a room from all with a way there; rooms with two sides count more."""
        found = self._steps.get(room)
        if found is None:
            found = self._steps[room] = self._steps_from_all((room,))
        return found

    @cached_property
    def steps_to_doors(self) -> Mapping[str, int]:
        """The steps from each room to the nearest one with an open door behind which a tile fits.

        Rolls that are to be made there count from outside, too: who goes by this would not go in otherwise.
        """
        return self._steps_from_all({room for room, _ in self.fitting_doors}, LEAVING_STEPS)

    @cached_property
    def _steps(self) -> dict[str, Mapping[str, int]]:
        return {}

    @cached_property
    def _ways_in(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {room: [] for room in self.rooms}
        for room, others in self.neighbours.items():
            for other in others:
                found[other].append(room)
        return {room: tuple(others) for room, others in found.items()}

    def _steps_from_all(self, goals: Collection[str], leaving: int = 0) -> Mapping[str, int]:
        found = {room: leaving if TILES[room].leave else 0 for room in sorted(goals)}
        ends = [[room for room in found if found[room] == steps] for steps in range(leaving + 1)]
        for steps, rooms in enumerate(ends):
            for room in rooms:
                if found[room] != steps:
                    continue
                crosses = TILES[room].cross and (steps or leaving)
                through = steps + (1 + _CROSSING_STEPS if crosses else 1)
                for other in self._ways_in[room]:
                    further = through + (leaving if TILES[other].leave else 0)
                    if further < found.get(other, sys.maxsize):
                        found[other] = further
                        ends += [[] for _ in range(further + 1 - len(ends))]
                        ends[further].append(other)
        return found

    def own_side(self, room: str, door: Dir) -> Dir:
        """Return the own direction of a side of the house."""
        return turned(door, -self.rooms[room].turn)

    def house_side(self, room: str, own: Dir) -> Dir:
        """Return the direction of the house in which an own direction looks."""
        return turned(own, self.rooms[room].turn)

    def with_rooms(self, places: Mapping[str, Place]) -> "House":
        """Return the house with these rooms laid, or laid elsewhere."""
        return House({**self.rooms, **places})

    def without(self, rooms: Collection[str]) -> "House":
        """Return the house without these rooms."""
        return House({room: place for room, place in self.rooms.items() if room not in rooms})

    def joins(self, tile: str, cell: Cell, turn: int, to: Iterable[str] | None = None) -> bool:
        """Return True if a door of the tile would meet one of a laid room (B6).

        `to`: of these rooms only.
        """
        for door in doors_of(tile, turn):
            other = self.cells.get(next_cell(cell, door))
            if other is None or other == tile or (to is not None and other not in to):
                continue
            if OPPOSITE[door] in doors_of(other, self.rooms[other].turn):
                return True
        return False

    def stays_open(self, tile: str, cell: Cell, turn: int) -> bool:
        """Return True if the floor would have an open door with the tile on this empty cell (B7)."""
        if len(self.open_doors(cell[0])) > self._doors_to[cell]:
            return True
        return any(next_cell(cell, door) not in self.cells for door in doors_of(tile, turn))

    @cached_property
    def _doors_to(self) -> Counter[Cell]:
        """Number of open doors that face each empty cell."""
        opened = (open_door for floor in Floor for open_door in self.open_doors(floor))
        return Counter(next_cell(self.rooms[room].cell, door) for room, door in opened)

    def fitting_turns(self, tile: str, room: str, door: Dir) -> Iterator[int]:
        """Yield the turns in which an unlaid tile fits behind an open door of a room (section 3).

        That is: it has this floor, a door of it meets this door, and the floor then has an open door.
        """
        place = self.rooms[room]
        if place.floor not in TILES[tile].floors:
            return
        cell = next_cell(place.cell, door)
        for turn in _TURNS[tile][door]:
            if self.stays_open(tile, cell, turn):
                yield turn

    def fits(self, tile: str, room: str, door: Dir) -> bool:
        """Return True if a tile fits behind an open door."""
        return next(self.fitting_turns(tile, room, door), None) is not None
