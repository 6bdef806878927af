"""Tables through lenses of every kind, read without a profile.

Counts how many are read, refused in words, or read wrong.

    python -m tools.evidence.lenses --pictures 20 --seed 31

The pictures are drawn anew for every seed; tools/evidence/NOTEBOOK.md says what came of which one. Tune on any
other.
"""

import argparse
import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position, shot_truth
from tools.evidence.measure import PictureCounts, measure, refused
from tools.evidence.photo import EvidencePhoto
from vision.errors import VisionError
from vision.model.pinhole import FLIP_Z, Pinhole, Points
from vision.model.profile import CameraProfile
from vision.reading import read_picture
from vision.virtual import PictureLook, Viewpoint, fit_view, render

SIZES_PX = ((1640, 1232), (2304, 1296), (3280, 2464), (4608, 2592))
#: Of the lens's reach, from the middle of the picture to its corner, this must still grow with the angle.
_GROWS = 0.1


@dataclass(frozen=True, eq=False)
class BendingLens(Pinhole):
    """Camera that shows a ray at the angle a from its axis at atan(`bend` tan a) / `bend`.

    The result is in focal lengths. With 1 it is a fisheye (equal angles for equal distances), towards 0 it is a
    lens without distortion. OpenCV's model fits it in part only.
    """

    bend: float = 1.0

    def project(self, points_mm: npt.ArrayLike) -> Points:
        """Return the pixels of points on or above the board, as `Pinhole.project` does."""
        points = np.atleast_2d(np.asarray(points_mm, np.float64))
        points = np.column_stack([points, np.zeros(len(points))]) if points.shape[1] == 2 else points
        x, y, depth = self.rotation @ (points * FLIP_Z).T + self.translation[:, None]
        flat = np.column_stack([x, y]) / np.maximum(depth, 1.0)[:, None]
        far = np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9)
        return np.asarray(self._to_pixels(flat * np.arctan(self.bend * far) / (self.bend * far)), np.float64)

    def on_plane(self, pixels: npt.ArrayLike, height_mm: npt.ArrayLike = 0.0) -> Points:
        """Return the board points of pixels at a height, as `Pinhole.on_plane` does."""
        seen = (np.atleast_2d(np.asarray(pixels, np.float64)) - self.matrix[:2, 2]) / self.matrix[0, 0]
        far = np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), 1e-9)
        angle = np.minimum(self.bend * far, 1.5)
        straight = replace(self._without_bend(), distortion=np.zeros(5))
        return straight.on_plane(self._to_pixels(seen * np.tan(angle) / (self.bend * far)), height_mm)

    def _to_pixels(self, flat: Points) -> Points:
        return np.asarray(flat * self.matrix[0, 0] + self.matrix[:2, 2], np.float64)

    def _without_bend(self) -> Pinhole:
        return Pinhole(self.matrix, self.distortion, self.rotation, self.translation)


@dataclass(frozen=True)
class TrueLens:
    """True lens of a picture.

    `fov_deg`: how wide the picture is; `bend` above 0: a `BendingLens`; else `distortion` as OpenCV has it.

    `off_centre`: how far the principal point is from the middle of the picture, over its longer side.
    """

    fov_deg: float
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    bend: float = 0.0
    off_centre: tuple[float, float] = (0.0, 0.0)

    def shown(self, far: npt.ArrayLike) -> Points:
        """Return the distance from the middle, in focal lengths, of rays with tangent `far`.

        `far` is the tangent of the ray's angle.
        """
        reach = np.asarray(far, np.float64)
        if self.bend:
            return np.asarray(np.arctan(self.bend * reach) / self.bend)
        k1, k2, _, _, k3 = self.distortion
        return np.asarray(reach * (1 + k1 * reach**2 + k2 * reach**4 + k3 * reach**6))

    def focal_px(self, width: int) -> float:
        """Return the focal length for a picture so wide."""
        return width / 2 / float(self.shown(math.tan(math.radians(self.fov_deg / 2))))

    def is_monotonic(self, size_px: tuple[int, int]) -> bool:
        """Return True if the distance grows with the angle up to the picture's corners.

        Every real lens does this.
        """
        tangents = np.linspace(0.0, 6.0, 1200)
        shown = self.shown(tangents)
        slow = np.nonzero(np.diff(shown) < _GROWS * np.diff(tangents))[0]
        reach = shown[slow[0]] if len(slow) else shown[-1]
        return bool(reach > 1.03 * math.hypot(*size_px) / 2 / self.focal_px(size_px[0]))

    def put_on(self, camera: Pinhole, size_px: tuple[int, int]) -> Pinhole:
        """Return the camera with this lens."""
        matrix = camera.matrix.copy()
        matrix[:2, 2] += np.array(self.off_centre) * max(size_px)
        if self.bend:
            return BendingLens(matrix, camera.distortion, camera.rotation, camera.translation, self.bend)
        return replace(camera, matrix=matrix)


