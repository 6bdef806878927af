"""Players' tokens, with a shape of its own for every colour.

So they can be told apart without colours.
"""

from collections.abc import Callable

import pygame

from companion.games.finstere_flure.palette import PLAYERS
from companion.screen.pen import Pen, Point, arc, on_circle, smooth
from companion.screen.text import Fonts
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.finstere_flure.pieces import Colour, Side


def _circle(pen: Pen, colour: Rgb, grow: float) -> None:
    pen.disc(colour, (0, 0), 0.86 + grow)


def _square(pen: Pen, colour: Rgb, grow: float) -> None:
    half = 0.78 + grow
    pen.block(colour, (0, 0), (half, half), 0.22 + grow)


def _diamond(pen: Pen, colour: Rgb, grow: float) -> None:
    reach, round_by = 0.77, 0.13 + grow
    points = [(0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0)]
    pen.shape(colour, points)
    pen.line(colour, [*points, points[0]], 2 * round_by)


def _drop(pen: Pen, colour: Rgb, grow: float) -> None:
    centre, radius = (0.0, 0.16), 0.68
    pen.disc(colour, centre, radius + 0.06 + grow)
    tip = [(0.0, -0.84), *arc(centre, radius, 62, 298)[::24]]
    pen.shape(colour, tip)
    pen.line(colour, [*tip, tip[0]], 2 * (0.06 + grow))


def _triangle(pen: Pen, colour: Rgb, grow: float) -> None:
    points = [(0.0, -0.77), (0.77, 0.66), (-0.77, 0.66)]
    pen.shape(colour, points)
    pen.line(colour, [*points, points[0]], 2 * (0.13 + grow))


def _sun(pen: Pen, colour: Rgb, grow: float) -> None:
    rays = 9
    outer = arc((0.0, 0.0), 0.86 + 1.4 * grow, 0, 360, rays)
    inner = arc((0.0, 0.0), 0.66 + grow, 180 / rays, 360 + 180 / rays, rays)
    points = [point for pair in zip(outer[:-1], inner[:-1], strict=True) for point in pair]
    pen.shape(colour, points)


def _shield(pen: Pen, colour: Rgb, grow: float) -> None:
    points = [(-0.76, -0.72), (0.76, -0.72), (0.76, -0.1), (0.6, 0.36), (0.32, 0.64), (0.0, 0.82)]
    points += [(-x, y) for x, y in reversed(points[2:5])]
    pen.shape(colour, points)
    pen.line(colour, [*points, points[0]], 2 * (0.08 + grow))


#: Size of what is pale within a token's rim, as a share of the token.
_INNER = 0.76
#: Share of white in it.
_PALE = 0.8

Silhouette = Callable[[Pen, Rgb, float], None]
#: The silhouette of each colour, and where its number stands (y of its middle).
SHAPES: dict[Colour, tuple[Silhouette, float]] = {
    Colour.GREEN: (_triangle, 0.2),
    Colour.RED: (_diamond, 0.0),
    Colour.BLUE: (_drop, 0.18),
    Colour.YELLOW: (_sun, 0.0),
    Colour.BEIGE: (_square, 0.0),
    Colour.PURPLE: (_shield, -0.06),
    Colour.BLACK: (_circle, 0.0),
}


def token_picture(fonts: Fonts, colour: Colour, number: int | None, side: Side, size: int) -> pygame.Surface:
    """Return a token `size` pixels wide, with the number that lies up (no number if None).

    The side with the white number is all of the player's colour, that with the black number pale within a rim.
    """
    silhouette, number_y = SHAPES[colour]
    body = PLAYERS[colour].screen
    rim = mix(body, WHITE, 0.75) if colour is not Colour.BLACK else (168, 170, 178)

    def paint(pen: Pen) -> None:
        silhouette(pen, INK, 0.1)
        silhouette(pen, rim, 0.05)
        silhouette(pen, body, -0.02)
        if side is Side.BLACK:
            silhouette(_inner_pen(pen, number_y), mix(body, WHITE, _PALE), 0.0)
        if number is not None:
            _number(pen, fonts, number, side, (0.0, number_y))

    return smooth((size, size), paint)


def _inner_pen(pen: Pen, middle_y: float) -> Pen:
    """Return a pen on the same picture that draws smaller about (0, `middle_y`)."""
    inner = Pen(pen.surface)
    inner.unit = _INNER * pen.unit
    inner.middle = pen.middle[0], pen.middle[1] + middle_y * (pen.unit - inner.unit)
    return inner


def _number(pen: Pen, fonts: Fonts, number: int, side: Side, middle: Point) -> None:
    """Draw the number with a rim of the other colour, so that it stands out on every body."""
    ink, rim = (WHITE, INK) if side is Side.WHITE else (INK, WHITE)
    font = fonts.get(round(pen.unit * 1.36), bold=True)
    text = str(number)
    outline = font.render(text, True, rim)
    # The digit's own box, without the room that the font keeps above and below it.
    inside = outline.get_bounding_rect()
    x, y = pen.at(middle)
    left, top = x - inside.centerx, y - inside.centery
    reach = round(pen.unit * 0.1)
    for angle in range(0, 360, 15):
        dx, dy = on_circle(reach, angle)
        pen.surface.blit(outline, (left + round(dx), top + round(dy)))
    pen.surface.blit(font.render(text, True, ink), (left, top))
