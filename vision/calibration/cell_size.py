"""How large the board's cells really are, compared with what the tags were made for.

The reference tags lie on the board's own lines, so that the frame in which the board is read grows with the cells.
Two things tell whether that frame is true. Tags on pieces that were laid on the middles of two far cells tell how many
of the frame's millimetres a cell has. The printed sides of the reference tags, compared with their sides in the frame,
tell how long the frame's millimetres are - in millimetres of the print, which a ruler on the printed one corrects.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.alignment import quad_areas
from vision.catalogue import Catalogue, Grid
from vision.pinhole import Pinhole
from vision.seen import SeenTag, middles_px

#: A laid piece may be so far from the middle of its cell, in cells, to be taken for the one that was asked for.
_NEAR_CELLS = 0.45
#: By hand a piece comes to lie so near the middle of its cell (standard deviation).
_LAID_WITHIN_MM = 0.7


@dataclass(frozen=True)
class CellSize:
    """What was measured of the cells.

    `pitch_mm` is a cell's side in the frame of the reading, None where no pieces were laid for it; `sigma_mm` its
    standard deviation. `print_scale` is the references' side in that frame over what they should have. `cell_mm` is
    the side of a cell in true millimetres, if the printed ruler has the length that was given.
    """

    cell_mm: float
    print_scale: float
    pitch_mm: float | None = None
    sigma_mm: float | None = None
    laid: tuple[str, str] | None = None


def far_cells(grid: Grid) -> tuple[str, str]:
    """The two cells that are furthest from each other: where pieces tell most about the cells' size."""
    names = list(grid.cells)
    places = np.array([grid.cells[name] for name in names])
    distances = ((places[:, None] - places) ** 2).sum(axis=2)
    first, second = np.unravel_index(int(distances.argmax()), distances.shape)
    return names[first], names[second]


def measure_cells(camera: Pinhole, seen: Sequence[SeenTag], catalogue: Catalogue, ruler_mm: float = 100.0) -> CellSize:
    """The cells' size by the tags that a camera sees; `ruler_mm` is how long the printed 100 mm ruler really is.

    Pieces count if one lies on each of the two `far_cells`. At least one reference tag must be among the tags.
    """
    references = [tag for tag in seen if tag.tag.placement_mm is not None]
    corners = camera.on_plane(np.vstack([tag.corners_px for tag in references])).reshape(-1, 4, 2)
    sides = np.sqrt(quad_areas(corners))
    # A longer side is measured as much better as it is longer.
    claimed = np.array([tag.symbol_mm for tag in references])
    print_scale = float((sides * claimed).sum() / (claimed**2).sum())
    true_mm = ruler_mm / 100.0 / print_scale
    cells = far_cells(catalogue.grid)
    places = [_laid_on(cell, camera, seen, catalogue.grid) for cell in cells]
    if places[0] is None or places[1] is None:
        return CellSize(catalogue.grid.cell_mm * true_mm, print_scale)
    steps = math.dist(*(catalogue.grid.cells[cell] for cell in cells))
    pitch = math.dist(places[0], places[1]) / steps
    sigma = math.sqrt(2) * _LAID_WITHIN_MM / steps
    return CellSize(pitch * true_mm, print_scale, pitch, sigma, cells)


def _laid_on(cell: str, camera: Pinhole, seen: Sequence[SeenTag], grid: Grid) -> tuple[float, float] | None:
    """Where the piece lies that was laid on a cell, in millimetres of the frame; None if there is none, or several."""
    pieces = [tag for tag in seen if tag.tag.placement_mm is None]
    if not pieces:
        return None
    heights = np.array([tag.tag.height_mm for tag in pieces])
    places = camera.on_plane(middles_px(np.array([tag.corners_px for tag in pieces])), heights)
    near = np.linalg.norm(places - grid.centre(cell), axis=1) < _NEAR_CELLS * grid.cell_mm
    if near.sum() != 1:
        return None
    x, y = places[int(np.argmax(near))]
    return float(x), float(y)
