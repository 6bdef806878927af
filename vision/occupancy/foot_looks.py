"""Looks from above of what lies on cells, in rings about the middle.

A look is the mean colours and the contrast of each ring. Rings look the same however a piece is turned.
"""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from vision.model.ground_pixels import CELL_PX, cells_of, grey
from vision.model.surface import Grid
from vision.occupancy.ground import Ground

#: Bounds of the rings (radii in cells); beyond lie a piece's rim, and the board about it.
_RINGS = (0.0, 0.15, 0.27, 0.38)
#: Added before logarithms are taken, so that noise in the dark counts little.
_BLACK = 0.06

#: Mean of the natural logarithm of each channel in each ring, then the contrast in each ring. White paper is about 0.
Look = tuple[float, ...]


def foot_looks(ground: Ground, grid: Grid) -> Mapping[str, Look]:
    """Return the look of the middle of each cell, in any light."""
    shades = np.log(ground.colours + _BLACK)
    cells, greys = cells_of(shades, grid), cells_of(grey(shades), grid)
    y, x = (np.mgrid[0:CELL_PX, 0:CELL_PX] + 0.5) / CELL_PX - 0.5
    radius = np.hypot(x, y)
    rings = [(radius >= inner) & (radius < outer) for inner, outer in pairwise(_RINGS)]
    colours = [cells[:, ring].mean(axis=1) for ring in rings]
    contrasts = [greys[:, ring].std(axis=1, keepdims=True) for ring in rings]
    looks = np.concatenate((*colours, *contrasts), axis=1)
    return {cell: tuple(look) for cell, look in zip(grid.cells, looks.tolist(), strict=True)}
