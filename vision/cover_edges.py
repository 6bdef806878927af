"""Where what covers cells goes on into the cells beside them: block by block, by its look and the board's."""

from dataclasses import dataclass

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


@dataclass(frozen=True, eq=False)
class _Usual:
    """The medians (k,) of looks, and the covariance (k, k) of most of them about these."""

    middle: Floats
    spread: npt.NDArray[np.float64]


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
    usual = _usual(ground)
    in_sight = np.bincount(cells[visible], minlength=len(covered))
    parts = numbered_parts(covered, grid)
    for part in range(1, parts.max() + 1):
        thing = looks[:, visible & (parts == part)[cells]]
        border = _border_between(usual, _usual(thing)) if thing.shape[1] >= _FEW_OF_THING else None
        if border is None:
            continue
        way, half_way = border
        alike = visible & (np.tensordot(way, looks, 1) > half_way)
        share = np.bincount(cells[alike], minlength=len(covered)) / np.maximum(in_sight, _FEW_OF_CELL)
        found |= touching(parts == part, grid) & (share > _GOES_ON)
    return found & ~covered


def _border_between(board: _Usual, thing: _Usual) -> tuple[Floats, float] | None:
    """The way (k,) in which looks of the board and of a thing are best told apart, and how far along it half way is.

    None if they are not told apart well. That is Fisher's linear discriminant, about the medians.
    """
    spread = (board.spread + thing.spread) / 2 + np.eye(len(board.middle)) * _VARIES**2
    apart = thing.middle - board.middle
    way = np.linalg.solve(spread, apart)
    if way @ apart <= _APART**2:
        return None
    way = np.asarray(way, np.float32)
    return way, float(way @ (board.middle + thing.middle) / 2)


def _usual(looks: Floats) -> _Usual:
    """How looks (k, n) are and vary."""
    middle = np.median(looks, axis=1)
    off = looks - middle[:, None]
    usual = np.median(np.abs(off), axis=1, keepdims=True) + _VARIES / 10
    most = off[:, np.linalg.norm(off / usual, axis=0) < _FAR]
    return _Usual(middle, np.asarray(most @ most.T / max(most.shape[1], 1), np.float64))
