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
import numpy.typing as npt

from vision.alignment import quad_areas
from vision.catalogue import Grid
from vision.errors import BoardNotFoundError
from vision.pinhole import Matrix, Pinhole, Points
from vision.profile import CameraProfile
from vision.seen import SeenTag, middles_px

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
#: Focal lengths are looked for within these, over the longer side of the picture: 118 to 20 degrees.
_FOCALS = (0.3, 2.8)
#: The first guesses, which need not be near.
_FIRST_FOCALS = (0.35, 0.5, 0.7, 1.0, 1.4, 2.0)
#: The focal lengths tried with the pieces: so many, this far to each side of the references' best, in sigmas of theirs.
_TRIED = 5
_TRIED_SIGMAS = 2.5
#: Steps of a fit, and the gain in cost below which it has settled.
_LEVENBERG_STEPS = 15
_SETTLED = 1e-3


@dataclass(frozen=True, eq=False)
class Fit:
    """A camera and how badly it fits: `cost` is a sum of squares in standard deviations.

    `covariance` (8, 8) is that of rotation (3), translation (3), the distortion term k1 and the focal length's log.
    """

    camera: Pinhole
    cost: float
    covariance: Matrix


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
        self._groups = [self._pieces & (self._heights == height) for height in np.unique(self._heights[self._pieces])]
        corners = np.array([tag.corners_px for tag in tags])
        # Four corners and the middle of each tag.
        self._points = np.concatenate([corners, middles_px(corners)[:, None]], axis=1).reshape(-1, 2)
        self._log_symbols = np.log([tag.symbol_mm for tag in tags])
        self._variance = _SIDE_PX**2 / quad_areas(corners) + _PRINT_SIGMA**2
        self._cell_mm = grid.cell_mm

    def cost(self, camera: Pinhole) -> float:
        """How improbable the tags' sizes at their heights and their places in their cells are, in squared sigmas."""
        if not self._groups:
            return 0.0
        if camera.position_mm[2] < 1.1 * self._heights.max():
            return _SIZE_COST * len(self._heights)
        places = camera.on_plane(self._points, np.repeat(self._heights, 5)).reshape(-1, 5, 2)
        across, down = places[:, 2] - places[:, 0], places[:, 3] - places[:, 1]
        areas = np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / 2
        scales = np.log(np.maximum(areas, 1e-3)) / 2 - self._log_symbols
        # The printer's scale shows on the references, whose place on the board gives the true one.
        weight = 1 / self._variance[~self._pieces]
        printed = float((scales[~self._pieces] * weight).sum() / (weight.sum() + _PRINT_SCALE_SIGMA**-2))
        cost = 0.0
        for group in self._groups:
            off = float(np.sort(scales[group])[group.sum() // 2]) - printed
            variance = _PRINT_SIGMA**2 + float(self._variance[group].mean()) / group.sum()
            cost += min(off**2 / variance, _SIZE_COST)
        off_centre = (places[self._pieces, 4] / self._cell_mm) % 1.0 - 0.5
        squares = (off_centre**2).sum(axis=1) / _OFF_CENTRE_CELLS**2
        return cost + float(np.minimum(squares, _OFF_CENTRE_COST).sum())


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
        board = np.vstack([corners_mm(seen) for seen in references])
        self._board = np.column_stack([board, np.zeros(len(board))])
        self._pixels = np.vstack([seen.corners_px for seen in references])
        found, _ = cv2.findHomography(board, self._pixels, 0)
        if found is None:
            raise BoardNotFoundError("the reference tags are seen in a line; take the picture from further above.")
        self._homography = np.asarray(found, np.float64)
        self._whiten = _whitening(len(references), math.sqrt(_area(self._pixels) / _area(board)))
        self._longer = max(size_px)
        self._known = np.zeros(8, np.bool_)
        if profile is None:
            log_focal = _USUAL_FOCAL if focal_px is None else math.log(focal_px / self._longer)
            self._expected = np.array([0.0, np.clip(log_focal, *np.log(_FOCALS))])
            self._matrix = np.array([[1.0, 0, (size_px[0] - 1) / 2], [0, 1.0, (size_px[1] - 1) / 2], [0, 0, 1.0]])
            self._distortion = np.zeros(5)
            self._pull = np.array([_K1_SIGMA, _USUAL_FOCAL_SIGMA if focal_px is None else _WRITTEN_FOCAL_SIGMA]) ** -2
        else:
            self._matrix = profile.matrix_for(*size_px)
            self._distortion = profile.distortion
            self._expected = np.array([profile.distortion[0], math.log(self._matrix[0, 0] / self._longer)])
            self._matrix[:2, :2] /= self._matrix[0, 0]
            self._pull = np.zeros(2)
            self._known[6:] = True

    def best(self, pieces: Pieces | None = None) -> Fit:
        """The most probable camera by the references and, if given, the pieces."""
        alone = self._fit(self._start(), self._known)
        if pieces is None or self._known[7]:
            return alone[1]
        unknowns, fit = alone
        # Along the focal length the other unknowns follow, so that the references stay where they are seen.
        along = fit.covariance[:, 7] / fit.covariance[7, 7]
        known = np.arange(8) == 7
        costs: dict[float, tuple[float, Fit]] = {}

        def weigh(log_focal: float) -> None:
            _, fit = self._fit(unknowns + along * (log_focal - unknowns[7]), known)
            costs[log_focal] = fit.cost + pieces.cost(fit.camera), fit

        reach = _TRIED_SIGMAS * math.sqrt(fit.covariance[7, 7])
        tried = np.clip(unknowns[7] + np.linspace(-reach, reach, _TRIED), *np.log(_FOCALS))
        for log_focal in tried:
            weigh(float(log_focal))
        spacing = 2 * reach / (_TRIED - 1)
        for share in (1 / 3, 1 / 9):
            middle = min(costs, key=lambda key: costs[key][0])
            weigh(middle - share * spacing)
            weigh(middle + share * spacing)
        return min(costs.values(), key=lambda tried: tried[0])[1]

    def _camera_matrix(self, log_focal: float) -> Matrix:
        matrix = self._matrix.copy()
        matrix[:2, :2] *= math.exp(log_focal) * self._longer
        return matrix

    def _start(self) -> Points:
        """Unknowns to start from: of some lenses, the one with which the homography fits best."""
        if self._known[7]:
            return self._from_homography(self._expected[1])
        starts = [self._from_homography(math.log(focal)) for focal in _FIRST_FOCALS]
        return min(starts, key=self._misfit)

    def _from_homography(self, log_focal: float) -> Points:
        """The unknowns of the camera of this focal length that sees the board about as the homography does."""
        first, second, place = (np.linalg.inv(self._camera_matrix(log_focal)) @ self._homography).T
        scale = 2.0 / (np.linalg.norm(first) + np.linalg.norm(second))
        if place[2] < 0:
            scale = -scale
        first, second, place = first * scale, second * scale, place * scale
        left, _, right = np.linalg.svd(np.column_stack([first, second, np.cross(first, second)]))
        rotation = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
        return np.concatenate([cv2.Rodrigues(rotation)[0].reshape(3), place, self._expected[:1], [log_focal]])

    def _misfit(self, unknowns: Points) -> float:
        matrix, distortion = self._lens(unknowns)
        seen, _ = cv2.projectPoints(self._board, unknowns[:3], unknowns[3:6], matrix, distortion)
        residual = self._whiten @ (self._pixels - seen.reshape(-1, 2))
        return float((residual**2).sum() + (self._pull * (unknowns[6:] - self._expected) ** 2).sum())

    def _fit(self, unknowns: Points, known: npt.NDArray[np.bool_]) -> tuple[Points, Fit]:
        """Levenberg-Marquardt from these unknowns over those that are not `known`; the unknowns found and the fit."""
        free = np.nonzero(~known)[0]
        limits = np.array([(-_K1_LIMIT, _K1_LIMIT), tuple(np.log(_FOCALS))])
        cost, information, gradient = self._normal_equations(unknowns)
        damping = 1e-6
        for _ in range(_LEVENBERG_STEPS):
            system = information[np.ix_(free, free)]
            step = np.linalg.solve(system + damping * np.diag(np.diag(system)), gradient[free])
            tried = unknowns.copy()
            tried[free] += step
            tried[6:] = np.where(known[6:], tried[6:], np.clip(tried[6:], *limits.T))
            tried_cost, tried_information, tried_gradient = self._normal_equations(tried)
            gain = cost - tried_cost
            if gain < 0:
                damping = max(damping * 30, 1e-3)
                continue
            unknowns, cost, information, gradient = tried, tried_cost, tried_information, tried_gradient
            damping /= 30
            if gain < _SETTLED:
                break
        covariance = np.zeros((8, 8))
        covariance[np.ix_(free, free)] = np.linalg.inv(information[np.ix_(free, free)])
        matrix, distortion = self._lens(unknowns)
        rotation = np.asarray(cv2.Rodrigues(unknowns[:3])[0], np.float64)
        return unknowns, Fit(Pinhole(matrix, distortion, rotation, unknowns[3:6]), cost, covariance)

    def _normal_equations(self, unknowns: Points) -> tuple[float, Matrix, Points]:
        """The cost at these unknowns, and the matrix and the right hand side of the normal equations for a step."""
        matrix, distortion = self._lens(unknowns)
        seen, by = cv2.projectPoints(self._board, unknowns[:3], unknowns[3:6], matrix, distortion)
        residual = (self._whiten @ (self._pixels - seen.reshape(-1, 2))).ravel()
        # Two rows of the jacobian a point: whitening mixes the points, not x and y.
        rows = (self._whiten @ _by_unknowns(np.asarray(by, np.float64), matrix).reshape(len(self._board), -1)).reshape(
            -1, 8
        )
        off = unknowns[6:] - self._expected
        information, gradient = rows.T @ rows, rows.T @ residual
        information[[6, 7], [6, 7]] += self._pull
        gradient[6:] -= self._pull * off
        return float(residual @ residual + (self._pull * off**2).sum()), information, gradient

    def _lens(self, unknowns: Points) -> tuple[Matrix, Points]:
        distortion = self._distortion.copy()
        distortion[0] = unknowns[6]
        return self._camera_matrix(unknowns[7]), distortion


def _by_unknowns(by: npt.NDArray[np.float64], matrix: Matrix) -> Matrix:
    """The derivatives (2n, 8) of pixels by the unknowns, from those that OpenCV gives."""
    # The focal length's logarithm moves a pixel by as much as it is away from the middle.
    by_focal = by[:, 6] * matrix[0, 0] + by[:, 7] * matrix[1, 1]
    return np.column_stack([by[:, :6], by[:, 10], by_focal])


def pixel_covariances(fit: Fit, points_mm: Points) -> Points:
    """How sure the pixels of board points (n, 2) are: covariances (n, 2, 2)."""
    camera = fit.camera
    flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
    turn, _ = cv2.Rodrigues(camera.rotation)
    _, by = cv2.projectPoints(flat, turn, camera.translation, camera.matrix, camera.distortion)
    jacobian = _by_unknowns(np.asarray(by, np.float64), camera.matrix).reshape(len(flat), 2, 8)
    return np.asarray(jacobian @ fit.covariance @ np.swapaxes(jacobian, 1, 2), np.float64)


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
