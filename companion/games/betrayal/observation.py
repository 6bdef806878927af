"""Observation of the house from a reading, by the game's names; no millimetres.

Two readings of a table on which nothing was changed are equal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from companion.games.betrayal.lies import (
    HousePieceKind,
    card_lie,
    cell_name,
    cells_of,
    explorer_lie,
    kind_of,
    name_of,
    piece_id,
    place_of,
    tile_lie,
    token_lie,
)
from companion.games.betrayal.mat import STRIPS
from companion.games.betrayal.readings import HouseReading
from companion.games.betrayal.tags import TagKind, TokenFace
from companion.table.layout import Lie, PieceObservation, TableLayout
from engine.betrayal.components import TILES, Floor
from engine.betrayal.house import Cell, House, Place, lies_alike
from vision.model.floors import Cell as ReadCell
from vision.model.floors import FloorsRead, GapKind


@dataclass(frozen=True)
class TileGap:
    """Two rooms whose tiles do not lie edge to edge.

    For an askew tile the second room is the one beside it.
    """

    kind: GapKind
    one: str
    other: str


@dataclass(frozen=True)
class HouseObservation(PieceObservation):
    """The house on the table.

    Tiles lie on floors whose landing was read (`floors`), others are in `unplaced`. Tokens have their tags' names
    (``m01``). Unreadable places are cells and strips, `hidden` those cells on which a tile may lie unseen; in the
    rooms `covered` not all may be seen that stands there. `over` are for each cell the cards that reach over it.
    `cards_before` are the cards that were seen up to now.
    """

    floors: tuple[Floor, ...] = ()
    unplaced: tuple[str, ...] = ()
    gaps: tuple[TileGap, ...] = ()
    covered: frozenset[str] = frozenset()
    over: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)
    cards_before: frozenset[str] = frozenset()

    @cached_property
    def tiles(self) -> Mapping[str, Place]:
        """The rooms whose tiles are read, with their places."""
        lies = (lie for lie in self.layout.counts if kind_of(lie.piece) is HousePieceKind.TILE)
        return {name_of(lie.piece): place_of(lie) for lie in lies}

    @cached_property
    def cards(self) -> frozenset[str]:
        """The cards that are seen, wherever they lie."""
        pieces = self.layout.lies
        return frozenset(name_of(piece) for piece in pieces if kind_of(piece) is HousePieceKind.CARD)

    @cached_property
    def unread(self) -> tuple[Cell, ...]:
        """The cells on which something lies that cannot be read."""
        return tuple(sorted(cells_of(self.unreadable)))

    def lie_of(self, piece: str) -> Lie | None:
        """Return how a piece is seen to lie."""
        return self.layout.lies.get(piece)

    def with_names(self, house: House, strips: Mapping[str, str], tokens: Mapping[str, str]) -> Self:
        """Return the observation with the names of the layout that a state of the game expects.

        `strips`: who sits before each strip; `tokens`: which monster each tagged token is. What stands on a tile of
        the house that could not be read itself stands in its room; which side of a barrier room it is, only the tile
        tells. A tile that lies as well as it should has the turn that it should have.
        """
        places = {
            cell_name(cell): room
            for cell, room in house.cells.items()
            if not TILES[room].is_barrier_room and room not in self.tiles and room not in self.unplaced
        }
        places.update(strips)
        lies = []
        for lie in self.layout.counts:
            name = name_of(lie.piece)
            match kind_of(lie.piece):
                case HousePieceKind.TILE:
                    known = house.rooms.get(name)
                    alike = known is not None and lies_alike(name, known, self.tiles[name])
                    lies.append(tile_lie(name, known) if known is not None and alike else lie)
                    continue
                case HousePieceKind.MONSTER:
                    lie = lie._replace(piece=piece_id(HousePieceKind.MONSTER, tokens.get(name, name)))
            lies.append(lie._replace(place=places.get(lie.place, lie.place)))
        unreadable = frozenset(strips.get(place, place) for place in self.unreadable)
        return replace(self, layout=TableLayout.from_lies(lies), unreadable=unreadable)

    def may_hide_pieces(self, room: str) -> bool:
        """Return True if something on this room's tile may be there and not be seen."""
        place = self.tiles.get(room)
        return room in self.covered or (place is not None and cell_name(place.cell) in self.unreadable)


def observation_from_reading(meaning: HouseReading) -> HouseObservation:
    """Return what a reading shows."""
    floors = meaning.floors
    lies = [tile_lie(_room(tile.id), Place(*_cell(tile.cell), tile.turn)) for tile in floors.tiles]
    for piece in meaning.standing:
        off_tiles = "" if piece.cell is None else cell_name(_cell(piece.cell))
        place = off_tiles if piece.tile is None else _room(piece.tile)
        lies.append(_lie_of_tag(piece.placed.tag.id, place, piece.opening))
    lies += [_lie_of_tag(placed.tag.id, str(placed.zone)) for placed in meaning.held]
    ids = [placed.tag.id for placed in meaning.reading.placed_tags]
    spots = {cell_name(_cell(cell)) for spot in meaning.reading.spots if (cell := meaning.cell_of(spot)) is not None}
    return HouseObservation(
        TableLayout.from_lies({lie.piece: lie for lie in sorted(lies)}.values()),
        frozenset({*spots, *(str(spot.zone) for spot in meaning.reading.spots if spot.zone in STRIPS)}),
        frozenset(_piece(name) for name in ids if ids.count(name) > 1),
        frozenset(cell_name(_cell(cell)) for cell in meaning.hidden),
        tuple(Floor(floor) for floor in floors.floors),
        tuple(sorted(_room(placed.tag.id) for placed in floors.unplaced)),
        tuple(TileGap(gap.kind, *map(_room, gap.tiles)) for gap in floors.gaps),
        frozenset(map(_room, meaning.covered)),
        _cards_by_cell(floors),
    )


def _lie_of_tag(tag_id: str, place: str, side: str | None = None) -> Lie:
    """Return the lie of a figure, a token or a card."""
    kind, name, *faces = tag_id.split("/")
    if kind == HousePieceKind.EXPLORER:
        return explorer_lie(name, place, side)
    return token_lie(name, place, stunned=faces == [TokenFace.STUNNED]) if faces else card_lie(name, place)


def _piece(tag_id: str) -> str:
    kind, name, *_ = tag_id.split("/")
    return piece_id(HousePieceKind(kind), name)


def _cards_by_cell(floors: FloorsRead) -> dict[Cell, tuple[str, ...]]:
    """Return the cards that reach over each cell."""
    cards = {
        _cell(cell): tuple(sorted(_room(tag_id) for tag_id in ids if tag_id.startswith(f"{TagKind.CARD}/")))
        for cell, ids in floors.over.items()
    }
    return {cell: names for cell, names in cards.items() if names}


def _room(tag_id: str) -> str:
    return tag_id.partition("/")[2]


def _cell(cell: ReadCell) -> Cell:
    return Floor(cell[0]), cell[1], cell[2]
