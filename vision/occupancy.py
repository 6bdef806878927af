"""Which cells hold something that was not read: a damaged or blurred tag, a blank piece, a hand.

The board is looked at straightened, as if from above at the usual height of pieces, and divided by how bright paper
is at each place, which the tags that were read tell: that leaves out the light's strength and colour. Then two
questions are asked of every place that no piece read accounts for. Is there ink on paper as on the tags? And has it a
colour that is nowhere seen beside the pieces that were read, where the bare board shows?
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import QUIET_MODULES, SYMBOL_MODULES, Catalogue, Grid
from vision.pinhole import Pinhole, Points
from vision.seen import SeenTag

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

#: Scale of the straightened board.
PX_PER_MM = 2.0
#: Side of the squares that are judged as a whole, in pixels of the straightened board.
_BLOCK = 5
#: The part of a cell that is looked at, about its middle.
_CORE = 0.7
#: So large a share of a cell's core must be in sight for it to be judged.
_IN_SIGHT = 0.35

#: Density of edges, between the empty board (0) and the tags that were read (1), from which on there is ink on paper,
#: in a window of so many millimetres, on so large a share of the core.
_INK = 0.45
_INK_WINDOW_MM = 6.0
_INK_SHARE = 0.2

#: Steps of the square root of the reflectance in which colours are told apart.
_COLOUR_STEP = 0.08
#: Shadows: the board's colours may appear darker by these factors.
_SHADES = (1.0, 0.85, 0.7, 0.55)
#: A colour is the board's if it has so large a share of the places beside the pieces.
_BESIDE_SHARE = 0.06
#: A strange colour must cover so large a share of a cell's core.
_STRANGE_SHARE = 0.4
#: A piece may be so many times as large as its tag's picture; beyond it the bare board is expected, this wide.
_PIECE_SCALE = 1.3
_BESIDE_MM = 5.0


@dataclass(frozen=True, eq=False)
class StraightBoard:
    """The board as seen from above at `height_mm` over it, PX_PER_MM pixels a millimetre.

    `reflectance` (h, w, 3) is 1 where there is white paper, `edges` (h, w) how dense edges are round each pixel.
    """

    reflectance: Floats
    edges: Floats
    camera: Pinhole
    height_mm: float

    def place(self, points_mm: Points, height_mm: float) -> Points:
        """Where points (n, 2) at a height appear in it, in pixels."""
        eye = self.camera.position_mm
        scale = (eye[2] - self.height_mm) / (eye[2] - height_mm)
        return np.asarray((eye[:2] + (points_mm - eye[:2]) * scale) * PX_PER_MM - 0.5, np.float64)


def straighten(picture: Pixels, camera: Pinhole, catalogue: Catalogue, seen: Sequence[SeenTag]) -> StraightBoard:
    """The straightened board of a picture (BGR or grey); the tags `seen` tell how bright paper is."""
    heights = [tag.height_mm for tag in catalogue.tags if tag.placement_mm is None] or [0.0]
    height_mm = float(np.mean(np.percentile(heights, (20, 80))))
    if picture.ndim == 2:
        picture = np.repeat(picture[:, :, None], 3, axis=2)
    whites = _whites(picture, seen)
    straight = _straightened(picture, camera, catalogue.grid, height_mm)
    reflectance = straight / _light(whites, straight.shape[:2], camera, seen)
    grey = reflectance.mean(axis=2)
    across = np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=1)) + np.abs(cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=1))
    window = int(_INK_WINDOW_MM * PX_PER_MM)
    edges = np.asarray(cv2.blur(across, (window, window)), np.float32)
    return StraightBoard(reflectance, edges, camera, height_mm)


def strange_cells(
    board: StraightBoard,
    catalogue: Catalogue,
    seen: Sequence[SeenTag],
    covered: Collection[str],
    foreign: Sequence[Points],
) -> dict[str, bool]:
    """The cells, in the grid's order, on which something lies that none of the tags `seen` accounts for.

    The value is True where it is ink on paper, as on tags.

    `covered` are cells that pieces read cover: on them only ink on paper counts. `foreign` are the corners (4, 2) in
    pixels of codes that are none of the catalogue's: they are not strange.
    """
    explained, beside = _footprints(board, seen, foreign, catalogue.grid)
    ink = _ink(board, explained, seen)
    strange = _strange(board, explained, beside)
    found = {}
    for cell in catalogue.grid.cells:
        core = _core(cell, catalogue.grid)
        free = ~explained[core]
        if free.mean() < _IN_SIGHT:
            continue
        inked = bool(ink[core][free].mean() > _INK_SHARE)
        if inked or (cell not in covered and strange[core][free].mean() > _STRANGE_SHARE):
            found[cell] = inked
    return found


def _core(cell: str, grid: Grid) -> tuple[slice, slice]:
    x, y = grid.centre(cell)
    half = _CORE * grid.cell_mm / 2
    columns = slice(round((x - half) * PX_PER_MM), round((x + half) * PX_PER_MM))
    return slice(round((y - half) * PX_PER_MM), round((y + half) * PX_PER_MM)), columns


def _straightened(picture: Pixels, camera: Pinhole, grid: Grid, height_mm: float) -> Floats:
    """The grid's bounding box as seen from above at `height_mm` over the board."""
    right = (max(column for column, _ in grid.cells.values()) + 1) * grid.cell_mm
    bottom = (max(row for _, row in grid.cells.values()) + 1) * grid.cell_mm
    width, height = round(right * PX_PER_MM), round(bottom * PX_PER_MM)
    # The camera is asked for a coarse net of points only; between them the map is as good as linear.
    step = 8
    x = (np.arange(0, width + step, step) + 0.5) / PX_PER_MM
    y = (np.arange(0, height + step, step) + 0.5) / PX_PER_MM
    net = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    pixels = camera.project(np.column_stack([net, np.full(len(net), height_mm)])).reshape(len(y), len(x), 2)
    spacing = np.linalg.norm(np.diff(pixels, axis=1), axis=2).mean() / step
    shrink = max(1, int(spacing))
    small = picture
    if shrink > 1:
        small = np.asarray(
            cv2.resize(picture, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
        pixels = (pixels + 0.5) / shrink - 0.5
    spread = np.array([[1 / step, 0, 0], [0, 1 / step, 0]])
    maps = cv2.warpAffine(
        pixels.astype(np.float32), spread, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    straight = cv2.remap(small, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(straight, np.float32)


def _whites(picture: Pixels, seen: Sequence[SeenTag]) -> Floats:
    """The colour (n, 3) of each tag's paper: the median round its symbol."""
    corners = np.array([tag.corners_px for tag in seen])
    middle = corners.mean(axis=1, keepdims=True)
    # In the middle between the symbol and the edge of its quiet zone, about half way along its sides.
    sides = (corners + np.roll(corners, -1, axis=1)) / 2
    quiet = [QUIET_MODULES[tag.code] / SYMBOL_MODULES[tag.code] for tag in seen]
    out = 1 + np.array(quiet)[:, None, None, None]
    probes = np.stack([sides + (np.roll(corners, -1, axis=1) - corners) * along for along in (-0.2, 0, 0.2)], axis=2)
    probes = middle[:, :, None] + (probes - middle[:, :, None]) * out
    places = np.round(probes.reshape(len(seen), -1, 2)).astype(int)
    x = np.clip(places[..., 0], 0, picture.shape[1] - 1)
    y = np.clip(places[..., 1], 0, picture.shape[0] - 1)
    return np.asarray(np.median(picture[y, x], axis=1), np.float32)


def _light(whites: Floats, shape: tuple[int, ...], camera: Pinhole, seen: Sequence[SeenTag]) -> Floats:
    """How bright paper is all over the straightened board: a smooth surface through the tags' whites."""
    centres = camera.on_plane(np.array([tag.centre_px for tag in seen]), np.array([tag.tag.height_mm for tag in seen]))
    height, width = shape[:2]
    unit = np.array([width, height]) / PX_PER_MM

    def terms(places: Points) -> Points:
        u, v = (places / unit * 2 - 1).T
        return np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v])

    matrix = terms(centres)
    values = np.log(np.maximum(whites, 2.0)).astype(np.float64)
    weight = np.ones(len(values))
    pull = np.diag([1e-6, 0.3, 0.3, 1.0, 1.0, 1.0])
    for _ in range(4):
        weighted = matrix * weight[:, None]
        solution = np.linalg.solve(weighted.T @ matrix + pull, weighted.T @ values)
        misfit = np.abs(values - matrix @ solution).max(axis=1)
        weight = 1 / (1 + (misfit / 0.1) ** 2)
    net = np.stack(np.meshgrid(np.linspace(0, unit[0], 17), np.linspace(0, unit[1], 12)), axis=-1)
    surface = np.exp(terms(net.reshape(-1, 2)) @ solution).reshape(12, 17, 3).astype(np.float32)
    return np.asarray(cv2.resize(surface, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _footprints(
    board: StraightBoard, seen: Sequence[SeenTag], foreign: Sequence[Points], grid: Grid
) -> tuple[Mask, npt.NDArray[np.int16]]:
    """What pieces and codes hide or are (True), and the number of the piece beside which a pixel lies, or -1."""
    shape = board.reflectance.shape[:2]
    explained = np.zeros(shape, np.uint8)
    beside = np.full(shape, -1, np.int16)
    for number, tag in enumerate(seen):
        height = tag.tag.height_mm
        face = board.camera.on_plane(tag.corners_px, height)
        middle = face.mean(axis=0)
        half = tag.tag.size_mm * _PIECE_SCALE / 2
        unit = (face - middle) / (tag.symbol_mm / 2)
        if tag.tag.placement_mm is None and grid.cell_at(*middle) is not None:
            _fill(beside, board, middle + unit * (half + _BESIDE_MM), height, number)
        _fill(explained, board, middle + unit * half, height, 1)
    for corners in foreign:
        quad = board.camera.on_plane(corners, board.height_mm)
        middle = quad.mean(axis=0)
        _fill(explained, board, middle + (quad - middle) * _PIECE_SCALE * _PIECE_SCALE, board.height_mm, 1)
    beside[explained > 0] = -1
    return explained > 0, beside


def _fill(
    image: npt.NDArray[np.uint8] | npt.NDArray[np.int16],
    board: StraightBoard,
    outline_mm: Points,
    height_mm: float,
    value: int,
) -> None:
    """Draws the column over an outline (n, 2), from the board up to a height, into a picture of the straight board."""
    points = np.vstack([board.place(outline_mm, 0.0), board.place(outline_mm, height_mm)])
    cv2.fillConvexPoly(image, np.round(cv2.convexHull(points.astype(np.float32))).astype(np.int32), value)


def _ink(board: StraightBoard, explained: Mask, seen: Sequence[SeenTag]) -> Mask:
    """Where edges are about as dense as on the tags that were read."""
    height, width = board.edges.shape
    inside = []
    for tag in seen:
        place = board.camera.on_plane(tag.centre_px, tag.tag.height_mm)
        x, y = board.place(place, tag.tag.height_mm)[0]
        if 0 <= x < width - 1 and 0 <= y < height - 1:
            inside.append(board.edges[round(y), round(x)])
    if not inside:
        return np.zeros_like(explained)
    empty = float(np.median(board.edges[~explained])) if not explained.all() else 0.0
    return np.asarray((board.edges - empty) / max(float(np.median(inside)) - empty, 1e-3) > _INK, np.bool_)


def _strange(board: StraightBoard, explained: Mask, beside: npt.NDArray[np.int16]) -> Mask:
    """Where the colour is none that the bare board shows beside the pieces."""
    height, width = (side // _BLOCK for side in explained.shape)
    colours = np.asarray(cv2.resize(board.reflectance, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    owner = beside[_BLOCK // 2 :: _BLOCK, _BLOCK // 2 :: _BLOCK][:height, :width]
    bins = int(1.3 / _COLOUR_STEP) + 1

    def index(reflectance: Floats) -> npt.NDArray[np.int64]:
        steps = np.clip(np.sqrt(np.maximum(reflectance, 0)) / _COLOUR_STEP, 0, bins - 1).astype(np.int64)
        return np.asarray((steps[..., 0] * bins + steps[..., 1]) * bins + steps[..., 2], np.int64)

    near = owner >= 0
    # Each piece has one vote, shared among the colours beside it.
    votes = 1.0 / np.bincount(owner[near], minlength=1)[owner[near]]
    known = np.zeros(bins**3)
    for shade in _SHADES:
        known = np.maximum(known, np.bincount(index(colours[near] * shade), votes, bins**3))
    spread = _box_sum(known.reshape(bins, bins, bins))
    usual = spread.ravel() >= max(_BESIDE_SHARE * len(np.unique(owner[near])), 1e-9)
    strange = ~usual[index(colours)]
    return np.asarray(
        cv2.resize(strange.astype(np.uint8), explained.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0, np.bool_
    )


def _box_sum(cube: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Each bin with its 26 neighbours."""
    for axis in range(3):
        padded = np.pad(cube, [(1, 1) if a == axis else (0, 0) for a in range(3)])
        parts = [np.take(padded, range(start, start + cube.shape[axis]), axis=axis) for start in (0, 1, 2)]
        cube = parts[0] + parts[1] + parts[2]
    return cube
