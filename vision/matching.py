"""Reading tags by comparison: which of the catalogue's symbols lies in a part of the picture that was straightened.

A decoder finds a symbol by its finder patterns and needs every bit but those that the error correction mends. Here
all the symbols that can be there are known. Their edges tell the turn, their finder patterns the place, and a few
dozen payloads have to be told apart by more than a hundred modules, so that much of them may be lost in noise or blur.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.alignment import Floats, Grey, data_modules, data_shades, known_modules, refine_corners
from vision.catalogue import SYMBOL_MODULES, CodeType
from vision.codes import Code

#: A symbol is recognised by its modules if they correlate so well with a payload's, and with all others' so much
#: worse. With chance symbols the correlation has a standard deviation of 0.06 (QR) or 0.1 (Micro QR).
_RECOGNISED = 0.45
_AHEAD = 0.15
#: From here on it is worth while to lay the likeliest symbol exactly over the picture and to compare again.
_LIKELY = 0.3
#: Sides of symbols that differ by no more than this factor are looked for as one.
_SAME_SIDE = 1.05
#: The edges of one symbol are looked at within this share of its side about its middle.
_WINDOW = 0.6
#: Slopes in grey levels a pixel beyond which an edge counts no more: outlines of pieces are steeper than modules.
_STEEPEST = 15.0
#: How often the symbol's middle is estimated anew.
_ROUNDS = 2


def recognised(grey: Grey, located: Code, payloads: Sequence[str]) -> Code | None:
    """The code of a symbol that was located but not decoded, if its modules agree with one of the payloads only."""
    turns = np.array([np.roll(located.corners, -quarter, axis=0) for quarter in range(4)])
    likeness = _likeness(grey, turns, located.code, payloads)
    turn, best = np.unravel_index(int(likeness.argmax()), likeness.shape)
    if likeness[turn, best] < _LIKELY:
        return None
    payload = payloads[int(best)]
    corners = refine_corners(grey, [payload], located.code, turns[int(turn)][None], borders=160, steps=4)
    likeness = _likeness(grey, corners, located.code, payloads)[0]
    ahead = likeness[best] - np.delete(likeness, best).max(initial=0.0)
    if likeness[best] < _RECOGNISED or ahead < _AHEAD:
        return None
    return Code(payload, located.code, corners[0], "modules")


def _likeness(grey: Grey, corners: Floats, code: CodeType, payloads: Sequence[str]) -> Floats:
    """The correlation (k, payloads) of the modules under quads (k, 4, 2) with those of each payload's symbol."""
    shades = data_shades(grey, code, corners)
    shades = shades - shades.mean(axis=1, keepdims=True)
    shades /= np.maximum(np.linalg.norm(shades, axis=1, keepdims=True), 1e-9)
    return np.asarray(shades @ _patterns(tuple(payloads), code).T, np.float64)


@lru_cache(maxsize=4)
def _patterns(payloads: tuple[str, ...], code: CodeType) -> Floats:
    """Each payload's data modules as a vector of mean 0 and length 1, light being positive: (payloads, n)."""
    patterns = np.array([np.where(data_modules(payload, code), -1.0, 1.0) for payload in payloads])
    patterns -= patterns.mean(axis=1, keepdims=True)
    return np.asarray(patterns / np.linalg.norm(patterns, axis=1, keepdims=True), np.float64)


def match_symbol(part: Grey, sides_px: Iterable[float], code: CodeType, payloads: Sequence[str]) -> Code | None:
    """The one symbol in a straightened part of the picture (square, the symbol near its middle), or None.

    `sides_px` are the sides that symbols can have in it.
    """
    sides = _distinct(sides_px)
    edges = _edges(part)
    centre = _inkiest(edges, sides[0])
    for _ in range(_ROUNDS):
        turn = _turn_of_edges(edges, centre, sides[-1] * _WINDOW)
        upright, to_part = _turned(part, centre, turn, 1.9 * sides[-1])
        peaks = []
        for side in sides:
            for quarter in range(4):
                common = _common(tuple(payloads), code, round(side), quarter)
                if min(upright.shape) < min(common.shape):
                    continue
                _, score, _, place = cv2.minMaxLoc(cv2.matchTemplate(upright, common, cv2.TM_CCOEFF_NORMED))
                peaks.append((score, place, common.shape[0], quarter))
        peaks.sort(key=lambda peak: -peak[0])
        for _, place, size, quarter in peaks[:3]:
            margin = size / (SYMBOL_MODULES[code] + 2)
            low, high = np.array(place) - 0.5 + margin, np.array(place) - 0.5 + size - margin
            square = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
            found = recognised(upright, Code(None, code, np.roll(square, -quarter, axis=0)), payloads)
            if found is not None:
                return Code(found.text, code, found.corners @ to_part[:, :2].T + to_part[:, 2], "modules")
        if not peaks:
            return None
        # Where the finder patterns fit best the symbol's edges can be told better from those round it.
        _, place, size, _ = peaks[0]
        centre = to_part[:, :2] @ (np.array(place) + (size - 1) / 2) + to_part[:, 2]
    return None


