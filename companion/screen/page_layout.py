"""Layout of a page: the bar with three buttons and the ring at the bottom, the body above."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from pygame import Rect

from companion.screen import scale
from hardware.buttons import Button

#: A screen at least this much wider than high has things side by side, else one below the other.
WIDE = 1.15
#: A screen at least this much higher than wide has the sentence above the board: nothing there moves it.
_TALL = 1.3
#: Smaller windows show the picture of this size, cut off: nothing could be read there anyway.
SMALLEST = (320, 240)
#: From left to right, as on the real box.
BUTTON_ROW = (Button.BACK, Button.DRAW, Button.ADVANCE)
#: Height below which a screen is low (pixels): what can be touched takes more of it.
_LOW = 560
#: The height of a scrubber, as a share of what can be touched.
_SCRUBBER = 0.6
#: A column beside the board is worth having from this share of the screen's width.
_COLUMN = 0.25
#: The board's share of the body's width.
_BOARD_WIDE = 0.635
#: The board's share of the body's height, where the rest stands below it.
_BOARD_HIGH = 0.5
#: The same on a wide screen with more rows than have room beside the board.
_BOARD_LOW = 0.44
#: The board's share of the width there, at most.
_BOARD_ASIDE = 0.45


@dataclass(frozen=True)
class PageLayout:
    """The boxes of a page on a screen of `size`; none overlaps another.

    `short` is the screen's shorter side, by which letters are measured; `gap` the usual space between things. `body`
    is the room above the bar. `buttons` and `ring` are the bar; without one there are no buttons. Letters are
    `type_size` times as large as usual. `scrubber` is the line of a replay's moments between body and bar.
    """

    size: tuple[int, int]
    short: int
    gap: int
    body: Rect
    buttons: dict[Button, Rect]
    ring: Rect
    type_size: float = 1.0
    scrubber: Rect | None = None

    @property
    def wide(self) -> bool:
        """True if things stand beside the board, otherwise below it."""
        return self.size[0] >= WIDE * self.size[1]

    @property
    def tall(self) -> bool:
        """True if the sentence stands above the board."""
        return self.size[1] >= _TALL * self.size[0]

    @property
    def low(self) -> bool:
        """True if what can be touched takes much of the height."""
        return self.short < _LOW

    @cached_property
    def least(self) -> int:
        """The smallest letters (pixels)."""
        return ceil(self.short * scale.LEAST)

    @cached_property
    def touch(self) -> int:
        """The least height (pixels) of what can be touched."""
        return scale.touch(self.short)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of a page's letters (pixels), from the largest on."""
        return tuple(map(self.letters, (scale.LARGE, scale.MIDDLE, scale.SMALL)))

    def letters(self, share: float) -> int:
        """Return the letters' size (pixels), a share of the shorter side but never too small."""
        return max(self.least, scale.letters(self.short, share, self.type_size))


@dataclass(frozen=True)
class BoardBoxes:
    """A page with the board: where the board is, the title, and the room for all else.

    The status has a box of its own only where there is a column for it, else it stands at the foot of the panel. So has
    the sentence, which otherwise stands at the top of the panel.
    """

    board: Rect
    head: Rect
    panel: Rect
    status: Rect | None
    caption: Rect | None = None


def lay_out_page(
    size: tuple[int, int], *, bar: bool = True, type_size: float = 1.0, scrubs: bool = False
) -> PageLayout:
    """Return the boxes for a screen of `size` (width, height).

    Without the bar they are for pages on which nobody can press anything. `scrubs`: the page has a scrubber.
    """
    width, height = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
    short = min(width, height)
    gap = scale.gap(short)
    if not bar:
        body = Rect(gap, gap, width - 2 * gap, height - 2 * gap)
        return PageLayout((width, height), short, gap, body, {}, Rect(0, 0, 0, 0), type_size)
    bar_height = max(scale.touch(short), round(short * (0.145 if width >= WIDE * height else 0.165)))
    strip = Rect(gap, height - gap - bar_height, width - 2 * gap, bar_height)
    ring = Rect(strip.right - bar_height, strip.top, bar_height, bar_height)
    button_width = (ring.left - strip.left - len(BUTTON_ROW) * gap) // len(BUTTON_ROW)
    buttons = {
        button: Rect(strip.left + number * (button_width + gap), strip.top, button_width, bar_height)
        for number, button in enumerate(BUTTON_ROW)
    }
    scrubber = None
    if scrubs:
        # Fingers may miss it a little.
        line_height = round(_SCRUBBER * scale.touch(short))
        scrubber = Rect(strip.left, strip.top - gap - line_height, strip.width, line_height)
    body = Rect(gap, gap, width - 2 * gap, (scrubber or strip).top - 2 * gap)
    return PageLayout((width, height), short, gap, body, buttons, ring, type_size, scrubber)


