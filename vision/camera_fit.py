"""The most probable camera for what is seen of the reference tags and the pieces.

The camera is modelled with its optical axis through the middle of the picture, square pixels, one focal length and
one radial distortion term. Where no profile gives them, the focal length and the distortion are estimated together
with the pose, as the most probable ones given all there is to see: the references, how lenses usually are, the sizes
in which pieces of known height appear, and that pieces lie near the middle of cells.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.catalogue import Grid
from vision.errors import BoardNotFoundError
from vision.pinhole import Matrix, Pinhole, Points
from vision.profile import CameraProfile
from vision.seen import SeenTag

# How sure things are: standard deviations.
#: Corners of a symbol in the picture, and of its print and its turn on the table.
_CORNER_PX = 0.25
_CORNER_MM = 0.2
#: The place of a reference tag on the table, glued by hand.
_PLACEMENT_MM = 0.7
#: The natural logarithm of the focal length over the longer side of the picture, without any knowledge of the camera
#: (a horizontal view angle of 66 degrees), and with the one that the camera wrote into the file.
_USUAL_FOCAL = math.log(0.77)
_USUAL_FOCAL_SIGMA = 0.25
_WRITTEN_FOCAL_SIGMA = 0.08
#: The distortion term k1 of lenses, round 0, and what a fit may not go beyond.
_K1_SIGMA = 0.1
_K1_LIMIT = 0.5
#: The printed scale (all tags alike), and the further difference of the tags of one height.
_PRINT_SCALE_SIGMA = 0.02
_PRINT_SIGMA = 0.004
#: The side of one tag in the picture, in pixels.
_SIDE_PX = 0.2
#: Pieces from the middle of their cell, in cells.
_OFF_CENTRE_CELLS = 0.12
# What one odd piece, or the tags of one odd height, can cost at most.
_OFF_CENTRE_COST = 4.0
_SIZE_COST = 16.0
#: The focal lengths tried, over the longer side of the picture: 111 to 24 degrees.
_FOCALS = tuple(float(value) for value in np.linspace(math.log(0.34), math.log(2.35), 11))


@dataclass(frozen=True, eq=False)
class Fit:
    """A camera and how badly it fits: `cost` is a sum of squares in standard deviations.

    `information` (7, 7) is the inverse covariance of rotation (3), translation (3) and the distortion term k1.
    """

    camera: Pinhole
    cost: float
    information: Matrix


def corners_mm(seen: SeenTag) -> Points:
    """The corners (4, 2) of a reference's symbol on the board, own top-left first."""
    assert seen.tag.placement_mm is not None
    turn = math.radians(seen.tag.placement_deg)
    across = np.array([math.cos(turn), math.sin(turn)]) * seen.symbol_mm / 2
    down = np.array([-across[1], across[0]])
    corners = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(np.array(seen.tag.placement_mm) + corners, np.float64)


