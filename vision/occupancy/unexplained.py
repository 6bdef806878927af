"""Unexplained print: ink without a decoded tag, and edges denser than the bare board's.

Ink is meant as on the tags' paper.
"""

import math
from collections.abc import Collection, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection, middles_px
from vision.occupancy.footprints import CORE, IN_SIGHT, core_shares, middles

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

#: Density of edges, between the empty board (0) and the tags that were read (1), from which on there may be, and from
#: which on there is ink on paper, over a few blocks, on so large a share of the core.
MAYBE_INK = 0.4
INK = 0.48
INK_SHARE = 0.2
#: Tags tell how strong edges are so far about them (standard deviation, in cells), worked out every few blocks; none
#: are weaker than this, and where this weight of tags is not near, they tell little.
_NEAR = 2.0
_STEP = 10
_PALEST = 0.35
_UNKNOWN = 0.5
#: White paper in the darkest shadow.
_DIMMEST = 0.45
#: Reflectance of the darkest about a block above which glare brightens all and ink and paper are less far apart.
_NO_GLARE = 0.6
#: Reflectance of the darkest about a block at which they are least far apart.
_GLARE = 1.15
#: Distance between ink and paper that is left there, as a share of the usual one.
_PALEST_IN_GLARE = 0.3


def ink_density(edges: Floats, board: RectifiedBoard, explained: Mask, seen: Sequence[TagDetection]) -> Floats:
    """Return the density of `edges`: 0 as on the empty board, 1 as on the tags that were read.

    Tags near by count most.
    """
    places = _places(board, seen)
    if not len(places) or explained.all():
        return np.zeros_like(edges)
    empty = float(np.median(edges[~explained]))
    on_tags = edges[places[:, 1], places[:, 0]]
    inked = float(np.median(on_tags))
    pale = _edge_weakening(places, on_tags / max(inked, 1e-3), edges.shape)
    return np.asarray((edges / pale - empty) / max(inked - empty, 1e-3), np.float32)


def ink_of_tags(edges: Floats, board: RectifiedBoard, seen: Sequence[TagDetection]) -> float:
    """Return the usual density of `edges` on the tags `seen`.

    It is infinite if none is on the rectified board.
    """
    x, y = _places(board, seen).T
    return float(np.median(edges[y, x])) if len(x) else math.inf


def _places(board: RectifiedBoard, seen: Sequence[TagDetection]) -> Numbers:
    """Return the middle blocks (n, 2) of those tags that are on the rectified board."""
    heights = np.array([tag.tag.height_mm for tag in seen])
    centres = board.camera.on_plane(middles_px(np.array([tag.corners_px for tag in seen])), heights)
    places = np.floor(board.place(centres, heights)).astype(int)
    return np.asarray(places[((places >= 0) & (places < board.edges.shape[::-1])).all(axis=1)], np.int64)


def local_contrast(board: RectifiedBoard) -> Floats:
    """Return the contrast of ink and paper about each block, relative to the tags': at most 1.

    In shadow the brightest is darker, and in glare the darkest brighter.
    """
    light = cv2.blur(board.reflectance.mean(axis=0), (2, 2))
    around = np.ones((7, 7), np.uint8)
    white = np.clip(cv2.dilate(light, around), _DIMMEST, 1.0)
    left = np.clip((_GLARE - cv2.erode(light, around)) / (_GLARE - _NO_GLARE), _PALEST_IN_GLARE, 1.0)
    return np.asarray(white * left, np.float32)


def _edge_weakening(places: Numbers, strengths: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the factor by which edges are weaker than usual about each block.

    Edges are weaker in haze, in shadow and far from the camera. `strengths` (n,) are those of the tags at `places`
    (n, 2), in blocks, beside the usual one.
    """
    rows, columns = (np.arange(_STEP // 2, side + _STEP, _STEP) for side in shape)
    # A weight is one for the distance across times one for the distance down.
    across, down = (
        np.exp(-0.5 * (np.subtract.outer(along, place) / (_NEAR * BLOCKS)) ** 2)
        for along, place in zip((columns, rows), places.T, strict=True)
    )
    logs = np.log(np.maximum(strengths, _PALEST))
    # Where no tag is near, edges are as strong as usual.
    mean = ((down * logs) @ across.T) / (down @ across.T + _UNKNOWN)
    size = (len(columns) * _STEP, len(rows) * _STEP)
    whole = cv2.resize(np.exp(np.minimum(mean, 0)).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole[: shape[0], : shape[1]], np.float32)


def high_places(
    board: RectifiedBoard,
    catalogue: Catalogue,
    explained: Mask,
    density: Floats,
    cells: Numbers,
    seen: Sequence[TagDetection],
) -> list[tuple[str, float]]:
    """Return cells over which a high piece's cap would be seen off the grid where ink is.

    The result is (cell, height). Only caps of tags that are not among those `seen` can be there.
    """
    grid = catalogue.grid
    heights = _high_heights(board, catalogue, {tag.tag.id for tag in seen})
    ink = (density > INK) & ~explained & (cells < 0)
    if not heights or np.count_nonzero(ink) < INK_SHARE * (CORE * BLOCKS) ** 2:
        return []
    found = []
    for height in sorted(heights):
        places = middles(board, grid, height)
        in_sight = core_shares(~explained, places)
        inked = core_shares(ink, places) > INK_SHARE * np.maximum(in_sight, IN_SIGHT)
        for cell, middle, is_inked in zip(grid.cells, places, inked, strict=True):
            if is_inked and grid.cell_at(*((middle / BLOCKS - MARGIN_CELLS) * grid.cell_mm)) is None:
                found.append((cell, height))
    return found


def beyond(board: RectifiedBoard, catalogue: Catalogue, seen: Sequence[TagDetection]) -> list[tuple[str, float]]:
    """Return cells over which a high piece's cap would appear off the grid, beyond this board.

    Only caps of a height at which none is seen yet are worth the look.
    """
    missing = _high_heights(board, catalogue) - {tag.tag.height_mm for tag in seen}
    size = np.array(board.edges.shape[::-1])
    return [
        (cell, height)
        for height in sorted(missing)
        for cell, middle in zip(catalogue.grid.cells, middles(board, catalogue.grid, height), strict=True)
        if (middle < 0).any() or (middle >= size).any()
    ]


def _high_heights(board: RectifiedBoard, catalogue: Catalogue, known: Collection[str] = ()) -> set[float]:
    """Return heights of pieces much higher than usual whose tags (by id) are not `known`."""
    high = board.height_mm + catalogue.grid.cell_mm / 2
    return {tag.height_mm for tag in catalogue.tags if tag.height_mm > high and tag.id not in known}
