"""Scrubber of a replay: a line of all moments, to be touched or dragged."""

import pygame

from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.pages import BoardPage, Page, Scrubber

#: Begin of the ids of moments that are touched.
MOMENT = "moment "


def scrubber_of(page: Page) -> Scrubber | None:
    """Return the scrubber of a page; None for a page without one."""
    return page.scrubber if isinstance(page, BoardPage) else None


def paint_scrubber(canvas: Canvas, box: pygame.Rect, scrubber: Scrubber) -> None:
    """Draw the line, filled up to the moment that is shown, with a tick for each chapter."""
    line = _line(box)
    thick = max(3, box.height // 9)
    knob = _place(line, scrubber, scrubber.moment)
    bar = pygame.Rect(line.left, line.centery - thick // 2, line.width, thick)
    pygame.draw.rect(canvas.surface, theme.PANEL_RAISED, bar, border_radius=thick // 2)
    pygame.draw.rect(
        canvas.surface, theme.ACCENT, pygame.Rect(bar.left, bar.top, knob - bar.left, thick), border_radius=thick // 2
    )
    tall = box.height // 4
    for chapter in scrubber.chapters:
        place = _place(line, scrubber, chapter)
        colour = theme.ACCENT if chapter <= scrubber.moment else theme.TEXT_SOFT
        pygame.draw.line(canvas.surface, colour, (place, line.centery - tall), (place, line.centery + tall), 2)
    pygame.draw.circle(canvas.surface, theme.TEXT, (knob, line.centery), max(6, box.height // 4))
    pygame.draw.circle(canvas.surface, theme.ACCENT, (knob, line.centery), max(4, box.height // 6))


def moment_at(box: pygame.Rect, scrubber: Scrubber, left: int) -> str:
    """Return the id of the moment nearest to this place (pixels from the left)."""
    line = _line(box)
    share = min(1.0, max(0.0, (left - line.left) / line.width))
    return f"{MOMENT}{round(share * (scrubber.moments - 1))}"


def _line(box: pygame.Rect) -> pygame.Rect:
    # The knob stays inside at both ends.
    return box.inflate(-2 * (box.height // 3), 0)


def _place(line: pygame.Rect, scrubber: Scrubber, moment: int) -> int:
    return line.left + round(line.width * moment / max(1, scrubber.moments - 1))
