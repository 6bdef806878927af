"""Interface between the screen and a game's pictures: signs, the board, played animations.

The values that it draws are the game's own; pages carry them to it (see `pages`). Of one game's pictures there
is one object for each window, made with the window's fonts, so that it can keep its drawings.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

import pygame

from companion.screen.canvas import Canvas
from companion.screen.pages import Tone


@dataclass(frozen=True)
class Highlight:
    """Calm pulse round the place of the board (`box`, in pixels) for hands or eyes."""

    box: pygame.Rect
    tone: Tone


class BoardShrinking(Enum):
    """Widths at which a board may be drawn smaller, to leave more room for the things beside it."""

    NOWHERE = auto()
    NARROW = auto()
    EVERYWHERE = auto()


class Pictures(Protocol):
    """Pictures of one game on pages; all boxes and points are pixels of the drawn surface.

    A `board` is the value of `BoardPage.board`, None if nothing is on it yet. Its pictures depend on nothing but
    the arguments and the language in use.
    """

    board_shrinking: BoardShrinking
    """Where the board is drawn smaller if rows beside it had to be scrolled otherwise."""

    def emblem(self, size: int) -> pygame.Surface:
        """Return the game's own sign, `size` pixels wide."""

    def sign(self, sign: object, size: int) -> pygame.Surface:
        """Return the sign of a player or piece (`Row.sign`, `BoardPage.sign`), `size` pixels wide."""

    def board_in(self, room: pygame.Rect) -> pygame.Rect:
        """Return the box of the largest board that fits into `room`, in its middle.

        It is the same for the same size.
        """

    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        """Paint the board with its static content into a box that `board_in` gave (or moved).

        It is painted before anything else of its page and may colour the ground round itself, too.
        """

    def place_at(self, box: pygame.Rect, board: object | None, point: tuple[int, int], /) -> str | None:
        """Return the id of the board's place that a touch at a point means; None: there is none."""

    def place_box(self, box: pygame.Rect, board: object | None, place: str, /) -> pygame.Rect:
        """Return the box of a place, by its id: it is set apart while it is pressed."""

    def highlight(self, box: pygame.Rect, board: object | None) -> Highlight | None:
        """Return the place that is highlighted, if there is one."""

    def paint_played(self, surface: pygame.Surface, played: object) -> None:
        """Paint a moment of what a `PlayedPage` plays; it fills the whole surface."""
