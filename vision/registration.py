"""Finding the board's plane: from reference tags in a picture to the camera's place above the table.

The camera is modelled with its optical axis through the middle of the picture, square pixels, one focal length and
one radial distortion term. Where no profile gives them, the focal length and the distortion are estimated together
with the pose, as the most probable ones given all there is to see: the references, how lenses usually are, the sizes
in which pieces of known height appear, and that pieces lie near the middle of cells.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.catalogue import Catalogue
from vision.errors import BoardNotFoundError
from vision.pinhole import Matrix, Pinhole, Points
from vision.profile import CameraProfile
from vision.seen import SeenTag

# Gates: a registration that does not pass them is refused.
#: So many reference tags must be in the picture.
MIN_REFERENCES = 2
#: No reference may lie further from where the others expect it, in millimetres.
REFERENCE_LIMIT_MM = 4.0
#: The place of no corner of the board may be less sure than this (one standard deviation), in cells.
SURE_WITHIN_CELLS = 0.15

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
#: The distortion term k1 of lenses, round 0.
_K1_SIGMA = 0.1
#: The printed scale (all tags alike), and the further difference of the tags of one height.
_PRINT_SCALE_SIGMA = 0.02
_PRINT_SIGMA = 0.004
#: Pieces from the middle of their cell, in cells, and the cost of one that lies anywhere.
_OFF_CENTRE_CELLS = 0.12
_OFF_CENTRE_COST = 4.0
#: The focal lengths tried, over the longer side of the picture: 111 to 24 degrees.
_FOCALS = np.linspace(math.log(0.34), math.log(2.35), 16)


@dataclass(frozen=True, eq=False)
class Registration:
    """Where the board is in the picture.

    `homography` (3x3) takes board millimetres to pixels (with a distorting lens it is the best plane-to-plane map);
    `camera` is exact and knows heights. `residual_px` is the references' root mean square distance from where the
    camera model has them, `references` are the ids used and `notes` says what was odd.
    """

    homography: Matrix
    residual_px: float
    camera: Pinhole
    references: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class _Fit:
    """A camera and how badly it fits."""

    camera: Pinhole
    cost: float
    information: Matrix

    @property
    def k1(self) -> float:
        return float(self.camera.distortion[0])


def register(
    references: Sequence[SeenTag],
    others: Sequence[SeenTag],
    catalogue: Catalogue,
    size_px: tuple[int, int],
    profile: CameraProfile | None = None,
    focal_px: float | None = None,
) -> Registration:
    """The registration of a picture of `size_px` (width, height) from the reference tags and all other tags seen.

    `focal_px` is what the camera itself says of its focal length. Raises BoardNotFoundError.
    """
    wanted = len(catalogue.references)
    if len(references) < MIN_REFERENCES:
        names = ", ".join(seen.tag.id for seen in references)
        raise BoardNotFoundError(
            f"only {len(references)} of the {wanted} reference tags is seen ({names}), too few to locate the board; "
            f"show at least {MIN_REFERENCES}, better all, in focus and uncovered."
        )
    solver = _Solver(catalogue, size_px, profile, focal_px)
    used, odd = _agreeing(solver, list(references))
    fit = solver.best(used, others)
    _check_sure(fit, used, catalogue)
    pixels = np.vstack([seen.corners_px for seen in used])
    board = np.vstack([corners_mm(seen) for seen in used])
    residual = math.sqrt(float(((fit.camera.project(board) - pixels) ** 2).sum(axis=1).mean()))
    notes = tuple(
        f"{seen.tag.id} lies {distance:.0f} mm from where it belongs and was left out; put it back in its place."
        for seen, distance in odd
    )
    return Registration(
        _plane_homography(fit.camera, catalogue), residual, fit.camera, tuple(s.tag.id for s in used), notes
    )


def _agreeing(solver: "_Solver", references: list[SeenTag]) -> tuple[list[SeenTag], list[tuple[SeenTag, float]]]:
    """The references that agree with each other, and the one that does not with its distance in millimetres."""
    errors = solver.errors_mm(solver.best(references), references)
    if errors.max() <= REFERENCE_LIMIT_MM:
        return references, []
    trials = []
    for index, left_out in enumerate(references):
        rest = references[:index] + references[index + 1 :]
        if len(rest) >= MIN_REFERENCES + 1:
            fit = solver.best(rest)
            trials.append((solver.errors_mm(fit, rest).max(), rest, left_out, solver.errors_mm(fit, [left_out])[0]))
    trials.sort(key=lambda trial: trial[0])
    if trials and trials[0][0] <= REFERENCE_LIMIT_MM and (len(trials) == 1 or trials[1][0] > 1.5 * trials[0][0]):
        _, rest, left_out, distance = trials[0]
        return rest, [(left_out, float(distance))]
    raise BoardNotFoundError(
        f"the reference tags contradict each other by up to {errors.max():.0f} mm; put them where the instructions "
        "show, and if your tags are printed for other sizes, give their list with --tags manifest.json."
    )


def _check_sure(fit: _Fit, used: Sequence[SeenTag], catalogue: Catalogue) -> None:
    """Raise BoardNotFoundError if the board's corners are not located well enough."""
    grid = catalogue.grid
    columns, rows = zip(*grid.cells.values(), strict=True)
    right, bottom = (max(columns) + 1) * grid.cell_mm, (max(rows) + 1) * grid.cell_mm
    corners = np.array([[0.0, 0.0], [right, 0.0], [right, bottom], [0.0, bottom]])
    covariance = np.linalg.inv(fit.information)
    pixels, jacobian = _project(fit.camera, corners)
    for corner, pixel, rows_ in zip(corners, pixels, jacobian.reshape(4, 2, -1), strict=True):
        sigma_px = math.sqrt(np.trace(rows_ @ covariance @ rows_.T))
        reach = fit.camera.on_plane(pixel + np.array([[1.0, 0.0], [0.0, 1.0]])) - corner
        if sigma_px * np.linalg.norm(reach, axis=1).max() > SURE_WITHIN_CELLS * grid.cell_mm:
            names = ", ".join(seen.tag.id for seen in used)
            raise BoardNotFoundError(
                f"only {len(used)} of the {len(catalogue.references)} reference tags are seen ({names}), and they lie "
                "too close together to locate the whole board; show more of them, in focus and uncovered."
            )


