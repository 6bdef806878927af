"""Light of a window that is mirrored in a glossy board, taken off the picture.

Print, pieces and their tags have dark places nearly everywhere; where even the darkest is much brighter than elsewhere
on the board, and the black of tags as well, light was added, and what is left without it is what lies there.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection, middles_px
from vision.model.pinhole import Pinhole, Points
from vision.picture import Pixels

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

_GAMMA = 2.2
_TO_LIGHT = ((np.arange(256) / 255) ** _GAMMA).astype(np.float32)
#: The darkest is looked for in tiles, so many along a cell's side.
_TILES = 12
#: Dark places lie no farther apart than so many cells; a veil is larger.
_APART_CELLS = 2.5
#: So many cells round the board lie its reference tags.
_AROUND_CELLS = 2.0
#: Percentile of the darkest that has no veil: at least this share of the board is seen without one.
_NO_VEIL = 10
#: Light that is added, white paper being about 0.7, from which on it is a veil.
_LEAST = 0.05
#: Under a veil that is brighter than this hardly anything is left to be seen: the picture stays as it is there.
_MOST = 0.7
#: The black of a tag is brighter by such a share of the veil about it at least, or what is seen under the veil is so
#: many times as bright as the paper of tags, as no print is.
_ON_TAGS = 0.5
_ABOVE_PAPER = 1.15
#: Nothing is known of what is brighter than this level.
_BURNT = 248
#: Brighter than this level is no paper.
_WHITE = 235
#: Added light is told apart in so many steps.
_STEPS = 256


def without_veil(picture: Pixels, camera: Pinhole, catalogue: Catalogue, seen: Sequence[TagDetection]) -> Pixels:
    """Return the picture (BGR or grey) of a board without veils over it.

    It is the same one where there are none. The tags `seen` tell a veil from pale print.
    """
    board = _outline(camera, catalogue)
    cell_px = float(np.sqrt(cv2.contourArea(board) / _area_cells(catalogue)))
    side = max(1, int(cell_px / _TILES))
    low = np.clip(np.floor(board.min(axis=0)).astype(int), 0, None)
    high = np.ceil(board.max(axis=0)).astype(int)
    part = picture[low[1] : high[1], low[0] : high[0]]
    rows, columns = (length // side for length in part.shape[:2])
    if not rows or not columns:
        return picture
    veil = _veil(part[: rows * side, : columns * side], side, (board - low) / side, (_middles(seen) - low) / side)
    if veil is None:
        return picture
    cleared = picture.copy()
    cleared[low[1] : high[1], low[0] : high[0]] = _taken_off(part, veil, side)
    return cleared


def veiled_cells(
    picture: Pixels, cleared: Pixels, camera: Pinhole, catalogue: Catalogue, cells: Sequence[str]
) -> tuple[str, ...]:
    """Return those of the cells over whose middle a veil lies, taken off or too strong for that."""
    if not cells:
        return ()
    x, y = np.round(camera.project(np.array([catalogue.grid.centre(cell) for cell in cells]))).astype(int).T
    height, width = picture.shape[:2]
    x, y = np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)
    before, after = (_TO_LIGHT[of[y, x].reshape(len(cells), -1)] for of in (picture, cleared))
    veiled = (before - after > _LEAST).any(axis=1) | (before > _TO_LIGHT[_WHITE]).all(axis=1)
    return tuple(cell for cell, is_veiled in zip(cells, veiled.tolist(), strict=True) if is_veiled)


def _outline(camera: Pinhole, catalogue: Catalogue) -> Floats:
    """Return the corners (4, 2) in pixels of the board and what is round it."""
    left, top, right, bottom = catalogue.surface.extent_mm
    around = _AROUND_CELLS * catalogue.surface.unit_mm
    low_x, low_y, high_x, high_y = left - around, top - around, right + around, bottom + around
    corners = np.array([(low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)])
    return np.asarray(camera.project(corners), np.float32)


def _area_cells(catalogue: Catalogue) -> float:
    left, top, right, bottom = np.array(catalogue.surface.extent_mm) / catalogue.surface.unit_mm
    return float((right - left + 2 * _AROUND_CELLS) * (bottom - top + 2 * _AROUND_CELLS))


def _middles(seen: Sequence[TagDetection]) -> Points:
    return middles_px(np.array([tag.corners_px for tag in seen])) if seen else np.zeros((0, 2))


def _veil(part: Pixels, side: int, board: Points, tags: Points) -> Floats | None:
    """Return the light that is added in each tile of a part of a picture; None if there is none.

    Of `board` these are the corners (4, 2) and of `tags` the middles (n, 2), in tiles.
    """
    darkest, lightest = _extremes(part, side)
    wide = int(_APART_CELLS * _TILES) | 1
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    # No tile is brighter than the darkest about it, to the edge of what is brighter all over.
    floor = _TO_LIGHT[cv2.morphologyEx(darkest, cv2.MORPH_OPEN, around)]
    inside = np.zeros(floor.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(board).astype(np.int32), 1)
    if not inside.any():
        return None
    added = np.where(inside, np.maximum(floor - np.percentile(floor[inside > 0], _NO_VEIL), 0), 0).astype(np.float32)
    count, parts = cv2.connectedComponents((added > _LEAST).astype(np.uint8))
    columns, rows = np.floor(tags).astype(int).T
    shown = (columns >= 0) & (rows >= 0) & (columns < floor.shape[1]) & (rows < floor.shape[0])
    columns, rows = columns[shown], rows[shown]
    of_tags = parts[rows, columns]
    paper = _TO_LIGHT[lightest[rows, columns][of_tags == 0]].max(initial=0)
    veils = np.zeros(count, np.bool_)
    for number in range(1, count):
        veil = parts == number
        usual = np.median(added[veil])
        veiled_tags = added[rows, columns][of_tags == number].max(initial=0) > _ON_TAGS * usual
        above_paper = paper > 0 and np.percentile(_TO_LIGHT[lightest[veil]], 75) > _ABOVE_PAPER * paper
        veils[number] = usual <= _MOST and (veiled_tags or above_paper)
    if not veils.any():
        return None
    # What is fainter at the edge of a veil belongs to it.
    veiled = veils[parts]
    edge = (cv2.dilate(veiled.astype(np.uint8), around) > 0) & (parts == 0)
    return np.asarray(np.where((veiled | edge) & (added <= _MOST), added, 0), np.float32)


def _extremes(part: Pixels, side: int) -> tuple[Pixels, Pixels]:
    """Return the darkest and the lightest channel of each tile, of means of a few pixels."""
    fine = max(1, side // 4)
    means = cv2.resize(part, (part.shape[1] // fine, part.shape[0] // fine), interpolation=cv2.INTER_AREA)
    channels = cv2.split(means)
    around, size = np.ones((side // fine,) * 2, np.uint8), (part.shape[1] // side, part.shape[0] // side)
    ends = cv2.erode(reduce(cv2.min, channels), around), cv2.dilate(reduce(cv2.max, channels), around)
    darkest, lightest = (cv2.resize(end, size, interpolation=cv2.INTER_NEAREST) for end in ends)
    return np.asarray(darkest, np.uint8), np.asarray(lightest, np.uint8)


def _taken_off(part: Pixels, veil: Floats, side: int) -> Pixels:
    """Return the part without the light that is added in each tile; what is burnt out stays so."""
    steps = np.round(veil * (_STEPS - 1)).astype(np.uint8)
    whole = cv2.resize(steps, (veil.shape[1] * side, veil.shape[0] * side), interpolation=cv2.INTER_LINEAR)
    missing = [(0, have - made) for have, made in zip(part.shape[:2], whole.shape, strict=True)]
    added = np.pad(whole, missing, mode="edge")
    if part.ndim == 2:
        return np.asarray(_cleared_levels()[added, part], np.uint8)
    return np.asarray(cv2.merge([_cleared_levels()[added, channel] for channel in cv2.split(part)]), np.uint8)


@lru_cache(maxsize=1)
def _cleared_levels() -> Pixels:
    """Return the level (_STEPS, 256) without each step of added light."""
    light = np.maximum(_TO_LIGHT - np.linspace(0, 1, _STEPS, dtype=np.float32)[:, None], 0)
    levels = np.asarray(np.round(255 * light ** (1 / _GAMMA)), np.uint8)
    levels[:, _BURNT:] = np.arange(_BURNT, 256)
    return levels
