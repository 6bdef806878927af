"""Footprints: blocks of the rectified board that the pieces that were read hide."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard
from vision.model.detections import TagDetection
from vision.model.grid_cells import columns_rows
from vision.model.pinhole import Points
from vision.model.surface import Grid

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

#: The part of a cell that is looked at, about its middle, and how much of it must be in sight to be judged.
CORE = 0.7
IN_SIGHT = 0.35
#: A piece may be so many times as large as its tag's picture.
_PIECE_SCALE = 1.3
#: Outlines are drawn with so many binary digits behind the point.
_SHIFT = 4


def footprints(board: RectifiedBoard, seen: Sequence[TagDetection], foreign: Sequence[Points]) -> Mask:
    """Return the mask (h, w) of blocks that pieces and foreign codes hide or occupy.

    The pieces are those of the tags `seen`; `foreign` are the corners (4, 2) of the codes.
    """
    hidden = np.zeros(board.edges.shape, np.uint8)
    outlines = _pieces(board, seen)
    if foreign:
        flat = np.zeros(len(foreign)) + board.height_mm
        quads = board.camera.on_plane(np.vstack(foreign), board.height_mm).reshape(-1, 4, 2)
        tops = quads.mean(axis=1, keepdims=True)
        outlines += _columns(board, tops + (quads - tops) * _PIECE_SCALE**2, flat)
    for outline in outlines:
        cv2.fillConvexPoly(hidden, outline, 1, cv2.LINE_8, _SHIFT)
    return hidden > 0


def _pieces(board: RectifiedBoard, seen: Sequence[TagDetection]) -> list[npt.NDArray[np.int32]]:
    """Return the outlines, for drawing, of the pieces under tags, from top to bottom."""
    heights = np.array([tag.tag.height_mm for tag in seen])
    corners = np.array([tag.corners_px for tag in seen]).reshape(-1, 2)
    faces = board.camera.on_plane(corners, np.repeat(heights, 4)).reshape(-1, 4, 2)
    symbols = faces.mean(axis=1, keepdims=True)
    halves = np.array([tag.face_mm * _PIECE_SCALE / 2 for tag in seen])[:, None, None]
    units = (faces - symbols) / np.array([tag.symbol_mm / 2 for tag in seen])[:, None, None]
    right = (units[:, 1:2] - units[:, 0:1]) / 2
    down = (units[:, 3:4] - units[:, 0:1]) / 2
    middles = np.array([tag.tag.middle_mm for tag in seen]).reshape(-1, 1, 2)
    tops = symbols + right * middles[..., :1] + down * middles[..., 1:]
    return _columns(board, tops + units * halves, heights)


def _columns(board: RectifiedBoard, outlines_mm: Points, heights_mm: Points) -> list[npt.NDArray[np.int32]]:
    """Return the hulls, for drawing, of columns over outlines (n, 4, 2), up to heights (n,).

    The columns begin at the board.
    """
    both = np.concatenate([board.place(outlines_mm, 0.0), board.place(outlines_mm, heights_mm[:, None])], axis=1)
    points = ((both - 0.5) * 2**_SHIFT).astype(np.float32)
    return [np.round(cv2.convexHull(column)).astype(np.int32) for column in points]


def middles(board: RectifiedBoard, grid: Grid, height_mm: float) -> Points:
    """Return the places of the cells' middles, raised to a height: (n, 2) in blocks."""
    return board.place(np.array([grid.centre(cell) for cell in grid.cells]), height_mm)


def core_shares(mask: Mask, middles: Points) -> Points:
    """Return the share (n,) of a mask in the cores of cells with these middles (n, 2).

    It is 0 beyond the rectified board.
    """
    side = round(CORE * BLOCKS)
    means = cv2.boxFilter(mask.astype(np.float32), -1, (side, side), borderType=cv2.BORDER_CONSTANT)
    x, y = np.floor(middles).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < mask.shape[1]) & (y < mask.shape[0])
    return np.where(inside, means[np.where(inside, y, 0), np.where(inside, x, 0)], 0.0)


def cell_numbers(grid: Grid) -> Numbers:
    """Return the number of the cell on which each block lies, -1 off the grid."""
    columns, rows = columns_rows(grid)
    table = np.full((rows.max() + 1, columns.max() + 1), -1, np.int64)
    table[rows, columns] = np.arange(len(columns))
    margin = int(MARGIN_CELLS * BLOCKS)
    return np.pad(np.repeat(np.repeat(table, BLOCKS, axis=0), BLOCKS, axis=1), margin, constant_values=-1)
