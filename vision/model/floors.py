"""Floors of laid tiles: the cell, floor and turn of each tile, and the place of each piece.

A floor's patch is walked from its origin, from tile to touching tile, so that it may drift as it grows; at
each tile the patch's own north is that tile's, less its quarter turns. Tiles that touch no patch are reported
as unplaced.
"""

import heapq
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations

import numpy as np

from vision.model.pinhole import Points
from vision.model.placed_tags import PlacedTag, piece_outline_mm
from vision.model.surface import Area, Floors, Point

Cell = tuple[str, int, int]
"""Floor, x to the right, y down."""

#: Two tiles touch if the way from one middle to the other is a side, but for so large a share of it in each direction.
_TOUCH = 0.25
#: Distance of tiles' middles (in sides) below which the tiles overlap.
_OVERLAP = 0.75
#: Widest gap (in sides) of tiles that may belong together; from a quarter of a side on they do not for certain.
_FAR_GAP = 0.75
#: Turn of a tile from its patch above which it is askew.
_ASKEW_DEG = 12.0
#: Turn of a tile above which it joins no patch.
_MOST_ASKEW_DEG = 30.0
# What speaks against a link between tiles is counted in mm: each mm off its place is one.
#: Weight of each degree between the tiles (mm).
_PER_DEG = 0.25
#: Weight of the fact that no openings meet.
_NO_OPENING_MM = 4.0
#: A tile that would join another floor nearly as well, by this in mm, belongs to neither for certain.
_EITHER_MM = 1.0
#: Share of a tile above which pieces that cover it may hide another one on it.
_HIDES = 0.25
#: Distance of the points by which this is judged.
_NET_MM = 8.0
#: Share of a tile's side from its edge; tiles have their tags farther in.
_RIM_OF_TILES = 0.05
#: A piece this little off a tile's edge still lies on it, in sides.
_RIM = 0.04


class GapKind(StrEnum):
    """Error in the position of two tiles that should lie edge to edge."""

    GAP = "gap"
    OVERLAP = "overlap"
    ASKEW = "askew"


@dataclass(frozen=True)
class Gap:
    """Two tiles that do not lie as they should; of one askew the second is the one beside it."""

    kind: GapKind
    tiles: tuple[str, str]


@dataclass(frozen=True)
class Outline:
    """A tile on the table: its middle, how far it is turned clockwise, its side."""

    middle_mm: Point
    angle_deg: float
    side_mm: float

    def share(self, at_mm: Point) -> Point:
        """Return a point in the tile's own frame, in halves of its side from its middle."""
        x, y = _turned_back(_way(self.middle_mm, at_mm), self.angle_deg)
        return 2 * x / self.side_mm, 2 * y / self.side_mm


@dataclass(frozen=True, eq=False)
class PlacedTile:
    """A tile on a floor: its cell, and its quarter turns clockwise from its origin's."""

    placed: PlacedTag
    outline: Outline
    cell: Cell
    turn: int

    @property
    def id(self) -> str:
        """The tile's tag."""
        return self.placed.tag.id


@dataclass(frozen=True, eq=False)
class StandingPiece:
    """Piece that is no tile, with the `tile` under its tag and the nearest opening.

    `tile` is None if its tag lies on no tile that was read. `cell`: the tile's, or the one that would be there if
    the patch went on; None beside all patches. `opening` only on tiles on which it matters.
    """

    placed: PlacedTag
    tile: str | None
    cell: Cell | None = None
    opening: str | None = None


