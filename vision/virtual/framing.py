"""Camera position for a view: everything that must be seen is in the picture."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.model.pinhole import Pinhole, looking_at

_NO_DISTORTION = (0.0, 0.0, 0.0, 0.0, 0.0)
#: Least distance of the camera.
_NEAREST_MM = 100.0
#: Greatest distance of the camera.
_FARTHEST_MM = 5000.0
#: Number of steps at most. Pointing the camera at the middle of what it sees moves that middle a little: so it is
#: pointed again.
_CENTRING_STEPS = 40
#: Number of steps after which it goes half of the way: through a wide lens near the table whole steps swing to and
#: fro.
_WHOLE_STEPS = 15
#: Greatest length of a step.
_LONGEST_STEP_MM = 200.0


@dataclass(frozen=True, eq=False)
class Viewpoint:
    """A camera and the size of its picture, (width, height) in pixels."""

    camera: Pinhole
    size_px: tuple[int, int]


def fit_view(
    points_mm: npt.ArrayLike,
    size_px: tuple[int, int],
    *,
    focal_px: float,
    tilt_deg: float = 0.0,
    azimuth_deg: float = 0.0,
    roll_deg: float = 0.0,
    distortion: npt.ArrayLike = _NO_DISTORTION,
    margin: float = 0.03,
    lens: Callable[[Pinhole], Pinhole] | None = None,
) -> Viewpoint:
    """Return the nearest camera that sees all `points_mm`, (n, 2) or (n, 3), with `margin`.

    `margin` is a share of the picture's height. Tilt, azimuth and roll as in `looking_at`. `lens` replaces a
    camera's lens by one that the other parameters do not describe. Raises VisionError if no distance up to five
    metres will do.
    """
    points = np.atleast_2d(np.asarray(points_mm, dtype=np.float64))
    heights = points[:, 2] if points.shape[1] == 3 else np.zeros(len(points))
    margin_px = margin * size_px[1]
    size = np.array(size_px)

    def centred(height_mm: float) -> tuple[Pinhole, bool]:
        """Return the camera at this height with the points centred, and whether they fit.

        They are in the middle of its picture.
        """
        target = points[:, :2].min(0) / 2 + points[:, :2].max(0) / 2
        for step in range(_CENTRING_STEPS):
            camera = looking_at(
                (target[0], target[1]),
                height_mm,
                focal_px,
                size_px,
                tilt_deg=tilt_deg,
                azimuth_deg=azimuth_deg,
                roll_deg=roll_deg,
                distortion=distortion,
            )
            camera = lens(camera) if lens else camera
            pixels = camera.project(points)
            low, high = pixels.min(0), pixels.max(0)
            middle = (low + high) / 2
            if np.abs(middle - (size - 1) / 2).max() < 0.2:
                break
            way = np.clip(camera.on_plane(middle)[0] - target, -_LONGEST_STEP_MM, _LONGEST_STEP_MM)
            target = target + (way if step < _WHOLE_STEPS else way / 2)
        # Nearer than the lens model reaches, points come out anywhere: they must lead back to where they are.
        sees_true = np.all(np.abs(camera.on_plane(pixels, heights) - points[:, :2]) < 1.0)
        return camera, bool(sees_true and low.min() >= margin_px and np.all(high <= size - 1 - margin_px))

    low_mm, high_mm = _NEAREST_MM, _FARTHEST_MM
    if not centred(high_mm)[1]:
        raise VisionError("The table does not fit into this picture from any distance: choose a wider lens.")
    while high_mm - low_mm > 0.5:
        middle = (low_mm + high_mm) / 2
        low_mm, high_mm = (low_mm, middle) if centred(middle)[1] else (middle, high_mm)
    return Viewpoint(centred(high_mm)[0], size_px)


def view_at_scale(
    points_mm: npt.ArrayLike,
    px_per_mm: float,
    *,
    distance_mm: float = 520.0,
    tilt_deg: float = 0.0,
    azimuth_deg: float = 0.0,
    roll_deg: float = 0.0,
    distortion: npt.ArrayLike = _NO_DISTORTION,
    margin_mm: float = 10.0,
) -> Viewpoint:
    """Return a camera `distance_mm` from the middle of `points_mm` that shows `px_per_mm` there.

    The picture is made as large as it must be to hold all points.
    """
    points = np.atleast_2d(np.asarray(points_mm, dtype=np.float64))
    target = points[:, :2].min(0) / 2 + points[:, :2].max(0) / 2

    def camera(size_px: tuple[int, int]) -> Pinhole:
        return looking_at(
            (target[0], target[1]),
            distance_mm * np.cos(np.radians(tilt_deg)),
            px_per_mm * distance_mm,
            size_px,
            tilt_deg=tilt_deg,
            azimuth_deg=azimuth_deg,
            roll_deg=roll_deg,
            distortion=distortion,
        )

    # With a picture of one pixel the axis goes through (0, 0): the projections are offsets from the middle.
    reach = np.abs(camera((1, 1)).project(points)).max(0) + margin_mm * px_per_mm
    width, height = (2 * int(np.ceil(side)) for side in reach)
    return Viewpoint(camera((width, height)), (width, height))
