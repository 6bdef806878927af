"""Which cells hold something that was not read: a damaged or blurred tag, a blank piece, a hand.

Two questions are asked of every place on the straightened board that no piece read accounts for. Is there ink on
paper as on the tags? And is there something of a colour that the bare board does not show beside the pieces read?
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import Catalogue, Grid
from vision.pinhole import Points
from vision.seen import SeenTag
from vision.straight import PX_PER_MM, StraightBoard

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

#: The part of a cell that is looked at, about its middle, and how much of it must be in sight to be judged.
_CORE = 0.7
_IN_SIGHT = 0.35

#: Density of edges, between the empty board (0) and the tags that were read (1), from which on there may be, and from
#: which on there is ink on paper, in windows of so many millimetres, on so large a share of the core.
_MAYBE_INK = 0.4
_INK = 0.48
_INK_WINDOW_MM = 6.0
_INK_SHARE = 0.2

#: Side of the squares whose colour is judged as a whole, in pixels of the straightened board.
_BLOCK = 5
#: Steps of the square root of the reflectance in which colours are told apart.
_COLOUR_STEP = 0.05
#: Shadows: the board's colours may appear darker by these factors.
_SHADES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
#: A colour is the board's if it has so large a share of the places beside the pieces; or, with fewer pieces than
#: that to go by, of all places.
_BESIDE_SHARE = 0.06
_FEW_PIECES = 6
_ALL_SHARE = 0.1
#: A strange colour must cover so large a share of a cell's core, and change this much (square root of the
#: reflectance) across so large a share of its outline: gloss and shadows fade away.
_STRANGE_SHARE = 0.5
_OUTLINE_STEP = 0.08
_OUTLINE_SHARE = 0.5
#: A colour so much stronger in one channel than in another that fills exactly one cell is painted on the board.
_PAINT = 0.35
#: A piece may be so many times as large as its tag's picture; beyond it the bare board is expected, this wide.
_PIECE_SCALE = 1.3
_BESIDE_MM = 5.0


@dataclass(frozen=True)
class Unread:
    """What lies on the board and was not read: cells in the grid's order.

    On `inked` cells there may be a tag worth a second look; on `strange` ones there certainly is something. `high`
    are cells over which ink is seen at the height of a piece that is much higher than usual, as (cell, height).
    """

    strange: tuple[str, ...]
    inked: tuple[str, ...]
    high: tuple[tuple[str, float], ...]


def unread(
    board: StraightBoard,
    catalogue: Catalogue,
    seen: Sequence[SeenTag],
    covered: Collection[str],
    foreign: Sequence[Points],
) -> Unread:
    """Where something lies that none of the tags `seen` accounts for.

    `covered` are cells that pieces read cover: on them only ink on paper counts. `foreign` are the corners (4, 2) in
    pixels of codes that are none of the catalogue's: they are not strange.
    """
    grid = catalogue.grid
    explained, beside = _footprints(board, seen, foreign, grid)
    density = _edge_density(board, explained, seen)
    odd = _odd_colours(board, explained, beside, grid)
    strange, inked = [], []
    for cell in grid.cells:
        core = _core(cell, board, grid)
        free = ~explained[core]
        if free.mean() < _IN_SIGHT:
            continue
        here = density[core][free]
        if (here > _MAYBE_INK).mean() > _INK_SHARE:
            inked.append(cell)
        odd_here = cell not in covered and odd[core][free].mean() > _STRANGE_SHARE
        if (here > _INK).mean() > _INK_SHARE or (odd_here and not _is_paint(cell, board, grid, odd)):
            strange.append(cell)
    return Unread(tuple(strange), tuple(inked), tuple(_high(board, catalogue, explained, density)))


def _core(cell: str, board: StraightBoard, grid: Grid) -> tuple[slice, slice]:
    centre = np.array(grid.centre(cell))
    half = _CORE * grid.cell_mm / 2
    return board.window(centre - half, centre + half)


def _high(board: StraightBoard, catalogue: Catalogue, explained: Mask, density: Floats) -> list[tuple[str, float]]:
    """Cells beside whose place on the board, where a high piece's cap would be seen off the grid, there is ink."""
    grid = catalogue.grid
    heights = {tag.height_mm for tag in catalogue.tags if tag.height_mm > board.height_mm + grid.cell_mm / 2}
    found = []
    for height in sorted(heights):
        for cell in grid.cells:
            centre = np.array(grid.centre(cell))
            half = _CORE * grid.cell_mm / 2
            low, high = board.place(np.array([centre - half, centre + half]), height) / PX_PER_MM - board.margin_mm
            if grid.cell_at(*((low + high) / 2)) is None:
                window = board.window(low, high)
                free = ~explained[window]
                if free.size and free.mean() > _IN_SIGHT and (density[window][free] > _INK).mean() > _INK_SHARE:
                    found.append((cell, height))
    return found


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
        _fill(explained, board, middle + (quad - middle) * _PIECE_SCALE**2, board.height_mm, 1)
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


def _edge_density(board: StraightBoard, explained: Mask, seen: Sequence[SeenTag]) -> Floats:
    """How dense edges are: 0 as on the empty board, 1 as on the tags that were read."""
    grey = board.reflectance.mean(axis=2)
    edges = np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=1)) + np.abs(cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=1))
    window = int(_INK_WINDOW_MM * PX_PER_MM)
    density = np.asarray(cv2.blur(edges, (window, window)), np.float32)
    height, width = density.shape
    inside = []
    for tag in seen:
        place = board.camera.on_plane(tag.centre_px, tag.tag.height_mm)
        x, y = board.place(place, tag.tag.height_mm)[0]
        if 0 <= x < width - 1 and 0 <= y < height - 1:
            inside.append(density[round(y), round(x)])
    if not inside or explained.all():
        return np.zeros_like(density)
    empty = float(np.median(density[~explained]))
    return np.asarray((density - empty) / max(float(np.median(inside)) - empty, 1e-3), np.float32)


