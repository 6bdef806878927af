"""Rectified board or mat: seen from right above, and divided by the light that falls on it.

Cells are those of a grid; a mat is divided by its unit as if it had cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection, middles_px
from vision.model.pinhole import Pinhole, Points
from vision.picture import Pixels, in_grey
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES

Floats = npt.NDArray[np.float32]

#: The rectified board is judged in square blocks, so many along a cell's side.
BLOCKS = 10
#: Edges are looked for in so many pixels along a block's side; the median of so many is its colour.
SHADES_PX = 5
_COLOUR_PX = 3
#: It goes on round the grid so far, in cells: there the caps of high pieces appear.
MARGIN_CELLS = 1.5
#: The camera is asked for a coarse net of points only, so many blocks wide; between them the map is as good as linear.
_NET_BLOCKS = 2


@dataclass(frozen=True, eq=False)
class RectifiedBoard:
    """Board as seen from above at `height_mm` over it, in square blocks, with a margin round it.

    `reflectance` (blue, green, red, or grey alone; h, w) is 1 where there is white paper, whatever the light;
    `edges` (h, w) how much the reflectance changes from one pixel to the next within the block. `light` (as many
    channels, h, w) is how bright paper is. `in_picture` (h, w): which blocks the picture shows. `shades` are the
    picture's grey levels, `SHADES_PX` along a block's side.
    """

    reflectance: Floats
    edges: Floats
    light: Floats
    camera: Pinhole
    height_mm: float
    cell_mm: float
    in_picture: npt.NDArray[np.bool_]
    shades: Pixels

    def place(self, points_mm: Points, heights_mm: npt.ArrayLike) -> Points:
        """Return the places of board points (..., 2) in the rectified board: blocks, a corner at 0.

        `heights_mm` is one height, or one a point.
        """
        scale = (self._eye[2] - self.height_mm) / (self._eye[2] - np.asarray(heights_mm, np.float64))
        flat = self._eye[:2] + (points_mm - self._eye[:2]) * scale[..., None]
        return np.asarray((flat / self.cell_mm + MARGIN_CELLS) * BLOCKS, np.float64)

    @cached_property
    def colours(self) -> Floats:
        """The square roots of the reflectance, in which steps look alike in light and dark."""
        return np.sqrt(self.reflectance)

    @cached_property
    def _eye(self) -> Points:
        return self.camera.position_mm

    def window(self, middle: Points, side: float) -> tuple[slice, slice]:
        """Return the rows and columns of a square of `side` blocks about a middle (x, y) in blocks.

        The square is cut off at the edges.
        """
        low = np.maximum(np.floor(middle - side / 2 + 0.5), 0).astype(int)
        high = np.maximum(np.floor(middle + side / 2 + 0.5), low).astype(int)
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def rectify(
    picture: Pixels,
    camera: Pinhole,
    catalogue: Catalogue,
    seen: Sequence[TagDetection],
    height_mm: float,
    *,
    grey: Pixels | None = None,
) -> RectifiedBoard:
    """Rectify the board of a picture (BGR or grey); the tags `seen` tell how bright paper is.

    `grey` is the picture in grey, if that is made already.
    """
    cell_mm = catalogue.surface.unit_mm
    _, _, right, bottom = catalogue.surface.extent_mm
    cells = np.ceil(np.round(np.array([right, bottom]) / cell_mm, 6))
    size = ((cells + 2 * MARGIN_CELLS) * BLOCKS).astype(int)
    light = light_on_paper(picture, camera, seen, size, cell_mm)
    net = _net(camera, size, cell_mm, height_mm)
    in_picture = _inside(net, picture.shape, size)
    shades, _ = part_of_net(in_grey(picture) if grey is None else grey, net, _NET_BLOCKS * SHADES_PX)
    picture, net = part_of_net(picture, net, _NET_BLOCKS * SHADES_PX)
    lines = _seen_from_above(shades, net, SHADES_PX, cv2.INTER_LINEAR)
    # As many pixels in each block: that is averaged much more quickly.
    changes = np.zeros_like(lines)
    changes[1:, 1:] = cv2.add(cv2.absdiff(lines[1:, 1:], lines[:-1, 1:]), cv2.absdiff(lines[1:, 1:], lines[1:, :-1]))
    edges = cv2.resize(changes, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA) / light.mean(axis=0)
    # The median is the colour of most of a block, whatever thin lines cross it.
    middle = slice(_COLOUR_PX // 2, None, _COLOUR_PX)
    samples = _seen_from_above(picture, net, _COLOUR_PX, cv2.INTER_NEAREST)
    medians = cv2.medianBlur(samples, _COLOUR_PX)[middle, middle]
    colours = np.moveaxis(medians.reshape(*size[::-1], -1), -1, 0) / light
    return RectifiedBoard(colours, edges, light, camera, height_mm, cell_mm, in_picture, lines)


def relight(board: RectifiedBoard, picture: Pixels, seen: Sequence[TagDetection]) -> RectifiedBoard:
    """Return the rectified board of the same picture in the light that more tags tell."""
    size = np.array(board.edges.shape[::-1])
    light = light_on_paper(picture, board.camera, seen, size, board.cell_mm)
    edges = board.edges * (board.light.mean(axis=0) / light.mean(axis=0))
    return replace(board, reflectance=board.reflectance * (board.light / light), edges=edges, light=light)


def _net(camera: Pinhole, size: npt.NDArray[np.int64], cell_mm: float, height_mm: float) -> Floats:
    """Return the pixels (x and y; h, w) of the middles of the net's squares.

    One ring of squares lies beyond the board.
    """
    x, y = ((np.arange(-1, blocks // _NET_BLOCKS + 1) + 0.5) * _NET_BLOCKS / BLOCKS - MARGIN_CELLS for blocks in size)
    points = np.stack([*np.meshgrid(x * cell_mm, y * cell_mm), np.full((len(y), len(x)), height_mm)], axis=-1)
    return camera.project(points.reshape(-1, 3)).T.reshape(2, len(y), len(x)).astype(np.float32)


def _inside(net: Floats, shape: tuple[int, ...], size: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return a mask of the blocks of a board that lie in a picture of this shape.

    `size` is the board's (width, height); the net's pixels tell the places.
    """
    x, y = net[:, 1:-1, 1:-1]
    inside = (x >= 0) & (y >= 0) & (x <= shape[1] - 1) & (y <= shape[0] - 1)
    blocks = np.repeat(np.repeat(inside, _NET_BLOCKS, axis=0), _NET_BLOCKS, axis=1)
    return blocks[: size[1], : size[0]]


