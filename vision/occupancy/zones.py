"""Unread objects in the zones of a mat: a damaged or covered tag, a blank piece, a hand.

A tag may also be blurred. As on a board, two questions are asked of every place that no read piece explains: is
there ink on paper as on the tags, and is there a colour that the bare mat does not show? The mat is taken to be
bare where most of it looks alike; an object of just the mat's colour without any print is not seen.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.rescan import SquareToRead
from vision.locate.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard
from vision.model.catalogue import Catalogue, Tag
from vision.model.detections import TagDetection
from vision.model.pinhole import Points
from vision.model.placed_tags import PlacedTag, piece_outline_mm
from vision.model.surface import Floors, Mat
from vision.occupancy.floor_objects import find_objects_on_tiles, squares_of
from vision.occupancy.mat_colours import odd_colours
from vision.occupancy.pale_print import out_of_glare, pale_print
from vision.occupancy.specular import remove_lines, remove_specular
from vision.occupancy.unexplained import INK, MAYBE_INK, ink_density

Mask = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

#: Something is there if so large an area looks strange, in squares of the mat's unit.
_LEAST_AREA = 0.2
#: Area, in squares of the mat's unit, that is enough where what looks strange is ink beside what was read: it may be
#: what shows of a tag under another card.
_LEAST_INK = 0.05
#: Square of blocks than which this ink is nowhere narrower: lines and small letters are.
_NARROWEST = np.ones((2, 2), np.uint8)
#: Pieces lie a little off where their tags say, and cast shadows: so much round them is accounted for, too, but no ink
#: where their edges are known.
_ROUND_PIECE_MM = 4.0
#: Codes that are none of the catalogue's are on something so many times as large.
_FOREIGN_SCALE = 1.7
#: A tag may lie where this share of a square as large as the smallest is inked, or brighter than paper with print.
_INKED = 0.3
#: That share on pieces: something is printed on them.
_INKED_PIECE = 0.55
#: That share of pale print where a tag in glare surely lies: all but its quiet zone is filled.
_PALE_PLACE = 0.6
#: Number of these places that are looked at on floors altogether, and on a mat in each zone.
_MOST_PLACES = 24
#: Number of these places that are looked at on all of a mat: in dim light every tag of a full mat may be left to the
#: second look.
_MOST_ON_A_MAT = 120
#: The second pass looks at squares so many times as wide as a tag, at this height.
_ROUND_TAG = 1.7
_LOOK_HEIGHT_MM = 1.0
#: Factor but for which the side of a symbol that was located is that of a tag's, if it is taken for one.
_LIKE_TAG = 1.4
#: Distance from it within which what is seen is the same thing.
_ONE_THING_MM = 30.0
#: One side of it is at most so many times as long as another: a longer one lies across two symbols, or print.
_SQUARE = 2.0
#: Gloss adds the same to all colours; what differs by more than this (reflectance) is none.
_TINT = 0.06
#: Lines round zones, seen a little off their places, are at most so many blocks wide.
_LINE_BLOCKS = 2
#: Outlines are drawn with so many binary digits behind the point.
_SHIFT = 4


@dataclass(frozen=True)
class Spot:
    """Unreadable object: the zone in which it lies, and the middle of its visible part, in mm."""

    zone: str
    at_mm: tuple[float, float]


@dataclass(frozen=True, eq=False)
class UnreadSpots:
    """Unread objects in the zones that are read, and places where a rescan may find a tag.

    `covered`: of tiles that were read those over which something reaches. `odd` are the blocks that look strange
    wherever nothing that was read lies, `density` that of ink: a few pieces more hardly change them.
    """

    spots: tuple[Spot, ...]
    places: tuple[SquareToRead, ...]
    odd: Mask
    density: Floats
    covered: tuple[str, ...] = ()


def unread_spots(
    board: RectifiedBoard,
    catalogue: Catalogue,
    seen: Sequence[TagDetection],
    placed: Sequence[PlacedTag],
    elsewhere_px: Sequence[Points],
    foreign: Sequence[Points],
    undecoded: Sequence[Points] = (),
    unsure: Sequence[Points] = (),
    *,
    before: UnreadSpots | None = None,
) -> UnreadSpots:
    """Find objects that no tag in `seen` explains.

    `placed` are all of the tags that are no references, those to be dropped included. `elsewhere_px` are the
    outlines (4, 2) in the picture of dropped pieces that were seen before, `foreign` the corners of codes that are
    none of the catalogue's, `undecoded` those of symbols that were located and say nothing: for a fan of cards only
    such a symbol tells that the tag of a card on top of another was not read. Where such a symbol is `unsure`, the
    place is scanned, too, but not reported. `before` is what was found on the same board before a few of the tags
    were read: only what these explain is taken from it.
    """
    mat = catalogue.mat
    outlines = _Outlines(board, catalogue, placed, elsewhere_px, foreign)
    explained = outlines.explained()
    cells = _pseudo_cells(board.edges.shape, mat.size_mm, mat.unit_mm)
    on_mat = (cells >= 0) & board.in_picture
    visible = ~explained & on_mat
    if before is not None:
        odd, density = before.odd, before.density
    else:
        edges = np.asarray(cv2.blur(board.edges, (3, 3)), np.float32)
        density = ink_density(edges, board, explained, out_of_glare(board, seen))
        odd = remove_lines(odd_colours(board.colours, np.where(explained, -1, cells), visible))
        if odd.any():
            odd = remove_lines(remove_specular(odd, board.colours, visible) | _not_specular(board, mat, odd, visible))
        odd |= remove_lines(density > INK)
    strange = odd & visible
    # Also kinds that are not read somewhere: what is recognised and dropped is no unreadable thing.
    tags = tuple(tag for tag in catalogue.tags if tag.placement_mm is None)
    smallest, largest = (choose((tag.size_mm for tag in tags), default=0.0) for choose in (min, max))
    ink, maybe_ink = (density > INK) & ~outlines.printed() & ~_zone_lines(board, mat) & on_mat, density > MAYBE_INK
    # On cards that were read others may lie, fanned or half beside them, whose tags were not.
    on_pieces = outlines.beside_tags(seen)
    pale, glaring = pale_print(board, density)
    if not isinstance(mat, Floors):
        on_pieces |= visible
    looked_for: list[tuple[Mask, Literal["ground", "piece", "place"], float]] = [
        (maybe_ink & visible, "ground", _INKED),
        (on_pieces & maybe_ink, "piece", _INKED_PIECE),
    ]
    if not isinstance(mat, Floors):
        # A card in the glare of a window surely lies there, however pale its print is.
        looked_for.insert(1, (pale & visible, "place", _PALE_PLACE))
        looked_for.append((on_pieces & glaring, "piece", _INKED))
    spots: list[Spot] = []
    places: list[SquareToRead] = []
    for name in mat.places:
        window = _blocks(board, mat.area_mm(name))
        if isinstance(mat, Floors):
            middles = squares_of(_within(strange, window), board)
        else:
            middles = _middles(strange, window, mat)
        spots += [Spot(name, middle) for middle in middles]
        if not isinstance(mat, Floors):
            rests = [Spot(name, middle) for middle in _inked_middles(ink, window, mat)]
            spots += [candidate for candidate in rests if not any(_near(candidate, spot) for spot in spots)]
        if tags:
            found: list[SquareToRead] = []
            for inked, on, least in looked_for:
                found += _inked_places(inked, window, mat, tags, (smallest, largest), on, least, found)
            places += found
            pale_things = [Spot(name, place.centre_mm) for place in found if place.on == "place"]
            spots += [spot for spot in pale_things if not any(_near(spot, other) for other in spots)]
    located = _located(board, catalogue, undecoded)
    spots += [spot for spot in located if not any(_near(spot, other) for other in spots)]
    located += _located(board, catalogue, unsure)
    places = [SquareToRead(spot.at_mm, _ROUND_TAG * largest, _LOOK_HEIGHT_MM, tags) for spot in located] + places
    if not isinstance(mat, Floors):
        return UnreadSpots(tuple(spots), tuple(places[:_MOST_ON_A_MAT]), odd, density)
    codes_mm = [board.camera.on_plane(quad, board.height_mm) for quad in foreign]
    tiles = find_objects_on_tiles(board, catalogue, placed, strange, density, codes_mm)
    on_them = [Spot(mat.place_at(*middle) or mat.patches_in, middle) for middle in tiles.spots]
    spots += [spot for spot in on_them if not any(_near(spot, other) for other in spots)]
    return UnreadSpots(tuple(spots), (*tiles.places, *places[:_MOST_PLACES]), odd, density, tiles.covered)


def _located(board: RectifiedBoard, catalogue: Catalogue, undecoded: Sequence[Points]) -> list[Spot]:
    """Return the symbols as large as the tags' that lie in zones which are read."""
    symbols = [catalogue.symbol_mm(tag) for tag in catalogue.tags if tag.placement_mm is None]
    spots = []
    for quad in undecoded:
        corners = board.camera.on_plane(quad, board.height_mm)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        x, y = (float(value) for value in corners.mean(axis=0))
        zone = catalogue.mat.place_at(x, y)
        if not zone or not symbols or sides.max() > _SQUARE * sides.min():
            continue
        if min(symbols) / _LIKE_TAG < sides.mean() < max(symbols) * _LIKE_TAG:
            spots.append(Spot(zone, (x, y)))
    return spots


