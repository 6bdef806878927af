"""Position file: positions as JSON-ready dictionaries and back.

The format is ``finstere-flure/position``, version 1.
"""

import reprlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeVar

from engine.codec import LONGEST_TEXT
from engine.errors import NotationError, join_problems

from .board import Cell, Direction
from .errors import PositionError
from .pieces import Place, Side, TileKind
from .position import POOL, Position, Tile, Token

_Piece = TypeVar("_Piece", Token, Tile)
_Choice = TypeVar("_Choice", Direction, Side, Place, TileKind)

FORMAT = "finstere-flure/position"
VERSION = 1

_DIRECTIONS = {direction.word: direction for direction in Direction}
_SIDES = {side.word: side for side in Side}
_PLACES = {place.word: place for place in Place}
_KINDS = {kind.word: kind for kind in TileKind}

#: Values that tell a piece on one cell, by how many keys its entry has: it has no others then.
_Key = tuple[Any, ...]
_Keys = Mapping[int, Callable[[Mapping[str, Any]], _Key]]
_TOKEN_KEYS: _Keys = {3: itemgetter("id", "side", "cell")}
_TILE_KEYS: _Keys = {3: itemgetter("id", "kind", "cell"), 4: itemgetter("id", "kind", "cell", "arrow")}
#: Pieces without faults that were read, by these: never more than sides and cells allow.
_known_tokens: dict[_Key, Token] = {}
_known_tiles: dict[_Key, Tile] = {}


def position_to_json(position: Position) -> dict[str, Any]:
    """Return the position as a dictionary that `json.dumps` writes as a position file."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "stage": position.stage,
        "monster": {"cell": position.monster, "facing": position.facing.word},
        "tokens": [token.file_entry.copy() for token in position.tokens],
        "tiles": [
            {**tile.file_entry, "cells": [*tile.cells]} if tile.kind is POOL else tile.file_entry.copy()
            for tile in position.tiles
        ],
    }


def position_from_json(data: object) -> Position:
    """Return the position that a decoded position file holds.

    Raises NotationError, naming every place that does not say what it should, and PositionError for a position that
    cannot be. Unknown keys are ignored: later versions of the format may add some.
    """
    if not isinstance(data, Mapping):
        raise NotationError(f'not a position file: expected an object with "format": "{FORMAT}"')
    if data.get("format") != FORMAT:
        raise NotationError(f'format: expected "{FORMAT}", found {_shown(data.get("format"))}')
    if not _is_whole(data.get("version")) or data["version"] != VERSION:
        raise NotationError(f"version: this program reads version {VERSION}, found {_shown(data.get('version'))}")
    reader = _Reader()
    stage = data.get("stage", 1)
    if not _is_whole(stage) or stage not in (1, 2):
        reader.problem(f"stage: expected 1 or 2, found {_shown(stage)}")
    cell, facing = reader.monster(data)
    monster_is_clear = not reader.problems
    tokens = reader.pieces(data, "tokens", reader.token, _TOKEN_KEYS, _known_tokens)
    before = len(reader.problems)
    tiles = reader.pieces(data, "tiles", reader.tile, _TILE_KEYS, _known_tiles)
    tiles_are_clear = len(reader.problems) == before
    if not reader.problems:
        return Position(cell, facing, tokens, tiles, stage)
    # Whoever mends the file wants to know all that is wrong with it, also with the pieces that can be read.
    if monster_is_clear:
        try:
            Position(cell, facing, tokens, tiles if tiles_are_clear else (), stage)
        except PositionError as error:
            reader.problems += error.problems
    raise NotationError(join_problems(reader.problems))


def _shown(value: object) -> str:
    """Return the value as a message shows it, cut short."""
    if value is None:
        return "nothing"
    text = reprlib.repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class _Reader:
    """Reader that collects every problem instead of stopping at the first.

    Its return value after a problem is never used.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []

    def problem(self, text: str) -> None:
        self.problems.append(text)

    def monster(self, data: Mapping[str, Any]) -> tuple[Cell, Direction]:
        value = data.get("monster")
        if not isinstance(value, dict):
            self.problem(f"monster: expected an object, found {_shown(value)}")
            return "", Direction.N
        before = len(self.problems)
        found = self.text(value, "cell"), self.choice(_DIRECTIONS, value, "facing")
        self.problems[before:] = [f"monster{problem}" for problem in self.problems[before:]]
        return found

    def pieces(
        self,
        owner: Mapping[str, Any],
        key: str,
        read: Callable[[Mapping[str, Any]], _Piece],
        keys: _Keys,
        known: dict[_Key, _Piece],
    ) -> tuple[_Piece, ...]:
        """Return the list's entries without faults; `known` gains those on one cell."""
        value = owner.get(key, [])
        if not isinstance(value, list):
            self.problem(f"{key}: expected a list, found {_shown(value)}")
            return ()
        clear = []
        for i, item in enumerate(value):
            try:
                clear.append(known[keys[len(item)](item)])
                continue
            except (KeyError, TypeError):
                pass  # A new one, one on more cells or on none, or a fault.
            if not isinstance(item, dict):
                self.problem(f"{key}[{i}]: expected an object, found {_shown(item)}")
                continue
            before = len(self.problems)
            piece = read(item)
            if len(self.problems) > before:
                self.problems[before:] = [f"{key}[{i}]{problem}" for problem in self.problems[before:]]
                continue
            clear.append(piece)
            if not piece.problems and "cell" in item and len(item) in keys:
                with suppress(KeyError):
                    known[keys[len(item)](item)] = piece
        return tuple(clear)

    def text(self, owner: Mapping[str, Any], key: str) -> str:
        value = owner.get(key)
        if isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable():
            return value
        self.problem(f".{key}: expected a short text, found {_shown(value)}")
        return ""

    def choice(self, members: Mapping[str, _Choice], owner: Mapping[str, Any], key: str) -> _Choice:
        value = owner.get(key)
        if isinstance(value, str) and value in members:
            return members[value]
        self.problem(f".{key}: expected one of {' '.join(members)}, found {_shown(value)}")
        return next(iter(members.values()))

    def token(self, item: Mapping[str, Any]) -> Token:
        token_id = self.text(item, "id")
        side = self.choice(_SIDES, item, "side")
        has_place = item.get("place") is not None
        if has_place == (item.get("cell") is not None):
            self.problem(": expected either a cell or a place")
            return _token(token_id, side, Place.OUTSIDE)
        return _token(token_id, side, self.choice(_PLACES, item, "place") if has_place else self.text(item, "cell"))

    def tile(self, item: Mapping[str, Any]) -> Tile:
        tile_id = self.text(item, "id")
        kind = self.choice(_KINDS, item, "kind")
        arrow = self.choice(_DIRECTIONS, item, "arrow") if item.get("arrow") is not None else None
        if kind is not POOL:
            return _tile(tile_id, kind, (self.text(item, "cell"),), arrow)
        cells = item.get("cells")
        if not isinstance(cells, list) or not all(isinstance(cell, str) for cell in cells):
            self.problem(f".cells: expected a list of cells, found {_shown(cells)}")
            cells = []
        return _tile(tile_id, kind, tuple(cells), arrow)


# The pieces of a game are few and never change: one object for each, however often its file is read. `typed`, because
# a place equals the text that names it, and a file may call a cell what is none.
_token = lru_cache(maxsize=20000, typed=True)(Token)
_tile = lru_cache(maxsize=20000, typed=True)(Tile)
