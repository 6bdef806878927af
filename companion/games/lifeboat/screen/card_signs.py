"""Signs of the provisions, of our own drawing: a light card with one thing on it."""

from collections.abc import Callable, Mapping

from companion.screen.pen import Pen, arc
from companion.screen.theme import Rgb
from engine.lifeboat.components import Provision

_CARD: Rgb = (232, 226, 208)
_DARK: Rgb = (38, 42, 52)
_BLUE: Rgb = (44, 116, 206)
_RED: Rgb = (204, 52, 48)
_GREEN: Rgb = (52, 136, 76)
_GOLD: Rgb = (206, 148, 24)
_STEEL: Rgb = (104, 112, 126)
_WOOD: Rgb = (140, 92, 48)
_PURPLE: Rgb = (142, 70, 180)
_WHITE: Rgb = (252, 252, 250)


def paint_card(pen: Pen, card: Provision) -> None:
    """Paint a provision's sign in a square from -1 to 1."""
    pen.block(_DARK, (0, 0), (1, 1), 0.24)
    pen.block(_CARD, (0, 0), (0.92, 0.92), 0.2)
    _GLYPHS[card](pen)


def _water(pen: Pen) -> None:
    pen.shape(_BLUE, [(0, -0.72), *arc((0, 0.22), 0.46, 60, 300)])


def _cash(pen: Pen) -> None:
    pen.block(_GREEN, (0, 0), (0.72, 0.42), 0.08)
    pen.disc(_CARD, (0, 0), 0.24)
    pen.disc(_GREEN, (0, 0), 0.1)


def _jewels(pen: Pen) -> None:
    pen.shape(_PURPLE, [(-0.68, -0.16), (-0.36, -0.54), (0.36, -0.54), (0.68, -0.16), (0, 0.64)])
    pen.line(_WHITE, [(-0.62, -0.14), (0.62, -0.14)], 0.06)
    pen.line(_WHITE, [(-0.26, -0.14), (0, 0.56), (0.26, -0.14)], 0.06)


def _painting(dots: int) -> Callable[[Pen], None]:
    def paint(pen: Pen) -> None:
        pen.block(_GOLD, (0, -0.14), (0.7, 0.56), 0.04)
        pen.block(_BLUE, (0, -0.14), (0.54, 0.4), 0.02)
        pen.shape(_GREEN, [(-0.54, 0.26), (-0.16, -0.24), (0.16, 0.08), (0.32, -0.08), (0.54, 0.26)])
        for number in range(dots):
            pen.disc(_DARK, (0.3 * (number - (dots - 1) / 2), 0.66), 0.11)

    return paint


def _medkit(pen: Pen) -> None:
    pen.block(_WHITE, (0, 0.06), (0.7, 0.54), 0.12)
    pen.block(_RED, (0, 0.06), (0.4, 0.13), 0.02)
    pen.block(_RED, (0, 0.06), (0.13, 0.4), 0.02)


def _oar(pen: Pen) -> None:
    pen.line(_WOOD, [(0.62, 0.62), (-0.2, -0.2)], 0.16)
    pen.shape(_WOOD, [(-0.08, -0.3), (-0.3, -0.08), (-0.72, -0.44), (-0.66, -0.66), (-0.44, -0.72)])


def _blackjack(pen: Pen) -> None:
    pen.line(_DARK, [(0.5, 0.6), (-0.1, -0.1)], 0.18)
    pen.disc(_DARK, (-0.3, -0.34), 0.34)


def _knife(pen: Pen) -> None:
    pen.shape(_STEEL, [(-0.68, -0.7), (0.24, 0.02), (0.02, 0.24), (-0.5, -0.3)])
    pen.line(_WOOD, [(0.22, 0.22), (0.6, 0.6)], 0.24)


def _gaff(pen: Pen) -> None:
    pen.line(_WOOD, [(-0.52, 0.66), (0.2, -0.24)], 0.14)
    pen.line(_STEEL, [(0.2, -0.24), (0.4, -0.56), (0.12, -0.72), (-0.12, -0.48)], 0.14)


def _flare(pen: Pen) -> None:
    pen.line(_DARK, [(-0.5, 0.1), (0.16, 0.1)], 0.26)
    pen.line(_DARK, [(-0.4, 0.16), (-0.5, 0.6)], 0.22)
    for x, y in ((0.44, 0.1), (0.5, -0.3), (0.5, 0.46), (0.72, -0.08)):
        pen.disc(_RED, (x, y), 0.13)


def _chum(pen: Pen) -> None:
    pen.shape(_STEEL, [(-0.56, -0.16), (0.56, -0.16), (0.4, 0.66), (-0.4, 0.66)])
    pen.shape(_RED, arc((0, -0.18), 0.54, 270, 450))
    pen.line(_DARK, arc((0, -0.16), 0.66, 285, 435), 0.07)


def _preserver(pen: Pen) -> None:
    pen.disc(_RED, (0, 0), 0.7)
    for x, y in ((-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)):
        pen.disc(_WHITE, (x, y), 0.2)
    pen.disc(_CARD, (0, 0), 0.3)


def _compass(pen: Pen) -> None:
    pen.ring(_DARK, (0, 0), 0.7, 0.12)
    pen.shape(_RED, [(0.4, -0.4), (0.14, 0.14), (-0.14, -0.14)])
    pen.shape(_STEEL, [(-0.4, 0.4), (0.14, 0.14), (-0.14, -0.14)])


def _parasol(pen: Pen) -> None:
    pen.shape(_PURPLE, arc((0, 0.02), 0.68, 270, 450))
    pen.line(_DARK, [(0, 0.0), (0, 0.56), (0.2, 0.62)], 0.1)


def _cannibalism(pen: Pen) -> None:
    for x in (-0.4, -0.24, -0.08):
        pen.line(_STEEL, [(x, -0.64), (x, -0.24)], 0.08)
    pen.line(_STEEL, [(-0.4, -0.22), (-0.08, -0.22)], 0.1)
    pen.line(_STEEL, [(-0.24, -0.2), (-0.24, 0.64)], 0.12)
    pen.shape(_RED, [(0.24, -0.66), (0.5, -0.4), (0.46, 0.06), (0.24, 0.06)])
    pen.line(_STEEL, [(0.32, 0.06), (0.32, 0.64)], 0.12)


_GLYPHS: Mapping[Provision, Callable[[Pen], None]] = {
    Provision.WATER: _water,
    Provision.CASH: _cash,
    Provision.JEWELS: _jewels,
    Provision.PAINTING_3: _painting(3),
    Provision.PAINTING_2: _painting(2),
    Provision.MEDKIT: _medkit,
    Provision.OAR: _oar,
    Provision.BLACKJACK: _blackjack,
    Provision.KNIFE: _knife,
    Provision.GAFF: _gaff,
    Provision.FLARE: _flare,
    Provision.CHUM: _chum,
    Provision.PRESERVER: _preserver,
    Provision.COMPASS: _compass,
    Provision.PARASOL: _parasol,
    Provision.CANNIBALISM: _cannibalism,
}
