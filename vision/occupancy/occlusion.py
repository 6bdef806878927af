"""Share of each cell's print that tall pieces that were read hide from the camera."""

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.catalogue import Tag
from vision.model.pinhole import Pinhole, Points
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Grid

#: A tall piece is so many times as wide as the picture on its cap.
_CAP_SCALE = 1.12
#: One that was not read may be so wide, in cells, and stand a little off the middle of its cell.
_UNREAD_CELLS = 1.12


def occluded_shares(placed: Iterable[PlacedTag], camera: Pinhole, grid: Grid) -> Points:
    """Return the share (n,) of each cell that tall pieces hide.

    Each piece counts from its foot up as wide as its cap, where it is seen. The cell that a piece stands on is not
    counted as hidden by it.
    """
    eye = camera.position_mm
    shares = np.zeros(len(grid.cells))
    for tag in placed:
        if grid.is_tall(tag.tag.height_mm) and eye[2] > tag.tag.height_mm:
            own = np.array([cell == tag.cell for cell in grid.cells])
            half = tag.tag.size_mm * _CAP_SCALE / 2
            hidden = _silhouette(half, tag.tag.height_mm, tag.centre_mm, tag.turn_deg, eye)
            shares += np.where(own, 0.0, _overlaps(hidden, grid))
    return np.minimum(shares, 1.0)


def shares_behind(tag: Tag, cell: str, camera: Pinhole, grid: Grid) -> dict[str, float]:
    """Return the share of each other cell that a tall piece on a cell hides, where it hides any.

    The piece of this tag stands in the middle of the cell and was not read.
    """
    eye = camera.position_mm
    if not grid.is_tall(tag.height_mm) or eye[2] <= tag.height_mm:
        return {}
    half = grid.cell_mm * _UNREAD_CELLS / 2
    shares = _overlaps(_silhouette(half, tag.height_mm, grid.centre(cell), 0.0, eye), grid)
    return {other: share for other, share in zip(grid.cells, shares.tolist(), strict=True) if share and other != cell}


def _silhouette(
    half: float, height_mm: float, centre_mm: tuple[float, float], turn_deg: float, eye: Points
) -> npt.NDArray[np.float32]:
    """Return the corners (n, 2), in mm, of the board area that a tall piece hides.

    The piece is twice `half` mm wide. The camera is at `eye` (3,).
    """
    turn = np.radians(turn_deg)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    foot = np.array([centre_mm + half * (x * right + y * down) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    # Where rays past the edges of the cap meet the board.
    beyond = eye[:2] + (foot - eye[:2]) * eye[2] / (eye[2] - height_mm)
    hull = cv2.convexHull(np.vstack([foot, beyond]).astype(np.float32))
    return np.asarray(hull[:, 0], np.float32)


def _overlaps(outline: npt.NDArray[np.float32], grid: Grid) -> Points:
    """Return the share (n,) of each cell inside a convex outline (m, 2) in mm."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    shares = np.zeros(len(grid.cells))
    for number, cell in enumerate(grid.cells):
        left, top, right, bottom = grid.area_mm(cell)
        if right > low[0] and left < high[0] and bottom > low[1] and top < high[1]:
            square = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
            shares[number] = cv2.intersectConvexConvex(square, outline)[0] / grid.cell_mm**2
    return shares
