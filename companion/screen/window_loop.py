"""Loop of any window: draw the changes, then wait for the next event."""

import time
from typing import Protocol

import pygame

from companion.device.display import default_window_size, open_window
from companion.screen.guard import Guard, Guarded

#: A mouse tells of its moves far oftener than anybody could see: turns of the loop are at least so far apart (seconds).
SHORTEST_TURN_S = 1 / 60
#: After these events the window has to be drawn again, because it has another size or was covered.
_REDRAW = {pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED}


class Windowed(Guarded, Protocol):
    """Content of a window."""

    @property
    def title(self) -> str:
        """Title in the window's frame."""

    @property
    def quit_requested(self) -> bool:
        """True if the user has quit."""

    @property
    def full_screen(self) -> bool:
        """True if the window must fill the screen now."""


def run_window(shown: Windowed, size: tuple[int, int] | None, instead: str) -> None:
    """Show the content on the open display, in a window of `size` pixels, until the user quits.

    `size` is (width, height). Failures in it are caught by its guard. Raises NoDisplayError, which says what can be
    done `instead`, if no window can be opened.
    """
    guard = Guard(shown)
    full_screen, stale = shown.full_screen, True
    surface = open_window(size or default_window_size(), full_screen, instead, shown.title)
    windowed = surface.get_size()
    while not (shown.quit_requested or guard.quit_requested):
        # A window that the user has resized has a new surface.
        surface = pygame.display.get_surface() or surface
        if shown.full_screen != full_screen:
            full_screen, stale = shown.full_screen, True
            if full_screen:
                windowed = surface.get_size()
            surface = open_window(windowed, full_screen, instead, shown.title)
        began = time.monotonic()
        until = began + guard.turn(surface, began, stale=stale)
        stale = False
        first = pygame.event.wait(max(1, round(1000 * (until - time.monotonic()))))
        early_s = began + SHORTEST_TURN_S - time.monotonic()
        if early_s > 0.0:
            pygame.time.wait(round(1000 * early_s))
        for event in (first, *pygame.event.get()):
            stale = stale or event.type in _REDRAW
            guard.handle(event, surface, time.monotonic())
