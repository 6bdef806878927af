"""The screen's colours: dark and calm, with one warm accent for what matters now."""

Rgb = tuple[int, int, int]

BACKGROUND: Rgb = (12, 14, 18)
PANEL: Rgb = (22, 25, 32)
PANEL_RAISED: Rgb = (34, 38, 48)
LINE: Rgb = (52, 58, 70)
TEXT: Rgb = (238, 236, 229)
TEXT_SOFT: Rgb = (188, 192, 202)
TEXT_FAINT: Rgb = (154, 160, 172)
ACCENT: Rgb = (240, 186, 92)
"""What counts now."""
LOSS: Rgb = (240, 98, 92)
GOOD: Rgb = (104, 200, 134)
WAITING: Rgb = (124, 176, 236)

WHITE: Rgb = (255, 255, 255)
INK: Rgb = (16, 16, 20)


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Return the colour `share` (0..1) of the way from the first to the second."""
    (r, g, b), (to_r, to_g, to_b) = first, second
    return round(r + (to_r - r) * share), round(g + (to_g - g) * share), round(b + (to_b - b) * share)
