"""Men as the screen shows them: a disc with the silhouette of the man, drawn for this game."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Only a window needs pygame.
    from companion.screen.pen import Pen
    from companion.screen.theme import Rgb

_DARK: "Rgb" = (44, 40, 46)
_LIGHT: "Rgb" = (236, 236, 232)
#: Foot on which every man stands.
_FOOT = [(-0.46, 0.6), (0.46, 0.6), (0.46, 0.42), (-0.46, 0.42)]
#: Outlines above the foot, in a circle of radius 1.
_OUTLINES = {
    "pawn": [(-0.3, 0.42), (-0.12, 0.0), (0.12, 0.0), (0.3, 0.42)],
    "rook": [
        (-0.34, 0.42), (-0.26, -0.2), (-0.4, -0.3), (-0.4, -0.62), (-0.22, -0.62), (-0.22, -0.46), (-0.09, -0.46),
        (-0.09, -0.62), (0.09, -0.62), (0.09, -0.46), (0.22, -0.46), (0.22, -0.62), (0.4, -0.62), (0.4, -0.3),
        (0.26, -0.2), (0.34, 0.42),
    ],
    "knight": [
        (-0.34, 0.42), (-0.22, 0.1), (-0.02, -0.08), (-0.3, 0.02), (-0.5, -0.06), (-0.44, -0.26), (-0.16, -0.5),
        (-0.1, -0.7), (0.06, -0.54), (0.32, -0.36), (0.42, 0.0), (0.34, 0.42),
    ],
    "bishop": [(-0.3, 0.42), (-0.14, 0.16), (-0.3, -0.12), (0.0, -0.62), (0.3, -0.12), (0.14, 0.16), (0.3, 0.42)],
    "queen": [
        (-0.36, 0.42), (-0.56, -0.4), (-0.26, -0.06), (-0.2, -0.58), (0.0, -0.1), (0.2, -0.58), (0.26, -0.06),
        (0.56, -0.4), (0.36, 0.42),
    ],
    "king": [
        (-0.36, 0.42), (-0.5, -0.16), (-0.34, -0.32), (-0.06, -0.16), (-0.06, -0.42), (-0.2, -0.42), (-0.2, -0.54),
        (-0.06, -0.54), (-0.06, -0.68), (0.06, -0.68), (0.06, -0.54), (0.2, -0.54), (0.2, -0.42), (0.06, -0.42),
        (0.06, -0.16), (0.34, -0.32), (0.5, -0.16), (0.36, 0.42),
    ],
}  # fmt: skip
#: Discs of a man besides its outline: middle and radius.
_DISCS = {"pawn": [((0.0, -0.18), 0.24)], "bishop": [((0.0, -0.66), 0.09)]}


def paint_man(pen: "Pen", man: str, *, light: bool) -> None:
    """Paint a man in a circle of radius 1: dark on a light disc, or light on a dark one."""
    ground, ink = (_LIGHT, _DARK) if light else (_DARK, _LIGHT)
    pen.disc(_DARK, (0, 0), 1)
    pen.disc(ground, (0, 0), 0.92)
    pen.ring(ink, (0, 0), 0.84, 0.03)
    pen.shape(ink, _FOOT)
    pen.shape(ink, _OUTLINES[man])
    for middle, radius in _DISCS.get(man, ()):
        pen.disc(ink, middle, radius)
