"""The board's four corners as handles on a picture, for a hand to put where they belong."""

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.model.pinhole import Points
from vision.model.profile import is_clockwise_quad

#: Where the corners are before anybody has moved them: shares of the picture's width and height.
_START = ((0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88))


@dataclass(frozen=True)
class Handles:
    """Four corners and the chosen one, from the board's top left clockwise.

    They are in pixels of a picture of `size_px`.
    """

    size_px: tuple[int, int]
    places: tuple[tuple[float, float], ...]
    chosen: int = 0

    @classmethod
    def on(cls, size_px: tuple[int, int], corners_px: Points | None = None) -> "Handles":
        """Handle on these corners (4, 2), or round the middle of the picture."""
        width, height = size_px
        if corners_px is None:
            return cls(size_px, tuple((x * (width - 1), y * (height - 1)) for x, y in _START))
        handles = cls(size_px, tuple((0.0, 0.0) for _ in range(4)))
        for number, (x, y) in enumerate(corners_px.tolist()):
            handles = replace(handles, chosen=number).put(x, y)
        return replace(handles, chosen=0)

    @property
    def corners_px(self) -> Points:
        """The corners (4, 2)."""
        return np.array(self.places, np.float64)

    @property
    def good(self) -> bool:
        """True if they can be the corners of a board."""
        return is_clockwise_quad(self.corners_px)

    def nearest(self, x: float, y: float, reach: float) -> int | None:
        """Return the handle that is nearest to a pixel, None if all are further away than `reach`."""
        distances = [math.hypot(x - own_x, y - own_y) for own_x, own_y in self.places]
        number = distances.index(min(distances))
        return number if distances[number] <= reach else None

    def take(self, number: int) -> "Handles":
        """Return the handles with another one in hand; numbers go round."""
        return replace(self, chosen=number % 4)

    def put(self, x: float, y: float) -> "Handles":
        """Return the handle in hand put to a pixel, or as near to it as the picture goes."""
        width, height = self.size_px
        place = (min(max(x, 0.0), width - 1.0), min(max(y, 0.0), height - 1.0))
        return replace(self, places=(*self.places[: self.chosen], place, *self.places[self.chosen + 1 :]))

    def nudge(self, right: float, down: float) -> "Handles":
        """Return the handle in hand moved by so many pixels."""
        x, y = self.places[self.chosen]
        return self.put(x + right, y + down)