class Pieces:
    """What tags on pieces, whose height is known but not their place, say against a camera."""

    def __init__(self, references: Sequence[SeenTag], pieces: Sequence[SeenTag], grid: Grid) -> None:
        tags = [*references, *pieces]
        self._pieces = np.arange(len(tags)) >= len(references)
        self._heights = np.array([tag.tag.height_mm for tag in tags])
        self._corners = np.array([tag.corners_px for tag in tags]).reshape(-1, 2)
        self._centres = np.array([tag.centre_px for tag in pieces]).reshape(-1, 2)
        self._symbols_mm = np.array([tag.symbol_mm for tag in tags])
        self._variance = (_SIDE_PX / np.array([tag.side_px for tag in tags])) ** 2 + _PRINT_SIGMA**2
        self._cell_mm = grid.cell_mm

    def cost(self, camera: Pinhole) -> float:
        """How improbable the tags' sizes at their heights and their places in their cells are, in squared sigmas."""
        if not self._pieces.any():
            return 0.0
        if camera.position_mm[2] < 1.1 * self._heights.max():
            return _SIZE_COST * len(self._heights)
        return self._size_cost(camera) + self._place_cost(camera)

    def _size_cost(self, camera: Pinhole) -> float:
        corners = camera.on_plane(self._corners, np.repeat(self._heights, 4)).reshape(-1, 4, 2)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).mean(axis=1)
        scales = np.log(np.maximum(sides, 1e-3) / self._symbols_mm)
        # The printer's scale shows on the references, whose place on the board gives the true one.
        weight = 1 / self._variance[~self._pieces]
        printed = float((scales[~self._pieces] * weight).sum() / (weight.sum() + _PRINT_SCALE_SIGMA**-2))
        cost = 0.0
        for height in np.unique(self._heights[self._pieces]):
            group = self._pieces & (self._heights == height)
            off = float(np.median(scales[group])) - printed
            variance = _PRINT_SIGMA**2 + float(self._variance[group].mean()) / group.sum()
            cost += min(off**2 / variance, _SIZE_COST)
        return cost

    def _place_cost(self, camera: Pinhole) -> float:
        places = camera.on_plane(self._centres, self._heights[self._pieces]) / self._cell_mm
        off = ((places % 1.0 - 0.5) ** 2).sum(axis=1) / _OFF_CENTRE_CELLS**2
        return float(np.minimum(off, _OFF_CENTRE_COST).sum())


class CameraFitter:
    """Fits cameras to the reference tags of one picture of `size_px` (width, height).

    `focal_px` is what the camera itself says of its focal length. Raises ProfileError if the profile is for another
    kind of picture, and BoardNotFoundError if the references are seen edge-on.
    """

    def __init__(
        self,
        references: Sequence[SeenTag],
        size_px: tuple[int, int],
        profile: CameraProfile | None,
        focal_px: float | None,
    ) -> None:
        self._board = np.vstack([corners_mm(seen) for seen in references])
        self._pixels = np.vstack([seen.corners_px for seen in references])
        found, _ = cv2.findHomography(self._board, self._pixels, 0)
        if found is None:
            raise BoardNotFoundError("the reference tags are seen in a line; take the picture from further above.")
        self._homography = np.asarray(found, np.float64)
        self._whiten = _whitening(len(references), math.sqrt(_area(self._pixels) / _area(self._board)))
        self._size = size_px
        self._profile = profile
        self._log_focal = _USUAL_FOCAL if focal_px is None else math.log(focal_px / max(size_px))
        self._log_focal_sigma = _USUAL_FOCAL_SIGMA if focal_px is None else _WRITTEN_FOCAL_SIGMA
        self._fits: dict[float, Fit] = {}

    def best(self, pieces: Pieces | None = None) -> Fit:
        """The most probable camera by the references and, if given, the pieces."""
        if self._profile is not None:
            matrix = self._profile.matrix_for(*self._size)
            return self._fit(self._start(matrix, self._profile.distortion), None)
        costs: dict[float, float] = {}

        def weigh(log_focal: float) -> None:
            fit = self._at(log_focal)
            costs[log_focal] = fit.cost + (pieces.cost(fit.camera) if pieces else 0.0)

        # First on a coarse grid, then twice more finely about the best.
        for log_focal in _FOCALS:
            weigh(log_focal)
        spacing = _FOCALS[1] - _FOCALS[0]
        for _ in range(2):
            middle = min(costs, key=costs.__getitem__)
            for step in (-2 / 3, -1 / 3, 1 / 3, 2 / 3):
                weigh(middle + step * spacing)
            spacing /= 3
        return self._at(min(costs, key=costs.__getitem__))

    def _at(self, log_focal: float) -> Fit:
        """The best fit for a focal length, by the references and what is usual."""
        if log_focal not in self._fits:
            width, height = self._size
            focal = math.exp(log_focal) * max(width, height)
            matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
            near = min(self._fits, key=lambda other: abs(other - log_focal), default=None)
            distortion = np.zeros(5) if near is None else self._fits[near].camera.distortion
            fit = self._fit(self._start(matrix, distortion), _K1_SIGMA)
            unusual = ((log_focal - self._log_focal) / self._log_focal_sigma) ** 2
            self._fits[log_focal] = Fit(fit.camera, fit.cost + unusual, fit.information)
        return self._fits[log_focal]

    def _start(self, matrix: Matrix, distortion: Points) -> Pinhole:
        """The camera of this matrix that sees the board's plane about as the homography does."""
        first, second, place = (np.linalg.inv(matrix) @ self._homography).T
        scale = 2.0 / (np.linalg.norm(first) + np.linalg.norm(second))
        if place[2] < 0:
            scale = -scale
        first, second, place = first * scale, second * scale, place * scale
        left, _, right = np.linalg.svd(np.column_stack([first, second, np.cross(first, second)]))
        rotation = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
        return Pinhole(matrix, distortion, rotation, place)

    def _fit(self, start: Pinhole, k1_sigma: float | None) -> Fit:
        """Gauss-Newton from `start` over the pose and, unless `k1_sigma` is None, the distortion term k1."""
        turn = cv2.Rodrigues(start.rotation)[0].reshape(3)
        unknowns = np.concatenate([turn, start.translation, start.distortion[:1]])
        free = 6 if k1_sigma is None else 7
        camera, cost = start, math.inf
        information = np.zeros((7, 7))
        for _ in range(8):
            seen, jacobian = project(camera, self._board)
            residual = (self._whiten @ (self._pixels - seen)).ravel()
            # Two rows of the jacobian a point: whitening mixes the points, not x and y.
            rows = (self._whiten @ jacobian.reshape(len(seen), -1)).reshape(-1, jacobian.shape[1])
            information = rows.T @ rows
            gradient = rows.T @ residual
            last_cost, cost = cost, float(residual @ residual)
            if k1_sigma is not None:
                information[6, 6] += k1_sigma**-2
                gradient[6] -= unknowns[6] * k1_sigma**-2
                cost += (unknowns[6] / k1_sigma) ** 2
            if abs(last_cost - cost) < 1e-3:
                break
            damping = np.diag(np.diag(information)[:free] * 1e-9)
            unknowns[:free] += np.linalg.solve(information[:free, :free] + damping, gradient[:free])
            unknowns[6] = np.clip(unknowns[6], -_K1_LIMIT, _K1_LIMIT)
            rotation = np.asarray(cv2.Rodrigues(unknowns[:3])[0], np.float64)
            distortion = np.concatenate([unknowns[6:], start.distortion[1:]])
            camera = Pinhole(start.matrix, distortion, rotation, np.array(unknowns[3:6]))
        if k1_sigma is None:
            information[6, :] = information[:, 6] = 0.0
            information[6, 6] = 1e12  # The profile knows it.
        return Fit(camera, cost, information)


