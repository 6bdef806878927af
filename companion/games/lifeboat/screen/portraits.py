"""Characters' portraits of our own drawing.

They are told apart by hat and letter as well as by colour.
"""

from companion.games.lifeboat.colours import COLOURS
from companion.screen.pen import Pen, arc
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.lifeboat.components import Character

_SKIN: Rgb = (238, 204, 172)
_HAIR: Rgb = (92, 62, 40)
_GOLD: Rgb = (240, 204, 96)
_GREY: Rgb = (150, 152, 160)


def paint_portrait(pen: Pen, character: Character) -> None:
    """Paint a character's bust in a disc of its colour, of radius 1 about the middle."""
    colour = COLOURS[character]
    pen.disc(INK, (0, 0), 1)
    pen.disc(mix(colour, INK, 0.15), (0, 0), 0.96)
    dark = mix(colour, INK, 0.55)
    # Shoulders, cut off by the disc's edge.
    pen.shape(dark, [(-0.62, 0.74), (-0.45, 0.42), (0.45, 0.42), (0.62, 0.74), *arc((0, 0), 0.96, 140, 220)])
    pen.disc(_SKIN, (0, 0.08), 0.42)
    for x in (-0.15, 0.15):
        pen.disc(INK, (x, 0.06), 0.05)
    _HATS[character](pen, colour)


def _lauren(pen: Pen, colour: Rgb) -> None:
    """Paint Lady Lauren: a wide hat with a feather, a necklace."""
    pen.line(_HAIR, [(-0.42, 0.0), (-0.46, 0.4)], 0.16)
    pen.line(_HAIR, [(0.42, 0.0), (0.46, 0.4)], 0.16)
    hat = mix(colour, INK, 0.7)
    pen.line(hat, [(-0.72, -0.2), (0.72, -0.2)], 0.16)
    pen.shape(hat, arc((0, -0.2), 0.4, 270, 450))
    pen.line(WHITE, [(0.3, -0.3), (0.62, -0.66)], 0.12)
    for x, y in ((-0.24, 0.56), (0.0, 0.63), (0.24, 0.56)):
        pen.disc(WHITE, (x, y), 0.08)


def _stephen(pen: Pen, colour: Rgb) -> None:
    """Paint Sir Stephen: a top hat and a monocle."""
    pen.line(INK, [(-0.55, -0.22), (0.55, -0.22)], 0.13)
    pen.block(INK, (0, -0.52), (0.36, 0.3), 0.05)
    pen.line(colour, [(-0.34, -0.34), (0.34, -0.34)], 0.1)
    pen.ring(_GOLD, (0.15, 0.06), 0.15, 0.05)
    pen.line(_HAIR, [(-0.16, 0.27), (0.16, 0.27)], 0.08)


def _captain(pen: Pen, colour: Rgb) -> None:
    """Paint the Captain: a white cap with a peak, a beard."""
    pen.shape(_GREY, arc((0, 0.1), 0.44, 100, 260))
    pen.line(_SKIN, [(-0.16, 0.22), (0.16, 0.22)], 0.1)
    pen.block(WHITE, (0, -0.46), (0.56, 0.18), 0.16)
    pen.line(mix(colour, INK, 0.6), [(-0.42, -0.26), (0.42, -0.26)], 0.16)
    pen.disc(_GOLD, (0, -0.36), 0.12)


def _mate(pen: Pen, colour: Rgb) -> None:
    """Paint the First Mate: a woollen cap, a full beard."""
    pen.shape(_HAIR, arc((0, 0.12), 0.5, 90, 270))
    pen.line(_SKIN, [(-0.14, 0.24), (0.14, 0.24)], 0.1)
    cap = mix(colour, INK, 0.6)
    pen.shape(cap, arc((0, -0.14), 0.46, 270, 450))
    pen.line(mix(colour, WHITE, 0.5), [(-0.42, -0.16), (0.42, -0.16)], 0.16)
    pen.disc(mix(colour, WHITE, 0.5), (0, -0.64), 0.13)


def _frenchy(pen: Pen, colour: Rgb) -> None:
    """Paint Frenchy: a beret, a moustache, a striped shirt."""
    for y in (0.58, 0.78):
        pen.line(WHITE, [(-0.4, y), (0.4, y)], 0.08)
    beret = mix(colour, INK, 0.65)
    pen.shape(beret, [(-0.6, -0.3), (-0.4, -0.56), (0.2, -0.64), (0.52, -0.4), (0.42, -0.2), (-0.42, -0.2)])
    pen.line(beret, [(-0.05, -0.6), (0.0, -0.78)], 0.08)
    pen.line(INK, [(-0.26, 0.24), (0.0, 0.2), (0.26, 0.24)], 0.09)


def _harter(pen: Pen, colour: Rgb) -> None:
    """Paint Dr. Harter: a mirror on the forehead, spectacles, grey hair."""
    pen.shape(_GREY, arc((0, 0.0), 0.5, 280, 440))
    pen.disc(_SKIN, (0, 0.12), 0.38)
    pen.line(INK, [(-0.44, -0.2), (0.44, -0.2)], 0.06)
    pen.disc(WHITE, (0, -0.26), 0.18)
    pen.disc(mix(colour, INK, 0.4), (0, -0.26), 0.06)
    for x in (-0.16, 0.16):
        pen.disc(INK, (x, 0.08), 0.05)
        pen.ring(INK, (x, 0.08), 0.14, 0.04)


def _kid(pen: Pen, colour: Rgb) -> None:
    """Paint the Kid: a sailor's cap with a ribbon, freckles."""
    for x, y in ((-0.24, 0.2), (0.24, 0.2), (-0.16, 0.26), (0.16, 0.26)):
        pen.disc((214, 150, 110), (x, y), 0.04)
    pen.block((60, 84, 140), (0, -0.34), (0.46, 0.16), 0.12)
    pen.line(mix(colour, INK, 0.05), [(-0.4, -0.24), (0.4, -0.24)], 0.07)
    pen.line((60, 84, 140), [(0.38, -0.2), (0.56, 0.06)], 0.08)
    pen.line(INK, arc((0, 0.18), 0.14, 120, 240, 8), 0.05)


_HATS = {
    Character.LAUREN: _lauren,
    Character.STEPHEN: _stephen,
    Character.CAPTAIN: _captain,
    Character.MATE: _mate,
    Character.FRENCHY: _frenchy,
    Character.HARTER: _harter,
    Character.KID: _kid,
}