@dataclass(frozen=True, eq=False)
class FloorsRead:
    """Tiles and pieces on the floors.

    `floors` are those whose origin was read. `hidden`: cells without a tile that was read on which a piece lies,
    so that a tile may lie under it. `covered`: tiles of which pieces cover so much that another may be hidden by
    them. `over`: for each cell the tags of the pieces that reach over where a tile's tag may be.
    """

    tiles: tuple[PlacedTile, ...] = ()
    unplaced: tuple[PlacedTag, ...] = ()
    standing: tuple[StandingPiece, ...] = ()
    gaps: tuple[Gap, ...] = ()
    floors: tuple[str, ...] = ()
    hidden: tuple[Cell, ...] = ()
    covered: tuple[str, ...] = ()
    over: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)

    def beside(self, tile: str) -> tuple[Cell, ...]:
        """Return the cells next to a tile on which no tile was read."""
        laid = {placed.cell for placed in self.tiles}
        steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
        found = (
            (placed.cell[0], placed.cell[1] + x, placed.cell[2] + y)
            for placed in self.tiles
            if placed.id == tile
            for x, y in steps
        )
        return tuple(cell for cell in found if cell not in laid)

    def cell_at(self, at_mm: Point) -> Cell | None:
        """Return the cell at a point of the table: of a tile, or of the patch that would go on."""
        found = self.within_cell(at_mm)
        return None if found is None else found[0]

    def within_cell(self, at_mm: Point, reach: int = 1) -> tuple[Cell, float] | None:
        """Return the cell of a point, and the point's distance from the cell's middle.

        The distance is in sides, in the direction in which it is more. `reach`: a patch continues for so many cells
        beyond its tiles.
        """
        return self.within_cells(np.array([at_mm]), reach)[0]

    def within_cells(self, points_mm: Points, reach: int = 1) -> list[tuple[Cell, float] | None]:
        """Return the same for each of many points (n, 2)."""
        if not self.tiles:
            return [None] * len(points_mm)
        outlines = [tile.outline for tile in self.tiles]
        ways = points_mm[:, None] - np.array([outline.middle_mm for outline in outlines])
        near = np.hypot(ways[..., 0], ways[..., 1]).argmin(axis=1)
        across, down = ways[np.arange(len(near)), near].T
        turns = np.radians([tile.outline.angle_deg - 90.0 * tile.turn for tile in self.tiles])[near]
        sides = np.array([outline.side_mm for outline in outlines])[near]
        x = (np.cos(turns) * across + np.sin(turns) * down) / sides
        y = (np.cos(turns) * down - np.sin(turns) * across) / sides
        columns, rows = np.rint(x).astype(int), np.rint(y).astype(int)
        offs = np.maximum(abs(x - columns), abs(y - rows))
        found: list[tuple[Cell, float] | None] = []
        for number, column, row, off in zip(*(part.tolist() for part in (near, columns, rows, offs)), strict=True):
            floor, own_x, own_y = self.tiles[number].cell
            cell = floor, own_x + column, own_y + row
            found.append((cell, off) if max(abs(column), abs(row)) <= reach else None)
        return found


@dataclass(frozen=True)
class _Link:
    """Link from a tile to one that it touches.

    `step` is in the first tile's own frame. `against` is the misfit in mm.
    """

    to: int
    step: tuple[int, int]
    against: float


def read_floors(placed: Sequence[PlacedTag], surface: Floors) -> FloorsRead:
    """Return the floors that tags on the table make."""
    tiles = [tag for tag in placed if tag.tag.kind == surface.tile_kind]
    outlines = [_outline(tile) for tile in tiles]
    links = _links(tiles, outlines, surface)
    laid, doubtful = _place_tiles(tiles, outlines, links, surface)
    located = {
        number: PlacedTile(tiles[number], outlines[number], cell, turn)
        for number, (cell, turn) in laid.items()
        if number not in doubtful
    }
    gaps = _gaps(tiles, outlines, located, surface)
    by_floor = {cell[0] for number, (cell, _) in laid.items() if tiles[number].tag.id in surface.origins}
    floors = tuple(dict.fromkeys(floor for floor, _, _ in surface.origins.values() if floor in by_floor))
    remaining = tuple(tile for number, tile in enumerate(tiles) if number not in located)
    read = FloorsRead(
        tuple(sorted(located.values(), key=lambda tile: (floors.index(tile.cell[0]), tile.cell[1:], tile.id))),
        remaining,
        gaps=gaps,
        floors=floors,
    )
    others = [tag for tag in placed if tag.tag.kind != surface.tile_kind]
    standing = tuple(_standing(tag, tiles, outlines, read, surface) for tag in others)
    on_cells, over = _piece_cover(standing, read)
    side = outlines[0].side_mm if outlines else 0.0
    tile_on_cell = {tile.cell: tile.id for tile in read.tiles}
    full = {cell for cell, area in on_cells.items() if area > _HIDES * side**2}
    on_none = [piece for piece in standing if piece.tile is None and piece.placed.zone == surface.patches_in]
    under = {*over, *(piece.cell for piece in on_none if piece.cell)}
    beyond = _with_unplaced_tiles(read, under)
    under.update(cell for piece in on_none if (cell := beyond.cell_at(piece.placed.centre_mm)))
    covered = tuple(sorted(tile_on_cell[cell] for cell in full if cell in tile_on_cell))
    hidden = tuple(sorted(under - tile_on_cell.keys()))
    return replace(read, standing=standing, hidden=hidden, covered=covered, over=over)


