"""Faces of the pieces: place of the tag on a sticker, and the sign for people beside it.

A tag keeps a quiet zone of one module and lies to one side of its face. On the other side there is room for a
number or a sign 5 mm high; the rest of a token is its player's colour, with a shape for those who cannot tell
colours apart. tools/evidence/NOTEBOOK.md compares other layouts. Sheets and the virtual table draw the same faces.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, hypot, pi, sin, sqrt
from types import MappingProxyType

from engine.finstere_flure.pieces import Colour
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology

Polygon = tuple[tuple[float, float], ...]

#: The side of a token's symbol in diameters, and how near to the rim its corners come, in radii. More leaves no room
#: for a number 5 mm high on a disc of 20 mm.
_SYMBOL: Mapping[Symbology, float] = MappingProxyType({"qr": 0.585, "micro": 0.57, "april": 0.54})
_CORNERS = 0.97
#: Height of a token's number, in diameters.
NUMBER = 0.25
#: Distance of the number's middle below that of the face, in diameters.
NUMBER_BELOW = 0.358
#: Half the width of the number's ground, which reaches down to the rim, in diameters.
_PLATE = 0.12
#: Height by which the ground reaches beyond the number above, in diameters.
_PLATE_ABOVE = 0.004
#: Below (behind) the tag of a tile or the monster so much is left of its side.
_MARGIN = 0.025


@dataclass(frozen=True)
class Face:
    """Place of a tag on a face, in millimetres.

    `symbol_mm` is its side, `white_mm` that of the white square with the quiet zone, `centre_mm` its middle from
    the face's own (x right, y down).
    """

    symbol_mm: float
    white_mm: float
    centre_mm: tuple[float, float]

    @property
    def top_mm(self) -> float:
        """The upper edge of the white square from the face's middle."""
        return self.centre_mm[1] - self.white_mm / 2

    @property
    def bottom_mm(self) -> float:
        """The lower edge of the white square from the face's middle."""
        return self.centre_mm[1] + self.white_mm / 2

    @property
    def middle_mm(self) -> tuple[float, float]:
        """The face's middle from the tag's."""
        return -self.centre_mm[0], -self.centre_mm[1]

    def picture_mm(self, code: Symbology) -> float:
        """Return the side of the tag's picture, whose quiet zone is as wide as the symbology has it."""
        modules = SYMBOL_MODULES[code]
        return round(self.symbol_mm * (modules + 2 * QUIET_MODULES[code]) / modules, 2)


def token_face(token_mm: float, code: Symbology) -> Face:
    """Return the face of a token: the tag above, the number below."""
    symbol = _SYMBOL[code] * token_mm
    above = sqrt((_CORNERS * token_mm / 2) ** 2 - (symbol / 2) ** 2)
    return Face(symbol, _white(symbol, code), (0.0, round(symbol / 2 - above, 3)))


def square_face(side_mm: float, picture_mm: float, code: Symbology) -> Face:
    """Return the face of a tile or of the monster's cap.

    The sign is above (ahead), the tag below (behind).
    """
    modules = SYMBOL_MODULES[code]
    symbol = picture_mm * modules / (modules + 2 * QUIET_MODULES[code])
    white = _white(symbol, code)
    return Face(symbol, white, (0.0, round((0.5 - _MARGIN) * side_mm - white / 2, 3)))


def _white(symbol_mm: float, code: Symbology) -> float:
    return symbol_mm * (SYMBOL_MODULES[code] + 2) / SYMBOL_MODULES[code]


def _regular(corners: int, turn: float = 0.0, inner: float = 1.0) -> Polygon:
    """Return a regular polygon in a circle of radius 1, a corner up.

    It is a star if every other corner lies nearer to the middle.
    """
    angles = [2 * pi * corner / corners + turn for corner in range(corners)]
    return tuple((r * sin(a), -r * cos(a)) for a, r in zip(angles, [1.0, inner] * corners, strict=False))


def _drop() -> Polygon:
    """Return a round drop, its tip up."""
    middle, radius = 0.2, 0.8
    angles = [pi * degrees / 180 for degrees in range(60, 301, 10)]
    return (0.0, -1.0), *((radius * sin(a), middle - radius * cos(a)) for a in angles)


#: The left half of a shield, from its tip up.
_SHIELD = ((0.0, 1.0), (-0.36, 0.78), (-0.68, 0.42), (-0.85, -0.1), (-0.85, -0.8))
#: The shape of each player, as on the screen, in a circle of radius 1.2 about the origin.
SHAPES: Mapping[Colour, Polygon] = MappingProxyType(
    {
        Colour.GREEN: _regular(3),
        Colour.RED: _regular(4),
        Colour.BLUE: _drop(),
        Colour.YELLOW: _regular(18, inner=0.62),
        Colour.BEIGE: _regular(4, pi / 4),
        Colour.PURPLE: (*_SHIELD, *((-x, y) for x, y in reversed(_SHIELD[1:]))),
        Colour.BLACK: _regular(32),
    }
)


def shape_places(face: Face, token_mm: float) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Return the places of a token's two shapes, left and right of its tag, and their radius."""
    inner = face.white_mm / 2
    outer = sqrt((token_mm / 2) ** 2 - (0.12 * token_mm) ** 2)
    x, y = (inner + outer) / 2, 0.0
    radius = 0.42 * (outer - inner)
    assert hypot(x + radius, radius) < token_mm / 2
    return (-x, y), (x, y), radius


def number_plate(token_mm: float) -> Polygon:
    """Return the ground of a token's number, in mm from the face's middle; it ends at the rim."""
    radius, half = token_mm / 2, _PLATE * token_mm
    top = (NUMBER_BELOW - NUMBER / 2 - _PLATE_ABOVE) * token_mm
    rim = ((half * step / 6, sqrt(radius**2 - (half * step / 6) ** 2)) for step in range(6, -7, -1))
    return (-half, top), (half, top), *rim
