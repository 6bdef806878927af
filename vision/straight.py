"""The board straightened: as if seen from right above, and divided by the light that falls on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import QUIET_MODULES, SYMBOL_MODULES, Catalogue
from vision.pinhole import Pinhole, Points
from vision.seen import SeenTag, middles_px

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

#: The straightened board is judged in square blocks, so many along a cell's side, of so many pixels along theirs.
BLOCKS = 10
_BLOCK_PX = 5
_MEDIAN_PX = 5
#: It goes on round the grid so far, in cells: there the caps of high pieces appear.
MARGIN_CELLS = 1.5
#: The camera is asked for a coarse net of points only, so many pixels wide; between them the map is as good as linear.
_NET_STEP = 8


@dataclass(frozen=True, eq=False)
class StraightBoard:
    """The board as seen from above at `height_mm` over it, in square blocks, with a margin round it.

    `reflectance` (h, w, 3; blue, green, red) is 1 where there is white paper, whatever the light; `edges` (h, w) how
    much the reflectance changes from one pixel to the next within the block.
    """

    reflectance: Floats
    edges: Floats
    camera: Pinhole
    height_mm: float
    cell_mm: float

    def place(self, points_mm: Points, heights_mm: npt.ArrayLike) -> Points:
        """Where points (..., 2) of the board at heights (one, or one a point) appear in it: blocks, a corner at 0."""
        scale = (self._eye[2] - self.height_mm) / (self._eye[2] - np.asarray(heights_mm, np.float64))
        flat = self._eye[:2] + (points_mm - self._eye[:2]) * scale[..., None]
        return np.asarray((flat / self.cell_mm + MARGIN_CELLS) * BLOCKS, np.float64)

    @cached_property
    def colours(self) -> Floats:
        """The square roots of the reflectance, in which steps look alike in light and dark."""
        return np.sqrt(np.maximum(self.reflectance, 0))

    @cached_property
    def _eye(self) -> Points:
        return self.camera.position_mm

    def window(self, middle: Points, side: float) -> tuple[slice, slice]:
        """The rows and columns of a square of `side` blocks about a middle (x, y) in blocks, cut off at the edges."""
        low = np.maximum(np.floor(middle - side / 2 + 0.5), 0).astype(int)
        high = np.maximum(np.floor(middle + side / 2 + 0.5), low).astype(int)
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def straighten(
    picture: Pixels, camera: Pinhole, catalogue: Catalogue, seen: Sequence[SeenTag], height_mm: float
) -> StraightBoard:
    """The straightened board of a picture (BGR or grey); the tags `seen` tell how bright paper is."""
    grid = catalogue.grid
    columns, rows = zip(*grid.cells.values(), strict=True)
    size = ((np.array([max(columns), max(rows)]) + 1 + 2 * MARGIN_CELLS) * BLOCKS).astype(int)
    straight = _seen_from_above(picture, camera, size * _BLOCK_PX, grid.cell_mm, height_mm)
    grey = straight
    if picture.ndim == 3:
        grey = np.asarray(cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY), np.uint8)
    changes = cv2.add(cv2.absdiff(grey[1:, 1:], grey[:-1, 1:]), cv2.absdiff(grey[1:, 1:], grey[1:, :-1]))
    blocks = (int(size[0]), int(size[1]))
    light = _light(_whites(picture, seen), camera, seen, size, grid.cell_mm)
    # The median is the colour of most of a block, whatever thin lines cross it.
    middle = slice(_BLOCK_PX // 2, None, _BLOCK_PX)
    colours = cv2.medianBlur(straight, _MEDIAN_PX)[middle, middle].reshape(*size[::-1], -1) / light
    edges = cv2.resize(changes, blocks, interpolation=cv2.INTER_AREA) / light.mean(axis=2)
    return StraightBoard(colours, edges, camera, height_mm, grid.cell_mm)


def _seen_from_above(
    picture: Pixels, camera: Pinhole, size_px: npt.NDArray[np.int64], cell_mm: float, height_mm: float
) -> Pixels:
    """The picture of the board (h, w[, 3]) as an eye right above every point would have it."""
    mm_per_px = cell_mm / (BLOCKS * _BLOCK_PX)
    # The nodes of the net lie in the middles of squares of pixels, one square beyond each edge.
    x, y = (
        (np.arange(-1, side // _NET_STEP + 2) + 0.5) * _NET_STEP * mm_per_px - MARGIN_CELLS * cell_mm
        for side in size_px
    )
    net = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    pixels = camera.project(np.column_stack([net, np.full(len(net), height_mm)])).reshape(len(y), len(x), 2)
    shrink = max(1, int(np.linalg.norm(np.diff(pixels, axis=1), axis=2).mean() / _NET_STEP))
    # Only the part of the picture that shows the board is needed.
    low = np.maximum(np.floor(pixels.min(axis=(0, 1))), 0).astype(int) // shrink * shrink
    high = np.maximum(np.ceil(pixels.max(axis=(0, 1))).astype(int) + shrink, low + shrink)
    picture = picture[low[1] : high[1], low[0] : high[0]]
    pixels = pixels - low
    if shrink > 1 and min(picture.shape[:2]) >= shrink:
        # Whole blocks of pixels are averaged, which is much quicker than any other scale.
        height, width = (side // shrink for side in picture.shape[:2])
        whole = picture[: height * shrink, : width * shrink]
        picture = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        pixels = (pixels + 0.5) / shrink - 0.5
    inner = tuple(slice(_NET_STEP, _NET_STEP + int(side)) for side in size_px[::-1])
    whole_net = (len(x) * _NET_STEP, len(y) * _NET_STEP)
    maps = [
        cv2.resize(np.ascontiguousarray(pixels[..., axis], np.float32), whole_net, interpolation=cv2.INTER_LINEAR)[
            inner
        ]
        for axis in (0, 1)
    ]
    straight = cv2.remap(picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(straight, np.uint8)


def _whites(picture: Pixels, seen: Sequence[SeenTag]) -> Floats:
    """The colour (n, 3 or 1) of each tag's paper: the median over places in its quiet zone."""
    corners = np.array([tag.corners_px for tag in seen])
    after = np.roll(corners, -1, axis=1)
    middle = corners.mean(axis=1)[:, None, None]
    sides = np.stack([(corners + after) / 2 + (after - corners) * along for along in (-0.2, 0.0, 0.2)], axis=2)
    # In the middle between the symbol and the edge of its quiet zone.
    quiet = np.array([QUIET_MODULES[tag.code] / SYMBOL_MODULES[tag.code] for tag in seen])
    probes = middle + (sides - middle) * (1 + quiet)[:, None, None, None]
    places = np.round(probes.reshape(len(seen), -1, 2)).astype(int)
    x = np.clip(places[..., 0], 0, picture.shape[1] - 1)
    y = np.clip(places[..., 1], 0, picture.shape[0] - 1)
    return np.asarray(np.median(picture[y, x].reshape(*x.shape, -1), axis=1), np.float32)


