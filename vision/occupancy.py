"""Which cells hold something that was not read: a damaged or blurred tag, a blank piece, a hand.

Two questions are asked of every place on the rectified board that no piece read accounts for. Is there ink on
paper as on the tags? And is there something of a colour that the bare board does not show beside the pieces read?
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import Catalogue, Grid
from vision.detections import TagDetection, middles_px
from vision.pinhole import Points
from vision.rectified import BLOCKS, MARGIN_CELLS, RectifiedBoard

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

#: The part of a cell that is looked at, about its middle, and how much of it must be in sight to be judged.
_CORE = 0.7
_IN_SIGHT = 0.35

#: Density of edges, between the empty board (0) and the tags that were read (1), from which on there may be, and from
#: which on there is ink on paper, over a few blocks, on so large a share of the core.
_MAYBE_INK = 0.4
_INK = 0.48
_INK_SHARE = 0.2

#: Changes of reflectance that are so much more than usual on a fifth of a cell are strange if no more than a tenth of
#: the cells is nearly as rough; that takes so many cells to tell.
_ROUGH = 0.048
_FEW_CELLS = 20

#: Steps, in square roots of the reflectance, in which colours are told apart: in lightness, and in the differences of
#: the channels, which light and shadow change less; the number of steps in each, and those of a black.
_LIGHTNESS_STEP = 0.06
_HUE_STEP = 0.04
_COLOUR_BINS = (20, 30, 24)
_GREY_BINS = (0, 15, 12)
#: Shadows: the board's colours may appear darker by these factors.
_SHADES = (1.0, 0.9, 0.8, 0.7)
#: A colour is the board's if it has so large a share of the places beside the pieces; or, with fewer pieces than
#: that to go by, of all places.
_BESIDE_SHARE = 0.06
_FEW_PIECES = 6
_ALL_SHARE = 0.1
#: What covers so many cells is searched for among the pieces, too: there only those have a vote of which so much of
#: what is beside them has a colour with this share.
_LARGE_CELLS = 4.0
_STRETCH = 3
_RUNS_ON = 1.5
_SOUND = 0.75
_MOST_SOUND = 0.55
_COMMON_SHARE = 0.15
#: The board is motley if so many of the pieces show colours beside them that the others do not. Paper is this bright.
_MOTLEY = 0.2
_PAPER = 0.7
#: What is as bright as paper is none of the board's if it has no larger a share of the places beside the pieces. This
#: bright is paper in its shadows (square root of the reflectance).
_BRIGHT_SHARE = 0.1
_BRIGHT = math.sqrt(0.75)
#: A strange colour must cover so large a share of a cell's core.
_STRANGE_SHARE = 0.5
#: Gloss is brighter than the board but not more colourful than this (square root of the reflectance), and does not
#: change this much within two blocks, round so large a share of its outline.
_COLOURFUL = 0.04
_OUTLINE_STEP = 0.08
_OUTLINE_SHARE = 0.7
#: Things are nowhere narrower than this, in blocks.
_BROAD = np.asarray(cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3)), np.uint8)
#: A colour so much stronger in one channel than in another that fills so much of a cell, corners included, and does
#: not go on beyond its borders with less of a step than this (square root of the reflectance), is painted on the board.
_PAINT = 0.2
_FILLED = 0.75
_CORNERS = (slice(0, 2), slice(-2, None))
_PAINTED_CORNERS = 3
_BORDER_STEP = 0.08
#: Paint is even: so much of the cell is within this of its colour (square root of the reflectance).
_EVEN_SHARE = 0.6
_EVEN_STEP = 0.12
#: A piece may be so many times as large as its tag's picture; beyond it the bare board is expected, so many cells wide.
_PIECE_SCALE = 1.3
_BESIDE_CELLS = 0.2
#: Outlines are drawn with so many binary digits behind the point.
_SHIFT = 4


@dataclass(frozen=True)
class Unread:
    """What lies on the board and was not read: cells in the grid's order.

    On `inked` cells there may be a tag worth a second pass; on `strange` ones there certainly is something. `high`
    are cells over which ink is seen at the height of a piece that is much higher than usual, as (cell, height).
    """

    strange: tuple[str, ...]
    inked: tuple[str, ...]
    high: tuple[tuple[str, float], ...]

    def beside(self, things: Collection[str], bare: Collection[str], grid: Grid) -> "Unread":
        """The same where the look of the bare board tells on which cells there are `things`, and which are `bare`."""
        strange = {*self.strange, *things}.difference(bare)
        inked = {*self.inked, *things}
        return Unread(
            tuple(cell for cell in grid.cells if cell in strange),
            tuple(cell for cell in grid.cells if cell in inked),
            self.high,
        )


def unread(
    board: RectifiedBoard,
    catalogue: Catalogue,
    seen: Sequence[TagDetection],
    covered: Collection[str],
    foreign: Sequence[Points],
) -> Unread:
    """Where something lies that none of the tags `seen` accounts for.

    `covered` are cells that pieces read cover: on them only ink on paper counts. `foreign` are the corners (4, 2) in
    pixels of codes that are none of the catalogue's: they are not strange.
    """
    grid = catalogue.grid
    explained, beside = _footprints(board, seen, foreign, grid)
    edges = np.asarray(cv2.blur(board.edges, (3, 3)), np.float32)
    density = _ink_density(edges, board, explained, seen)
    middles = _middles(board, grid, board.height_mm)
    in_sight = _in_cores(~explained, middles)
    judged = in_sight >= _IN_SIGHT

    def shares(what: Mask) -> Points:
        return np.asarray(_in_cores(what & ~explained, middles) / np.maximum(in_sight, 1e-6), np.float64)

    inked = judged & (shares(density > _MAYBE_INK) > _INK_SHARE)
    strange = judged & (shares(density > _INK) > _INK_SHARE)
    under_pieces = np.array([cell in covered for cell in grid.cells])
    bare = judged & ~strange & ~under_pieces
    cells = _cell_numbers(grid)
    owner, share = _voters(cells, explained, beside)
    visible = ~explained & (cells >= 0)
    # Large pieces reach far beyond their tags.
    pieces = explained | np.append(under_pieces & judged, False)[cells]
    odd = _odd_colours(board.colours, owner, share, cells, visible)
    # What odd colours mean takes longer to find out, and most pictures have none.
    if (bare & (shares(_broad(odd)) > _STRANGE_SHARE)).any():
        odd, ground = odd & ~pieces, visible & ~pieces
        things = _broad(_without_gloss(odd, board.colours, ground))
        if (bare & (shares(things) > _STRANGE_SHARE)).any() and _surprises(board.colours, owner, share) > _MOTLEY:
            # On a board as motley as this a strange colour says nothing, but paper still does.
            paper = odd & (board.reflectance.min(axis=0) > _PAPER)
            things = _broad(_without_gloss(paper, board.colours, ground))
        odd = things
        for number in np.nonzero(bare & (shares(odd) > _STRANGE_SHARE))[0]:
            strange[number] = not _is_paint(_middles(board, grid, 0.0)[number], board, odd)
    strange |= _rough(edges, pieces, middles, bare & ~strange)
    names = list(grid.cells)
    return Unread(
        tuple(names[number] for number in np.nonzero(strange)[0]),
        tuple(names[number] for number in np.nonzero(inked)[0]),
        tuple(_high(board, catalogue, explained, density, cells)) + tuple(_beyond(board, catalogue, seen)),
    )


def _middles(board: RectifiedBoard, grid: Grid, height_mm: float) -> Points:
    """Where the middles of the cells, raised to a height, appear: (n, 2) in blocks."""
    return board.place(np.array([grid.centre(cell) for cell in grid.cells]), height_mm)


def _in_cores(mask: Mask, middles: Points) -> Points:
    """The share (n,) of a mask in the cores of cells with these middles (n, 2); 0 beyond the rectified board."""
    side = round(_CORE * BLOCKS)
    means = cv2.boxFilter(mask.astype(np.float32), -1, (side, side), borderType=cv2.BORDER_CONSTANT)
    x, y = np.floor(middles).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < mask.shape[1]) & (y < mask.shape[0])
    return np.where(inside, means[np.where(inside, y, 0), np.where(inside, x, 0)], 0.0)


def _high(
    board: RectifiedBoard, catalogue: Catalogue, explained: Mask, density: Floats, cells: Numbers
) -> list[tuple[str, float]]:
    """Cells beside whose place on the board, where a high piece's cap would be seen off the grid, there is ink."""
    grid = catalogue.grid
    ink = (density > _INK) & ~explained & (cells < 0)
    if np.count_nonzero(ink) < _INK_SHARE * (_CORE * BLOCKS) ** 2:
        return []
    found = []
    for height in sorted(_high_heights(board, catalogue)):
        middles = _middles(board, grid, height)
        in_sight = _in_cores(~explained, middles)
        inked = _in_cores(ink, middles) > _INK_SHARE * np.maximum(in_sight, _IN_SIGHT)
        for cell, middle, is_inked in zip(grid.cells, middles, inked, strict=True):
            if is_inked and grid.cell_at(*((middle / BLOCKS - MARGIN_CELLS) * grid.cell_mm)) is None:
                found.append((cell, height))
    return found


