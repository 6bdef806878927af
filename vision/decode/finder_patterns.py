"""QR symbols by their three finder patterns: place and turn, beside any other print.

A finder pattern looks nearly the same in every turn, so that it is found before the turn is known. Three of
them at the corners of a right angle with equal legs hardly ever come together by chance.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.decode.alignment import Floats, Grey
from vision.decode.template_matching import Template, TransformedPart, make_template
from vision.symbology import SYMBOL_MODULES

#: Number of modules of a finder pattern with the white round it.
_PATTERN = 9
#: Number of modules from the middle of a finder pattern to that of the next.
_APART = SYMBOL_MODULES["qr"] - 7
#: From the middle of a finder pattern to the corner of the symbol, as a share of the way to the next.
_TO_CORNER = 3.5 / _APART
#: How alike a place must be to a finder pattern, and the most of the best places that are looked at.
_ALIKE = 0.45
_MOST = 12
#: Of symbols that are wholly in sight at least one finder pattern is as alike as this (of 441 at the limit of what can
#: be read and 129 on cards none was below 0.6); prints of other things seldom show any.
_SEEN = 0.55
#: Grey level (of 255) below which a symbol's dark modules are.
_DARK = 128
#: Share of a square as large as the symbol that they fill where half of it is in sight (0.35 at least, of 169
#: symbols; lines and letters printed on cards mostly less).
_DARK_SHARE = 0.33
#: Number of finder patterns of a symbol.
_OF_A_SYMBOL = 3
#: Greatest difference of legs from what they should be, as a share.
_LEG = 0.12
#: Greatest difference of their angle from a right one (its cosine).
_ANGLE = 0.12


class FinderSearch:
    """Search for QR symbols by their finder patterns in a part of a picture as seen from above.

    Each size is looked for once, whatever is asked of it.
    """

    def __init__(self, part: Grey) -> None:
        self._part = TransformedPart(part)
        self._found: dict[float, tuple[Floats, Floats]] = {}

    def symbols(self, side_px: float, most: int) -> Floats:
        """Return quads (k, 4, 2) where QR symbols of this side can be: at most `most`, best first.

        Each quad begins with its own top-left corner.
        """
        middles, alike = self._finders(side_px)
        if len(middles) < _OF_A_SYMBOL:
            return np.zeros((0, 4, 2))
        found = _triples(middles, alike, side_px * _APART / SYMBOL_MODULES["qr"])
        found.sort(key=lambda pattern: -pattern[0])
        return np.array([quad for _, quad in found[:most]]).reshape(-1, 4, 2)

    def shows_finder(self, side_px: float) -> bool:
        """Return True if something like a finder pattern of a QR symbol of this side shows."""
        _, alike = self._finders(side_px)
        return bool(len(alike) and alike[0] >= _SEEN)

    def shows_symbol(self, sides_px: Sequence[float]) -> bool:
        """Return True if most of a QR symbol of one of these sides may show.

        Something like a finder pattern shows, or three that resemble them less in the places of one symbol's. Few
        prints pass.
        """
        return any(self.shows_finder(side_px) or len(self.symbols(side_px, 1)) for side_px in sides_px)

    def _finders(self, side_px: float) -> tuple[Floats, Floats]:
        """Return the middles (n, 2) of likely finder patterns and their correlation (n), best first."""
        if side_px not in self._found:
            self._found[side_px] = _finders(self._part, side_px / SYMBOL_MODULES["qr"])
        return self._found[side_px]


def dark_as_symbol(part: Grey, side_px: float) -> bool:
    """Return True if some place of `part` is as dark as half of a QR symbol of this side.

    `part` is a part of the picture as seen from above.
    """
    window = max(round(side_px), 1)
    dark = cv2.boxFilter((part < _DARK).astype(np.float32), -1, (window, window), borderType=cv2.BORDER_CONSTANT)
    return float(dark.max()) >= _DARK_SHARE


def _finders(part: TransformedPart, module_px: float) -> tuple[Floats, Floats]:
    """Return the middles (n, 2) of likely finder patterns and their correlation (n), best first."""
    side_px = round(_PATTERN * module_px)
    if min(part.shape) <= side_px:
        return np.zeros((0, 2)), np.zeros(0)
    alike = part.correlate(_template(side_px, part.padded))
    if cv2.minMaxLoc(alike)[1] <= _ALIKE:
        return np.zeros((0, 2)), np.zeros(0)
    around = 2 * int(2 * module_px) + 1
    top = (alike >= cv2.dilate(alike, np.ones((around, around), np.uint8))) & (alike > _ALIKE)
    rows, columns = np.nonzero(top)
    best = np.argsort(-alike[rows, columns])[:_MOST]
    rows, columns = rows[best], columns[best]
    middles = np.column_stack([columns, rows]) + (side_px - 1) / 2
    return middles.astype(np.float64), alike[rows, columns].astype(np.float64)


def _triples(places: Floats, alike: Floats, leg_px: float) -> list[tuple[float, Floats]]:
    """Return symbols whose three finder patterns are among these places, with their correlation.

    The correlation is that of the three together.
    """
    legs = places[None] - places[:, None]
    lengths = np.hypot(legs[..., 0], legs[..., 1])
    fits = np.abs(lengths / leg_px - 1) < _LEG
    found = []
    for corner in range(len(places)):
        ends = np.flatnonzero(fits[corner])
        for right in ends:
            for down in ends:
                across, along = legs[corner, right], legs[corner, down]
                area = lengths[corner, right] * lengths[corner, down]
                clockwise = across[0] * along[1] - across[1] * along[0] > 0
                if clockwise and abs(across @ along) < _ANGLE * area:
                    score = float(alike[corner] + alike[right] + alike[down])
                    found.append((score, _quad(places[corner], across, along)))
    return found


def _quad(corner: Floats, across: Floats, along: Floats) -> Floats:
    """Compute a symbol's corners from its top-left finder pattern and the ways to the other two.

    The middles of the finder patterns count.
    """
    low, high = -_TO_CORNER, 1 + _TO_CORNER
    ways = [across * u + along * v for u, v in ((low, low), (high, low), (high, high), (low, high))]
    return np.asarray(corner + np.array(ways), np.float64)


@lru_cache(maxsize=64)
def _template(side_px: int, padded: int) -> Template:
    """Return a finder pattern of this side for parts that are `padded` to so many pixels."""
    return make_template(_pattern(side_px), padded)


@lru_cache(maxsize=32)
def _pattern(side_px: int) -> Grey:
    """Return a finder pattern with white round it, the mean over all turns, so many pixels wide."""
    finer = 8 * side_px
    x, y = (np.mgrid[:finer, :finer] + 0.5) * (_PATTERN / finer) - _PATTERN / 2
    shades = []
    for turn in np.linspace(0, np.pi / 2, 12, endpoint=False):
        far = np.maximum(abs(x * np.cos(turn) - y * np.sin(turn)), abs(x * np.sin(turn) + y * np.cos(turn)))
        shades.append(255.0 * ~((far < 1.5) | ((far > 2.5) & (far < 3.5))))
    return np.asarray(cv2.resize(np.mean(shades, axis=0), (side_px, side_px), interpolation=cv2.INTER_AREA), np.uint8)
