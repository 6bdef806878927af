"""How the mat and the cards of a card game look to people at the virtual table."""

import math
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import pygame

from companion.screen.text import Fonts
from companion.sheets.card_tags import CardTags
from companion.sheets.mat_plan import mat_plan
from companion.virtual_table.card_things import BACK, CardArt, CardThings, mat_print
from companion.virtual_table.pictures import TablePictures
from companion.virtual_table.piece import Piece
from companion.virtual_table.widget_layout import WidgetLayout
from vision.catalogue import Catalogue
from vision.virtual import Print

_SHADOW = 100


class CardPictures:
    """The cards as the camera sees them, turned as they lie; each is about the centre of its tag."""

    def __init__(self, tags: CardTags, art: CardArt, px_per_mm: float) -> None:
        self._px_per_mm, self._art = px_per_mm, art
        self._things = CardThings(tags.catalogue(), art)
        self._upright = lru_cache(maxsize=200)(self._drawn)

    def of(self, piece: Piece) -> pygame.Surface:
        """The card, its tag's centre in the middle of the picture."""
        return pygame.transform.rotozoom(self._upright(piece.tag_id), -piece.turn_deg, 1.0)

    def shadow(self, piece: Piece) -> pygame.Surface:
        """A dark card."""
        shadow = self.of(piece).copy()
        shadow.fill((0, 0, 0, _SHADOW), special_flags=pygame.BLEND_RGBA_MULT)
        return shadow

    def _drawn(self, tag_id: str) -> pygame.Surface:
        left, top, right, bottom = self._things.edges_mm(tag_id)
        size = round((right - left) * self._px_per_mm), round((bottom - top) * self._px_per_mm)
        down = tag_id.endswith(f"/{BACK}")
        art = self._art.back(tag_id.removesuffix(f"/{BACK}"), size) if down else self._art.front(tag_id, size)
        card = pygame.image.frombuffer(np.ascontiguousarray(art[:, :, 2::-1]).tobytes(), size, "RGB")
        # The picture's middle is the tag's centre, so that the card turns about it.
        half = math.ceil(max(-left, right, -top, bottom) * self._px_per_mm)
        whole = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
        whole.blit(card, (half + round(left * self._px_per_mm), half + round(top * self._px_per_mm)))
        return whole


class CardTablePictures(TablePictures):
    """The printed mat, and the cards."""

    def __init__(self, tags: CardTags, art: CardArt, zone_names: Mapping[str, str]) -> None:
        self._tags, self._art, self._zone_names = tags, art, zone_names

    def board(self, catalogue: Catalogue, px_per_mm: float) -> Print:  # noqa: ARG002 - one fineness will do
        """The mat."""
        return mat_print(mat_plan(catalogue, self._zone_names))

    def name_places(self, surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
        """The zones are named on the mat."""

    def pieces(self, fonts: Fonts, unit_px: int) -> CardPictures:  # noqa: ARG002 - cards have their own letters
        """The cards, for a unit of so many pixels."""
        return CardPictures(self._tags, self._art, unit_px / self._tags.catalogue().surface.unit_mm)
