"""Landmarks: points of a board's print or of things there, for finding it again later."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Grey
from vision.model.pinhole import Matrix, Points

#: Landmarks are looked for in a picture no wider than this: a finer one takes longer and tells no more.
_WIDTH_PX = 1200
_MOST = 1500
#: A landmark is where a homography has it if it is no farther off, in pixels of that smaller picture.
_WITHIN_PX = 2.0


@dataclass(frozen=True, eq=False)
class Landmarks:
    """Conspicuous points (n, 2) in pixels of the picture, and their ORB descriptors (n, 32).

    `pixel` is the side of a pixel of the picture in which they were found, in pixels of the whole one.
    """

    points: Points
    looks: npt.NDArray[np.uint8]
    pixel: float

    def within(self, outline: Points) -> "Landmarks":
        """Return the landmarks in a convex outline (m, 2)."""
        contour = outline.astype(np.float32).reshape(-1, 1, 2)
        tests = (cv2.pointPolygonTest(contour, (float(x), float(y)), False) for x, y in self.points)
        inside = np.fromiter((test >= 0 for test in tests), np.bool_, len(self.points))
        return Landmarks(self.points[inside], self.looks[inside], self.pixel)


def landmarks_of(grey: Grey) -> Landmarks:
    """Return the landmarks of a picture."""
    height, width = grey.shape
    pixel = max(width / _WIDTH_PX, 1.0)
    size = round(width / pixel), round(height / pixel)
    found, looks = cv2.ORB.create(_MOST).detectAndCompute(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), None)
    points = np.array([keypoint.pt for keypoint in found], np.float64).reshape(-1, 2)
    described = np.zeros((0, 32), np.uint8) if looks is None else np.asarray(looks, np.uint8)
    return Landmarks((points + 0.5) * pixel - 0.5, described, pixel)


@dataclass(frozen=True, eq=False)
class Shift:
    """Displacement of landmarks: the homography (3, 3) that takes most of them to their place.

    `agreeing` is the number that it takes to within two pixels of their place, `still` the number that are where
    they were.
    """

    homography: Matrix
    agreeing: int
    still: int


def measure_shift(before: Landmarks, landmarks: Landmarks) -> Shift:
    """Compute the shift of landmarks between two pictures; the identity if none are found again."""
    if not len(before.points) or not len(landmarks.points):
        return Shift(np.eye(3), 0, 0)
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(before.looks, landmarks.looks)
    old_points = before.points[[match.queryIdx for match in matches]]
    new_points = landmarks.points[[match.trainIdx for match in matches]]
    within_px = _WITHIN_PX * landmarks.pixel
    still = int(np.count_nonzero(np.linalg.norm(new_points - old_points, axis=1) <= within_px))
    if len(matches) < 4:
        return Shift(np.eye(3), 0, still)
    homography, agreeing = cv2.findHomography(old_points, new_points, cv2.USAC_MAGSAC, within_px)
    if homography is None or agreeing is None:
        return Shift(np.eye(3), 0, still)
    return Shift(np.asarray(homography, np.float64), int(np.count_nonzero(agreeing)), still)
