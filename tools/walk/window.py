"""Window of a walked table, and the folder in memory in which its files lie."""

from pathlib import Path

import pygame

from companion.screen.pages import Page
from companion.table.app import IDLE_S, App

#: Files in memory take no time of a walk; elsewhere the system's folder for files of a moment does.
_MEMORY = Path("/dev/shm")
FILES: Path | None = _MEMORY if _MEMORY.is_dir() else None


class SparingApp(App):
    """Window that is not drawn anew while only time passes: nobody looks at it then.

    Each page that comes is drawn, and all that keys, fingers and hands do.
    """

    #: True while time passes and nobody acts.
    is_idle = False
    _drawn: tuple[Page, tuple[int, int]] | None = None

    def _draw(self, surface: pygame.Surface, page: Page, time_s: float, stale: bool) -> float:
        drawn = page, surface.get_size()
        if self.is_idle and drawn == self._drawn:
            return IDLE_S
        self._drawn = drawn
        return super()._draw(surface, page, time_s, stale)


class UndrawnApp(SparingApp):
    """Window that draws nothing, for nobody looks."""

    def _draw(self, surface: pygame.Surface, page: Page, time_s: float, stale: bool) -> float:  # noqa: ARG002
        return IDLE_S
