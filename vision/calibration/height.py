"""Height of a camera at which it sees all of a table, and its resolution from there."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Optics:
    """Camera in one mode: picture size (width, height) in pixels, angles of view in degrees."""

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
        """Return the least height (mm) from which an area (width, height) fits into the picture.

        The area lies under the camera's axis. `margin` is the share of the picture's height that stays free on
        every side. The camera looks straight down.
        """
        free_px = 2 * margin * self.size_px[1]
        return max(
            focal * length / (side - free_px)
            for focal, length, side in zip(self.focal_px, area_mm, self.size_px, strict=True)
        )

    def px_per_mm(self, distance_mm: float) -> float:
        """Return the pixels along a millimetre at `distance_mm` below the camera.

        They are counted in the direction in which they are fewest.
        """
        return min(self.focal_px) / distance_mm
