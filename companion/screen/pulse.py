"""A calm pulse on the one place of the board that hands or eyes should go to."""

import pygame

from companion.games.finstere_flure.screen.layout import BoardFrame
from companion.screen.pages import BoardPage, Page, Tone
from companion.screen.signs import TONES
from engine.finstere_flure.board import Cell

#: One pulse lasts so long (seconds) and is shown in so many pictures.
PERIOD_S = 1.6
PICTURES = 12


def pulse_place(page: Page) -> tuple[Cell, Tone] | None:
    """The cell that pulses: where the next way begins, or ends if it begins beside the board; else what is wrong."""
    if not isinstance(page, BoardPage):
        return None
    for arrow in page.board.arrows:
        cell = arrow.start or arrow.end
        if arrow.tone is Tone.NOW and cell is not None:
            return cell, Tone.NOW
    for mark in page.board.marks:
        if mark.tone is Tone.BAD and mark.cells:
            return mark.cells[0], Tone.BAD
    return None


def pulse_picture(now: float) -> int:
    """Which of the pulse's pictures is shown at this time (seconds)."""
    return int(now / PERIOD_S * PICTURES) % PICTURES


def until_next_picture(now: float) -> float:
    """The seconds until the next one is shown."""
    step_s = PERIOD_S / PICTURES
    return step_s - now % step_s


def pulse_box(frame: BoardFrame, cell: Cell) -> pygame.Rect:
    """The pixels that the pulse may change."""
    return frame.cell_box(cell).inflate(frame.cell, frame.cell)


def draw_pulse(surface: pygame.Surface, frame: BoardFrame, cell: Cell, tone: Tone, number: int) -> None:
    """A ring round the cell that grows and fades."""
    box = pulse_box(frame, cell)
    share = number / (PICTURES - 1)
    layer = pygame.Surface(box.size, pygame.SRCALPHA)
    radius = round(frame.cell * (0.55 + 0.4 * share))
    width = max(2, round(frame.cell * 0.1))
    pygame.draw.circle(layer, (*TONES[tone], round(230 * (1.0 - share))), layer.get_rect().center, radius, width)
    surface.blit(layer, box)
