"""Where what covers cells goes on into the cells beside them: block by block, by its look and the board's."""

import numpy as np
import numpy.typing as npt

from vision.cell_looks import looks_of_blocks
from vision.neighbours import numbered_parts, touching
from vision.rectified import RectifiedBoard
from vision.surface import Grid

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Cells = npt.NDArray[np.bool_]

#: So many blocks tell how a thing looks, and so many how the board does; of so many in sight of a cell more than this
#: share are the thing's if it goes on there.
_FEW_OF_THING, _FEW_OF_BOARD, _FEW_OF_CELL = 200, 500, 20
_GOES_ON = 0.5
#: Thing and board must be so many times as far apart as each of them varies.
_APART = 4.0
#: As if all looks (logarithms) varied by so much more.
_VARIES = 0.02
#: What is so many times as far off as half of the blocks are is of another thing, or a letter.
_FAR = 6.0


def cells_beside(board: RectifiedBoard, explained: Mask, covered: Cells, cells: Numbers, grid: Grid) -> Cells:
    """The cells (n,) beside `covered` ones of which more looks like what covers these than like the board.

    `explained` is what pieces hide at their height; `cells` is the number of the cell on each block, -1 off the grid.
    """
    looks = looks_of_blocks(board)
    visible = ~explained & (cells >= 0)
    ground = looks[:, visible & ~touching(covered, grid)[cells]]
    found = np.zeros_like(covered)
    if ground.shape[1] < _FEW_OF_BOARD:
        return found
    in_sight = np.bincount(cells[visible], minlength=len(covered))
    parts = numbered_parts(covered, grid)
    for part in range(1, parts.max() + 1):
        thing = looks[:, visible & (parts == part)[cells]]
        way = _way_between(ground, thing) if thing.shape[1] >= _FEW_OF_THING else None
        if way is None:
            continue
        half_way = way @ (np.median(ground, axis=1) + np.median(thing, axis=1)) / 2
        alike = visible & (np.tensordot(way, looks, 1) > half_way)
        share = np.bincount(cells[alike], minlength=len(covered)) / np.maximum(in_sight, _FEW_OF_CELL)
        found |= touching(parts == part, grid) & (share > _GOES_ON)
    return found & ~covered


def _way_between(ground: Floats, thing: Floats) -> Floats | None:
    """The way (k,) in which looks (k, n) of the board and of a thing are best told apart; None if that is not well.

    That is Fisher's linear discriminant, about the medians.
    """
    spread = sum(_spread(looks) for looks in (ground, thing)) / 2 + np.eye(len(ground)) * _VARIES**2
    apart = np.median(thing, axis=1) - np.median(ground, axis=1)
    way = np.linalg.solve(spread, apart)
    return np.asarray(way, np.float32) if way @ apart > _APART**2 else None


def _spread(looks: Floats) -> npt.NDArray[np.float64]:
    """The covariance (k, k) of most of the looks (k, n)."""
    off = looks - np.median(looks, axis=1, keepdims=True)
    usual = np.median(np.abs(off), axis=1, keepdims=True) + _VARIES / 10
    most = off[:, np.linalg.norm(off / usual, axis=0) < _FAR]
    return np.asarray(most @ most.T / max(most.shape[1], 1), np.float64)
