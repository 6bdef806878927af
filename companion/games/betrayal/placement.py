"""Placement of a house by hands.

Its floors are patches on the table, figures and tokens lie on tiles, cards in strips.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from companion.device.errors import UserError
from companion.games.betrayal.crowd import CrowdPiece, hidden
from companion.games.betrayal.mat import AREAS, HEIGHT_MM, HOUSE, REFERENCE_MM, REFERENCES, STRIP_MM, default_strips
from companion.games.betrayal.public_table import BetrayalPublicTable
from companion.games.betrayal.tags import LARGE_MM, TILE_HEIGHT_MM, TokenFace
from engine.betrayal.components import ENTRANCE_HALL, FOYER, GRAND_STAIRCASE, STEP, TILES, Dir, Floor
from engine.betrayal.house import Place
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area, Point

Polygon = npt.NDArray[np.float32]

#: Patches are fitted in on squares of this side.
_NET_MM = 4.0
#: Room that is left free about a reference (mm).
_ROUND_REFERENCE_MM = 5.0
#: Room that is left free about a tag that stays in sight (mm).
_ROUND_TAG_MM = 0.5
#: Distances between patches, as shares of the wanted one; the smaller ones are for when there is no more room.
_CLOSER = (1.0, 0.6, 0.3, 0.12)
#: Number of tries with each of these distances.
_TRIES = 8
#: Tags of figures, tokens and cards lie about these places of a tile (shares of its side), by preference.
_SLOTS = ((0.72, 0.45), (0.45, 0.72), (0.78, 0.78), (0.5, 0.45), (0.8, 0.2), (0.2, 0.8), (0.5, 0.2), (0.2, 0.55))
#: Where that hides something, they lie anywhere on this net.
_NET = (0.86, 0.74, 0.62, 0.5, 0.38, 0.26, 0.14)
_NET_SLOTS = tuple((x, y) for x in _NET for y in _NET)
#: Number of times that what hides something is laid once more.
_SWEEPS = 3
#: Share of a tag below which what is hidden of it is as good as nothing.
_AS_GOOD_AS_NOTHING = 0.01
#: So straight pieces lie on their tiles.
_ASKEW_DEG = 4.0
#: Without a landing nothing of its floor can be read: its tag is to be hidden last of all.
_LANDING_WEIGHT = 8.0
#: In a room with two sides pieces keep so far from the line between them, as a share of a tile's side.
_OFF_LINE = 0.1
#: Held cards overlap so that this much of each shows.
_FAN_MM = 23.0
_SLEEVE_MM = 0.6
#: The rooms of the one long tile, and where they lie from the Foyer.
_START = {GRAND_STAIRCASE: -1, FOYER: 0, ENTRANCE_HALL: 1}


@dataclass(frozen=True)
class PlacementCare:
    """Care with which people place pieces.

    Tiles lie up to `gap_mm` apart and are turned up to `askew_deg` from their neighbours' direction; patches keep
    `apart_mm` from each other if there is room; `on_tags`: the share of figures that stand on their tile's tag, and
    of cards that lie at any angle; `turned`: patches lie at any angle, not only about upright.
    """

    gap_mm: float = 1.5
    askew_deg: float = 1.5
    apart_mm: float = 60.0
    on_tags: float = 0.0
    turned: bool = False


@dataclass(frozen=True)
class PlacedPiece:
    """Piece on the table: its tag with place and turn, on something `base_mm` high."""

    tag_id: str
    at_mm: Point
    turn_deg: float
    base_mm: float = 0.0


@dataclass(frozen=True)
class TilePlacement:
    """Tile on the table: its middle, and the clockwise turn of its north from the table's."""

    room: str
    middle_mm: Point
    turn_deg: float


def place_pieces(
    table: BetrayalPublicTable,
    catalogue: Catalogue,
    rng: Random,
    care: PlacementCare | None = None,
    floor: Floor | None = None,
) -> list[PlacedPiece]:
    """Return all pieces of a table, or of one floor and what is held, as hands lay them.

    Raises UserError if the floors do not fit on the table.
    """
    layer = _Placer(table, catalogue, rng, care or PlacementCare())
    rooms = table.rooms if floor is None else {r: p for r, p in table.rooms.items() if p.floor is floor}
    return layer.on(layer.patches(rooms))


