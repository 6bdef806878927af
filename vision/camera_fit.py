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
from vision.detections import TagDetection, middles_px
from vision.errors import BoardNotFoundError
from vision.pinhole import Matrix, Pinhole, Points
from vision.profile import CameraProfile

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
#: The least and the greatest distortion term and logarithm of the focal length.
_LIMITS = np.array([(-_K1_LIMIT, math.log(_FOCALS[0])), (_K1_LIMIT, math.log(_FOCALS[1]))])
#: The first guesses, which need not be near.
_FIRST_FOCALS = (0.35, 0.5, 0.7, 1.0, 1.4, 2.0)
#: The focal lengths tried with the pieces: so many, this far to each side of the references' best, in sigmas of theirs.
_TRIED = 5
_TRIED_SIGMAS = 2.5
#: Steps of a fit, and of one that begins near its end, and the gain in cost below which it has settled.
_LEVENBERG_STEPS = 15
_STEPS_ALONG = 2
_SETTLED = 1e-3


@dataclass(frozen=True, eq=False)
class Fit:
    """A camera and how badly it fits: `cost` is a sum of squares in standard deviations.

    `covariance` (8, 8) is that of the unknowns: rotation (3), translation (3), of which the last, the distance, is in
    focal lengths in pixels, the distortion term k1 and the focal length's logarithm. With the distance in focal lengths
    the references stay about where they are seen, whatever the focal length.
    """

    camera: Pinhole
    cost: float
    covariance: Matrix


def corners_mm(seen: TagDetection) -> Points:
    """The corners (4, 2) of a reference's symbol on the board, own top-left first."""
    assert seen.tag.placement_mm is not None
    turn = math.radians(seen.tag.placement_deg)
    across = np.array([math.cos(turn), math.sin(turn)]) * seen.symbol_mm / 2
    down = np.array([-across[1], across[0]])
    corners = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(np.array(seen.tag.placement_mm) + corners, np.float64)