def _light(
    whites: Floats, camera: Pinhole, seen: Sequence[SeenTag], size: npt.NDArray[np.int64], cell_mm: float
) -> Floats:
    """How bright paper is in each block of the straightened board: a smooth surface through the tags' whites."""
    heights = np.array([tag.tag.height_mm for tag in seen])
    centres = camera.on_plane(middles_px(np.array([tag.corners_px for tag in seen])), heights)

    def terms(blocks: Points) -> Points:
        u, v = (blocks / size * 2 - 1).T
        return np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v])

    matrix = terms((centres / cell_mm + MARGIN_CELLS) * BLOCKS)
    values = np.log(np.maximum(whites, 2.0)).astype(np.float64)
    weight = np.ones(len(values))
    # Few tags, or tags in one corner only, must not bend the surface beyond them.
    pull = np.diag([1e-6, 0.3, 0.3, 1.0, 1.0, 1.0])
    for _ in range(4):
        weighted = matrix * weight[:, None]
        solution = np.linalg.solve(weighted.T @ matrix + pull, weighted.T @ values)
        misfit = np.abs(values - matrix @ solution).max(axis=1)
        weight = 1 / (1 + (misfit / 0.1) ** 2)
    net = np.stack(np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5), axis=-1).reshape(-1, 2)
    surface = np.exp(terms(net) @ solution)
    return np.asarray(surface.reshape(size[1], size[0], -1), np.float32)
