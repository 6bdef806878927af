"""AprilTag decoding: OpenCV's detector first, then comparison with the whole family.

The 36 modules of an AprilTag are so few that a finger soon hides what a decoder needs, but they are large. So
the search finds the black border in every turn, compares the modules in it with all tags of the family (the
game's and others) in all four quarter turns, and counts only visible modules. Tags that OpenCV's detector
decodes have to pass the same gates.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Floats, Grey, data_area, refine_corners, sample, shades_of_modules
from vision.decode.correlation import Bools, Singles, clear_evening, even_shades, evening, scale_to_units, vectors
from vision.decode.match import Match
from vision.decode.symbols import symbol_modules
from vision.model.april_payloads import APRIL_DICTIONARY, APRIL_TAGS, april_number, april_payload
from vision.model.code_detection import CodeDetection
from vision.symbology import SYMBOL_MODULES

Numbers = npt.NDArray[np.int_]

_SIDE = SYMBOL_MODULES["april"]
_PLACES_OF_MODULES = np.array([(place % _SIDE, place // _SIDE) for place in range(_SIDE**2)], np.float32)
#: Perimeter of the smallest quad that OpenCV's detector looks for (pixels).
_LEAST_PERIMETER_PX = 40.0
#: Number of samples along a module's side: small modules must be looked at as closely as this.
_SAMPLES = 6
#: Share of a module's side that is left out at either side.
_LEFT_OUT = 0.25
#: Windows over which the detector's thresholds are taken (pixels).
_WINDOWS_PX = (5, 25, 10)

#: The border is looked for at so many pixels a module, in so many turns of a quarter circle, and in each turn there
#: are so many likely places.
_COARSE_PX = 2.0
_TURNS = 12
_PEAKS = 2
#: Sides that differ by no more than this factor are looked for as one.
_SAME_SIDE = 1.15
#: Number of the best places, at which the modules are compared.
_PLACES = 8
#: Number of the best of these, over which the symbol is laid exactly.
_LAID = 3
_BORDERS = 40
#: Something is seen of a module if the mean square of the shades of it and its neighbours, in units, is at least this;
#: with fewer modules seen than so many there is nothing to tell.
_SPEAKS = 0.3
_LEAST_SEEN = 8
#: Rank, among the shades of the border's modules, of the shade that is dark: the border is dark.
_DARK_RANK = 5
#: Rank, among the shades of all modules, of the shade that is light.
_LIGHT_RANK = 57
#: Share of what lies between dark and light: what is brighter is covered.
_BRIGHT = 0.4
#: Distances from the hull of what is bright (modules) within which all is covered: first with what is beside the hull,
#: which a finger's rim spoils; but where the hull takes in too much, with less than it.
_RIMS = (0.6, -0.3)
#: A tag that is partly covered stands in white paper: such a share of what is seen half a module round it is bright.
_WHITE_ROUND = 0.75
_ROUND = np.array(
    [(x + 0.5, y + 0.5) for y in range(-1, _SIDE + 1) for x in range(-1, _SIDE + 1) if {x, y} & {-1, _SIDE}], np.float64
)
#: The border's modules that these places lie beside.
_BESIDE_ROUND = np.array(
    [np.clip(y, 0, _SIDE - 1) * _SIDE + np.clip(x, 0, _SIDE - 1) for x, y in np.floor(_ROUND).astype(int)]
)
#: So many tags of the family are compared with what is clear of a symbol that is partly covered.
_RIVALS = 256


def find_april_codes(grey: Grey, *, thorough: bool = False) -> list[CodeDetection]:
    """Find the AprilTags that OpenCV's detector finds in a grey picture and that pass the gates.

    `thorough` also looks at the picture twice enlarged, which takes longer.
    """
    codes = _detected(grey, 1)
    if thorough:
        codes += [code for code in _detected(grey, 2) if not any(code.same_place(other) for other in codes)]
    return codes


def _detected(grey: Grey, enlarged: int) -> list[CodeDetection]:
    if enlarged > 1:
        larger = cv2.resize(grey, None, fx=enlarged, fy=enlarged, interpolation=cv2.INTER_CUBIC)
        grey = np.asarray(larger, np.uint8)
    quads, numbers, _ = _detector(max(grey.shape)).detectMarkers(grey)
    if numbers is None:
        return []
    payloads = [april_payload(int(number)) for number in numbers.ravel()]
    corners = np.array(quads, np.float64).reshape(-1, 4, 2)
    fine = refine_corners(grey, payloads, "april", corners)
    found = [_compare_tag(grey, quad, april_number(payload)) for quad, payload in zip(fine, payloads, strict=True)]
    return [
        CodeDetection(match.code.text, "april", (match.code.corners + 0.5) / enlarged - 0.5, "opencv")
        for match in found
        if match.sure
    ]


def likeliest_april(part: Grey, sides_px: Iterable[float], payloads: Sequence[str]) -> Match:
    """Return the likeliest of the payloads' tags in a rectified part of the picture.

    The part is square, the tag near its middle. `sides_px` are the sides that symbols can have in it. If a tag of
    the family that is none of the payloads' is likelier, its `payload_margin` is below 0.
    """
    quads = _places(part, sides_px)
    numbers, patterns = _numbers(tuple(payloads))
    rough = _correlate(part, quads, patterns)
    best_first = np.argsort(-rough.max(axis=1))[:_LAID]
    turns, places = np.divmod(rough[best_first].argmax(axis=1), len(payloads))
    texts = [payloads[place] for place in places.tolist()]
    own = np.array([np.roll(quads[quad], -turn, axis=0) for quad, turn in zip(best_first, turns, strict=True)])
    corners = refine_corners(part, texts, "april", own, borders=_BORDERS, steps=3)
    fine = _correlate(part, corners, patterns)
    quad = int(fine.max(axis=1).argmax())
    turn, place = divmod(int(fine[quad].argmax()), len(payloads))
    return _compare_tag(part, np.roll(corners[quad], -turn, axis=0), int(numbers[place]))


@lru_cache(maxsize=64)
def _numbers(payloads: tuple[str, ...]) -> tuple[Numbers, Singles]:
    """Return the numbers (n) of the payloads' tags, and their data modules (36, 4 * n), evened.

    The data modules are in each quarter turn.
    """
    numbers = np.array([april_number(payload) for payload in payloads])
    return numbers, _family().reshape(4, APRIL_TAGS, -1)[:, numbers].reshape(4 * len(numbers), -1).T


def _correlate(grey: Grey, quads: Floats, patterns: Singles) -> Singles:
    """Correlate the modules under quads (k, 4, 2) with these patterns (36, n): (k, n)."""
    return np.asarray(vectors(even_shades(grey, quads, "april")) @ patterns, np.float32)


def _compare_tag(grey: Grey, corners: Floats, number: int) -> Match:
    """Compare the visible modules under a quad (4, 2) with a tag's modules."""
    raw = shades_of_modules(grey, "april", corners[None])[0].astype(np.float32)
    code = CodeDetection(april_payload(number), "april", corners, "modules")
    depths = _cover_depths(raw)
    if depths is None:
        shades = scale_to_units(raw @ evening("april").of_picture, "april")
        return _compare_visible(code, shades, np.ones(len(shades), np.bool_), _family(), number)
    tried: list[Match] = []
    for rim in _RIMS:
        clear = depths < -rim
        if not _has_white_border(grey, corners, raw, clear):
            # A part of another tag, and what lies beside that, can look like a tag that is half covered.
            tried.append(Match(code, 0.0, 0.0, 0.0, 0))
            continue
        even = clear_evening("april", clear)
        shades = raw @ even.of_picture
        data = clear[data_area("april").ravel()]
        # Only the tags that are most like what is seen can be rivals.
        near = np.argsort(_family()[:, data] @ np.sign(shades[data]))[-_RIVALS:]
        near = np.concatenate([[number], near[near != number]])
        patterns = _modules()[near] @ even.of_symbol
        tried.append(_compare_visible(code, scale_to_units(shades, "april", data), data, patterns, 0))
        if tried[-1].sure:
            break
    return max(tried, key=lambda match: match.gate_margin)


