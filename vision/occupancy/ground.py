"""Board's ground in one picture: seen from above, cut to the grid, divided by the light."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.rectified import BLOCKS, MARGIN_CELLS, light_on_paper, part_of_net
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection
from vision.model.ground_pixels import CELL_PX, Floats, Kind, Mask, grey, ground_size
from vision.model.pinhole import Pinhole, Points
from vision.model.surface import Grid
from vision.picture import Pixels, in_grey

#: Each of these is the mean of so many by so many places in the picture.
SAMPLES = 2
#: The places so many cells round the grid are sampled, too.
AROUND_CELLS = 1
#: The camera is asked for a net of points so many pixels wide; between them the map is as good as linear.
_NET_PX = 8
#: From here on a channel is burnt out.
_BURNT = 248
#: Hardly anything of a print is seen in what comes out brighter than this grey level (paper is seldom brighter).
_WHITE = 235
#: What a piece may hide is so many times as large as its tag's picture, and its contact shadow so much wider, in cells.
_PIECE_SCALE = 1.25
_CONTACT_CELLS = 0.06
#: Outlines are drawn with so many binary digits behind the point.
_SHIFT = 4


@dataclass(frozen=True, eq=False)
class Samples:
    """Grid's rectangle and `AROUND_CELLS` round it, from above: `SAMPLES` places a pixel.

    `levels` (SAMPLES h, SAMPLES w[, 3]) are the picture's, and `in_picture` (h, w) which pixels it shows.
    """

    levels: Pixels
    in_picture: Mask


@dataclass(frozen=True, eq=False)
class Ground:
    """The grid's rectangle as a picture shows it, `CELL_PX` pixels a cell.

    `colours` (h, w, 3; grey pictures: h, w, 1) are 1 where there is white paper, whatever the light. `paper` (h, w)
    is the grey level, 0 to 255, at which they are 1. `behind` (h, w) is where the board may lie behind a piece that was
    read, `burnt` (h, w) where a channel is burnt out, `white` (h, w) where all looks white, and `visible` (h, w) where
    it can be seen: in the picture, not burnt out, and not behind a piece. The `samples` are what all this is made of.
    """

    colours: Floats
    paper: Floats
    visible: Mask
    behind: Mask
    burnt: Mask
    white: Mask
    samples: Samples

    @property
    def floor(self) -> Floats:
        """Lightness of all samples of the rectangle in any light: (SAMPLES h, SAMPLES w).

        White paper is 1.
        """
        shades = in_grey(inner(self.samples.levels, SAMPLES))
        paper = cv2.resize(self.paper, shades.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(shades / paper, np.float32)


def burnt_mask(levels: Pixels) -> Mask:
    """Return the mask (h, w) of levels (h, w, c) with a burnt-out channel."""
    return np.asarray(reduce(cv2.max, cv2.split(levels)) >= _BURNT, np.bool_)


def inner(pixels: npt.NDArray[Kind], samples: int = 1) -> npt.NDArray[Kind]:
    """Return the pixels (h, w, ...) that belong to the grid's rectangle.

    Each pixel has `samples` samples along a side.
    """
    margin = AROUND_CELLS * CELL_PX * samples
    return pixels[margin:-margin, margin:-margin]


def _samples_of(picture: Pixels, camera: Pinhole, grid: Grid) -> Samples:
    """Return the samples of a picture (BGR or grey)."""
    height, width = (side + 2 * AROUND_CELLS * CELL_PX for side in ground_size(grid))
    step = _NET_PX * SAMPLES
    part, net = part_of_net(picture, _net(camera, (height, width), grid.cell_mm), step)
    size, middle = (net.shape[2] * step, net.shape[1] * step), slice(step, -step)
    x, y = (cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR)[middle, middle] for plane in net)
    levels = cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    x, y = x[::SAMPLES, ::SAMPLES], y[::SAMPLES, ::SAMPLES]
    inside = (x >= 0) & (y >= 0) & (x <= part.shape[1] - 1) & (y <= part.shape[0] - 1)
    return Samples(np.asarray(levels, np.uint8), np.asarray(inside, np.bool_))


def compute_ground(
    picture: Pixels,
    camera: Pinhole,
    catalogue: Catalogue,
    seen: Sequence[TagDetection],
    covered: Collection[str] = (),
    foreign: Sequence[Points] = (),
    light: Floats | None = None,
    samples: Samples | None = None,
) -> Ground:
    """Compute the ground in a picture (BGR or grey).

    The tags `seen` tell the light; their pieces hide what is under them. So do `covered` cells, on which large
    pieces that were read lie, and `foreign` codes with these corners (4, 2). `light` is that of the same picture's
    RectifiedBoard by the same tags, `samples` are those of the same picture and camera, if they are known already.
    """
    grid = catalogue.grid
    height, width = ground_size(grid)
    samples = samples or _samples_of(picture, camera, grid)
    # As many samples in each pixel: fine patterns do not become coarse ones.
    part = cv2.resize(inner(samples.levels, SAMPLES), (width, height), interpolation=cv2.INTER_AREA)
    white = np.asarray(in_grey(np.asarray(part, np.uint8)) >= _WHITE, np.bool_)
    levels = np.asarray(part.reshape(height, width, -1), np.uint8)
    visible = inner(samples.in_picture)
    burnt = burnt_mask(levels)
    visible = visible & (cv2.dilate(burnt.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)
    behind = _hidden(camera, catalogue, seen, covered, foreign, (height, width))
    visible &= ~behind
    if light is None:
        blocks = (np.array([width, height]) // CELL_PX + 2 * MARGIN_CELLS) * BLOCKS
        light = light_on_paper(picture, camera, seen, blocks.astype(int), grid.cell_mm)
    margin = int(MARGIN_CELLS * BLOCKS)
    paper = light[:, margin:-margin, margin:-margin]
    smooth = np.ascontiguousarray(np.moveaxis(paper, 0, -1))
    whole = cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR)
    evened = np.asarray(whole.reshape(height, width, -1), np.float32)
    colours = np.asarray(levels / evened, np.float32)
    return Ground(colours, grey(evened), visible, behind, burnt, white, samples)


def _net(camera: Pinhole, size: tuple[int, int], cell_mm: float) -> Floats:
    """Return the pixels (x and y; h, w) of the middles of the net's squares.

    One ring of squares lies beyond the requested area. `size` is the width and height, in pixels, of the grid and
    its surroundings.
    """
    y, x = (((np.arange(-1, side // _NET_PX + 1) + 0.5) * _NET_PX / CELL_PX - AROUND_CELLS) * cell_mm for side in size)
    points = np.stack(np.meshgrid(x, y), axis=-1)
    return camera.project(points.reshape(-1, 2)).T.reshape(2, len(y), len(x)).astype(np.float32)


def _hidden(
    camera: Pinhole,
    catalogue: Catalogue,
    seen: Sequence[TagDetection],
    covered: Collection[str],
    foreign: Sequence[Points],
    size: tuple[int, int],
) -> Mask:
    """Return the mask of ground that pieces of these tags may hide, with their shadows.

    A piece hides ground from its foot up to its face.
    """
    hidden = np.zeros(size, np.uint8)
    for cell in covered:
        left, top = (CELL_PX * place for place in catalogue.grid.cells[cell])
        cv2.rectangle(hidden, (left - 2, top - 2), (left + CELL_PX + 1, top + CELL_PX + 1), 1, cv2.FILLED)
    eye = camera.position_mm
    quads = np.array([*(tag.corners_px for tag in seen), *foreign]).reshape(-1, 4, 2)
    heights = np.array([*(tag.tag.height_mm for tag in seen), *(0.0 for _ in foreign)])
    scales = np.array([*(tag.face_mm / tag.symbol_mm for tag in seen), *(_PIECE_SCALE for _ in foreign)])
    faces = camera.on_plane(quads.reshape(-1, 2), np.repeat(heights, 4)).reshape(-1, 4, 2)
    symbols = faces.mean(axis=1, keepdims=True)
    # The middles of the pieces, in sides of their symbols from those.
    off = np.array([*(np.array(tag.tag.middle_mm) / tag.symbol_mm for tag in seen), *(np.zeros((len(foreign), 2)))])
    right, down = faces[:, 1:2] - faces[:, 0:1], faces[:, 3:4] - faces[:, 0:1]
    middles = symbols + right * off.reshape(-1, 1, 2)[..., :1] + down * off.reshape(-1, 1, 2)[..., 1:]
    feet = middles + (faces - symbols) * _PIECE_SCALE * scales[:, None, None]
    # Where rays past the upper rims meet the board.
    beyond = eye[:2] + (feet - eye[:2]) * (eye[2] / (eye[2] - heights))[:, None, None]
    columns = (np.concatenate([feet, beyond], axis=1) / catalogue.grid.cell_mm * CELL_PX - 0.5) * 2**_SHIFT
    for outline in np.round(columns).astype(np.int32):
        cv2.fillConvexPoly(hidden, cv2.convexHull(outline), 1, cv2.LINE_8, _SHIFT)
    reach = np.ones((2 * round(_CONTACT_CELLS * CELL_PX) + 1,) * 2, np.uint8)
    return np.asarray(cv2.dilate(hidden, reach) > 0, np.bool_)
