"""Where something reaches in over the outline of the board: the same is seen on both sides of it, and no table."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from vision.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard
from vision.surface import Grid

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Slices = tuple[slice, slice]

#: What is compared: the half of the cell beside the outline, a frame round the board, the table beyond, in cells.
_INSIDE = (-0.5, 0.0)
_FRAME = (0.05, 0.35)
_TABLE = (0.45, 1.1)
#: So much of each must be free of pieces. Near black, colours are noise; lightness (logarithm) counts less than they.
_FREE = 0.4
_BLACK = 0.01
_LIGHTNESS = 0.35
#: Board and table must differ by so much for this to tell anything, and a frame from the board.
_DIFFER = 0.12
_FRAMED = 0.15
#: Something reaches in where they differ by so much less than usual.
_TABLE_ALIKE = 0.3
_FRAME_ALIKE = 0.5
#: There the table is not seen: it looks so many times as unlike its usual look as it commonly does, and so unlike.
_TIMES_USUAL = 2.5
_NO_TABLE = 0.08


def entered_cells(board: RectifiedBoard, pieces: Mask, cells: Numbers, grid: Grid) -> npt.NDArray[np.bool_]:
    """The cells (n,) over whose part of the outline something reaches in.

    `pieces` hide blocks of the board; `cells` is the number of the cell on each block, -1 off the grid.
    """
    colours = np.log(np.maximum(board.reflectance, _BLACK))
    light = colours.mean(axis=0)
    looks = np.stack([colours[0] - light, colours[-1] - light, _LIGHTNESS * light])
    sides, looks_of_table = [], []
    for number, (inside, frame, table) in _sides(grid):
        own = _median(looks, inside, ~pieces[inside] & (cells[inside] == number))
        others = [_median(looks, part, ~pieces[part] & (cells[part] < 0)) for part in (frame, table)]
        offs = [float(np.linalg.norm(own - other)) for other in others if own is not None and other is not None]
        if len(offs) == len(others):
            sides.append((number, *offs))
            looks_of_table.append(others[-1])
    entered = np.zeros(len(grid.cells), np.bool_)
    if not sides:
        return entered
    numbers, frames, tables = np.array(sides).T
    usual_frame, usual_table = np.median(frames), np.median(tables)
    if usual_table < _DIFFER:
        return entered
    alike = tables < _TABLE_ALIKE * usual_table
    if usual_frame > _FRAMED:
        alike &= frames < _FRAME_ALIKE * usual_frame
    # A print that is as dark as the table is no arm.
    there = np.array(looks_of_table)
    strange = np.linalg.norm(there - np.median(there, axis=0), axis=1)
    alike &= strange > max(_NO_TABLE, _TIMES_USUAL * float(np.median(strange)))
    entered[numbers[alike].astype(int)] = True
    return entered


def _median(looks: npt.NDArray[np.float32], part: Slices, free: Mask) -> npt.NDArray[np.float32] | None:
    """How a part of the board looks where it is free; None if too little is."""
    count = np.count_nonzero(free)
    if count < _FREE * free.size:
        return None
    return np.asarray(np.partition(looks[:, *part][:, free], count // 2, axis=1)[:, count // 2], np.float32)


def _sides(grid: Grid) -> Iterator[tuple[int, tuple[Slices, ...]]]:
    """Every side of a cell that is a part of the outline: the cell's number, and what is compared there."""
    taken = set(grid.cells.values())
    margin = int(MARGIN_CELLS * BLOCKS)
    for number, (x, y) in enumerate(grid.cells.values()):
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if (x + right, y + down) not in taken:
                left, top = margin + x * BLOCKS, margin + y * BLOCKS
                yield number, tuple((_span(top, down, at), _span(left, right, at)) for at in (_INSIDE, _FRAME, _TABLE))


def _span(start: int, way: int, reach: tuple[float, float]) -> slice:
    """The blocks from near to far beyond a cell's end (1) or before its start (-1), or those along its side (0)."""
    near, far = (round(cells * BLOCKS) for cells in reach)
    if way > 0:
        return slice(start + BLOCKS + near, start + BLOCKS + far)
    return slice(start - far, start - near) if way else slice(start + 1, start + BLOCKS - 1)
