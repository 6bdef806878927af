"""Rectangles of everything on a screen of any size, in pixels.

They are worked out from the size alone.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from pygame import Rect

from companion.screen.imagined_board import board_in_frame, framed_board_in
from companion.screen.page_layout import SMALLEST, WIDE
from engine.finstere_flure.board import ENTRANCE, EXIT, FILES, RAY, ROWS, Cell, Direction, cell_at, column_row

#: Width of the wall round the floor, in cells.
WALL_CELLS = 0.46
#: Width of the rulers above and at the left of the walls, in cells: files and rows, as sentences name them.
RULER_CELLS = 0.5
BOARD_COLUMNS = len(FILES) + 2 * WALL_CELLS + RULER_CELLS
BOARD_ROWS = len(ROWS) + 2 * WALL_CELLS + RULER_CELLS
#: The sides of the corner cells beside which tokens wait, and come to lie when they have escaped.
DOOR_SIDES = {ENTRANCE: Direction.S, EXIT: Direction.N}
#: Distance from the middle of a cell at the edge to the place beside the board, in cells.
_BESIDE_CELLS = 1.1
#: One at least this much higher than wide has it all below the board; between the two some of it stands at the right.
TALL = 1.25
#: A panel at least so high (pixels) has room for the rule behind what happens, too.
_ROOM_FOR_WHY = 480


class PlaybackButton(StrEnum):
    """The buttons on the screen."""

    BACK = "back"
    PLAY = "play"
    FORWARD = "forward"
    REPLAY = "replay"
    SPEED = "speed"
    LEAVE = "leave"


#: The buttons that lie side by side in the panel; the one to leave has the board's cut-off upper right corner.
ROW = (PlaybackButton.BACK, PlaybackButton.PLAY, PlaybackButton.FORWARD, PlaybackButton.REPLAY, PlaybackButton.SPEED)


@dataclass(frozen=True)
class BoardFrame:
    """Place of a board, in pixels.

    `box` is that of its outer walls and rulers, `cell` the side of a cell.
    """

    box: Rect
    cell: int

    @classmethod
    def within(cls, box: Rect) -> "BoardFrame":
        """Return the largest board that has room in `box`, in its middle."""
        cell = max(1, int(min(box.width / BOARD_COLUMNS, box.height / BOARD_ROWS)))
        board = Rect((0, 0), _board_size(cell))
        board.center = box.center
        return cls(board, cell)

    @classmethod
    def filling(cls, box: Rect) -> "BoardFrame":
        """Return the board whose box this is."""
        return cls(box, max(1, round(box.width / BOARD_COLUMNS)))

    @property
    def floor_origin(self) -> tuple[int, int]:
        """The pixel of the outer top-left corner of a1."""
        margin = round(WALL_CELLS * self.cell) + round(RULER_CELLS * self.cell)
        return self.box.left + margin, self.box.top + margin

    def cell_box(self, cell: Cell) -> Rect:
        """Return the pixels of a cell."""
        column, row = column_row(cell)
        left, top = self.floor_origin
        return Rect(left + column * self.cell, top + row * self.cell, self.cell, self.cell)

    def point_beside(self, cell: Cell, door: Cell | None, piece: str) -> tuple[float, float]:  # noqa: ARG002 - a table has places for pieces
        """Return the pixel beside the board from or to which a piece goes.

        It is beside the `door` (entrance or exit) or, without one, beside the edge that is nearest to `cell`.
        """
        beside = door or cell
        side = DOOR_SIDES[door] if door else min(Direction, key=lambda direction: len(RAY[cell, direction]))
        dx, dy = side.delta
        reach = len(RAY[beside, side]) + _BESIDE_CELLS
        x, y = self.cell_box(beside).center
        return x + dx * reach * self.cell, y + dy * reach * self.cell

    @property
    def entrance_room(self) -> Rect:
        """The cut-off corner above the entrance, in pixels: the room for tokens at the entrance."""
        corner = self.cell_box("n3")
        left, bottom = corner.left + round(0.6 * self.cell), corner.top - round(0.5 * self.cell)
        top = self.cell_box("l1").top - round(0.4 * self.cell)
        return Rect(left, top, self.box.right - left, bottom - top)

    def cell_at(self, point: tuple[int, int]) -> Cell | None:
        """Return the cell under a pixel."""
        left, top = self.floor_origin
        return cell_at((point[0] - left) // self.cell, (point[1] - top) // self.cell)


@dataclass(frozen=True)
class Boxes:
    """The screen's boxes; none overlaps another."""

    board: Rect
    caption: Rect
    card: Rect
    counter: Rect
    pips: Rect
    sight: Rect
    standing: Rect | None
    """None where nobody's tokens are counted."""
    why: Rect | None
    """None where there is no room for it."""
    status: Rect | None
    """None where there is no line for it."""


