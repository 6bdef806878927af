"""The game file: a game as JSON lines, and back (``finstere-flure/game``, version 1).

The first line is the header, every further line one event in the order in which they happened::

    {"format": "finstere-flure/game", "version": 1}
    {"event": "started", "players": ["red", "blue"], "first": "red", "set_up": "basic", "dm": false, ...}
    {"event": "shuffled", "order": ["7", "5", "X", "8", "10", "XX", "8", "7"]}
    {"event": "token", "token": "red-5", "to": "l11", "side": "black", "stones": {"stone-3": "k9"}, "overruled": false}
    {"event": "card", "drawn": ["7"], "order": null}

It is read strictly: each event has exactly its keys, and each is applied as if it happened now.
"""

import json
import reprlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .board import Direction
from .errors import NotationError
from .events import (
    CardDrawn,
    DeckShuffled,
    GameEvent,
    GameStarted,
    SetUp,
    StoneMoved,
    TilePlaced,
    TokenMoved,
)
from .game import Game
from .jsonkeys import each_key_once
from .pieces import Colour, Place, Side, TileKind
from .position import Tile
from .problems import EventNotAllowedError

FORMAT = "finstere-flure/game"
VERSION = 1
#: No id, cell or card is longer, and no list; a message must be able to show them.
LONGEST_TEXT = 40
LONGEST_LIST = 40

_Choice = TypeVar("_Choice", Colour, Direction, Side, SetUp, TileKind)


def game_to_json(game: Game) -> str:
    """The game as the text of a game file, one line for the header and one for each event."""
    lines = [{"format": FORMAT, "version": VERSION}, *map(event_to_json, game.events)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def game_from_json(text: str) -> Game:
    """The game that the text of a game file tells.

    Raises NotationError, naming the line, for a text that is no game file, also for one with an event that the rules
    did not allow at that point.
    """
    header, *lines = text.removesuffix("\n").split("\n")
    try:
        _check_header(_decoded(header))
    except NotationError as error:
        raise NotationError(f"line 1: {error}") from None
    game: Game | None = None
    for number, line in enumerate(lines, start=2):
        try:
            event = event_from_json(_decoded(line))
            game = game.apply(event) if game else Game.replay([event])
        except (NotationError, EventNotAllowedError) as error:
            raise NotationError(f"line {number}: {error}") from None
    if game is None:
        raise NotationError("line 2: the game file ends before the game has started")
    return game


def _check_header(header: Mapping[str, Any]) -> None:
    if header.get("format") != FORMAT:
        raise NotationError(f'not a game file: expected "format": "{FORMAT}", found {_shown(header.get("format"))}')
    version = header.get("version")
    if type(version) is not int or version != VERSION:
        raise NotationError(f"this program reads version {VERSION} of the game file, found {_shown(version)}")


def _decoded(line: str) -> Mapping[str, Any]:
    """The JSON object on a line, no key twice."""
    try:
        value = json.loads(line, object_pairs_hook=each_key_once)
    except NotationError:
        raise
    except (ValueError, RecursionError):
        raise NotationError(f"expected a JSON object, found {_shown(line)}") from None
    if not isinstance(value, dict):
        raise NotationError(f"expected a JSON object, found {_shown(value)}")
    return value


def event_to_json(event: GameEvent) -> dict[str, Any]:
    """One event as a dictionary that `json.dumps` writes as its line."""
    match event:
        case GameStarted():
            return {
                "event": "started",
                "players": [str(colour) for colour in event.players],
                "first": str(event.first),
                "set_up": str(event.set_up),
                "dm": event.dm,
                "five_as_three": event.five_as_three,
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
        raise NotationError(f"event: expected one of {' '.join(_READ)}, found {_shown(name)}")
    fields = _Fields(data)
    event = read(fields)
    fields.refuse_the_rest()
    if fields.problems:
        raise NotationError("; ".join(fields.problems))
    return event


class _Fields:
    """Reads the keys of one event and collects every problem; what it returns after a problem is never used."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[str] = []
        self.known = {"event"}

    def _get(self, key: str) -> Any:
        self.known.add(key)
        return self.data.get(key)

    def _problem(self, key: str, expected: str) -> None:
        found = _shown(self.data[key]) if key in self.data else "nothing"
        self.problems.append(f"{key}: expected {expected}, found {found}")

    def refuse_the_rest(self) -> None:
        """An unknown key is a misspelt one: what it should have said would be lost."""
        for key in self.data:
            if key not in self.known:
                self.problems.append(f"{_shown(key)} is no key of this event")

    def text(self, key: str) -> str:
        value = self._get(key)
        if _is_short_text(value):
            return str(value)
        self._problem(key, "a short text")
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._get(key)
        if isinstance(value, list) and len(value) <= LONGEST_LIST and all(map(_is_short_text, value)):
            return tuple(value)
        self._problem(key, "a list of short texts")
        return ()

    def texts_or_null(self, key: str) -> tuple[str, ...] | None:
        if key in self.data and self._get(key) is None:
            return None
        return self.texts(key)

    def flag(self, key: str) -> bool:
        value = self._get(key)
        if not isinstance(value, bool):
            self._problem(key, "true or false")
        return value is True

    def choice(self, key: str, kind: type[_Choice]) -> _Choice:
        members = list(kind)
        value = self._get(key)
        for member in members:
            if value == member.value:
                return member
        self._problem(key, f"one of {' '.join(map(str, members))}")
        return members[0]

    def choice_or_null(self, key: str, kind: type[_Choice]) -> _Choice | None:
        if key in self.data and self._get(key) is None:
            return None
        return self.choice(key, kind)

    def colours(self, key: str) -> tuple[Colour, ...]:
        names = {str(colour): colour for colour in Colour}
        texts = self.texts(key)
        if all(text in names for text in texts):
            return tuple(names[text] for text in texts)
        self._problem(key, f"colours out of {' '.join(names)}")
        return ()

    def stones(self, key: str) -> tuple[StoneMoved, ...]:
        value = self._get(key)
        if (
            isinstance(value, dict)
            and len(value) <= LONGEST_LIST
            and all(_is_short_text(stone) and (cell is None or _is_short_text(cell)) for stone, cell in value.items())
        ):
            return tuple(StoneMoved(stone, cell) for stone, cell in value.items())
        self._problem(key, "an object with a cell or null for each stone")
        return ()


def _started(fields: _Fields) -> GameStarted:
    return GameStarted(
        fields.colours("players"),
        fields.choice("first", Colour),
        fields.choice("set_up", SetUp),
        fields.flag("dm"),
        fields.flag("five_as_three"),
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


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_TEXT


def _shown(value: object) -> str:
    """The value as a message shows it, cut short."""
    if value is None:
        return "null"
    text = reprlib.repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
