"""What looks odd on the board and is no thing: gloss, and what is painted on it."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.pinhole import Points
from vision.rectified import BLOCKS, RectifiedBoard

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]


#: Gloss is brighter than the board but not more colourful than this (square root of the reflectance), and does not
#: change this much within two blocks, round so large a share of its outline.
_COLOURFUL = 0.04
_OUTLINE_STEP = 0.08
_OUTLINE_SHARE = 0.7
#: Where gloss is as bright as this (square root of the reflectance), it is glare, which may reach over many cells.
_GLARE = 0.98
#: Things are nowhere narrower than this, in blocks.
_BROAD = np.asarray(cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3)), np.uint8)
#: A colour so much stronger in one channel than in another that fills so much of a cell, corners included, and does
#: not go on beyond its borders with less of a step than this (square root of the reflectance), is painted on the board.
_PAINT = 0.2
_FILLED = 0.75
_CORNERS = (slice(0, 2), slice(-2, None))
_PAINTED_CORNERS = 3
_BORDER_STEP = 0.08
#: A printed light fades away: over two blocks it nowhere (in the clearest quarter of its outline) changes by so large a
#: share of what it differs from what is round it, so far about the cell (in cells).
_FADES = 1.0
_CLEAREST = 75
_ROUND = 1.4
#: What is round it is known if it is at least so many blocks.
_FEW_ROUND = 12
#: What differs by less than this (square root of the reflectance) from what is round it is lit a little otherwise.
_FAINT = 0.03
#: Paint is even: so much of the cell is within this of its colour (square root of the reflectance).
_EVEN_SHARE = 0.6
_EVEN_STEP = 0.12
#: A blank piece is an even patch of about its size (in cells) that ends within its cell and a little more, all round
#: and sharply, as long as it is wide, more or less, and fills at least so much of the rectangle round it.
_PATCH_CELLS = (0.5, 1.05)
_PATCH_ROUND = 1.25
_PATCH_LONG = 1.4
_PATCH_FILLS = 0.65
_PATCH_STEP = 0.1


def broad(mask: Mask) -> Mask:
    """The mask without lines, letters and arrows, as they are drawn on boards; things are broader."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _BROAD) > 0, np.bool_)


def without_gloss(odd: Mask, colours: Floats, in_sight: Mask, cells: Numbers | None = None) -> Mask:
    """What is `odd` without gloss: that is brighter than the board, no more colourful, and fades away all round.

    That is asked of connected parts; where some of one is as bright as paper, of each of the `cells` (h, w: their
    numbers) in it, for things lie in glare, too.
    """
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
    clear[0] = False
    usual = float(np.median(lightness[bare])), float(np.percentile(colourfulness[bare], 90)) + _COLOURFUL

    def unlike_gloss(parts: Numbers, of: Mask) -> Mask:
        """Whether the part to which each place of a mask belongs is darker or more colourful than gloss."""
        sizes = np.maximum(np.bincount(parts), 1)
        dark = np.bincount(parts, lightness[of]) / sizes < usual[0]
        return np.asarray((dark | (np.bincount(parts, colourfulness[of]) / sizes > usual[1]))[parts], np.bool_)

    things = clear[labels]
    things[odd] |= unlike_gloss(np.asarray(labels[odd], np.int64), odd)
    if cells is not None:
        glare = np.zeros(count, np.bool_)
        glare[np.unique(labels[odd & (lightness > _GLARE)])] = True
        there = odd & glare[labels]
        things[there] = clear[labels[there]] | unlike_gloss(np.asarray(cells[there] + 1, np.int64), there)
    return np.asarray(things, np.bool_)


def is_paint(middle: Points, board: RectifiedBoard, odd: Mask, ground: Mask) -> bool:
    """Whether a strong, even colour fills the cell about `middle` up to its four borders, as only the board's can.

    It may not go on beyond the board's `ground` (h, w), either: there it would be a finger's.
    """
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
        goes_on = odd[beyond].mean() > 0.5 or not ground[beyond].any()
        step = np.median(board.colours[:, *within], axis=(1, 2)) - np.median(board.colours[:, *beyond], axis=(1, 2))
        if goes_on and np.abs(step).max() < _BORDER_STEP:
            return False
    return True


def is_glow(middle: Points, board: RectifiedBoard, odd: Mask, ground: Mask) -> bool:
    """Whether what is odd in the cell about `middle` fades into what is round it, or is like it, as no thing is.

    Only the board's `ground` (h, w) is round it: what goes on beyond the board, as a finger does, does not fade.
    """
    part = board.window(middle, _ROUND * BLOCKS)
    inside, colours = odd[part].astype(np.uint8), board.colours[:, *part]
    grown, shrunk = cv2.dilate(inside, _BROAD) > 0, cv2.erode(inside, _BROAD) > 0
    round_it = ~grown & ground[part]
    if np.count_nonzero(round_it) < _FEW_ROUND or not inside.any():
        return False
    off = np.abs(np.median(colours[:, inside > 0], axis=1) - np.median(colours[:, round_it], axis=1))
    if off.max() < _FAINT:
        return True
    # Where it differs most, over two blocks: the outline of a thing lies somewhere in one.
    plane = np.pad(colours[int(off.argmax())], 1, mode="edge")
    across, down = plane[1:-1, 2:] - plane[1:-1, :-2], plane[2:, 1:-1] - plane[:-2, 1:-1]
    outline = grown & ~shrunk & (cv2.erode(ground[part].astype(np.uint8), _BROAD) > 0)
    return bool(outline.any()) and bool(np.percentile(np.hypot(across, down)[outline], _CLEAREST) < _FADES * off.max())


def is_blank_piece(middle: Points, board: RectifiedBoard, odd: Mask) -> bool:
    """Whether what is odd in the cell about `middle` is an even patch with an outline like a piece's."""
    part = board.window(middle, _PATCH_ROUND * BLOCKS)
    count, labels = cv2.connectedComponents(odd[part].astype(np.uint8), connectivity=4)
    own = np.bincount(labels.ravel(), minlength=count)
    own[0] = 0
    if not own.any():
        return False
    patch = labels == own.argmax()
    if any(edge.any() for edge in (patch[0], patch[-1], patch[:, 0], patch[:, -1])):
        return False
    points = np.argwhere(patch).astype(np.float32)
    _, sides, _ = cv2.minAreaRect(points)
    short, long = (side + 1 for side in sorted(sides))
    least, most = (BLOCKS * cells for cells in _PATCH_CELLS)
    if not least <= short <= long <= min(most, _PATCH_LONG * short) or len(points) < _PATCH_FILLS * short * long:
        return False
    colours = board.colours[:, *part]
    colour = np.median(colours[:, patch], axis=1)
    even = np.abs(colours[:, patch] - colour[:, None]).max(axis=0) < _EVEN_STEP
    # Beyond the mixed colours of its rim.
    near, far = (cv2.dilate(patch.astype(np.uint8), _BROAD, iterations=times) > 0 for times in (1, 2))
    round_it = far & ~near
    if even.mean() < _EVEN_SHARE or not round_it.any():
        return False
    steps = np.abs(colours[:, round_it] - colour[:, None]).max(axis=0)
    return bool((steps > _PATCH_STEP).mean() >= _OUTLINE_SHARE)