def _distinct(sides_px: Iterable[float]) -> list[float]:
    """The sides, those left out that hardly differ from another."""
    distinct: list[float] = []
    for side in sorted(sides_px):
        if not distinct or side > _SAME_SIDE * distinct[-1]:
            distinct.append(side)
    return distinct


def _edges(part: Grey) -> tuple[Floats, Floats]:
    """The slopes across and down, (h, w) each, none steeper than the blurred edges of small modules."""
    smooth = cv2.GaussianBlur(part, (0, 0), 0.8).astype(np.float32)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    damping = np.minimum(1.0, _STEEPEST / np.maximum(np.hypot(across, down), 1e-6))
    return np.asarray(across * damping, np.float64), np.asarray(down * damping, np.float64)


def _inkiest(edges: tuple[Floats, Floats], side_px: float) -> Floats:
    """Where edges are densest in a window of a symbol's side, those near the part's middle counting more: (x, y)."""
    window = max(int(side_px), 3)
    density = cv2.blur(np.hypot(*edges), (window, window), borderType=cv2.BORDER_CONSTANT)
    height, width = density.shape
    y, x = np.ogrid[:height, :width]
    off = (x - (width - 1) / 2) ** 2 + (y - (height - 1) / 2) ** 2
    peak = int(np.argmax(density * (1 - 0.5 * off / (width / 2) ** 2)))
    return np.array([peak % width, peak // width], np.float64)


def _turn_of_edges(edges: tuple[Floats, Floats], centre: Floats, radius: float) -> float:
    """The angle, in radians within an eighth turn, by which the edges round a place are turned from the axes."""
    low = np.maximum((centre - 1.5 * radius).astype(int), 0)
    high = np.maximum((centre + 1.5 * radius).astype(int), low + 1)
    across, down = (slope[low[1] : high[1], low[0] : high[0]] for slope in edges)
    height, width = across.shape
    y, x = np.ogrid[:height, :width]
    off = (x + low[0] - centre[0]) ** 2 + (y + low[1] - centre[1]) ** 2
    weight = np.exp(-off / (2 * (radius / 1.5) ** 2))
    # The fourth power makes the four directions of a square's edges one.
    fourfold = (across + 1j * down) ** 4 / np.maximum(across**2 + down**2, 1e-6)
    return float(np.angle((fourfold * weight).sum()) / 4)


def _turned(part: Grey, centre: Floats, turn: float, side: float) -> tuple[Grey, Floats]:
    """A square about `centre` turned upright, and the affine map (2, 3) from its pixels back to the part's."""
    size = int(side)
    turning = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    to_part = np.column_stack([turning, centre - turning @ np.full(2, (size - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    upright = cv2.warpAffine(part, to_part, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(upright, np.uint8), to_part


@lru_cache(maxsize=256)
def _common(payloads: tuple[str, ...], code: CodeType, side_px: int, quarter: int) -> Grey:
    """The mean of all symbols, a module of white round it, turned clockwise by quarters: sharp where they agree."""
    modules = SYMBOL_MODULES[code]
    dark = np.mean([known_modules(payload, code) for payload in payloads], axis=0)
    pattern = np.pad(255.0 * (1 - dark), 1, constant_values=255.0).astype(np.float32)
    size = max(round(side_px * (modules + 2) / modules), modules + 2)
    turned = np.ascontiguousarray(np.rot90(pattern, -quarter))
    return np.asarray(cv2.resize(turned, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
