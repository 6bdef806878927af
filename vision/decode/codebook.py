"""Tag reading by comparison: the catalogue's symbol in a rectified part of the picture.

A decoder finds a symbol by its finder patterns and needs every bit except those that the error correction
mends. Here all possible symbols are known. Their edges tell the turn, their finder patterns the place, and more
than a hundred modules tell a few dozen payloads apart. So many modules may be lost in noise or blur, or be
hidden. docs/reading.md shows the margin between right and wrong answers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np

from vision.decode.alignment import Floats, Grey, data_area, refine_corners
from vision.decode.april import likeliest_april
from vision.decode.correlation import Singles, correlation, payload_margin, regions_correlation
from vision.decode.finder_patterns import FinderSearch
from vision.decode.match import Match
from vision.decode.symbols import symbol_modules
from vision.decode.template_matching import Template, TransformedPart, make_template
from vision.model.code_detection import CodeDetection
from vision.symbology import SYMBOL_MODULES, Symbology

#: Sides of symbols that differ by no more than this factor are looked for as one.
_SAME_SIDE = 1.05
#: The edges of one symbol are looked at within this share of its side about its middle.
_WINDOW = 0.7
#: Slopes in grey levels a pixel beyond which an edge counts no more: outlines of pieces are steeper than modules.
_STEEPEST = 15.0
#: The places that are tried: so many for each side and quarter turn, and the best so many of all.
_PEAKS = 3
_PLACES = 12
#: So many symbols are tried whose three finder patterns are found.
MOST_TRIPLES = 4
#: The likeliest so many are laid exactly over the picture and compared again,
_LAID = 3
#: in a part that was searched only if they are so alike before: of what is no known tag few are, of tags nearly all.
_LIKELY: Mapping[Symbology, float] = MappingProxyType({"qr": 0.25, "micro": 0.33})
#: Symbols that a decoder located lie so nearly right that known QR tags are (of 107 each was by 0.31 or more).
_LOCATED: Mapping[Symbology, float] = MappingProxyType({"qr": 0.25, "micro": -1.0})
_BORDERS = 120
#: Parts that are compared together have such a rim, so that none is seen in another's place (pixels).
_RIM_PX = 8
#: A symbol of which less is shown counts as one of which so much is. (The few regions of a Micro QR tell too little.)
_LEAST_SHOWN: Mapping[Symbology, float] = MappingProxyType({"qr": 0.4, "micro": 1.0})
#: The angles of edges are counted in so many steps of a quarter turn
_ANGLES = 60
#: and smoothed by so many of them (sigma): first little, which tells a symbol's edges from a finger's, then again about
#: the place found (if it is likely), then much, which noise needs.
_SMOOTH = (4.0, 4.0, 12.0)
#: So many of these are tried: a QR tag of which the last could make more shows its finder patterns (of 780 at the limit
#: of what can be read none was read by it).
_TRIES: Mapping[Symbology, int] = MappingProxyType({"qr": 2, "micro": 3})
#: The order of a square's corners for each quarter turn clockwise.
_TURNS = np.array([(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)])


def recognised(grey: Grey, located: CodeDetection, payloads: Sequence[str]) -> CodeDetection | None:
    """Return the code of a located, undecoded symbol if its modules agree with only one payload."""
    match = _likeliest(grey, located.corners[_TURNS], located.code, payloads, worth=_LOCATED[located.code])
    return match.code if match.sure else None


def match_symbol(
    part: Grey, sides_px: Iterable[float], code: Symbology, payloads: Sequence[str]
) -> CodeDetection | None:
    """Match the one symbol in a rectified part of the picture; return None if there is none.

    The part is square, the symbol near its middle. `sides_px` are the sides that symbols can have in it, at least a
    pixel for each module.
    """
    match = best_match(part, sides_px, code, payloads)
    return match.code if match.sure else None


def quick_matches(
    parts: Sequence[Grey], quads: Sequence[Floats], code: Symbology, payloads: Sequence[str]
) -> list[Match | None]:
    """Match the likeliest of each part's quads (k, 4, 2), all parts together: a first try.

    None where none is likely. What is not sure may be found by `best_match`, which tries more. Each symbol by itself
    takes three times as long.
    """
    together, places = _beside_each_other(parts)
    owners = np.repeat(np.arange(len(parts)), [len(own) for own in quads])
    if not len(owners):
        return [None] * len(parts)
    moved = np.concatenate([own + place for own, place in zip(quads, places, strict=True) if len(own)])
    rough = correlation(together, moved, code, tuple(payloads))
    alike = rough.max(axis=1)
    likely = [
        int(own[alike[own].argmax()])
        for own in (np.flatnonzero(owners == number) for number in range(len(parts)))
        if len(own) and alike[own].max() >= _LIKELY[code]
    ]
    matches: list[Match | None] = [None] * len(parts)
    if not likely:
        return matches
    texts = [payloads[best] for best in rough[likely].argmax(axis=1).tolist()]
    corners = refine_corners(together, texts, code, moved[likely], borders=_BORDERS, steps=4)
    exact = correlation(together, corners, code, tuple(payloads))
    for row, owner in enumerate(owners[likely].tolist()):
        match = _compare_payloads(together, corners[row : row + 1], exact[row : row + 1], code, payloads)
        moved_back = replace(match.code, corners=match.code.corners - places[owner])
        matches[owner] = replace(match, code=moved_back)
    return matches


def _beside_each_other(parts: Sequence[Grey]) -> tuple[Grey, Floats]:
    """Return one picture of all parts, edges continued, and the place (n, 2) of each."""
    side = max(max(part.shape) for part in parts) + 2 * _RIM_PX
    rims = [
        cv2.copyMakeBorder(
            part, _RIM_PX, side - _RIM_PX - len(part), _RIM_PX, side - _RIM_PX - part.shape[1], cv2.BORDER_REPLICATE
        )
        for part in parts
    ]
    places = np.column_stack([np.full(len(parts), _RIM_PX), _RIM_PX + side * np.arange(len(parts))])
    return np.asarray(np.vstack(rims), np.uint8), places.astype(np.float64)


def best_match(
    part: Grey,
    sides_px: Iterable[float],
    code: Symbology,
    payloads: Sequence[str],
    finders: FinderSearch | None = None,
) -> Match:
    """Return the likeliest symbol, however unlikely: `match_symbol` before the gates.

    `finders` is a search of the part that was begun already.
    """
    if code == "april":
        return likeliest_april(part, sides_px, payloads)
    sides = distinct_sides(sides_px)
    if code == "qr":
        finders = finders or FinderSearch(part)
        for side in sides:
            quads = finders.symbols(side, MOST_TRIPLES)
            if len(quads):
                match = _likeliest(part, quads, code, payloads, worth=_LIKELY[code])
                if match.sure:
                    return match
    edges = _edges(part)
    centre = _densest_edges(edges, sides[0])
    tried: list[Match] = []
    for smooth in _SMOOTH[: _TRIES[code]]:
        if tried and smooth == _SMOOTH[0] and tried[0].score < _LIKELY[code]:
            continue
        turn = _edge_angle(edges, centre, sides[0] * _WINDOW, smooth)
        upright, to_part = _turned(part, centre, turn, 1.9 * sides[-1])
        quads = _places(upright, sides, code, payloads)
        match = _likeliest(upright, quads, code, payloads, worth=_LIKELY[code])
        corners = match.code.corners @ to_part[:, :2].T + to_part[:, 2]
        tried.append(replace(match, code=replace(match.code, corners=corners)))
        if match.sure:
            return tried[-1]
        # Where the finder patterns fit best the symbol's edges can be told better from those round it.
        centre = to_part[:, :2] @ quads[0].mean(axis=0) + to_part[:, 2]
    return max(tried, key=lambda match: match.score)


def _places(upright: Grey, sides: Sequence[float], code: Symbology, payloads: Sequence[str]) -> Floats:
    """Return quads (k, 4, 2) where the patterns that all symbols share fit best.

    The best comes first; each quad begins with its own top-left corner.
    """
    even = TransformedPart(_even(upright, 5 * sides[0] / SYMBOL_MODULES[code]))
    peaks: list[tuple[float, tuple[int, int], int, int]] = []
    for side in sides:
        for quarter in range(4):
            common = _mean_symbol(tuple(payloads), code, round(side), quarter, even.padded)
            peaks += [(score, place, common.side, quarter) for score, place in _peaks_of(even.correlate(common))]
    peaks.sort(key=lambda peak: -peak[0])
    quads = []
    for _, place, size, quarter in peaks[:_PLACES]:
        margin = size / (SYMBOL_MODULES[code] + 2)
        low, high = np.array(place) - 0.5 + margin, np.array(place) - 0.5 + size - margin
        square = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
        quads.append(square[_TURNS[quarter]])
    return np.array(quads)


def _peaks_of(fits: Singles) -> list[tuple[float, tuple[int, int]]]:
    """Return the best scores of a map (h, w) and their places (x, y), none beside a better one.

    `fits` is changed.
    """
    peaks = []
    for _ in range(_PEAKS):
        _, score, _, (x, y) = cv2.minMaxLoc(fits)
        peaks.append((score, (x, y)))
        fits[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2] = -1.0
    return peaks


def _even(grey: Grey, window: float) -> Grey:
    """Subtract the local mean from each pixel, so that glare and shade count little.

    They count no more than modules then.
    """
    around = 2 * int(window / 2) + 1
    shades = grey.astype(np.float32)
    shades -= cv2.blur(shades, (around, around))
    mean_level = float(np.mean(np.abs(shades)))
    return np.asarray(cv2.convertScaleAbs(np.maximum(shades * (50 / max(mean_level, 2.0)) + 128, 0)), np.uint8)


def _likeliest(grey: Grey, quads: Floats, code: Symbology, payloads: Sequence[str], worth: float) -> Match:
    """Return the likeliest payload under any of the quads (k, 4, 2).

    Quads whose match is `worth` it are aligned exactly with the picture.
    """
    rough = correlation(grey, quads, code, tuple(payloads))
    alike = rough.max(axis=1)
    best_first = np.argsort(-alike)[:_LAID]
    likely = best_first[alike[best_first] >= worth]
    if not len(likely):
        best = best_first[0]
        code_detection = CodeDetection(payloads[int(rough[best].argmax())], code, quads[best], "modules")
        return Match(code_detection, float(alike[best]), 0.0, -1.0, 0)
    first = _align_and_compare(grey, quads[likely[:1]], rough[likely[:1]], code, payloads)
    if first.sure or len(likely) == 1:
        return first
    other = _align_and_compare(grey, quads[likely[1:]], rough[likely[1:]], code, payloads)
    return other if other.sure or other.score > first.score else first


def _align_and_compare(grey: Grey, quads: Floats, rough: Floats, code: Symbology, payloads: Sequence[str]) -> Match:
    """Return the likeliest symbol after aligning each quad (k, 4, 2) with its likeliest payload.

    `rough` (k, n) is the first correlation.
    """
    texts = [payloads[place] for place in rough.argmax(axis=1).tolist()]
    corners = refine_corners(grey, texts, code, quads, borders=_BORDERS, steps=4)
    return _compare_payloads(grey, corners, correlation(grey, corners, code, tuple(payloads)), code, payloads)


def _compare_payloads(grey: Grey, corners: Floats, alike: Floats, code: Symbology, payloads: Sequence[str]) -> Match:
    """Return the likeliest symbol of those with these corners (k, 4, 2).

    `alike` (k, n) is the correlation of each with each payload.
    """
    quad, best = divmod(int(alike.argmax()), alike.shape[1])
    margin = payload_margin(alike[quad], best, code, tuple(payloads))
    least, shown = regions_correlation(grey, corners[quad], code, tuple(payloads), payloads[best])
    # What is hidden tells nothing for the one nor for the other.
    margin /= max(shown, _LEAST_SHOWN[code])
    code_there = CodeDetection(payloads[best], code, corners[quad], "modules")
    telling = int(shown * data_area(code).sum())
    return Match(code_there, float(alike[quad, best]), margin, least, telling)


def distinct_sides(sides_px: Iterable[float]) -> list[float]:
    """Return the sides, those left out that hardly differ from another."""
    distinct: list[float] = []
    for side in sorted(sides_px):
        if not distinct or side > _SAME_SIDE * distinct[-1]:
            distinct.append(side)
    return distinct


def _edges(part: Grey) -> tuple[Singles, Singles]:
    """Return the slopes across and down, (h, w) each.

    They are limited to the slope of the blurred edges of small modules.
    """
    smooth = cv2.GaussianBlur(part, (0, 0), 0.8).astype(np.float32)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    damping = np.minimum(1.0, _STEEPEST / np.maximum(cv2.magnitude(across, down), 1e-6))
    return np.asarray(across * damping, np.float32), np.asarray(down * damping, np.float32)


def _densest_edges(edges: tuple[Singles, Singles], side_px: float) -> Floats:
    """Return the place (x, y) where edges are densest in a window of a symbol's side.

    Edges near the part's middle count more.
    """
    window = max(int(side_px), 3)
    density = cv2.blur(cv2.magnitude(*edges), (window, window), borderType=cv2.BORDER_CONSTANT)
    height, width = density.shape
    x, y = (((np.arange(side) - (side - 1) / 2) / (width / 2)).astype(np.float32) for side in (width, height))
    peak = int(np.argmax(density * (1 - 0.5 * (x**2 + y[:, None] ** 2))))
    return np.array([peak % width, peak // width], np.float64)


def _edge_angle(edges: tuple[Singles, Singles], centre: Floats, radius: float, smooth: float) -> float:
    """Return the angle of most edges round a place, in radians from the axes.

    The angle is from 0 to a quarter turn. A symbol's edges have one angle, while those of a finger or of the ground
    have others or many.
    """
    low = np.maximum((centre - 1.5 * radius).astype(int), 0)
    high = np.maximum((centre + 1.5 * radius).astype(int), low + 1)
    across, down = (slope[low[1] : high[1], low[0] : high[0]] for slope in edges)
    nearness = [
        np.exp(-((np.arange(start, start + side) - place) ** 2) / (2 * (radius / 1.5) ** 2))
        for start, side, place in zip(low, across.shape[::-1], centre, strict=True)
    ]
    weight = (across**2 + down**2) * nearness[0] * nearness[1][:, None]
    steps = np.rint(np.arctan2(down, across) * (4 * _ANGLES / (2 * np.pi))).astype(int)
    # The four directions of a square's edges are one.
    whole_turn = np.bincount(steps.ravel() + 2 * _ANGLES, weight.ravel(), 4 * _ANGLES + 1)
    steepness = whole_turn[:-1].reshape(4, _ANGLES).sum(axis=0)
    steepness[0] += whole_turn[-1]
    spread = np.exp(-2 * (np.pi * np.fft.rfftfreq(_ANGLES) * smooth) ** 2)
    smoothed = np.fft.irfft(np.fft.rfft(steepness) * spread, _ANGLES)
    top = int(np.argmax(smoothed))
    before, most, after = smoothed[top - 1], smoothed[top], smoothed[(top + 1) % _ANGLES]
    # The top of the parabola through the highest and its neighbours.
    beyond = 0.5 * (before - after) / min(before - 2 * most + after, -1e-9)
    return float((top + beyond) * (np.pi / 2 / _ANGLES))


def _turned(part: Grey, centre: Floats, turn: float, side: float) -> tuple[Grey, Floats]:
    """Return a square about `centre` turned upright, and the affine map (2, 3) back to the part."""
    # So the middle of the square is that of a pixel: what is hardly turned is not blurred.
    size = int(side) | 1
    turning = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    to_part = np.column_stack([turning, centre - turning @ np.full(2, (size - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    upright = cv2.warpAffine(part, to_part, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(upright, np.uint8), to_part


@lru_cache(maxsize=256)
def _mean_symbol(payloads: tuple[str, ...], code: Symbology, side_px: int, quarter: int, padded: int) -> Template:
    """Return the mean of all symbols with a white module round it: sharp where they agree.

    It is turned clockwise by `quarter` quarters. `padded` is that of the part that it is compared with.
    """
    modules = SYMBOL_MODULES[code]
    size = max(round(side_px * (modules + 2) / modules), modules + 2)
    turned = np.ascontiguousarray(np.rot90(_mean_shades(payloads, code), -quarter))
    return make_template(np.asarray(cv2.resize(turned, (size, size), interpolation=cv2.INTER_AREA), np.uint8), padded)


@lru_cache(maxsize=16)
def _mean_shades(payloads: tuple[str, ...], code: Symbology) -> Singles:
    """Return the mean of all symbols, a pixel a module, with a white one round it."""
    dark = np.mean([symbol_modules(payload, code) for payload in payloads], axis=0)
    return np.pad(255.0 * (1 - dark), 1, constant_values=255.0).astype(np.float32)
