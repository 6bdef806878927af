"""The most probable camera for what is seen of the reference tags and the pieces.

The camera is modelled with square pixels, one focal length, three radial distortion terms and a principal point near
the middle of the picture. Where no profile gives them, they are estimated together with the pose, as the most probable
ones given all there is to see: the references, how lenses usually are, the sizes in which pieces of known height
appear, and that pieces lie near the middle of cells.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.alignment import quad_areas
from vision.errors import BoardNotFoundError
from vision.model.detections import TagDetection, middles_px
from vision.model.pinhole import Matrix, Pinhole, Points, straightened
from vision.model.profile import CameraProfile
from vision.model.surface import Grid, Surface

# How sure things are: standard deviations.
#: Corners of a symbol in the picture, and of its print and its turn on the table.
_CORNER_PX = 0.25
_CORNER_MM = 0.2
#: The place of a reference tag on the table, glued by hand.
_PLACEMENT_MM = 0.7
#: The natural logarithm of the focal length over the longer side of the picture, without any knowledge of the camera
#: (a horizontal view angle of 66 degrees), and with the one that the camera wrote into the file.
_DEFAULT_FOCAL = math.log(0.77)
_DEFAULT_FOCAL_SIGMA = 0.25
_WRITTEN_FOCAL_SIGMA = 0.08
#: The distortion term k1 of lenses, round 0; k2 round a share of k1, and k3 round a share of k2: from a lens without
#: distortion to a fisheye (equal angles for equal distances) each term takes back some of the one before.
_K1_SIGMA = 0.15
#: Expected k2, in k1.
_K2_OF_K1 = -0.2
#: Standard deviation of k2 round this.
_K2_SIGMA = 0.03
#: Expected k3, in k2.
_K3_OF_K2 = -0.15
#: Standard deviation of k3 round this.
_K3_SIGMA = 0.01
#: The principal point, round the middle of the picture, over its longer side.
_CENTRE_SIGMA = 0.008
#: The same of a picture that was cut out of a larger one.
_CUT_CENTRE_SIGMA = 0.15
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
#: The logarithms of the focal lengths that are looked for, over the picture's longer side: 136 to 20 degrees without
#: distortion.
_LOG_FOCALS = (math.log(0.2), math.log(2.8))
_K1_LIMIT = 0.6
#: The first guesses, which need not be near.
_FIRST_FOCALS = (0.35, 0.5, 0.7, 1.0, 1.4, 2.0)
#: Bent tags are looked at as a quad would lie in them, with so many points along a side, if that moves a corner so far.
_BENT_POINTS = 5
_BENT_PX = 0.1
#: The focal lengths tried with the pieces: so many, this far to each side of the references' best, in sigmas of theirs.
_TRIED = 5
_TRIED_SIGMAS = 2.5
#: Steps of a fit, and of one that begins near its end, and the gain in cost below which it has settled.
_LEVENBERG_STEPS = 60
_STEPS_ALONG = 2
_SETTLED = 1e-3


# The unknowns of a fit: rotation (3), translation (3), and the lens: k1, k2, k3, how far the principal point is from
# where it is expected (x and y, in pixels), and the logarithm of the focal length over the picture's longer side.
#: Place of k1 among them.
_K1 = 6
#: Places of the principal point's distance from where it is expected.
_CENTRE = slice(9, 11)
#: Place of the focal length.
_FOCAL = 11
#: Number of the unknowns.
_UNKNOWNS = 12
#: Places of rotation and translation.
_POSE = tuple(range(6))
#: Places of the lens.
_LENS = slice(6, 12)
#: Their columns among the derivatives that OpenCV gives, but for the focal length.
_IN_OPENCV = (0, 1, 2, 3, 4, 5, 10, 11, 14, 8, 9)
#: k1, k2 and k3 among OpenCV's coefficients.
_RADIAL = [0, 1, 4]


@dataclass(frozen=True, eq=False)
class Fit:
    """Camera and its misfit.

    `cost` is a sum of squares in standard deviations. `oddity` is the part of it that is due to how unusual the
    lens is.

    `covariance` (12, 12) is that of the unknowns: rotation (3), translation (3), of which the last, the distance,
    is in focal lengths in pixels, the distortion terms k1, k2 and k3, the principal point (2, in pixels) and the
    focal length's logarithm. With the distance in focal lengths the references stay about where they are seen,
    whatever the focal length. `turn` (3,) is the rotation vector to which the covariance belongs: a half turn has
    two.
    """

    camera: Pinhole
    cost: float
    turn: Points
    covariance: Matrix
    oddity: float = 0.0

    def with_known_lens(self) -> "Fit":
        """Return the same camera, as sure as it would be if its lens were known exactly."""
        pose, lens = slice(0, 6), slice(6, None)
        covariance = np.zeros_like(self.covariance)
        shared = self.covariance[pose, lens]
        covariance[pose, pose] = (
            self.covariance[pose, pose] - shared @ np.linalg.pinv(self.covariance[lens, lens]) @ shared.T
        )
        return replace(self, covariance=covariance)

    @property
    def focal_sigma(self) -> float:
        """The standard deviation of the focal length, as a share of it."""
        return math.sqrt(self.covariance[_FOCAL, _FOCAL])

    @property
    def k1_sigma(self) -> float:
        """The standard deviation of the distortion term k1."""
        return math.sqrt(self.covariance[_K1, _K1])


def corners_mm(seen: TagDetection) -> Points:
    """Return the corners (4, 2) of a reference's symbol on the board, own top-left first."""
    assert seen.tag.placement_mm is not None
    turn = math.radians(seen.tag.placement_deg)
    across = np.array([math.cos(turn), math.sin(turn)]) * seen.symbol_mm / 2
    down = np.array([-across[1], across[0]])
    corners = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(np.array(seen.tag.placement_mm) + corners, np.float64)