@dataclass(frozen=True)
class Layout:
    """Places of everything on a screen of `size`.

    `cell` is the side of a board cell, `gap` the usual space between. The buttons overlap no box and no other
    button, except for the one to leave, which lies in the board's cut-off corner.
    """

    size: tuple[int, int]
    gap: int
    cell: int
    boxes: Boxes
    buttons: dict[PlaybackButton, Rect]
    panel: Rect
    """The room for a list of all pieces where no move is shown."""
    board_frame: Rect | None = None
    """The frame round a board that lies on no table."""

    @property
    def roster(self) -> Rect:
        """The room for all tokens before the move: that of what is seen and why."""
        sight, why = self.boxes.sight, self.boxes.why
        return sight if why is None else sight.union(why)

    @property
    def frame(self) -> BoardFrame:
        """Frame of the board."""
        return BoardFrame(self.boxes.board, self.cell)

    @property
    def stage(self) -> Rect:
        """The room for what fills the eye: a card that is turned over, a meal."""
        return (
            self.boxes.board
            if self.boxes.board.width
            else self.boxes.caption.unionall([self.boxes.card, self.boxes.counter])
        )

    def cell_box(self, cell: Cell) -> Rect:
        """Return the pixels of a cell."""
        return self.frame.cell_box(cell)


def screen_layout(size: tuple[int, int], with_buttons: bool = True) -> Layout:
    """Return the boxes for a screen of `size` (width, height); exports need no buttons."""
    width, height = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
    if width >= WIDE * height:
        return _wide(width, height, with_buttons)
    if height < TALL * width:
        return _square(width, height, with_buttons)
    return _tall(width, height, with_buttons)


def framed(layout: Layout) -> Layout:
    """Return the layout with a frame in the place of its board, and the board inside it."""
    short = min(layout.size)

    def board_in(room: Rect) -> Rect:
        return BoardFrame.within(room).box

    frame = framed_board_in(short, board_in)(layout.boxes.board)
    board = BoardFrame.filling(board_in_frame(short, frame))
    return replace(layout, cell=board.cell, boxes=replace(layout.boxes, board=board.box), board_frame=frame)


def without_standing(layout: Layout) -> Layout:
    """Return the layout without the count of tokens; what is seen has its room if that is below."""
    boxes = layout.boxes
    sight, standing, why = boxes.sight, boxes.standing, boxes.why
    if standing is None or (standing.left, standing.width) != (sight.left, sight.width):
        return replace(layout, boxes=replace(boxes, standing=None))
    more = standing.height + layout.gap
    taller = Rect(sight.left, sight.top, sight.width, sight.height + more)
    return replace(layout, boxes=replace(boxes, sight=taller, standing=None, why=why and why.move(0, more)))


def layout_of_board(size: tuple[int, int], box: Rect) -> Layout:
    """Return the layout of a surface that has nothing but the board, in this box."""
    none = Rect(0, 0, 0, 0)
    boxes = Boxes(box, none, none, none, none, none, None, None, None)
    return Layout(size, 0, BoardFrame.filling(box).cell, boxes, {}, none)


