"""Alignment of a known symbol with its picture: subpixel corners, and agreement.

A decoder gives a symbol's corners to about a pixel, the far one often worse. The symbol's modules are known
from its payload, so every border between a dark and a light module tells where the symbol really is.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.symbols import symbol_modules
from vision.symbology import SYMBOL_MODULES, Symbology

Grey = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

#: Where a border's profile is sampled, in modules from the border along its normal.
_REACH = 0.45
_PROFILE = np.linspace(-_REACH, _REACH, 5)
#: Which of the changes of a homography (see `_borders`) are added to its first two rows.
_CHANGED = np.array([(1, 2, 0), (4, 5, 3)])
_SAME = np.eye(3)
#: Symbols hardly bend.
_PULL = np.diag([1e-6] * 6 + [2.0, 2.0])


# Those of the tags of one table: 20 kilobytes each.
@lru_cache(maxsize=256)
def _borders(payload: str, code: Symbology, count: int) -> tuple[Floats, Floats]:
    """Return borders between unlike modules: sample places of their profiles, and derivatives.

    The first (3, profile * count) are x and y in modules, and 1, from dark to light. The second (count, 8) is how
    far a border moves along that way by each of the changes of a homography: shift, turn and stretch of x, of y,
    and bend.
    """
    modules = np.pad(symbol_modules(payload, code), 1)
    points, normals = [], []
    for axis in (0, 1):
        first = modules[:-1, :] if axis == 0 else modules[:, :-1]
        second = modules[1:, :] if axis == 0 else modules[:, 1:]
        row, column = np.nonzero(first != second)
        sign = np.where(first[row, column], 1.0, -1.0)
        # Module (row, column) of the padded symbol covers [column - 1, column] x [row - 1, row].
        if axis == 0:
            points.append(np.column_stack([column - 0.5, row * 1.0]))
            normals.append(np.column_stack([np.zeros(len(sign)), sign]))
        else:
            points.append(np.column_stack([column * 1.0, row - 0.5]))
            normals.append(np.column_stack([sign, np.zeros(len(sign))]))
    all_points, all_normals = np.vstack(points), np.vstack(normals)
    chosen = np.linspace(0, len(all_points) - 1, count).astype(int)
    (x, y), (right, down) = all_points[chosen].T, all_normals[chosen].T
    # A small change of a homography moves a point (u, v), measured from the middle in half sides, by
    # (h0 + h1 u + h2 v + u (h6 u + h7 v), h3 + h4 u + h5 v + v (h6 u + h7 v)); its share along the normal:
    u, v = (place / (SYMBOL_MODULES[code] / 2) - 1.0 for place in (x, y))
    bend = right * u + down * v
    along = np.column_stack([right, right * u, right * v, down, down * u, down * v, bend * u, bend * v])
    probes = np.stack([x + right * _PROFILE[:, None], y + down * _PROFILE[:, None]]).reshape(2, -1)
    return np.vstack([probes, np.ones(probes.shape[1])]), along


def _homographies(side: float, corners: Floats) -> Floats:
    """Compute homographies (k, 3, 3) from modules (0..side) to the quads `corners` (k, 4, 2).

    The quads are in pixels.
    """
    a, b, c, d = corners[:, 0], corners[:, 1], corners[:, 2], corners[:, 3]
    bend = a - b + c - d
    to_b, to_d = b - c, d - c
    turn = to_b[:, 0] * to_d[:, 1] - to_b[:, 1] * to_d[:, 0]
    turn = np.where(np.abs(turn) < 1e-9, 1e-9, turn)
    g = (bend[:, 0] * to_d[:, 1] - bend[:, 1] * to_d[:, 0]) / turn
    h = (to_b[:, 0] * bend[:, 1] - to_b[:, 1] * bend[:, 0]) / turn
    # The unit square's corners (0, 0), (1, 0), (1, 1), (0, 1) go to a, b, c, d.
    homographies = np.ones((len(corners), 3, 3))
    homographies[:, :2, 0] = b - a + g[:, None] * b
    homographies[:, :2, 1] = d - a + h[:, None] * d
    homographies[:, :2, 2] = a
    homographies[:, 2, 0], homographies[:, 2, 1] = g, h
    homographies[:, :, :2] /= side
    return homographies


def _map(homographies: Floats, points: Floats) -> Floats:
    """Map points through homographies (k, 3, 3).

    `points` are x, y, 1 (shape (k, 3, n) or (3, n)). Returns x and y, shape (k, 2, n).
    """
    mapped = homographies @ points
    return mapped[:, :2] / mapped[:, 2:]


def sample(grey: Grey, pixels: Floats) -> Floats:
    """Return grey values (k, n), linearly interpolated, at pixels (k, x and y, n).

    Beyond the picture its edge continues.
    """
    places = pixels.astype(np.float32)
    values = cv2.remap(grey, places[:, 0], places[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.float64)


def refine_corners(
    grey: Grey, payloads: Sequence[str], code: Symbology, corners: Floats, *, borders: int = 48, steps: int = 2
) -> Floats:
    """Refine the corners (k, 4, 2) of symbols: align their modules' borders with the picture.

    Looks at `borders` borders in `steps` steps: the defaults are good for a fifth of a pixel.
    A symbol that would move by more than a module and a half keeps its corners.
    """
    if not payloads:
        return corners
    side = float(SYMBOL_MODULES[code])
    chosen = [_borders(payload, code, borders) for payload in payloads]
    count = len(chosen)
    probes, along = (np.array(of) for of in zip(*chosen, strict=True))
    homographies = _homographies(side, corners)
    to_middle = np.array([[side / 2, 0, side / 2], [0, side / 2, side / 2], [0, 0, 1.0]])
    from_middle = np.array([[2 / side, 0, -1], [0, 2 / side, -1], [0, 0, 1.0]])
    step = np.empty((count, 3, 3))
    for _ in range(steps):
        shades = sample(grey, _map(homographies, probes)).reshape(count, len(_PROFILE), borders)
        dark, light = shades[:, 0], shades[:, -1]
        contrast = np.maximum(_medians(light - dark), 1.0)
        # How much of the profile is light tells where in it the border is, sharp or blurred.
        lit = (shades.mean(axis=1) - dark) / np.maximum(light - dark, 0.3 * contrast)
        shift = np.clip(_REACH - 2 * _REACH * lit, -_REACH, _REACH)
        # Borders that are hidden or disagree with the rest count little.
        typical_shift = _medians(np.abs(shift)) + 0.02
        weight = np.where(light - dark > 0.3 * contrast, 1 / (1 + (shift / (3 * typical_shift)) ** 2), 0.0)
        weighted = along * weight[..., None]
        normal_matrix = np.swapaxes(weighted, 1, 2) @ along + _PULL
        change = np.linalg.solve(normal_matrix, np.swapaxes(weighted, 1, 2) @ shift[..., None])[..., 0] / (side / 2)
        step[:] = _SAME
        step[:, :2] += change[:, _CHANGED]
        step[:, 2, :2] = -change[:, 6:]
        homographies = homographies @ to_middle @ step @ from_middle
    square = np.array([[0, side, side, 0], [0, 0, side, side], [1.0, 1.0, 1.0, 1.0]])
    refined = np.swapaxes(_map(homographies, square), 1, 2)
    module_px = np.sqrt(quad_areas(corners)) / side
    wandered = np.abs(refined - corners).max(axis=(1, 2)) > np.maximum(1.5 * module_px, 4.0)
    return np.where(wandered[:, None, None] | ~np.isfinite(refined), corners, refined)


def _medians(values: Floats) -> Floats:
    """Return the upper medians of rows (k, n): (k, 1)."""
    middle = values.shape[1] // 2
    return np.asarray(np.partition(values, middle, axis=1)[:, middle, None], np.float64)


def quad_areas(corners: Floats) -> Floats:
    """Unsigned areas of quads (k, 4, 2)."""
    diagonal, other = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.abs(diagonal[:, 0] * other[:, 1] - diagonal[:, 1] * other[:, 0]) / 2


def agreements(grey: Grey, payloads: Sequence[str], code: Symbology, corners: Floats) -> Floats:
    """Return the share (0..1) of each symbol's modules that agree with the picture.

    `corners` is (k, 4, 2). The finder patterns, which all symbols share, are left out, so that chance would give
    half.
    """
    if not payloads:
        return np.zeros(0)
    area = data_area(code)
    shades = shades_of_modules(grey, code, corners)[:, area.ravel()]
    dark = np.array([symbol_modules(payload, code)[area] for payload in payloads])
    # The threshold is half way between the picture's own black and white on this symbol.
    darks = (shades * dark).sum(axis=1) / dark.sum(axis=1)
    lights = (shades * ~dark).sum(axis=1) / (~dark).sum(axis=1)
    threshold = (darks + lights) / 2
    return np.asarray(((shades < threshold[:, None]) == dark).mean(axis=1), np.float64)


def shades_of_modules(grey: Grey, code: Symbology, corners: Floats) -> Floats:
    """Return the grey values in the middle of all modules, row by row.

    The result is (k, side * side) for corners (k, 4, 2).
    """
    side = SYMBOL_MODULES[code]
    return sample(grey, _map(_homographies(side, corners), _middles(side)))


@lru_cache(maxsize=4)
def _middles(side: int) -> Floats:
    """Return the middles of the modules, in modules: columns (x, y, 1), row by row."""
    middles = np.arange(side) + 0.5
    return np.array([np.tile(middles, side), np.repeat(middles, side), np.ones(side * side)])


@lru_cache(maxsize=4)
def data_area(code: Symbology) -> npt.NDArray[np.bool_]:
    """Return a mask (side, side) of the modules in which symbols differ.

    True outside an AprilTag's border, or outside the finder patterns and theirs. (QR has three finder patterns,
    Micro QR one.)
    """
    area = np.ones((SYMBOL_MODULES[code], SYMBOL_MODULES[code]), np.bool_)
    if code == "april":
        area[[0, -1]] = area[:, [0, -1]] = False
        return area
    area[:8, :8] = False
    if code == "qr":
        area[:8, -8:] = False
        area[-8:, :8] = False
    return area
