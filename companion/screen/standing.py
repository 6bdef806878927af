"""The table of how all players stand: a column for each, under their signs."""

from dataclasses import dataclass

import pygame

from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.pages import Standings
from companion.screen.pictures import Pictures
from companion.screen.text import set_text

#: Height of a line, in letters.
_LINE = 1.3
#: Width of a player's column at most, in lines.
_COLUMN = 4
#: Of the table's width the names of what is counted have so much at most.
_NAMED = 0.5


@dataclass(frozen=True)
class StandingPlan:
    """Plan of the standing's table: letters, line height, and heights of its lines, in pixels.

    The table is in a room of some width.
    """

    letters: int
    line: int
    named: int
    heights: tuple[int, ...]
    height: int


def plan_standing(canvas: Canvas, standing: Standings, width: int) -> StandingPlan:
    """Return the size of the standing's table; names too long for one line take two."""
    letters = canvas.layout.letters(scale.STATUS)
    line = round(_LINE * letters)
    pad = canvas.layout.gap // 2
    widest = max(canvas.fonts.width(label, letters, False) for label, _ in standing.lines)
    named = min(widest + pad, round(_NAMED * width))
    lines = [len(set_text(canvas.fonts, label, named, letters).lines) for label, _ in standing.lines]
    heights = tuple(count * line for count in lines)
    return StandingPlan(letters, line, named, heights, line + sum(heights) + pad)


def paint_standing(
    canvas: Canvas, pictures: Pictures, standing: Standings, box: pygame.Rect, plan: StandingPlan
) -> None:
    """Paint signs on top and counts below them, in a box as high as planned."""
    canvas.plate(box, theme.PANEL)
    pad = canvas.layout.gap // 2
    left = box.left + pad + plan.named
    column = min((box.right - pad - left) // len(standing.signs), _COLUMN * plan.line)
    top = box.top + canvas.layout.gap // 4
    for number, sign in enumerate(standing.signs):
        picture = pictures.sign(sign, min(column, round(0.95 * plan.line)))
        canvas.blit(picture, (left + (number + 0.5) * column, top + plan.line / 2))
    y = top + plan.line
    for (label, values), height in zip(standing.lines, plan.heights, strict=True):
        canvas.write(label, pygame.Rect(box.left + pad, y, plan.named, height), theme.TEXT_SOFT, largest=plan.letters)
        for number, value in enumerate(values):
            cell = pygame.Rect(left + number * column, y, column, height)
            canvas.write(value, cell, theme.TEXT, largest=plan.letters, bold=True, wrap=False, across=0.5)
        y += height