def _beyond(board: RectifiedBoard, catalogue: Catalogue, seen: Sequence[TagDetection]) -> list[tuple[str, float]]:
    """Cells over which a high piece's cap would be seen so far off the grid that nothing of it is on this board.

    Only caps of a height at which none is seen yet are worth the look.
    """
    missing = _high_heights(board, catalogue) - {tag.tag.height_mm for tag in seen}
    size = np.array(board.edges.shape[::-1])
    return [
        (cell, height)
        for height in sorted(missing)
        for cell, middle in zip(catalogue.grid.cells, _middles(board, catalogue.grid, height), strict=True)
        if (middle < 0).any() or (middle >= size).any()
    ]


def _high_heights(board: RectifiedBoard, catalogue: Catalogue) -> set[float]:
    """The heights of pieces that are much higher than usual."""
    return {tag.height_mm for tag in catalogue.tags if tag.height_mm > board.height_mm + catalogue.grid.cell_mm / 2}


def _footprints(
    board: RectifiedBoard, seen: Sequence[TagDetection], foreign: Sequence[Points], grid: Grid
) -> tuple[Mask, Numbers]:
    """What pieces and codes hide or are (True), and the number of the piece beside which a block lies, or -1."""
    explained = np.zeros(board.edges.shape, np.uint8)
    beside = np.full(board.edges.shape, -1, np.int16)
    heights = np.array([tag.tag.height_mm for tag in seen])
    corners = np.array([tag.corners_px for tag in seen]).reshape(-1, 2)
    faces = board.camera.on_plane(corners, np.repeat(heights, 4)).reshape(-1, 4, 2)
    middles = faces.mean(axis=1, keepdims=True)
    halves = np.array([tag.tag.size_mm * _PIECE_SCALE / 2 for tag in seen])[:, None, None]
    units = (faces - middles) / np.array([tag.symbol_mm / 2 for tag in seen])[:, None, None]
    inner = _columns(board, middles + units * halves, heights)
    outer = _columns(board, middles + units * (halves + _BESIDE_CELLS * grid.cell_mm), heights)
    for number, tag in enumerate(seen):
        if tag.tag.placement_mm is None and grid.cell_at(*middles[number, 0]) is not None:
            cv2.fillConvexPoly(beside, outer[number], number, cv2.LINE_8, _SHIFT)
        cv2.fillConvexPoly(explained, inner[number], 1, cv2.LINE_8, _SHIFT)
    if foreign:
        flat = np.zeros(len(foreign)) + board.height_mm
        quads = board.camera.on_plane(np.vstack(foreign), board.height_mm).reshape(-1, 4, 2)
        middles = quads.mean(axis=1, keepdims=True)
        for outline in _columns(board, middles + (quads - middles) * _PIECE_SCALE**2, flat):
            cv2.fillConvexPoly(explained, outline, 1, cv2.LINE_8, _SHIFT)
    beside[explained > 0] = -1
    return explained > 0, beside.astype(np.int64)


