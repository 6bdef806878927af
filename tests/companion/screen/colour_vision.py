"""Colour differences as people with a colour vision deficiency see them.

Simulation: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
IEEE Transactions on Visualization and Computer Graphics 15(6), 2009, table 1, severity 1.0; its matrices apply to
linear RGB. Difference: the smaller of CIE76 and CIEDE2000, after Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference
Formula", Color Research and Application 30(1), 2005.
"""

from collections.abc import Mapping
from itertools import combinations
from math import atan2, cos, degrees, dist, exp, hypot, radians, sin, sqrt
from typing import TypeVar

from companion.screen.theme import Rgb

KeyT = TypeVar("KeyT")
Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

DEFICIENCIES: Mapping[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
#: From linear sRGB to CIE XYZ (IEC 61966-2-1), and the white of D65.
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Vector = (0.95047, 1.0, 1.08883)


def _linear(part: float) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _multiplied(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _simulated(colour: Rgb, deficiency: str) -> Vector:
    """Return the colour as seen with a deficiency (``""``: none), in linear RGB from 0 to 1."""
    red, green, blue = map(_linear, colour)
    if deficiency:
        red, green, blue = _multiplied(DEFICIENCIES[deficiency], (red, green, blue))
    return min(1.0, max(0.0, red)), min(1.0, max(0.0, green)), min(1.0, max(0.0, blue))


def simulated(colour: Rgb, deficiency: str) -> Rgb:
    """Return the colour (sRGB) as seen with a deficiency."""
    red, green, blue = (
        round(255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
        for part in _simulated(colour, deficiency)
    )
    return red, green, blue


def _lab(colour: Rgb, deficiency: str) -> Vector:
    def root(share: float) -> float:
        return float(share ** (1 / 3)) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29

    xyz = _multiplied(_TO_XYZ, _simulated(colour, deficiency))
    x, y, z = (root(part / white) for part, white in zip(xyz, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(first: Vector, other: Vector) -> float:
    """Return the difference of two colours, each as L*, a*, b*."""
    (l1, a1, b1), (l2, a2, b2) = first, other
    c7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    grey = 0.5 * (1 - sqrt(c7 / (c7 + 25.0**7)))
    a1, a2 = (1 + grey) * a1, (1 + grey) * a2
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    s_l = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25.0**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    d_l, d_c, d_h = (l2 - l1) / s_l, (c2 - c1) / s_c, d_hue / s_h
    return sqrt(d_l**2 + d_c**2 + d_h**2 + rotation * d_c * d_h)


def difference(rgb: Rgb, other: Rgb, deficiency: str = "") -> float:
    """Return the difference of two colours (sRGB) as seen with a deficiency (``""``: none)."""
    seen = _lab(rgb, deficiency), _lab(other, deficiency)
    return min(ciede2000(*seen), dist(*seen))


def close_pairs(colours: Mapping[KeyT, Rgb], least: float) -> dict[tuple[KeyT, KeyT], float]:
    """Return pairs of colours that differ less in any simulation, with the least difference."""
    found = {}
    for first, other in combinations(colours, 2):
        smallest = min(difference(colours[first], colours[other], kind) for kind in DEFICIENCIES)
        if smallest < least:
            found[first, other] = smallest
    return found
