"""Code found in a picture, by whichever decoder."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from vision.model.pinhole import Points
from vision.symbology import Symbology

#: How a code was read; `modules`: by comparison with the modules of all known symbols.
Finder = Literal["zxing", "pyzbar", "opencv", "modules"]


@dataclass(frozen=True, eq=False)
class CodeDetection:
    """A code in a picture.

    `corners` (4, 2) are the pixels of the symbol's own top-left, top-right, bottom-right and bottom-left corner,
    without quiet zone. `text` is None for a symbol that was located but could not be decoded, and for one that was
    dropped because it lies where nothing is read: of that nothing is known but the outline (4, 2) of its piece in the
    picture, `dropped_px`.
    """

    text: str | None
    code: Symbology
    corners: Points
    by: Finder = "zxing"
    dropped_px: Points | None = None

    @cached_property
    def side_px(self) -> float:
        """The mean length of the symbol's four sides."""
        a, b, c, d = self.corners.tolist()
        return (math.dist(a, b) + math.dist(b, c) + math.dist(c, d) + math.dist(d, a)) / 4

    @cached_property
    def centre_px(self) -> tuple[float, float]:
        """The mean of the symbol's corners."""
        (ax, ay), (bx, b_y), (cx, cy), (dx, dy) = self.corners.tolist()
        return (ax + bx + cx + dx) / 4, (ay + b_y + cy + dy) / 4

    def same_place(self, other: "CodeDetection") -> bool:
        """Return True if the other code is at the same place in the picture."""
        return math.dist(self.centre_px, other.centre_px) < 0.5 * max(self.side_px, other.side_px)