def _columns(board: RectifiedBoard, outlines_mm: Points, heights_mm: Points) -> list[npt.NDArray[np.int32]]:
    """The hulls, for drawing, of the columns over outlines (n, 4, 2), from the board up to their heights (n,)."""
    both = np.concatenate([board.place(outlines_mm, 0.0), board.place(outlines_mm, heights_mm[:, None])], axis=1)
    points = ((both - 0.5) * 2**_SHIFT).astype(np.float32)
    return [np.round(cv2.convexHull(column)).astype(np.int32) for column in points]


def _ink_density(edges: Floats, board: RectifiedBoard, explained: Mask, seen: Sequence[TagDetection]) -> Floats:
    """How dense `edges` are: 0 as on the empty board, 1 as on the tags that were read."""
    heights = np.array([tag.tag.height_mm for tag in seen])
    centres = board.camera.on_plane(middles_px(np.array([tag.corners_px for tag in seen])), heights)
    x, y = np.floor(board.place(centres, heights)).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < edges.shape[1]) & (y < edges.shape[0])
    if not inside.any() or explained.all():
        return np.zeros_like(edges)
    empty = float(np.median(edges[~explained]))
    inked = float(np.median(edges[y[inside], x[inside]]))
    return np.asarray((edges - empty) / max(inked - empty, 1e-3), np.float32)


