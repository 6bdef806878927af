"""The events of a game file (``finstere-flure/game``, version 1)::

{"event": "started", "players": ["red", "blue"], "first": "red", "set_up": "basic", "dm_end": false, ...}
{"event": "shuffled", "order": ["7", "5", "X", "8", "10", "XX", "8", "7"]}
{"event": "token", "token": "red-5", "to": "l11", "side": "black", "stones": {"stone-3": "k9"}, "overruled": false}
{"event": "card", "drawn": ["7"], "order": null}
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import NotationError, join_problems
from engine.fields import LONGEST_LIST, Fields, is_short_text, shown

from .board import Direction
from .events import (
    CardDrawn,
    DeckShuffled,
    Faces,
    GameEvent,
    GameStarted,
    SetUp,
    StoneMoved,
    TilePlaced,
    TokenMoved,
)
from .pieces import Colour, Place, Side, TileKind
from .position import Tile


def event_to_json(event: GameEvent) -> dict[str, Any]:
    """One event as a dictionary that `json.dumps` writes as its line."""
    match event:
        case GameStarted():
            return {
                "event": "started",
                "players": [str(colour) for colour in event.players],
                "first": str(event.first),
                "set_up": str(event.set_up),
                "dm_placing": event.dm_placing,
                "dm_end": event.dm_end,
                "five_as_three": event.five_as_three,
                "faces": str(event.faces),
                "stones": list(event.stones),
            }
        case TilePlaced():
            tile = event.tile
            return {
                "event": "tile",
                "tile": tile.id,
                "kind": str(tile.kind),
                "cells": list(tile.cells),
                "arrow": str(tile.arrow) if tile.arrow else None,
            }
        case DeckShuffled():
            return {"event": "shuffled", "order": _listed(event.order)}
        case TokenMoved():
            return {
                "event": "token",
                "token": event.token,
                "to": str(event.to),
                "side": str(event.side),
                "stones": {stone.stone: stone.to for stone in event.stones},
                "overruled": event.overruled,
            }
        case CardDrawn():
            return {"event": "card", "drawn": list(event.drawn), "order": _listed(event.order)}


def _listed(order: tuple[str, ...] | None) -> list[str] | None:
    return None if order is None else list(order)


def event_from_json(data: Mapping[str, Any]) -> GameEvent:
    """The event that such a dictionary holds.

    Raises NotationError, naming every key that does not say what it should. Whether the rules allow the event is
    another question.
    """
    name = data.get("event")
    read = _READ.get(name) if isinstance(name, str) else None
    if read is None:
        raise NotationError(f"event: expected one of {' '.join(_READ)}, found {shown(name)}")
    fields = _Fields(data)
    event = read(fields)
    fields.refuse_the_rest()
    if fields.problems:
        raise NotationError(join_problems(fields.problems))
    return event


class _Fields(Fields):
    """The fields of this game's events."""

    def colours(self, key: str) -> tuple[Colour, ...]:
        names = {str(colour): colour for colour in Colour}
        texts = self.texts(key)
        if all(text in names for text in texts):
            return tuple(names[text] for text in texts)
        self.problem(key, f"colours out of {' '.join(names)}")
        return ()

    def dm_flags(self) -> tuple[bool, bool]:
        """`dm_placing` and `dm_end`; where one is missing, the older key ``dm`` says it."""
        keys = ("dm_placing", "dm_end")
        if "dm" not in self.data:
            return self.flag(keys[0]), self.flag(keys[1])
        dm = self.flag("dm")
        placing, end = (self.flag(key) if key in self.data else dm for key in keys)
        if placing is not dm or end is not dm:
            self.problem("dm", "what dm_placing and dm_end say, or no such key")
        return placing, end

    def stones(self, key: str) -> tuple[StoneMoved, ...]:
        value = self.get(key)
        if (
            isinstance(value, dict)
            and len(value) <= LONGEST_LIST
            and all(is_short_text(stone) and (cell is None or is_short_text(cell)) for stone, cell in value.items())
        ):
            return tuple(StoneMoved(stone, cell) for stone, cell in value.items())
        self.problem(key, "an object with a cell or null for each stone")
        return ()


def _started(fields: _Fields) -> GameStarted:
    return GameStarted(
        fields.colours("players"),
        fields.choice("first", Colour),
        fields.choice("set_up", SetUp),
        *fields.dm_flags(),
        fields.flag("five_as_three"),
        fields.choice("faces", Faces) if "faces" in fields.data else Faces.ANY,
        fields.texts("stones"),
    )


def _tile(fields: _Fields) -> TilePlaced:
    return TilePlaced(
        Tile(
            fields.text("tile"),
            fields.choice("kind", TileKind),
            fields.texts("cells"),
            fields.choice_or_null("arrow", Direction),
        )
    )


def _token(fields: _Fields) -> TokenMoved:
    to = fields.text("to")
    return TokenMoved(
        fields.text("token"),
        Place(to) if to in tuple(Place) else to,
        fields.choice("side", Side),
        fields.stones("stones"),
        fields.flag("overruled"),
    )


_READ: dict[str, Callable[[_Fields], GameEvent]] = {
    "started": _started,
    "tile": _tile,
    "shuffled": lambda fields: DeckShuffled(fields.texts_or_null("order")),
    "token": _token,
    "card": lambda fields: CardDrawn(fields.texts("drawn"), fields.texts_or_null("order")),
}
