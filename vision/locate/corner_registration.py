"""Registration by the board's four corners, set by hand, for a board without reference tags."""

import math

import cv2
import numpy as np

from vision.errors import BoardNotFoundError
from vision.locate.registration import Registration, plane_homography
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Matrix, Pinhole, Points
from vision.model.profile import CameraProfile, is_clockwise_quad
from vision.model.surface import Surface

#: How well a corner is set by hand (standard deviation), in pixels for each pixel of the picture's longer side.
_BY_HAND = 0.001
#: Where the focal length is not known well, so many are tried, up to so many standard deviations from the likely one.
_TRIED = 25
_TRIED_SIGMAS = 2.5


def grid_corners_mm(surface: Surface) -> Points:
    """Return the corners (4, 2) of a grid or mat, clockwise from its top left.

    Corners without cells count too.
    """
    return np.array(surface.corners_mm)


def register_by_corners(profile: CameraProfile, catalogue: Catalogue, size_px: tuple[int, int]) -> Registration:
    """Register a picture of `size_px` (width, height) by the corners that the profile holds.

    Raises BoardNotFoundError if it holds none, and ProfileError if it is for another kind of picture.
    """
    corners = profile.corners_for(*size_px)
    if corners is None:
        raise BoardNotFoundError("the camera profile holds no corners of the board; set them by hand again.")
    focal_sigma = profile.lens_sigma[0] if profile.lens_sigma else 0.0
    camera = camera_by_corners(
        corners, catalogue.surface, profile.matrix_for(*size_px), profile.distortion, focal_sigma
    )
    residuals = camera.project(grid_corners_mm(catalogue.surface)) - corners
    residual_px = math.sqrt(float((residuals**2).sum(axis=1).mean()))
    note = "too few reference tags are seen; the board is taken to lie where its corners were set by hand."
    return Registration(plane_homography(camera, catalogue), residual_px, camera, (), (note,))


def camera_by_corners(
    corners_px: Points, surface: Surface, matrix: Matrix, distortion: Points, focal_sigma: float = 0.0
) -> Pinhole:
    """Compute the camera that sees the surface's corners at these pixels (4, 2).

    It has the lens of a profile. `focal_sigma` is the standard deviation of the focal length as a share of it: with
    more than 0, the most probable focal length is taken. Raises BoardNotFoundError if the corners cannot be those
    of a board.
    """
    if not is_clockwise_quad(corners_px):
        raise BoardNotFoundError(
            "the four corners that were set by hand do not go clockwise round a board; set them again."
        )
    sigmas = np.linspace(-_TRIED_SIGMAS, _TRIED_SIGMAS, _TRIED) if focal_sigma > 0 else np.zeros(1)
    corner_px = _BY_HAND * 2 * float(max(matrix[0, 2], matrix[1, 2]))
    best: tuple[float, Pinhole] | None = None
    for sigma in sigmas:
        own = matrix.copy()
        own[:2, :2] *= math.exp(focal_sigma * sigma)
        camera = _posed(corners_px, surface, own, distortion)
        residuals = camera.project(grid_corners_mm(surface)) - corners_px
        cost = float((residuals**2).sum() / corner_px**2 + sigma**2)
        if best is None or cost < best[0]:
            best = cost, camera
    assert best is not None
    return best[1]


def _posed(corners_px: Points, surface: Surface, matrix: Matrix, distortion: Points) -> Pinhole:
    board = np.column_stack([grid_corners_mm(surface), np.zeros(4)])
    _, turn, place = cv2.solvePnP(board, corners_px, matrix, distortion, flags=cv2.SOLVEPNP_ITERATIVE)
    rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
    return Pinhole(matrix, distortion, rotation, np.asarray(place, np.float64).ravel())
