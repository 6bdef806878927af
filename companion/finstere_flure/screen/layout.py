"""Where everything is on a screen of any size: rectangles in pixels, worked out from the size alone."""

from dataclasses import dataclass
from enum import StrEnum

from pygame import Rect

from engine.finstere_flure.board import FILES, ROWS, Cell, column_row

#: Width of the wall round the floor, in cells.
WALL_CELLS = 0.46
BOARD_COLUMNS = len(FILES) + 2 * WALL_CELLS
BOARD_ROWS = len(ROWS) + 2 * WALL_CELLS
#: A screen at least this much wider than high has the panel at the right, else below the board.
WIDE = 1.15
#: Smaller windows show the picture of this size, cut off: nothing could be read there anyway.
SMALLEST = (320, 240)


class Button(StrEnum):
    """The buttons on the screen."""

    BACK = "back"
    PLAY = "play"
    FORWARD = "forward"
    REPLAY = "replay"
    SPEED = "speed"
    LEAVE = "leave"


#: The buttons that lie side by side in the panel; the one to leave has the board's cut-off upper right corner.
ROW = (Button.BACK, Button.PLAY, Button.FORWARD, Button.REPLAY, Button.SPEED)


@dataclass(frozen=True)
class Layout:
    """The screen's boxes; `cell` is the side of a board cell in pixels.

    None overlaps another, but for the button to leave, which lies in the board's cut-off corner.
    """

    size: tuple[int, int]
    gap: int
    cell: int
    board: Rect
    caption: Rect
    card: Rect
    counter: Rect
    pips: Rect
    sight: Rect
    eaten: Rect
    why: Rect
    buttons: dict[Button, Rect]

    @property
    def boxes(self) -> dict[str, Rect]:
        """All boxes by name."""
        named = {
            "board": self.board,
            "caption": self.caption,
            "card": self.card,
            "counter": self.counter,
            "pips": self.pips,
            "sight": self.sight,
            "eaten": self.eaten,
            "why": self.why,
        }
        return named | {f"button {button}": box for button, box in self.buttons.items()}

    @property
    def panel(self) -> Rect:
        """What the boxes beside or below the board cover together."""
        return self.card.unionall([self.counter, self.pips, self.sight, self.eaten, self.why])

    def cell_box(self, cell: Cell) -> Rect:
        """The pixels of a cell."""
        column, row = column_row(cell)
        left, top = self.floor_origin
        return Rect(left + column * self.cell, top + row * self.cell, self.cell, self.cell)

    @property
    def floor_origin(self) -> tuple[int, int]:
        """The pixel of the outer top-left corner of a1."""
        wall = round(WALL_CELLS * self.cell)
        return self.board.left + wall, self.board.top + wall


def lay_out(size: tuple[int, int], with_buttons: bool = True) -> Layout:
    """The boxes for a screen of `size` (width, height); pictures to export need no buttons."""
    width, height = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
    if width >= WIDE * height:
        return _wide(width, height, with_buttons)
    return _tall(width, height, with_buttons)


def _cell_for(width: int, height: int) -> int:
    return max(1, int(min(width / BOARD_COLUMNS, height / BOARD_ROWS)))


def _board_size(cell: int) -> tuple[int, int]:
    wall = round(WALL_CELLS * cell)
    return len(FILES) * cell + 2 * wall, len(ROWS) * cell + 2 * wall


def _wide(width: int, height: int, with_buttons: bool) -> Layout:
    """The board at the left with the caption below it, the panel at the right."""
    gap = max(6, round(height * 0.02))
    caption_height = round(height * 0.15)
    panel_width = round(width * 0.29)
    cell = _cell_for(width - panel_width - 3 * gap, height - caption_height - 3 * gap)
    board_width, board_height = _board_size(cell)
    board = Rect(gap, gap, board_width, board_height)
    caption = Rect(gap, board.bottom + gap, board_width, height - board.bottom - 2 * gap)
    panel = Rect(board.right + gap, gap, width - board.right - 2 * gap, height - 2 * gap)
    return _with_panel((width, height), gap, cell, board, caption, panel, with_buttons)


def _tall(width: int, height: int, with_buttons: bool) -> Layout:
    """The board on top, the caption below it, then the panel."""
    gap = max(6, round(height * 0.012))
    cell = _cell_for(width - 2 * gap, round(height * 0.46))
    board_width, board_height = _board_size(cell)
    board = Rect((width - board_width) // 2, gap, board_width, board_height)
    caption = Rect(gap, board.bottom + gap, width - 2 * gap, round(height * 0.18))
    panel = Rect(gap, caption.bottom + gap, width - 2 * gap, height - caption.bottom - 2 * gap)
    return _with_panel((width, height), gap, cell, board, caption, panel, with_buttons)


def _with_panel(
    size: tuple[int, int], gap: int, cell: int, board: Rect, caption: Rect, panel: Rect, with_buttons: bool
) -> Layout:
    """Fills the panel from top to bottom: card and counter, pips, what is seen, what is eaten, why, buttons."""
    shares = {"hero": 0.22, "pips": 0.03, "sight": 0.33, "eaten": 0.1, "why": 0.18, "buttons": 0.14}
    if not with_buttons:
        del shares["buttons"]
    room = panel.height - gap * (len(shares) - 1)
    whole = sum(shares.values())
    rows: dict[str, Rect] = {}
    top = panel.top
    for name, share in shares.items():
        row_height = int(room * share / whole)
        rows[name] = Rect(panel.left, top, panel.width, row_height)
        top += row_height + gap
    hero = rows["hero"]
    card_width = min(round(hero.height * 0.78), hero.width // 2)
    card = Rect(hero.left, hero.top, card_width, hero.height)
    counter = Rect(card.right + gap, hero.top, hero.width - card_width - gap, hero.height)
    buttons = {}
    if with_buttons:
        buttons = _row_of_buttons(rows["buttons"], gap) | {Button.LEAVE: _corner_button(board, cell)}
    return Layout(
        size, gap, cell, board, caption, card, counter, rows["pips"], rows["sight"], rows["eaten"], rows["why"], buttons
    )


def _row_of_buttons(row: Rect, gap: int) -> dict[Button, Rect]:
    space = max(4, gap // 2)
    width = (row.width - space * (len(ROW) - 1)) // len(ROW)
    return {
        button: Rect(row.left + number * (width + space), row.top, width, row.height)
        for number, button in enumerate(ROW)
    }


def _corner_button(board: Rect, cell: int) -> Rect:
    side = round(1.5 * cell)
    return Rect(board.right - side, board.top, side, side)
