"""Where everything is on a page: the bar with the three buttons and the ring at the bottom, the rest above it."""

from dataclasses import dataclass
from math import ceil

from pygame import Rect

from companion.games.finstere_flure.screen.layout import SMALLEST, WIDE, BoardFrame
from hardware.buttons import Button

#: From left to right, as on the real box.
BUTTON_ROW = (Button.BACK, Button.DRAW, Button.ADVANCE)
#: No letters are smaller than this share of the screen's shorter side.
LEAST_LETTERS = 1 / 45
#: What can be touched is at least so many pixels high (on small screens), and this share of the shorter side.
TOUCH_PIXELS = 44
TOUCH_SHARE = 0.072
#: A column beside the board is worth having from this share of the screen's width.
_COLUMN = 0.25


@dataclass(frozen=True)
class PageLayout:
    """The boxes of a page on a screen of `size`; none overlaps another.

    `short` is the screen's shorter side, by which letters are measured; `gap` the usual space between things. `body`
    is the room above the bar. `buttons` and `ring` are the bar.
    """

    size: tuple[int, int]
    short: int
    gap: int
    body: Rect
    buttons: dict[Button, Rect]
    ring: Rect

    @property
    def wide(self) -> bool:
        """Whether things stand beside the board, else below it."""
        return self.size[0] >= WIDE * self.size[1]

    @property
    def least(self) -> int:
        """The smallest letters (pixels)."""
        return ceil(self.short * LEAST_LETTERS)

    @property
    def touch(self) -> int:
        """The least height (pixels) of what can be touched."""
        return _touch(self.short)

    def letters(self, share: float) -> int:
        """Letters of this share of the shorter side, but never too small ones."""
        return max(self.least, round(self.short * share))


@dataclass(frozen=True)
class BoardBoxes:
    """A page with the board: where the board is, the title, and the room for all else.

    The status has a box of its own only where there is a column for it, else it stands at the foot of the panel.
    """

    board: BoardFrame
    head: Rect
    panel: Rect
    status: Rect | None


def _touch(short: int) -> int:
    return max(TOUCH_PIXELS, round(short * TOUCH_SHARE))


def lay_out_page(size: tuple[int, int]) -> PageLayout:
    """The boxes for a screen of `size` (width, height)."""
    width, height = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
    short = min(width, height)
    gap = max(6, round(short * 0.018))
    bar_height = max(_touch(short), round(short * (0.145 if width >= WIDE * height else 0.165)))
    bar = Rect(gap, height - gap - bar_height, width - 2 * gap, bar_height)
    ring = Rect(bar.right - bar_height, bar.top, bar_height, bar_height)
    button_width = (ring.left - bar.left - len(BUTTON_ROW) * gap) // len(BUTTON_ROW)
    buttons = {
        button: Rect(bar.left + number * (button_width + gap), bar.top, button_width, bar_height)
        for number, button in enumerate(BUTTON_ROW)
    }
    body = Rect(gap, gap, width - 2 * gap, bar.top - 2 * gap)
    return PageLayout((width, height), short, gap, body, buttons, ring)


def lay_out_board(layout: PageLayout) -> BoardBoxes:
    """The body of a page with the board: in a wide one the rest stands at the right of the board, else below it."""
    body, gap = layout.body, layout.gap
    head_height = round(layout.short * 0.085)
    if layout.wide:
        frame = _at_left(Rect(body.left, body.top, round(body.width * 0.635), body.height))
        panel = Rect(frame.box.right + gap, body.top, body.right - frame.box.right - gap, body.height)
        head = Rect(panel.left, panel.top, panel.width, head_height)
        rest = Rect(panel.left, head.bottom + gap, panel.width, panel.bottom - head.bottom - gap)
        return BoardBoxes(frame, head, rest, None)
    frame = _on_top(_at_left(Rect(body.left, body.top, body.width, round(body.height * 0.5))), body.top)
    beside = Rect(frame.box.right + gap, body.top, body.right - frame.box.right - gap, frame.box.height)
    if beside.width > body.width * _COLUMN:
        # A nearly square screen: title and status have room at the right of the board.
        head = Rect(beside.left, beside.top, beside.width, round(beside.height * 0.45))
        status = Rect(beside.left, head.bottom + gap, beside.width, beside.bottom - head.bottom - gap)
    else:
        head, status = Rect(body.left, body.top, body.width, head_height), None
        room = Rect(body.left, head.bottom + gap, body.width, round(body.height * 0.5))
        frame = _on_top(BoardFrame.within(room), room.top)
    panel = Rect(body.left, frame.box.bottom + gap, body.width, body.bottom - frame.box.bottom - gap)
    return BoardBoxes(frame, head, panel, status)


def _at_left(room: Rect) -> BoardFrame:
    """The largest board in the room, at its left side."""
    board = BoardFrame.within(room)
    return BoardFrame(board.box.move(room.left - board.box.left, 0), board.cell)


def _on_top(board: BoardFrame, top: int) -> BoardFrame:
    """The board moved up or down."""
    return BoardFrame(board.box.move(0, top - board.box.top), board.cell)
