"""Pictures of the house for people at the virtual table."""

from functools import lru_cache

import cv2
import numpy as np
import pygame

from companion.cards.pictures import with_count
from companion.games.betrayal.language import say
from companion.games.betrayal.placement import foot_mm
from companion.games.betrayal.tags import TAGS, TagKind
from companion.games.betrayal.tile_art import CARD_FACES, MONSTER_BGR, figure_bgr, tile_art, tile_back
from companion.games.betrayal.virtual_table.pieces import (
    ASIDE,
    CARD_PILES,
    EVENTS,
    PILES,
    STACK,
    WIDE_MM,
    edges_mm,
    is_pile,
)
from companion.screen import theme
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import INK, mix
from companion.virtual_table.ground import paint_label
from companion.virtual_table.pictures import TablePictures, darkened
from companion.virtual_table.piece import Piece
from companion.virtual_table.widget_layout import WidgetLayout
from engine.betrayal.components import CardKind
from vision.model.catalogue import Catalogue
from vision.picture import Pixels
from vision.virtual import Print
from vision.virtual.tag_art import PAPER
from vision.virtual.wood import WOOD

_SHADOW = 100
#: A pile's name stands so high below it.
_NAME_MM = 22.0


class HousePictures:
    """The pieces from straight above, turned as they lie."""

    def __init__(self, px_per_mm: float, fonts: Fonts) -> None:
        self._fonts, self._px_per_mm = fonts, px_per_mm
        self._tags = {tag.id: tag for tag in TAGS.catalogue().tags}
        self._upright = lru_cache(maxsize=300)(self._drawn)

    def of(self, piece: Piece) -> pygame.Surface:
        """The piece; its middle is the picture's."""
        return pygame.transform.rotozoom(self._upright(piece.tag_id), -piece.turn_deg, 1.0)

    def shadow(self, piece: Piece) -> pygame.Surface:
        """The same in the dark."""
        return darkened(self.of(piece), _SHADOW)

    def _drawn(self, tag_id: str) -> pygame.Surface:
        pile, _, count = tag_id.rpartition("/")
        if is_pile(pile):
            return self._pile(pile, count)
        tag = self._tags[tag_id]
        left, top, right, bottom = tag.piece_mm or (0.0, 0.0, 1.0, 1.0)
        size = round((right - left) * self._px_per_mm), round((bottom - top) * self._px_per_mm)
        name = tag_id.partition("/")[2]
        if tag.kind == TagKind.TILE:
            return _surface(np.asarray(cv2.resize(tile_art(name), size, interpolation=cv2.INTER_AREA), np.uint8))
        if tag.kind == TagKind.CARD:
            return _surface(CARD_FACES.front(tag_id, size))
        shade = figure_bgr(name) if tag.kind == TagKind.FIGURE else MONSTER_BGR
        plate = _surface(np.full((size[1], size[0], 3), PAPER, np.uint8))
        x, y = foot_mm(tag) if tag.kind == TagKind.FIGURE else ((left + right) / 2, 0.0)
        middle = ((x - left) * self._px_per_mm, (y - top) * self._px_per_mm)
        pygame.draw.circle(plate, shade[::-1], middle, 0.4 * size[1])
        if name.endswith("stunned"):
            draw(
                plate,
                self._fonts,
                fit(self._fonts, "S", size, size[1], 5, bold=True),
                plate.get_rect(),
                INK,
                across=0.5,
            )
        return plate

    def _pile(self, pile: str, count: str) -> pygame.Surface:
        """Backs, and how many there are."""
        left, top, right, bottom = edges_mm(pile)
        size = round((right - left) * self._px_per_mm), round((bottom - top) * self._px_per_mm)
        back = tile_back(size) if pile in (STACK, ASIDE) else CARD_FACES.back("", size)
        return with_count(_surface(back), self._fonts, count)


def _surface(art: Pixels) -> pygame.Surface:
    """A picture (BGR) with room for what is drawn round it when it is turned."""
    height, width = art.shape[:2]
    whole = pygame.Surface((width, height), pygame.SRCALPHA)
    whole.blit(pygame.image.frombuffer(np.ascontiguousarray(art[..., ::-1]).tobytes(), (width, height), "RGB"), (0, 0))
    return whole


class BetrayalTablePictures(TablePictures):
    """Nothing is printed on the table; the pieces say what they are."""

    def board(self, catalogue: Catalogue, px_per_mm: float) -> Print:  # noqa: ARG002 - there is no board
        """Nothing: the wood shows."""
        return Print(np.zeros((2, 2, 4), np.uint8), 1.0, (0.0, 0.0))

    def name_places(self, surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
        """The piles have their names below them; players' strips are named after who sits there."""
        names = {
            STACK: say("Tiles"),
            ASIDE: say("Set aside"),
            EVENTS: say("Events"),
            CARD_PILES[CardKind.OMEN]: say("Omens"),
            CARD_PILES[CardKind.ITEM]: say("Items"),
        }
        for pile, (x, y) in PILES.items():
            edges = edges_mm(pile)
            left, top = layout.to_px((x - WIDE_MM / 2, y + edges[3]))
            right, bottom = layout.to_px((x + WIDE_MM / 2, y + edges[3] + _NAME_MM))
            box = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
            paint_label(surface, names[pile], box, layout, fonts, across=0.5)
            left, top = layout.to_px((x + edges[0], y + edges[1]))
            right, bottom = layout.to_px((x + edges[2], y + edges[3]))
            frame = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
            pygame.draw.rect(surface, mix(theme.TEXT, WOOD, 0.6), frame, 1, border_radius=3)

    def pieces(self, fonts: Fonts, unit_px: int) -> HousePictures:
        """The pieces, for a unit of so many pixels."""
        return HousePictures(unit_px / TAGS.catalogue().surface.unit_mm, fonts)


PICTURES = BetrayalTablePictures()