def _near(spot: Spot, other: Spot) -> bool:
    return math.dist(spot.at_mm, other.at_mm) < _ONE_THING_MM


class _Outlines:
    """The outlines, for drawing, of the pieces, references and codes whose place is known.

    They are those of the columns over what lies there, a little larger than it; pieces whose edges are known have
    bare ones besides.
    """

    def __init__(
        self,
        board: RectifiedBoard,
        catalogue: Catalogue,
        placed: Sequence[PlacedTag],
        elsewhere_px: Sequence[Points],
        foreign: Sequence[Points],
    ) -> None:
        self._board, self._catalogue = board, catalogue
        self._with_edges = [tag.tag.piece_mm is not None for tag in placed]
        pieces = [(piece_outline_mm(tag), tag.tag.height_mm) for tag in placed]
        others = [(_square_mm(tag), tag.height_mm) for tag in catalogue.references]
        others += [(board.camera.on_plane(quad, board.height_mm), board.height_mm) for quad in elsewhere_px]
        for quad in foreign:
            corners = board.camera.on_plane(quad, board.height_mm)
            middle = corners.mean(axis=0)
            others.append((middle + (corners - middle) * _FOREIGN_SCALE, board.height_mm))
        hulls = _hulls(board, [*pieces, *others], _ROUND_PIECE_MM)
        self._pieces, self._others = hulls[: len(pieces)], hulls[len(pieces) :]
        with_edges = [piece for piece, has_edges in zip(pieces, self._with_edges, strict=True) if has_edges]
        self._bare_pieces = _hulls(board, with_edges, 0.0)
        self._bare_pieces += [hull for hull, has in zip(self._pieces, self._with_edges, strict=True) if not has]

    def explained(self) -> Mask:
        """Return the blocks on which pieces, references and codes lie."""
        return self._filled((*self._pieces, *self._others))

    def printed(self) -> Mask:
        """Return the blocks whose ink is that of pieces, references and codes.

        A piece's ends at its edges, beyond which what shows of a tag under it begins; its shadow has none.
        """
        return self._filled((*self._bare_pieces, *self._others))

    def _filled(self, hulls: Sequence[npt.NDArray[np.int32]]) -> Mask:
        mask = np.zeros(self._board.edges.shape, np.uint8)
        for hull in hulls:
            cv2.fillConvexPoly(mask, hull, 1, cv2.LINE_8, _SHIFT)
        return np.asarray(mask > 0, np.bool_)

    def beside_tags(self, seen: Sequence[TagDetection]) -> Mask:
        """Return the blocks on pieces with known edges, beside all tags and codes that were seen."""
        board = self._board
        mask = np.zeros(board.edges.shape, np.uint8)
        for hull, has_edges in zip(self._pieces, self._with_edges, strict=True):
            if has_edges:
                cv2.fillConvexPoly(mask, hull, 1, cv2.LINE_8, _SHIFT)
        for hull in self._others:
            cv2.fillConvexPoly(mask, hull, 0, cv2.LINE_8, _SHIFT)
        if seen and mask.any():
            corners = np.array([tag.corners_px for tag in seen])
            middles = corners.mean(axis=1, keepdims=True)
            scales = np.array([tag.tag.size_mm / self._catalogue.symbol_mm(tag.tag) for tag in seen])[:, None, None]
            heights = np.repeat([tag.tag.height_mm for tag in seen], 4)
            faces = board.camera.on_plane((middles + (corners - middles) * scales).reshape(-1, 2), heights)
            places = board.place(faces, heights).reshape(-1, 4, 2)
            for face in np.round((places - 0.5) * 2**_SHIFT).astype(np.int32):
                cv2.fillConvexPoly(mask, face, 0, cv2.LINE_8, _SHIFT)
        return np.asarray(mask > 0, np.bool_)


