"""A picture of a table with all that is known of it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile
from vision.picture import Pixels


@dataclass(frozen=True, eq=False)
class EvidencePhoto:
    """Picture (BGR), its truth, the camera's focal length, its true profile, and its tags.

    The focal length is that which the camera says of itself. The truth is that of `virtual_table.scene.shot_truth` of
    the game. `bare` is a picture of half the size, by the same camera in good light, of the same board with nothing but
    reference tags; None if none was taken.
    """

    picture: Pixels
    truth: dict[str, Any]
    focal_px: float
    profile: CameraProfile
    catalogue: Catalogue
    bare: Pixels | None = None


def profile_of(picture: Pixels, focal_px: float) -> CameraProfile:
    """Return the nearly right profile of a camera that took a picture of a bare board."""
    height, width = picture.shape[:2]
    matrix = np.array([(focal_px, 0, (width - 1) / 2), (0, focal_px, (height - 1) / 2), (0, 0, 1.0)])
    return CameraProfile((width, height), matrix, np.zeros(5), lens_sigma=(0.01, 0.05))
