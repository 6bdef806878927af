"""Pictures of a card game's mat and cards for people at the virtual table."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Protocol

import numpy as np
import pygame

from companion.cards.pieces import CardPieces
from companion.cards.things import BACK, CardThings, mat_print
from companion.screen import theme
from companion.screen.scale import LEGIBLE_PX
from companion.screen.text import Fonts, Paragraph, draw, fit
from companion.screen.theme import INK
from companion.sheets.mat_plan import mat_plan
from companion.virtual_table.pictures import TablePictures, darkened
from companion.virtual_table.piece import Piece
from companion.virtual_table.widget_layout import WidgetLayout
from vision.model.catalogue import Catalogue
from vision.virtual import Print

#: Lines of text, each in its box.
Written = list[tuple[Paragraph, pygame.Rect]]

_SHADOW = 100
#: A sign's side, as a share of a card's width.
_SIGN_SHARE = 0.62
#: The same where no name has room.
_LONE_SIGN_SHARE = 0.84


class Signs(Protocol):
    """Drawing of what a game's cards are about."""

    def sign(self, sign: object, size: int) -> pygame.Surface:
        """Return a square picture of this side in pixels."""


class CardPictures:
    """Cards as the camera sees them, with their turn, but with a sign and a name for the tag."""

    def __init__(
        self, pieces: CardPieces, px_per_mm: float, fonts: Fonts, signs: Signs, sign_of: Callable[[str], object | None]
    ) -> None:
        """Keep `sign_of`, which gives the subject of a card by its tag's id; None: no sign."""
        self._tags, self._piles, self._art = pieces.tags, pieces.piles, pieces.cards.art
        self._px_per_mm, self._fonts, self._signs, self._sign_of = px_per_mm, fonts, signs, sign_of
        self._things = CardThings(pieces.catalogue(), self._art)
        self._upright = lru_cache(maxsize=200)(self._drawn)
        self._writer = cache(self._find_writer)

    def of(self, piece: Piece) -> pygame.Surface:
        """Return the card's picture; its middle is the card's."""
        return pygame.transform.rotozoom(self._upright(piece.tag_id), -piece.turn_deg, 1.0)

    def shadow(self, piece: Piece) -> pygame.Surface:
        """Return a dark card."""
        return darkened(self.of(piece), _SHADOW)

    def _drawn(self, tag_id: str) -> pygame.Surface:
        pile, _, count = tag_id.partition("/")
        if pile in self._piles:
            return with_count(self._upright(f"{self._piles[pile]}/{BACK}"), self._fonts, count)
        left, top, right, bottom = self._things.edges_mm(tag_id)
        size = round((right - left) * self._px_per_mm), round((bottom - top) * self._px_per_mm)
        down = tag_id.endswith(f"/{BACK}")
        art = self._art.back(tag_id.removesuffix(f"/{BACK}"), size) if down else self._art.blank(tag_id, size)
        card = pygame.image.frombuffer(np.ascontiguousarray(art[:, :, 2::-1]).tobytes(), size, "RGB")
        # Room for what is drawn round it when it is turned.
        whole = pygame.Surface(size, pygame.SRCALPHA)
        whole.blit(card, (0, 0))
        if down:
            return whole
        texts, sign = self._texts(tag_id, size), self._sign_of(tag_id)
        for text, box in texts:
            draw(whole, self._fonts, text, box, INK, across=0.5)
        if sign is not None:
            # Where the camera sees the tag people see what the card is.
            wide, high = size
            side, down_to = (_SIGN_SHARE * wide, 0.29 * high) if texts else (_LONE_SIGN_SHARE * wide, high / 2)
            picture = self._signs.sign(sign, round(side))
            whole.blit(picture, picture.get_rect(center=(wide // 2, round(down_to))))
        return whole

    def _texts(self, tag_id: str, size: tuple[int, int]) -> Written:
        """Return what is written on a card of this size (pixels).

        On a small card it is a short name of it. Where a card of its kind has no room for any, it is the letters of all
        of them, on a still smaller one nothing: their signs tell them apart.
        """
        write = self._writer(self._tags.cards[tag_id], size)
        return write(tag_id, size) if write else []

    def _find_writer(self, kind: str, size: tuple[int, int]) -> Callable[[str, tuple[int, int]], Written] | None:
        """Return what writes on the cards of a kind: their names, their letters, or nothing."""
        alike = [card for card, of in self._tags.cards.items() if of == kind and self._art.lines(card)]
        return next((write for write in (self._name, self._letters) if all(write(card, size) for card in alike)), None)

    def _name(self, tag_id: str, size: tuple[int, int]) -> Written:
        """Return the lines of a card, or a shorter name that fits; nothing if none does."""
        lines = self._art.lines(tag_id)
        room = self._room(size)
        high = room.height // max(len(lines), 2)
        boxes = [pygame.Rect(room.left, room.top + number * high, room.width, high) for number in range(len(lines))]
        texts = [
            fit(self._fonts, line, box.size, max(LEGIBLE_PX, round(0.8 * high)), LEGIBLE_PX, bold=True, wrap=False)
            for line, box in zip(lines, boxes, strict=True)
        ]
        if not any(text.cut for text in texts):
            return list(zip(texts, boxes, strict=True))
        # Two lines of a name need as much as all the room has. What else is said of it its place and colour tell.
        return self._fitting((" ".join(lines), *self._art.short_names(tag_id)), room, largest=0.8 * high)

    def _letters(self, tag_id: str, size: tuple[int, int]) -> Written:
        """Return the letters of a card; nothing if it has none, or no room for them."""
        letters, room = self._art.letters(tag_id), self._room(size)
        return self._fitting((letters,), room, largest=0.7 * room.height) if letters else []

    def _fitting(self, names: Sequence[str], room: pygame.Rect, *, largest: float) -> Written:
        """Return the first name that has room, in letters no larger than this (pixels).

        Nothing if none has.
        """
        for name in names:
            for bold in (True, False):
                text = fit(self._fonts, name, room.size, max(LEGIBLE_PX, round(largest)), LEGIBLE_PX, bold=bold)
                if not text.cut:
                    return [(text, room)]
        return []

    @staticmethod
    def _room(size: tuple[int, int]) -> pygame.Rect:
        """Return the room for names on a card of this size (pixels)."""
        room = pygame.Rect(0, 0, round(0.9 * size[0]), round(0.44 * size[1]))
        room.midbottom = size[0] // 2, round(0.95 * size[1])
        return room


def with_count(back: pygame.Surface, fonts: Fonts, count: str) -> pygame.Surface:
    """Return a pile's picture: its topmost back, with the number of its cards."""
    pile = back.copy()
    card = pile.get_bounding_rect()
    letters = fonts.width("0" * len(count), LEGIBLE_PX, True) + 2, round(1.5 * LEGIBLE_PX)
    badge = pygame.Rect(0, 0, max(letters[0], round(0.66 * card.width)), max(letters[1], round(0.36 * card.height)))
    badge.center = card.center
    if not pile.get_rect().contains(badge):
        # How many there are can be counted where the table is seen close up.
        return pile
    pygame.draw.rect(pile, theme.PANEL, badge, border_radius=badge.height // 4)
    text = fit(fonts, count, badge.size, round(0.8 * badge.height), LEGIBLE_PX, bold=True, wrap=False)
    draw(pile, fonts, text, badge, theme.TEXT, across=0.5)
    return pile


class CardTablePictures(TablePictures):
    """The printed mat, and the cards."""

    def __init__(
        self, pieces: CardPieces, signs: Callable[[Fonts], Signs], sign_of: Callable[[str], object | None]
    ) -> None:
        """Keep `signs`, which makes the drawer of signs, and `sign_of`, the subject of a card's tag."""
        self._pieces, self._signs, self._sign_of = pieces, signs, sign_of

    def board(self, catalogue: Catalogue, px_per_mm: float) -> Print:  # noqa: ARG002 - one fineness will do
        """Return the mat, without its small print."""
        return mat_print(replace(mat_plan(catalogue, {}), captions=()))

    def name_of(self, piece: Piece) -> str:
        """Return all that is written on a card that lies open."""
        return "" if "/" in piece.tag_id else " ".join(self._pieces.cards.art.lines(piece.tag_id))

    def name_places(self, surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
        """Draw no names: the mat's print is in a single language and too small for a screen."""

    def pieces(self, fonts: Fonts, unit_px: int) -> CardPictures:
        """Return the cards, for a unit of so many pixels."""
        px_per_mm = unit_px / self._pieces.catalogue().surface.unit_mm
        return CardPictures(self._pieces, px_per_mm, fonts, self._signs(fonts), self._sign_of)
