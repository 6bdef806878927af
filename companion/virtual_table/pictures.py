"""Interface between the virtual table and a game for showing it to people."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import pygame

from companion.screen.pages import Page
from companion.screen.text import Fonts
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.widget_layout import WidgetLayout
from vision.model.catalogue import Catalogue
from vision.virtual import Print


class PiecePictures(Protocol):
    """The pieces for people to look at, from straight above, in one size."""

    def of(self, piece: Piece) -> pygame.Surface:
        """Return the piece's picture as it lies; its middle is the piece's."""

    def shadow(self, piece: Piece) -> pygame.Surface:
        """Return the piece's shadow, as large as its picture."""


def darkened(picture: pygame.Surface, opacity: int) -> pygame.Surface:
    """Return the shadow of a piece's picture: black in its shape, as opaque as said (0 to 255)."""
    shadow = picture.copy()
    shadow.fill((0, 0, 0, opacity), special_flags=pygame.BLEND_RGBA_MULT)
    return shadow


@dataclass(frozen=True)
class Overlay:
    """Drawing on the table itself of what a page tells of the board.

    `paint` is given the table as it lies. `faded` pieces are drawn faintly below it.
    """

    paint: Callable[[pygame.Surface, WidgetLayout, VirtualTable], None]
    faded: frozenset[str] = frozenset()


class TablePictures(ABC):
    """Pictures of one game's table for people, without state."""

    @abstractmethod
    def board(self, catalogue: Catalogue, px_per_mm: float) -> Print:
        """Return the board or mat, about so fine: a picture (BGR and alpha)."""

    def name_of(self, piece: Piece) -> str:  # noqa: ARG002 - games override it
        """Return the name beside a piece under the pointer; empty: none."""
        return ""

    @abstractmethod
    def name_places(self, surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
        """Draw the names of what lies beside the board, and what stands there: a box."""

    @abstractmethod
    def pieces(self, fonts: Fonts, unit_px: int) -> PiecePictures:
        """Return the pieces' pictures; the unit of the surface, a cell's side, has `unit_px`."""

    def overlay(self, page: Page, catalogue: Catalogue, fonts: Fonts) -> Overlay | None:  # noqa: ARG002
        """Return what is drawn on the table while this page is shown; None: nothing."""
        return None
