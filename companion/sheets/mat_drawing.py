"""Draws the mat of a card game on paper."""

from dataclasses import replace

from companion.sheets.mat_plan import LETTERS_MM, LINE_MM, SHADE, MatPlan
from companion.sheets.pen import PdfPen

_INK = f"#{SHADE:02x}{SHADE:02x}{SHADE:02x}"
#: On a small drawing lines and letters are thicker than to scale, and dark.
_SMALL_LINE_MM, _SMALL_LETTERS_MM, _DARK = 0.2, 2.1, "#404040"


def paint_mat(pen: PdfPen, plan: MatPlan, scale: float = 1.0) -> None:
    """The mat with its upper left corner at the origin, so many times as large as it is."""
    small = scale < 1
    line, ink = (_SMALL_LINE_MM, _DARK) if small else (LINE_MM, _INK)
    for left, top, right, bottom in plan.boxes:
        pen.rect(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale, line=line, ink=ink)
    for caption in plan.captions:
        if small:
            # Beside the edge there is no room.
            caption = replace(caption, in_middle=True)
        x, y = (at * scale for at in caption.middle_mm)
        size = _SMALL_LETTERS_MM if small else LETTERS_MM
        pen.text(x, y, caption.text, size, "centre", ink=ink, max_width=caption.most_mm * scale)
