"""The position file: positions as JSON-ready dictionaries and back (``finstere-flure/position``, version 1)."""

import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from engine.errors import NotationError

from .board import Direction
from .errors import PositionError
from .pieces import Place, Side, TileKind
from .position import Position, Tile, Token

_Piece = TypeVar("_Piece", Token, Tile)
_Choice = TypeVar("_Choice", Direction, Side, Place, TileKind)

FORMAT = "finstere-flure/position"
VERSION = 1
#: No id and no cell is longer; a message must be able to show them.
LONGEST_TEXT = 40

#: Stands for an object that is missing, which has been said already: no word on what it does not hold.
_MISSING: Mapping[str, Any] = {}


def position_to_json(position: Position) -> dict[str, Any]:
    """The position as a dictionary that `json.dumps` writes as a position file."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "stage": position.stage,
        "monster": {"cell": position.monster, "facing": str(position.facing)},
        "tokens": [
            {"id": token.id, "side": str(token.side)}
            | ({"place": str(token.place)} if token.place else {"cell": token.cell})
            for token in position.tokens
        ],
        "tiles": [_tile_to_json(tile) for tile in position.tiles],
    }


def _tile_to_json(tile: Tile) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": tile.id, "kind": str(tile.kind)}
    if tile.kind is TileKind.POOL:
        return entry | {"cells": list(tile.cells)}
    return entry | {"cell": tile.cell} | ({"arrow": str(tile.arrow)} if tile.arrow else {})


def position_from_json(data: object) -> Position:
    """The position that a decoded position file holds.

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
    monster = reader.mapping(data, "monster", "monster")
    cell = reader.text(monster, "cell", "monster.cell")
    facing = reader.choice(Direction, monster, "facing", "monster.facing")
    monster_is_clear = not reader.problems
    tokens = tuple(reader.clear(reader.token, reader.items(data, "tokens")))
    before = len(reader.problems)
    tiles = tuple(reader.clear(reader.tile, reader.items(data, "tiles")))
    tiles_are_clear = len(reader.problems) == before
    if not reader.problems:
        return Position(cell, facing, tokens, tiles, stage)
    # Whoever mends the file wants to know all that is wrong with it, also with the pieces that can be read.
    if monster_is_clear:
        try:
            Position(cell, facing, tokens, tiles if tiles_are_clear else (), stage)
        except PositionError as error:
            reader.problems += error.problems
    raise NotationError("; ".join(reader.problems))


def _shown(value: object) -> str:
    """The value as a message shows it, cut short."""
    if value is None:
        return "nothing"
    text = reprlib.repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class _Reader:
    """Collects every problem instead of stopping at the first; what it returns after a problem is never used."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def problem(self, text: str) -> None:
        self.problems.append(text)

    def mapping(self, owner: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
        value = owner.get(key)
        if isinstance(value, Mapping):
            return value
        self.problem(f"{where}: expected an object, found {_shown(value)}")
        return _MISSING

    def items(self, owner: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        value = owner.get(key, [])
        if not isinstance(value, list):
            self.problem(f"{key}: expected a list, found {_shown(value)}")
            return
        for i, item in enumerate(value):
            where = f"{key}[{i}]"
            if isinstance(item, Mapping):
                yield where, item
            else:
                self.problem(f"{where}: expected an object, found {_shown(item)}")

    def clear(
        self, read: Callable[[Mapping[str, Any], str], _Piece], items: Iterable[tuple[str, Mapping[str, Any]]]
    ) -> Iterator[_Piece]:
        """Those of the entries with which nothing is wrong."""
        for where, item in items:
            before = len(self.problems)
            piece = read(item, where)
            if len(self.problems) == before:
                yield piece

    def text(self, owner: Mapping[str, Any], key: str, where: str) -> str:
        value = owner.get(key)
        if isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_TEXT:
            return value
        if owner is not _MISSING:
            self.problem(f"{where}: expected a short text, found {_shown(value)}")
        return ""

    def choice(self, kind: type[_Choice], owner: Mapping[str, Any], key: str, where: str) -> _Choice:
        value = owner.get(key)
        known = list(kind)
        for member in known:
            if value == member.value:
                return member
        if owner is not _MISSING:
            self.problem(f"{where}: expected one of {' '.join(str(k) for k in known)}, found {_shown(value)}")
        return known[0]

    def token(self, item: Mapping[str, Any], where: str) -> Token:
        token_id = self.text(item, "id", f"{where}.id")
        side = self.choice(Side, item, "side", f"{where}.side")
        has_place = item.get("place") is not None
        if has_place == (item.get("cell") is not None):
            self.problem(f"{where}: expected either a cell or a place")
            return Token(token_id, side, Place.OUTSIDE)
        if has_place:
            return Token(token_id, side, self.choice(Place, item, "place", f"{where}.place"))
        return Token(token_id, side, self.text(item, "cell", f"{where}.cell"))

    def tile(self, item: Mapping[str, Any], where: str) -> Tile:
        tile_id = self.text(item, "id", f"{where}.id")
        kind = self.choice(TileKind, item, "kind", f"{where}.kind")
        arrow = self.choice(Direction, item, "arrow", f"{where}.arrow") if item.get("arrow") is not None else None
        if kind is not TileKind.POOL:
            return Tile(tile_id, kind, (self.text(item, "cell", f"{where}.cell"),), arrow)
        cells = item.get("cells")
        if not isinstance(cells, list) or not all(isinstance(cell, str) for cell in cells):
            self.problem(f"{where}.cells: expected a list of cells, found {_shown(cells)}")
            cells = []
        return Tile(tile_id, kind, tuple(cells), arrow)