def _plane_homography(camera: Pinhole, catalogue: Catalogue) -> Matrix:
    """The board-to-picture homography of the camera, fitted over all cell centres (exact without distortion)."""
    points = np.array([catalogue.grid.centre(cell) for cell in catalogue.grid.cells])
    homography, _ = cv2.findHomography(points, camera.project(points), 0)
    return np.asarray(homography, np.float64)


def _project(camera: Pinhole, points: Points) -> tuple[Points, Matrix]:
    """Pixels (n, 2) of board points (n, 2), and their derivatives (2n, 7) by rotation, translation and k1."""
    rotation, _ = cv2.Rodrigues(camera.rotation)
    flat = np.column_stack([points, np.zeros(len(points))]).reshape(-1, 1, 3)
    pixels, jacobian = cv2.projectPoints(flat, rotation, camera.translation, camera.matrix, camera.distortion)
    return np.asarray(pixels, np.float64).reshape(-1, 2), np.asarray(jacobian[:, [0, 1, 2, 3, 4, 5, 10]], np.float64)


def corners_mm(seen: SeenTag) -> Points:
    """The corners (4, 2) of a reference's symbol on the board, own top-left first."""
    assert seen.tag.placement_mm is not None
    turn = math.radians(seen.tag.placement_deg)
    across = np.array([math.cos(turn), math.sin(turn)]) * seen.symbol_mm / 2
    down = np.array([-across[1], across[0]])
    corners = np.array([-across - down, across - down, across + down, down - across])
    return np.asarray(np.array(seen.tag.placement_mm) + corners, np.float64)