def part_of_net(picture: Pixels, net: Floats, step: int) -> tuple[Pixels, Floats]:
    """Return the part of the picture that shows the board, and the net in its pixels.

    The part is not much finer than needed for `step` samples from one point of the net to the next.
    """
    last = np.array(picture.shape[1::-1]) - 1
    low = np.clip(np.floor(net.min(axis=(1, 2))), 0, last).astype(int)
    high = np.clip(np.ceil(net.max(axis=(1, 2))), low, last).astype(int) + 1
    picture, net = picture[low[1] : high[1], low[0] : high[0]], net - low[:, None, None].astype(np.float32)
    step_px = float(np.hypot(*np.diff(net, axis=2)).mean())
    while step_px >= 2 * step and min(picture.shape[:2]) >= 2:
        # Two by two pixels are averaged, which is much quicker than any other scale.
        height, width = (side // 2 for side in picture.shape[:2])
        whole = picture[: 2 * height, : 2 * width]
        picture = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        net = np.asarray(net / 2 - 0.25, np.float32)
        step_px /= 2
    return picture, net


def _seen_from_above(picture: Pixels, net: Floats, block_px: int, interpolation: int) -> Pixels:
    """Return the board's picture (h, w[, 3]) as an eye right above every point would see it."""
    places = _enlarge(np.ascontiguousarray(np.moveaxis(net, 0, -1)), _NET_BLOCKS * block_px)
    # Both coordinates are in the first map, for which OpenCV's stubs have no word.
    above = cv2.remap(picture, places, None, interpolation, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(above, np.uint8)


def _enlarge(table: Floats, times: int) -> Floats:
    """Enlarge a table `times` times, without the ring round it.

    The ring's values serve only for the interpolation.
    """
    height, width = table.shape[:2]
    whole = cv2.resize(table, (width * times, height * times), interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole[times:-times, times:-times], np.float32)


#: The tint of the tags' paper is asked every so many blocks, if so many of these places are in the picture.
_TINT_STEP = 5
_TINT_PLACES = 100
#: The brightest places of a board beside white paper: this rank in percent of all, and how bright no print is.
_TINT_RANK = 95
_TINT_LEAST = 1.2
#: Paper is coloured where channels differ by more (by 1.14 at most on 168 pictures with white paper, in any light).
_TINTED = 1.25
#: Of so many pixels one is asked for the brightest of a picture without tags.
_WHITE_STEP = 101
#: White of so many modules round a symbol is paper everywhere in its middle.
_WIDE = 2


def _whites(picture: Pixels, seen: Sequence[TagDetection]) -> Floats:
    """Return the colour (n, 3 or 1) of each tag's paper: the median over its quiet zone."""
    corners = np.array([tag.corners_px for tag in seen])
    after = np.roll(corners, -1, axis=1)
    middle = corners.mean(axis=1)[:, None, None]
    sides = np.stack([(corners + after) / 2 + (after - corners) * along for along in (-0.2, 0.0, 0.2)], axis=2)
    # In the middle between the symbol and the edge of its quiet zone.
    wide = np.array([tag.tag.quiet_modules or QUIET_MODULES[tag.code] for tag in seen])
    quiet = wide / np.array([SYMBOL_MODULES[tag.code] for tag in seen])
    probes = middle + (sides - middle) * (1 + quiet)[:, None, None, None]
    places = np.round(probes.reshape(len(seen), -1, 2)).astype(int)
    x = np.clip(places[..., 0], 0, picture.shape[1] - 1)
    y = np.clip(places[..., 1], 0, picture.shape[0] - 1)
    shades = picture[y, x].reshape(*x.shape, -1)
    # Where the white is narrow, some of the places are darkened by what is beside them.
    narrow = (wide < _WIDE)[:, None]
    return np.asarray(np.where(narrow, np.percentile(shades, 75, axis=1), np.median(shades, axis=1)), np.float32)


def light_on_paper(
    picture: Pixels, camera: Pinhole, seen: Sequence[TagDetection], size: npt.NDArray[np.int64], cell_mm: float
) -> Floats:
    """Compute the brightness of paper in each block (3 or 1, h, w) of a rectified board.

    It is a smooth surface through the tags' whites, as if those were on white paper. `size` is the width and height of
    the rectified board in blocks, its margin included.
    """
    if not seen:
        # Without a tag the brightest of the picture is as good as paper.
        channels = picture.reshape(-1, 1 if picture.ndim == 2 else picture.shape[2])
        white = np.percentile(channels[::_WHITE_STEP], _TINT_RANK, axis=0)
        return np.tile(np.maximum(white, 2.0).astype(np.float32)[:, None, None], (1, *reversed(size.tolist())))
    whites = _whites(picture, seen)
    heights = np.array([tag.tag.height_mm for tag in seen])
    centres = camera.on_plane(middles_px(np.array([tag.corners_px for tag in seen])), heights)
    u, v = ((centres / cell_mm + MARGIN_CELLS) * BLOCKS / size * 2 - 1).T
    matrix = np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v])
    values = np.log(np.maximum(whites, 2.0)).astype(np.float64)
    weight = np.ones(len(values))
    # Few tags, or tags in one corner only, must not bend the surface beyond them.
    pull = np.diag([1e-6, 0.3, 0.3, 1.0, 1.0, 1.0])
    for _ in range(4):
        weighted = matrix * weight[:, None]
        solution = np.linalg.solve(weighted.T @ matrix + pull, weighted.T @ values)
        residuals = np.abs(values - matrix @ solution).max(axis=1)
        weight = 1 / (1 + (residuals / 0.1) ** 2)
    across, down = (((np.arange(blocks) + 0.5) / blocks * 2 - 1).astype(np.float32) for blocks in size)
    even, by_u, by_v, by_uu, by_uv, by_vv = solution.astype(np.float32)[:, :, None, None]
    u, v = across[None, None, :], down[None, :, None]
    light = np.exp(even + (by_u + by_uu * u) * u + (by_v + by_uv * u + by_vv * v) * v)
    return np.asarray(light * _tint_of_paper(picture, camera, light, cell_mm)[:, None, None], np.float32)


