"""Pictures of a board with one piece on a cell: a game draws its pieces.

It may also draw the ground.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import takewhile
from math import ceil

import pygame

from companion.cells.board import CellBoard
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.kept_pictures import KeptPictures
from companion.screen.pages import Tone
from companion.screen.pen import Pen
from companion.screen.pictures import BoardShrinking, Highlight
from companion.screen.signs import tone_colour
from companion.screen.theme import Rgb
from vision.model.surface import Grid

#: The margin round the cells for their letters and numbers, in cells.
_MARGIN = 0.5
#: Least margin, in cells, for each cell in a row: on large boards a cell is too small for letters.
_MARGIN_OF_BOARD = 1 / 14
#: The same where rows have numbers of two digits.
_MARGIN_OF_TWO_DIGITS = 1 / 12
#: Rows at most with numbers of one digit.
_ONE_DIGIT = 9
#: Height of a line for each pixel of its letters.
_LINE = 1.35
#: A piece's picture is so much of its cell.
_PIECE = 0.8
#: So much of a special cell's colour shimmers through.
_TINT = 0.35
#: A text on a cell is at most so high, in cells.
_LABEL = 0.6


class CellPictures(ABC):
    """The board's pictures; places are the cells."""

    #: The colours of the cells: of those whose column and row are together even, and of the others.
    #: None: those of the theme in use.
    ground: tuple[Rgb, Rgb] | None = None
    #: Pairs of cells between which a line is drawn, on boards whose pieces go along lines.
    links: Sequence[tuple[str, str]] = ()
    #: Colours of cells that are special; they shimmer through.
    tints: Mapping[str, Rgb] = {}
    board_shrinking = BoardShrinking.NOWHERE

    def __init__(self, fonts: Fonts, cells: Mapping[str, tuple[int, int]]) -> None:
        self.fonts = fonts
        self.grid = Grid(1.0, cells)
        # Letters stay readable where many cells are small.
        share = _MARGIN_OF_BOARD if self.grid.rows <= _ONE_DIGIT else _MARGIN_OF_TWO_DIGITS
        self._margin = max(_MARGIN, share * max(self.grid.columns, self.grid.rows))
        self._kept = KeptPictures()

    @abstractmethod
    def paint_piece(self, pen: Pen, piece: str) -> None:
        """Paint a piece or the sign of a player, in a circle of radius 1 about the middle."""

    @property
    @abstractmethod
    def emblem_piece(self) -> str:
        """The piece that stands for the game."""

    def emblem(self, size: int) -> pygame.Surface:
        """Return the picture of the emblem piece."""
        return self.sign(self.emblem_piece, size)

    def sign(self, sign: object, size: int) -> pygame.Surface:
        """Return a piece, drawn once and kept."""
        return self._kept.painted(sign, size, lambda pen: self.paint_piece(pen, str(sign)))

    def board_in(self, room: pygame.Rect) -> pygame.Rect:
        """Return the box of the largest board with square cells, letters and numbers beside it."""
        columns, rows = self.grid.columns + 2 * self._margin, self.grid.rows + 2 * self._margin
        cell = min(room.width / columns, room.height / rows)
        box = pygame.Rect(0, 0, int(cell * columns), int(cell * rows))
        box.center = room.center
        return box

    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        """Paint the cells, what is marked, and the pieces."""
        shown = board if isinstance(board, CellBoard) else CellBoard()
        side = self._cell(box)
        for name, (column, row) in self.grid.cells.items():
            cell = self._box(box, name)
            pygame.draw.rect(canvas.surface, self._ground(name, (column + row) % 2), cell)
            pygame.draw.rect(canvas.surface, theme.LINE, cell, 1)
        for start, end in self.links:
            ends = self._box(box, start).center, self._box(box, end).center
            pygame.draw.line(canvas.surface, theme.TEXT_SOFT, *ends, max(1, round(side / 24)))
        self._write_names(canvas, box)
        for name, tone in shown.marks:
            if name in self.grid.cells:
                pygame.draw.rect(canvas.surface, tone_colour(tone), self._box(box, name), max(2, round(side / 14)))
        for piece, name in shown.pieces:
            canvas.blit(self.sign(piece, round(side * _PIECE)), self._box(box, name).center)
        covered = {name for _, name in shown.pieces}
        for piece, name in shown.leaving:
            if name not in covered:
                canvas.blit(self.sign(piece, round(side * _PIECE)), self._box(box, name).center)
        for name, text in shown.labels:
            cell = self._box(box, name)
            if name in covered:
                # Beside the piece, in the lower right corner.
                half = pygame.Rect(0, 0, round(side * _LABEL / 2), round(side * _LABEL / 2))
                half.bottomright = cell.bottomright
                cell = half
            canvas.write(text, cell, theme.TEXT_SOFT, largest=round(side * _LABEL), across=0.5)
        for start, end in shown.ways:
            paint_way(canvas.surface, self._box(box, start).center, self._box(box, end).center, side)
        for _, name in shown.leaving:
            paint_way(canvas.surface, self._box(box, name).center, self._point_beside(box, name), side)

    def _ground(self, cell: str, parity: int) -> Rgb:
        ground = (self.ground or (theme.PANEL_RAISED, theme.PANEL))[parity]
        (red, green, blue), tint = ground, self.tints.get(cell, ground)
        return (
            round(red + _TINT * (tint[0] - red)),
            round(green + _TINT * (tint[1] - green)),
            round(blue + _TINT * (tint[2] - blue)),
        )

    def place_at(self, box: pygame.Rect, board: object | None, point: tuple[int, int], /) -> str | None:  # noqa: ARG002
        """Return the cell at a point of the box; None if there is none."""
        side = self._cell(box)
        return self.grid.cell_at(
            (point[0] - box.left) / side - self._margin, (point[1] - box.top) / side - self._margin
        )

    def place_box(self, box: pygame.Rect, board: object | None, place: str, /) -> pygame.Rect:  # noqa: ARG002
        """Return the cell's square."""
        return self._box(box, place)

    def highlight(self, box: pygame.Rect, board: object | None) -> Highlight | None:
        """Return the first cell that is marked as the one that matters now."""
        marks = board.marks if isinstance(board, CellBoard) else ()
        marked_now = (name for name, tone in marks if tone is Tone.NOW and name in self.grid.cells)
        return next((Highlight(self._box(box, name), Tone.NOW) for name in marked_now), None)

    def paint_played(self, surface: pygame.Surface, played: object) -> None:
        """Raise NotImplementedError: nothing is played on these boards."""
        raise NotImplementedError(f"nothing is played here: {played!r} on {surface}")

    def _cell(self, box: pygame.Rect) -> float:
        return box.width / (self.grid.columns + 2 * self._margin)

    def _box(self, box: pygame.Rect, cell: str) -> pygame.Rect:
        side = self._cell(box)
        column, row = self.grid.cells[cell]
        left, top = box.left + (column + self._margin) * side, box.top + (row + self._margin) * side
        return pygame.Rect(round(left), round(top), round(left + side) - round(left), round(top + side) - round(top))

    def _write_names(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Write the letters of the columns below them, the numbers of the rows to their left.

        Where cells are too small for letters every other column and row has a name, or every third; where the margin
        is, none has.
        """
        side, margin = self._cell(box), round(self._cell(box) * self._margin)
        if margin < canvas.layout.least * _LINE:
            return
        letters = {column: letter_of(name) for name, (column, _) in self.grid.cells.items()}
        numbers = {row: name.removeprefix(letter_of(name)) for name, (_, row) in self.grid.cells.items()}
        step = ceil(canvas.layout.least * _LINE / side)
        room = round(step * side)
        most = max(canvas.layout.least, min(round(margin * 0.7), int(room / _LINE)))
        for column in letters.keys() & {*range(0, self.grid.columns, step)}:
            name_box = pygame.Rect(0, box.bottom - margin, room, margin)
            name_box.centerx = box.left + round((column + 0.5 + self._margin) * side)
            canvas.write(letters[column], name_box, theme.TEXT_SOFT, largest=most, across=0.5)
        for row in numbers.keys() & {*range(0, self.grid.rows, step)}:
            name_box = pygame.Rect(box.left, 0, margin, room)
            name_box.centery = box.top + round((row + 0.5 + self._margin) * side)
            canvas.write(numbers[row], name_box, theme.TEXT_SOFT, largest=most, across=0.5)

    def _point_beside(self, box: pygame.Rect, cell: str) -> tuple[float, float]:
        """Return the point beside the board, beyond the edge that is nearest to the cell."""
        column, row = self.grid.cells[cell]
        x, y = self._box(box, cell).center
        steps = {
            (-1, 0): column,
            (1, 0): self.grid.columns - 1 - column,
            (0, -1): row,
            (0, 1): self.grid.rows - 1 - row,
        }
        dx, dy = min(steps, key=lambda side: steps[side])
        reach = (steps[dx, dy] + 0.5 + self._margin / 2) * self._cell(box)
        return x + dx * reach, y + dy * reach


def paint_way(
    surface: pygame.Surface,
    start: tuple[float, float],
    end: tuple[float, float],
    side: float,
) -> None:
    """Paint an arrow from one point to another on a board whose cells have this side (pixels)."""
    first, last = pygame.Vector2(start), pygame.Vector2(end)
    along = (last - first).normalize()
    across = along.rotate(90)
    tip, neck = last - along * side * 0.15, last - along * side * 0.4
    pygame.draw.line(surface, theme.ACCENT, first, neck, max(3, round(side / 12)))
    wing = across * side * 0.16
    pygame.draw.polygon(surface, theme.ACCENT, [tip, neck + wing, neck - wing])


def letter_of(cell: str) -> str:
    """Return the letters with which the name of a cell begins."""
    return "".join(takewhile(str.isalpha, cell))