class Pieces:
    """What tags on pieces, whose height is known but not their place, say against a camera."""

    def __init__(self, references: Sequence[TagDetection], pieces: Sequence[TagDetection], grid: Grid) -> None:
        tags = [*references, *pieces]
        self._first = len(references)
        self._heights = np.array([tag.tag.height_mm for tag in tags])
        corners = np.array([tag.corners_px for tag in tags])
        # Four corners and the middle of each tag.
        self._points = np.concatenate([corners, middles_px(corners)[:, None]], axis=1).reshape(-1, 2)
        self._log_symbols = np.log([tag.symbol_mm for tag in tags])
        variance = _SIDE_PX**2 / quad_areas(corners) + _PRINT_SIGMA**2
        self._weights = 1 / variance[: self._first]
        heights, own = np.unique(self._heights[self._first :], return_inverse=True)
        groups = [self._first + np.nonzero(own == number)[0] for number in range(len(heights))]
        # One row for the pieces of each height, filled up with -1, and where the median is when a row is sorted.
        self._groups = np.full((len(groups), max(map(len, groups), default=0)), -1)
        for row, group in zip(self._groups, groups, strict=True):
            row[: len(group)] = group
        self._middle = np.array([[len(group) // 2] for group in groups], np.int64)
        self._variances = np.array([_PRINT_SIGMA**2 + variance[group].mean() / len(group) for group in groups])
        self._cell_mm = grid.cell_mm

    def cost(self, camera: Pinhole) -> float:
        """How improbable the tags' sizes at their heights and their places in their cells are, in squared sigmas."""
        if not len(self._groups):
            return 0.0
        if camera.position_mm[2] < 1.1 * self._heights.max():
            return _SIZE_COST * len(self._heights)
        places = camera.on_plane(self._points, np.repeat(self._heights, 5)).reshape(-1, 5, 2)
        scales = np.log(np.maximum(quad_areas(places), 1e-3)) / 2 - self._log_symbols
        # The printer's scale shows on the references, whose place on the board gives the true one.
        printed = float((scales[: self._first] * self._weights).sum() / (self._weights.sum() + _PRINT_SCALE_SIGMA**-2))
        rows = np.sort(np.where(self._groups >= 0, scales[self._groups], np.inf), axis=1)
        off = np.take_along_axis(rows, self._middle, axis=1)[:, 0] - printed
        off_centre = (places[self._first :, 4] / self._cell_mm) % 1.0 - 0.5
        squares = (off_centre**2).sum(axis=1) / _OFF_CENTRE_CELLS**2
        sizes = np.minimum(off**2 / self._variances, _SIZE_COST)
        return float(sizes.sum() + np.minimum(squares, _OFF_CENTRE_COST).sum())


class CameraFitter:
    """Fits cameras to the reference tags of one picture of `size_px` (width, height).

    `focal_px` is what the camera itself says of its focal length. Raises ProfileError if the profile is for another
    kind of picture, and BoardNotFoundError if the references are seen edge-on.
    """

    def __init__(
        self,
        references: Sequence[TagDetection],
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
        self._free = 8
        if profile is None:
            log_focal = _USUAL_FOCAL if focal_px is None else math.log(focal_px / self._longer)
            self._expected = np.array([0.0, np.clip(log_focal, *_LIMITS[:, 1])])
            self._matrix = np.array([[1.0, 0, (size_px[0] - 1) / 2], [0, 1.0, (size_px[1] - 1) / 2], [0, 0, 1.0]])
            self._distortion = np.zeros(5)
            self._pull = np.array([_K1_SIGMA, _USUAL_FOCAL_SIGMA if focal_px is None else _WRITTEN_FOCAL_SIGMA]) ** -2
        else:
            self._matrix = profile.matrix_for(*size_px)
            self._distortion = profile.distortion
            self._expected = np.array([profile.distortion[0], math.log(self._matrix[0, 0] / self._longer)])
            self._matrix[:2, :2] /= self._matrix[0, 0]
            self._pull = np.zeros(2)
            if profile.lens_sigma is None:
                self._free = 6
            else:
                self._pull = np.array([profile.lens_sigma[1], profile.lens_sigma[0]]) ** -2
                self._expected = np.clip(self._expected, *_LIMITS)

    def best(self, pieces: Pieces | None = None) -> Fit:
        """The most probable camera by the references and, if given, the pieces."""
        alone = self._fit(self._start(), self._free)
        if pieces is None or self._free < 8:
            return alone[1]
        unknowns, fit = alone
        # Along the focal length the other unknowns follow, so that the references stay where they are seen.
        reach = _TRIED_SIGMAS * math.sqrt(fit.covariance[7, 7])
        along = reach * fit.covariance[:, 7] / fit.covariance[7, 7]
        (low, low_fit), (high, high_fit) = (self._fit(unknowns + side * along, 7, _STEPS_ALONG) for side in (-1, 1))
        slope, bend = (high - low) / 2, (high + low) / 2 - unknowns
        skew, rise = (high_fit.cost - low_fit.cost) / 2, (high_fit.cost + low_fit.cost) / 2 - fit.cost

        def on_the_way(side: float) -> Points:
            """The unknowns where the focal length is so much of the reach from the references' best."""
            return unknowns + slope * side + bend * side**2

        costs: dict[float, float] = {}

        def weigh(side: float) -> None:
            found = on_the_way(side)
            if _LIMITS[0, 1] <= found[7] <= _LIMITS[1, 1]:
                costs[side] = rise * side**2 + skew * side**3 + pieces.cost(self._camera(found))

        for side in np.linspace(-1.0, 1.0, _TRIED):
            weigh(float(side))
        spacing = 2.0 / (_TRIED - 1)
        for share in (1 / 3, 1 / 9):
            middle = min(costs, key=lambda side: costs[side])
            weigh(middle - share * spacing)
            weigh(middle + share * spacing)
        return self._fit(on_the_way(min(costs, key=lambda side: costs[side])), 7)[1]

    def _camera_matrix(self, log_focal: float) -> Matrix:
        matrix = self._matrix.copy()
        matrix[:2, :2] *= math.exp(log_focal) * self._longer
        return matrix

    def _start(self) -> Points:
        """Unknowns to start from: of some lenses, the one with which the homography fits best."""
        if self._free < 8:
            return self._from_homography(self._expected[1])
        starts = [self._from_homography(math.log(focal)) for focal in _FIRST_FOCALS]
        return min(starts, key=self._misfit)

    def _from_homography(self, log_focal: float) -> Points:
        """The unknowns of the camera of this focal length that sees the board about as the homography does."""
        matrix = self._camera_matrix(log_focal)
        first, second, place = (np.linalg.inv(matrix) @ self._homography).T
        scale = math.copysign(2.0 / (math.hypot(*first) + math.hypot(*second)), place[2])
        first, second, place = first * scale, second * scale, place * scale
        # OpenCV takes the rotation that is nearest to these axes.
        turn, _ = cv2.Rodrigues(np.column_stack([first, second, np.cross(first, second)]))
        place[2] /= matrix[0, 0]
        return np.concatenate([turn[:, 0], place, self._expected[:1], [log_focal]])

    def _misfit(self, unknowns: Points) -> float:
        matrix, distortion = self._lens(unknowns)
        seen, _ = cv2.projectPoints(self._board, unknowns[:3], _translation(unknowns, matrix), matrix, distortion)
        residual = self._whiten @ (self._pixels - seen.reshape(-1, 2))
        return float((residual**2).sum() + (self._pull * (unknowns[6:] - self._expected) ** 2).sum())

    def _fit(self, unknowns: Points, free: int, steps: int = _LEVENBERG_STEPS) -> tuple[Points, Fit]:
        """Levenberg-Marquardt from these unknowns over the first `free` of them; the unknowns found and the fit."""
        cost, information, gradient = self._normal_equations(unknowns)
        damping = 1e-6
        for _ in range(steps):
            system = information[:free, :free].copy()
            system.flat[:: free + 1] *= 1 + damping
            tried = unknowns.copy()
            tried[:free] += np.linalg.solve(system, gradient[:free])
            tried[6:free] = np.clip(tried[6:free], *_LIMITS[:, : max(free - 6, 0)])
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
        covariance[:free, :free] = np.linalg.inv(information[:free, :free])
        return unknowns, Fit(self._camera(unknowns), cost, covariance)

    def _camera(self, unknowns: Points) -> Pinhole:
        matrix, distortion = self._lens(unknowns)
        rotation = np.asarray(cv2.Rodrigues(unknowns[:3])[0], np.float64)
        return Pinhole(matrix, distortion, rotation, _translation(unknowns, matrix))

    def _normal_equations(self, unknowns: Points) -> tuple[float, Matrix, Points]:
        """The cost at these unknowns, and the matrix and the right hand side of the normal equations for a step."""
        matrix, distortion = self._lens(unknowns)
        place = _translation(unknowns, matrix)
        seen, by = cv2.projectPoints(self._board, unknowns[:3], place, matrix, distortion)
        residual = (self._whiten @ (self._pixels - seen.reshape(-1, 2))).ravel()
        # Two rows of the jacobian a point: whitening mixes the points, not x and y.
        moves = _by_unknowns(np.asarray(by, np.float64), matrix, place[2]).reshape(len(self._board), -1)
        rows = (self._whiten @ moves).reshape(-1, 8)
        off = unknowns[6:] - self._expected
        information, gradient = rows.T @ rows, rows.T @ residual
        information[[6, 7], [6, 7]] += self._pull
        gradient[6:] -= self._pull * off
        return float(residual @ residual + (self._pull * off**2).sum()), information, gradient

    def _lens(self, unknowns: Points) -> tuple[Matrix, Points]:
        distortion = self._distortion.copy()
        distortion[0] = unknowns[6]
        return self._camera_matrix(unknowns[7]), distortion


def _translation(unknowns: Points, matrix: Matrix) -> Points:
    """The translation (3,) in millimetres."""
    return unknowns[3:6] * (1.0, 1.0, matrix[0, 0])


def _by_unknowns(by: npt.NDArray[np.float64], matrix: Matrix, distance: float) -> Matrix:
    """The derivatives (2n, 8) of pixels by the unknowns, from those that OpenCV gives."""
    # The focal length's logarithm moves a pixel by as much as it is away from the middle, and takes the camera away.
    by_focal = by[:, 6] * matrix[0, 0] + by[:, 7] * matrix[1, 1] + by[:, 5] * distance
    return np.column_stack([by[:, :5], by[:, 5] * matrix[0, 0], by[:, 10], by_focal])


def pixel_covariances(fit: Fit, points_mm: Points) -> Points:
    """How sure the pixels of board points (n, 2) are: covariances (n, 2, 2)."""
    camera = fit.camera
    flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
    turn, _ = cv2.Rodrigues(camera.rotation)
    _, by = cv2.projectPoints(flat, turn, camera.translation, camera.matrix, camera.distortion)
    jacobian = _by_unknowns(np.asarray(by, np.float64), camera.matrix, camera.translation[2])
    jacobian = jacobian.reshape(len(flat), 2, 8)
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