def place_on_tiles(
    tiles: Mapping[str, TilePlacement], table: BetrayalPublicTable, catalogue: Catalogue, rng: Random
) -> list[PlacedPiece]:
    """Return all pieces of a table whose tiles lie there."""
    return _Placer(table, catalogue, rng, PlacementCare()).on(tiles)


class _Placer:
    def __init__(self, table: BetrayalPublicTable, catalogue: Catalogue, rng: Random, care: PlacementCare) -> None:
        self._table, self._rng, self._care = table, rng, care
        self._tags = {tag.id: tag for tag in catalogue.tags}
        left, _, right, _ = self._tags["tile/foyer"].piece_mm or (0.0, 0.0, 60.0, 60.0)
        self._side = right - left
        self._tiles: Mapping[str, TilePlacement] = {}
        #: The tiles, whose tags must stay in sight.
        self._below: dict[str, CrowdPiece] = {}

    def on(self, placed: Mapping[str, TilePlacement]) -> list[PlacedPiece]:
        """Return all pieces, the tiles as they are laid.

        Cards lie on tiles, tokens and figures on all that.
        """
        self._tiles = placed
        tiles = [self._tile(tile) for tile in placed.values()]
        for piece in tiles:
            weight = _LANDING_WEIGHT if _is_landing(piece.tag_id) else 1.0
            self._below[piece.tag_id] = self._crowd_piece(piece, weight)
        table = self._table
        pieces: list[tuple[str, str, Dir | None]] = [(f"card/{card}", room, None) for card, room in table.lying.items()]
        pieces += [
            (f"monster/{name}/{TokenFace.STUNNED if stunned else TokenFace.FRONT}", room, None)
            for name, (room, stunned) in table.monsters.items()
        ]
        pieces += [(f"explorer/{explorer}", room, side) for explorer, (room, side) in table.figures.items()]
        return [*tiles, *self._place_in_rooms([piece for piece in pieces if piece[1] in placed]), *self._held()]

    # --- patches ------------------------------------------------------------------------------------------------------

    def patches(self, rooms: Mapping[str, Place]) -> dict[str, TilePlacement]:
        """Return the tiles of all floors, each floor as one patch, the largest first."""
        floors: dict[Floor, dict[str, Place]] = {}
        for room, place in rooms.items():
            floors.setdefault(place.floor, {})[room] = place
        patches = [self._patch(floors[floor]) for floor in sorted(floors, key=lambda floor: -len(floors[floor]))]
        for closer in _CLOSER:
            for number in range(_TRIES):
                placed = self._fit_patches(patches, self._care.apart_mm * closer, anywhere=number < _TRIES // 2)
                if placed is not None:
                    return {tile.room: tile for tile in placed}
        raise UserError("these floors do not fit on the table together; give one of them with --floor")

    def _patch(self, rooms: Mapping[str, Place]) -> list[TilePlacement]:
        """Return a floor's tiles about its landing.

        A hand lays each tile beside another, a little apart and a little askew.
        """
        care, side = self._care, self._side
        columns = self._lines({place.x for place in rooms.values()}, fixed={-1, 0} if FOYER in rooms else set())
        rows = self._lines({place.y for place in rooms.values()}, fixed=set())
        placed = []
        together = self._rng.uniform(-1, 1) * care.askew_deg
        for room, place in rooms.items():
            x, y = columns[place.x], rows[place.y]
            askew = self._rng.uniform(-1, 1) * care.askew_deg
            x, y = (coordinate + self._rng.uniform(-1, 1) * care.gap_mm / 4 for coordinate in (x, y))
            if room in _START:
                # One long tile.
                along, askew = _START[room] * side, together
                turn = math.radians(together)
                x, y = along * math.cos(turn), along * math.sin(turn)
            placed.append(TilePlacement(room, (x, y), (90.0 * place.turn + askew) % 360))
        return placed

    def _lines(self, numbers: set[int], fixed: set[int]) -> dict[int, float]:
        """Return the middles of columns or rows, counted from that of number 0.

        There is no gap behind `fixed` ones.
        """

        def step(number: int) -> float:
            return self._side + (0.0 if number in fixed else self._rng.uniform(0, self._care.gap_mm))

        middles = {0: 0.0}
        for number in range(1, max(numbers) + 1):
            middles[number] = middles[number - 1] + step(number - 1)
        for number in range(-1, min(numbers) - 1, -1):
            middles[number] = middles[number + 1] - step(number)
        return middles

    def _fit_patches(
        self, patches: Sequence[Sequence[TilePlacement]], apart_mm: float, *, anywhere: bool
    ) -> list[TilePlacement] | None:
        """Return the patches at places so far apart, None if one try found none.

        With `anywhere` they lie anywhere there is room, else as far to the left as possible.
        """
        left, top, right, bottom = AREAS[HOUSE]
        columns, rows = (int(side / _NET_MM) for side in (right - left, bottom - top))
        taken = np.zeros((rows, columns), np.uint8)
        for x, y in REFERENCES.values():
            half = REFERENCE_MM / 2 + _ROUND_REFERENCE_MM
            _fill(taken, [_outline((x, y), 0.0, _square(half))], (left, top))
        placed: list[TilePlacement] = []
        for patch in patches:
            turn = self._rng.choice((0.0, 0.0, 90.0, 180.0, 270.0))
            turn += self._rng.uniform(-45, 45) if self._care.turned and anywhere else self._rng.gauss(0, 2.5)
            turned = [_moved(tile, (0.0, 0.0), turn) for tile in patch]
            outlines = [_outline(tile.middle_mm, tile.turn_deg, _square(self._side / 2)) for tile in turned]
            low = np.min([outline.min(axis=0) for outline in outlines], axis=0)
            high = np.max([outline.max(axis=0) for outline in outlines], axis=0)
            width, height = (math.ceil(float(side) / _NET_MM) + 1 for side in high - low)
            if width > columns or height > rows:
                return None
            shape = np.zeros((height, width), np.uint8)
            _fill(shape, outlines, (float(low[0]), float(low[1])))
            overlap = cv2.matchTemplate(taken.astype(np.float32), shape.astype(np.float32), cv2.TM_CCORR)
            free = np.argwhere(overlap < 0.5)
            if not len(free):
                return None
            row, column = free[self._rng.randrange(len(free))] if anywhere else free[free[:, 1].argmin()]
            way = (left + column * _NET_MM - float(low[0]), top + row * _NET_MM - float(low[1]))
            moved_tiles = [_moved(tile, way, 0.0) for tile in turned]
            placed += moved_tiles
            own = np.zeros_like(taken)
            _fill(own, [outline + np.array(way, np.float32) for outline in outlines], (left, top))
            round_it = 2 * max(1, math.ceil(apart_mm / _NET_MM)) + 1
            grown = cv2.dilate(own, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round_it, round_it)))
            taken = np.maximum(taken, np.asarray(grown, np.uint8))
        return placed

    def _tile(self, tile: TilePlacement) -> PlacedPiece:
        tag = self._tags[f"tile/{tile.room}"]
        x, y = _turned(_middle(tag), tile.turn_deg)
        return PlacedPiece(tag.id, (tile.middle_mm[0] - x, tile.middle_mm[1] - y), tile.turn_deg)

    # --- on tiles -----------------------------------------------------------------------------------------------------

    def _place_in_rooms(self, pieces: Sequence[tuple[str, str, Dir | None]]) -> list[PlacedPiece]:
        """Return pieces in their rooms where they hide as little as possible.

        A piece that hides something is laid once more.
        """
        placed: dict[str, PlacedPiece] = {}
        fixed = set()
        for number, (tag_id, room, side) in enumerate(pieces):
            if self._rng.random() < self._care.on_tags and not tag_id.startswith("monster/"):
                placed[tag_id] = self._place_carelessly(tag_id, room, side)
                fixed.add(tag_id)
            else:
                placed[tag_id] = self._place_in_room(pieces, number, placed)[0]
        for _ in range(_SWEEPS):
            hidden = 0.0
            for number, (tag_id, _, _) in enumerate(pieces):
                if tag_id not in fixed:
                    placed[tag_id], cost = self._place_in_room(pieces, number, placed)
                    hidden += cost
            if not hidden:
                break
        return [placed[tag_id] for tag_id, _, _ in pieces]

    def _place_carelessly(self, tag_id: str, room: str, side: Dir | None) -> PlacedPiece:
        """Return a figure on its tile's tag, or a card anywhere on its tile."""
        tile = self._tiles[room]
        if tag_id.startswith("explorer/"):
            return self._place_on_tag(self._tags[tag_id], tile, side)
        at_mm = self._in_tile(tile, (self._rng.uniform(0.2, 0.8), self._rng.uniform(0.2, 0.8)))
        return PlacedPiece(tag_id, at_mm, self._rng.uniform(0, 360), TILE_HEIGHT_MM)

    def _place_in_room(
        self, pieces: Sequence[tuple[str, str, Dir | None]], number: int, placed: Mapping[str, PlacedPiece]
    ) -> tuple[PlacedPiece, float]:
        """Return the n-th piece where it hides least, and how much it hides.

        It stays where it lies already, if that is as good.
        """
        tag_id, room, side = pieces[number]
        tile, before = self._tiles[room], placed.get(tag_id)
        piece = self._crowd_piece(before or PlacedPiece(tag_id, tile.middle_mm, 0.0))
        lower, higher = (
            [self._crowd_piece(placed[other]) for other, _, _ in part if other in placed]
            for part in (pieces[:number], pieces[number + 1 :])
        )
        below, above = (
            [
                other
                for other in part
                if math.dist(other.at_mm, tile.middle_mm) < self._side + piece.reach_mm + other.reach_mm
            ]
            for part in ([*self._below.values(), *lower], higher)
        )
        lying_spots = [(*piece.at_mm, piece.turn_deg)]
        if before is not None and hidden(piece, below, above, np.array(lying_spots))[0] < _AS_GOOD_AS_NOTHING:
            return before, 0.0
        askew = self._rng.gauss(0, _ASKEW_DEG)
        for slots in (_SLOTS, _NET_SLOTS):
            spots = [] if before is None else lying_spots
            spots += [
                (*self._in_tile(tile, slot), (tile.turn_deg + 90.0 * quarter + askew) % 360)
                for slot, quarter in product(slots, (0, 3, 1, 2))
                if side is None or _nearest_door(room, slot) is side
            ]
            costs = hidden(piece, below, above, np.array(spots))
            best = int(costs.argmin())
            if costs[best] < _AS_GOOD_AS_NOTHING:
                break
        if before is not None and costs[0] <= costs[best] + _AS_GOOD_AS_NOTHING:
            return before, float(costs[0])
        x, y, turn = spots[best]
        return PlacedPiece(tag_id, (x, y), turn, TILE_HEIGHT_MM), float(costs[best])

    def _crowd_piece(self, piece: PlacedPiece, weight: float = 1.0) -> CrowdPiece:
        tag = self._tags[piece.tag_id]
        edges = tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
        stands = not piece.tag_id.startswith(("tile/", "card/"))
        return CrowdPiece(piece.at_mm, piece.turn_deg, edges, tag.size_mm / 2 + _ROUND_TAG_MM, weight, stands)

    def _place_on_tag(self, tag: Tag, tile: TilePlacement, side: Dir | None) -> PlacedPiece:
        """Return a figure whose foot stands on its tile's tag, its own tag on the tile.

        It stands on its side of the tile if it has one.
        """
        left, top, _, bottom = tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
        foot = (left + (bottom - top) / 2, 0.0)
        at_mm = self._tile(tile).at_mm
        quarters = [0, 1]
        self._rng.shuffle(quarters)
        for quarter in quarters:
            turn = (tile.turn_deg + 90.0 * quarter) % 360
            x, y = _turned(foot, turn)
            piece = PlacedPiece(tag.id, (at_mm[0] - x, at_mm[1] - y), turn, TILE_HEIGHT_MM)
            slot = (0.5, 0.2) if quarter == 0 else (0.2, 0.5)
            if side is None or _nearest_door(tile.room, slot) is side:
                return piece
        return piece

    def _in_tile(self, tile: TilePlacement, slot: tuple[float, float]) -> Point:
        x, y = ((share - 0.5) * self._side for share in slot)
        across, down = _turned((x, y), tile.turn_deg)
        return tile.middle_mm[0] + across, tile.middle_mm[1] + down

    # --- held ---------------------------------------------------------------------------------------------------------

    def _held(self) -> Iterator[PlacedPiece]:
        """Yield cards in a fan before each player, face up."""
        strips = default_strips(tuple(self._table.held))
        for strip, explorer in strips.items():
            left, _, right, bottom = AREAS[strip]
            above = bottom <= STRIP_MM
            cards = self._table.held[explorer]
            room = right - left - 2 * LARGE_MM
            step = min(_FAN_MM, room / max(1, len(cards) - 1))
            inset = STRIP_MM - LARGE_MM
            for number, card in enumerate(cards):
                along = LARGE_MM + number * step + self._rng.gauss(0, 0.6)
                x, y = (right - along, inset) if above else (left + along, HEIGHT_MM - inset)
                turn = (180.0 * above + self._rng.gauss(0, 2)) % 360
                yield PlacedPiece(f"card/{card}", (x, y), turn, number * _SLEEVE_MM)


