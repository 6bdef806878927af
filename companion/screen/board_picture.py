"""Picture of a game's board alone, such as for a choice between positions."""

import pygame

from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.pictures import Pictures

#: Sides of a room (pixels) in which the form of a board is measured.
_ROOM = 1000


def board_picture(pictures: Pictures, fonts: Fonts, board: object, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of this size (width, height in pixels) with the board in its middle."""
    surface = pygame.Surface(size)
    surface.fill(theme.PANEL)
    canvas = Canvas(surface, fonts, lay_out_page(size, bar=False))
    pictures.paint_board(canvas, pictures.board_in(surface.get_rect()), board)
    return surface


def board_aspect(pictures: Pictures) -> float:
    """Return the width of a game's boards in their height; 1 for those that take all the room."""
    board = pictures.board_in(pygame.Rect(0, 0, _ROOM, _ROOM))
    return board.width / board.height
