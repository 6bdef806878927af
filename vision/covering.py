"""Which cells are covered: their print is not seen, for something lies before it that is no piece, a hand or an arm."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import Grid
from vision.cell_looks import strangeness
from vision.grid_lines import grid_lines
from vision.rectified import RectifiedBoard

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]

#: So many of the eight halves of its sides tell whether a cell's lines are seen,
_JUDGED = 4
#: and if no more than this share of them is, its print is not; with more than that, it is.
_UNSEEN = 0.45
_SEEN = 0.6
#: A cell beside covered ones is covered if its lines are not seen, or if it looks this strange.
_BESIDE = 0.6
#: Fewer cells than this side by side are no hand.
_FEW = 3


def covered_cells(
    board: RectifiedBoard, explained: Mask, floor_explained: Mask, cells: Numbers, beside: Numbers, grid: Grid
) -> npt.NDArray[np.bool_]:
    """The cells (n,) before whose print something lies.

    `explained` is what pieces hide at their height, `floor_explained` on the board's plane; `cells` and `beside` are
    the numbers of the cell on each block and of the piece beside it, -1 for none.
    """
    count = len(grid.cells)
    sure, perhaps = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    print_seen = np.zeros(count, np.bool_)
    lines = grid_lines(board.floor, floor_explained, grid)
    if lines is not None:
        judged = lines.judged >= _JUDGED
        share = lines.seen / np.maximum(lines.judged, 1)
        sure |= judged & (share <= _UNSEEN)
        print_seen = judged & (share > _SEEN)
        # Where it is too dark for a line to show, the cells beside it tell.
        perhaps |= (lines.free >= _JUDGED) & ~print_seen
    strange = strangeness(board, explained, cells, np.where(cells >= 0, beside, -1), count)
    if strange is not None:
        sure |= (strange > 1) & ~print_seen
        perhaps |= (strange > _BESIDE) & ~print_seen
    return _together(sure, perhaps, grid)


def _together(sure: npt.NDArray[np.bool_], perhaps: npt.NDArray[np.bool_], grid: Grid) -> npt.NDArray[np.bool_]:
    """Of the cells that are `sure` or `perhaps` those that lie side by side with several sure ones."""
    columns, rows = np.array(list(grid.cells.values())).T
    table = np.zeros((rows.max() + 1, columns.max() + 1), np.uint8)
    table[rows, columns] = sure | perhaps
    number, labels = cv2.connectedComponents(table, connectivity=8)
    own = labels[rows, columns]
    large = np.bincount(own, sure, number) >= _FEW
    large[0] = False
    return np.asarray(large[own], np.bool_)
