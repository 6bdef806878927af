"""Pictures of the table of Finstere Flure for people at the virtual table."""

import pygame

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.virtual_table.overlay import FinstereFlureOverlays
from companion.games.finstere_flure.virtual_table.piece_pictures import FinstereFlurePiecePictures
from companion.games.finstere_flure.virtual_table.places import BOX_FRAME
from companion.games.finstere_flure.virtual_table.scene import board_print
from companion.screen.pages import Page
from companion.screen.text import Fonts
from companion.screen.theme import INK, WHITE, mix
from companion.virtual_table.ground import paint_label
from companion.virtual_table.pictures import Overlay, TablePictures
from companion.virtual_table.widget_layout import WidgetLayout
from engine.finstere_flure.board import FILES, ROWS
from vision.model.catalogue import Catalogue
from vision.virtual import Print
from vision.virtual.wood import WOOD

#: How much darker the inside of the box is.
_BOX_SHADE = (0, 0, 0, 96)
#: Distance of the rulers from the floor, in cells.
_RULER_CELLS = 0.62
#: Least size of the rulers' letters (pixels).
_LEAST_RULER = 11


_OVERLAYS = FinstereFlureOverlays()


class FinstereFlureTablePictures(TablePictures):
    """Our drawing of the board, our pieces, and the box."""

    def board(self, catalogue: Catalogue, px_per_mm: float) -> Print:
        """Return the board with its walls."""
        return board_print(catalogue.grid.cell_mm, px_per_mm)

    def name_places(self, surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
        """Draw the box, and name where tokens stand that are not on the board."""
        _paint_box(surface, layout, fonts)
        _name_places(surface, layout, fonts)
        _rulers(surface, layout, fonts)

    def overlay(self, page: Page, catalogue: Catalogue, fonts: Fonts) -> Overlay | None:
        """Return the ways of tokens, the work of hands, and the monster's move."""
        return _OVERLAYS.of(page, catalogue, fonts)

    def pieces(self, fonts: Fonts, unit_px: int) -> FinstereFlurePiecePictures:
        """Return the pieces for cells of so many pixels."""
        return FinstereFlurePiecePictures(fonts, unit_px)


PICTURES = FinstereFlureTablePictures()


def _paint_box(surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
    left, top = layout.to_px((BOX_FRAME[0] * layout.unit_mm, BOX_FRAME[1] * layout.unit_mm))
    right, bottom = layout.to_px((BOX_FRAME[2] * layout.unit_mm, BOX_FRAME[3] * layout.unit_mm))
    box = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
    corner = layout.unit // 3
    inside = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.rect(inside, _BOX_SHADE, inside.get_rect(), border_radius=corner)
    surface.blit(inside, box)
    pygame.draw.rect(surface, mix(WOOD, (255, 255, 255), 0.25), box, max(1, layout.unit // 14), border_radius=corner)
    label = pygame.Rect(0, 0, 3 * layout.unit, round(0.6 * layout.unit))
    label.bottomleft = (box.left + corner, box.bottom - corner // 2)
    paint_label(surface, say("Box"), label, layout, fonts)


def _name_places(surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
    """Name the places of tokens that are not on the board."""
    for text, (x, y), across in ((say("At the entrance"), (0.2, 12.2), 0.0), (say("Escaped"), (11.8, -1.6), 1.0)):
        left, top = layout.to_px((x * layout.unit_mm, y * layout.unit_mm))
        label = pygame.Rect(round(left), round(top), 6 * layout.unit, round(0.6 * layout.unit))
        if across:
            label.right = label.left
        paint_label(surface, text, label, layout, fonts, across=across)


def _rulers(surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
    """Draw files and rows on a dark band beside the walls, as sentences name the cells."""
    size = max(_LEAST_RULER, round(0.42 * layout.unit))
    places = [(name, number + 0.5, -_RULER_CELLS) for number, name in enumerate(FILES)]
    places += [(str(row), -_RULER_CELLS, number + 0.5) for number, row in enumerate(ROWS)]
    for name, column, line in places:
        picture = fonts.render(name, size, True, WHITE)
        middle = layout.to_px((column * layout.unit_mm, line * layout.unit_mm))
        plate = picture.get_bounding_rect().inflate(size // 2, size // 3)
        plate.center = round(middle[0]), round(middle[1])
        pygame.draw.rect(surface, INK, plate, border_radius=size // 4)
        inside = picture.get_bounding_rect()
        surface.blit(picture, (plate.centerx - inside.centerx, plate.centery - inside.centery))
