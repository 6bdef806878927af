"""Lies of the house's pieces, by names with their kinds: ``card:bell`` lies in a room.

A tile lies in a cell. What stands on no tile that is read lies in the cell where a floor would go on, or in none.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache

from companion.games.betrayal.tags import TokenFace
from companion.table.layout import Lie
from engine.betrayal.components import Dir, Floor
from engine.betrayal.house import Cell, Place

#: Between kind and name, and between floor, column and row.
_BETWEEN = ":"


class HousePieceKind(StrEnum):
    """The kinds of pieces, in the order in which hands lay them."""

    TILE = "tile"
    EXPLORER = "explorer"
    MONSTER = "monster"
    CARD = "card"
    MARKER = "marker"
    COUNTER = "counter"


#: These stand in rooms.
FIGURES = (HousePieceKind.EXPLORER, HousePieceKind.MONSTER)
_ORDER = tuple(HousePieceKind)


def piece_id(kind: HousePieceKind, name: str) -> str:
    """Return the name of a piece with its kind."""
    return f"{kind}{_BETWEEN}{name}"


@lru_cache(maxsize=1000)
def kind_of(piece: str) -> HousePieceKind:
    """Return the kind of a piece."""
    return HousePieceKind(piece.partition(_BETWEEN)[0])


def name_of(piece: str) -> str:
    """Return the name of a piece without its kind."""
    return piece.partition(_BETWEEN)[2]


def order_of(lie: Lie) -> int:
    """Return how late hands lay a piece of this kind."""
    return _ORDER.index(kind_of(lie.piece))


@lru_cache(maxsize=1000)
def cell_name(cell: Cell) -> str:
    """Return the name of a cell as a place."""
    return _BETWEEN.join(map(str, cell))


@lru_cache(maxsize=1000)
def named_cell(place: str) -> Cell | None:
    """Return the cell that is a place; None: it is none."""
    floor, *numbers = place.split(_BETWEEN)
    if not numbers:
        return None
    x, y = map(int, numbers)
    return Floor(floor), x, y


def cells_of(places: Iterable[str]) -> Iterator[Cell]:
    """Yield those of the places that are cells."""
    return (cell for cell in map(named_cell, places) if cell is not None)


def is_off_tiles(lie: Lie) -> bool:
    """Return True if no tile was read under a figure, a token or a card."""
    return kind_of(lie.piece) is not HousePieceKind.TILE and (not lie.place or named_cell(lie.place) is not None)


@lru_cache(maxsize=1000)
def tile_lie(room: str, place: Place) -> Lie:
    """Return the lie of a tile."""
    return Lie(piece_id(HousePieceKind.TILE, room), cell_name(place.cell), turn=place.turn)


@lru_cache(maxsize=1000)
def place_of(tile: Lie) -> Place:
    """Return the place in the house at which a tile lies."""
    floor, x, y = next(cells_of([tile.place]))
    return Place(floor, x, y, tile.turn)


def explorer_lie(explorer: str, place: str, side: Dir | str | None = None) -> Lie:
    """Return the lie of an explorer's figure, on a side of its room if that has two."""
    return Lie(piece_id(HousePieceKind.EXPLORER, explorer), place, str(side or ""))


def token_lie(token: str, place: str, *, stunned: bool) -> Lie:
    """Return the lie of a monster's token."""
    return Lie(piece_id(HousePieceKind.MONSTER, token), place, str(TokenFace.STUNNED if stunned else TokenFace.FRONT))


def card_lie(card: str, place: str) -> Lie:
    """Return the lie of a card: in a room, or before an explorer."""
    return Lie(piece_id(HousePieceKind.CARD, card), place)
