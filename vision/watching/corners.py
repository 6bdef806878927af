"""The corners of a board without reference tags, followed when the board or the camera moves."""

from dataclasses import replace

import cv2
import numpy as np

from vision.alignment import Grey
from vision.catalogue import Grid
from vision.corner_registration import grid_corners_mm
from vision.errors import BoardNotFoundError
from vision.landmarks import Landmarks, homography_between, landmarks_of
from vision.pinhole import Pinhole, Points
from vision.profile import CameraProfile, is_clockwise_quad
from vision.watching.gates import Gates


class FollowedCorners:
    """A profile whose corners, put by hand, move with what is printed on the board and lies on it."""

    def __init__(self, profile: CameraProfile, grid: Grid, gates: Gates) -> None:
        """`profile` must hold corners; the board is taken to lie there in the first picture."""
        self.profile = profile
        self._grid, self._gates = grid, gates
        self._landmarks: Landmarks | None = None
        self.agreeing: int | None = None
        """How many landmarks agreed on where the board was in the picture followed last; None where none are needed."""

    def seen(self, camera: Pinhole, grey: Grey) -> None:
        """The board was located by its reference tags: its corners are where this camera has them."""
        self.agreeing = None
        self._put(camera.project(grid_corners_mm(self._grid)), landmarks_of(grey), grey)

    def follow(self, grey: Grey) -> bool:
        """Whether the board is elsewhere in this picture than in the one before; the profile then has it there.

        Raises BoardNotFoundError if that cannot be told.
        """
        corners = self.profile.corners_for(grey.shape[1], grey.shape[0])
        assert corners is not None
        before, now = self._landmarks, landmarks_of(grey)
        moved, self.agreeing = False, None
        # A board on which there is nothing to hold on to cannot be followed.
        if before is not None and len(before.points) >= 2 * self._gates.landmarks:
            homography, self.agreeing = homography_between(before, now)
            there = np.asarray(cv2.perspectiveTransform(corners[None], homography)[0], np.float64)
            if self.agreeing < self._gates.landmarks or not is_clockwise_quad(there):
                raise BoardNotFoundError(
                    "the board does not look as it did where its corners were put by hand; "
                    "uncover it, or put them once more (companion calibrate)."
                )
            moved = self._cells_between(corners, there) > self._gates.moved_cells
            # Else the errors of all looks would add up.
            corners = there if moved else corners
        self._put(corners, now, grey)
        return moved

    def _put(self, corners: Points, landmarks: Landmarks, grey: Grey) -> None:
        size = grey.shape[1], grey.shape[0]
        self.profile = replace(self.profile, image_size=size, matrix=self.profile.matrix_for(*size), corners_px=corners)
        self._landmarks = landmarks.within(corners)

    def _cells_between(self, corners: Points, others: Points) -> float:
        """How far corners are from others, in cells."""
        across = grid_corners_mm(self._grid)[1, 0] / self._grid.cell_mm
        across_px = np.linalg.norm(corners[1] - corners[0])
        return float(np.linalg.norm(others - corners, axis=1).max() * across / across_px)