class _Solver:
    """Fits cameras to references, for one picture."""

    def __init__(
        self,
        catalogue: Catalogue,
        size_px: tuple[int, int],
        profile: CameraProfile | None,
        focal_px: float | None,
    ) -> None:
        self.catalogue = catalogue
        self.width, self.height = size_px
        self.matrix = None if profile is None else profile.matrix_for(self.width, self.height)
        self.distortion = np.zeros(5) if profile is None else profile.distortion
        longer = max(size_px)
        self.log_focal = _USUAL_FOCAL if focal_px is None else math.log(focal_px / longer)
        self.log_focal_sigma = _USUAL_FOCAL_SIGMA if focal_px is None else _WRITTEN_FOCAL_SIGMA

    def errors_mm(self, fit: _Fit, references: Sequence[SeenTag]) -> Points:
        """How far each reference's corners are from where they belong, on the average, in board millimetres."""
        places = fit.camera.on_plane(np.vstack([seen.corners_px for seen in references])).reshape(-1, 4, 2)
        belongs = np.array([corners_mm(seen) for seen in references])
        distances: Points = np.linalg.norm(places - belongs, axis=2).mean(axis=1)
        return distances

    def best(self, references: Sequence[SeenTag], others: Sequence[SeenTag] = ()) -> _Fit:
        """The most probable camera."""
        board = np.vstack([corners_mm(seen) for seen in references])
        pixels = np.vstack([seen.corners_px for seen in references])
        found, _ = cv2.findHomography(board, pixels, 0)
        if found is None:
            raise BoardNotFoundError("the reference tags are seen, but as a line; show them from further above.")
        homography = np.asarray(found, np.float64)
        px_per_mm = math.sqrt(_area(pixels) / _area(board))
        whiten = _whitening(len(references), px_per_mm)
        if self.matrix is not None:
            return _fit(board, pixels, whiten, _from_homography(homography, self.matrix, self.distortion), None)

        def fit_at(log_focal: float, start: _Fit | None) -> _Fit:
            focal = math.exp(log_focal) * max(self.width, self.height)
            centre = ((self.width - 1) / 2, (self.height - 1) / 2)
            matrix = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1.0]])
            distortion = np.zeros(5) if start is None else start.camera.distortion
            camera = _from_homography(homography, matrix, distortion)
            fit = _fit(board, pixels, whiten, camera, _K1_SIGMA)
            cost = fit.cost + ((log_focal - self.log_focal) / self.log_focal_sigma) ** 2
            cost += _evidence_cost(fit.camera, references, others, self.catalogue)
            return _Fit(fit.camera, cost, fit.information)

        return _minimise(fit_at)


def _minimise(fit_at: Callable[[float, _Fit | None], _Fit]) -> _Fit:
    """The best fit over the focal length: first on a coarse grid, then twice more finely about the best."""
    fits = {}
    previous = None
    for log_focal in _FOCALS:
        fits[log_focal] = previous = fit_at(log_focal, previous)
    spacing = _FOCALS[1] - _FOCALS[0]
    for _ in range(2):
        best = min(fits, key=lambda key: fits[key].cost)
        for step in (-2 / 3, -1 / 3, 1 / 3, 2 / 3):
            fits[best + step * spacing] = fit_at(best + step * spacing, fits[best])
        spacing /= 3
    return min(fits.values(), key=lambda fit: fit.cost)


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


def _from_homography(homography: Matrix, matrix: Matrix, distortion: Points) -> Pinhole:
    """The camera of this matrix that sees the board's plane about as the homography does."""
    first, second, place = (np.linalg.inv(matrix) @ homography).T
    scale = 2.0 / (np.linalg.norm(first) + np.linalg.norm(second))
    if place[2] < 0:
        scale = -scale
    first, second, place = first * scale, second * scale, place * scale
    left, _, right = np.linalg.svd(np.column_stack([first, second, np.cross(first, second)]))
    rotation = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
    return Pinhole(matrix, distortion.copy(), rotation, place)


