"""Painters of the values of Betrayal that pages carry."""

from collections.abc import Mapping
from functools import partial

import pygame

from companion.games.betrayal.map_view import MapView
from companion.games.betrayal.screen.explorer_picture import button_boxes, paint_explorer_view
from companion.games.betrayal.screen.map_picture import (
    Sign,
    least_cell,
    paint_map,
    place_box_in_map,
    place_in_map,
    thing_ground,
)
from companion.games.betrayal.screen.tokens import (
    EMBLEM,
    card_sign_painter,
    paint_die,
    paint_explorer,
    paint_monster,
    paint_skull,
    paint_tile,
)
from companion.games.betrayal.table.damage_dialog import ExplorerView
from companion.games.betrayal.table.picking import CardSign, TileSign
from companion.games.betrayal.table.roll_dialog import DiceView
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.painted_pictures import PaintedPictures
from companion.screen.pen import Painter, Pen
from companion.screen.pictures import BoardShrinking
from companion.screen.theme import INK
from engine.betrayal.components import CHARACTERS


class BetrayalPictures(PaintedPictures):
    """The map, explorers' rows, dice; explorers, monsters, cards and tiles as signs."""

    board_shrinking = BoardShrinking.EVERYWHERE

    #: The least cell and letters of the screen that was painted last: touches are about that one.
    _measures = (0, 12)

    # --- signs ----------------------------------------------------------------------------------------------------

    def emblem_painter(self) -> Painter:
        """Return what paints a house before the moon."""
        return EMBLEM

    def sign_painter(self, sign: object) -> Painter:
        """Return what paints an explorer, a monster, a card's sign, a die, a tile, a mark."""
        match sign:
            case "skull":
                return paint_skull
            case TileSign(tile=tile, turn=turn):
                return partial(paint_tile, tile=tile, turn=turn)
            case CardSign(kind=kind) | ("card", str(kind)):
                return card_sign_painter(kind)
            case ("die", (int() | None) as face):
                return partial(paint_die, face=face)
            case ("mark", str(mark)):
                return partial(_paint_mark, mark=mark)
            case ("monster", str(token), bool(stunned)):
                return partial(paint_monster, fonts=self.fonts, token=token, stunned=stunned)
            case str(who) if who in CHARACTERS:
                return partial(paint_explorer, fonts=self.fonts, explorer=who)
        return partial(paint_monster, fonts=self.fonts, token="" if sign == "monsters" else str(sign))

    # --- the board ------------------------------------------------------------------------------------------------

    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        """Paint the map, an explorer's rows, or dice."""
        self._measures = (least_cell(canvas), canvas.layout.least)
        match board:
            case ExplorerView():
                paint_explorer_view(canvas, box, board, self.sign)
            case DiceView():
                paint_dice(canvas, box, board, self.sign)
            case MapView():
                paint_map(canvas, box, board, self.sign)
            case _:
                picture = self.emblem(min(box.size) // 2)
                canvas.blit(picture, box.center)

    def place_at(self, box: pygame.Rect, board: object | None, point: tuple[int, int], /) -> str | None:
        """Return the room, the open door or the step of a trait at a point; None beside them."""
        if isinstance(board, MapView):
            return place_in_map(box, board, point, *self._measures)
        return super().place_at(box, board, point)

    def place_boxes(self, box: pygame.Rect, board: object | None) -> Mapping[str, pygame.Rect]:
        """Return the ends of an explorer's rows; the map's places are looked up one by one."""
        return button_boxes(box, board) if isinstance(board, ExplorerView) else {}

    def place_box(self, box: pygame.Rect, board: object | None, place: str, /) -> pygame.Rect:
        """Return the box of a place of the map."""
        if isinstance(board, MapView):
            return place_box_in_map(box, board, place, *self._measures)
        return super().place_box(box, board, place)


def _paint_mark(pen: Pen, mark: str) -> None:
    """Paint the mark in a room."""
    match mark:
        case "empty":
            pen.ring(theme.TEXT, (0, 0), 0.9, 0.2)
            pen.line(theme.TEXT, [(-0.6, 0.6), (0.6, -0.6)], 0.2)
        case "marker" | "collapsed":
            pen.shape(theme.LOSS, [(-0.9, -0.5), (0.9, -0.5), (0, 0.9)])
        case "elevator":
            pen.shape(theme.TEXT, [(-0.6, -0.15), (0.6, -0.15), (0, -0.95)])
            pen.shape(theme.TEXT, [(-0.6, 0.15), (0.6, 0.15), (0, 0.95)])
        case "used":
            pen.line(theme.TEXT, [(-0.7, 0.0), (-0.2, 0.6), (0.8, -0.7)], 0.24)
        case _:
            pen.block(INK, (0.1, 0.1), (0.66, 0.86), 0.1)
            pen.block(theme.ACCENT, (-0.08, -0.06), (0.62, 0.82), 0.1)


_MOST_ABREAST = 4


def paint_dice(canvas: Canvas, box: pygame.Rect, view: DiceView, sign: Sign) -> None:
    """Paint the other side's dice above, if there are any; the own, and the sum below."""
    pygame.draw.rect(canvas.surface, thing_ground(), box, border_radius=canvas.layout.gap // 2)
    pad = max(6, box.height // 30)
    inner = box.inflate(-2 * pad, -2 * pad)
    if view.title:
        head = pygame.Rect(inner.left, inner.top, inner.width, round(box.height * 0.1))
        canvas.write(view.title, head, theme.TEXT_SOFT, largest=round(head.height * 0.8), bold=True, across=0.5)
        inner = pygame.Rect(inner.left, head.bottom, inner.width, inner.bottom - head.bottom)
    foot = pygame.Rect(inner.left, inner.bottom - round(box.height * 0.2), inner.width, round(box.height * 0.2))
    inner.height -= foot.height
    if view.against is not None:
        above = pygame.Rect(inner.left, inner.top, inner.width, round(inner.height * 0.36))
        _paint_row(canvas, above, view.against, len(view.against), sign)
        inner = pygame.Rect(inner.left, above.bottom + pad, inner.width, inner.bottom - above.bottom - pad)
    _paint_row(canvas, inner, view.faces, max(view.number, len(view.faces)), sign)
    if len(view.faces) >= view.number:
        plus = f" {view.plus:+}".replace("-", "−") if view.plus else ""
        total = max(0, sum(view.faces) + view.plus)
        text = f"{sum(view.faces)}{plus} = {total}" if plus else str(total)
        canvas.write(text, foot, theme.ACCENT, largest=round(foot.height * 0.8), bold=True, wrap=False, across=0.5)
    elif view.plus:
        canvas.write(
            f"{view.plus:+}".replace("-", "−"),
            foot,
            theme.TEXT,
            largest=round(foot.height * 0.6),
            wrap=False,
            across=0.5,
        )


def _paint_row(canvas: Canvas, box: pygame.Rect, faces: tuple[int, ...], number: int, sign: Sign) -> None:
    if not number:
        return
    across = min(number, _MOST_ABREAST)
    lines = -(-number // across)
    side = min(box.width // across, box.height // lines)
    for place in range(number):
        line, column = divmod(place, across)
        in_line = min(across, number - line * across)
        x = box.centerx + (column - (in_line - 1) / 2) * side
        y = box.centery + (line - (lines - 1) / 2) * side
        face = faces[place] if place < len(faces) else None
        canvas.blit(sign(("die", face), round(side * 0.9)), (x, y))
