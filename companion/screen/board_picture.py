"""Picture of a game's board alone, such as for a choice between positions."""

import pygame

from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.pictures import Pictures


def board_picture(pictures: Pictures, fonts: Fonts, board: object, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of this size (width, height in pixels) with the board in its middle."""
    surface = pygame.Surface(size)
    surface.fill(theme.PANEL)
    canvas = Canvas(surface, fonts, lay_out_page(size, bar=False))
    pictures.paint_board(canvas, pictures.board_in(surface.get_rect()), board)
    return surface
