"""Map of the house for the screen: plain values made of the public state."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.betrayal.components import COLLAPSED_ROOM, ELEVATOR, TILES, VAULT, Dir, Floor
from engine.betrayal.house import doors_of, next_cell
from engine.betrayal.state import MONSTERS, Phase, State
from engine.betrayal.ways import reach


@dataclass(frozen=True)
class RoomShown:
    """A room on the map: where it lies, its doors (open, false, joined), what is drawn in it."""

    room: str
    x: int
    y: int
    turn: int
    open: tuple[Dir, ...]
    false: tuple[Dir, ...]
    joined: tuple[Dir, ...]
    #: The sign that is still to be drawn.
    sign: str | None = None
    #: Spaces to get there this turn; None: out of reach.
    cost: int | None = None
    explorers: tuple[str, ...] = ()
    monsters: tuple[tuple[str, bool], ...] = ()
    cards: int = 0
    #: What is marked: ``empty`` (Vault), ``marker`` (below the Collapsed Room), ``used`` (once a game).
    marks: tuple[str, ...] = ()
    barrier: bool = False
    #: On which side of the house explorers stand in a barrier room.
    sides: Mapping[str, Dir] = field(default_factory=dict)


@dataclass(frozen=True)
class MapView:
    """All floors, the one shown large, the player on turn, and open doors that may be touched."""

    floors: Mapping[Floor, tuple[RoomShown, ...]]
    large: Floor
    turn: str | None = None
    #: The doors behind which something may be laid now, as ``room:DIR``.
    doors: tuple[str, ...] = ()
    #: Rooms that are wrong, or about which hands are asked.
    wrong: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


def map_view(
    state: State,
    figure: str | None = None,
    *,
    large: Floor | None = None,
    doors: tuple[str, ...] = (),
    wrong: tuple[str, ...] = (),
    asked: tuple[str, ...] = (),
    only: Floor | None = None,
) -> MapView:
    """Return the map of this state's house, with the ways of a figure and the doors to show.

    `only`: the one floor that is shown; None: all of them.
    """
    shown = figure if figure is not None else state.turn if state.turn != MONSTERS else None
    walking = shown if _walks(state, shown) else None
    reached = reach(state, walking) if walking is not None else {}
    floors: dict[Floor, list[RoomShown]] = {floor: [] for floor in state.floors}
    for room in state.house.rooms:
        floors[state.house.rooms[room].floor].append(_room(state, room, reached.get(room)))
    floor_in_play = state.house.rooms[state.room_of(shown)].floor if shown is not None else Floor.GROUND
    shown_floors = {floor: tuple(rooms) for floor, rooms in floors.items() if only in (None, floor)}
    return MapView(shown_floors, only or large or floor_in_play, shown, doors, wrong, asked)


def _walks(state: State, figure: str | None) -> bool:
    if figure is None or state.owed or state.phase not in (Phase.EXPLORE, Phase.HAUNT):
        return False
    return figure == state.turn or (figure in state.monsters and state.turn == MONSTERS)


def _room(state: State, room: str, cost: int | None) -> RoomShown:
    place, tile = state.house.rooms[room], TILES[room]
    doors = doors_of(room, place.turn)
    joined = tuple(state.house.behind(room))
    opened = tuple(door for door in doors if next_cell(place.cell, door) not in state.house.cells)
    explorers = tuple(explorer for explorer in state.living if state.explorers[explorer].room == room)
    sides = {
        explorer: state.house.house_side(room, side)
        for explorer in explorers
        if (side := state.explorers[explorer].side) is not None
    }
    return RoomShown(
        room,
        place.x,
        place.y,
        place.turn,
        opened,
        tuple(door for door in doors if door not in opened and door not in joined),
        joined,
        tile.sign if place.fresh else None,
        cost,
        explorers,
        tuple((token, monster.stunned) for token, monster in state.monsters.items() if monster.room == room),
        len(state.cards_at(room)),
        tuple(_marks(state, room)),
        tile.cross is not None,
        sides,
    )


def _marks(state: State, room: str) -> list[str]:
    marks = []
    if room == VAULT and state.vault_empty:
        marks.append("empty")
    if room == state.under:
        marks.append("marker")
    if room == COLLAPSED_ROOM and state.collapsed:
        marks.append("collapsed")
    if room == ELEVATOR:
        marks.append("elevator")
    if TILES[room].once and any(room in explorer.once for explorer in state.explorers.values()):
        marks.append("used")
    return marks
