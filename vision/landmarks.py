"""Landmarks: what is printed on a board or lies on it, by which it is found again in a later picture."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.alignment import Grey
from vision.pinhole import Matrix, Points

#: Landmarks are looked for in a picture no wider than this: a finer one takes longer and tells no more.
_WIDTH_PX = 1200
_MOST = 1500
#: A landmark is where a homography has it if it is no farther off, in pixels of that smaller picture.
_WITHIN_PX = 2.0


@dataclass(frozen=True, eq=False)
class Landmarks:
    """Conspicuous points (n, 2), in pixels of the picture, and what is about each (n, 32), as ORB describes it.

    `pixel` is the side of a pixel of the picture in which they were found, in pixels of the whole one.
    """

    points: Points
    looks: npt.NDArray[np.uint8]
    pixel: float

    def within(self, outline: Points) -> "Landmarks":
        """Those in a convex outline (m, 2)."""
        contour = outline.astype(np.float32).reshape(-1, 1, 2)
        inside = [cv2.pointPolygonTest(contour, (float(x), float(y)), False) >= 0 for x, y in self.points]
        return Landmarks(self.points[inside], self.looks[inside], self.pixel)


def landmarks_of(grey: Grey) -> Landmarks:
    """The landmarks of a picture."""
    height, width = grey.shape
    pixel = max(width / _WIDTH_PX, 1.0)
    size = round(width / pixel), round(height / pixel)
    found, looks = cv2.ORB.create(_MOST).detectAndCompute(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), None)
    points = np.array([one.pt for one in found], np.float64).reshape(-1, 2)
    described = np.zeros((0, 32), np.uint8) if looks is None else np.asarray(looks, np.uint8)
    return Landmarks((points + 0.5) * pixel - 0.5, described, pixel)


def homography_between(before: Landmarks, now: Landmarks) -> tuple[Matrix, int]:
    """The homography (3, 3) that takes most landmarks to where they are now, and how many; the identity if none do."""
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(before.looks, now.looks)
    if len(matches) < 4:
        return np.eye(3), 0
    there = before.points[[match.queryIdx for match in matches]]
    here = now.points[[match.trainIdx for match in matches]]
    homography, agreeing = cv2.findHomography(there, here, cv2.USAC_MAGSAC, _WITHIN_PX * now.pixel)
    if homography is None:
        return np.eye(3), 0
    return np.asarray(homography, np.float64), int(np.count_nonzero(agreeing))
