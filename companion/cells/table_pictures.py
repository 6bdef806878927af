"""Picture of a board of cells with discs for people: the same as on the companion's screen."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pygame

from companion.cells.board import CellBoard, disc_of
from companion.cells.pictures import CellPictures, letter_of, paint_way
from companion.cells.pieces import board_print, place_beside_mm
from companion.screen import theme
from companion.screen.pages import BoardPage, Page
from companion.screen.scale import LEGIBLE_PX
from companion.screen.signs import tone_colour
from companion.screen.text import Fonts
from companion.screen.theme import Rgb, mix
from companion.virtual_table.pictures import Overlay, TablePictures, darkened
from companion.virtual_table.piece import Piece, Point
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.widget_layout import WidgetLayout
from vision.model.catalogue import Catalogue
from vision.model.surface import Grid
from vision.virtual import Print
from vision.virtual.wood import WOOD

if TYPE_CHECKING:
    from companion.screen.pictures import Pictures

#: How dark a shadow is, 0 to 255.
_SHADOW = 110
#: Letters of the names of columns and rows, in cells.
_NAME = 0.32
#: How strong the colour of a special cell is, 0 to 255.
_TINT = 100
#: Colour of lines and texts on the printed board (red, green, blue).
_INK: Rgb = (60, 48, 40)


class DiscPictures:
    """Pieces as the screen has them, always upright."""

    def __init__(self, pictures: "Pictures", diameter: int) -> None:
        self._pictures, self._diameter = pictures, diameter

    def of(self, piece: Piece) -> pygame.Surface:
        """Return the piece."""
        return self._pictures.sign(piece.tag_id, self._diameter)

    def shadow(self, piece: Piece) -> pygame.Surface:
        """Return a dark disc."""
        return darkened(self.of(piece), _SHADOW)


class CellTablePictures(TablePictures):
    """The printed board, and the pieces of the screen."""

    def __init__(self, make: Callable[[Fonts], "Pictures"], disc_cells: float) -> None:
        """Keep `make`, which makes the screen's pictures, and a disc's diameter in cells."""
        self._make, self._disc_cells = make, disc_cells

    def board(self, catalogue: Catalogue, px_per_mm: float) -> Print:
        """Return the cells."""
        return board_print(catalogue.grid, px_per_mm)

    def name_places(self, surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
        """Draw the board's lines and special cells, as the screen has them."""
        pictures = self._make(fonts)
        if isinstance(pictures, CellPictures):
            _paint_lines(surface, layout, pictures)
            _name_lines(surface, layout, fonts, pictures.grid)

    def pieces(self, fonts: Fonts, unit_px: int) -> DiscPictures:
        """Return the pieces for cells of so many pixels."""
        return DiscPictures(self._make(fonts), round(unit_px * self._disc_cells))

    def overlay(self, page: Page, catalogue: Catalogue, fonts: Fonts) -> Overlay | None:
        """Return frames round marked cells, texts on cells, and ways of pieces; None: nothing."""
        board = page.board if isinstance(page, BoardPage) else None
        if not isinstance(board, CellBoard) or not (board.marks or board.labels or board.ways or board.leaving):
            return None

        def paint(surface: pygame.Surface, layout: WidgetLayout, table: VirtualTable) -> None:
            _paint_marks(surface, layout, catalogue, board)
            _paint_labels(surface, layout, catalogue, board, fonts)
            for start, end in ways_mm(table, board):
                paint_way(surface, layout.to_px(start), layout.to_px(end), layout.unit)

        return Overlay(paint)


def _paint_lines(surface: pygame.Surface, layout: WidgetLayout, pictures: CellPictures) -> None:
    left, top = layout.to_px((0.0, 0.0))
    places = {
        cell: (left + (column + 0.5) * layout.unit, top + (row + 0.5) * layout.unit)
        for cell, (column, row) in pictures.grid.cells.items()
    }
    for cell, colour in pictures.tints.items():
        shimmer = pygame.Surface((layout.unit, layout.unit), pygame.SRCALPHA)
        shimmer.fill((*colour, _TINT))
        surface.blit(shimmer, shimmer.get_rect(center=places[cell]))
    for start, end in pictures.links:
        pygame.draw.line(surface, _INK, places[start], places[end], max(1, layout.unit // 20))


def _name_lines(surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts, grid: Grid) -> None:
    """Name columns and rows beside the board, where each has one name that can be read."""
    letters = round(_NAME * layout.unit)
    columns, rows = line_names(grid)
    if letters < LEGIBLE_PX or not columns:
        return
    left, top = layout.to_px((0.0, 0.0))
    high = top + grid.rows * layout.unit
    for column, name in columns.items():
        picture = fonts.render(name, letters, False, mix(theme.TEXT, WOOD, 0.3))
        surface.blit(picture, picture.get_rect(midtop=(left + (column + 0.5) * layout.unit, high)))
    for row, name in rows.items():
        picture = fonts.render(name, letters, False, mix(theme.TEXT, WOOD, 0.3))
        surface.blit(picture, picture.get_rect(midright=(left - letters / 4, top + (row + 0.5) * layout.unit)))


def line_names(grid: Grid) -> tuple[dict[int, str], dict[int, str]]:
    """Return the names of columns and of rows; nothing if cells are named otherwise."""
    columns: dict[int, set[str]] = {}
    rows: dict[int, set[str]] = {}
    for cell, (column, row) in grid.cells.items():
        letters = letter_of(cell)
        columns.setdefault(column, set()).add(letters)
        rows.setdefault(row, set()).add(cell[len(letters) :])
    names = [*columns.values(), *rows.values()]
    if any(len(name) > 1 or "" in name for name in names):
        return {}, {}
    return {column: min(name) for column, name in columns.items()}, {row: min(name) for row, name in rows.items()}


def _paint_labels(
    surface: pygame.Surface, layout: WidgetLayout, catalogue: Catalogue, board: CellBoard, fonts: Fonts
) -> None:
    covered = {cell for _, cell in board.pieces}
    for cell, text in board.labels:
        x, y = layout.to_px(catalogue.grid.centre(cell))
        picture = fonts.render(text, round(layout.unit * (0.3 if cell in covered else 0.55)), True, _INK)
        box = picture.get_rect(center=(x, y))
        if cell in covered:
            # Beside the piece, in the lower right corner.
            box.bottomright = round(x + layout.unit / 2), round(y + layout.unit / 2)
        surface.blit(picture, box)


def ways_mm(table: VirtualTable, board: CellBoard) -> Iterator[tuple[Point, Point]]:
    """Yield the start and the end of each way, in mm.

    A way off the board ends at the place of its disc.
    """
    centre = table.catalogue.grid.centre
    for start, end in board.ways:
        yield centre(start), centre(end)
    for piece, cell in board.leaving:
        if disc_of(piece) in table.pieces:
            yield centre(cell), place_beside_mm(table, disc_of(piece))


def _paint_marks(surface: pygame.Surface, layout: WidgetLayout, catalogue: Catalogue, board: CellBoard) -> None:
    for cell, tone in board.marks:
        if cell in catalogue.grid.cells:
            x, y = layout.to_px(catalogue.grid.centre(cell))
            box = pygame.Rect(0, 0, layout.unit, layout.unit)
            box.center = round(x), round(y)
            pygame.draw.rect(surface, tone_colour(tone), box, max(3, layout.unit // 10), border_radius=layout.unit // 8)
