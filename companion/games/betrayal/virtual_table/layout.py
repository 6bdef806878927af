"""Layout of a state's pieces on the virtual table, and the moves that lead to it.

Each floor is a patch about a place of its own, which it keeps as long as it has room to grow there.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random

from companion.device.errors import UserError
from companion.games.betrayal.mat import AREAS, HOUSE, REFERENCE_MM, REFERENCES
from companion.games.betrayal.placement import PlacedTile, place_on_tiles
from companion.games.betrayal.public_table import PublicTable
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.games.betrayal.tags import TAGS
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.betrayal import events as e
from engine.betrayal.components import TILES, Floor
from engine.betrayal.house import Place
from engine.betrayal.state import State
from vision.model.surface import Point

#: Distance from where it belongs within which a piece lies right (mm).
_NEAR_MM = 3.0
#: Turn from how it belongs within which a piece lies right (degrees).
_NEAR_DEG = 9.0
#: Fineness of the net on which patches lie.
_NET_MM = 30
#: Distances between patches (mm), each with the number of tries in which a place is looked for. They lie far apart if
#: there is room, so that they can grow: then nearer.
_APART_MM = {240.0: 2, 180.0: 2, 120.0: 4, 60.0: 30, 40.0: 30, 20.0: 30}
_LEAST_APART_MM = 20.0
#: A floor that is moved because it has no more room comes so near to the others if that is enough.
_KEPT_APART_MM = 60.0
#: A card may lie on another one whose tag is so near.
_FAN_MM = 60.0
_SIDE_MM = TAGS.sizes[0].default


def public_table(game_events: tuple[e.GameEvent, ...], state: State) -> PublicTable:
    """Return what everybody sees of a state."""
    tokens = {token: name for name, token in tokens_by_tag(game_events).items()}
    return PublicTable(
        dict(state.house.rooms),
        {explorer: (state.explorers[explorer].room, state.explorers[explorer].side) for explorer in state.living},
        {tokens[token]: (monster.room, monster.stunned) for token, monster in state.monsters.items()},
        {player: state.cards_at(player) for player in state.players},
        {card: at.at for card, at in state.cards.items() if at.at in state.house.rooms},
    )


@dataclass
class Patches:
    """Places of the floors' patches on one table: the middle of each floor's landing."""

    middles: dict[Floor, Point] = field(default_factory=dict)

    @classmethod
    def from_table(cls, table: VirtualTable) -> "Patches | None":
        """Return the places of the landings on a table.

        Returns None if one of them is turned, or if none lies there.
        """
        middles: dict[Floor, Point] = {}
        for room, tile in TILES.items():
            piece = table.pieces.get(f"tile/{room}")
            if tile.start is None or piece is None or (tile.start[1], tile.start[2]) != (0, 0):
                continue
            if piece.quarter_turns:
                return None
            middles[tile.start[0]] = table.middle_mm(piece)
        return cls(middles) if middles else None

    def tiles(self, rooms: Mapping[str, Place]) -> dict[str, PlacedTile]:
        """Return the tiles of these rooms; patches that have no more room are moved.

        Raises UserError if there is none.
        """
        floors: dict[Floor, dict[str, Place]] = {}
        for room, place in rooms.items():
            floors.setdefault(place.floor, {})[room] = place
        if not self._fit(floors, self.middles, _LEAST_APART_MM):
            self.middles = self._move_one_patch(floors) or self._packed(floors)
        return {
            room: PlacedTile(room, _cell_middle(self.middles[place.floor], place), 90.0 * place.turn)
            for room, place in rooms.items()
        }

    def _move_one_patch(self, floors: Mapping[Floor, Mapping[str, Place]]) -> dict[Floor, Point] | None:
        """Move one floor elsewhere while the others stay.

        Returns None if that does not make room, or nothing lies there yet.
        """
        if floors.keys() != self.middles.keys():
            return None
        spots = _spots()
        for floor in sorted(floors, key=lambda one: len(floors[one])):
            others = {one: middle for one, middle in self.middles.items() if one is not floor}
            if not self._fit({one: floors[one] for one in others}, others, _LEAST_APART_MM):
                continue
            here = self.middles[floor]
            for apart in (apart for apart in _APART_MM if apart <= _KEPT_APART_MM):
                for spot in sorted(spots, key=lambda one: math.dist(one, here)):
                    if self._fit(floors, {**others, floor: spot}, apart):
                        return {**others, floor: spot}
        return None

    def _packed(self, floors: Mapping[Floor, Mapping[str, Place]]) -> dict[Floor, Point]:
        """New places for all patches, the largest first."""
        spots = _spots()
        rng = Random(len(floors))
        for apart, tries in _APART_MM.items():
            for _ in range(tries):
                found: dict[Floor, Point] = {}
                for floor in sorted(floors, key=lambda one: -len(floors[one])):
                    rng.shuffle(spots)
                    for spot in spots:
                        placed = {**found, floor: spot}
                        if self._fit({one: floors[one] for one in placed}, placed, apart):
                            found = placed
                            break
                if len(found) == len(floors):
                    return found
        raise UserError("the house does not fit on the virtual table any more")

    def _fit(
        self, floors: Mapping[Floor, Mapping[str, Place]], middles: Mapping[Floor, Point], apart_mm: float
    ) -> bool:
        """Return True if the patches lie in the field, beside the references, and so far apart."""
        if floors.keys() != middles.keys():
            return False
        left, top, right, bottom = AREAS[HOUSE]
        half = _SIDE_MM / 2
        taken: list[tuple[Floor, Point]] = []
        for floor, rooms in floors.items():
            for place in rooms.values():
                x, y = _cell_middle(middles[floor], place)
                if not (left + half <= x <= right - half and top + half <= y <= bottom - half):
                    return False
                beside = half + REFERENCE_MM / 2 + 4
                if any(max(abs(x - a), abs(y - b)) < beside for a, b in REFERENCES.values()):
                    return False
                near = _SIDE_MM + apart_mm
                if any(other is not floor and max(abs(x - a), abs(y - b)) < near for other, (a, b) in taken):
                    return False
                taken.append((floor, (x, y)))
        return True


def _spots() -> list[Point]:
    """Return the points at which a landing may be looked for."""
    left, top, right, bottom = (int(edge) for edge in AREAS[HOUSE])
    return [(float(x), float(y)) for x, y in product(range(left, right, _NET_MM), range(top, bottom, _NET_MM))]


def _cell_middle(landing: Point, place: Place) -> Point:
    return landing[0] + place.x * _SIDE_MM, landing[1] + place.y * _SIDE_MM


def moves(table: VirtualTable, patches: Patches, wanted: PublicTable) -> list[Piece]:
    """Return the misplaced pieces, as they should lie.

    First come those that leave the table, then tiles, then all else.
    """
    pieces = {}
    for laid in place_on_tiles(patches.tiles(wanted.rooms), wanted, table.catalogue, Random(1)):
        kind, _, name = laid.tag_id.partition("/")
        token, _, face = name.partition("/")
        piece_id = f"{kind}/{token}"
        pieces[piece_id] = Piece(piece_id, face, laid.at_mm, laid.turn_deg)
    away = [
        _off_table(table, piece)
        for piece in table.pieces.values()
        if piece.id not in pieces and table.areas.shows(piece.centre_mm)
    ]
    return [*away, *_otherwise(table, pieces)]


def _otherwise(table: VirtualTable, wanted: Mapping[str, Piece]) -> Iterator[Piece]:
    """Yield the misplaced pieces, and the cards that shall lie on one of them.

    What is laid last lies on top.
    """
    laid: list[Piece] = []
    for piece in wanted.values():
        here = table.pieces.get(piece.id)
        is_card = piece.id.startswith("card/")
        is_on_one = is_card and any(math.dist(one.centre_mm, piece.centre_mm) < _FAN_MM for one in laid)
        if here is None or not table.lies(piece.id) or not here.is_near(piece, _NEAR_MM, _NEAR_DEG) or is_on_one:
            yield piece
            if is_card:
                laid.append(piece)


def _off_table(table: VirtualTable, piece: Piece) -> Piece:
    """The piece far from the table, out of everybody's sight."""
    left, _, _, bottom = table.areas.table
    return Piece(piece.id, piece.face, (left - 500.0, bottom + 500.0), 0.0)
