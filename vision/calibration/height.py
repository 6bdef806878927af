"""How high a camera must be above a table to see all of it, and how fine it sees it from there."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Optics:
    """A camera in one mode: its picture's size (width, height) in pixels, and the angles of view in degrees."""

    size_px: tuple[int, int]
    angles_deg: tuple[float, float]

    @property
    def focal_px(self) -> tuple[float, float]:
        """The focal lengths in pixels, across and down; they are alike where pixels are square."""
        across, down = (
            side / 2 / math.tan(math.radians(angle) / 2)
            for side, angle in zip(self.size_px, self.angles_deg, strict=True)
        )
        return across, down

    def height_for(self, area_mm: tuple[float, float], margin: float = 0.0) -> float:
        """The least height (mm) from which an area (width, height) under the camera's axis is in the picture.

        `margin` is the share of the picture's height that stays free on every side. The camera looks straight down.
        """
        free_px = 2 * margin * self.size_px[1]
        return max(
            focal * length / (side - free_px)
            for focal, length, side in zip(self.focal_px, area_mm, self.size_px, strict=True)
        )

    def px_per_mm(self, distance_mm: float) -> float:
        """Pixels along a millimetre so far below the camera, in the direction in which they are fewest."""
        return min(self.focal_px) / distance_mm
