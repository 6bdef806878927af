"""Objects that reach in over the board's outline: the same look on both sides, and no table."""

import numpy as np
import numpy.typing as npt

from vision.locate.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard
from vision.model.grid_cells import columns_rows, neighbours
from vision.model.surface import Grid

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
#: Rows and columns of blocks.
Blocks = tuple[Numbers, Numbers]

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
_TIMES_MEDIAN = 2.5
_NO_TABLE = 0.08


def intruded_cells(board: RectifiedBoard, pieces: Mask, cells: Numbers, grid: Grid) -> Mask:
    """Return the cells (n,) over whose part of the board's outline something reaches in.

    `pieces` hide blocks of the board; `cells` is the number of the cell on each block, -1 off the grid.
    """
    colours = np.log(np.maximum(board.reflectance, _BLACK))
    light = colours.mean(axis=0)
    looks = np.stack([colours[0] - light, colours[-1] - light, _LIGHTNESS * light])
    numbers, inside, frame, table = _sides(grid)
    own, compared = _medians(looks, inside, ~pieces[inside] & (cells[inside] == numbers[:, None]))
    of_frame, free = _medians(looks, frame, ~pieces[frame] & (cells[frame] < 0))
    compared &= free
    of_table, free = _medians(looks, table, ~pieces[table] & (cells[table] < 0))
    compared &= free
    numbers, own, of_frame, of_table_compared = numbers[compared], own[compared], of_frame[compared], of_table[compared]
    if not compared.any():
        return np.zeros(len(grid.cells), np.bool_)
    strange = np.linalg.norm(of_table_compared - np.median(of_table_compared, axis=0), axis=1)
    frames, tables = (np.linalg.norm(own - other, axis=1) for other in (of_frame, of_table_compared))
    median_frame, median_table = np.median(frames), np.median(tables)
    alike = (tables < _TABLE_ALIKE * median_table) & (median_table >= _DIFFER)
    if median_frame > _FRAMED:
        alike &= frames < _FRAME_ALIKE * median_frame
    # A print that is as dark as the table is no arm.
    alike &= strange > max(_NO_TABLE, _TIMES_MEDIAN * float(np.median(strange)))
    return np.asarray(np.bincount(numbers[alike], minlength=len(grid.cells)) > 0, np.bool_)


def _medians(looks: Floats, parts: Blocks, free: Mask) -> tuple[Floats, Mask]:
    """Return the median colours (n, 3) of parts of the board, and a mask of parts free enough.

    Each part has k blocks; only blocks that are `free` (n, k) count.
    """
    count = np.count_nonzero(free, axis=1)
    enough = count >= _FREE * free.shape[1]
    ordered = np.sort(np.where(free, looks[:, *parts], np.inf), axis=2)
    # Of a part of which nothing is free any block does.
    middle = ordered[:, np.arange(len(count)), count // 2]
    return np.asarray(middle.T, np.float32), enough


def _sides(grid: Grid) -> tuple[Numbers, Blocks, Blocks, Blocks]:
    """Return every cell side on the outline: the cell's number (n,), and the blocks to compare.

    These are k blocks each inside of it, in the frame, and on the table.
    """
    margin = int(MARGIN_CELLS * BLOCKS)
    sides = [(np.nonzero(neighbours(grid, *way) < 0)[0], way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    starts = margin + columns_rows(grid) * BLOCKS
    parts = []
    for reach in (_INSIDE, _FRAME, _TABLE):
        rows, columns = [], []
        for cells, (right, down) in sides:
            across, along = np.meshgrid(_span(right, reach), _span(down, reach))
            columns.append(starts[0, cells, None] + across.ravel())
            rows.append(starts[1, cells, None] + along.ravel())
        parts.append((np.vstack(rows), np.vstack(columns)))
    return np.concatenate([cells for cells, _ in sides]), parts[0], parts[1], parts[2]


def _span(way: int, reach: tuple[float, float]) -> Numbers:
    """Return the blocks beyond a cell's end, before its start, or along its side, near to far.

    `way` is 1, -1 or 0 for these three.
    """
    near, far = (round(cells * BLOCKS) for cells in reach)
    if way > 0:
        return np.arange(BLOCKS + near, BLOCKS + far)
    return np.arange(-far, -near) if way else np.arange(1, BLOCKS - 1)
