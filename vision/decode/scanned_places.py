"""Places of one picture that were scanned, so that nothing is scanned twice."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.decode.rescan import SquareToRead
from vision.model.code_detection import CodeDetection
from vision.model.pinhole import Pinhole, Points
from vision.model.surface import Grid

#: The middle in mm and the height of a place, and what it was taken to lie on.
_Spot = tuple[tuple[float, float], float, str]


class ScannedPlaces:
    """Places that were scanned, and the prints that would tell no more as cells.

    These are not scanned again as cells, unless a code is found beside them: they were looked at without it being
    painted over.
    """

    def __init__(self) -> None:
        self._scanned: set[_Spot] = set()
        self._hopeless: dict[_Spot, Points] = {}
        self._blurred: set[tuple[float, float]] = set()

    def unscanned(self, places: Iterable[SquareToRead]) -> list[SquareToRead]:
        """Return the places that were not scanned before, and mark them as scanned."""
        new = [place for place in places if _spot(place) not in self._scanned and _spot(place) not in self._hopeless]
        self._scanned.update(_spot(place) for place in new)
        return new

    def give_up(self, places: Iterable[SquareToRead], camera: Pinhole) -> None:
        """Mark those of the places that are prints: as cells they would tell no more."""
        for place in places:
            if place.on == "print":
                self._hopeless[_spot(replace(place, on="place"))] = place.corners_px(camera)

    def found(self, codes: Sequence[CodeDetection]) -> None:
        """Take up the places again in which a part of a new code lies."""
        self._hopeless = {
            spot: square for spot, square in self._hopeless.items() if not any(_meets(square, code) for code in codes)
        }

    def blur(self, places: Iterable[SquareToRead]) -> None:
        """Mark places at which a tag lies that is too blurred to be told from others."""
        self._blurred.update(place.centre_mm for place in places)

    def blurred_cells(self, grid: Grid, cells: Sequence[str]) -> tuple[str, ...]:
        """Return those of the cells on which such a tag lies."""
        return tuple(cell for cell in cells if grid.centre(cell) in self._blurred)

    def clear(self) -> None:
        """Forget all places: the board is seen elsewhere."""
        self._scanned.clear()
        self._hopeless.clear()
        self._blurred.clear()


def _spot(place: SquareToRead) -> _Spot:
    return place.centre_mm, place.height_mm, place.on


def _meets(square: Points, code: CodeDetection) -> bool:
    """Return True if a corner or the middle of a code lies in a square (4, 2) of the picture."""
    outline = square.astype(np.float32)
    points = (*code.corners.tolist(), code.centre_px)
    return any(cv2.pointPolygonTest(outline, (x, y), measureDist=False) > 0 for x, y in points)
