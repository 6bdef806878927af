"""Tag placement on the surface; tags in zones that are not read are dropped."""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.model.catalogue import Catalogue, Tag
from vision.model.code_detection import CodeDetection, Finder
from vision.model.detections import TagDetection, middles_px
from vision.model.pinhole import Pinhole, Points
from vision.model.surface import Grid, Mat

#: A piece whose edges are not known is so many times as large as its tag's picture.
_PIECE_SCALE = 1.3


@dataclass(frozen=True, eq=False)
class PlacedTag:
    """A tag that was read on the surface, or beside a board.

    `corners_px` (4, 2) are its symbol's own top-left, top-right, bottom-right and bottom-left corner in the picture;
    `centre_mm` the middle of its piece on the surface (`Tag.middle_mm`), corrected for the tag's height; `turn_deg`
    (0 <= turn < 360) how far its top edge is turned clockwise from the surface's up direction. On a grid `cell` is the
    cell under that middle, None off the grid, and `offset_mm` the distance (right, down) from the middle of that cell.
    On a mat `zone` is the zone that holds it.
    """

    tag: Tag
    corners_px: Points
    centre_mm: tuple[float, float]
    turn_deg: float
    cell: str | None
    offset_mm: tuple[float, float] | None
    by: Finder
    zone: str | None = None

    @property
    def place(self) -> str | None:
        """The cell or the zone."""
        return self.cell or self.zone


#: Which cells the piece of a placed tag covers.
Covers = Callable[[PlacedTag], Collection[str]]


def large_piece_cells(placed: Iterable[PlacedTag], covers: Covers | None) -> set[str]:
    """Return the cells of the pieces that cover more than one cell.

    The tags of these pieces alone do not tell what they hide.
    """
    pieces = [set(covers(tag)) for tag in placed] if covers else []
    return {cell for piece in pieces if len(piece) > 1 for cell in piece}


def placed_tags(seen: Sequence[TagDetection], camera: Pinhole, catalogue: Catalogue) -> tuple[PlacedTag, ...]:
    """Return the placement of the tags that are no references.

    On a mat, tags that are to be dropped are included, without a zone.
    """
    loose = [tag for tag in seen if tag.tag.placement_mm is None]
    if not loose:
        return ()
    heights = np.array([tag.tag.height_mm for tag in loose])
    corners = np.array([tag.corners_px for tag in loose])
    points = np.concatenate([middles_px(corners)[:, None], corners], axis=1).reshape(-1, 2)
    places = camera.on_plane(points, np.repeat(heights, 5)).reshape(-1, 5, 2)
    return tuple(_placed_tag(tag, place, catalogue) for tag, place in zip(loose, places, strict=True))


def _placed_tag(seen: TagDetection, places: Points, catalogue: Catalogue) -> PlacedTag:
    """Return the placed of a tag with its middle and its corners on the surface, (5, 2) in mm."""
    x, y = float(places[0, 0]), float(places[0, 1])
    corners = places[1:]
    # The symbol's right and down on the surface, both of which tell its turn.
    right = corners[1] + corners[2] - corners[0] - corners[3]
    down = corners[3] + corners[2] - corners[0] - corners[1]
    turn = math.degrees(math.atan2(right[1] - down[0], right[0] + down[1])) % 360.0
    across, along = seen.tag.middle_mm
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = x + cos * across - sin * along, y + sin * across + cos * along
    cell = offset = zone = None
    surface = catalogue.surface
    if isinstance(surface, Grid):
        cell = surface.cell_at(x, y)
        if cell is not None:
            middle = surface.centre(cell)
            offset = (x - middle[0], y - middle[1])
    elif isinstance(surface, Mat):
        found_zone = surface.zone_at(x, y)
        zone = found_zone.name if found_zone and found_zone.reads(seen.tag.kind) else None
    return PlacedTag(seen.tag, seen.corners_px, (x, y), turn, cell, offset, seen.by, zone)


def piece_outline_mm(placed: PlacedTag) -> Points:
    """Return the corners (4, 2) of the tag's piece, on the surface, as high as the tag."""
    half = placed.tag.size_mm * _PIECE_SCALE / 2
    left, top, right, bottom = placed.tag.piece_mm or (-half, -half, half, half)
    if placed.tag.piece_mm is not None:
        # From the tag's centre, not from the piece's middle.
        x, y = placed.tag.middle_mm
        left, top, right, bottom = left - x, top - y, right - x, bottom - y
    turn = math.radians(placed.turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = placed.centre_mm
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return np.array([(x + cos * across - sin * down, y + sin * across + cos * down) for across, down in corners])


def strip_dropped_codes(
    codes: Sequence[CodeDetection], placed: Sequence[PlacedTag], camera: Pinhole, catalogue: Catalogue
) -> tuple[CodeDetection, ...]:
    """Strip payloads of codes in zones of a mat that are not read; keep their outlines.

    Other codes stay unchanged.
    """
    mat = catalogue.surface
    if not isinstance(mat, Mat):
        return tuple(codes)
    kept: list[CodeDetection] = []
    before = [code for code in codes if code.dropped_px is not None]
    for code in codes:
        tag = catalogue.by_payload.get(code.text or "")
        if code.text is None or (tag and tag.placement_mm is not None):
            kept.append(code)
            continue
        if tag is None:
            place = mat.place_at(*map(float, camera.on_plane([code.centre_px])[0]))
            kept.append(code if place else replace(code, text=None, dropped_px=code.corners))
            continue
        own = next((other for other in placed if other.tag.id == tag.id and _same_place(other, code)), None)
        if own is None or own.zone is None:
            if any(other.same_place(code) for other in before):
                continue
            outline = code.corners if own is None else _outline_px(own, camera)
            kept.append(replace(code, text=None, dropped_px=outline))
        else:
            kept.append(code)
    return tuple(kept)


def _same_place(placed: PlacedTag, code: CodeDetection) -> bool:
    return math.dist(placed.corners_px.mean(axis=0), code.centre_px) < 0.5 * code.side_px


def _outline_px(placed: PlacedTag, camera: Pinhole) -> Points:
    outline = piece_outline_mm(placed)
    return camera.project(np.column_stack([outline, np.full(4, placed.tag.height_mm)]))


def tall_shadow_cells(placed: Iterable[PlacedTag], grid: Grid) -> set[str]:
    """Return the cells on which the shadow of a tall piece may fall.

    The shadow is as long as the piece is high, in light from halfway up.
    """
    tall = [tag for tag in placed if grid.is_tall(tag.tag.height_mm)]
    return {
        cell
        for tag in tall
        for cell in grid.cells
        if max(abs(centre - middle) for centre, middle in zip(grid.centre(cell), tag.centre_mm, strict=True))
        < tag.tag.height_mm + grid.cell_mm / 2
    }