class Pieces:
    """Evidence against a camera from tags on pieces, whose height is known but not their place."""

    def __init__(self, references: Sequence[TagDetection], pieces: Sequence[TagDetection], surface: Surface) -> None:
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
        #: How far the middle of each piece is from its symbol's, in sides of the symbol.
        self._middles = np.array([np.array(tag.tag.middle_mm) / tag.symbol_mm for tag in pieces]).reshape(-1, 2)
        #: The side of a cell, in the middle of which pieces lie; None where they lie anywhere.
        self._cell_mm = surface.cell_mm if isinstance(surface, Grid) else None

    def cost(self, camera: Pinhole) -> float:
        """Compute the improbability of the tags' sizes and places, in squared sigmas.

        The sizes are those at their heights, the places those in their cells.
        """
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
        sizes = np.minimum(off**2 / self._variances, _SIZE_COST)
        if self._cell_mm is None:
            return float(sizes.sum())
        loose = places[self._first :]
        right, down = loose[:, 1] - loose[:, 0], loose[:, 3] - loose[:, 0]
        middles = loose[:, 4] + right * self._middles[:, :1] + down * self._middles[:, 1:]
        off_centre = (middles / self._cell_mm) % 1.0 - 0.5
        squares = (off_centre**2).sum(axis=1) / _OFF_CENTRE_CELLS**2
        return float(sizes.sum() + np.minimum(squares, _OFF_CENTRE_COST).sum())


