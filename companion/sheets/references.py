"""Cards with the reference tags of a board, cut so that they fit only in their right place.

A card whose tag is within the board's rectangle is two cells square and fills a cut-off corner: one corner of
the card meets a corner of a cell and two edges go on along grid lines. The others are to the left or right of
the board; each has tongues whose tips touch the board's outer line at grid lines, with a gap between them for
the print there.
"""

from math import floor

from companion.device.language import later, say
from companion.sheets.cutting import cut_polygon, cut_rect
from companion.sheets.layout import Sticker
from companion.sheets.pen import CAP_HEIGHT, INK, PdfPen, Point
from companion.sheets.reference_geometry import (
    HALF_HEIGHT,
    HALF_TONGUE,
    MARGIN,
    centre_in_cells,
    corner_cell,
    in_corner,
    side_outline,
    tongue_rows,
)
from vision.model.catalogue import Tag
from vision.model.surface import Grid

#: The line along an edge that has to be put flush with the board.
_FLUSH_LINE_MM = 0.6
# Whole sentences for each side: other languages change its word with its place.
_UPPER = later("this edge: in line with the upper side of {cell}")
_LOWER = later("this edge: in line with the lower side of {cell}")
_LEFT = later("this edge: in line with the left side of {cell}")
_RIGHT = later("this edge: in line with the right side of {cell}")
_LEFT_OF = later("{called}: left of {cell}")
_RIGHT_OF = later("{called}: right of {cell}")
#: By whether it is the upper, and the right corner.
_CORNERS = {
    (True, True): later("{called}: black corner on the upper right corner of {cell}"),
    (True, False): later("{called}: black corner on the upper left corner of {cell}"),
    (False, True): later("{called}: black corner on the lower right corner of {cell}"),
    (False, False): later("{called}: black corner on the lower left corner of {cell}"),
}


def reference_sticker(tag: Tag, grid: Grid) -> Sticker:
    """Return the card of a reference tag, with the edges marked that go against the board."""
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
        for vertical, text in (
            (False, say(_UPPER if dy > 0 else _LOWER, cell=cell)),
            (True, say(_RIGHT if dx < 0 else _LEFT, cell=cell)),
        ):
            with pen.moved(side / 2, side / 2, (90 if dx > 0 else -90) if vertical else 0):
                y = (side - margin) / 2 * (-1 if vertical else dy) + (0.1 * margin if vertical else -0.1 * margin * dy)
                pen.text(0, y, text, size, "centre", max_width=0.84 * side)
        far_y = (margin if dy > 0 else 2 * side - margin) / 2
        text = say(_CORNERS[dy > 0, dx < 0], called=tag.called, cell=cell)
        pen.text(side / 2, far_y, text, size, "centre", bold=True, max_width=0.94 * side)
        cut_rect(pen, side, side)

    label = say("{called}: in the corner at {cell}", called=tag.called, cell=cell)
    return Sticker(side, side, label, paint, tag, (margin, margin))


def _side_sticker(tag: Tag, grid: Grid) -> Sticker:
    cell = grid.cell_mm
    x, y = centre_in_cells(tag, grid)
    outline = side_outline(tag, grid)
    left, right = min(p[0] for p in outline), max(p[0] for p in outline)
    top, bottom = -HALF_HEIGHT * cell, HALF_HEIGHT * cell
    on_left = x < 0
    column = 0 if on_left else grid.columns - 1
    tip = right if on_left else left
    inward = -1 if on_left else 1
    body = tag.size_mm / 2 + MARGIN * cell
    band = (HALF_HEIGHT * cell - tag.size_mm / 2) / 2

    def beside(row: int) -> tuple[str | None, str | None]:
        return grid.named(column, row - 1), grid.named(column, row)

    def paint(pen: PdfPen) -> None:
        with pen.moved(-left, -top):
            for row in tongue_rows(tag, grid):
                _paint_tongue(pen, beside(row), (tip, row * cell - y * cell), abs(tip) - body, inward, cell)
            pen.text(0, top + band, tag.called, 0.9 * band / CAP_HEIGHT, "centre", bold=True)
            lines = (
                say("tongue tips touch the outer line of the board,"),
                say("arrows on the grid lines beside the named cells"),
            )
            for line, text in enumerate(lines):
                baseline = bottom - band + (line - 0.5) * 0.7 * band
                pen.text(0, baseline, text, 0.4 * band / CAP_HEIGHT, "centre", max_width=1.9 * body)
        with pen.moved(-left, -top):
            cut_polygon(pen, outline)

    label = say(_LEFT_OF if on_left else _RIGHT_OF, called=tag.called, cell=grid.named(column, floor(y)))
    picture_at = (-left - tag.size_mm / 2, -top - tag.size_mm / 2)
    return Sticker(right - left, bottom - top, label, paint, tag, picture_at)


def _paint_tongue(
    pen: PdfPen, cells: tuple[str | None, str | None], tip: Point, length: float, inward: int, cell: float
) -> None:
    """Paint a tongue from its tip inwards: flush edge, arrow on the grid line, adjacent cells."""
    x, y = tip
    half = HALF_TONGUE * cell
    flush = x + inward * _FLUSH_LINE_MM / 2
    pen.lines([(flush, y - half), (flush, y + half)], _FLUSH_LINE_MM)
    pen.arrow((x + inward * length, y), (x + inward * _FLUSH_LINE_MM, y), 0.3)
    for name, offset in zip(cells, (-0.55, 0.55), strict=True):
        if name is not None:
            pen.text(x + inward * 0.62 * length, y + offset * half, name, 0.5 * half / CAP_HEIGHT, "centre", bold=True)
