"""Which tile of the small picture shows which part of the table."""

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import Grid
from vision.pinhole import Pinhole, Points
from vision.watching.gates import Gates
from vision.watching.motion import Mask

#: Cells are looked at where pieces of the usual height show them.
_HEIGHT_MM = 5.0
#: A tag's tiles are those of its symbol and a little of the paper round it.
_TAG_SCALE = 1.2
#: Parts of the picture begin at multiples of this, so that decoders, which judge dark and light by blocks of so many
#: pixels, see in them what they see in the whole.
_ALIGN_PX = 8

Box = tuple[slice, slice]


class Tiles:
    """The tiles (rows, columns) of pictures of `size_px` (width, height) through one camera over one board."""

    def __init__(
        self, camera: Pinhole, grid: Grid, size_px: tuple[int, int], shape: tuple[int, int], gates: Gates
    ) -> None:
        self.shape = shape
        self._px = np.array([size_px[0] / shape[1], size_px[1] / shape[0]])
        columns, rows = np.meshgrid(np.arange(shape[1]), np.arange(shape[0]))
        middles = (np.column_stack([columns.ravel(), rows.ravel()]) + 0.5) * self._px - 0.5
        places = camera.on_plane(middles, _HEIGHT_MM) / grid.cell_mm
        column, row = np.floor(places).astype(np.int64).T
        wide, high = (max(place[axis] for place in grid.cells.values()) + 1 for axis in (0, 1))
        table = np.full((high, wide), -1, np.int64)
        for number, (x, y) in enumerate(grid.cells.values()):
            table[y, x] = number
        inside = (column >= 0) & (row >= 0) & (column < wide) & (row < high)
        #: The number of each tile's cell in the grid's order, -1 off the board.
        self.cells = np.full(len(places), -1, np.int64)
        self.cells[inside] = table[row[inside], column[inside]]
        self.cells = self.cells.reshape(shape)
        off = np.maximum(np.maximum(-places, places - (wide, high)), 0).max(axis=1)
        #: The board and what is next to it.
        self.near: Mask = np.asarray(off <= gates.beside_cells, np.bool_).reshape(shape)
        self._names = tuple(grid.cells)
        self._sizes = np.maximum(self._counts(np.ones(shape, np.bool_)), 1)

    def _counts(self, mask: Mask) -> npt.NDArray[np.int64]:
        numbers = self.cells[mask]
        return np.bincount(numbers[numbers >= 0], minlength=len(self._names))

    def shares(self, mask: Mask) -> Mapping[str, float]:
        """How much of each cell a mask covers, for those of which it covers anything."""
        shares = self._counts(mask) / self._sizes
        return {self._names[number]: float(shares[number]) for number in np.nonzero(shares)[0]}

    def of_cells(self, names: set[str]) -> Mask:
        """The tiles of these cells."""
        numbers = [number for number, name in enumerate(self._names) if name in names]
        return np.isin(self.cells, numbers)

    def tag_share(self, corners_px: Points, mask: Mask) -> float:
        """How much of a tag with these corners (4, 2) in the picture a mask covers."""
        part = mask[self.box(corners_px)]
        return float(part.mean()) if part.size else 0.0

    def box(self, corners_px: Points) -> Box:
        """The rows and columns of the tiles of a tag with these corners (4, 2) in the picture."""
        middle = corners_px.mean(axis=0)
        corners = (middle + (corners_px - middle) * _TAG_SCALE + 0.5) / self._px
        low = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, None)
        high = np.ceil(corners.max(axis=0)).astype(int)
        return slice(int(low[1]), max(int(high[1]), 0)), slice(int(low[0]), max(int(high[0]), 0))

    def boxes_px(self, mask: Mask, margin_px: float) -> list[Box]:
        """Boxes (rows, columns) of the picture that hold the connected parts of a mask and a margin round them."""
        margin = int(np.ceil(margin_px / self._px.min()))
        grown = cv2.dilate(mask.astype(np.uint8), np.ones((2 * margin + 1, 2 * margin + 1), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(grown)
        boxes: list[Box] = []
        for left, top, width, height, _ in stats[1:count].tolist():
            low = np.array([left, top]) * self._px // _ALIGN_PX * _ALIGN_PX
            high = np.array([left + width, top + height]) * self._px
            (x0, y0), (x1, y1) = low.astype(int).tolist(), np.ceil(high).astype(int).tolist()
            boxes.append((slice(y0, y1), slice(x0, x1)))
        return boxes