class CameraFitter:
    """Fits cameras to the reference tags of one picture of `size_px` (width, height).

    `focal_px` is what the camera itself says of its focal length. Of a picture that was `cut` out of a larger one the
    middle says little of the principal point. Raises ProfileError if the profile is for another kind of picture, and
    BoardNotFoundError if the references are seen edge-on.
    """

    def __init__(
        self,
        references: Sequence[TagDetection],
        size_px: tuple[int, int],
        profile: CameraProfile | None,
        focal_px: float | None,
        *,
        cut: bool = False,
    ) -> None:
        board = np.vstack([corners_mm(seen) for seen in references])
        self._board = _flat(board)
        self._corners = np.array([corners_mm(seen) for seen in references])
        self._seen = np.vstack([seen.corners_px for seen in references])
        self._pixels = self._seen
        found = _homography(board, self._seen)
        if found is None:
            raise BoardNotFoundError("the reference tags are seen in a line; take the picture from further above.")
        self._homography = found
        self._whiten = _whitening(len(references), math.sqrt(_area(self._seen) / _area(board)))
        self._longer = max(size_px)
        # What is known of the lens before: the rows of `_prior` say what is one standard deviation off `_expected`.
        self._prior = np.zeros((6, 6))
        if profile is None:
            self._matrix = np.array([[1.0, 0, (size_px[0] - 1) / 2], [0, 1.0, (size_px[1] - 1) / 2], [0, 0, 1.0]])
            self._distortion = np.zeros(5)
            log_focal = _DEFAULT_FOCAL if focal_px is None else math.log(focal_px / self._longer)
            self._expected = self._within_limits(np.array([0.0, 0.0, 0.0, 0.0, 0.0, log_focal]))
            self._free: tuple[int, ...] = tuple(range(_UNKNOWNS))
            self._prior[0, 0] = 1 / _K1_SIGMA
            self._prior[1, :2] = np.array([-_K2_OF_K1, 1.0]) / _K2_SIGMA
            self._prior[2, 1:3] = np.array([-_K3_OF_K2, 1.0]) / _K3_SIGMA
            self._prior[[3, 4], [3, 4]] = 1 / ((_CUT_CENTRE_SIGMA if cut else _CENTRE_SIGMA) * self._longer)
            self._prior[5, 5] = 1 / (_DEFAULT_FOCAL_SIGMA if focal_px is None else _WRITTEN_FOCAL_SIGMA)
        else:
            self._matrix = profile.matrix_for(*size_px)
            self._distortion = profile.distortion
            log_focal = math.log(self._matrix[0, 0] / self._longer)
            self._expected = np.array([*profile.distortion[_RADIAL], 0.0, 0.0, log_focal])
            self._matrix[:2, :2] /= self._matrix[0, 0]
            self._free = _POSE
            if profile.lens_sigma is not None:
                self._free = (*_POSE, _K1, _FOCAL)
                self._prior[0, 0], self._prior[5, 5] = 1 / profile.lens_sigma[1], 1 / profile.lens_sigma[0]
                self._expected = self._within_limits(self._expected)

    def best(self, pieces: Pieces | None = None) -> Fit:
        """Return the most probable camera by the references and, if given, the pieces."""
        unknowns, fit = self._by_references()
        if pieces is None or _FOCAL not in self._free:
            return fit
        # Along the focal length the other unknowns follow, so that the references stay where they are seen.
        reach = _TRIED_SIGMAS * fit.focal_sigma
        along = reach * fit.covariance[:, _FOCAL] / fit.covariance[_FOCAL, _FOCAL]
        held = tuple(number for number in self._free if number != _FOCAL)
        (low, low_fit), (high, high_fit) = (self._fit(unknowns + side * along, held, _STEPS_ALONG) for side in (-1, 1))
        slope, bend = (high - low) / 2, (high + low) / 2 - unknowns
        skew, rise = (high_fit.cost - low_fit.cost) / 2, (high_fit.cost + low_fit.cost) / 2 - fit.cost

        def on_the_way(side: float) -> Points:
            """Return the unknowns at so much of the focal length's reach from the references' best."""
            return unknowns + slope * side + bend * side**2

        costs: dict[float, float] = {}

        def weigh(side: float) -> None:
            found = on_the_way(side)
            if _LOG_FOCALS[0] <= found[_FOCAL] <= _LOG_FOCALS[1]:
                costs[side] = rise * side**2 + skew * side**3 + pieces.cost(self._camera(found))

        for side in np.linspace(-1.0, 1.0, _TRIED):
            weigh(float(side))
        spacing = 2.0 / (_TRIED - 1)
        for share in (1 / 3, 1 / 9):
            middle = min(costs, key=lambda side: costs[side])
            weigh(middle - share * spacing)
            weigh(middle + share * spacing)
        return self._fit(on_the_way(min(costs, key=lambda side: costs[side])), held)[1]

    def _by_references(self) -> tuple[Points, Fit]:
        """Return the unknowns and the fit by the references alone."""
        unknowns, fit = self._fit(self._start(), self._free)
        bends = _bending_offsets(fit.camera, self._corners)
        if np.abs(bends).max() > _BENT_PX:
            self._pixels = self._seen - bends
            unknowns, fit = self._fit(unknowns, self._free)
        return unknowns, fit

    def _camera_matrix(self, unknowns: Points) -> Matrix:
        matrix = self._matrix.copy()
        matrix[:2, :2] *= math.exp(unknowns[_FOCAL]) * self._longer
        matrix[:2, 2] += unknowns[_CENTRE]
        return matrix

    def _start(self) -> Points:
        """Return unknowns to start from: of some lenses, the one whose homography fits best."""
        if len(self._free) < _UNKNOWNS:
            return self._from_homography(self._expected)
        starts = [self._from_homography(np.array([*self._expected[:5], math.log(focal)])) for focal in _FIRST_FOCALS]
        return min(starts, key=self._fit_error)

    def _from_homography(self, lens: Points) -> Points:
        """Return the unknowns of a camera with this lens that sees the board as a homography does."""
        matrix, distortion = self._lens(np.array([*np.zeros(6), *lens]))
        flat = np.linalg.inv(matrix) @ self._homography
        if distortion.any():
            straight = _homography(self._board[:, :2], straightened(self._seen, matrix, distortion))
            flat = flat if straight is None else straight
        first, second, place = flat.T
        scale = math.copysign(2.0 / (math.hypot(*first) + math.hypot(*second)), place[2])
        first, second, place = first * scale, second * scale, place * scale
        # OpenCV takes the rotation that is nearest to these axes.
        turn, _ = cv2.Rodrigues(np.column_stack([first, second, np.cross(first, second)]))
        place[2] /= matrix[0, 0]
        return np.concatenate([turn[:, 0], place, lens])

    def _fit_error(self, unknowns: Points) -> float:
        matrix, distortion = self._lens(unknowns)
        seen, _ = cv2.projectPoints(self._board, unknowns[:3], _translation(unknowns, matrix), matrix, distortion)
        residual = self._whiten @ (self._pixels - seen.reshape(-1, 2))
        return float((residual**2).sum() + ((self._prior @ (unknowns[_LENS] - self._expected)) ** 2).sum())

    def _within_limits(self, lens: Points) -> Points:
        lens = lens.copy()
        lens[0] = min(max(lens[0], -_K1_LIMIT), _K1_LIMIT)
        lens[-1] = min(max(lens[-1], _LOG_FOCALS[0]), _LOG_FOCALS[1])
        return lens

    def _fit(self, unknowns: Points, free: Sequence[int], steps: int = _LEVENBERG_STEPS) -> tuple[Points, Fit]:
        """Fit the unknowns that are `free` by Levenberg-Marquardt; return the unknowns and the fit."""
        own = np.ix_(free, free)
        free = list(free)
        cost, information, gradient = self._normal_equations(unknowns)
        damping = 1e-6
        for _ in range(steps):
            system = information[own]
            system.flat[:: len(free) + 1] *= 1 + damping
            tried = unknowns.copy()
            tried[free] += np.linalg.solve(system, gradient[free])
            tried[_LENS] = self._within_limits(tried[_LENS])
            tried_cost, tried_information, tried_gradient = self._normal_equations(tried)
            gain = cost - tried_cost
            if not gain >= 0:
                damping = max(damping * 4, 1e-3)
                continue
            unknowns, cost, information, gradient = tried, tried_cost, tried_information, tried_gradient
            damping /= 3
            if gain < _SETTLED:
                break
        covariance = np.zeros((_UNKNOWNS, _UNKNOWNS))
        covariance[own] = np.linalg.inv(information[own])
        off = self._prior @ (unknowns[_LENS] - self._expected)
        return unknowns, Fit(self._camera(unknowns), cost, unknowns[:3], covariance, float(off @ off))

    def _camera(self, unknowns: Points) -> Pinhole:
        matrix, distortion = self._lens(unknowns)
        rotation = np.asarray(cv2.Rodrigues(unknowns[:3])[0], np.float64)
        return Pinhole(matrix, distortion, rotation, _translation(unknowns, matrix))

    def _normal_equations(self, unknowns: Points) -> tuple[float, Matrix, Points]:
        """Return the cost at these unknowns, and the normal equations for a step.

        These are the matrix and the right hand side.
        """
        matrix, distortion = self._lens(unknowns)
        place = _translation(unknowns, matrix)
        seen, derivatives = cv2.projectPoints(self._board, unknowns[:3], place, matrix, distortion)
        residual = (self._whiten @ (self._pixels - seen.reshape(-1, 2))).ravel()
        # Two rows of the jacobian a point: whitening mixes the points, not x and y.
        moves = _by_unknowns(np.asarray(derivatives, np.float64), matrix, place[2]).reshape(len(self._board), -1)
        rows = (self._whiten @ moves).reshape(-1, _UNKNOWNS)
        off = self._prior @ (unknowns[_LENS] - self._expected)
        information, gradient = rows.T @ rows, rows.T @ residual
        information[_LENS, _LENS] += self._prior.T @ self._prior
        gradient[_LENS] -= self._prior.T @ off
        return float(residual @ residual + off @ off), information, gradient

    def _lens(self, unknowns: Points) -> tuple[Matrix, Points]:
        distortion = self._distortion.copy()
        distortion[_RADIAL] = unknowns[6:9]
        return self._camera_matrix(unknowns), distortion


