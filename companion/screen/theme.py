"""The screen's colours: dark and calm, with one warm accent for what matters now."""

from engine.finstere_flure.pieces import Colour

Rgb = tuple[int, int, int]

BACKGROUND: Rgb = (12, 14, 18)
PANEL: Rgb = (22, 25, 32)
PANEL_RAISED: Rgb = (34, 38, 48)
LINE: Rgb = (52, 58, 70)
TEXT: Rgb = (238, 236, 229)
TEXT_SOFT: Rgb = (158, 163, 174)
TEXT_FAINT: Rgb = (96, 102, 114)
ACCENT: Rgb = (240, 186, 92)
"""What counts now: the nearest token, the step in hand."""
CONFUSED: Rgb = (255, 150, 84)
LOSS: Rgb = (232, 84, 80)
GOOD: Rgb = (104, 200, 134)
WAITING: Rgb = (124, 176, 236)

GROUT: Rgb = (20, 22, 27)
FLOOR: Rgb = (47, 51, 60)
WALL: Rgb = (66, 55, 47)
WALL_EDGE: Rgb = (98, 82, 66)
LETTER: Rgb = (206, 178, 132)
EXIT: Rgb = (82, 178, 120)
ENTRANCE: Rgb = (226, 148, 72)
SIGHT: Rgb = (255, 224, 150)
TRAIL: Rgb = (255, 122, 60)

#: Body colours of the tokens; each colour also has a shape of its own (see `tokens`).
TOKENS: dict[Colour, Rgb] = {
    Colour.GREEN: (46, 168, 84),
    Colour.RED: (222, 52, 56),
    Colour.BLUE: (54, 124, 232),
    Colour.YELLOW: (248, 205, 48),
    Colour.BEIGE: (214, 186, 148),
    Colour.PURPLE: (158, 78, 206),
    Colour.BLACK: (28, 28, 32),
}
WHITE: Rgb = (255, 255, 255)
INK: Rgb = (16, 16, 20)


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """The colour `share` (0..1) of the way from the first to the second."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(first, second, strict=True))
    return r, g, b