def _with_unplaced_tiles(read: FloorsRead, hidden: Collection[Cell]) -> FloorsRead:
    """Return the same floors, with unplaced tiles that hidden cells may join to the floor.

    They are joined if tiles on the hidden cells would do it. That is good enough to say where else something may be
    hidden, not to say that they lie there.
    """
    remaining, joins, more = list(read.unplaced), set(hidden), True
    while more:
        joined = {number: tile for number, tag in enumerate(remaining) if (tile := _as_if_joined(tag, read, joins))}
        more = bool(joined)
        remaining = [tag for number, tag in enumerate(remaining) if number not in joined]
        joins.update(tile.cell for tile in joined.values())
        read = replace(read, tiles=(*read.tiles, *joined.values()))
    return read


def _as_if_joined(placed: PlacedTag, read: FloorsRead, joins: Collection[Cell]) -> PlacedTile | None:
    """Return an unplaced tile as laid if it lies where it would beside one of these cells."""
    outline = _outline(placed)
    found = read.within_cell(outline.middle_mm, reach=2)
    if found is None or found[1] > _TOUCH or not any(_next_to(found[0], cell) for cell in joins):
        return None
    near = min(read.tiles, key=lambda tile: math.dist(tile.outline.middle_mm, outline.middle_mm))
    quarters = round((outline.angle_deg - near.outline.angle_deg) / 90.0)
    return PlacedTile(placed, outline, found[0], (near.turn + quarters) % 4)


def tile_side_mm(edges: Area) -> float:
    """Return the side of a tile with these edges."""
    return edges[2] - edges[0]


def _outline(placed: PlacedTag) -> Outline:
    left, top, right, bottom = placed.tag.piece_mm or (-1.0, -1.0, 1.0, 1.0)
    x, y = _turned_back(((left + right) / 2, (top + bottom) / 2), -placed.turn_deg)
    return Outline(
        (placed.centre_mm[0] + x, placed.centre_mm[1] + y), placed.turn_deg, tile_side_mm((left, 0, right, 0))
    )


def _way(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]


def _turned_back(way: Point, angle_deg: float) -> Point:
    """Return a way on the table in a frame that is turned clockwise by this angle."""
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return cos * way[0] + sin * way[1], cos * way[1] - sin * way[0]


def _misalignment_deg(outline: Outline, other: Outline) -> float:
    """Return the clockwise turn of the second outline from the first, modulo 90: -45 to 45.

    The angle is in degrees.
    """
    return (other.angle_deg - outline.angle_deg + 45.0) % 90.0 - 45.0


def _links(tiles: Sequence[PlacedTag], outlines: Sequence[Outline], surface: Floors) -> list[list[_Link]]:
    """Return for each tile the links to the tiles that it touches."""
    numbers = range(len(tiles))
    return [
        [link for end in numbers if end != start and (link := _link(tiles, outlines, start, end, surface)) is not None]
        for start in numbers
    ]


def _link(
    tiles: Sequence[PlacedTag], outlines: Sequence[Outline], start: int, end: int, surface: Floors
) -> _Link | None:
    outline, other = outlines[start], outlines[end]
    way = _way(outline.middle_mm, other.middle_mm)
    if math.hypot(*way) > (1 + 2 * _TOUCH) * outline.side_mm:
        return None
    askew = _misalignment_deg(outline, other)
    if abs(askew) > _MOST_ASKEW_DEG:
        return None
    # The frame between the two.
    x, y = (value / outline.side_mm for value in _turned_back(way, outline.angle_deg + askew / 2))
    step = (round(x), round(y))
    off = max(abs(x - step[0]), abs(y - step[1]))
    if abs(step[0]) + abs(step[1]) != 1 or off > _TOUCH:
        return None
    against = off * outline.side_mm + _PER_DEG * abs(askew)
    if not _open_to_each_other(tiles[start], tiles[end], outlines, (start, end), surface):
        against += _NO_OPENING_MM
    return _Link(end, step, against)


