"""Cells of a grid as arrays: their places, and their neighbours."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.surface import Grid

Numbers = npt.NDArray[np.int64]
Cells = npt.NDArray[np.bool_]


def columns_rows(grid: Grid) -> Numbers:
    """Return the columns and the rows of the cells, in the grid's order: (2, n)."""
    return np.array(list(grid.cells.values()), np.int64).T


def cell_names(cells: Cells, grid: Grid) -> tuple[str, ...]:
    """Return the names of those of the `cells` (n,) that are true, in the grid's order."""
    return tuple(name for name, cell in zip(grid.cells, cells, strict=True) if cell)


def neighbours(grid: Grid, right: int, down: int) -> Numbers:
    """Return the number (n,) of the neighbour of each cell, -1 where there is none.

    The neighbour lies one to the right (1) or left (-1) and below (1) or above (-1).
    """
    columns, rows = columns_rows(grid) + 1
    table = np.full((rows.max() + 2, columns.max() + 2), -1, np.int64)
    table[rows, columns] = np.arange(len(rows))
    return np.asarray(table[rows + down, columns + right], np.int64)


def connected_components(whole: Cells, counted: Cells, fewest: int, grid: Grid) -> Cells:
    """Return the 8-connected components of `whole` (n,) with enough `counted` (n,) cells.

    A component needs at least `fewest` counted cells.
    """
    columns, rows = columns_rows(grid)
    table = np.zeros((rows.max() + 1, columns.max() + 1), np.uint8)
    table[rows, columns] = whole
    _, labels = cv2.connectedComponents(table, connectivity=8)
    own = labels[rows, columns]
    large = np.bincount(own, counted) >= fewest
    large[0] = False
    return np.asarray(large[own], np.bool_)
