"""Unread objects on laid tiles: plates and cards by their white paper, and arms over tiles.

Nothing is known of what is printed on a tile, but hardly anything on it is as white as paper. An arm comes in
from beside the tiles, where it is seen as something strange; what continues over tiles in its colours is still
the arm.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.rescan import SquareToRead
from vision.locate.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard
from vision.model.catalogue import Catalogue, Tag
from vision.model.pinhole import Points
from vision.model.placed_tags import PlacedTag, piece_outline_mm
from vision.model.surface import Floors
from vision.occupancy.unexplained import INK

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

#: Least brightness of paper (reflectance).
_WHITE = 0.55
#: Greatest colourfulness of paper (reflectance).
_TINT = 0.22
#: Least white area of a thing of paper, in mm².
_PAPER_MM2 = 60.0
#: Least area in which paper with its ink is looked at, in mm².
_INK_MM2 = 60.0
#: A room's name printed in a light colour is as white as paper in places, but a line of letters is thinner than this.
_LINE_MM = 6.0
#: Distance round a tile's own tag within which paper is the tag's.
_ROUND_TAG_MM = 3.0
#: Distance round other pieces that were read within which paper is theirs.
_ROUND_PIECE_MM = 4.0
#: The rim of a tile, in mm, shows what lies beside it.
_RIM_MM = 3.0
#: The second pass looks at squares so many times as wide as the largest tag.
_ROUND_TAG = 1.7
_MOST_PLACES = 24
#: Least area that an arm covers beside tiles, in mm², from the table's edge on.
_ARM_MM2 = 2500.0
#: Share of an arm that a colour must fill to be one of its colours.
_COLOUR_SHARE = 0.01
#: Share of a tile on which an arm must show to cover the tile.
_COVERS = 0.04
#: Distance that a hand of the table's colour, or of a tile's, may reach beyond a sleeve that is seen.
REACH_MM = 150.0
#: So many blocks about the table's edge are its edge.
_EDGE_BLOCKS = 4
#: Steps (square roots of the reflectance) in which an arm's colours are told apart.
_STEP = 0.08
#: Side of the squares for each of which something large that is not read is told once.
_SQUARE_MM = 60.0
#: Share of a square that it fills.
_FILLED = 0.12


@dataclass(frozen=True)
class OnTiles:
    """Unread objects on tiles: the middles in mm, places worth a look, and the covered tiles."""

    spots: tuple[tuple[float, float], ...]
    places: tuple[SquareToRead, ...]
    covered: tuple[str, ...] = ()


def find_objects_on_tiles(
    board: RectifiedBoard,
    catalogue: Catalogue,
    placed: Sequence[PlacedTag],
    strange: Mask,
    density: Floats,
    foreign_mm: Sequence[Points],
) -> OnTiles:
    """Find unread objects on the tiles among `placed`.

    `strange` is what was found beside them, `density` that of ink.
    """
    surface = catalogue.surface
    assert isinstance(surface, Floors)
    tiles = [tag for tag in placed if tag.tag.kind == surface.tile_kind]
    if not tiles:
        return OnTiles((), ())
    inside = np.zeros(strange.shape, np.uint8)
    for tile in tiles:
        _fill(inside, board, _grown(piece_outline_mm(tile), -_RIM_MM), tile.tag.height_mm)
    known = np.zeros(strange.shape, np.uint8)
    for piece in placed:
        if piece.tag.kind == surface.tile_kind:
            half = piece.tag.size_mm / 2
            outline = piece_outline_mm(_as_large_as_its_tag(piece, half))
            _fill(known, board, _grown(outline, _ROUND_TAG_MM), piece.tag.height_mm)
        else:
            _fill(known, board, _grown(piece_outline_mm(piece), _ROUND_PIECE_MM), piece.tag.height_mm)
            _fill(known, board, _grown(piece_outline_mm(piece), _ROUND_PIECE_MM), 2 * piece.tag.height_mm)
    for outline in foreign_mm:
        _fill(known, board, outline, board.height_mm)
    open_tiles = (inside > 0) & (known == 0) & board.in_picture
    white = board.reflectance.min(axis=0) > _WHITE
    white &= np.ptp(board.reflectance, axis=0) < _TINT
    block_mm2 = (board.cell_mm / BLOCKS) ** 2
    paper = (white | (density > INK)) & open_tiles
    spots, places = _find_papers(paper, white & open_tiles, board, catalogue, block_mm2)
    covered, over = _reached_over(board, tiles, strange, open_tiles, block_mm2)
    covered = (*covered, *(name for name in _at_the_edge(board, tiles) if name not in covered))
    spots = [spot for spot in spots if not over[_block(spot, board)]]
    return OnTiles(tuple(spots), tuple(places), covered)


def squares_of(strange: Mask, board: RectifiedBoard) -> list[tuple[float, float]]:
    """Return the middles in mm of the squares of the table that something strange fills."""
    rows, columns = np.nonzero(strange)
    if not len(rows):
        return []
    at_mm = (np.column_stack([columns, rows]) + 0.5) / BLOCKS * board.cell_mm - MARGIN_CELLS * board.cell_mm
    numbers = np.floor(at_mm / _SQUARE_MM).astype(np.int64)
    _, which, counts = np.unique(numbers, axis=0, return_inverse=True, return_counts=True)
    which = which.ravel()
    least = _FILLED * (_SQUARE_MM / board.cell_mm * BLOCKS) ** 2
    middles = np.column_stack([np.bincount(which, at_mm[:, axis]) for axis in (0, 1)]) / counts[:, None]
    return [(float(x), float(y)) for (x, y), count in zip(middles, counts, strict=True) if count >= least]


def _find_papers(
    paper: Mask, white: Mask, board: RectifiedBoard, catalogue: Catalogue, block_mm2: float
) -> tuple[list[tuple[float, float]], list[SquareToRead]]:
    """Return the middles of papers seen on tiles, and the squares in which their tags may be."""
    closed = cv2.morphologyEx(paper.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, middles = cv2.connectedComponentsWithStats(closed)
    whites = np.bincount(labels.ravel(), white.ravel(), count) * block_mm2
    line = round(_LINE_MM / board.cell_mm * BLOCKS)
    thick = set(labels[cv2.erode(closed, np.ones((line, line), np.uint8)) > 0])
    tags = tuple(tag for tag in catalogue.tags if tag.placement_mm is None and tag.kind != _tile_kind(catalogue))
    side = _ROUND_TAG * max((tag.size_mm for tag in tags), default=0.0)
    height = max((tag.height_mm for tag in tags), default=0.0)
    spots, places = [], []
    for number in sorted(range(1, count), key=lambda number: -whites[number]):
        area = stats[number, cv2.CC_STAT_AREA] * block_mm2
        if whites[number] < _PAPER_MM2 / 3 or area < _INK_MM2:
            continue
        x, y = _to_mm(middles[number] + 0.5, board)
        if whites[number] >= _PAPER_MM2 and number in thick:
            spots.append((x, y))
        # A plate is longer than its tag: both of its halves are looked at.
        left, top, wide, high = (int(value) for value in stats[number, :4])
        ends = [(left + wide / 2, top + high / 2)]
        if max(wide, high) * board.cell_mm / BLOCKS > side:
            share = 0.25
            ends = (
                [(left + share * wide, top + high / 2), (left + (1 - share) * wide, top + high / 2)]
                if wide > high
                else [(left + wide / 2, top + share * high), (left + wide / 2, top + (1 - share) * high)]
            )
        places += [SquareToRead(_to_mm(np.array(end), board), side, height, tags) for end in ends]
    return spots, places[:_MOST_PLACES]


def _reached_over(
    board: RectifiedBoard, tiles: Sequence[PlacedTag], strange: Mask, open_tiles: Mask, block_mm2: float
) -> tuple[tuple[str, ...], Mask]:
    """Return the tiles that something large reaches over from beside them, and where it is seen."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(strange.astype(np.uint8))
    large = stats[:, cv2.CC_STAT_AREA] * block_mm2 >= _ARM_MM2
    margin = round(MARGIN_CELLS * BLOCKS) + _EDGE_BLOCKS
    within = np.zeros(labels.shape, np.bool_)
    within[margin:-margin, margin:-margin] = True
    from_edge = np.isin(np.arange(count), labels[~within])
    from_edge[0] = False
    arms = (large & from_edge)[labels]
    if not arms.any():
        return (), arms
    steps = (np.asarray(board.colours, np.float32) / _STEP).astype(np.int64)
    bins = np.zeros(strange.shape, np.int64)
    for plane in steps:
        bins = bins * 32 + np.clip(plane, 0, 31)
    numbers, shares = np.unique(bins[arms], return_counts=True)
    colours = numbers[shares >= _COLOUR_SHARE * arms.sum()]
    alike = cv2.morphologyEx((np.isin(bins, colours) & open_tiles).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3)))
    # Its shadow and the rims of tiles lie between.
    both = cv2.dilate(((alike > 0) | arms).astype(np.uint8), np.ones((5, 5), np.uint8))
    _, together = cv2.connectedComponents(both)
    over = np.isin(together, np.unique(together[arms])) & ((alike > 0) | arms)
    away = cv2.distanceTransform((~over).astype(np.uint8), cv2.DIST_L2, 3) * (board.cell_mm / BLOCKS)
    covered = []
    for tile in tiles:
        own = np.zeros(strange.shape, np.uint8)
        _fill(own, board, piece_outline_mm(tile), tile.tag.height_mm)
        under_tile = own > 0
        shown = over[under_tile].mean() if under_tile.any() else 0.0
        if shown > _COVERS or (under_tile.any() and float(away[under_tile].min()) < REACH_MM):
            covered.append(tile.tag.id)
    return tuple(covered), over


