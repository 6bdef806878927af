"""The board straightened: as if seen from right above, and divided by the light that falls on it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import QUIET_MODULES, SYMBOL_MODULES, Catalogue, Grid
from vision.pinhole import Pinhole, Points
from vision.seen import SeenTag

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

#: Scale of the straightened board.
PX_PER_MM = 2.0
#: The straightened picture goes on round the grid so far, in cells: there the caps of high pieces appear.
MARGIN_CELLS = 2.0
#: The camera is asked for a coarse net of points only, so many pixels wide; between them the map is as good as linear.
_NET_STEP = 8


@dataclass(frozen=True, eq=False)
class StraightBoard:
    """The board as seen from above at `height_mm` over it, PX_PER_MM pixels a millimetre, with a margin round it.

    `reflectance` (h, w, 3; blue, green, red) is 1 where there is white paper, whatever the light.
    """

    reflectance: Floats
    camera: Pinhole
    height_mm: float
    margin_mm: float

    def place(self, points_mm: Points, height_mm: float) -> Points:
        """Where points (n, 2) of the board at a height appear in it, in pixels (n, 2)."""
        eye = self.camera.position_mm
        scale = (eye[2] - self.height_mm) / (eye[2] - height_mm)
        flat = eye[:2] + (points_mm - eye[:2]) * scale
        return np.asarray((flat + self.margin_mm) * PX_PER_MM - 0.5, np.float64)

    def window(self, low_mm: Points, high_mm: Points) -> tuple[slice, slice]:
        """The rows and columns of a rectangle at the height of this picture, cut off at its edges."""
        low = np.round((low_mm + self.margin_mm) * PX_PER_MM).astype(int)
        high = np.round((high_mm + self.margin_mm) * PX_PER_MM).astype(int)
        low, high = np.maximum(low, 0), np.maximum(high, 0)
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def straighten(
    picture: Pixels, camera: Pinhole, catalogue: Catalogue, seen: Sequence[SeenTag], height_mm: float
) -> StraightBoard:
    """The straightened board of a picture (BGR or grey); the tags `seen` tell how bright paper is."""
    if picture.ndim == 2:
        picture = np.repeat(picture[:, :, None], 3, axis=2)
    margin_mm = MARGIN_CELLS * catalogue.grid.cell_mm
    size_mm = _extent(catalogue.grid) + 2 * margin_mm
    light = _light(_whites(picture, seen), camera, seen, -margin_mm, size_mm)
    straight = _seen_from_above(picture, camera, size_mm, margin_mm, height_mm)
    return StraightBoard(straight / light, camera, height_mm, margin_mm)


def _extent(grid: Grid) -> Points:
    """Width and height of the grid in millimetres."""
    columns, rows = zip(*grid.cells.values(), strict=True)
    return np.array([max(columns) + 1, max(rows) + 1]) * grid.cell_mm


def _seen_from_above(picture: Pixels, camera: Pinhole, size_mm: Points, margin_mm: float, height_mm: float) -> Floats:
    width, height = np.round(size_mm * PX_PER_MM).astype(int)
    x = (np.arange(0, width + _NET_STEP, _NET_STEP) + 0.5) / PX_PER_MM - margin_mm
    y = (np.arange(0, height + _NET_STEP, _NET_STEP) + 0.5) / PX_PER_MM - margin_mm
    net = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    pixels = camera.project(np.column_stack([net, np.full(len(net), height_mm)])).reshape(len(y), len(x), 2)
    shrink = max(1, int(np.linalg.norm(np.diff(pixels, axis=1), axis=2).mean() / _NET_STEP))
    small = picture
    if shrink > 1:
        size = (round(picture.shape[1] / shrink), round(picture.shape[0] / shrink))
        small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        pixels = (pixels + 0.5) * (np.array(size) / picture.shape[1::-1]) - 0.5
    spread = np.array([[1 / _NET_STEP, 0, 0], [0, 1 / _NET_STEP, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    maps = cv2.warpAffine(pixels.astype(np.float32), spread, (int(width), int(height)), flags=flags)
    straight = cv2.remap(small, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(straight, np.float32)


def _whites(picture: Pixels, seen: Sequence[SeenTag]) -> Floats:
    """The colour (n, 3) of each tag's paper: the median over places in its quiet zone."""
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
    return np.asarray(np.median(picture[y, x], axis=1), np.float32)


def _light(whites: Floats, camera: Pinhole, seen: Sequence[SeenTag], origin_mm: float, size_mm: Points) -> Floats:
    """How bright paper is all over the straightened board: a smooth surface through the tags' whites."""
    heights = np.array([tag.tag.height_mm for tag in seen])
    centres = camera.on_plane(np.array([tag.centre_px for tag in seen]), heights)

    def terms(places: Points) -> Points:
        u, v = ((places - origin_mm) / size_mm * 2 - 1).T
        return np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v])

    matrix = terms(centres)
    values = np.log(np.maximum(whites, 2.0)).astype(np.float64)
    weight = np.ones(len(values))
    # Few tags, or tags in one corner only, must not bend the surface beyond them.
    pull = np.diag([1e-6, 0.3, 0.3, 1.0, 1.0, 1.0])
    for _ in range(4):
        weighted = matrix * weight[:, None]
        solution = np.linalg.solve(weighted.T @ matrix + pull, weighted.T @ values)
        misfit = np.abs(values - matrix @ solution).max(axis=1)
        weight = 1 / (1 + (misfit / 0.1) ** 2)
    columns, rows = 17, 12
    net = np.stack(np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows)), axis=-1).reshape(-1, 2)
    surface = np.exp(terms(origin_mm + net * size_mm) @ solution).reshape(rows, columns, 3).astype(np.float32)
    width, height = np.round(size_mm * PX_PER_MM).astype(int)
    return np.asarray(cv2.resize(surface, (int(width), int(height)), interpolation=cv2.INTER_LINEAR), np.float32)