def foot_mm(tag: Tag) -> Point:
    """Return the figure's place on its plate, from the tag's centre in its own frame."""
    left, top, _, bottom = tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
    return left + (bottom - top) / 2, 0.0


def _nearest_door(room: str, slot: tuple[float, float]) -> Dir | None:
    """Return the door of a room on whose half of the tile a place lies; None between two."""
    off = {door: math.dist(slot, (0.5 + STEP[door][0] / 2, 0.5 + STEP[door][1] / 2)) for door in TILES[room].doors}
    near, *others = sorted(off, key=lambda door: off[door])
    return near if all(off[other] - off[near] > _OFF_LINE for other in others) else None


def _is_landing(tag_id: str) -> bool:
    """Return True if the floor cannot be located without this tile.

    Of the long start tile one of three tags is enough: the Foyer's, to whose neighbours' cards may reach.
    """
    room = tag_id.removeprefix("tile/")
    return TILES[room].start is not None and room not in (GRAND_STAIRCASE, ENTRANCE_HALL)


def _moved(tile: TilePlacement, way: Point, turn_deg: float) -> TilePlacement:
    """Return the tile turned about the origin, then moved."""
    x, y = _turned(tile.middle_mm, turn_deg)
    return replace(tile, middle_mm=(x + way[0], y + way[1]), turn_deg=(tile.turn_deg + turn_deg) % 360)


def _turned(point: Point, turn_deg: float) -> Point:
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return cos * point[0] - sin * point[1], sin * point[0] + cos * point[1]


def _middle(tag: Tag) -> Point:
    left, top, right, bottom = tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
    return (left + right) / 2, (top + bottom) / 2


def _square(half: float) -> Area:
    return -half, -half, half, half


def _outline(at_mm: Point, turn_deg: float, edges: Area) -> Polygon:
    left, top, right, bottom = edges
    corners = [_turned(corner, turn_deg) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))]
    return np.array([(at_mm[0] + x, at_mm[1] + y) for x, y in corners], np.float32)


def _fill(mask: npt.NDArray[np.uint8], outlines: Iterable[Polygon], corner: Point) -> None:
    """Mark the squares of the net that outlines touch, in place.

    `corner` is the mask's beginning.
    """
    for outline in outlines:
        squares = np.round((outline - np.array(corner, np.float32)) / _NET_MM)
        cv2.fillConvexPoly(mask, np.asarray(squares, np.int32), 1)
