"""Drawings of stickers for the instructions."""

from companion.sheets.layout import Sticker
from companion.sheets.pen import INK, PdfPen

#: The colour of floors and of plain card in the drawings.
FLOOR = "#e8e2d4"


def draw_sticker(pen: PdfPen, sticker: Sticker, x: float, y: float, width: float) -> None:
    """Draw a sticker `width` wide with its top left corner at (x, y).

    Its tag is replaced by a drawing of one.
    """
    with pen.moved(x, y), pen.scaled(width / sticker.width):
        sticker.paint(pen)
        if sticker.tag is not None:
            _draw_tag(pen, *sticker.picture_at, sticker.tag.size_mm)


def _draw_tag(pen: PdfPen, x: float, y: float, side: float) -> None:
    """Draw what looks like a tag, by its three corner squares, but is none for a reader."""
    unit = side / 29
    for column, row in ((4, 4), (18, 4), (4, 18)):
        pen.rect(x + (column + 0.5) * unit, y + (row + 0.5) * unit, 6 * unit, 6 * unit, line=unit)
        pen.rect(x + (column + 2) * unit, y + (row + 2) * unit, 3 * unit, 3 * unit, fill=INK)
    for column, row, width in ((13, 5, 2), (13, 9, 3), (5, 13, 4), (12, 13, 5), (20, 14, 4), (13, 18, 3), (19, 19, 4)):
        pen.rect(x + column * unit, y + row * unit, width * unit, 2 * unit, fill=INK)
