"""Observation of the house from a reading, by the game's names; no millimetres.

Two readings of a table on which nothing was changed are equal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Self

from companion.games.betrayal.mat import STRIPS
from companion.games.betrayal.readings import HouseReading
from companion.games.betrayal.tags import Face, TagKind
from engine.betrayal.components import TILES, Dir, Floor
from engine.betrayal.house import Cell, House, Place
from vision.model.floors import Cell as ReadCell
from vision.model.floors import FloorsRead, GapKind

#: So many cells a card reaches beyond the one on which its tag lies: it is half as long again as a tile.
_CARD_REACH = 2


@dataclass(frozen=True)
class FigurePlace:
    """Place of an explorer's figure; `room` is None on no tile that was read."""

    room: str | None
    side: Dir | None = None


@dataclass(frozen=True)
class TokenPlace:
    """Place of a monster's token, and whether its S is up.

    `room` is None on no tile that was read.
    """

    room: str | None
    stunned: bool


@dataclass(frozen=True)
class TileGap:
    """Two rooms whose tiles do not lie edge to edge.

    For an askew tile the second room is the one beside it.
    """

    kind: GapKind
    one: str
    other: str


@dataclass(frozen=True)
class HouseObservation:
    """The house on the table.

    `tiles` lie on floors whose landing was read; `unplaced` ones touch none of these. `figures` are explorers,
    `monsters` tokens by their tags' names (``m01``), `lying` cards in rooms, `held` cards in strips. `elsewhere` are
    tags of pieces on no tile that was read and in no strip, each with its cell where a floor would go on there: a tile
    may be there that was not read. `floors` are those in sight. On the cells `unread` something lies that cannot be
    read, on those `hidden` a tile may lie unseen, and in the rooms `covered` not all may be seen that stands there.
    `twice` are tags that are seen at two places. `over` are for each cell the cards that reach over it. In
    `unread_strips` something lies that cannot be read. `cards_before` are the cards that were seen up to now.
    """

    tiles: Mapping[str, Place] = field(default_factory=dict)
    figures: Mapping[str, FigurePlace] = field(default_factory=dict)
    monsters: Mapping[str, TokenPlace] = field(default_factory=dict)
    lying: Mapping[str, str] = field(default_factory=dict)
    held: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Mapping[str, Cell | None] = field(default_factory=dict)
    floors: tuple[Floor, ...] = ()
    unplaced: tuple[str, ...] = ()
    gaps: tuple[TileGap, ...] = ()
    unread: tuple[Cell, ...] = ()
    hidden: tuple[Cell, ...] = ()
    covered: frozenset[str] = frozenset()
    twice: tuple[str, ...] = ()
    over: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)
    unread_strips: frozenset[str] = frozenset()
    cards_before: frozenset[str] = frozenset()

    @property
    def cards(self) -> frozenset[str]:
        """The cards that are seen, wherever they lie."""
        astray = (tag.partition("/")[2] for tag in self.elsewhere if tag.startswith(f"{TagKind.CARD}/"))
        return frozenset((*self.held, *self.lying, *astray))

    def with_known_rooms(self, house: House) -> Self:
        """The same with a room for what stands on a tile of the house that could not be read itself.

        Which side of a barrier room it is, only the tile tells; there nothing is said.
        """
        rooms = {
            tag: room
            for tag, cell in self.elsewhere.items()
            if cell is not None
            and (room := house.cells.get(cell)) is not None
            and not TILES[room].is_barrier_room
            and room not in self.tiles
            and room not in self.unplaced
        }
        if not rooms:
            return self
        figures, monsters, lying = dict(self.figures), dict(self.monsters), dict(self.lying)
        for tag, room in rooms.items():
            kind, _, name = tag.partition("/")
            if kind == TagKind.CARD:
                lying[name] = room
            elif kind == TagKind.MONSTER:
                token = name.partition("/")[0]
                monsters[token] = replace(monsters[token], room=room)
            else:
                figures[name] = FigurePlace(room)
        elsewhere = {tag: cell for tag, cell in self.elsewhere.items() if tag not in rooms}
        return replace(self, figures=figures, monsters=monsters, lying=lying, elsewhere=elsewhere)

    def may_hide_pieces(self, room: str) -> bool:
        """Return True if something on this room's tile may be there and not be seen."""
        place = self.tiles.get(room)
        return room in self.covered or (place is not None and place.cell in self.unread)

    def cells_under_unread_cards(self, lying: Mapping[str, Cell]) -> frozenset[Cell]:
        """Return the cells that cards in the house may hide, if the cards are read nowhere.

        These cards are known to lie in the house. `lying`: the cell of each card in the house. Its turn is unknown.
        """
        reach = range(-_CARD_REACH, _CARD_REACH + 1)
        return frozenset(
            (floor, x + across, y + down)
            for card, (floor, x, y) in lying.items()
            if card not in self.cards
            for across, down in product(reach, repeat=2)
        )


def observation_from_reading(meaning: HouseReading) -> HouseObservation:
    """Return what a reading shows."""
    floors = meaning.floors
    figures: dict[str, FigurePlace] = {}
    monsters: dict[str, TokenPlace] = {}
    lying: dict[str, str] = {}
    elsewhere: dict[str, Cell | None] = {}
    for one in sorted(meaning.standing, key=lambda one: one.placed.tag.id):
        _, _, name = one.placed.tag.id.partition("/")
        room = None if one.tile is None else _room(one.tile)
        if room is None:
            elsewhere[one.placed.tag.id] = None if one.cell is None else _cell(one.cell)
        if one.placed.tag.kind == TagKind.FIGURE:
            figures[name] = FigurePlace(room, Dir(one.opening) if one.opening else None)
        elif one.placed.tag.kind == TagKind.MONSTER:
            token, _, face = name.partition("/")
            monsters[token] = TokenPlace(room, face == Face.STUNNED)
        elif room is not None:
            lying[name] = room
    ids = [one.tag.id for one in meaning.reading.placed_tags]
    cells = {cell for spot in meaning.reading.spots if (cell := meaning.cell_of(spot)) is not None}
    return HouseObservation(
        {_room(tile.id): Place(*_cell(tile.cell), tile.turn) for tile in floors.tiles},
        figures,
        monsters,
        lying,
        {_room(one.tag.id): str(one.zone) for one in sorted(meaning.held, key=lambda one: one.tag.id)},
        elsewhere,
        tuple(Floor(floor) for floor in floors.floors),
        tuple(sorted(_room(one.tag.id) for one in floors.unplaced)),
        tuple(TileGap(gap.kind, *map(_room, gap.tiles)) for gap in floors.gaps),
        tuple(sorted(map(_cell, cells))),
        tuple(sorted(map(_cell, meaning.hidden))),
        frozenset(map(_room, meaning.covered)),
        tuple(sorted({name for name in ids if ids.count(name) > 1})),
        _cards_by_cell(floors),
        frozenset(str(spot.zone) for spot in meaning.reading.spots if spot.zone in STRIPS),
    )


def _cards_by_cell(floors: FloorsRead) -> dict[Cell, tuple[str, ...]]:
    """The cards that reach over each cell."""
    cards = {
        _cell(cell): tuple(sorted(_room(one) for one in ids if one.startswith(f"{TagKind.CARD}/")))
        for cell, ids in floors.over.items()
    }
    return {cell: names for cell, names in cards.items() if names}


def _room(tag_id: str) -> str:
    return tag_id.partition("/")[2]


def _cell(cell: ReadCell) -> Cell:
    return Floor(cell[0]), cell[1], cell[2]
