"""Boards with objects on most cells: the look that the cells share is not the print then."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.rectified import BLOCKS, RectifiedBoard
from vision.model.ground_pixels import CELL_PX, cells_of
from vision.model.surface import Grid
from vision.occupancy.ground import SAMPLES

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Points = npt.NDArray[np.float64]
Cells = npt.NDArray[np.bool_]

#: So much of a cell's middle, and of its rim, must be free of pieces to be judged, and so many cells.
_FREE = 0.6
_FREE_RIM = 0.35
_FEW_CELLS = 20
#: A patch has edges so dense in the middle of its cell, beside those of the tags that were read, and so much fewer
#: along the cell's rim (the median), where prints go on or have their lines.
_DENSE = 0.3
_CALM = 0.5
_MIDDLE = slice(3, 7)
_RIM = np.pad(np.zeros((BLOCKS - 2, BLOCKS - 2), np.bool_), 1, constant_values=True)
#: It shows dark and light so far apart (reflectance), but for the darkest and the brightest fifteenth of its middle.
_CONTRAST = 0.3
_ENDS = (7, 93)
_SIDE = CELL_PX * SAMPLES
_MIDDLE_PX = slice(_SIDE // 5, -(_SIDE // 5))
#: What is printed in every cell is the same in all: so far its details, which are finer than so many pixels, correlate
#: with what most of them show.
_SAME = 0.7
#: Window over which shades are smoothed: details are not finer than this (pixels).
_SOFT = (3, 3)
#: Window over which the mean is taken from which details differ: they are finer than this (pixels).
_FINE = (7, 7)
#: Patches on a smaller share of the cells than this are found by how much they differ from the other cells. Where so
#: many have one, weaker edges than theirs are no print either.
_SHARE = 0.45
_WEAK = 0.15


def patches(board: RectifiedBoard, floor: Floats, explained: Mask, inked: float, places: Points, grid: Grid) -> Cells:
    """Return the cells (n,) with a patch like a code or a sticker.

    Does so if so many cells have one that the patches may seem to be the print. `floor` is how light the grid's
    rectangle is (see `Ground.floor`), `explained` what pieces that were read hide, `inked` how dense edges are on
    the tags of these, and `places` (n, 2) where the cells' middles appear, in blocks.
    """
    edges, free = (_blocks(of, places) for of in (board.edges, (~explained).astype(np.float32)))
    middle, rim = free[:, _MIDDLE, _MIDDLE], free[:, _RIM]
    judged = (middle.mean(axis=(1, 2)) >= _FREE) & (rim.mean(axis=1) >= _FREE_RIM)
    dense = (edges[:, _MIDDLE, _MIDDLE] * middle).sum(axis=(1, 2)) / np.maximum(middle.sum(axis=(1, 2)), 1)
    # The free blocks are sorted before the others.
    along = np.sort(np.where(rim > 0, edges[:, _RIM], np.inf), axis=1)
    halfway = rim.sum(axis=1).astype(int) // 2
    calm = np.take_along_axis(along, halfway[:, None], axis=1)[:, 0]
    found = judged & (dense > _DENSE * inked) & (calm < _CALM * dense)
    count = np.count_nonzero(judged)
    if count < _FEW_CELLS or np.count_nonzero(found) < _SHARE * count:
        return np.zeros_like(found)
    shades = cells_of(floor, grid, SAMPLES)[found][:, _MIDDLE_PX, _MIDDLE_PX]
    low, high = np.percentile(shades, _ENDS, axis=(1, 2))
    found[found] = (high - low > _CONTRAST) & ~_same(shades)
    if np.count_nonzero(found) < _SHARE * count:
        return np.zeros_like(found)
    return np.asarray(judged & (dense > _WEAK * inked), np.bool_)


def _blocks(plane: Floats, places: Points) -> Floats:
    """Return the blocks (n, BLOCKS, BLOCKS) of a plane about places (n, 2)."""
    span = np.arange(BLOCKS)
    x, y = (np.floor(places - BLOCKS / 2 + 0.5).astype(int)[:, axis, None] + span for axis in (0, 1))
    rows, columns = (np.clip(indices, 0, side - 1) for indices, side in ((y, plane.shape[0]), (x, plane.shape[1])))
    return plane[rows[:, :, None], columns[:, None, :]]


def _same(shades: Floats) -> Cells:
    """Return the cells of (n, h, w) that show the same fine details as most of them."""
    details = np.stack([cv2.blur(cell, _SOFT) - cv2.blur(cell, _FINE) for cell in shades]).reshape(len(shades), -1)
    median_details = np.median(details, axis=0)
    sizes = np.linalg.norm(details, axis=1) * np.linalg.norm(median_details)
    return np.asarray(details @ median_details > _SAME * sizes, np.bool_)