def _odd_colours(board: StraightBoard, explained: Mask, beside: npt.NDArray[np.int16], grid: Grid) -> Mask:
    """Where a colour with a clear outline is none of those that the bare board shows."""
    height, width = (side // _BLOCK for side in explained.shape)
    middle = slice(_BLOCK // 2, None, _BLOCK)
    colours = np.asarray(cv2.resize(board.reflectance, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    colours = np.sqrt(np.maximum(colours, 0))
    hidden = explained[middle, middle][:height, :width]
    owner = beside[middle, middle][:height, :width].astype(np.int64)
    cells = _cell_numbers(board, grid, (height, width))
    owner[cells < 0] = -1
    share = _BESIDE_SHARE
    if len(np.unique(owner)) - 1 < _FEW_PIECES:
        owner, share = np.where(hidden, -1, cells), _ALL_SHARE
    odd = ~_usual(colours, owner, share) & ~hidden & (cells >= 0)
    blurred_out = _with_outline(odd, colours, hidden)
    return np.asarray(cv2.resize(blurred_out.astype(np.uint8), explained.shape[::-1], interpolation=0) > 0, np.bool_)


def _cell_numbers(board: StraightBoard, grid: Grid, shape: tuple[int, int]) -> npt.NDArray[np.int64]:
    """The number of the cell that each block lies on, or -1 off the grid."""
    numbers = np.full(shape, -1, np.int64)
    for number, cell in enumerate(grid.cells):
        centre = np.array(grid.centre(cell))
        rows, columns = board.window(centre - grid.cell_mm / 2, centre + grid.cell_mm / 2)
        numbers[rows.start // _BLOCK : rows.stop // _BLOCK, columns.start // _BLOCK : columns.stop // _BLOCK] = number
    return numbers


def _usual(colours: Floats, owner: npt.NDArray[np.int64], share: float) -> Mask:
    """Where the colour has at least this share of the owners' votes. An owner has one, divided among its blocks."""
    bins = int(1.2 / _COLOUR_STEP) + 1

    def index(values: Floats) -> npt.NDArray[np.int64]:
        steps = np.minimum((values / _COLOUR_STEP).astype(np.int64), bins - 1)
        return np.asarray((steps[..., 0] * bins + steps[..., 1]) * bins + steps[..., 2], np.int64)

    voting = owner >= 0
    if not voting.any():
        return np.ones(colours.shape[:2], np.bool_)
    weights = 1.0 / np.bincount(owner[voting])[owner[voting]]
    known = np.zeros(bins**3)
    for shade in _SHADES:
        known = np.maximum(known, np.bincount(index(colours[voting] * np.sqrt(shade)), weights, bins**3))
    votes = known.reshape(bins, bins, bins)
    for axis in range(3):  # Neighbouring bins count together.
        padded = np.pad(votes, [(1, 1) if own == axis else (0, 0) for own in range(3)])
        lower, same, upper = (np.take(padded, np.arange(start, start + bins), axis) for start in range(3))
        votes = lower + same + upper
    usual = votes.ravel() >= share * len(np.unique(owner[voting]))
    return np.asarray(usual[index(colours)], np.bool_)


def _with_outline(odd: Mask, colours: Floats, hidden: Mask) -> Mask:
    """The connected parts of `odd` round which the colour changes at once and does not fade away."""
    kernel = np.ones((3, 3), np.uint8)
    change = np.zeros(odd.shape, np.float32)
    for axis in (0, 1):
        steps = np.abs(np.roll(colours, 1, axis) - np.roll(colours, -1, axis)).max(axis=2)
        change = np.maximum(change, steps)
    count, labels = cv2.connectedComponents(odd.astype(np.uint8), connectivity=4)
    # Each block just outside a part belongs to its outline, unless a piece hides what is there.
    around = np.asarray(cv2.dilate(labels.astype(np.float32), kernel), np.int64)
    outline = (labels == 0) & (around > 0) & ~hidden
    total = np.bincount(around[outline], minlength=count)
    sharp = np.bincount(around[outline], change[outline] > _OUTLINE_STEP, minlength=count)
    clear = sharp >= _OUTLINE_SHARE * np.maximum(total, 1)
    clear[0] = False
    return np.asarray(clear[labels], np.bool_)


def _is_paint(cell: str, board: StraightBoard, grid: Grid, odd: Mask) -> bool:
    """Whether a strong colour fills this cell up to its borders and no more, as only the board itself does."""
    centre = np.array(grid.centre(cell))
    half = grid.cell_mm / 2
    rows, columns = board.window(centre - half + 1.5, centre + half - 1.5)
    inside = odd[rows, columns]
    wide_rows, wide_columns = board.window(centre - half - 4.0, centre + half + 4.0)
    outside = int(odd[wide_rows, wide_columns].sum()) - int(
        odd[board.window(centre - half - 1.5, centre + half + 1.5)].sum()
    )
    colour = np.median(board.reflectance[rows, columns].reshape(-1, 3), axis=0)
    strength = (colour.max() - colour.min()) / max(float(colour.max()), 1e-3)
    return bool(inside.mean() > 0.9 and outside < 0.1 * inside.size and strength > _PAINT)
