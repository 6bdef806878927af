"""The cards with the reference tags of a board, cut so that they can only lie where they belong.

One whose tag lies within the board's rectangle is two cells square and fills a cut-off corner: one corner of the card
meets a corner of a cell and two edges go on along grid lines. The others lie to the left or right of the board; each
has tongues whose tips touch the board's outer line at grid lines, with a gap between them for what is printed there.
"""

from math import ceil, floor

from companion.sheets.cutting import cut_polygon, cut_rect
from companion.sheets.layout import Sticker
from companion.sheets.pen import CAP_HEIGHT, INK, PdfPen, Point
from vision.catalogue import Tag
from vision.surface import Grid

#: Lengths in cells: the blank margin beside a picture, half the height of a side card, half the width of a tongue.
_MARGIN = 0.08
_HALF_HEIGHT = 0.95
_HALF_TONGUE = 0.12
#: The line along an edge that has to be put flush with the board.
_FLUSH_LINE_MM = 0.6


def in_corner(tag: Tag, grid: Grid) -> bool:
    """Whether this reference lies in a cut-off corner of the board, and not beside the board."""
    return 0 < centre_in_cells(tag, grid)[0] < grid.columns


def centre_in_cells(tag: Tag, grid: Grid) -> Point:
    """The place of a reference's centre in cells from the board's top left corner."""
    assert tag.placement_mm is not None
    x, y = tag.placement_mm
    return x / grid.cell_mm, y / grid.cell_mm


def corner_cell(tag: Tag, grid: Grid) -> tuple[str, int, int]:
    """The cell that a corner card touches, and the way to it from the card in columns and rows (-1 or 1 each)."""
    x, y = centre_in_cells(tag, grid)
    dx, dy = (-1 if x > grid.columns / 2 else 1), (1 if y < grid.rows / 2 else -1)
    cell = grid.named(floor(x + 1.5 * dx), floor(y + 1.5 * dy))
    assert cell is not None
    return cell, dx, dy


def tongue_rows(tag: Tag, grid: Grid) -> list[int]:
    """The grid lines that the tongues of a side card lie on, as the number of rows above them."""
    y = centre_in_cells(tag, grid)[1]
    return list(range(ceil(y - _HALF_HEIGHT), floor(y + _HALF_HEIGHT) + 1))


def side_cells(tag: Tag, grid: Grid) -> list[str]:
    """The cells whose corners the tongues of a side card meet, from top to bottom."""
    column = 0 if centre_in_cells(tag, grid)[0] < 0 else grid.columns - 1
    lines = tongue_rows(tag, grid)
    cells = (grid.named(column, row) for row in range(lines[0] - 1, lines[-1] + 1))
    return [cell for cell in cells if cell is not None]


def half_size(tag: Tag, grid: Grid) -> Point:
    """How far a reference's card reaches from the tag's centre to the sides (tongues not counted), and up and down.

    In cells.
    """
    if in_corner(tag, grid):
        return 1.0, 1.0
    return tag.size_mm / 2 / grid.cell_mm + _MARGIN, _HALF_HEIGHT


def side_outline(tag: Tag, grid: Grid) -> list[Point]:
    """The outline of a side card in millimetres from its tag's centre (x right, y down), from its top left."""
    cell = grid.cell_mm
    x, y = centre_in_cells(tag, grid)
    # Drawn for a card left of the board, then mirrored for one on the right.
    edge, tip = tag.size_mm / 2 / cell + _MARGIN, abs(x) if x < 0 else x - grid.columns
    points = [(-edge, -_HALF_HEIGHT), (edge, -_HALF_HEIGHT)]
    for row in tongue_rows(tag, grid):
        upper, lower = row - y - _HALF_TONGUE, row - y + _HALF_TONGUE
        points += [(edge, upper), (tip, upper), (tip, lower), (edge, lower)]
    points += [(edge, _HALF_HEIGHT), (-edge, _HALF_HEIGHT)]
    mirror = 1 if x < 0 else -1
    return [(mirror * px * cell, py * cell) for px, py in points]


def reference_sticker(tag: Tag, grid: Grid) -> Sticker:
    """The card of a reference tag, with the edges marked that go against the board."""
    return _corner_sticker(tag, grid) if in_corner(tag, grid) else _side_sticker(tag, grid)


