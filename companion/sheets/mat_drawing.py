"""Draws the mat of a card game on paper."""

from dataclasses import replace

from companion.sheets.mat_plan import LETTERS_MM, LINE_MM, SHADE, MatPlan
from companion.sheets.pen import PdfPen

_INK = f"#{SHADE:02x}{SHADE:02x}{SHADE:02x}"
#: Width of lines on a small drawing, where they are thicker than to scale.
_SMALL_LINE_MM = 0.2
#: Size of letters on a small drawing, where they are larger than to scale.
_SMALL_LETTERS_MM = 2.1
#: Colour of lines and letters on a small drawing.
_DARK = "#404040"


def paint_mat(pen: PdfPen, plan: MatPlan, scale: float = 1.0) -> None:
    """Draw the mat `scale` times as large as it is, its upper left corner at the origin."""
    small = scale < 1
    line, ink = (_SMALL_LINE_MM, _DARK) if small else (LINE_MM, _INK)
    for left, top, right, bottom in plan.boxes:
        pen.rect(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale, line=line, ink=ink)
    for caption in plan.captions:
        if small:
            # Beside the edge there is no room.
            caption = replace(caption, in_middle=True)
        x, y = (middle * scale for middle in caption.middle_mm)
        size = _SMALL_LETTERS_MM if small else LETTERS_MM
        pen.text(x, y, caption.text, size, "centre", ink=ink, max_width=caption.most_mm * scale)
