"""The table of how all players stand: a column for each, under their signs."""

import pygame

from companion.screen import scale
from companion.screen.canvas import Canvas
from companion.screen.pages import Standing
from companion.screen.pictures import Pictures
from companion.screen.theme import PANEL, TEXT, TEXT_SOFT

#: Height of a line, in letters.
_LINE = 1.3


def standing_height(canvas: Canvas, standing: Standing) -> int:
    """The height (pixels) of the table."""
    return round(_LINE * _letters(canvas)) * (1 + len(standing.lines)) + canvas.layout.gap // 2


def _letters(canvas: Canvas) -> int:
    return canvas.layout.letters(scale.STATUS)


def paint_standing(canvas: Canvas, pictures: Pictures, standing: Standing, box: pygame.Rect) -> None:
    """Signs on top, below them what is counted, one line each."""
    letters, line = _letters(canvas), round(_LINE * _letters(canvas))
    canvas.plate(box, PANEL)
    pad = canvas.layout.gap // 2
    widest = max(canvas.fonts.width(label, letters, False) for label, _ in standing.lines)
    named = min(widest + pad, round(0.5 * box.width))
    left = box.left + pad + named
    column = min((box.right - pad - left) // len(standing.signs), 4 * line)
    top = box.top + canvas.layout.gap // 4
    for number, sign in enumerate(standing.signs):
        picture = pictures.sign(sign, round(0.95 * line))
        canvas.blit(picture, (left + (number + 0.5) * column, top + line / 2))
    for row, (label, values) in enumerate(standing.lines, start=1):
        y = top + row * line
        canvas.write(label, pygame.Rect(box.left + pad, y, named, line), TEXT_SOFT, largest=letters, wrap=False)
        for number, value in enumerate(values):
            cell = pygame.Rect(left + number * column, y, column, line)
            canvas.write(value, cell, TEXT, largest=letters, bold=True, wrap=False, across=0.5)
