"""Laying a known symbol exactly over its picture: corners to a fraction of a pixel, and how well it agrees.

A decoder gives a symbol's corners to about a pixel, the far one often worse. The symbol's modules are known from its
payload, so every border between a dark and a light module tells where the symbol really is.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.catalogue import SYMBOL_MODULES, CodeType
from vision.symbols import symbol_modules

Grey = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

#: Where a border's profile is sampled, in modules from the border along its normal.
_REACH = 0.45
_PROFILE = np.linspace(-_REACH, _REACH, 5)


@lru_cache(maxsize=512)
def known_modules(payload: str, code: CodeType) -> npt.NDArray[np.bool_]:
    """`symbol_modules`, remembered: drawing a symbol takes longer than finding it in a picture."""
    return symbol_modules(payload, code)


@lru_cache(maxsize=1024)
def _borders(payload: str, code: CodeType, count: int) -> tuple[Floats, Floats]:
    """Midpoints (n, 2) of some borders between unlike modules, in modules, and the unit normals from dark to light."""
    modules = np.pad(known_modules(payload, code), 1)
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
    return all_points[chosen], all_normals[chosen]


def _homographies(side: float, corners: Floats) -> Floats:
    """From symbol modules (0..side) to pixels for each quad of `corners` (k, 4, 2): shape (k, 3, 3)."""
    a, b, c, d = np.moveaxis(corners, 1, 0)
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
    """Points (k, n, 2) or (n, 2) through homographies (k, 3, 3): shape (k, n, 2)."""
    shaped = points @ np.swapaxes(homographies[:, :2, :2], 1, 2) + homographies[:, None, :2, 2]
    depth = (points @ homographies[:, 2, :2, None])[..., 0] + homographies[:, 2, 2, None]
    return np.asarray(shaped / depth[..., None], np.float64)


def sample(grey: Grey, pixels: Floats) -> Floats:
    """Grey values, linearly interpolated, at pixels of shape (..., 2); beyond the picture its edge goes on."""
    places = pixels.reshape(pixels.shape[0], -1, 2).astype(np.float32)
    values = cv2.remap(grey, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values.reshape(pixels.shape[:-1]).astype(np.float64)


def refine_corners(
    grey: Grey, payloads: Sequence[str], code: CodeType, corners: Floats, *, borders: int = 48, steps: int = 2
) -> Floats:
    """The corners (k, 4, 2) of the symbols, moved so that their modules' borders meet those in the picture.

    Looks at so many borders in so many steps: the defaults are good for a fifth of a pixel.
    A symbol that would wander off by more than a module and a half keeps the corners it came with.
    """
    if not payloads:
        return corners
    side = float(SYMBOL_MODULES[code])
    chosen = [_borders(payload, code, borders) for payload in payloads]
    points = np.array([b[0] for b in chosen])
    normals = np.array([b[1] for b in chosen])
    probes = points[:, :, None, :] + normals[:, :, None, :] * _PROFILE[:, None]
    count, n = points.shape[:2]
    # A small change of a homography moves a point (u, v), measured from the middle in half sides, by
    # (h0 + h1 u + h2 v + u (h6 u + h7 v), h3 + h4 u + h5 v + v (h6 u + h7 v)); its share along the normal:
    u, v = np.moveaxis(points / (side / 2) - 1.0, -1, 0)
    one = np.ones_like(u)
    along = normals[..., 0, None] * np.stack([one, u, v, 0 * u, 0 * u, 0 * u, u * u, u * v], -1)
    along += normals[..., 1, None] * np.stack([0 * u, 0 * u, 0 * u, one, u, v, u * v, v * v], -1)
    homographies = _homographies(side, corners)
    to_middle = np.array([[side / 2, 0, side / 2], [0, side / 2, side / 2], [0, 0, 1.0]])
    for _ in range(steps):
        shades = sample(grey, _map(homographies, probes.reshape(count, -1, 2))).reshape(count, n, len(_PROFILE))
        dark, light = shades[..., 0], shades[..., -1]
        contrast = np.maximum(np.median(light - dark, axis=1), 1.0)[:, None]
        # How much of the profile is light tells where in it the border is, sharp or blurred.
        lit = (shades.mean(axis=2) - dark) / np.maximum(light - dark, 0.3 * contrast)
        shift = np.clip(_REACH - 2 * _REACH * lit, -_REACH, _REACH)
        # Borders that are hidden or disagree with the rest count little.
        usual = np.median(np.abs(shift), axis=1)[:, None] + 0.02
        weight = np.where(light - dark > 0.3 * contrast, 1 / (1 + (shift / (3 * usual)) ** 2), 0.0)
        weighted = along * weight[..., None]
        normal_matrix = np.swapaxes(weighted, 1, 2) @ along + np.diag([1e-6] * 6 + [2.0, 2.0])
        change = np.linalg.solve(normal_matrix, np.swapaxes(weighted, 1, 2) @ shift[..., None])[..., 0] / (side / 2)
        step = np.zeros((count, 3, 3))
        step[:, 0, :] = np.stack([1 + change[:, 1], change[:, 2], change[:, 0]], -1)
        step[:, 1, :] = np.stack([change[:, 4], 1 + change[:, 5], change[:, 3]], -1)
        step[:, 2, :] = np.stack([-change[:, 6], -change[:, 7], np.ones(count)], -1)
        homographies = homographies @ (to_middle @ step @ np.linalg.inv(to_middle))
    refined = _map(homographies, np.array([[0.0, 0.0], [side, 0], [side, side], [0, side]]))
    module_px = np.sqrt(quad_areas(corners)) / side
    wandered = np.abs(refined - corners).max(axis=(1, 2)) > np.maximum(1.5 * module_px, 4.0)
    return np.where(wandered[:, None, None] | ~np.isfinite(refined), corners, refined)


def quad_areas(corners: Floats) -> Floats:
    """Unsigned areas of quads (k, 4, 2)."""
    diagonal, other = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.abs(diagonal[:, 0] * other[:, 1] - diagonal[:, 1] * other[:, 0]) / 2


def agreements(grey: Grey, payloads: Sequence[str], code: CodeType, corners: Floats) -> Floats:
    """The share (0..1) of each symbol's modules that the picture shows as the payload has them; corners (k, 4, 2).

    The finder patterns, which all symbols share, are left out, so that half is what chance would give.
    """
    if not payloads:
        return np.zeros(0)
    shades = data_shades(grey, code, corners)
    dark = np.array([data_modules(payload, code) for payload in payloads])
    # The threshold is half way between the picture's own black and white on this symbol.
    darks = (shades * dark).sum(axis=1) / dark.sum(axis=1)
    lights = (shades * ~dark).sum(axis=1) / (~dark).sum(axis=1)
    threshold = (darks + lights) / 2
    return np.asarray(((shades < threshold[:, None]) == dark).mean(axis=1), np.float64)


def data_shades(grey: Grey, code: CodeType, corners: Floats) -> Floats:
    """The grey values in the middle of the modules that tell symbols apart: (k, n) for corners (k, 4, 2)."""
    row, column = _data_area(SYMBOL_MODULES[code])
    centres = np.column_stack([column + 0.5, row + 0.5])
    return sample(grey, _map(_homographies(SYMBOL_MODULES[code], corners), centres))


def data_modules(payload: str, code: CodeType) -> npt.NDArray[np.bool_]:
    """The modules that tell symbols apart, (n,), True where dark, in the order of `data_shades`."""
    return np.asarray(known_modules(payload, code)[_data_area(SYMBOL_MODULES[code])], np.bool_)


@lru_cache(maxsize=4)
def _data_area(side: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rows and columns of the modules outside the finder patterns (QR has three, Micro QR one) and their border."""
    area = np.ones((side, side), np.bool_)
    area[:8, :8] = False
    if side > SYMBOL_MODULES["micro"]:
        area[:8, -8:] = False
        area[-8:, :8] = False
    rows, columns = np.nonzero(area)
    return rows, columns
