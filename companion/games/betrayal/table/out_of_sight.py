"""What may lie where the camera does not see it: which room hands must uncover before anything is missed."""

from collections.abc import Iterator, Sequence

from companion.games.betrayal.findings import FigureMissing, Finding, Trouble, TroubleKind, doubtful_cells
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name, room_name
from companion.games.betrayal.seen import Seen
from engine.betrayal.components import BASEMENT_LANDING, COAL_CHUTE
from engine.betrayal.house import Place
from engine.betrayal.state import State
from engine.betrayal.ways import routes


def hiding_rooms(state: State, seen: Seen, finding: Finding) -> tuple[str, ...]:
    """The rooms that may hide what the finding misses, the likeliest first; none if it would be seen.

    A figure whose turn it is may have walked where it cannot be seen, and a new tile touches one that is not read.
    """
    match finding:
        case FigureMissing(figure=figure):
            doubtful = dict.fromkeys(_doubtful(state, seen))
            return tuple(room for room in _may_stand_in(state, figure) if room in doubtful)
        case Trouble(kind=TroubleKind.UNPLACED, names=names):
            if state.house.rooms.keys().isdisjoint(names):
                return tuple(room for room in _doubtful(state, seen) if room not in seen.tiles)
    return ()


def _may_stand_in(state: State, figure: str) -> tuple[str, ...]:
    """Where a figure may have gone by itself: on a way, or down the chute (B27)."""
    if figure != state.turn and figure not in state.monsters:
        return ()
    down = (BASEMENT_LANDING,) if state.room_of(figure) == COAL_CHUTE else ()
    return (*down, *(routes(state, figure) if not state.owed else ()))


def _doubtful(state: State, seen: Seen) -> Iterator[str]:
    """The rooms in which something may stand unseen: covered, not read, or on a floor out of sight."""
    cells = doubtful_cells(state, seen)
    for room, place in state.house.rooms.items():
        unread = room not in seen.tiles and room not in seen.unplaced
        if unread or seen.is_in_doubt(room) or place.cell in cells or place.floor not in seen.floors:
            yield room


def uncover_one(state: State, seen: Seen, rooms: Sequence[str]) -> str:
    """How hands let the camera see one of these rooms; where nothing that is known lies over any, players tell it."""
    places = state.house.rooms
    stand = {state.room_of(figure) for figure in (*state.living, *state.monsters)}
    for room in rooms:
        if seen.over.get(places[room].cell) or (room not in seen.tiles and room in stand):
            return uncover(seen, room, places[room])
    return say("If the camera cannot see it, tell it here.")


def uncover(seen: Seen, room: str, place: Place) -> str:
    """How hands let the camera see a room again: which card hides it, or that figures hide each other."""
    cards = seen.over.get(place.cell, ())
    if cards:
        return say(
            "Push {card} aside, so that the camera sees this room: {room}.",
            card=card_name(cards[-1]),
            room=room_name(room),
        )
    return say("Push the figures apart in this room: {room}.", room=room_name(room))