def project(camera: Pinhole, points: Points) -> tuple[Points, Matrix]:
    """Pixels (n, 2) of board points (n, 2), and their derivatives (2n, 7) by rotation, translation and k1."""
    turn, _ = cv2.Rodrigues(camera.rotation)
    flat = np.column_stack([points, np.zeros(len(points))]).reshape(-1, 1, 3)
    pixels, jacobian = cv2.projectPoints(flat, turn, camera.translation, camera.matrix, camera.distortion)
    by = np.asarray(jacobian[:, [0, 1, 2, 3, 4, 5, 10]], np.float64)
    return np.asarray(pixels, np.float64).reshape(-1, 2), by


def _area(points: Points) -> float:
    return max(float(cv2.contourArea(cv2.convexHull(points.astype(np.float32)))), 1e-6)


def _whitening(count: int, px_per_mm: float) -> Matrix:
    """The matrix (4 count, 4 count) that makes the corner errors of `count` references independent and of size one.

    The four corners of a tag share the error of its place.
    """
    corner = math.hypot(_CORNER_PX, _CORNER_MM * px_per_mm)
    together = math.hypot(corner, 2 * _PLACEMENT_MM * px_per_mm)
    mean = np.full((4, 4), 0.25)
    return np.kron(np.eye(count), (np.eye(4) - mean) / corner + mean / together)