def _broad(mask: Mask) -> Mask:
    """The mask without lines, letters and arrows, as they are drawn on boards; things are broader."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _BROAD) > 0, np.bool_)


def _cell_numbers(grid: Grid) -> Numbers:
    """The number of the cell on which each block lies, -1 off the grid."""
    columns, rows = np.array(list(grid.cells.values())).T
    table = np.full((rows.max() + 1, columns.max() + 1), -1, np.int64)
    table[rows, columns] = np.arange(len(columns))
    margin = int(MARGIN_CELLS * BLOCKS)
    return np.pad(np.repeat(np.repeat(table, BLOCKS, axis=0), BLOCKS, axis=1), margin, constant_values=-1)


def _voters(cells: Numbers, explained: Mask, beside: Numbers) -> tuple[Numbers, float]:
    """Whose vote on the board's colours each block is, -1 for nobody's, and the share of votes that makes one usual."""
    owner = np.where(cells >= 0, beside, -1)
    if np.count_nonzero(np.bincount(owner[owner >= 0])) >= _FEW_PIECES:
        return owner, _BESIDE_SHARE
    return np.where(explained, -1, cells), _ALL_SHARE


def _rough(edges: Floats, pieces: Mask, middles: Points, bare: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which of the `bare` cells have much denser edges than the others: something of the board's own colour."""
    if np.count_nonzero(bare) < _FEW_CELLS:
        return np.zeros_like(bare)
    # Beside pieces that were read, the edges are theirs.
    free = cv2.erode((~pieces).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    span = np.arange(BLOCKS)
    rows = (np.floor(middles[:, 1] - BLOCKS / 2 + 0.5).astype(int)[:, None] + span)[:, :, None]
    columns = (np.floor(middles[:, 0] - BLOCKS / 2 + 0.5).astype(int)[:, None] + span)[:, None, :]
    blocks = np.where(free[rows, columns], edges[rows, columns], -np.inf).reshape(len(middles), -1)
    in_sight = np.isfinite(blocks).sum(axis=1)
    judged = bare & (in_sight > _IN_SIGHT * BLOCKS**2)
    # A fifth of what is in sight has denser edges than this.
    roughness = np.take_along_axis(-np.sort(-blocks, axis=1), (in_sight // 5)[:, None], axis=1)[:, 0]
    if np.count_nonzero(judged) < _FEW_CELLS:
        return np.zeros_like(bare)
    usual, most = np.percentile(roughness[judged], (50, 90))
    return np.asarray(judged & (roughness > max(usual + _ROUGH, most + 3 * (most - usual))), np.bool_)


def _odd_colours(colours: Floats, owner: Numbers, share: float, cells: Numbers, visible: Mask) -> Mask:
    """Where a colour is none of those that the bare board shows. An owner has one vote, divided among its blocks."""
    voting = owner >= 0
    if not voting.any():
        return np.zeros(owner.shape, np.bool_)
    steps = _steps(colours)
    bins = _colour_bin(steps)
    voters, numbers = steps[:, voting], owner[voting]
    votes = _votes(voters, numbers)
    weights = np.bincount(numbers)
    count = np.count_nonzero(weights)
    odd = (votes < share * count)[bins] & visible
    # Blank pieces lie beside each other, too.
    bright = colours.min(axis=0) > _BRIGHT
    if bright[voting] @ (1.0 / weights[numbers]) < _BRIGHT_SHARE * count:
        odd |= bright & visible
    # A hand lies beside many pieces. It makes one large part when those beside which there is much that is not common
    # have no vote; odd cells of the board do not.
    common = (votes >= _COMMON_SHARE * count)[bins[voting]]
    sound = np.bincount(numbers, common) >= _SOUND * np.maximum(weights, 1)
    sound_count = np.count_nonzero(sound & (weights > 0))
    if _MOST_SOUND * count < sound_count < count:
        kept = sound[numbers]
        others = (_votes(voters[:, kept], numbers[kept]) < share * sound_count)[bins] & visible
        odd |= _large_things(others, colours, cells)
    return np.asarray(odd, np.bool_)


def _large_things(odd: Mask, colours: Floats, cells: Numbers) -> Mask:
    """The connected parts of `odd` that cover some cells and whose colours do not change where the cells do."""
    count, labels = cv2.connectedComponents(odd.astype(np.uint8), connectivity=4)
    large = np.bincount(labels.ravel(), minlength=count) >= _LARGE_CELLS * BLOCKS**2
    large[0] = False
    if not large.any():
        return np.zeros(odd.shape, np.bool_)
    # How much colours change over a stretch within a cell, and over one that crosses from one cell to the next.
    changes, stretches = np.zeros((2, count)), np.ones((2, count))
    for axis in (0, 1):
        there = np.roll(labels, -_STRETCH, axis)
        change = np.abs(colours - np.roll(colours, -_STRETCH, axis + 1)).max(axis=0)
        crosses = cells != np.roll(cells, -_STRETCH, axis)
        for kind, pairs in enumerate(((labels == there) & ~crosses, (labels == there) & crosses)):
            changes[kind] += np.bincount(labels[pairs], change[pairs], count)
            stretches[kind] += np.bincount(labels[pairs], minlength=count)
    within, across = changes / stretches
    return np.asarray((large & (across < _RUNS_ON * within))[labels], np.bool_)


def _surprises(colours: Floats, owner: Numbers, share: float) -> float:
    """The share of owners whose colours would mostly not be usual if the others alone had voted."""
    voting = owner >= 0
    steps, numbers = _steps(colours)[:, voting], owner[voting]
    present = np.unique(numbers)
    if len(present) < 2:
        return 1.0
    votes = _votes(steps, numbers)
    bins = _colour_bin(steps)
    usual = share * (len(present) - 1)
    # Nobody gives more votes than there are shades, so that many colours are usual without a closer look.
    doubtful = np.bincount(numbers, votes[bins] < usual + len(_SHADES)) / np.maximum(np.bincount(numbers), 1)
    surprised = 0
    for number in np.nonzero(doubtful > _STRANGE_SHARE)[0]:
        own = numbers == number
        others = votes[bins[own]] - _votes(steps[:, own], np.zeros(np.count_nonzero(own), np.int64))[bins[own]]
        surprised += (others < usual).mean() > _STRANGE_SHARE
    return surprised / len(present)


def _steps(colours: Floats) -> Floats:
    """Colours (3 or 1, ...) by lightness, blue against red and green against both: (3, ...) in steps."""
    blue, green, red = colours[0], colours[len(colours) // 2], colours[-1]
    both = blue + red
    return np.stack([(both + green) / (3 * _LIGHTNESS_STEP), (blue - red) / _HUE_STEP, (green - both / 2) / _HUE_STEP])


def _colour_bin(steps: Floats) -> Numbers:
    """The number of the bin of each colour in steps (3, ...)."""
    number = np.zeros(steps.shape[1:], np.int64)
    for step, zero, bins in zip(steps, _GREY_BINS, _COLOUR_BINS, strict=True):
        number = number * bins + np.clip((step + zero).astype(np.int64), 0, bins - 1)
    return number


def _votes(steps: Floats, owner: Numbers) -> npt.NDArray[np.float64]:
    """The owners' votes for each colour bin, its shadows and neighbours included, for colours in steps (3, n)."""
    weights = 1.0 / np.bincount(owner)[owner]
    known = np.zeros(math.prod(_COLOUR_BINS))
    for shade in _SHADES:
        shaded = _colour_bin(steps * np.float32(math.sqrt(shade)))
        known = np.maximum(known, np.bincount(shaded, weights, len(known)))
    votes = np.pad(known.reshape(_COLOUR_BINS), 1)
    votes = votes[:-2] + votes[1:-1] + votes[2:]
    votes = votes[:, :-2] + votes[:, 1:-1] + votes[:, 2:]
    return (votes[:, :, :-2] + votes[:, :, 1:-1] + votes[:, :, 2:]).ravel()


def _without_gloss(odd: Mask, colours: Floats, in_sight: Mask) -> Mask:
    """The connected parts of `odd` without gloss: brighter than the board, no more colourful, fading away all round."""
    bare = in_sight & ~odd
    if not bare.any():
        return odd
    lightness = colours.mean(axis=0)
    colourfulness = np.abs(colours - lightness).max(axis=0)
    change = np.zeros(odd.shape, np.float32)
    for axis in (1, 2):
        change = np.maximum(change, np.abs(np.roll(colours, 1, axis) - np.roll(colours, -1, axis)).max(axis=0))
    # The outlines of pieces that were read say nothing.
    open_ground = np.asarray(cv2.erode(in_sight.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
    change = np.asarray(cv2.dilate(np.where(open_ground, change, 0), np.ones((5, 5), np.uint8)), np.float32)
    sharp = change > max(_OUTLINE_STEP, float(np.percentile(change[bare], 80)))
    count, labels = cv2.connectedComponents(odd.astype(np.uint8), connectivity=4)
    around = np.asarray(cv2.dilate(labels.astype(np.float32), np.ones((3, 3), np.uint8)), np.int64)
    outline = (labels == 0) & (around > 0) & open_ground
    clear = np.bincount(around[outline], sharp[outline], count) >= _OUTLINE_SHARE * np.bincount(
        around[outline], minlength=count
    )

    own = labels[odd]
    sizes = np.maximum(np.bincount(own, minlength=count), 1)

    def mean(values: Floats) -> npt.NDArray[np.float64]:
        return np.bincount(own, values[odd], count) / sizes

    dark = mean(lightness) < np.median(lightness[bare])
    colourful = mean(colourfulness) > np.percentile(colourfulness[bare], 90) + _COLOURFUL
    things = clear | dark | colourful
    things[0] = False
    return np.asarray(things[labels], np.bool_)


def _is_paint(middle: Points, board: RectifiedBoard, odd: Mask) -> bool:
    """Whether a strong, even colour fills the cell about `middle` up to its four borders, as only the board's can."""
    cell = board.window(middle, 0.9 * BLOCKS)
    colour = np.median(board.reflectance[:, *cell], axis=(1, 2))
    strength = (colour.max() - colour.min()) / max(float(colour.max()), 1e-3)
    if strength < _PAINT or odd[cell].mean() < _FILLED:
        return False
    # A disc leaves the corners of its cell free.
    corners = [odd[cell][rows, columns].mean() > 0.5 for rows in _CORNERS for columns in _CORNERS]
    off = np.abs(board.colours[:, *cell] - np.sqrt(colour)[:, None, None]).max(axis=0)
    if sum(corners) < _PAINTED_CORNERS or (off < _EVEN_STEP).mean() < _EVEN_SHARE:
        return False
    for side in np.array([(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]) * BLOCKS:
        within = board.window(middle + 0.35 * side, 0.2 * BLOCKS)
        beyond = board.window(middle + 0.65 * side, 0.2 * BLOCKS)
        goes_on = odd[beyond].mean() > 0.5
        step = np.median(board.colours[:, *within], axis=(1, 2)) - np.median(board.colours[:, *beyond], axis=(1, 2))
        if goes_on and np.abs(step).max() < _BORDER_STEP:
            return False
    return True