def _corner_sticker(tag: Tag, grid: Grid) -> Sticker:
    side = 2 * grid.cell_mm
    margin = (side - tag.size_mm) / 2
    cell, dx, dy = corner_cell(tag, grid)
    size = 0.4 * margin / CAP_HEIGHT

    def paint(pen: PdfPen) -> None:
        corner_x, corner_y = (0.0 if dx < 0 else side), (0.0 if dy < 0 else side)
        inset = _FLUSH_LINE_MM / 2
        # The two flush edges and the corner where they meet.
        pen.lines([(0, corner_y - inset * dy), (side, corner_y - inset * dy)], _FLUSH_LINE_MM)
        pen.lines([(corner_x - inset * dx, 0), (corner_x - inset * dx, side)], _FLUSH_LINE_MM)
        point = 0.9 * margin
        pen.polygon([(corner_x, corner_y), (corner_x - point * dx, corner_y), (corner_x, corner_y - point * dy)], INK)
        upper_lower = "upper" if dy > 0 else "lower"
        right_left = "right" if dx < 0 else "left"
        for vertical, text in (
            (False, f"this edge: in line with the {upper_lower} side of {cell}"),
            (True, f"this edge: in line with the {right_left} side of {cell}"),
        ):
            with pen.moved(side / 2, side / 2, (90 if dx > 0 else -90) if vertical else 0):
                y = (side - margin) / 2 * (-1 if vertical else dy) + (0.1 * margin if vertical else -0.1 * margin * dy)
                pen.text(0, y, text, size, "centre", max_width=0.84 * side)
        far_y = (margin if dy > 0 else 2 * side - margin) / 2
        text = f"{tag.called}: black corner on the {upper_lower} {right_left} corner of {cell}"
        pen.text(side / 2, far_y, text, size, "centre", bold=True, max_width=0.94 * side)
        cut_rect(pen, side, side)

    label = f"{tag.called}: in the corner at {cell}"
    return Sticker(side, side, label, paint, tag, (margin, margin))


def _side_sticker(tag: Tag, grid: Grid) -> Sticker:
    cell = grid.cell_mm
    x, y = centre_in_cells(tag, grid)
    outline = side_outline(tag, grid)
    left, right = min(p[0] for p in outline), max(p[0] for p in outline)
    top, bottom = -_HALF_HEIGHT * cell, _HALF_HEIGHT * cell
    on_left = x < 0
    column = 0 if on_left else grid.columns - 1
    tip = right if on_left else left
    inward = -1 if on_left else 1
    body = tag.size_mm / 2 + _MARGIN * cell
    band = (_HALF_HEIGHT * cell - tag.size_mm / 2) / 2

    def beside(row: int) -> tuple[str | None, str | None]:
        return grid.named(column, row - 1), grid.named(column, row)

    def paint(pen: PdfPen) -> None:
        with pen.moved(-left, -top):
            for row in tongue_rows(tag, grid):
                _paint_tongue(pen, beside(row), (tip, row * cell - y * cell), abs(tip) - body, inward, cell)
            pen.text(0, top + band, tag.called, 0.9 * band / CAP_HEIGHT, "centre", bold=True)
            lines = (
                "tongue tips touch the outer line of the board,",
                "arrows on the grid lines beside the named cells",
            )
            for line, text in enumerate(lines):
                at = bottom - band + (line - 0.5) * 0.7 * band
                pen.text(0, at, text, 0.4 * band / CAP_HEIGHT, "centre", max_width=1.9 * body)
        with pen.moved(-left, -top):
            cut_polygon(pen, outline)

    where = "left" if on_left else "right"
    label = f"{tag.called}: {where} of {grid.named(column, floor(y))}"
    picture_at = (-left - tag.size_mm / 2, -top - tag.size_mm / 2)
    return Sticker(right - left, bottom - top, label, paint, tag, picture_at)


def _paint_tongue(
    pen: PdfPen, cells: tuple[str | None, str | None], tip: Point, length: float, inward: int, cell: float
) -> None:
    """A tongue from its tip inwards: the flush edge, an arrow along the grid line and the cells beside the line."""
    x, y = tip
    half = _HALF_TONGUE * cell
    flush = x + inward * _FLUSH_LINE_MM / 2
    pen.lines([(flush, y - half), (flush, y + half)], _FLUSH_LINE_MM)
    pen.arrow((x + inward * length, y), (x + inward * _FLUSH_LINE_MM, y), 0.3)
    for name, offset in zip(cells, (-0.55, 0.55), strict=True):
        if name is not None:
            pen.text(x + inward * 0.62 * length, y + offset * half, name, 0.5 * half / CAP_HEIGHT, "centre", bold=True)