def lay_out_board(
    layout: PageLayout, board_in: Callable[[Rect], Rect], smaller: float = 1.0, caption_height: int = 0
) -> BoardBoxes:
    """Return the boxes of a page's body with the board: the rest is right of it or below it.

    In a wide body the rest stands at the right of the board. `board_in` gives the box of the largest board in the
    middle of a room (see `Pictures.board_in`). A `smaller` board (below 1) leaves more room for the rest. On a tall
    screen the sentence has `caption_height` (pixels) above the board.
    """
    body, gap = layout.body, layout.gap
    head_height = _head_height(layout)
    if layout.wide:
        board = board_in(Rect(body.left, body.top, round(body.width * _BOARD_WIDE * smaller), body.height))
        board.left = body.left
        panel = Rect(board.right + gap, body.top, body.right - board.right - gap, body.height)
        head = Rect(panel.left, panel.top, panel.width, head_height)
        remaining = Rect(panel.left, head.bottom + gap, panel.width, panel.bottom - head.bottom - gap)
        return BoardBoxes(board, head, remaining, None)
    high = round(body.height * _BOARD_HIGH * smaller)
    if layout.tall:
        head = Rect(body.left, body.top, body.width, head_height)
        caption = Rect(body.left, head.bottom + gap, body.width, caption_height)
        room = Rect(body.left, caption.bottom + gap, body.width, high)
        board = board_in(room)
        board.top = room.top
        return BoardBoxes(board, head, _below(body, board.bottom + gap), None, caption)
    board = board_in(Rect(body.left, body.top, body.width, high))
    board.topleft = body.topleft
    beside = Rect(board.right + gap, body.top, body.right - board.right - gap, board.height)
    if beside.width > body.width * _COLUMN:
        # A nearly square screen: title, status and how all stand have room at the right of the board.
        head = Rect(beside.left, beside.top, beside.width, round(beside.height * 0.25))
        status = Rect(beside.left, head.bottom + gap, beside.width, beside.bottom - head.bottom - gap)
    else:
        head, status = Rect(body.left, body.top, body.width, head_height), None
        room = Rect(body.left, head.bottom + gap, body.width, high)
        board = board_in(room)
        board.top = room.top
    return BoardBoxes(board, head, _below(body, board.bottom + gap), status)


def lay_out_below_board(layout: PageLayout, board_in: Callable[[Rect], Rect]) -> BoardBoxes:
    """Return the boxes of a wide page whose rows have all of the width, below a small board.

    Title and sentence stand at the right of the board.
    """
    body, gap = layout.body, layout.gap
    board = board_in(Rect(body.left, body.top, round(body.width * _BOARD_ASIDE), round(body.height * _BOARD_LOW)))
    board.topleft = body.topleft
    left, bottom = board.right + gap, board.bottom
    head = Rect(left, body.top, body.right - left, _head_height(layout))
    caption = Rect(left, head.bottom + gap, head.width, bottom - head.bottom - gap)
    return BoardBoxes(board, head, _below(body, bottom + gap), None, caption)


def lay_out_without_board(layout: PageLayout) -> BoardBoxes:
    """Return the boxes of a page whose board is shown elsewhere: the rest has all of the body."""
    body, gap = layout.body, layout.gap
    head = Rect(body.left, body.top, body.width, _head_height(layout))
    return BoardBoxes(Rect(0, 0, 0, 0), head, _below(body, head.bottom + gap), None)


def _below(body: Rect, top: int) -> Rect:
    """Return the part of the body from this pixel on downwards."""
    return Rect(body.left, top, body.width, body.bottom - top)


def _head_height(layout: PageLayout) -> int:
    """Return the height of the title beside or above a board."""
    return round(layout.short * 0.089)


def from_top(room: Rect, height: int, gap: int) -> tuple[Rect, Rect]:
    """Return a box of this height at the top of the room, and what is left below it."""
    top = Rect(room.left, room.top, room.width, height)
    return top, Rect(room.left, top.bottom + gap, room.width, max(0, room.height - height - gap))


def from_bottom(room: Rect, height: int, gap: int) -> tuple[Rect, Rect]:
    """Return a box of this height at the bottom of the room, and what is left above it."""
    bottom = Rect(room.left, room.bottom - height, room.width, height)
    return bottom, Rect(room.left, room.top, room.width, max(0, room.height - height - gap))
