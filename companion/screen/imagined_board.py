"""Board that lies on no table, in a frame that says so."""

from collections.abc import Callable, Hashable

import pygame
from pygame import Rect

from companion.device.language import language_in_use, say
from companion.screen import scale, theme
from companion.screen.bar import draw_pressed
from companion.screen.canvas import Canvas
from companion.screen.page_layout import lay_out_page
from companion.screen.pages import Page, imagined_board
from companion.screen.pictures import Pictures
from companion.screen.text import Fonts
from companion.screen.theme import INK, theme_in_use

#: Height of the label in heights of its letters.
_LABEL_HIGH = 1.5
#: Height of the plate under the label, as a share of the room above the board.
_PLATE_HIGH = 0.92
#: Length of a dash of the frame, in widths of its line; the gap behind it is half as long.
_DASH = 5


def framed_board_in(short: int, board_in: Callable[[Rect], Rect]) -> Callable[[Rect], Rect]:
    """Return a function that gives the box of the largest framed board in a room.

    `board_in` gives that of a bare board. `short` is the shorter side (pixels) of the screen, by which letters are
    measured.
    """
    side, top = _margins(short)

    def outer(room: Rect) -> Rect:
        inside = Rect(room.left + side, room.top + top, max(1, room.width - 2 * side), max(1, room.height - top - side))
        board = board_in(inside)
        return Rect(board.left - side, board.top - top, board.width + 2 * side, board.height + top + side)

    return outer


def board_in_frame(short: int, frame: Rect) -> Rect:
    """Return the box of the board in a frame that `framed_board_in` gave (or moved)."""
    side, top = _margins(short)
    return Rect(frame.left + side, frame.top + top, frame.width - 2 * side, frame.height - top - side)


def paint_frame(canvas: Canvas, frame: Rect) -> None:
    """Paint the dashed frame round a board, and the label on its upper edge."""
    short = canvas.layout.short
    side, top = _margins(short)
    wide = max(2, side // 3)
    line = frame.inflate(-wide, -wide)
    line.top, line.height = frame.top + top // 2, frame.height - top // 2 - wide // 2
    for start, end in (
        (line.topleft, line.topright),
        (line.topright, line.bottomright),
        (line.bottomright, line.bottomleft),
        (line.bottomleft, line.topleft),
    ):
        _dashed(canvas.surface, pygame.Vector2(start), pygame.Vector2(end), wide)
    text, sizes = say("Only on the screen"), [scale.letters(short, share) for share in (scale.MIDDLE, scale.SMALL)]
    widths = [canvas.fonts.width(text, letters, bold=True) + 2 * side for letters in sizes]
    width, letters = next(
        ((needed, size) for needed, size in zip(widths, sizes, strict=True) if needed <= frame.width),
        (frame.width, sizes[-1]),
    )
    plate = Rect(0, 0, width, round(_PLATE_HIGH * top))
    plate.midtop = frame.midtop
    pygame.draw.rect(canvas.surface, theme.TEXT_SOFT, plate, border_radius=plate.height // 4)
    canvas.write(text, plate.inflate(-side, 0), INK, largest=letters, bold=True, wrap=False, across=0.5)


def _margins(short: int) -> tuple[int, int]:
    """Return how far the frame stands off the board at its sides and at its top, in pixels."""
    return scale.gap(short), round(_LABEL_HIGH * scale.letters(short, scale.MIDDLE))


def _dashed(surface: pygame.Surface, start: pygame.Vector2, end: pygame.Vector2, wide: int) -> None:
    length = start.distance_to(end)
    dashes = max(1, round(length / (1.5 * _DASH * wide)))
    # A dash at both ends: the corners are closed.
    step = (end - start) / (1.5 * dashes + 1)
    for number in range(dashes + 1):
        first = start + step * 1.5 * number
        pygame.draw.line(surface, theme.TEXT_SOFT, first, first + step, wide)


class ImaginedBoard:
    """Imagined board of a page, drawn in the place of the virtual table."""

    def __init__(self, fonts: Fonts, pictures: Pictures) -> None:
        self._fonts, self._pictures = fonts, pictures
        self._drawn: Hashable = None
        self._on: pygame.Surface | None = None
        #: The board's box in the window as it was drawn last; None while none is shown.
        self._box: Rect | None = None

    @property
    def is_shown(self) -> bool:
        """True while it stands in the table's place."""
        return self._box is not None

    def hide(self) -> None:
        """Give the table its place again."""
        self._box, self._drawn = None, None

    def draw(self, surface: pygame.Surface, page: Page, pressed: str | None = None) -> bool:
        """Draw the page's imagined board onto a surface, all of it; return True if it changed.

        `pressed` is the place of the board that a finger or the mouse is pressing.
        """
        board = imagined_board(page)
        assert board is not None
        shown, window = (
            (surface.get_size(), board, pressed, language_in_use(), theme_in_use()),
            surface.get_abs_parent(),
        )
        if shown == self._drawn and window is self._on:
            return False
        self._drawn, self._on = shown, window
        canvas = Canvas(surface, self._fonts, lay_out_page(surface.get_size(), bar=False))
        surface.fill(theme.BACKGROUND)
        short = canvas.layout.short
        frame = framed_board_in(short, self._pictures.board_in)(canvas.layout.body)
        box = board_in_frame(short, frame)
        self._pictures.paint_board(canvas, box, board)
        paint_frame(canvas, frame)
        if pressed is not None:
            draw_pressed(surface, self._pictures.place_box(box, board, pressed))
        self._box = box.move(surface.get_abs_offset())
        return True

    def place_at(self, page: Page, point: tuple[int, int]) -> str | None:
        """Return the place of the page's board under a pixel of the window."""
        board = imagined_board(page)
        if self._box is None or board is None:
            return None
        return self._pictures.place_at(self._box, board, point)