def _tint_of_paper(picture: Pixels, camera: Pinhole, light: Floats, cell_mm: float) -> Floats:
    """Return how much brighter white paper is than the tags' in each channel (3 or 1).

    No print is brighter than white paper, and what glare brightens is brighter in all channels alike. So what is much
    brighter in some of them tells that the tags are on red or brown paper.
    """
    _, height, width = light.shape
    rows, columns = np.mgrid[_TINT_STEP // 2 : height : _TINT_STEP, _TINT_STEP // 2 : width : _TINT_STEP]
    points = (np.stack([columns.ravel(), rows.ravel()], axis=1) / BLOCKS - MARGIN_CELLS) * cell_mm
    x, y = np.round(camera.project(points)).astype(np.int64).T
    in_picture = (x >= 0) & (y >= 0) & (x < picture.shape[1]) & (y < picture.shape[0])
    if np.count_nonzero(in_picture) < _TINT_PLACES:
        return np.ones(len(light), np.float32)
    shades = picture[y[in_picture], x[in_picture]].reshape(np.count_nonzero(in_picture), -1).T
    brightest = np.percentile(
        shades / light[:, rows.ravel()[in_picture], columns.ravel()[in_picture]], _TINT_RANK, axis=1
    )
    over = np.maximum(brightest / _TINT_LEAST, 1.0)
    tint = np.asarray(over / over.min(), np.float32)
    return tint if tint.max() > _TINTED else np.ones_like(tint)