def layout_without_board(size: tuple[int, int]) -> Layout:
    """Return the boxes where the board is shown elsewhere: all that is said of it, large."""
    width, height = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
    gap = max(6, round(min(width, height) * 0.02))
    panel = Rect(gap, gap, width - 2 * gap, height - 2 * gap)
    spoken = {"caption": 0.22, "hero": 0.18, "pips": 0.03}
    seen = {"sight": 0.34} | ({"why": 0.12} if panel.height >= _ROOM_FOR_WHY else {})
    if width > height:
        left, right = _columns(panel, gap, (0.5, 0.5))
        rows = _rows(left, gap, spoken | {"status": 0.05}) | _rows(right, gap, seen | {"standing": 0.22})
    else:
        rows = _rows(panel, gap, spoken | seen | {"standing": 0.21, "status": 0.05})
    hero = rows["hero"]
    card_share = min(0.5, 0.78 * hero.height / hero.width)
    card, counter = _columns(hero, gap, (card_share, 1 - card_share))
    boxes = Boxes(
        Rect(0, 0, 0, 0),
        rows["caption"],
        card,
        counter,
        rows["pips"],
        rows["sight"],
        rows["standing"],
        rows.get("why"),
        rows["status"],
    )
    return Layout((width, height), gap, _cell_for(width, height), boxes, {}, panel)


def _cell_for(width: int, height: int) -> int:
    return max(1, int(min(width / BOARD_COLUMNS, height / BOARD_ROWS)))


def _board_size(cell: int) -> tuple[int, int]:
    margins = 2 * round(WALL_CELLS * cell) + round(RULER_CELLS * cell)
    return len(FILES) * cell + margins, len(ROWS) * cell + margins