def _open_to_each_other(
    placed_tag: PlacedTag, other: PlacedTag, outlines: Sequence[Outline], numbers: tuple[int, int], surface: Floors
) -> bool:
    """Return True if openings of both tiles face each other."""
    for tile, own, neighbour in ((placed_tag, numbers[0], numbers[1]), (other, numbers[1], numbers[0])):
        openings = surface.openings.get(tile.tag.id, {}).values()
        x, y = outlines[own].share(outlines[neighbour].middle_mm)
        if not any(math.dist((x / 2, y / 2), opening) < 0.6 for opening in openings):
            return False
    return True


def _place_tiles(
    tiles: Sequence[PlacedTag],
    outlines: Sequence[Outline],
    links: Sequence[Sequence[_Link]],
    surface: Floors,
) -> tuple[dict[int, tuple[Cell, int]], set[int]]:
    """Return the cell and turn of each tile that joins an origin, and the ambiguous tiles.

    An ambiguous tile may as well belong to another patch. Of all links those with the least misfit are followed
    first, whichever patch they are of: a patch that almost touches another keeps its own tiles.
    """
    laid: dict[int, tuple[Cell, int]] = {}
    taken: dict[Cell, int] = {}
    queue: list[tuple[float, int, Cell, int]] = []
    for number, tile in enumerate(tiles):
        if tile.tag.id in surface.origins:
            heapq.heappush(queue, (-1.0, number, surface.origins[tile.tag.id], 0))
    joined: dict[int, float] = {}
    while queue:
        against, number, cell, turn = heapq.heappop(queue)
        if number in laid or (cell in taken and taken[cell] != number):
            continue
        laid[number], taken[cell], joined[number] = (cell, turn), number, against
        for link in links[number]:
            if link.to not in laid:
                # From the tile's own frame to its patch's.
                x, y = _quarters(link.step, turn)
                quarters = round((outlines[link.to].angle_deg - outlines[number].angle_deg) / 90.0)
                patch = (cell[0], cell[1] + x, cell[2] + y)
                heapq.heappush(queue, (link.against, link.to, patch, (turn + quarters) % 4))
    return laid, _of_either(laid, joined, links)


def _of_either(
    laid: Mapping[int, tuple[Cell, int]],
    joined: Mapping[int, float],
    links: Sequence[Sequence[_Link]],
) -> set[int]:
    """Return the tiles that would join another floor as well, with all that hangs only on them."""
    either = set()
    for number, (cell, _) in laid.items():
        floors = {link: laid[link.to][0][0] for link in links[number] if link.to in laid}
        own = min((link.against for link, floor in floors.items() if floor == cell[0]), default=None)
        others = [link.against for link, floor in floors.items() if floor != cell[0]]
        if joined[number] >= 0 and own is not None and others and min(others) < own + _EITHER_MM:
            either.add(number)
    if not either:
        return either
    reached = {number for number, against in joined.items() if against < 0}
    grown = list(reached)
    while grown:
        number = grown.pop()
        for link in links[number]:
            other = link.to
            same = other in laid and laid[other][0][0] == laid[number][0][0]
            if same and other not in reached and other not in either:
                reached.add(other)
                grown.append(other)
    return set(laid) - reached


def _quarters(step: tuple[int, int], turn: int) -> tuple[int, int]:
    """Return a step turned clockwise by so many quarters."""
    x, y = step
    for _ in range(turn % 4):
        x, y = -y, x
    return x, y


