"""Pictures that were stretched or straightened after they were taken.

Such a picture shows the board's plane as some camera would, but nothing that stands on it: pieces seem to lie off the
middle of their cells, the more the higher they are.
"""

import math
from collections.abc import Sequence

import numpy as np

from vision.model.pinhole import Points
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Grid

#: Standard deviations (mm): the place of the whole board, and pieces off the middle of their cells, at least.
_BOARD_MM = 0.5
_PIECES_MM = 1.0
#: So many low pieces tell it, where their offsets grow with their heights by so many standard deviations.
_LEAST_PIECES = 8
_SURE_SIGMAS = 4.0
#: So many of these must be about as high as the highest of them.
_LEAST_WITNESSES = 5
#: Share of them that may be laid carelessly to one side.
_CARELESS = 0.1


def is_warped(placed: Sequence[PlacedTag], grid: Grid) -> bool:
    """Return True if the offsets of low pieces put a tall piece on another cell than it seems."""
    low = [tag for tag in placed if tag.offset_mm is not None and not grid.is_tall(tag.tag.height_mm)]
    if len(low) < _LEAST_PIECES:
        return False
    heights, offsets = np.array([tag.tag.height_mm for tag in low]), np.array([tag.offset_mm for tag in low])
    # Some may be laid carelessly: those that lie off the furthest to either side are no witnesses.
    left_out = math.ceil(_CARELESS * len(low))
    order = np.argsort(offsets @ _slant(heights, offsets)[0])[left_out:-left_out]
    heights, offsets = heights[order], offsets[order]
    if (heights > heights.max() / 2).sum() < _LEAST_WITNESSES:
        return False
    slant, sigma = _slant(heights, offsets)
    if np.abs(slant).max() < _SURE_SIGMAS * sigma:
        return False
    tall = (tag for tag in placed if grid.is_tall(tag.tag.height_mm))
    return any(grid.cell_at(*(np.array(tag.centre_mm) - tag.tag.height_mm * slant)) != tag.cell for tag in tall)


def _slant(heights: Points, offsets: Points) -> tuple[Points, float]:
    """Return by how much offsets (n, 2) grow with the heights (n,), and its standard deviation."""
    rows = np.column_stack([np.ones_like(heights), heights])
    piece_mm = max(_PIECES_MM, float((offsets - np.median(offsets, axis=0)).std()))
    information = rows.T @ rows / piece_mm**2 + np.diag([_BOARD_MM**-2, 0.0])
    covariance = np.linalg.inv(information)
    return np.asarray((covariance @ rows.T @ offsets / piece_mm**2)[1]), float(covariance[1, 1]) ** 0.5
