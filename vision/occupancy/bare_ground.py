"""Look of the bare board, taken from pictures of it."""

from collections.abc import Collection

import numpy as np

from vision.model.bare_board import SEEN_SHARE, BareBoard, nothing_known
from vision.model.ground_pixels import CELL_PX, grey
from vision.model.surface import Grid
from vision.occupancy.ground import Ground


def bare_board_of(ground: Ground, bare_cells: Collection[str], grid: Grid) -> BareBoard:
    """Return the look of those of the `bare_cells` that are seen in a picture."""
    return with_cells(nothing_known(grid, ground.colours.shape[2]), ground, bare_cells, grid)


def with_cells(bare: BareBoard, ground: Ground, cells: Collection[str], grid: Grid, share: float = 1.0) -> BareBoard:
    """Return the board with these cells as the ground shows them, each if most of it is seen.

    The earlier look of a cell counts the rest of `share`. The ground must show the cells in the light in which the
    others are known.
    """
    seen = ground.colours
    if seen.shape[2] != bare.colours.shape[2]:
        if bare.known.any():
            seen = np.repeat(grey(seen)[..., None], bare.colours.shape[2], axis=2)
        else:
            bare = nothing_known(grid, seen.shape[2])
    colours, known = bare.colours.copy(), bare.known.copy()
    for cell in cells:
        column, row = grid.cells[cell]
        place = slice(row * CELL_PX, (row + 1) * CELL_PX), slice(column * CELL_PX, (column + 1) * CELL_PX)
        visible = ground.visible[place]
        if visible.mean() < SEEN_SHARE:
            continue
        before = np.where(known[place][..., None], colours[place], seen[place])
        mixed = before + share * (seen[place] - before)
        colours[place] = np.where(visible[..., None], mixed, colours[place])
        known[place] |= visible
    return BareBoard(colours, known)
