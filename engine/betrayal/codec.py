"""The events of a game file (``betrayal/game``, version 1; section 5)::

{"event": "started", "players": ["heather", "brandon", "rhinehardt"], "first": "heather", "variants": []}
{"event": "discovered", "by": "heather", "door": "N", "tile": "kitchen", "turn": 2, "aside": ["crypt"]}
{"event": "attacked", "by": "ox", "on": "rat-1", "faces": [2, 0], "against": [1], "trait": "speed", "with": "axe"}
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine.codec import Codec, Range, Wire

from . import events as e
from .components import CardKind, Dir
from .ids import Room


@dataclass(frozen=True)
class _Target:
    """The keys of where the elevator goes."""

    room: Room
    door: Dir


@dataclass(frozen=True, kw_only=True)
class _ElevatorKeys(e.FigureEvent):
    """The keys of a run of the elevator."""

    to: _Target | None
    faces: e.Faces | None = None
    crash: Annotated[int, Range(0, 2)] | None = None


def _elevator_keys(event: e.ElevatorRan) -> _ElevatorKeys:
    to = _Target(event.room, event.door) if event.room and event.door else None
    return _ElevatorKeys(by=event.by, to=to, faces=event.faces, crash=event.crash, overruled=event.overruled)


def _elevator_ran(keys: _ElevatorKeys) -> e.ElevatorRan:
    room, door = (keys.to.room, keys.to.door) if keys.to else (None, None)
    return e.ElevatorRan(by=keys.by, room=room, door=door, faces=keys.faces, crash=keys.crash, overruled=keys.overruled)


def _check_fall(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield mistakes in a fall's fields: a tile comes with turn and place, and without a room."""
    if "tile" not in data:
        yield from (f"{key}: goes only with tile" for key in ("turn", "at", "aside") if key in data)
    elif "room" in data:
        yield "room: does not go with tile"
    elif not {"turn", "at"} <= data.keys():
        yield "tile: expected turn and at with it"


def _check_draw(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield mistakes in a draw's fields: an event's card has no name and no gains."""
    if data.get("card") == CardKind.EVENT:
        yield from (f"{key}: does not go with an event" for key in ("name", "gains") if key in data)
    elif "name" not in data:
        yield "name: expected the name of a card, found nothing"


def _check_elevator(data: Mapping[str, Any]) -> Iterator[str]:
    if "crash" in data and "faces" not in data:
        yield "crash: goes only with faces"


CODEC: Codec[e.GameEvent] = Codec(
    {
        "started": e.GameStarted,
        "moved": e.Moved,
        "discovered": e.Discovered,
        "slid": e.Slid,
        "fell": e.Fell,
        "crossed": e.Crossed,
        "opened": e.Opened,
        "exit_rolled": e.ExitRolled,
        "balanced": e.Balanced,
        "elevator_ran": Annotated[e.ElevatorRan, Wire(_ElevatorKeys, _elevator_keys, _elevator_ran)],
        "rearranged": e.Rearranged,
        "gave": e.Gave,
        "dropped": e.Dropped,
        "picked": e.Picked,
        "attacked": e.Attacked,
        "monsters_rolled": e.MonstersRolled,
        "turn_ended": e.TurnEnded,
        "haunt_rolled": e.HauntRolled,
        "stole": e.Stole,
        "haunt_began": e.HauntBegan,
        "drew": e.Drew,
        "rolled": e.Rolled,
        "adjusted": e.Adjusted,
        "damaged": e.Damaged,
        "used": e.Used,
        "card_moved": e.CardMoved,
        "placed": e.Placed,
        "tile_laid": e.TileLaid,
        "stunned": e.Stunned,
        "monster_removed": e.MonsterRemoved,
        "monsters_added": e.MonstersAdded,
        "changed_side": e.ChangedSide,
        "counted": e.CounterSet,
        "won": e.Won,
        "confirmed": e.Confirmed,
        "denied": e.Denied,
        "corrected": e.Corrected,
    },
    {e.Fell: _check_fall, e.Drew: _check_draw, _ElevatorKeys: _check_elevator},
)