def _compare_visible(code: CodeDetection, shades: Singles, clear: Bools, patterns: Singles, own: int) -> Match:
    """Compare visible shades (n) with the tag's `own` pattern of the patterns (tags, n)."""
    seen = clear & ((clear * shades) ** 2 @ _neighbours() >= _SPEAKS)
    if seen.sum() < _LEAST_SEEN:
        return Match(code, 0.0, 0.0, 0.0, 0)
    if not seen.all() or patterns is not _family():
        patterns = vectors(patterns[:, seen])
    alike = patterns @ vectors(shades[None, seen])[0]
    apart = np.maximum(1.0 - patterns @ patterns[own], 1e-6)
    margin = float(np.delete((alike[own] - alike) / apart, own).min())
    return Match(code, float(alike[own]), margin, float(alike[own]), int(seen.sum()))


def _has_white_border(grey: Grey, corners: Floats, raw: Singles, clear: Bools) -> bool:
    """Return True if white paper surrounds the border of a tag (corners: 4, 2).

    Only the border along those modules that are clear is checked. `raw` are the shades of the tag's modules (64).
    """
    square = np.array([(0, 0), (_SIDE, 0), (_SIDE, _SIDE), (0, _SIDE)], np.float32)
    to_picture = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    beside = clear[_BESIDE_ROUND]
    if not beside.any():
        return False
    places = cv2.perspectiveTransform(_ROUND[beside].reshape(-1, 1, 2), to_picture).reshape(1, -1, 2)
    shades = sample(grey, np.swapaxes(places, 1, 2))[0]
    dark, light = _dark_and_light(raw)
    return bool((shades > dark + _BRIGHT * (light - dark)).mean() >= _WHITE_ROUND)