def _at_the_edge(board: RectifiedBoard, tiles: Sequence[PlacedTag]) -> list[str]:
    """Return the tiles beside which the picture ends: their neighbours are not known."""
    away = cv2.distanceTransform(board.in_picture.astype(np.uint8), cv2.DIST_L2, 3) * (board.cell_mm / BLOCKS)
    found = []
    for tile in tiles:
        outline = piece_outline_mm(tile)
        side = float(np.linalg.norm(outline[1] - outline[0]))
        rows_columns = (_block((float(x), float(y)), board) for x, y in outline)
        inside = [
            away[block]
            for block in rows_columns
            if all(0 <= n < most for n, most in zip(block, away.shape, strict=True))
        ]
        if len(inside) < len(outline) or min(inside) < side:
            found.append(tile.tag.id)
    return found


def _tile_kind(catalogue: Catalogue) -> str:
    surface = catalogue.surface
    return surface.tile_kind if isinstance(surface, Floors) else ""


def _as_large_as_its_tag(placed: PlacedTag, half: float) -> PlacedTag:
    tag = placed.tag
    plain = Tag(tag.id, tag.payload, tag.kind, tag.size_mm, tag.height_mm, piece_mm=(-half, -half, half, half))
    return PlacedTag(plain, placed.corners_px, placed.centre_mm, placed.turn_deg, None, None, placed.by, placed.zone)


