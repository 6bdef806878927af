"""Relighting: the seen board in the light of the known bare board, and unchanged cells."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.bare_board import BareBoard
from vision.model.grid_cells import cell_names
from vision.model.ground_pixels import CELL_PX, Floats, Mask, cells_of, grey
from vision.model.surface import Grid
from vision.occupancy.ground import Ground

Cells = npt.NDArray[np.bool_]

#: Added before logarithms are taken, so that noise in the dark counts little.
_BLACK = 0.06
#: Number of turns in which the smooth change of the light and the board's exact place are found.
_TURNS = 3
#: Distance between the pixels at which they are found.
_STEP_PX = 3
_FEWEST_SAMPLES = 20
#: Distance, in natural logarithms, that counts little for the light, in the last turn.
_LIGHT_OFF = 0.1
#: Number of turns in which this distance is halved until it is reached.
_LIGHT_TURNS = 4
#: Greatest distance of the board from its place.
_MOST_SHIFT_PX = 2.0
#: Usual distance of the board from its place.
_TYPICAL_SHIFT_PX = 0.5
#: Details of the board are what differs from the mean of so many pixels round it.
_DETAIL_PX = (5, 5)
#: The rest of the light's change is so strong at most (natural logarithm).
_MOST_TINT = 0.25
#: Part of a cell, within its sides (pixels), in which fine details tell whether it is the same board.
_WITHIN = slice(3, -3)
#: Correlation of these details above which, on half of the cells, it is the same board. (Of 44 pictures those of the
#: board's own look came to 0.06 at least, those of another's to 0.03 at most.)
_OF_BOARD = 0.045
#: Difference of these details (natural logarithm) below which it is the same board, too.
_AS_KNOWN = 0.08
#: Least number of cells that can be compared.
_FEW_CELLS = 20
#: Greatest difference that is counted, so that shadows' edges count for no more.
_EDGE = 0.3
#: Share of a cell that must be compared for it to look the same.
_COMPARED_SHARE = 0.6
#: Percentiles of a cell's shades that are its dark and its light.
_DARK_AND_LIGHT = (5, 95)
#: Paper or tissue over a cell: dark is at least as light as this (white paper being 1) and so much lighter than it is
#: known, and less than this share of the known contrast is left.
_PALE = 0.6
_PALER = 0.2
_FADED = 0.6
#: Share of the cells that are compared above which it is light that pales them: nobody lays so much paper on a board.
_MOST_PAPERED = 0.25
#: Of each quarter of a cell, within its sides (pixels), the print's details are compared with the known ones: they are
#: what differs from the mean of so many pixels round it, once noise is smoothed away. Lines between cells do not count:
#: the edges of tiles look like them.
_INSIDE = slice(2, -2)
_PRINT_DETAIL_PX = (7, 7)
#: The print is seen where each quarter has details this strong at least (standard deviation, white paper being 1), so
#: much of it is in sight, and they correlate with the known ones by more than this. (Of 7,100 cells on which a piece
#: was not read none did by more than 0.51, of 45,000 bare ones 67 % do.)
_FAINTEST_DETAIL = 0.01
_QUARTER_SHARE = 0.5
_SAME_DETAIL = 0.7
#: Pixels over which it is compared each time: width and height.
_SOFT = (3, 3)
#: Difference above which a pixel is farther off (natural logarithm).
_OTHER = 0.15
#: Greatest share of what is compared that may be farther off.
_OTHER_SHARE = 0.1


def relight_ground(bare: BareBoard, ground: Ground) -> Ground:
    """Return the ground in the bare board's light, and exactly where it is known.

    It is grey (h, w, 1) if one of the two is.
    """
    known, seen = bare.colours, ground.colours
    if known.shape[2] != seen.shape[2]:
        known, seen = (grey(colours)[..., None] for colours in (known, seen))
    return replace(ground, colours=evened(known, seen, bare.known & ground.visible))


def may_be_board(bare: BareBoard, lit: Ground, grid: Grid) -> bool:
    """Return True if the seen board may be the known one; the ground must be `lit` as that.

    Within the cells, where boards have no lines in common, their fine details are as they are known, or if they
    have none, their colours.
    """
    both = (bare.known & lit.visible).astype(np.float32)
    known, seen = (np.log(grey(colours) + _BLACK) * both for colours in (bare.colours_beside(lit.colours), lit.colours))
    weight = np.maximum(cv2.blur(both, _DETAIL_PX), 1e-3)
    own, other = (
        np.clip((plane - cv2.blur(plane, _DETAIL_PX) / weight) * both, -_EDGE, _EDGE) for plane in (known, seen)
    )
    planes = np.stack([own * own, other * other, own * other, both, np.abs(seen - known)], axis=-1)
    squares, others, products, shares, off = cells_of(planes, grid)[:, _WITHIN, _WITHIN].mean(axis=(1, 2)).T
    compared = shares > _COMPARED_SHARE
    if np.count_nonzero(compared) < _FEW_CELLS:
        return True
    alike = (products / np.sqrt(squares * others + 1e-9))[compared]
    return bool(np.median(alike) > _OF_BOARD or np.median((off / np.maximum(shares, 1e-3))[compared]) < _AS_KNOWN)


def papered_cells(bare: BareBoard, ground: Ground, grid: Grid) -> Cells:
    """Return the cells (n,) that are pale all over where the known board has dark print.

    Paper or tissue lies there, or so strong a veil that no print is seen. Where most of the board is so pale, none is.
    """
    known, seen = (grey(colours) for colours in (bare.colours, ground.colours))
    compared = cells_of(bare.known & ground.visible, grid).mean(axis=(1, 2)) >= _COMPARED_SHARE
    (known_dark, known_light), (dark, light) = (
        np.percentile(cells_of(shades, grid), _DARK_AND_LIGHT, axis=(1, 2)) for shades in (known, seen)
    )
    faded = light - dark < _FADED * (known_light - known_dark)
    papered = compared & faded & (dark > np.maximum(_PALE, known_dark + _PALER))
    return np.asarray(papered & (papered.sum() <= _MOST_PAPERED * compared.sum()), np.bool_)


def print_seen_cells(bare: BareBoard, lit: Ground, grid: Grid) -> Cells:
    """Return the cells (n,) all over which the known print's details are seen.

    They may be paler or tinted: light, shadow and what is transparent may lie there. Print without details is not
    seen. The ground must be `lit` as the known board.
    """
    inside = np.zeros((CELL_PX, CELL_PX), np.bool_)
    inside[_INSIDE, _INSIDE] = True
    rows, columns = (side // CELL_PX for side in bare.known.shape)
    both = (bare.known & lit.visible & np.tile(inside, (rows, columns))).astype(np.float32)
    around, near = (np.maximum(of, 1e-3) for of in (cv2.blur(both, _PRINT_DETAIL_PX), cv2.GaussianBlur(both, _SOFT, 0)))
    known, seen = (
        (cv2.GaussianBlur(shades, _SOFT, 0) / near - cv2.blur(shades, _PRINT_DETAIL_PX) / around) * both
        for shades in (grey(colours) * both for colours in (bare.colours_beside(lit.colours), lit.colours))
    )
    planes = cells_of(np.stack([known * known, seen * seen, known * seen, both], axis=-1), grid)[:, _INSIDE, _INSIDE]
    side = planes.shape[1] // 2
    quarters = planes.reshape(-1, 2, side, 2, side, planes.shape[-1]).mean(axis=(2, 4))
    squares, others, products, shares = np.moveaxis(quarters, -1, 0)
    strong = squares > _FAINTEST_DETAIL**2 * shares
    same = products > _SAME_DETAIL * np.sqrt(squares * others)
    return np.asarray(((shares > _QUARTER_SHARE) & strong & same).all(axis=(1, 2)), np.bool_)


def unchanged_cells(bare: BareBoard, lit: Ground, grid: Grid) -> tuple[str, ...]:
    """Return the cells that look as known; the ground must be `lit` as the known board."""
    known, seen = (
        cv2.blur(colours, _SOFT).reshape(colours.shape) for colours in (bare.colours_beside(lit.colours), lit.colours)
    )
    compared = cv2.erode((bare.known & lit.visible).astype(np.uint8), np.ones(_SOFT, np.uint8), borderValue=1) > 0
    other = compared & (np.abs(np.log(seen + _BLACK) - np.log(known + _BLACK)).max(axis=2) > _OTHER)
    shares, others = (cells_of(mask, grid).mean(axis=(1, 2)) for mask in (compared, other))
    same = (shares >= _COMPARED_SHARE) & (others <= _OTHER_SHARE * shares)
    return cell_names(same, grid)


@lru_cache(maxsize=2)
def _smooth_terms(shape: tuple[int, int]) -> Floats:
    """Return the terms (h, w, 6) of a smooth ground over a rectangle of pixels."""
    y, x = np.mgrid[-1 : 1 : complex(0, shape[0]), -1 : 1 : complex(0, shape[1])].astype(np.float32)
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def evened(known: Floats, seen: Floats, both: Mask) -> Floats:
    """Return the picture `seen` in the light and exact position of the `known` board."""
    terms = _smooth_terms(both.shape)
    inner = cv2.erode(both.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    rows, columns = (index * _STEP_PX + 1 for index in np.nonzero(inner[1::_STEP_PX, 1::_STEP_PX]))
    if len(rows) < _FEWEST_SAMPLES:
        return seen
    samples = terms[rows, columns]
    old = np.log(known + _BLACK)
    shade = grey(old)
    right, below = np.minimum(columns + 1, shade.shape[1] - 1), np.minimum(rows + 1, shade.shape[0] - 1)
    slopes = (
        0.5 * (shade[rows, right] - shade[rows, columns - 1]),
        0.5 * (shade[below, columns] - shade[rows - 1, columns]),
    )
    gradient = np.concatenate([samples * slope[:, None] for slope in slopes], axis=1)
    old = old[rows, columns]
    new = np.log(seen[rows, columns] + _BLACK)
    shift = np.zeros((6, 2), np.float32)
    for turn in range(_TURNS):
        off = new - old
        light = _smooth_light(off, samples)
        if turn == _TURNS - 1:
            break
        residual = np.clip((off - samples @ light) @ np.full(off.shape[1], 1 / off.shape[1], np.float32), -0.5, 0.5)
        scale = max(1.5 * float(np.median(np.abs(residual))), 0.01)
        weighted = gradient / (1 + (residual / scale) ** 2)[:, None]
        pull = np.eye(12, dtype=np.float32) * (2 * scale / _TYPICAL_SHIFT_PX) ** 2
        shift -= np.linalg.solve(weighted.T @ gradient + pull, weighted.T @ residual).reshape(2, 6).T
        dx, dy = np.clip(samples @ shift, -_MOST_SHIFT_PX, _MOST_SHIFT_PX).T
        moved = cv2.remap(
            seen, (columns + dx)[:, None].astype(np.float32), (rows + dy)[:, None].astype(np.float32), cv2.INTER_LINEAR
        )
        new = np.log(moved.reshape(new.shape) + _BLACK)
    dx, dy = np.moveaxis(np.clip(terms @ shift, -_MOST_SHIFT_PX, _MOST_SHIFT_PX), -1, 0)
    x, y = (np.arange(side, dtype=np.float32) for side in both.shape[::-1])
    moved = cv2.remap(seen, x + dx, y[:, None] + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    placed = _closer_to_known(np.asarray(moved, np.float32).reshape(seen.shape), seen, known, both)
    lit = placed * np.exp(-(terms @ light))
    return np.asarray(lit * np.exp(-remaining_tint(known, lit, inner)), np.float32)


def _closer_to_known(moved: Floats, seen: Floats, known: Floats, both: Mask) -> Floats:
    """Return `moved`, but `seen` where its details are nearer to those of the `known` board.

    Far from everything that can be compared, the shift is only a smooth continuation, and may be wrong.
    """
    mask = both.astype(np.float32)
    logs = cv2.merge([np.log(grey(colours) + _BLACK) for colours in (known, moved, seen)])
    details = logs - cv2.blur(logs, _DETAIL_PX)
    off, unmoved = (cv2.blur((details[..., way] - details[..., 0]) ** 2 * mask, (CELL_PX, CELL_PX)) for way in (1, 2))
    return np.asarray(np.where((off <= unmoved)[..., None], moved, seen), np.float32)


def remaining_tint(known: Floats, seen: Floats, both: Mask) -> Floats:
    """Return the remaining tint and strength of the light that about ten cells have in common.

    It is a natural logarithm (h, w, c).
    """
    height, width, channels = known.shape
    some = slice(CELL_PX // 8, None, CELL_PX // 4)
    off = np.log((seen[some, some] + _BLACK) / (known[some, some] + _BLACK))
    off[~both[some, some]] = np.nan
    cells = off.reshape(height // CELL_PX, 4, width // CELL_PX, 4, channels).swapaxes(1, 2)
    cells = np.sort(cells.reshape(*cells.shape[:2], 16, channels), axis=2)
    counts = np.isfinite(cells).sum(axis=2, keepdims=True)
    middles = np.take_along_axis(cells, np.maximum(counts // 2, 0) * (counts > 0), axis=2)[:, :, 0]
    # Cells of which nothing is seen say that nothing has changed.
    middles = np.nan_to_num(middles, nan=0.0)
    smooth = [cv2.medianBlur(np.ascontiguousarray(plane), 5) for plane in cv2.split(middles.astype(np.float32))]
    small = cv2.blur(cv2.merge([np.clip(plane, -_MOST_TINT, _MOST_TINT) for plane in smooth]), (3, 3))
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32).reshape(
        known.shape
    )


def _smooth_light(off: Floats, terms: Floats) -> Floats:
    """Fit smooth surfaces (6, c) through most of the differences (n, c) at places (n, 6).

    The places are given by their terms.
    """
    solution = np.zeros((6, off.shape[1]), np.float32)
    solution[0] = np.median(off, axis=0)
    pull = 3 * np.diag([0.01, 1, 1, 1, 1, 1]).astype(np.float32)
    for turn in reversed(range(_LIGHT_TURNS)):
        residuals = np.abs(off - terms @ solution) @ np.ones(off.shape[1], np.float32)
        weighted = terms / (1 + (residuals / (_LIGHT_OFF * 2**turn)) ** 2)[:, None]
        solution = np.linalg.solve(weighted.T @ terms + pull, weighted.T @ off)
    return solution
