"""What is seen across the sides between cells, half by half, where pieces leave them free."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.neighbours import columns_rows, neighbours
from vision.rectified import BLOCKS, CELL_PX, MARGIN_CELLS
from vision.surface import Grid

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

#: The two halves of a cell's side, in shares of it; its ends, where lines cross, are left out.
_HALVES = ((0.1, 0.48), (0.52, 0.9))
#: A half is judged if so much of it is free of pieces, this far to both sides of it, in cells.
_FREE = 0.5
_BESIDE = 0.22


def side_profiles(floor: Floats, hidden: Mask, grid: Grid) -> tuple[Floats, Numbers, tuple[Numbers, Numbers]]:
    """The means along each judged half (n, CELL_PX), from one cell's middle to the other's, both cells (n, 2), and the
    rows and columns of the rectified board's blocks at both sides of the half (n, k).
    """
    profiles, owners = [], []
    places: tuple[list[Numbers], list[Numbers]] = ([], [])
    margin = int(MARGIN_CELLS * BLOCKS)
    hidden, block = hidden[margin:-margin, margin:-margin], CELL_PX // BLOCKS
    for axis, pairs in enumerate(_pairs(grid)):
        lines, mask = (np.asarray(cv2.transpose(floor), np.float32), hidden.T) if axis else (floor, hidden)
        # On the transposed picture all lines run downwards.
        across, along = pairs[:, 2 + axis], pairs[:, 3 - axis]
        near = ((across * CELL_PX + CELL_PX // 2)[:, None] + np.arange(CELL_PX)[middle_part(_BESIDE)]) // block
        beside = (along * BLOCKS)[:, None] + np.arange(BLOCKS)
        unhidden = ~mask[beside[:, :, None], near[:, None, ::block]].any(axis=2)
        unhidden &= ~mask[beside, near[:, -1:]]
        # From one cell's middle to the next one's: (rows and columns of cells, rows and columns of pixels).
        left = CELL_PX // 2
        down, aside = lines.shape[0] // CELL_PX, (lines.shape[1] - left) // CELL_PX
        inner = lines[: down * CELL_PX, left : left + aside * CELL_PX]
        squares = inner.reshape(down, CELL_PX, aside, CELL_PX).swapaxes(1, 2)
        for low, high in _HALVES:
            span = slice(round(low * CELL_PX), round(high * CELL_PX))
            free = unhidden[:, np.arange(CELL_PX)[span] // block]
            judged = free.mean(axis=1) >= _FREE
            weight = free[judged] / free[judged].sum(axis=1, keepdims=True)
            part = squares[along[judged], across[judged], span]
            profiles.append((weight.astype(np.float32)[:, None] @ part)[:, 0])
            owners.append(pairs[judged, :2])
            beside_it, along_it = np.meshgrid((-1, 0), np.arange(round(low * BLOCKS), round(high * BLOCKS)))
            places[axis].append(margin + (along[judged] * BLOCKS)[:, None] + along_it.ravel())
            places[1 - axis].append(margin + ((across[judged] + 1) * BLOCKS)[:, None] + beside_it.ravel())
    return np.vstack(profiles), np.vstack(owners), (np.vstack(places[0]), np.vstack(places[1]))


def _pairs(grid: Grid) -> list[Numbers]:
    """Cells side by side, and one above the other: (n, 4) the numbers of both, and column and row of the first."""
    both = (neighbours(grid, 1, 0), neighbours(grid, 0, 1))
    cells = np.arange(len(grid.cells)), *columns_rows(grid)
    return [np.stack([cells[0], other, *cells[1:]], axis=1)[other >= 0] for other in both]


def middle_part(reach: float) -> slice:
    """The columns of a profile no farther from its line than this, in cells."""
    return slice(round((0.5 - reach) * CELL_PX), round((0.5 + reach) * CELL_PX))
