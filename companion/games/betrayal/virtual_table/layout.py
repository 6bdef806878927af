"""Layout of a state's pieces on the virtual table, and the moves that lead to it.

Each floor is a patch about a place of its own, which it keeps as long as it has room to grow there.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import NamedTuple

from companion.device.errors import UserError
from companion.games.betrayal.mat import AREAS, HOUSE, REFERENCE_MM, REFERENCES
from companion.games.betrayal.placement import TilePlacement, place_on_tiles
from companion.games.betrayal.public_table import BetrayalPublicTable
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


def public_table(game_events: tuple[e.GameEvent, ...], state: State) -> BetrayalPublicTable:
    """Return what everybody sees of a state; monsters beyond the tagged tokens have no piece."""
    tags = {token: tag for tag, token in tokens_by_tag(game_events).items()}
    return BetrayalPublicTable(
        dict(state.house.rooms),
        {explorer: (state.explorers[explorer].room, state.explorers[explorer].side) for explorer in state.living},
        {tags[token]: (monster.room, monster.stunned) for token, monster in state.monsters.items() if token in tags},
        {player: state.cards_at(player) for player in state.players},
        {card: known.at for card, known in state.cards.items() if known.at in state.house.rooms},
    )


class Landing(NamedTuple):
    """Place of a floor's landing: its middle (mm), and the floor's clockwise quarter turns."""

    middle_mm: Point
    quarters: int = 0


#: Rooms of each floor.
_Floors = Mapping[Floor, Mapping[str, Place]]


@dataclass
class Patches:
    """Places of the floors' patches on one table, by their landings."""

    landings: dict[Floor, Landing] = field(default_factory=dict)

    def seen_on(self, table: VirtualTable) -> "Patches":
        """Return the patches as they lie on a table.

        These patches are returned where none lies there, or hands have turned a landing."""
        landings: dict[Floor, Landing] = {}
        for room, tile in TILES.items():
            piece = table.pieces.get(f"tile/{room}")
            if tile.start is None or piece is None or (tile.start[1], tile.start[2]) != (0, 0):
                continue
            landing = Landing(table.middle_mm(piece), piece.quarter_turns % 4)
            if self.landings.get(tile.start[0], landing).quarters != landing.quarters:
                return self
            landings[tile.start[0]] = landing
        return Patches(landings) if landings else self

    def tiles(self, rooms: Mapping[str, Place]) -> dict[str, TilePlacement]:
        """Return the tiles of these rooms; patches that have no more room are moved.

        Raises UserError if there is none.
        """
        floors: dict[Floor, dict[str, Place]] = {}
        for room, place in rooms.items():
            floors.setdefault(place.floor, {})[room] = place
        if not _fit(floors, self.landings, _LEAST_APART_MM):
            self.landings = self._move_one_patch(floors) or _packed(floors)
        return {
            room: TilePlacement(
                room,
                _cell_middle(self.landings[place.floor], place),
                90.0 * ((place.turn + self.landings[place.floor].quarters) % 4),
            )
            for room, place in rooms.items()
        }

    def _move_one_patch(self, floors: _Floors) -> dict[Floor, Landing] | None:
        """Move one floor elsewhere while the others stay, turned only if there is no other room.

        Returns None if that does not make room, or nothing lies there yet.
        """
        if floors.keys() != self.landings.keys():
            return None
        for floor in sorted(floors, key=lambda floor: len(floors[floor])):
            others = {other: landing for other, landing in self.landings.items() if other is not floor}
            if not _fit({other: floors[other] for other in others}, others, _LEAST_APART_MM):
                continue
            former = self.landings[floor]
            nearest = sorted(
                _landings(floor, floors[floor], range(4)),
                key=lambda landing: (
                    landing.quarters != former.quarters,
                    math.dist(landing.middle_mm, former.middle_mm),
                ),
            )
            for apart in (apart for apart in _APART_MM if apart <= _KEPT_APART_MM):
                for landing in nearest:
                    if _fit(floors, {**others, floor: landing}, apart):
                        return {**others, floor: landing}
        return None


def _packed(floors: _Floors) -> dict[Floor, Landing]:
    """Return new places for all patches, the largest first.

    They are turned only if there is no other room. Raises UserError if there is no room.
    """
    rng = Random(len(floors))
    for quarters in (range(1), range(4)):
        free = {floor: list(_landings(floor, rooms, quarters)) for floor, rooms in floors.items()}
        for apart, tries in _APART_MM.items():
            for _ in range(tries if all(free.values()) else 0):
                found: dict[Floor, Landing] = {}
                for floor in sorted(floors, key=lambda floor: -len(floors[floor])):
                    rng.shuffle(free[floor])
                    for landing in free[floor]:
                        placed = {**found, floor: landing}
                        if _fit({other: floors[other] for other in placed}, placed, apart):
                            found = placed
                            break
                if len(found) == len(floors):
                    return found
    raise UserError("the house does not fit on the virtual table any more")


def _landings(floor: Floor, rooms: Mapping[str, Place], quarters: Iterable[int]) -> Iterator[Landing]:
    """Yield the landings with which a floor alone lies in the field."""
    left, top, right, bottom = (int(edge) for edge in AREAS[HOUSE])
    for x, y, turns in product(range(left, right, _NET_MM), range(top, bottom, _NET_MM), quarters):
        landing = Landing((float(x), float(y)), turns)
        if _fit({floor: rooms}, {floor: landing}, 0.0):
            yield landing


def _fit(floors: _Floors, landings: Mapping[Floor, Landing], apart_mm: float) -> bool:
    """Return True if the patches lie in the field, beside the references, and so far apart."""
    if floors.keys() != landings.keys():
        return False
    left, top, right, bottom = AREAS[HOUSE]
    half = _SIDE_MM / 2
    taken: list[tuple[Floor, Point]] = []
    for floor, rooms in floors.items():
        for place in rooms.values():
            x, y = _cell_middle(landings[floor], place)
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


def _cell_middle(landing: Landing, place: Place) -> Point:
    """Return the middle of a place's tile."""
    x, y = place.x, place.y
    for _ in range(landing.quarters):
        x, y = -y, x
    return landing.middle_mm[0] + x * _SIDE_MM, landing.middle_mm[1] + y * _SIDE_MM


def moves(table: VirtualTable, patches: Patches, wanted: BetrayalPublicTable) -> list[Piece]:
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
        lying = table.pieces.get(piece.id)
        is_card = piece.id.startswith("card/")
        is_on_one = is_card and any(math.dist(other.centre_mm, piece.centre_mm) < _FAN_MM for other in laid)
        if lying is None or not table.lies(piece.id) or not lying.is_near(piece, _NEAR_MM, _NEAR_DEG) or is_on_one:
            yield piece
            if is_card:
                laid.append(piece)


def _off_table(table: VirtualTable, piece: Piece) -> Piece:
    """Return the piece far from the table, out of everybody's sight."""
    left, _, _, bottom = table.areas.table
    return Piece(piece.id, piece.face, (left - 500.0, bottom + 500.0), 0.0)
