"""Corners of a board without reference tags, followed when the board or the camera moves."""

from dataclasses import replace

import cv2
import numpy as np

from vision.decode.alignment import Grey
from vision.errors import BoardNotFoundError
from vision.locate.corner_registration import grid_corners_mm
from vision.locate.landmarks import Landmarks, landmarks_of, measure_shift
from vision.model.pinhole import Pinhole, Points
from vision.model.profile import CameraProfile
from vision.model.surface import Surface
from vision.watching.gates import Gates

#: Of the landmarks of a board that is all seen about half agree with those of an earlier picture.
_MOST_OF_IT = 0.25


class FollowedCorners:
    """Profile with corners set by hand that move with the print of the board and things on it."""

    def __init__(self, profile: CameraProfile, surface: Surface, gates: Gates) -> None:
        """`profile` must hold corners; the board is taken to lie there in the first picture."""
        self.profile = profile
        self._surface, self._gates = surface, gates
        self._landmarks: Landmarks | None = None
        self.still: int | None = None
        """How many landmarks were where they had been when much of the board was hidden last; None if nothing is."""

    def seen(self, camera: Pinhole, grey: Grey) -> None:
        """Locate the corners by a camera from reference tags, and keep the landmarks around them."""
        self.still = None
        self._put(camera.project(grid_corners_mm(self._surface)), grey)
        self._landmarks = landmarks_of(grey).within(self._corners(grey))

    def follow(self, grey: Grey) -> bool:
        """Update the profile's corners; return True if the board has moved since the last picture.

        Raises BoardNotFoundError if that cannot be told.
        """
        before, after, corners = self._landmarks, landmarks_of(grey), self._corners(grey)
        self.still = None
        # A board on which there is nothing to hold on to cannot be followed.
        if before is None or len(before.points) < 2 * self._gates.landmarks:
            self._put(corners, grey)
            self._landmarks = after.within(corners)
            return False
        shift = measure_shift(before, after)
        if shift.agreeing < _MOST_OF_IT * len(before.points):
            # Much of the board is hidden: the rest does not tell where it is, but that it lies still. What was seen
            # before is remembered.
            self.still = shift.still
            if shift.still < self._gates.landmarks:
                raise BoardNotFoundError(
                    "the board does not look as it did where its corners were set by hand; "
                    "uncover it, or set them again (companion calibrate)."
                )
            return False
        moved_corners = np.asarray(cv2.perspectiveTransform(corners[None], shift.homography)[0], np.float64)
        if moved := self._distance_cells(corners, moved_corners) > self._gates.moved_cells:
            # Only then, or the errors of all looks would add up.
            self._put(moved_corners, grey)
        self._landmarks = after.within(self._corners(grey))
        return moved

    def _corners(self, grey: Grey) -> Points:
        corners = self.profile.corners_for(grey.shape[1], grey.shape[0])
        assert corners is not None
        return corners

    def _put(self, corners: Points, grey: Grey) -> None:
        size = grey.shape[1], grey.shape[0]
        self.profile = replace(self.profile, image_size=size, matrix=self.profile.matrix_for(*size), corners_px=corners)

    def _distance_cells(self, corners: Points, others: Points) -> float:
        """Return the distance between corners, in cells."""
        across = grid_corners_mm(self._surface)[1, 0] / self._surface.unit_mm
        across_px = np.linalg.norm(corners[1] - corners[0])
        return float(np.linalg.norm(others - corners, axis=1).max() * across / across_px)
