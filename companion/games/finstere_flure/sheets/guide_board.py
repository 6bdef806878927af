"""Page of instructions about the board: places of the references, to scale."""

from collections.abc import Collection

from companion.device.sentences import listed, number_text, together
from companion.games.finstere_flure.language import later, say
from companion.games.finstere_flure.tags import TagSizes
from companion.sheets.drawing import FLOOR, draw_sticker
from companion.sheets.layout import CONTENT_MM, SheetPage
from companion.sheets.pen import GREY, PdfPen, Point
from companion.sheets.reference_geometry import centre_in_cells, corner_cell, half_size, in_corner, side_cells
from companion.sheets.references import reference_sticker
from engine.finstere_flure.board import CELLS, ENTRANCE, EXIT, FILES, WALL_LETTER, Cell, Direction, column_row
from vision.model.catalogue import Catalogue, Tag

_TEXT_MM = 2.9
_SMALL_MM = 2.3
#: Dimensions and the lines to align with.
_RED = "#c00000"
#: The side of a cell in the drawing of the whole board, and the board's place in the content area.
_CELL_MM = 8.8
_BOARD_AT = ((CONTENT_MM[0] - len(FILES) * _CELL_MM) / 2, 6.5)
_BELOW_BOARD_MM = 112.0
#: The side of a detail of the board.
_DETAIL_MM = 46.0
_SMALL_TEXT = later(
    "Both tongue tips end on the outer line (red), their arrows on the grid lines. The "
    "wall's letter shows between them."
)


def board_page(catalogue: Catalogue, sizes: TagSizes) -> SheetPage:
    """Return the page with the board, and details of it at the references."""
    notes = (
        say(
            "Seen from above, with the exit a1 at the top left. The camera must see all six; if "
            "later a hand covers one, the others are enough."
        ),
        say(
            "Keep manifest.json: it tells the program what you printed. After printing in other "
            "sizes, use the new one: companion predict photo.jpg --card 8 --tags manifest.json"
        ),
    )
    drawn = _BoardGuide(catalogue, sizes)
    words = (together(say("Large cards."), drawn.large_text), together(say("Small cards."), say(_SMALL_TEXT)))
    return SheetPage(say("How to tag your game: the board"), notes, paint=drawn.paint, words=words)


