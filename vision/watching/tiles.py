"""Tiles of the small picture, and the part of the table that each shows."""

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.pinhole import Pinhole, Points
from vision.model.surface import Area, Grid, Surface
from vision.watching.gates import Gates
from vision.watching.motion import Mask

#: Places are looked at where pieces of the usual height show them.
_HEIGHT_MM = 5.0
#: A tag's tiles are those of its symbol and a little of the paper round it.
_TAG_SCALE = 1.2
#: Parts of the picture begin at multiples of this, so that decoders, which judge dark and light by blocks of so many
#: pixels, see in them what they see in the whole.
_ALIGN_PX = 8

Crop = tuple[slice, slice]


def _place_numbers(surface: Surface, at_mm: Points) -> npt.NDArray[np.int64]:
    """Return the number of the place that holds each point (n, 2); -1 where there is none.

    The numbers are in the surface's order.
    """
    if isinstance(surface, Grid):
        # There may be many cells.
        table = np.full((surface.rows + 2, surface.columns + 2), -1, np.int64)
        columns, rows = np.array(list(surface.cells.values())).T
        table[rows + 1, columns + 1] = np.arange(len(rows))
        cells = np.floor(at_mm / surface.cell_mm).astype(np.int64) + 1
        column, row = np.clip(cells, 0, (surface.columns + 1, surface.rows + 1)).T
        return np.asarray(table[row, column], np.int64)
    numbers = np.full(len(at_mm), -1, np.int64)
    x, y = np.ascontiguousarray(at_mm.T)
    for number, name in enumerate(surface.places):
        left, top, right, bottom = surface.area_mm(name)
        numbers[(x >= left) & (x < right) & (y >= top) & (y < bottom)] = number
    return numbers


def _area(area_mm: Area) -> float:
    left, top, right, bottom = area_mm
    return (right - left) * (bottom - top)


class Tiles:
    """Tiles (rows, columns) of pictures of `size_px` through one camera over one surface.

    `size_px` is (width, height). Places are the surface's cells, or the zones of a mat that are read.
    """

    def __init__(
        self, camera: Pinhole, surface: Surface, size_px: tuple[int, int], shape: tuple[int, int], gates: Gates
    ) -> None:
        self.shape = shape
        #: Whether places are cells.
        self.on_grid = isinstance(surface, Grid)
        self._px = np.array([size_px[0] / shape[1], size_px[1] / shape[0]])
        columns, rows = np.meshgrid(np.arange(shape[1]), np.arange(shape[0]))
        middles = (np.column_stack([columns.ravel(), rows.ravel()]) + 0.5) * self._px - 0.5
        at_mm = camera.on_plane(middles, _HEIGHT_MM)
        #: The number of each tile's place in the surface's order, -1 where there is none.
        self.places = _place_numbers(surface, at_mm).reshape(shape)
        left, top, right, bottom = surface.extent_mm
        off = np.maximum(np.maximum((left, top) - at_mm, at_mm - (right, bottom)), 0).max(axis=1) / surface.unit_mm
        #: The surface and what is next to it.
        self.near: Mask = np.asarray(off <= gates.beside_cells, np.bool_).reshape(shape)
        self._names = surface.places
        # Of a place that is larger than the surface's unit a part as large as the unit counts as the whole.
        areas = np.array([_area(surface.area_mm(name)) for name in self._names])
        whole = np.maximum(self._counts(np.ones(shape, np.bool_)), 1)
        self._sizes = np.maximum(whole * np.minimum(surface.unit_mm**2 / areas, 1.0), 1.0)

    def _counts(self, mask: Mask) -> npt.NDArray[np.int64]:
        numbers = self.places[mask]
        return np.bincount(numbers[numbers >= 0], minlength=len(self._names))

    def shares(self, mask: Mask) -> Mapping[str, float]:
        """Return the share of each place that a mask covers.

        Places of which it covers nothing are left out.
        """
        shares = np.minimum(self._counts(mask) / self._sizes, 1.0)
        return {self._names[number]: float(shares[number]) for number in np.nonzero(shares)[0]}

    def of_places(self, names: set[str]) -> Mask:
        """Return the tiles of these places."""
        numbers = [number for number, name in enumerate(self._names) if name in names]
        return np.isin(self.places, numbers)

    def tag_share(self, corners_px: Points, mask: Mask) -> float:
        """Return the share of a tag that a mask covers.

        The tag has these corners (4, 2) in the picture.
        """
        part = mask[self.box(corners_px)]
        return float(part.mean()) if part.size else 0.0

    def box(self, corners_px: Points) -> Crop:
        """Return rows and columns of the tiles of a tag with these corners (4, 2) in the picture."""
        middle = corners_px.mean(axis=0)
        corners = (middle + (corners_px - middle) * _TAG_SCALE + 0.5) / self._px
        low = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, None)
        high = np.ceil(corners.max(axis=0)).astype(int)
        return slice(int(low[1]), max(int(high[1]), 0)), slice(int(low[0]), max(int(high[0]), 0))

    def boxes_px(self, mask: Mask, margin_px: float) -> list[Crop]:
        """Return boxes (rows, columns) of the picture around the connected parts of a mask.

        Each box has a margin round its part.
        """
        margin = int(np.ceil(margin_px / self._px.min()))
        grown = cv2.dilate(mask.astype(np.uint8), np.ones((2 * margin + 1, 2 * margin + 1), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(grown)
        boxes: list[Crop] = []
        for left, top, width, height, _ in stats[1:count].tolist():
            low = np.array([left, top]) * self._px // _ALIGN_PX * _ALIGN_PX
            high = np.array([left + width, top + height]) * self._px
            (x0, y0), (x1, y1) = low.astype(int).tolist(), np.ceil(high).astype(int).tolist()
            boxes.append((slice(y0, y1), slice(x0, x1)))
        return boxes
