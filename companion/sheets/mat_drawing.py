"""Draws the mat of a card game on paper."""

from dataclasses import replace

from companion.sheets.mat_plan import LETTERS_MM, LINE_MM, SHADE, MatPlan
from companion.sheets.pen import PdfPen, text_width

_INK = f"#{SHADE:02x}{SHADE:02x}{SHADE:02x}"
#: Width of lines on a small drawing, where they are thicker than to scale.
_SMALL_LINE_MM = 0.2
#: Size of letters on a small drawing, where they are larger than to scale.
_SMALL_LETTERS_MM = 2.1
#: Distance of two lines of a name, in the size of its letters.
_LINE_HEIGHT = 1.3
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
        size, most = _SMALL_LETTERS_MM if small else LETTERS_MM, caption.most_mm * scale
        lines = _lines(caption.text, size, most) if small else (caption.text,)
        for number, line_text in enumerate(lines):
            below = (number - (len(lines) - 1) / 2) * _LINE_HEIGHT * size
            pen.text(x, y + below, line_text, size, "centre", ink=ink, max_width=most)


def _lines(text: str, size: float, most: float) -> tuple[str, ...]:
    """Return a text in two lines of about the same length if one is too wide."""
    words = text.split()
    if len(words) == 1 or text_width(text, size) <= most:
        return (text,)
    parted = [(" ".join(words[:number]), " ".join(words[number:])) for number in range(1, len(words))]
    return min(parted, key=lambda lines: max(map(len, lines)))
