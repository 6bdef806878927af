"""The events of a game file (``finstere-flure/game``, version 1)::

{"event": "started", "players": ["red", "blue"], "first": "red", "set_up": "basic", "dm_end": false, ...}
{"event": "shuffled", "order": ["7", "5", "X", "8", "10", "XX", "8", "7"]}
{"event": "token", "token": "red-5", "to": "l11", "side": "black", "stones": {"stone-3": "k9"}, "overruled": false}
{"event": "card", "drawn": ["7"], "order": null}
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine.codec import Codec, Wire
from engine.errors import NotationError, join_problems, shown

from .board import Direction
from .events import CardDrawn, DeckShuffled, Faces, GameEvent, GameStarted, Names, TilePlaced, TokenMoved
from .pieces import TileKind
from .position import Tile


@dataclass(frozen=True)
class _PlacedTile:
    """The keys of a placed tile."""

    tile: str
    kind: TileKind
    cells: Names
    arrow: Direction | None


def _tile_keys(event: TilePlaced) -> _PlacedTile:
    return _PlacedTile(event.tile.id, event.tile.kind, event.tile.cells, event.tile.arrow)


def _tile_of(keys: _PlacedTile) -> TilePlaced:
    return TilePlaced(Tile(keys.tile, keys.kind, keys.cells, keys.arrow))


CODEC: Codec[GameEvent] = Codec(
    {
        "started": GameStarted,
        "tile": Annotated[TilePlaced, Wire(_PlacedTile, _tile_keys, _tile_of)],
        "shuffled": DeckShuffled,
        "token": TokenMoved,
        "card": CardDrawn,
    }
)
event_to_json = CODEC.encode


def event_from_json(data: Mapping[str, Any]) -> GameEvent:
    """Return the event that such a dictionary holds, also one of an older file.

    Raises NotationError, naming every key that does not say what it should. Whether the rules allow the event is
    another question.
    """
    problems: list[str] = []
    try:
        event = CODEC.decode(_with_newer_keys(data, problems) if data.get("event") == "started" else data)
    except NotationError as error:
        problems.append(str(error))
    if problems:
        raise NotationError(join_problems(problems))
    return event


def _with_newer_keys(data: Mapping[str, Any], problems: list[str]) -> Mapping[str, Any]:
    """Fill in newer keys.

    In older files any face may lie up, and ``dm`` stands for `dm_placing` and `dm_end`.
    """
    newer = {"faces": Faces.ANY.word, **data}
    dm = newer.pop("dm", None)
    if "dm" in data and not isinstance(dm, bool):
        problems.append(f"dm: expected true or false, found {shown(dm)}")
    elif "dm" in data:
        newer = {"dm_placing": dm, "dm_end": dm, **newer}
        if newer["dm_placing"] is not dm or newer["dm_end"] is not dm:
            problems.append(f"dm: expected what dm_placing and dm_end say, or no such key, found {shown(dm)}")
    return newer
