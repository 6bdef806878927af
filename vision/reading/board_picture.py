"""Picture of a board alone, seen from above: nothing beside its cells is on it."""

import cv2
import numpy as np

from vision.model.pinhole import Pinhole
from vision.model.surface import Grid
from vision.picture import Pixels

#: The longer side of the picture, in pixels.
LONGER_PX = 480


def board_picture(picture: Pixels, camera: Pinhole, grid: Grid) -> Pixels:
    """Return the cells of a board in a picture (BGR or grey), seen from above.

    Where the board has no cell it is black. The longer side is `LONGER_PX` long.
    """
    _, _, right, bottom = grid.extent_mm
    px_per_mm = LONGER_PX / max(right, bottom)
    width, height = round(right * px_per_mm), round(bottom * px_per_mm)
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    places = camera.project(np.column_stack([x.ravel(), y.ravel()]) / px_per_mm).astype(np.float32)
    above = cv2.remap(picture, places.reshape(height, width, 2), None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    shown = np.zeros((height, width), np.uint8)
    for place in grid.places:
        edges = [round(edge * px_per_mm) for edge in grid.area_mm(place)]
        shown[edges[1] : edges[3], edges[0] : edges[2]] = 255
    return np.asarray(cv2.copyTo(above, shown), np.uint8)