class _BoardGuide:
    def __init__(self, catalogue: Catalogue, sizes: TagSizes) -> None:
        self._references = catalogue.references
        self._sizes = sizes
        self._grid = catalogue.grid

    def paint(self, pen: PdfPen) -> None:
        """Draw the page's content area."""
        with pen.moved(*_BOARD_AT):
            _draw_cells(pen, CELLS, _CELL_MM, {EXIT, ENTRANCE, *self._cells_at_references()})
            pen.text(1.1 * _CELL_MM, 0.5 * _CELL_MM, say("exit"), 2.6, bold=True)
            pen.text(14.9 * _CELL_MM, 10.5 * _CELL_MM, say("entrance"), 2.6, "right", bold=True)
            for tag in self._references:
                self._draw_reference(pen, tag, _CELL_MM)
                self._draw_distances(pen, tag)
        with pen.moved(0, _BELOW_BOARD_MM):
            self._large_cards(pen)
        with pen.moved(2 * _DETAIL_MM + 34, _BELOW_BOARD_MM):
            self._side_detail(pen, self._named("ref-W"), _DETAIL_MM)

    def _named(self, tag_id: str) -> Tag:
        return next(tag for tag in self._references if tag.id == tag_id)

    @property
    def _large(self) -> tuple[Tag, ...]:
        return self._named("ref-NE"), self._named("ref-SW")

    @property
    def large_text(self) -> str:
        """Text about the large cards."""
        corners = listed(
            [
                say("{called} on the corner of {cell}", called=tag.called, cell=corner_cell(tag, self._grid)[0])
                for tag in self._large
            ]
        )
        return say(
            "The black corner of {corners}; the bold edges lie along the red lines, which go on "
            "along the grid. If the board is thick, put card of the same thickness under all "
            "six, so that all lie in one plane.",
            corners=corners,
        )

    def _cells_at_references(self) -> set[Cell]:
        cells: set[Cell] = set()
        for tag in self._references:
            if in_corner(tag, self._grid):
                cells.add(corner_cell(tag, self._grid)[0])
            else:
                cells.update(side_cells(tag, self._grid))
        return cells

    def _draw_reference(self, pen: PdfPen, tag: Tag, cell_mm: float) -> None:
        """Draw the reference's card in its place on a board with cells of this size."""
        scale = cell_mm / self._sizes.cell_mm
        sticker = reference_sticker(tag, self._grid)
        x, y = centre_in_cells(tag, self._grid)
        px, py = (offset + tag.size_mm / 2 for offset in sticker.picture_at)
        draw_sticker(pen, sticker, x * cell_mm - px * scale, y * cell_mm - py * scale, sticker.width * scale)

    def _draw_distances(self, pen: PdfPen, tag: Tag) -> None:
        """Draw the distances of the tag's centre from the board's lines that its card touches.

        They are for checking with a ruler.
        """
        x, y = centre_in_cells(tag, self._grid)
        half_x, half_y = half_size(tag, self._grid)
        line_x, line_y = self._nearest_lines(tag)
        # The dimensions stand on the card's sides that face away from these lines.
        away_x = x + (half_x + 0.28) * (1 if x > line_x else -1)
        away_y = y + (half_y + 0.28) * (1 if y > line_y else -1)
        beyond_x, beyond_y = (0.2 if x > line_x else -0.2), (0.2 if y > line_y else -0.2)
        across, down = (f"{number_text(abs(d) * self._sizes.cell_mm, '.4g')} mm" for d in (x - line_x, y - line_y))
        self._dimension(pen, (line_x, away_y), (x, away_y), across, (0, beyond_y), 0)
        self._dimension(pen, (away_x, line_y), (away_x, y), down, (beyond_x, 0), -90)

    def _nearest_lines(self, tag: Tag) -> Point:
        """Return the nearest vertical and horizontal outer line, in cells from the top left corner."""
        x, y = centre_in_cells(tag, self._grid)
        if in_corner(tag, self._grid):
            cell, dx, dy = corner_cell(tag, self._grid)
            column, row = column_row(cell)
            return column + (dx < 0), row + (dy < 0)
        file = FILES[0] if x < 0 else FILES[-1]
        rows = [column_row(cell)[1] for cell in CELLS if cell[0] == file]
        line_y = min((min(rows), max(rows) + 1), key=lambda line: abs(line - y))
        return (0 if x < 0 else len(FILES)), line_y

    def _dimension(self, pen: PdfPen, start: Point, end: Point, text: str, beyond: Point, turn: int) -> None:
        """Draw a dimension between two points, all in cells."""
        ends = [(x * _CELL_MM, y * _CELL_MM) for x, y in (start, end)]
        pen.arrow(ends[0], ends[1], 0.2, _RED, both=True)
        x, y = ((a + b) / 2 + offset * _CELL_MM for a, b, offset in zip(*ends, beyond, strict=True))
        with pen.moved(x, y, turn):
            pen.text(0, 0, text, _SMALL_MM, "centre", ink=_RED)

    def _large_cards(self, pen: PdfPen) -> None:
        """Draw the large cards side by side, each in its corner of the board."""
        width = 2 * _DETAIL_MM + 14
        y = pen.paragraph(0, 0, say("Large cards."), 3.4, width, bold=True) + 1
        for number, tag in enumerate(self._large):
            with pen.moved(number * (_DETAIL_MM + 14), y):
                self._corner_detail(pen, tag, _DETAIL_MM / 4)
        pen.paragraph(0, y + _DETAIL_MM + 3, self.large_text, _TEXT_MM, width)

    def _corner_detail(self, pen: PdfPen, tag: Tag, cell_mm: float) -> None:
        """Draw a large card and the cells round its corner, four cells wide and high."""
        cell, dx, dy = corner_cell(tag, self._grid)
        column, row = column_row(cell)
        # The corner where card and cell meet.
        x, y = column + (dx < 0), row + (dy < 0)
        with pen.moved((2 - x) * cell_mm, (2 - y) * cell_mm):
            near = [c for c in CELLS if abs(column_row(c)[0] - column) <= 1 and abs(column_row(c)[1] - row) <= 1]
            _draw_cells(pen, near, cell_mm, near)
            self._draw_reference(pen, tag, cell_mm)
            for start, end in (((-2, 0), (2, 0)), ((0, -2), (0, 2))):
                points = [((x + across) * cell_mm, (y + down) * cell_mm) for across, down in (start, end)]
                pen.lines(points, 0.35, _RED)

    def _side_detail(self, pen: PdfPen, tag: Tag, width: float) -> None:
        cell_mm = width / 2.9
        cells = side_cells(tag, self._grid)
        row = column_row(cells[0])[1]
        y = pen.paragraph(0, 0, say("Small cards."), 3.4, width, bold=True)
        with pen.moved(1.8 * cell_mm, y + 1 - row * cell_mm):
            _draw_cells(pen, cells, cell_mm, cells)
            self._draw_reference(pen, tag, cell_mm)
            pen.lines([(0, row * cell_mm), (0, (row + len(cells)) * cell_mm)], 0.35, _RED)
        pen.paragraph(0, y + 6.5 + len(cells) * cell_mm, _SMALL_TEXT, _TEXT_MM, width)


def _draw_cells(pen: PdfPen, cells: Collection[Cell], cell_mm: float, named: Collection[Cell]) -> None:
    """Draw these cells of the board with their walls and letters, and the names of some."""
    for cell in cells:
        column, row = column_row(cell)
        pen.rect(column * cell_mm, row * cell_mm, cell_mm, cell_mm, fill=FLOOR, line=0.1, ink=GREY)
        if cell in named:
            pen.text((column + 0.5) * cell_mm, (row + 0.5) * cell_mm, cell, 0.3 * cell_mm, "centre")
    for cell in cells:
        for side in Direction:
            if (cell, side) in WALL_LETTER:
                _draw_wall(pen, cell, side, cell_mm)


def _draw_wall(pen: PdfPen, cell: Cell, side: Direction, cell_mm: float) -> None:
    column, row = column_row(cell)
    dx, dy = side.delta
    x, y = (column + 0.5 + 0.5 * dx) * cell_mm, (row + 0.5 + 0.5 * dy) * cell_mm
    along_x, along_y = dy * cell_mm / 2, dx * cell_mm / 2
    pen.lines([(x - along_x, y - along_y), (x + along_x, y + along_y)], 0.5)
    out = 0.17 * cell_mm
    pen.text(x + out * dx, y + out * dy, WALL_LETTER[cell, side], 0.22 * cell_mm, "centre", ink=GREY)
