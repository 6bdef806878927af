"""Picture of a board of cells with discs for people: the same as on the companion's screen."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from companion.cells.board import CellBoard
from companion.cells.pieces import board_print
from companion.screen.pages import BoardPage, Page
from companion.screen.signs import TONES
from companion.screen.text import Fonts
from companion.virtual_table.pictures import Overlay, TablePictures, darkened
from companion.virtual_table.piece import Piece
from companion.virtual_table.widget_layout import WidgetLayout
from vision.model.catalogue import Catalogue
from vision.virtual import Print

if TYPE_CHECKING:
    from companion.screen.pictures import Pictures

#: How dark a shadow is, 0 to 255.
_SHADOW = 110


class DiscPictures:
    """Pieces as the screen has them, always upright."""

    def __init__(self, pictures: "Pictures", diameter: int) -> None:
        self._pictures, self._diameter = pictures, diameter

    def of(self, piece: Piece) -> pygame.Surface:
        """The piece."""
        return self._pictures.sign(piece.tag_id, self._diameter)

    def shadow(self, piece: Piece) -> pygame.Surface:
        """A dark disc."""
        return darkened(self.of(piece), _SHADOW)


class CellTablePictures(TablePictures):
    """The printed board, and the pieces of the screen."""

    def __init__(self, make: Callable[[Fonts], "Pictures"], disc_cells: float) -> None:
        """`make` makes the screen's pictures; `disc_cells` is a disc's diameter in cells."""
        self._make, self._disc_cells = make, disc_cells

    def board(self, catalogue: Catalogue, px_per_mm: float) -> Print:
        """The cells."""
        return board_print(catalogue.grid, px_per_mm)

    def name_places(self, surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
        """Do nothing: there are no other places."""

    def pieces(self, fonts: Fonts, unit_px: int) -> DiscPictures:
        """The pieces for cells of so many pixels."""
        return DiscPictures(self._make(fonts), round(unit_px * self._disc_cells))

    def overlay(self, page: Page, catalogue: Catalogue, fonts: Fonts) -> Overlay | None:  # noqa: ARG002
        """Frames round the cells that the page marks."""
        board = page.board if isinstance(page, BoardPage) else None
        if not isinstance(board, CellBoard) or not board.marks:
            return None
        return Overlay(lambda surface, layout: _paint_marks(surface, layout, catalogue, board))


def _paint_marks(surface: pygame.Surface, layout: WidgetLayout, catalogue: Catalogue, board: CellBoard) -> None:
    for cell, tone in board.marks:
        if cell in catalogue.grid.cells:
            x, y = layout.to_px(catalogue.grid.centre(cell))
            box = pygame.Rect(0, 0, layout.unit, layout.unit)
            box.center = round(x), round(y)
            pygame.draw.rect(surface, TONES[tone], box, max(3, layout.unit // 10), border_radius=layout.unit // 8)