def _hulls(
    board: RectifiedBoard, outlines: Sequence[tuple[Points, float]], round_mm: float
) -> list[npt.NDArray[np.int32]]:
    """Return the hulls, for drawing, of columns over outlines (4, 2) in mm.

    Each outline comes with its height; `round_mm` is added all round.
    """
    if not outlines:
        return []
    corners, heights = np.array([outline for outline, _ in outlines]), np.array([height for _, height in outlines])
    middles = corners.mean(axis=1, keepdims=True)
    spokes = corners - middles
    lengths = np.linalg.norm(spokes, axis=2, keepdims=True)
    grown = middles + spokes * (1 + round_mm * 2**0.5 / np.maximum(lengths, 1e-6))
    both = np.concatenate([board.place(grown, 0.0), board.place(grown, heights[:, None])], axis=1)
    columns = ((both - 0.5) * 2**_SHIFT).astype(np.float32)
    return [np.round(cv2.convexHull(column)).astype(np.int32) for column in columns]


def _square_mm(tag: Tag) -> Points:
    """Return the corners (4, 2) in mm of a reference's picture on the mat."""
    assert tag.placement_mm is not None
    half = tag.size_mm / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return np.asarray(np.array(tag.placement_mm) + corners, np.float64)


@lru_cache(maxsize=4)
def _pseudo_cells(shape: tuple[int, ...], size_mm: tuple[float, float], unit_mm: float) -> npt.NDArray[np.int64]:
    """Divide a mat into squares of its unit: each block's square number, -1 beyond the mat."""
    margin = round(MARGIN_CELLS * BLOCKS)
    rows, columns = (np.arange(side) - margin for side in shape)
    width, height = (side / unit_mm * BLOCKS for side in size_mm)
    wide = int(np.ceil(width / BLOCKS))
    numbers = (rows // BLOCKS)[:, None] * wide + (columns // BLOCKS)[None, :]
    inside = ((rows >= 0) & (rows < height))[:, None] & ((columns >= 0) & (columns < width))[None, :]
    cells = np.where(inside, numbers, -1).astype(np.int64)
    cells.flags.writeable = False
    return cells


def _blocks(board: RectifiedBoard, area_mm: tuple[float, float, float, float]) -> tuple[slice, slice]:
    """Return the blocks of a rectangle of the mat that lie wholly in it."""
    left, top, right, bottom = area_mm
    corners = board.place(np.array([(left, top), (right, bottom)]), 0.0)
    low, high = np.ceil(corners[0]).astype(int), np.floor(corners[1]).astype(int)
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def _zone_lines(board: RectifiedBoard, mat: Mat) -> Mask:
    """Return the blocks on the lines round all zones.

    Where such a line meets a card's edge no tag shows under the card.
    """
    lines = np.zeros(board.edges.shape, np.uint8)
    for zone in mat.zones:
        left, top, right, bottom = zone.area_mm
        corners = (board.place(np.array([(left, top), (right, bottom)]), 0.0) - 0.5) * 2**_SHIFT
        (x0, y0), (x1, y1) = np.round(corners).astype(int).tolist()
        cv2.rectangle(lines, (x0, y0), (x1, y1), 1, _LINE_BLOCKS, cv2.LINE_8, _SHIFT)
    return np.asarray(lines > 0, np.bool_)


def _not_specular(board: RectifiedBoard, mat: Mat, odd: Mask, visible: Mask) -> Mask:
    """Return the odd colours in a zone that are not just the zone's own with white light on it.

    These are no specular highlights, even if they fade.
    """
    tinted = np.zeros_like(odd)
    for zone in mat.zones:
        window = _blocks(board, zone.area_mm)
        if not odd[window].any():
            continue
        bare = (visible & ~odd)[window]
        if bare.any():
            colours = board.reflectance[:, *window]
            off = colours - np.median(colours[:, bare], axis=1)[:, None, None]
            tinted[window] = np.abs(off - off.mean(axis=0)).max(axis=0) > _TINT
    return odd & tinted


def _within(mask: Mask, window: tuple[slice, slice]) -> Mask:
    """Return the mask in the window alone."""
    cropped = np.zeros_like(mask)
    cropped[window] = mask[window]
    return cropped


def _crop_with_border(mask: Mask, window: tuple[slice, slice], round_it: int) -> tuple[npt.NDArray[np.uint8], Points]:
    """Return the mask in the window with `round_it` blocks round it, and the start of that part.

    Blocks outside stay empty; at the edges fewer are added.
    """
    rows, columns = window
    top, left = max(rows.start - round_it, 0), max(columns.start - round_it, 0)
    bottom, right = min(rows.stop + round_it, mask.shape[0]), min(columns.stop + round_it, mask.shape[1])
    part = np.zeros((bottom - top, right - left), np.uint8)
    part[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left] = mask[window]
    return part, np.array([left, top], np.float64)


def _middles(strange: Mask, window: tuple[slice, slice], mat: Mat) -> list[tuple[float, float]]:
    """Return the middles of large enough connected parts in a window, in mm, from top to bottom."""
    part, start = _crop_with_border(strange, window, 2)
    closed = cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, stats, centroids = cv2.connectedComponentsWithStats(closed)
    large = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= _LEAST_AREA * BLOCKS**2]
    return [_to_mm(centroids[number] + start + 0.5, mat) for number in large]


