"""Cutting lines of stickers."""

from companion.sheets.layout import MARK_MM
from companion.sheets.pen import GREY, PdfPen, Point

#: Cutting lines are thin and grey, so that what is left of them after cutting does not disturb.
CUT_LINE_MM = 0.1


def cut_rect(pen: PdfPen, width: float, height: float) -> None:
    """Draw the cutting line of a rectangle at the origin, with marks outside its corners."""
    pen.rect(0, 0, width, height, line=CUT_LINE_MM, ink=GREY)
    near, far = 0.3, MARK_MM
    for x, out_x in ((0.0, -1), (width, 1)):
        for y, out_y in ((0.0, -1), (height, 1)):
            pen.lines([(x + near * out_x, y), (x + far * out_x, y)], CUT_LINE_MM)
            pen.lines([(x, y + near * out_y), (x, y + far * out_y)], CUT_LINE_MM)


def cut_polygon(pen: PdfPen, points: list[Point]) -> None:
    """Draw the cutting line of any other outline."""
    pen.polygon(points, line=CUT_LINE_MM, ink=GREY)
