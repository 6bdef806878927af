"""Pixels of a board's ground, seen from above: `CELL_PX` a cell."""

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.grid_cells import columns_rows
from vision.model.surface import Grid

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Kind = TypeVar("Kind", bound=np.generic)


#: Pixels along a cell's side: about a millimetre each, so that the smallest things take up a hundred.
CELL_PX = 16


def ground_size(grid: Grid) -> tuple[int, int]:
    """Height and width in pixels of the grid's rectangle, cut-off cells included."""
    columns, rows = zip(*grid.cells.values(), strict=True)
    return (max(rows) + 1) * CELL_PX, (max(columns) + 1) * CELL_PX


def grey(colours: Floats) -> Floats:
    """Return the mean (h, w) of the channels (h, w, c)."""
    channels = colours.shape[2]
    return np.asarray(cv2.transform(colours, np.full((1, channels), 1 / channels, np.float32)), np.float32)


def cells_of(pixels: npt.NDArray[Kind], grid: Grid, samples: int = 1) -> npt.NDArray[Kind]:
    """Return the pixels (h, w, ...) of a ground cell by cell, in the grid's order.

    Each pixel has `samples` samples along a side. The result is (n, samples CELL_PX, samples CELL_PX, ...).
    """
    height, width = pixels.shape[:2]
    side = samples * CELL_PX
    cells = pixels.reshape(height // side, side, width // side, side, *pixels.shape[2:]).swapaxes(1, 2)
    columns, rows = columns_rows(grid)
    return np.asarray(cells[rows, columns])
