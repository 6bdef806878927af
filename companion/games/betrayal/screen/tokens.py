"""Small pictures of Betrayal: explorers, monsters, card signs, dice, tiles.

They are told apart by shape and letters too.
"""

from pathlib import Path

from companion.games.betrayal.colours import COLOURS, EVENT, ITEM, MONSTER, OMEN
from companion.games.betrayal.names import explorer_letters
from companion.screen import theme
from companion.screen.drawings import Drawings
from companion.screen.fonts import Fonts
from companion.screen.pen import Painter, Pen, arc
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.betrayal.components import STEP, TILES, Dir
from engine.betrayal.house import doors_of

FLOOR: Rgb = (84, 74, 62)
_WALL: Rgb = (20, 18, 16)
_DRAWINGS = Drawings(Path(__file__).parent / "signs")
#: A house on a hill, before the moon.
EMBLEM = _DRAWINGS.painter("emblem")


def paint_letters(pen: Pen, fonts: Fonts, text: str, middle: tuple[float, float], high: float, colour: Rgb) -> None:
    """Paint letters round a point."""
    picture = fonts.render(text, max(6, round(pen.unit * high)), True, colour)
    x, y = pen.at(middle)
    pen.surface.blit(picture, (x - picture.get_width() / 2, y - picture.get_height() / 2))


def paint_explorer(pen: Pen, fonts: Fonts, explorer: str) -> None:
    """Paint a figure in its colour with two letters."""
    colour = COLOURS[explorer]
    for tint, grow in ((INK, 0.08), (colour, 0.0)):
        pen.disc(tint, (0, -0.5), 0.36 + grow)
        pen.shape(
            tint, [(-0.62 - grow, 0.92 + grow), (0.62 + grow, 0.92 + grow), (0.5 + grow, -0.16), (-0.5 - grow, -0.16)]
        )
    paint_letters(pen, fonts, explorer_letters(explorer), (0, 0.42), 0.7, INK)


def paint_monster(pen: Pen, fonts: Fonts, token: str, *, stunned: bool = False) -> None:
    """Paint a jagged disc with the token's number; stunned ones lie on their side with an S."""
    colour = mix(MONSTER, (90, 90, 96), 0.7) if stunned else MONSTER
    for tint, size in ((INK, 1.0), (colour, 0.9)):
        points = [
            point
            for number in range(10)
            for point in (
                arc((0, 0), size, number * 36, number * 36, 1)[0],
                arc((0, 0), size * 0.74, number * 36 + 18, number * 36 + 18, 1)[0],
            )
        ]
        pen.shape(tint, points)
    number = token.rpartition("-")[2]
    paint_letters(pen, fonts, f"S{number}" if stunned else number, (0, 0), 0.8, INK)


def card_sign_painter(kind: str) -> Painter:
    """Return what paints the sign of a kind of card, or a question mark."""
    return _DRAWINGS.painter(kind) if kind in ("event", "item", "omen") else _paint_question_mark


def _paint_question_mark(pen: Pen) -> None:
    pen.block(theme.TEXT_SOFT, (0, 0), (0.86, 0.86), 0.3)
    pen.line(INK, [*arc((0, -0.3), 0.32, -80, 170, 12), (0, 0.24)], 0.18)
    pen.disc(INK, (0, 0.58), 0.13)


def paint_die(pen: Pen, face: int | None) -> None:
    """Paint a die with no, one or two pips; None: not thrown yet."""
    if face is None:
        pen.block(theme.TEXT_SOFT, (0, 0), (0.84, 0.84), 0.24)
        pen.block(theme.PANEL_RAISED, (0, 0), (0.76, 0.76), 0.2)
        return
    pen.block(INK, (0, 0), (0.88, 0.88), 0.26)
    pen.block(theme.TEXT, (0, 0), (0.82, 0.82), 0.24)
    for place in {0: (), 1: ((0.0, 0.0),), 2: ((-0.36, -0.36), (0.36, 0.36))}[face]:
        pen.disc(INK, place, 0.2)


def paint_tile(pen: Pen, tile: str, turn: int) -> None:
    """Paint a tile with its doors, and a corner where the tag is: its upper left one."""
    pen.block(_WALL, (0, 0), (0.92, 0.92), 0.1)
    pen.block(FLOOR, (0, 0), (0.78, 0.78), 0.06)
    for door in doors_of(tile, turn):
        x, y = STEP[door]
        pen.block(theme.ACCENT, (x * 0.84, y * 0.84), (0.3 if y else 0.13, 0.13 if y else 0.3), 0.02)
    x, y = STEP[list(Dir)[turn]]
    # The upper edge's arrow.
    points = [(0.0, -0.56), (0.24, -0.2), (-0.24, -0.2)]
    pen.shape(WHITE, [(px * -y - py * x, px * x - py * y) for px, py in points])
    sign = TILES[tile].sign
    if sign is not None:
        pen.disc({"event": EVENT, "item": ITEM, "omen": OMEN}.get(sign, theme.TEXT_SOFT), (0, 0.1), 0.16)


def paint_skull(pen: Pen) -> None:
    """Paint a skull."""
    pen.disc(theme.TEXT, (0, -0.18), 0.68)
    pen.block(theme.TEXT, (0, 0.5), (0.36, 0.34), 0.1)
    for x in (-0.28, 0.28):
        pen.disc(INK, (x, -0.16), 0.2)
    pen.shape(INK, [(0, 0.06), (0.1, 0.26), (-0.1, 0.26)])
    for x in (-0.16, 0.0, 0.16):
        pen.line(INK, [(x, 0.52), (x, 0.78)], 0.05)
