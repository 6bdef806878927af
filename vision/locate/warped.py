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
#: The whole board, or all pieces as people lay them to one side, may be so far off (standard deviation, mm); heights
#: must explain the offsets better than that.
_ASIDE_MM = 3.0
#: So many low pieces tell it, where their offsets grow with their heights by so many standard deviations.
_LEAST_PIECES = 8
_SURE_SIGMAS = 4.0
#: So many of these must be about as high as the highest of them.
_LEAST_WITNESSES = 5
#: Share of them that may be laid carelessly.
_CARELESS = 0.1


def is_warped(placed: Sequence[PlacedTag], grid: Grid) -> bool:
    """Return True if the offsets of low pieces put a tall piece on another cell than it seems."""
    low = [tag for tag in placed if tag.offset_mm is not None and not grid.is_tall(tag.tag.height_mm)]
    if len(low) < _LEAST_PIECES:
        return False
    slant = _sure_slant(np.array([tag.tag.height_mm for tag in low]), np.array([tag.offset_mm for tag in low]))
    if slant is None:
        return False
    tall = (tag for tag in placed if grid.is_tall(tag.tag.height_mm))
    return any(grid.cell_at(*(np.array(tag.centre_mm) - tag.tag.height_mm * slant)) != tag.cell for tag in tall)


def _sure_slant(heights: Points, offsets: Points) -> Points | None:
    """Return how offsets (n, 2) grow with the heights (n,); None where that is not sure."""
    # Some may be laid carelessly: those that lie off the furthest that way are no witnesses.
    witnesses = len(heights) - math.ceil(_CARELESS * len(heights))
    order = np.argsort(offsets @ _fitted(heights, offsets)[0])[:witnesses]
    heights, offsets = heights[order], offsets[order]
    if (heights > heights.max() / 2).sum() < _LEAST_WITNESSES:
        return None
    slant, cost, sigma = _fitted(heights, offsets)
    if np.abs(slant).max() < _SURE_SIGMAS * sigma:
        return None
    _, cost_aside, _ = _fitted(np.zeros_like(heights), offsets, _ASIDE_MM)
    return slant if cost < cost_aside else None


def _fitted(heights: Points, offsets: Points, aside_mm: float = _BOARD_MM) -> tuple[Points, float, float]:
    """Return how offsets (n, 2) grow with the heights (n,), the cost of that, and its sigma.

    All may lie to one side besides: `aside_mm` is the standard deviation of that beforehand.
    """
    piece_mm = max(_PIECES_MM, float((offsets - np.median(offsets, axis=0)).std()))
    # The last row holds a growth that nothing tells of at nought.
    rows = np.vstack([np.column_stack([np.ones_like(heights), heights]) / piece_mm, np.diag([1 / aside_mm, 1e-6])])
    offsets = np.vstack([offsets / piece_mm, np.zeros((2, 2))])
    covariance = np.linalg.inv(rows.T @ rows)
    found = np.asarray(covariance @ rows.T @ offsets)
    return found[1], float(((offsets - rows @ found) ** 2).sum()), float(covariance[1, 1]) ** 0.5
