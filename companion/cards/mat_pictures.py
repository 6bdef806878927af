"""Pictures of a mat with open cards on the screen, and of single cards and players."""

from collections.abc import Mapping
from functools import partial
from typing import Protocol

import pygame

from companion.cards.tags import ZoneTags
from companion.cells.board import CellBoard
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.painted_pictures import PaintedPictures
from companion.screen.pen import Painter, Pen
from companion.screen.signs import tone_colour
from companion.screen.theme import INK, WHITE, Rgb

#: Part of a zone that is left for the cards above its name.
_ABOVE_NAME = 0.78
#: Side of a card as a share of that part.
_CARD = 0.9


class MatWords(Protocol):
    """Names and colours of a game's zones, cards and players."""

    @property
    def tag_set(self) -> ZoneTags:
        """The tags of the cards, and the zones."""

    @property
    def colours(self) -> Mapping[str, Rgb]:
        """The players, each with a colour."""

    @property
    def card_colours(self) -> Mapping[str, Rgb]:
        """The colour of each kind of card."""

    def card_mark(self, card: str, /) -> str:
        """Return the few characters that tell a card."""

    def player_name(self, player: str, /) -> str:
        """Return a player's name."""

    def zone_name(self, zone: str, /) -> str:
        """Return a zone's name."""


class MatPictures(PaintedPictures):
    """The zones with their cards; places are the zones."""

    def __init__(self, fonts: Fonts, game: MatWords) -> None:
        super().__init__(fonts)
        self.game = game

    def emblem_painter(self) -> Painter:
        """Return what paints the first card of the pack."""
        return self.sign_painter(next(iter(self.game.tag_set.cards)))

    def sign_painter(self, sign: object) -> Painter:
        """Return what paints a card or a player."""
        return partial(self._paint_sign, sign=sign)

    def _paint_sign(self, pen: Pen, sign: object) -> None:
        """Paint a card in the colour of its kind with its mark, or a player's disc."""
        kind = self.game.tag_set.cards.get(str(sign))
        if kind is None:
            pen.disc(self.game.colours[str(sign)], (0, 0), 0.9)
            self.write(pen, self.game.player_name(str(sign))[:1].upper(), (0, 0), 1.0)
            return
        pen.block(INK, (0, 0), (0.76, 1.0), 0.16)
        pen.block(WHITE, (0, 0), (0.72, 0.96), 0.14)
        pen.block(self.game.card_colours[kind], (0, 0), (0.6, 0.84), 0.1)
        self.write(pen, self.game.card_mark(str(sign)), (0, 0), 1.1)

    def board_in(self, room: pygame.Rect) -> pygame.Rect:
        """Return the largest mat that fits."""
        width, height = self.game.tag_set.mat_mm
        scale = min(room.width / width, room.height / height)
        box = pygame.Rect(0, 0, int(scale * width), int(scale * height))
        box.center = room.center
        return box

    def place_boxes(self, box: pygame.Rect, board: object | None) -> Mapping[str, pygame.Rect]:  # noqa: ARG002
        """Return the box of each zone."""
        scale = box.width / self.game.tag_set.mat_mm[0]
        return {
            zone: pygame.Rect(
                round(box.left + left * scale),
                round(box.top + top * scale),
                round((right - left) * scale),
                round((bottom - top) * scale),
            )
            for zone, (left, top, right, bottom) in self.game.tag_set.zones.items()
        }

    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        """Paint the zones, their cards side by side, and the marks."""
        shown = board if isinstance(board, CellBoard) else CellBoard()
        marks = dict(shown.marks)
        for zone, place in self.place_boxes(box, board).items():
            pygame.draw.rect(canvas.surface, theme.PANEL_RAISED, place, border_radius=6)
            edge = tone_colour(marks[zone]) if zone in marks else theme.LINE
            pygame.draw.rect(canvas.surface, edge, place, 3 if zone in marks else 1, border_radius=6)
            above = pygame.Rect(place.topleft, (place.width, round(_ABOVE_NAME * place.height)))
            name = pygame.Rect(place.left, above.bottom, place.width, place.bottom - above.bottom)
            most = max(canvas.layout.least, round(0.7 * name.height))
            text = self.game.zone_name(zone)
            canvas.write(text, name.inflate(-6, 0), theme.TEXT_SOFT, largest=most, across=0.5, may_be_cut=True)
            cards = [card for card, lies in shown.pieces if lies == zone]
            side = round(_CARD * min(above.height, above.width / max(1, len(cards))))
            for number, card in enumerate(cards):
                x = above.left + (number + 0.5) * above.width / len(cards)
                canvas.blit(self.sign(card, side), (round(x), above.centery))