def _grown(outline: Points, by_mm: float) -> Points:
    """Return a rectangle with so much more on every side."""
    middle = outline.mean(axis=0)
    across, down = outline[1] - outline[0], outline[3] - outline[0]
    wide, high = (max(float(np.linalg.norm(side)), 1e-6) for side in (across, down))
    more = across / wide * (wide / 2 + by_mm), down / high * (high / 2 + by_mm)
    corners = [middle - more[0] - more[1], middle + more[0] - more[1], middle + more[0] + more[1]]
    return np.asarray([*corners, middle - more[0] + more[1]], np.float64)


def _fill(mask: npt.NDArray[np.uint8], board: RectifiedBoard, outline: Points, height_mm: float) -> None:
    corners = board.place(outline, height_mm)
    cv2.fillConvexPoly(mask, np.round(corners - 0.5).astype(np.int32), 1)


def _to_mm(blocks: Points, board: RectifiedBoard) -> tuple[float, float]:
    x, y = (blocks / BLOCKS - MARGIN_CELLS) * board.cell_mm
    return float(x), float(y)


def _block(at_mm: tuple[float, float], board: RectifiedBoard) -> tuple[int, int]:
    """Return the row and column of the block that holds a point."""
    column, row = ((value / board.cell_mm + MARGIN_CELLS) * BLOCKS for value in at_mm)
    return int(row), int(column)
