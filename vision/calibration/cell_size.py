"""Size of the board's cells, compared with the size that the tags were made for.

The reference tags lie against lines of the board. So the distances between them grow with the cells, but the
tags keep their printed size. The size of a cell is the one with which both agree. Pieces on the middles of two
far cells make it surer. A print that came out smaller or larger looks just like a board with other cells; only
a ruler laid on the printed one tells them apart.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.errors import BoardNotFoundError
from vision.locate.print_scale import find_print_scale, scaled_tag, stretch
from vision.locate.registration import register
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection, middles_px
from vision.model.pinhole import Pinhole
from vision.model.profile import CameraProfile
from vision.model.surface import Grid

#: Points of the grid that reference tags are laid against, by tag, in cells right and down from its top left corner.
Anchors = Mapping[str, tuple[float, float]]

#: The search starts with what the tags seem to be printed for, and with so many times what they were made for where the
#: board is not found then.
_STARTS = (0.9, 1.12, 0.8, 1.25)
#: From each start the size is corrected so often at most, until it changes by less than this.
_STEPS = 12
_SETTLED_MM = 0.003
#: Smallest size that is a result, in times of what the tags were made for.
_LEAST = 0.7
#: Largest size that is a result, in times of what the tags were made for.
_MOST = 1.4
#: A laid piece may be so far from the middle of its cell, in cells, to be taken for the one that was asked for.
_NEAR_CELLS = 0.45
#: By hand a piece comes to lie so near the middle of its cell (standard deviation).
_PLACED_WITHIN_MM = 0.7
#: A reference's printed side as it is measured in a picture (standard deviation, a share).
_SIDE_SIGMA = 0.006


@dataclass(frozen=True)
class CellSize:
    """Side of a cell in true millimetres, and how sure it is.

    It is true if the printed ruler has the length that was given. `laid` are the two cells on which pieces helped
    to measure it, None if none did.
    """

    cell_mm: float
    sigma_mm: float
    laid: tuple[str, str] | None = None


def farthest_cells(grid: Grid) -> tuple[str, str]:
    """Return the two cells that are furthest from each other.

    Pieces tell most about the cells' size there.
    """
    names = list(grid.cells)
    places = np.array([grid.cells[name] for name in names])
    distances = ((places[:, None] - places) ** 2).sum(axis=2)
    first, second = np.unravel_index(int(distances.argmax()), distances.shape)
    return names[first], names[second]


def measure_cells(
    seen: Sequence[TagDetection],
    catalogue: Catalogue,
    anchors: Anchors,
    size_px: tuple[int, int],
    *,
    profile: CameraProfile | None = None,
    focal_px: float | None = None,
    ruler_mm: float = 100.0,
) -> CellSize | None:
    """Measure the cells' size by the tags seen in a picture of `size_px` (width, height).

    Returns None if the tags do not tell it. `anchors` names the point of the grid that each reference is laid
    against; `ruler_mm` is how long the printed 100 mm ruler really is. Pieces count if exactly one lies on each of
    the two `farthest_cells`.
    """
    made_for = catalogue.grid.cell_mm
    printed = ruler_mm / 100.0
    try:
        scale = find_print_scale(seen, replace(catalogue, anchors=anchors), size_px, profile, focal_px)
    except BoardNotFoundError:
        return None
    for start in (printed / (scale or printed), *_STARTS):
        cell_mm = start * made_for
        try:
            for _ in range(_STEPS):
                table, tags = _scaled_inputs(cell_mm, catalogue, seen, anchors, printed)
                camera = register(tags, table, size_px, profile, focal_px).camera
                found = _measured(camera, tags, table)
                change, cell_mm = abs(found.cell_mm - cell_mm), found.cell_mm
                if change < _SETTLED_MM or not _LEAST < cell_mm / made_for < _MOST:
                    break
        except BoardNotFoundError:
            continue
        if change < 10 * _SETTLED_MM and _LEAST < cell_mm / made_for < _MOST:
            return found
    return None


def _scaled_inputs(
    cell_mm: float, catalogue: Catalogue, seen: Sequence[TagDetection], anchors: Anchors, printed: float
) -> tuple[Catalogue, list[TagDetection]]:
    """Scale the catalogue and the seen tags to a cell size and to a print scale `printed`."""
    made_for = catalogue.grid.cell_mm
    tags = {}
    for tag in catalogue.tags:
        place = tag.placement_mm
        if place is not None:
            lines = anchors.get(tag.id, (place[0] / made_for, place[1] / made_for))
            x, y = (line * cell_mm + (own - line * made_for) * printed for line, own in zip(lines, place, strict=True))
            place = (x, y)
        tags[tag.id] = replace(scaled_tag(tag, printed), placement_mm=place)
    table = Catalogue(catalogue.code, Grid(cell_mm, catalogue.grid.cells), tuple(tags.values()))
    return table, [replace(tag, tag=table.by_payload[tag.tag.payload]) for tag in seen]


def _measured(camera: Pinhole, seen: Sequence[TagDetection], catalogue: Catalogue) -> CellSize:
    """Compute the cells' size in the frame of a camera.

    The camera's registration took the cells for those of the catalogue.
    """
    references = [tag for tag in seen if tag.tag.placement_mm is not None]
    stretched = stretch(camera, references)
    sigma = catalogue.grid.cell_mm * _SIDE_SIGMA / math.sqrt(len(references))
    cells = farthest_cells(catalogue.grid)
    places = [_piece_place(cell, camera, seen, catalogue.grid) for cell in cells]
    if places[0] is None or places[1] is None:
        return CellSize(catalogue.grid.cell_mm / stretched, sigma)
    steps = math.dist(*(catalogue.grid.cells[cell] for cell in cells))
    by_hand = math.sqrt(2) * _PLACED_WITHIN_MM / steps
    return CellSize(math.dist(places[0], places[1]) / steps / stretched, math.hypot(sigma, by_hand), cells)


def _piece_place(cell: str, camera: Pinhole, seen: Sequence[TagDetection], grid: Grid) -> tuple[float, float] | None:
    """Return the place of the piece that was laid on a cell, in mm of the frame.

    Returns None if there is no piece, or if there are several.
    """
    pieces = [tag for tag in seen if tag.tag.placement_mm is None]
    if not pieces:
        return None
    heights = np.array([tag.tag.height_mm for tag in pieces])
    places = camera.on_plane(middles_px(np.array([tag.corners_px for tag in pieces])), heights)
    near = np.linalg.norm(places - grid.centre(cell), axis=1) < _NEAR_CELLS * grid.cell_mm
    if near.sum() != 1:
        return None
    x, y = places[int(np.argmax(near))]
    return float(x), float(y)
