"""Cells side by side whose known print is not seen in its details, where that of others is: under an arm, a hand."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from vision.ground import Floats
from vision.neighbours import connected_parts
from vision.surface import Grid

#: So much of a cell must be compared with the bare board to judge it.
SEEN_SHARE = 0.7
#: With so much correlation of the fine details of a whole cell its print is known again.
KNOWN_AGAIN = 0.65
#: So little is nothing at all.
TINY = 1e-9
#: It is not seen where its details, at least this share of what is usual, are less alike than this in so many cells
#: side by side. (Of 507 cells under hands 454 are, of 3169 bare ones 7, and those alone.) With them go those that are a
#: little more alike, for a strip of some is seen.
_UNSEEN, _PLAIN_SHARE, _LARGE = 0.3, 0.3, 3
_STRIP = 0.5
#: The prints of so many other cells must be known again.
_FEW_CELLS = 20


def without_print(in_sight: Floats, details: Floats, lined: Collection[str], grid: Grid) -> npt.NDArray[np.bool_]:
    """The cells (n,) whose print is hidden by something large.

    `in_sight` (n,) is the share of each that can be compared. `details` (n, 3) are the mean squares of the fine details
    of its bare board and of what is seen, and their mean product. The printed lines round the `lined` cells are seen.
    """
    own, other, both = details.T
    alike = both / np.maximum(np.sqrt(own * other), TINY)
    strength = own / np.maximum(in_sight, TINY)
    judged = in_sight >= SEEN_SHARE
    known = judged & (alike > KNOWN_AGAIN)
    if np.count_nonzero(known) < _FEW_CELLS:
        return np.zeros(len(in_sight), np.bool_)
    unlike = judged & (strength > _PLAIN_SHARE * np.median(strength[known])) & (alike < _STRIP)
    unlike &= ~np.array([cell in lined for cell in grid.cells])
    return connected_parts(unlike, unlike & (alike < _UNSEEN), _LARGE, grid)
