"""The pinhole camera with lens distortion: from board millimetres to pixels and back.

Board frame: origin at the outer top-left corner of the grid's first cell, x right, y down, z UP from the board's
surface, in millimetres (a left-handed frame as seen from above, which is why the camera looks along decreasing z).
Pixel frame: x right, y down; the centre of the top-left pixel is (0, 0). Distortion is OpenCV's model
(k1, k2, p1, p2, k3).
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float64]

#: The inverse of the lens distortion is found to this (in focal lengths), in at most so many Newton steps.
_STRAIGHT = 1e-6
_NEWTON_STEPS = 20
#: A lens is mild if its distortion changes by less than this with the place in the picture.
_MILD = 0.1

#: Turns the board frame (z up) into a right-handed one (z down, into the table), which OpenCV expects.
FLIP_Z = np.array([1.0, 1.0, -1.0])


@dataclass(frozen=True, eq=False)
class Pinhole:
    """A camera at a known place above the table.

    `matrix` is the 3x3 camera matrix in pixels; `distortion` OpenCV's five coefficients; `rotation` (3x3) and
    `translation` (3, mm) take points of the right-handed board frame (x, y, -z) into the camera frame.
    """

    matrix: Matrix
    distortion: Points
    rotation: Matrix
    translation: Points

    @property
    def position_mm(self) -> Points:
        """Optical centre in board coordinates, shape (3,); z is the height above the surface.

        The surface is the board's.
        """
        centre: Points = -(self.rotation.T @ self.translation) * FLIP_Z
        return centre

    def project(self, points_mm: npt.ArrayLike) -> Points:
        """Return pixels, shape (n, 2), of board points, shape (n, 3) or (n, 2) (then z = 0)."""
        points = np.atleast_2d(np.asarray(points_mm, dtype=np.float64))
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        x, y, depth = self.rotation @ (points * FLIP_Z).T + self.translation[:, None]
        # OpenCV's own projection works out derivatives, too, which takes many times as long.
        depth = np.where(depth == 0, 1.0, depth)
        bent = _bent(np.stack([x / depth, y / depth]), self.distortion)
        flat = np.stack([*bent, np.ones_like(x)])
        return np.ascontiguousarray((self.matrix[:2] @ flat).T, np.float64)

    def on_plane(self, pixels: npt.ArrayLike, height_mm: npt.ArrayLike = 0.0) -> Points:
        """Return the board points (x, y), shape (n, 2), of pixels (n, 2) on the plane z = height_mm.

        The rays of the pixels meet the plane there. `height_mm` is one number or one a pixel.
        """
        ideal = straightened(np.asarray(pixels, dtype=np.float64).reshape(-1, 2), self.matrix, self.distortion)
        rays = np.column_stack([ideal, np.ones(len(ideal))]) @ self.rotation
        centre = -(self.rotation.T @ self.translation)
        reach = (-np.asarray(height_mm, dtype=np.float64) - centre[2]) / rays[:, 2]
        return np.asarray((centre + rays * reach[:, None])[:, :2], dtype=np.float64)


def _bent(points: Points, distortion: Points) -> Points:
    """Distort points (2, n) of a camera's plane at distance 1 as a lens does, by OpenCV's model."""
    k1, k2, p1, p2, k3 = distortion
    x, y = points
    square = x * x + y * y
    radial = 1 + square * (k1 + square * (k2 + square * k3))
    bent_x = x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x)
    bent_y = y * radial + 2 * p2 * x * y + p1 * (square + 2 * y * y)
    return np.stack([bent_x, bent_y])


def straightened(pixels: Points, matrix: Matrix, distortion: Points) -> Points:
    """Return the points (n, 2) of the camera's plane at distance 1 behind these pixels (n, 2).

    The lens shows them at these pixels.
    """
    if not len(pixels):
        return np.zeros((0, 2))
    seen = (pixels - matrix[:2, 2]) / (matrix[0, 0], matrix[1, 1])
    k1, k2, p1, p2, k3 = np.abs(distortion)
    reach = float((seen * seen).sum(axis=1).max())
    if 2 * reach * (k1 + reach * (2 * k2 + reach * 3 * k3)) + 8 * math.sqrt(reach) * (p1 + p2) > _MILD:
        return np.ascontiguousarray(_newton(seen.T, distortion).T)
    # OpenCV's own way is quicker. Each of its five steps takes so large a share away of what is left to go.
    quick = cv2.undistortPoints(pixels.reshape(-1, 1, 2), matrix, distortion)
    return np.asarray(quick, np.float64).reshape(-1, 2)


def _newton(seen: Points, distortion: Points) -> Points:
    """Return the points (2, n) that the lens shows at `seen`.

    Newton's method begins at `seen`; from there, a step never goes too far with a usual lens.
    """
    k1, k2, p1, p2, k3 = distortion
    points = seen.copy()
    for _ in range(_NEWTON_STEPS):
        off = seen - _bent(points, distortion)
        if np.abs(off).max() <= _STRAIGHT:
            break
        x, y = points
        square = x * x + y * y
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        slope = 2 * (k1 + square * (2 * k2 + 3 * square * k3))
        by_xx = radial + slope * x * x + 2 * p1 * y + 6 * p2 * x
        by_yy = radial + slope * y * y + 2 * p2 * x + 6 * p1 * y
        by_xy = slope * x * y + 2 * p1 * x + 2 * p2 * y
        # Beyond what the lens shows there is no such point.
        area = np.maximum(by_xx * by_yy - by_xy**2, 0.01)
        points = points + np.stack([by_yy * off[0] - by_xy * off[1], by_xx * off[1] - by_xy * off[0]]) / area
    return points


def looking_at(
    target_mm: tuple[float, float],
    height_mm: float,
    focal_px: float,
    size_px: tuple[int, int],
    *,
    tilt_deg: float = 0.0,
    azimuth_deg: float = 0.0,
    roll_deg: float = 0.0,
    distortion: npt.ArrayLike = (0.0, 0.0, 0.0, 0.0, 0.0),
) -> Pinhole:
    """Return a camera of `size_px` (width, height) whose optical axis meets `target_mm`.

    `height_mm` is the optical centre's height above the board; `tilt_deg` the angle between axis and plumb line;
    `azimuth_deg` the side to which the camera is moved when tilted (0: towards the lower edge of the board, 90: to
    the right); `roll_deg` turns the picture about the axis.
    """
    tilt, azimuth, roll = np.radians([tilt_deg, azimuth_deg, roll_deg])
    # Right-handed frame (x, y, z down into the table).
    forward = np.array([-np.sin(tilt) * np.sin(azimuth), -np.sin(tilt) * np.cos(azimuth), np.cos(tilt)])
    reach = height_mm / np.cos(tilt)
    centre = np.array([*target_mm, 0.0]) - forward * reach
    right = np.array([np.cos(azimuth), -np.sin(azimuth), 0.0])
    down = np.cross(forward, right)
    right, down = (
        np.cos(roll) * right + np.sin(roll) * down,
        -np.sin(roll) * right + np.cos(roll) * down,
    )
    rotation = np.vstack([right, down, forward])
    width, height = size_px
    matrix = np.array([[focal_px, 0.0, (width - 1) / 2], [0.0, focal_px, (height - 1) / 2], [0.0, 0.0, 1.0]])
    return Pinhole(matrix, np.asarray(distortion, dtype=np.float64), rotation, -rotation @ centre)