def _fit(board: Points, pixels: Points, whiten: Matrix, start: Pinhole, k1_sigma: float | None) -> _Fit:
    """Gauss-Newton from `start` over pose and, unless `k1_sigma` is None, the distortion term k1."""
    turn = cv2.Rodrigues(start.rotation)[0].reshape(3)
    unknowns = np.concatenate([turn, start.translation, start.distortion[:1]])
    free = 6 if k1_sigma is None else 7
    camera = start
    information = np.zeros((7, 7))
    cost = math.inf
    for _ in range(8):
        seen, jacobian = _project(camera, board)
        residual = (whiten @ (pixels - seen)).ravel()
        # The jacobian's rows are x, y of each point in turn: whiten each coordinate across the points.
        by_point = jacobian.reshape(len(board), -1)
        rows = (whiten @ by_point).reshape(-1, jacobian.shape[1])
        information = rows.T @ rows
        gradient = rows.T @ residual
        new_cost = float(residual @ residual)
        if k1_sigma is not None:
            information[6, 6] += k1_sigma**-2
            gradient[6] -= unknowns[6] * k1_sigma**-2
            new_cost += (unknowns[6] / k1_sigma) ** 2
        step = np.zeros(7)
        damped = information[:free, :free] + np.diag(np.diag(information)[:free] * 1e-9)
        step[:free] = np.linalg.solve(damped, gradient[:free])
        settled = abs(cost - new_cost) < 1e-3
        cost = new_cost
        if settled:
            break
        unknowns = np.asarray(unknowns + step, np.float64)
        unknowns[6] = np.clip(unknowns[6], -0.5, 0.5)
        distortion = np.concatenate([unknowns[6:], start.distortion[1:]])
        rotation = np.asarray(cv2.Rodrigues(unknowns[:3])[0], np.float64)
        camera = Pinhole(start.matrix, distortion, rotation, np.array(unknowns[3:6], np.float64))
    if k1_sigma is None:
        information[6, 6] += 1e12  # The distortion is known.
    return _Fit(camera, cost, information)


def _evidence_cost(
    camera: Pinhole, references: Sequence[SeenTag], others: Sequence[SeenTag], catalogue: Catalogue
) -> float:
    """What the pieces say against this camera: their sizes at their heights, and their places in their cells."""
    if not others:
        return 0.0
    seen = [*references, *others]
    heights = np.array([s.tag.height_mm for s in seen])
    corners = camera.on_plane(np.vstack([s.corners_px for s in seen]), np.repeat(heights, 4)).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).mean(axis=1)
    side_px = np.array([s.side_px for s in seen])
    with np.errstate(divide="ignore", invalid="ignore"):
        scales = np.log(sides / [s.symbol_mm for s in seen])
    scales = np.nan_to_num(scales, nan=9.0, posinf=9.0, neginf=-9.0)
    variance = (0.2 / side_px) ** 2 + _PRINT_SIGMA**2
    flat = np.arange(len(seen)) < len(references)
    # The printer's scale shows on the references, whose place on the board gives the true one.
    weight = 1 / variance[flat]
    common = float((scales[flat] * weight).sum() / (weight.sum() + _PRINT_SCALE_SIGMA**-2))
    cost = 0.0
    for height in set(heights[~flat]):
        group = ~flat & (heights == height)
        mean = float(np.median(scales[group])) - common
        cost += min(mean**2 / (_PRINT_SIGMA**2 + float(variance[group].mean()) / group.sum()), 16.0)
    cell = catalogue.grid.cell_mm
    centres = camera.on_plane(np.array([s.centre_px for s in others]), heights[~flat])
    off = (centres / cell) % 1.0 - 0.5
    squares: Points = (off**2).sum(axis=1) / _OFF_CENTRE_CELLS**2
    return cost + float(np.minimum(squares, _OFF_CENTRE_COST).sum())
