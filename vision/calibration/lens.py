"""The lens: measured with views of the ChArUco sheet, or as far as the reference tags tell."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration.charuco import find_corners
from vision.decode.alignment import Grey
from vision.errors import BoardNotFoundError
from vision.locate.camera_fit import CameraFitter, Pieces
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection
from vision.model.pinhole import Matrix, Points

#: A picture of the sheet with fewer of its corners is no view of it.
LEAST_CORNERS = 12
#: The third term of the radial distortion only fits the noise of most lenses. A very wide one needs it: then it brings
#: the corners nearer, to less than this share of the distance that is left without it.
_NEEDS_K3 = 0.8
#: Focal lengths beyond these, over the picture's longer side, are no result.
_FOCALS = (0.2, 6.0)
#: With the reference tags alone, the distortion is known no better than this (standard deviation of k1).
_LEAST_K1_SIGMA = 0.005


@dataclass(frozen=True, eq=False)
class SheetView:
    """Corners of the ChArUco sheet in one picture: on the sheet (n, 3) in mm, in pixels (n, 2)."""

    sheet_mm: Points
    pixels: Points


@dataclass(frozen=True, eq=False)
class Lens:
    """A lens for pictures of `size_px` (width, height), as `CameraProfile` has it.

    `sigma` holds the standard deviations of the focal length, as a share, and of k1. `views` is the number of views of
    the sheet it was measured with, 0: by the reference tags; `residual_px` how far corners were from where they should
    be (root mean square); `reach_px` how far from the middle of the picture the furthest corner was; `spread_deg` the
    largest angle between two views of the sheet.
    """

    size_px: tuple[int, int]
    matrix: Matrix
    distortion: Points
    sigma: tuple[float, float]
    views: int
    residual_px: float
    reach_px: float
    spread_deg: float = 0.0


def sheet_view(grey: Grey) -> SheetView | None:
    """Return the view of the ChArUco sheet in a grey picture, None if there is none."""
    sheet_mm, pixels = find_corners(grey)
    return SheetView(sheet_mm, pixels) if len(pixels) >= LEAST_CORNERS else None


def calibrate_lens(views: Sequence[SheetView], size_px: tuple[int, int]) -> Lens | None:
    """Compute the lens from at least three views of the sheet in pictures of `size_px`.

    Returns None if the views do not tell it.
    """
    if len(views) < 3:
        return None
    try:
        found = _calibrated(views, size_px, cv2.CALIB_FIX_K3)
        wide = _calibrated(views, size_px, 0)
    except cv2.error:
        # All views alike, and flat: no lens can be told from them.
        return None
    residual, matrix, distortion, turns, sigmas = wide if wide[0] < _NEEDS_K3 * found[0] else found
    own, sigmas = np.asarray(matrix, np.float64), np.asarray(sigmas, np.float64).ravel()
    bent = np.asarray(distortion, np.float64).ravel()[:5]
    low, high = (share * max(size_px) for share in _FOCALS)
    if not (np.isfinite(own).all() and np.isfinite(bent).all() and low < own[0, 0] < high):
        return None
    middle = (np.array(size_px) - 1) / 2
    reach = max(float(np.linalg.norm(view.pixels - middle, axis=1).max()) for view in views)
    sigma = float(sigmas[0] / own[0, 0]), float(sigmas[4])
    return Lens(size_px, own, bent, sigma, len(views), float(residual), reach, _spread_deg(turns))


def _calibrated(
    views: Sequence[SheetView], size_px: tuple[int, int], flags: int
) -> tuple[float, npt.ArrayLike, npt.ArrayLike, Sequence[npt.ArrayLike], npt.ArrayLike]:
    """Run OpenCV's calibration.

    Returns the residual in pixels, the camera matrix, the distortion, the rotations of the views and the standard
    deviations.
    """
    residual, matrix, distortion, turns, _, sigmas, _, _ = cv2.calibrateCameraExtended(
        [view.sheet_mm.astype(np.float32) for view in views],
        [view.pixels.astype(np.float32) for view in views],
        size_px,
        np.eye(3),
        np.zeros(5),
        flags=flags,
    )
    return float(residual), matrix, distortion, turns, sigmas


def _spread_deg(turns: Sequence[npt.ArrayLike]) -> float:
    """Return the largest angle between the sheet's normals."""
    normals = np.array([np.asarray(cv2.Rodrigues(np.asarray(turn, np.float64))[0])[:, 2] for turn in turns])
    return math.degrees(math.acos(float(np.clip((normals @ normals.T).min(), -1.0, 1.0))))


def lens_of_references(seen: Sequence[TagDetection], catalogue: Catalogue, size_px: tuple[int, int]) -> Lens:
    """Return the lens as far as the reference tags, and pieces of known height, tell it.

    Raises BoardNotFoundError if there are no reference tags, or they are seen edge-on.
    """
    references = [tag for tag in seen if tag.tag.placement_mm is not None]
    pieces = [tag for tag in seen if tag.tag.placement_mm is None]
    if not references:
        raise BoardNotFoundError("no reference tag is seen; show the whole board, in focus and well lit.")
    fitter = CameraFitter(references, size_px, None, None)
    alone = fitter.best()
    camera = fitter.best(Pieces(references, pieces, catalogue.surface)).camera
    pixels = np.vstack([tag.corners_px for tag in references])
    reach = float(np.linalg.norm(pixels - (np.array(size_px) - 1) / 2, axis=1).max())
    sigma = alone.focal_sigma, max(alone.k1_sigma, _LEAST_K1_SIGMA)
    return Lens(size_px, camera.matrix, camera.distortion, sigma, 0, 0.0, reach)
