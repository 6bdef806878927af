"""A calm pulse on the one place of the board that hands or eyes should go to."""

import pygame

from companion.screen.pictures import Highlight
from companion.screen.signs import tone_colour

#: One pulse lasts so long (seconds) and is shown in so many pictures.
PERIOD_S = 1.6
PICTURES = 12


def pulse_picture(time_s: float) -> int:
    """Return the index of the pulse's picture at this time (seconds)."""
    return int(time_s / PERIOD_S * PICTURES) % PICTURES


def until_next_picture(time_s: float) -> float:
    """Return the seconds until the next one is shown."""
    step_s = PERIOD_S / PICTURES
    return step_s - time_s % step_s


def pulse_box(highlight: Highlight) -> pygame.Rect:
    """Return the pixels that the pulse may change."""
    return highlight.box.inflate(highlight.box.size)


def draw_pulse(surface: pygame.Surface, highlight: Highlight, number: int) -> None:
    """Draw a ring round the place that grows and fades."""
    box = pulse_box(highlight)
    side = min(highlight.box.size)
    share = number / (PICTURES - 1)
    layer = pygame.Surface(box.size, pygame.SRCALPHA)
    radius = round(side * (0.55 + 0.4 * share))
    width = max(2, round(side * 0.1))
    colour = (*tone_colour(highlight.tone), round(230 * (1.0 - share)))
    pygame.draw.circle(layer, colour, layer.get_rect().center, radius, width)
    surface.blit(layer, box)