def _flat(points: Points) -> Points:
    """Return points (n, 2) of the board as points (n, 3) of its plane."""
    return np.column_stack([points, np.zeros(len(points))])


def _homography(board: Points, pixels: Points) -> Matrix | None:
    """Return the homography from board points (n, 2) to pixels; None if they lie in a line."""
    found, _ = cv2.findHomography(board, pixels, 0)
    return None if found is None else np.asarray(found, np.float64)


def _bending_offsets(camera: Pinhole, corners: Points) -> Points:
    """Return the distance of the true corners (4n, 2) from the quad that fits a tag best.

    `corners` is (n, 4, 2) in mm. A lens with distortion bends a tag's edges, and its corners were found by laying a
    quad over all of it.
    """
    steps = np.linspace(0.0, 1.0, _BENT_POINTS)
    right, down = (grid.ravel() for grid in np.meshgrid(steps, steps))
    shares = np.stack([(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down], axis=1)
    seen = camera.project(np.vstack([corners.reshape(-1, 2), corners.mean(axis=1)]))
    true, middles = np.split(seen, [4 * len(corners)])
    if np.abs(middles_px(true.reshape(-1, 4, 2)) - middles).max() <= _BENT_PX:
        return np.zeros_like(true)
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    quads = []
    for own in corners:
        found = _homography(np.column_stack([right, down]), camera.project(shares @ own))
        assert found is not None
        quads.append(cv2.perspectiveTransform(square[:, None], found).reshape(-1, 2))
    return np.asarray(np.vstack(quads) - true, np.float64)


def _translation(unknowns: Points, matrix: Matrix) -> Points:
    """Return the translation (3,) in millimetres."""
    return unknowns[3:6] * (1.0, 1.0, matrix[0, 0])


def _by_unknowns(derivatives: npt.NDArray[np.float64], matrix: Matrix, distance: float) -> Matrix:
    """Return the derivatives (2n, 12) of pixels by the unknowns, from those that OpenCV gives."""
    # The focal length's logarithm moves a pixel by as much as it is away from the middle, and takes the camera away.
    by_focal = derivatives[:, 6] * matrix[0, 0] + derivatives[:, 7] * matrix[1, 1] + derivatives[:, 5] * distance
    own = np.column_stack([derivatives[:, _IN_OPENCV], by_focal])
    own[:, 5] *= matrix[0, 0]
    return own


def pixel_covariances(fit: Fit, points_mm: Points) -> Points:
    """Return the covariances (n, 2, 2) of the pixels of board points (n, 2)."""
    camera = fit.camera
    _, derivatives = cv2.projectPoints(_flat(points_mm), fit.turn, camera.translation, camera.matrix, camera.distortion)
    jacobian = _by_unknowns(np.asarray(derivatives, np.float64), camera.matrix, camera.translation[2])
    jacobian = jacobian.reshape(len(points_mm), 2, _UNKNOWNS)
    return np.asarray(jacobian @ fit.covariance @ np.swapaxes(jacobian, 1, 2), np.float64)


def _area(points: Points) -> float:
    return max(float(cv2.contourArea(cv2.convexHull(points.astype(np.float32)))), 1e-6)


def _whitening(count: int, px_per_mm: float) -> Matrix:
    """Return the matrix (4 count, 4 count) that makes corner errors independent and of size one.

    `count` is the number of references. The four corners of a tag share the error of its place.
    """
    corner = math.hypot(_CORNER_PX, _CORNER_MM * px_per_mm)
    together = math.hypot(corner, 2 * _PLACEMENT_MM * px_per_mm)
    mean = np.full((4, 4), 0.25)
    return np.kron(np.eye(count), (np.eye(4) - mean) / corner + mean / together)
