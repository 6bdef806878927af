"""Interface between the table's window and its table, real or virtual."""

from typing import Protocol

import pygame

from companion.screen.pages import Page


class Widget(Protocol):
    """Drawing of a virtual table beside the companion's screen."""

    def draw(self, surface: pygame.Surface, page: Page | None = None, /) -> bool:
        """Draw the table, and what the page tells of the board; return whether anything changed."""

    def hide(self) -> None:
        """Let go of everything: something else takes the table's place until it is drawn."""


class TableSource(Protocol):
    """A table and the camera over it."""

    @property
    def widget(self) -> Widget | None:
        """Drawing of the table if it is a virtual one."""

    def tick(self, time_s: float) -> None:
        """Go on with the time: tell the session what the camera sees."""

    def pressed(self, time_s: float) -> None:
        """Invalidate earlier observations: a button was pressed or the screen was touched."""

    def handle(self, event: pygame.event.Event, /) -> bool:
        """Handle an event of a mouse or finger; return True if it was meant for the table."""

    def close(self) -> None:
        """Let go of the camera."""
