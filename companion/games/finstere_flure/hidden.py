"""Which cells the tall monster hides from a camera that does not look straight down."""

from functools import lru_cache

import numpy as np

from companion.games.finstere_flure.tags import make_grid
from engine.finstere_flure.board import CELLS, Cell
from vision.pinhole import Points

#: Half the monster's width, in cells, and how far a tag reaches from the middle of its cell.
MONSTER_CELLS, TAG_CELLS = 0.46, 0.4
#: Of every tag so many points in a row and column are looked at: a tag hidden in part cannot be read.
_POINTS = 3


def hidden_cells(monster: Cell, height_mm: float, camera_mm: Points, cell_mm: float) -> tuple[Cell, ...]:
    """The cells of which a tag on the floor is hidden in whole or in part by the monster on its cell.

    `height_mm` is the monster's, `camera_mm` (3,) where the camera is, in board millimetres with z up.
    """
    if camera_mm[2] <= height_mm:
        return ()
    all_middles = _middles(cell_mm)
    centre = all_middles[_NUMBER[monster]]
    middles = all_middles - centre
    steps = np.linspace(-TAG_CELLS, TAG_CELLS, _POINTS) * cell_mm
    spots = middles[:, None, :] + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(1, -1, 2)
    eye = camera_mm[:2] - centre
    # From the floor to the monster's height the line of sight goes so far towards the camera.
    way = (eye - spots) * (height_mm / camera_mm[2])
    half = MONSTER_CELLS * cell_mm
    # In each direction the line is within the monster's width between two shares of that way.
    way = np.where(way == 0, 1e-9, way)
    shares = np.sort(np.stack([(-half - spots) / way, (half - spots) / way]), axis=0)
    enters, leaves = shares[0].max(axis=-1), shares[1].min(axis=-1)
    hidden = (np.maximum(enters, 0.0) < np.minimum(leaves, 1.0)).any(axis=1)
    return tuple(CELLS[number] for number in np.nonzero(hidden)[0] if CELLS[number] != monster)


_NUMBER = {cell: number for number, cell in enumerate(CELLS)}


@lru_cache(maxsize=4)
def _middles(cell_mm: float) -> Points:
    """The middles of all cells (n, 2), in the order of `CELLS`."""
    grid = make_grid(cell_mm)
    return np.array([grid.centre(cell) for cell in CELLS])
