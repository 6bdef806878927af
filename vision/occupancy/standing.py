"""Cells on which a piece without a tag stands, by the look of the bare board.

Pieces may be tall: they hide less than half of their cell, and lean over the next one, away from the camera. So only
the middle of a cell is judged, which its own piece hides from its foot up.
"""

from collections.abc import Mapping
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.bare_board import BareBoard
from vision.model.ground_pixels import CELL_PX, Floats, cells_of, grey
from vision.model.surface import Grid
from vision.occupancy.ground import Ground

Cells = npt.NDArray[np.bool_]

#: Radius of the middle that is judged, in cells.
_JUDGED = 0.3
#: Radius of the middle whose lightness is taken, in cells.
_FOOT = 0.2
#: Added before logarithms are taken, so that noise in the dark counts little.
_BLACK = 0.06
#: Side of the corners of a cell, in cells, which most pieces leave free.
_CORNER = 0.14
#: Spread of a cell's difference from the bare board (natural logarithm) from which on something stands there: of bare
#: cells the most was 0.06 (warm light, a lamp mirrored), of taken ones of which the network is not sure the least 0.067
#: (drawn chess men; 48 pictures from three heights).
_SPREAD = 0.065
#: Where prints are fine or pictures shake, all cells differ: so many times as much as a quarter of them do.
_TIMES_TYPICAL = 2.5
#: A middle that differs so much in one of the colours from three corners of its cell is told as such a spread is.
_CLEAR_STEP = 0.4
#: What is less likely by the network is a shadow's edge, however much it differs: of 271 such bare cells in traced and
#: drawn pictures all were, of 6,654 taken ones the least likely one had 0.012.
_UNLIKELY = 0.005
#: What is little likelier is a shadow's edge, too, where it differs from one corner by less than this and from a third
#: one so many times as much: the former lies on the middle's own side. Such edges went up to 0.06 and from 3.9 times
#: on, taken cells as unlikely had 0.17 or 3.0 times; a chess man in a wide lens was as one-sided, with 0.031.
_SHADOWY = 0.025
_SHADOW_STEP = 0.1
_SHADOW_TIMES = 3.5
#: Likelihood by the network that is enough where the cell differs at all: by this spread (where no step tells it taken
#: cells did by 0.05 and more, bare ones by 0.023), or in one of the colours from three of its corners (discs without
#: any print by 0.17 and more, a bare cell by 0.02).
_LIKELY = 0.6
_LEAST_SPREAD = 0.03
_LEAST_STEP = 0.1
#: A dark disc on a dark cell differs little, but from three corners alike, as light that falls off does not: by 0.1 to
#: 0.15 where the network gave it 0.03 and more.
_EVEN_STEP = 0.08
_EVENLY = 0.03
_EVEN_LIKELY = 0.02

#: A lamp is mirrored where what is burnt out is so many times as light as white paper; its light reaches so many cells.
_LAMP = 1.05
_HALO = 0.5
#: Of a cell of which this share lies in a lamp's light nothing is told.
_LAMP_SHARE = 0.05


def standing_pieces(bare: BareBoard, ground: Ground, chances: Floats, grid: Grid) -> Cells:
    """Return the cells (n,) on which something stands.

    `chances` (n,) is the network's likelihood that something hides the print.
    """
    off = cells_of(np.log(ground.colours + _BLACK) - np.log(bare.colours_beside(ground.colours) + _BLACK), grid)
    middle = off[:, _disc(_JUDGED)]
    spread = middle.mean(axis=2).std(axis=1)
    limit = max(_SPREAD, _TIMES_TYPICAL * float(np.percentile(spread, 25)))
    # The light may be another than when the board was bare: what lies there differs from the board about it.
    about = np.stack([np.median(off[:, corner], axis=1) for corner in _corners()])
    steps = np.sort(np.abs(np.median(middle, axis=1) - about).max(axis=2), axis=0)
    clear = (spread > limit) | (steps[1] > _CLEAR_STEP)
    one_sided = (steps[0] < _SHADOW_STEP) & (steps[2] > _SHADOW_TIMES * steps[0])
    is_edge = (chances < _UNLIKELY) | (chances < _SHADOWY) & one_sided
    evenly = (steps[0] > _EVEN_STEP) & (steps[2] - steps[0] < _EVENLY)
    differs = (spread > _LEAST_SPREAD) | (steps[1] > _LEAST_STEP)
    told = clear & ~is_edge | evenly & (chances > _EVEN_LIKELY) | differs & (chances > _LIKELY)
    return np.asarray(told, np.bool_)


def mirrored_lamps(ground: Ground, grid: Grid) -> frozenset[str]:
    """Return the cells in which a lamp is mirrored: whether a piece stands there nobody sees."""
    lamp = (ground.burnt & (grey(ground.colours) > _LAMP)).astype(np.uint8)
    halo = cv2.dilate(lamp, _disc(_HALO).astype(np.uint8))
    shares = cells_of(halo, grid).mean(axis=(1, 2))
    return frozenset(cell for cell, share in zip(grid.cells, shares.tolist(), strict=True) if share > _LAMP_SHARE)


def foot_shades(ground: Ground, grid: Grid) -> Mapping[str, float]:
    """Return how light the middle of each cell is, in any light: white paper is 1."""
    feet = np.median(cells_of(grey(ground.colours), grid)[:, _disc(_FOOT)], axis=1)
    return dict(zip(grid.cells, feet.tolist(), strict=True))


def _disc(radius: float) -> Cells:
    """Return the pixels (h, w) of a cell within so much of its middle, in cells."""
    y, x = (np.mgrid[0:CELL_PX, 0:CELL_PX] + 0.5) / CELL_PX - 0.5
    return np.asarray(x * x + y * y < radius**2, np.bool_)


def _corners() -> list[Cells]:
    """Return the pixels (h, w) of each of a cell's four corners."""
    side = round(_CORNER * CELL_PX)
    corners = []
    for rows, columns in product((slice(side), slice(-side, None)), repeat=2):
        corner = np.zeros((CELL_PX, CELL_PX), np.bool_)
        corner[rows, columns] = True
        corners.append(corner)
    return corners
