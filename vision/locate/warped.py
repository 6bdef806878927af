"""Pictures that were stretched or straightened after they were taken.

Such a picture shows the board's plane as some camera would, but nothing that stands on it: pieces seem to lie off the
middle of their cells, the more the higher they are.
"""

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
_LEAST_PIECES = 6
_SURE_SIGMAS = 4.0


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
    rows = np.column_stack([np.ones_like(heights), heights])
    piece_mm = max(_PIECES_MM, float((offsets - np.median(offsets, axis=0)).std()))
    found, cost, sigma = _fitted(rows / piece_mm, offsets / piece_mm, _BOARD_MM)
    _, cost_aside, _ = _fitted(rows[:, :1] / piece_mm, offsets / piece_mm, _ASIDE_MM)
    is_sure = np.abs(found[-1]).max() >= _SURE_SIGMAS * sigma and cost < cost_aside
    return found[-1] if is_sure else None


def _fitted(rows: Points, offsets: Points, aside_mm: float) -> tuple[Points, float, float]:
    """Return the numbers (m, 2) of least squares, their cost, and the last one's sigma.

    Of the first number, by which all lies to one side, `aside_mm` is the standard deviation beforehand.
    """
    prior = np.zeros((1, rows.shape[1]))
    prior[0, 0] = 1 / aside_mm
    rows, offsets = np.vstack([rows, prior]), np.vstack([offsets, np.zeros((1, 2))])
    covariance = np.linalg.inv(rows.T @ rows)
    found = np.asarray(covariance @ rows.T @ offsets)
    return found, float(((offsets - rows @ found) ** 2).sum()), float(covariance[-1, -1]) ** 0.5