def _inked_middles(ink: Mask, window: tuple[slice, slice], mat: Mat) -> list[tuple[float, float]]:
    """Return the middles of inked connected parts in a window, in mm, from top to bottom.

    Their size does not matter.
    """
    if not ink[window].any():
        return []
    part, start = _crop_with_border(ink, window, 0)
    narrow_gone = cv2.morphologyEx(part, cv2.MORPH_OPEN, _NARROWEST)
    count, _, stats, centroids = cv2.connectedComponentsWithStats(narrow_gone)
    large = [number for number in range(1, count) if stats[number, cv2.CC_STAT_AREA] >= _LEAST_INK * BLOCKS**2]
    return [_to_mm(centroids[number] + start + 0.5, mat) for number in large]


def _to_mm(blocks: Points, mat: Mat) -> tuple[float, float]:
    x, y = (blocks / BLOCKS - MARGIN_CELLS) * mat.unit_mm
    return float(x), float(y)


def _from_mm(point_mm: tuple[float, float], mat: Mat) -> Points:
    return np.asarray((np.array(point_mm) / mat.unit_mm + MARGIN_CELLS) * BLOCKS, np.float64)


def _inked_places(
    inked: Mask,
    window: tuple[slice, slice],
    mat: Mat,
    tags: tuple[Tag, ...],
    sizes_mm: tuple[float, float],
    on: Literal["ground", "piece", "place"],
    least: float,
    but: Sequence[SquareToRead],
) -> list[SquareToRead]:
    """Return the places in a window where unread tags may lie: the most inked squares.

    The squares are as large as the smallest tag, and so large a share of each is inked at `least`. `sizes_mm` are
    those of the smallest and the largest tag; places that are scanned already (`but`) are not added.
    """
    if not inked[window].any():
        return []
    smallest, largest = sizes_mm
    side = max(3, round(smallest / mat.unit_mm * BLOCKS))
    part, start = _crop_with_border(inked, window, side)
    share = cv2.boxFilter(part.astype(np.float32), -1, (side, side), borderType=cv2.BORDER_CONSTANT)
    round_tag = round(0.7 * side)
    for place in but:
        x, y = _from_mm(place.centre_mm, mat) - start
        cv2.circle(share, (int(x), int(y)), round_tag, 0.0, cv2.FILLED)
    places: list[SquareToRead] = []
    while len(places) < _MOST_PLACES:
        _, most, _, (x, y) = cv2.minMaxLoc(share)
        if most < least:
            break
        middle = _to_mm(np.array([x, y]) + start + 0.5, mat)
        places.append(SquareToRead(middle, _ROUND_TAG * largest, _LOOK_HEIGHT_MM, tags, on))
        cv2.circle(share, (int(x), int(y)), round_tag, 0.0, cv2.FILLED)
    return places