def _wide(width: int, height: int, with_buttons: bool) -> Layout:
    """Lay out a wide screen: the board at the left, the panel at the right.

    With buttons the caption is below the board, else in the panel.
    """
    gap = max(6, round(height * 0.02))
    panel_width = round(width * 0.29)
    caption_height = round(height * 0.15) + gap if with_buttons else 0
    cell = _cell_for(width - panel_width - 3 * gap, height - caption_height - 2 * gap)
    board = Rect((gap, gap), _board_size(cell))
    panel = Rect(board.right + gap, gap, width - board.right - 2 * gap, height - 2 * gap)
    if with_buttons:
        shares = {"hero": 0.2, "pips": 0.03, "sight": 0.29, "why": 0.16, "standing": 0.18, "buttons": 0.14}
    elif panel.height >= _ROOM_FOR_WHY:
        shares = {
            "hero": 0.14, "pips": 0.02, "caption": 0.27, "sight": 0.23, "why": 0.12, "standing": 0.17, "status": 0.05,
        }  # fmt: skip
    else:
        shares = {"hero": 0.14, "pips": 0.02, "caption": 0.31, "sight": 0.28, "standing": 0.2, "status": 0.06}
    rows = _rows(panel, gap if with_buttons else gap // 2, shares)
    hero = rows["hero"]
    card_share = min(0.5, 0.78 * hero.height / hero.width)
    card, counter = _columns(hero, gap, (card_share, 1 - card_share))
    caption = rows.get("caption", Rect(gap, board.bottom + gap, board.width, height - board.bottom - 2 * gap))
    boxes = Boxes(
        board,
        caption,
        card,
        counter,
        rows["pips"],
        rows["sight"],
        rows["standing"],
        rows.get("why"),
        rows.get("status"),
    )
    return Layout((width, height), gap, cell, boxes, _buttons(rows.get("buttons"), board, cell, gap), panel)


def _square(width: int, height: int, with_buttons: bool) -> Layout:
    """Lay out a square screen: the board with the card and what belongs to it at its right.

    Below it is the caption, then what is seen and why.
    """
    gap = max(6, round(height * 0.015))
    cell = _cell_for(round(width * 0.64) - 2 * gap, round(height * 0.5))
    board = Rect((gap, gap), _board_size(cell))
    column = Rect(board.right + gap, gap, width - board.right - 2 * gap, board.height)
    beside = _rows(column, gap, {"hero": 0.46, "pips": 0.06, "standing": 0.4})
    hero = beside["hero"]
    card_share = min(0.27, 0.78 * hero.height / hero.width)
    card, counter = _columns(hero, gap, (card_share, 1 - card_share))
    caption = Rect(gap, board.bottom + gap, width - 2 * gap, round(height * 0.18))
    panel = Rect(gap, caption.bottom + gap, width - 2 * gap, height - caption.bottom - 2 * gap)
    rows = _rows(panel, gap, {"low": 0.66} | ({"buttons": 0.34} if with_buttons else {"status": 0.09}))
    sight, why = _columns(rows["low"], gap, (0.6, 0.4))
    boxes = Boxes(board, caption, card, counter, beside["pips"], sight, beside["standing"], why, rows.get("status"))
    return Layout((width, height), gap, cell, boxes, _buttons(rows.get("buttons"), board, cell, gap), panel)


def _tall(width: int, height: int, with_buttons: bool) -> Layout:
    """Lay out a tall screen: card, counter and standing, the caption, the board, then the panel.

    The caption is above the board, as on all pages.
    """
    gap = max(6, round(height * 0.012))
    cell = _cell_for(width - 2 * gap, round(height * 0.46))
    board_width, board_height = _board_size(cell)
    hero = Rect(gap, gap, width - 2 * gap, round(height * 0.08))
    caption = Rect(gap, hero.bottom + gap, hero.width, round(height * 0.175))
    board = Rect((width - board_width) // 2, caption.bottom + gap, board_width, board_height)
    panel = Rect(gap, board.bottom + gap, hero.width, height - board.bottom - 2 * gap)
    shares = {"pips": 0.03, "sight": 0.34, "why": 0.22}
    rows = _rows(panel, gap, shares | ({"buttons": 0.16} if with_buttons else {"status": 0.07}))
    card_share = min(0.3, 0.78 * hero.height / hero.width)
    card, counter, standing = _columns(hero, gap, (card_share, 0.5 - card_share / 2, 0.5 - card_share / 2))
    boxes = Boxes(board, caption, card, counter, rows["pips"], rows["sight"], standing, rows["why"], rows.get("status"))
    return Layout((width, height), gap, cell, boxes, _buttons(rows.get("buttons"), board, cell, gap), panel)


def _rows(panel: Rect, gap: int, shares: dict[str, float]) -> dict[str, Rect]:
    """Return the panel cut into rows, top to bottom, each with its share of the height."""
    room = panel.height - gap * (len(shares) - 1)
    whole = sum(shares.values())
    rows: dict[str, Rect] = {}
    top = panel.top
    for name, share in shares.items():
        rows[name] = Rect(panel.left, top, panel.width, int(room * share / whole))
        top += rows[name].height + gap
    return rows


def _columns(row: Rect, gap: int, shares: tuple[float, ...]) -> list[Rect]:
    """Return a row cut into columns, each with its share of the width."""
    room = row.width - gap * (len(shares) - 1)
    columns: list[Rect] = []
    left = row.left
    for share in shares:
        columns.append(Rect(left, row.top, int(room * share / sum(shares)), row.height))
        left = columns[-1].right + gap
    return columns


def _buttons(row: Rect | None, board: Rect, cell: int, gap: int) -> dict[PlaybackButton, Rect]:
    """Return the buttons side by side in their row.

    The button to leave is in the board's cut-off upper right corner.
    """
    if row is None:
        return {}
    side = round(1.5 * cell)
    leave = Rect(board.right - side, board.top + round(RULER_CELLS * cell), side, side)
    return dict(zip(ROW, _columns(row, max(4, gap // 2), (1.0,) * len(ROW)), strict=True)) | {
        PlaybackButton.LEAVE: leave
    }