def _mild(rng: random.Random) -> TrueLens:
    return TrueLens(rng.uniform(50, 80), (rng.gauss(-0.01, 0.04), 0, 0, 0, 0), 0.0, _off_centre(rng))


def _two_terms(rng: random.Random) -> TrueLens:
    k1 = rng.uniform(-0.35, 0.1)
    k2 = rng.uniform(0, 2) * k1 * k1 * math.copysign(1, -k1) + rng.gauss(0, 0.015)
    tangential = rng.gauss(0, 0.001), rng.gauss(0, 0.001)
    return TrueLens(rng.uniform(50, 120), (k1, k2, *tangential, 0.0), 0.0, _off_centre(rng))


def _wide_angle(rng: random.Random) -> TrueLens:
    return TrueLens(rng.uniform(80, 120), bend=rng.uniform(0.3, 0.95), off_centre=_off_centre(rng))


def _fisheye(rng: random.Random) -> TrueLens:
    return TrueLens(rng.uniform(110, 120), bend=1.0, off_centre=_off_centre(rng))


def _off_centre(rng: random.Random) -> tuple[float, float]:
    return rng.gauss(0, 0.006), rng.gauss(0, 0.006)


#: The kinds of lenses by name.
LENSES: Mapping[str, Callable[[random.Random], TrueLens]] = {
    "50 to 80 degrees, k1 about 0.04": _mild,
    "50 to 120 degrees, k1, k2 and tangential": _two_terms,
    "80 to 120 degrees, towards a fisheye": _wide_angle,
    "fisheye of 110 to 120 degrees": _fisheye,
}


def lens_photo(kind: str, number: int, *, seed: int, size_px: tuple[int, int] | None = None) -> EvidencePhoto:
    """Return one of the pictures of a kind, tilted by up to 40 degrees to any side.

    The same arguments give the same one.
    """
    rng = random.Random(f"{kind} {seed} {number}")
    catalogue = make_catalogue()
    while True:
        size, lens = size_px or rng.choice(SIZES_PX), LENSES[kind](rng)
        tilt, azimuth = rng.uniform(0, 40), rng.uniform(0, 360)
        roll = rng.choice([0, 180]) + rng.uniform(-15, 15)
        view = _view(lens, size, tilt, azimuth, roll) if lens.is_monotonic(size) else None
        if view is not None:
            break
    position = random_table(rng, players=rng.randint(2, 7))
    shot = render(scene_from_position(position, catalogue, seed=number), view, PictureLook(), rng.randrange(1 << 30))
    profile = CameraProfile(view.size_px, view.camera.matrix, view.camera.distortion)
    return EvidencePhoto(shot.picture, shot_truth(shot, position), float(view.camera.matrix[0, 0]), profile, catalogue)


def _view(
    lens: TrueLens, size_px: tuple[int, int], tilt_deg: float, azimuth_deg: float, roll_deg: float
) -> Viewpoint | None:
    """Return the nearest camera with this lens that sees the board; None if there is none."""
    try:
        return fit_view(
            required_points(make_catalogue()),
            size_px,
            focal_px=lens.focal_px(size_px[0]),
            tilt_deg=tilt_deg,
            azimuth_deg=azimuth_deg,
            roll_deg=roll_deg,
            distortion=lens.distortion,
            lens=lambda camera: lens.put_on(camera, size_px),
        )
    except VisionError:
        return None


def measure_lens(taken: EvidencePhoto) -> PictureCounts:
    """Measure the reading of the picture without any knowledge of its camera."""
    catalogue = make_catalogue()
    try:
        reading = read_picture(taken.picture, catalogue, covers=covered_cells)
    except VisionError as error:
        return refused(str(error))
    return measure(reading, taken.truth, catalogue.grid.cell_mm)


def main() -> None:
    """Print a table with one line for each kind of lens."""
    parser = argparse.ArgumentParser(description="Reads tables through lenses of every kind, without a profile.")
    parser.add_argument("--pictures", type=int, default=20)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--details", action="store_true", help="say what went wrong")
    args = parser.parse_args()
    print("| lens | pictures | refused | pieces in sight | read | told | silent | wrong |")
    print("|:--|--:|--:|--:|--:|--:|--:|--:|")
    for kind in LENSES:
        total = PictureCounts()
        for number in range(args.pictures):
            total += measure_lens(lens_photo(kind, number, seed=args.seed))
        told = total.pieces - total.read - total.vanished
        counts = (total.pictures, total.refused, total.pieces, total.read, told, total.vanished, total.wrong)
        print(f"| {kind} | {' | '.join(map(str, counts))} |", flush=True)
        for detail in total.details if args.details else ():
            print("  ", detail, flush=True)


if __name__ == "__main__":
    main()