def _dark_and_light(raw: Singles) -> tuple[float, float]:
    """Return the shades of a tag's dark and light modules, by those of all its modules (64)."""
    border = ~data_area("april").ravel()
    return float(np.sort(raw[border])[_DARK_RANK]), float(np.sort(raw)[_LIGHT_RANK])


def _cover_depths(raw: Singles) -> Floats | None:
    """Return the depth of all modules (64) inside a cover over the border; None without cover.

    The depth of a module's middle is in modules. A bright border module shows that something covers it and the
    modules between such ones. (Dark things may cover the border unnoticed, but look alike all over, which is no
    pattern.)
    """
    dark, light = _dark_and_light(raw)
    bright = ~data_area("april").ravel() & (raw > dark + _BRIGHT * (light - dark))
    if bright.sum() < 2:
        return None
    hull = cv2.convexHull(_PLACES_OF_MODULES[bright])
    return np.array([cv2.pointPolygonTest(hull, place, True) for place in _PLACES_OF_MODULES.tolist()])


def _places(part: Grey, sides_px: Iterable[float]) -> Floats:
    """Return quads (k, 4, 2) where a tag's black border fits best, best first, any corner first."""
    scores: list[float] = []
    quads = []
    for side in _distinct(sides_px):
        scale = _COARSE_PX * _SIDE / side
        size = max(round(min(part.shape) * scale), (_SIDE + 2) * round(_COARSE_PX) + 1)
        coarse = np.asarray(cv2.resize(part, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
        x, y, to_coarse = _turned(size)
        turned = cv2.remap(_subtract_local_mean(coarse), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        fits = cv2.matchTemplate(turned, _border(), cv2.TM_CCOEFF_NORMED)
        room = size - _border().shape[0] + 1
        places = []
        for turn in range(_TURNS):
            fit = fits[turn * size : turn * size + room]
            for _ in range(_PEAKS):
                _, score, _, (left, top) = cv2.minMaxLoc(fit)
                scores.append(score)
                places.append((left, top))
                fit[max(top - 2, 0) : top + 3, max(left - 2, 0) : left + 3] = -1.0
        low = np.array(places) - 0.5 + _COARSE_PX
        squares = low[:, None] + _SIDE * _COARSE_PX * np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
        to_place = np.repeat(to_coarse, _PEAKS, axis=0)
        turned_back = squares @ np.swapaxes(to_place[:, :, :2], 1, 2) + to_place[:, None, :, 2]
        quads.append((turned_back + 0.5) * (part.shape[0] / size) - 0.5)
    best = np.argsort(-np.array(scores), kind="stable")[:_PLACES]
    return np.concatenate(quads)[best]


def _distinct(sides_px: Iterable[float]) -> list[float]:
    """Return a side for each group of those that hardly differ: the middle of the group."""
    groups: list[list[float]] = []
    for side in sorted(sides_px):
        if groups and side <= _SAME_SIDE * groups[-1][0]:
            groups[-1].append(side)
        else:
            groups.append([side])
    return [math.sqrt(group[0] * group[-1]) for group in groups]


def _subtract_local_mean(coarse: Grey) -> Grey:
    """Subtract the local mean from each pixel, so that glare and shade count little.

    They count no more than modules then.
    """
    around = 2 * int(2.5 * _COARSE_PX) + 1
    shades = coarse.astype(np.float32)
    shades -= cv2.blur(shades, (around, around))
    mean_level = float(np.mean(np.abs(shades)))
    return np.asarray(cv2.convertScaleAbs(np.maximum(shades * (50 / max(mean_level, 2.0)) + 128, 0)), np.uint8)


@lru_cache(maxsize=16)
def _turned(size: int) -> tuple[Singles, Singles, Floats]:
    """Return the source pixels of a square in every turn, and the maps back.

    The turns are one below the other. The maps back are (n, 2, 3).
    """
    middle = np.full(2, (size - 1) / 2)
    x, y = np.meshgrid(np.arange(size), np.arange(size))
    sources, maps = [], []
    for angle in np.arange(_TURNS) * (math.pi / 2 / _TURNS):
        turning = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        maps.append(np.column_stack([turning, middle - turning @ middle]))
        sources.append(np.stack([x, y], axis=-1) @ turning.T + maps[-1][:, 2])
    tall = np.concatenate(sources).astype(np.float32)
    return np.ascontiguousarray(tall[..., 0]), np.ascontiguousarray(tall[..., 1]), np.array(maps)


@lru_cache(maxsize=1)
def _border() -> Grey:
    """Return the mean picture of all tags: white quiet module, black border, mean of the data."""
    dark = np.array([symbol_modules(april_payload(number), "april") for number in range(APRIL_TAGS)]).mean(axis=0)
    dark = np.mean([np.rot90(dark, turn) for turn in range(4)], axis=0)
    shades = np.pad(255.0 * (1 - dark), 1, constant_values=255.0).astype(np.float32)
    size = round((_SIDE + 2) * _COARSE_PX)
    return np.asarray(np.rint(cv2.resize(shades, (size, size), interpolation=cv2.INTER_AREA)), np.uint8)


@lru_cache(maxsize=1)
def _modules() -> Singles:
    """Return the modules of all tags, light 1 and dark -1: (4 * 587, 64).

    The upright tags come first, then the three other quarter turns.
    """
    upright = np.array([symbol_modules(april_payload(number), "april") for number in range(APRIL_TAGS)])
    turned = np.concatenate([np.rot90(upright, -turn, axes=(1, 2)) for turn in range(4)])
    return np.where(turned, -1, 1).astype(np.float32).reshape(len(turned), -1)


@lru_cache(maxsize=1)
def _family() -> Singles:
    """Return the evened data modules of all tags in each quarter turn: (4 * 587, 36)."""
    return vectors(_modules() @ evening("april").of_symbol)


@lru_cache(maxsize=1)
def _neighbours() -> Singles:
    """Return the matrix that gives each data module the mean of it and those next to it."""
    near: Bools = np.abs(np.subtract.outer(np.arange(_SIDE), np.arange(_SIDE))) <= 1
    area = data_area("april").ravel()
    both = np.kron(near, near)[np.ix_(area, area)].astype(np.float32)
    return np.asarray(both / both.sum(axis=0), np.float32)


@lru_cache(maxsize=8)
def _detector(longer_px: int) -> cv2.aruco.ArucoDetector:
    """Return OpenCV's detector for pictures with so many pixels along their longer side."""
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = _LEAST_PERIMETER_PX / longer_px
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax, settings.adaptiveThreshWinSizeStep = (
        _WINDOWS_PX
    )
    settings.perspectiveRemovePixelPerCell = _SAMPLES
    settings.perspectiveRemoveIgnoredMarginPerCell = _LEFT_OUT
    return cv2.aruco.ArucoDetector(APRIL_DICTIONARY, settings)