def _gaps(
    tiles: Sequence[PlacedTag], outlines: Sequence[Outline], laid: Mapping[int, PlacedTile], surface: Floors
) -> tuple[Gap, ...]:
    """Return the places where tiles do not lie edge to edge: overlaps, gaps, and large turns."""
    found: dict[tuple[str, str], GapKind] = {}
    for start, end in combinations(range(len(tiles)), 2):
        on = [laid[number].cell if number in laid else None for number in (start, end)]
        kind = _gap_kind(outlines[start], outlines[end], on)
        if kind is not None and tiles[start].tag.id != tiles[end].tag.id:
            # The one that is askew is the one that joined no floor because of it.
            first, second = (start, end) if start not in laid or end in laid else (end, start)
            found[tiles[first].tag.id, tiles[second].tag.id] = kind
    for tile in laid.values():
        beside_it = [other for other in laid.values() if _next_to(tile.cell, other.cell)]
        offs = [_misalignment_deg(other.outline, tile.outline) for other in beside_it]
        # Of two alone the origin is the one that lies as it should.
        if beside_it and min(map(abs, offs)) > _ASKEW_DEG and tile.id not in surface.origins:
            found.setdefault((tile.id, beside_it[0].id), GapKind.ASKEW)
    return tuple(Gap(kind, names) for names, kind in sorted(found.items()))


def _gap_kind(outline: Outline, other: Outline, on: Sequence[Cell | None]) -> GapKind | None:
    """Return the fault in the position of two tiles to each other; None if they lie well.

    `on` are their cells, None for a tile that joined no floor.
    """
    side = outline.side_mm
    way = _way(outline.middle_mm, other.middle_mm)
    if math.hypot(*way) < _OVERLAP * side:
        return GapKind.OVERLAP
    askew = _misalignment_deg(outline, other)
    across, along = sorted(abs(value) / side for value in _turned_back(way, outline.angle_deg + askew / 2))
    if across >= 0.5 or along > 1 + _FAR_GAP:
        return None
    if None not in on:
        # Patches keep their distance or do not; tiles on neighbouring cells must touch.
        return GapKind.GAP if along > 1 + _TOUCH and _next_to(*on) else None
    if abs(along - 1) <= _TOUCH and abs(askew) > _MOST_ASKEW_DEG:
        return GapKind.ASKEW
    return GapKind.GAP if across > _TOUCH or along > 1 + _TOUCH else None


def _next_to(cell: Cell | None, other: Cell | None) -> bool:
    if cell is None or other is None:
        return False
    return cell[0] == other[0] and abs(cell[1] - other[1]) + abs(cell[2] - other[2]) == 1


def _standing(
    placed: PlacedTag, tiles: Sequence[PlacedTag], outlines: Sequence[Outline], read: FloorsRead, surface: Floors
) -> StandingPiece:
    """Return the place where a piece stands."""
    within = {}
    for number, outline in enumerate(outlines):
        off = max(map(abs, outline.share(placed.centre_mm)))
        if off <= 1 + 2 * _RIM:
            within[number] = off
    if not within:
        return StandingPiece(placed, None, read.cell_at(placed.centre_mm))
    number = min(within, key=lambda candidate: within[candidate])
    tile = tiles[number].tag.id
    cell = next((laid.cell for laid in read.tiles if laid.placed is tiles[number]), None)
    opening = None
    if tile in surface.two_sided:
        share = outlines[number].share(placed.centre_mm)
        openings = surface.openings[tile]
        opening = min(openings, key=lambda name: math.dist(share, openings[name]))
    return StandingPiece(placed, tile, cell, opening)


def _piece_cover(
    standing: Sequence[StandingPiece], read: FloorsRead
) -> tuple[dict[Cell, float], dict[Cell, tuple[str, ...]]]:
    """Return the area of each cell that pieces cover, in mm², and the tags of occluding pieces.

    These are the pieces that might hide a tile's tag there.
    """
    covered: dict[Cell, float] = {}
    over: dict[Cell, dict[str, None]] = {}
    for piece in standing:
        outline = piece_outline_mm(piece.placed)
        start, across, down = outline[0], outline[1] - outline[0], outline[3] - outline[0]
        wide, high = (math.hypot(*side) for side in (across, down))
        columns, rows = (max(1, round(side / _NET_MM)) for side in (wide, high))
        row, column = np.mgrid[:rows, :columns].reshape(2, -1, 1) + 0.5
        for found in read.within_cells(start + across * column / columns + down * row / rows):
            if found is not None:
                cell, off = found
                covered[cell] = covered.get(cell, 0.0) + wide * high / (columns * rows)
                if off < 0.5 - _RIM_OF_TILES:
                    over.setdefault(cell, {})[piece.placed.tag.id] = None
    return covered, {cell: tuple(ids) for cell, ids in over.items()}
