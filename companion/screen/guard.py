"""Guard of a window's loop: reports failures and restarts, so that no mistake ends a game."""

import contextlib
import os
from typing import Protocol

import pygame

from companion.device.language import say
from companion.device.log import warn
from companion.device.reports import report_failure
from companion.screen import theme
from companion.screen.fonts import Fonts
from companion.screen.text import draw, fit

#: Set to ``off`` in the environment, as tests do, nothing is caught.
GUARD_VARIABLE = "COMPANION_GUARD"
#: Time within which failures count together (seconds).
WITHIN_S = 60.0
#: Number of failures in this time with which a window begins from its first page.
OFTEN = 3
#: After a failure the next turn comes in this time (seconds): what fails each time must not burn the processor.
PAUSE_S = 0.25
#: When even the first page fails a plain one is shown for so long (seconds) before it is tried again.
PLAIN_S = 10.0
#: Greatest size of the plain page's letters.
_LARGEST_PX = 40
#: Least size of the plain page's letters.
_SMALLEST_PX = 8


class Guarded(Protocol):
    """Content of a window that the guard runs."""

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:
        """Advance the time, and draw and show the changes; everything if the window is `stale`.

        Returns the seconds until the next wanted turn if nothing happens before. `time_s` are seconds that never run
        backwards.
        """

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, time_s: float) -> None:
        """Do what a key, a mouse, a finger or the window's frame asks for."""

    def recover(self, error: Exception, failures: int) -> bool:
        """Restart after a turn or an event has failed, for the `failures`th time within a minute.

        From `OFTEN` failures on it starts from the first page. Returns True if this failure counts: not if its
        cause is removed. Raises the error itself if the window cannot go on after it.
        """


class Guard:
    """Runner of the turns and events of a window's content that catches every `Exception`."""

    def __init__(self, shown: Guarded) -> None:
        self._shown = shown
        self._catches = os.environ.get(GUARD_VARIABLE) != "off"
        #: When it failed in the last minute.
        self._failures: list[float] = []
        #: Where it failed before, by the error's kind and place: each is reported once.
        self._reported: set[tuple[object, ...]] = set()
        self._stale = False
        #: Until then the plain page is shown, and over what: who draws only what changes counts on finding it again.
        self._plain_until: float | None = None
        self._below: tuple[pygame.Surface, pygame.Surface] | None = None
        #: Whether the user has quit a page that could not say so itself.
        self.quit_requested = False

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool) -> float:
        """Run one turn of the window; return the seconds until the next wanted one."""
        if self._plain_until is not None and time_s < self._plain_until:
            if stale:
                self._show_plain(surface)
            return self._plain_until - time_s
        if self._below is not None:
            self._below[0].blit(self._below[1], (0, 0))
            self._below = None
        try:
            wait_s = self._shown.turn(surface, time_s, stale=stale or self._stale)
        except Exception as error:
            return self._failed(error, surface, time_s)
        self._stale, self._plain_until = False, None
        return wait_s

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, time_s: float) -> None:
        """Pass on an event; catch what fails."""
        try:
            self._shown.handle(event, surface, time_s)
        except Exception as error:
            self._failed(error, surface, time_s)
            # Whoever wants to leave is not kept by what fails.
            self.quit_requested = self.quit_requested or event.type == pygame.QUIT

    def _failed(self, error: Exception, surface: pygame.Surface, time_s: float) -> float:
        """Report the error and begin anew; return the seconds until the next wanted turn."""
        if not self._catches:
            raise error
        self._failures = [*(failure_s for failure_s in self._failures if time_s - failure_s < WITHIN_S), time_s]
        self._stale = True
        if not (self._recovers(error, len(self._failures)) or self._recovers(error, OFTEN)):
            self._failures += [time_s] * OFTEN
        self._report(error)
        if len(self._failures) <= OFTEN:
            return PAUSE_S
        # The first page has failed, too.
        self._plain_until = time_s + PLAIN_S
        self._show_plain(surface)
        return PLAIN_S

    def _show_plain(self, surface: pygame.Surface) -> None:
        if self._below is None or self._below[0] is not surface:
            self._below = surface, surface.copy()
        paint_plain(surface)

    def _recovers(self, error: Exception, failures: int) -> bool:
        """Begin anew; return True if that did not fail itself."""
        try:
            if not self._shown.recover(error, failures):
                self._failures.pop()
        except Exception as another:
            if another is error:
                raise
            self._report(another)
            return False
        return True

    def _report(self, error: Exception) -> None:
        """Report an error, at full length the first time."""
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        kind = type(error), place and (place.tb_frame.f_code.co_filename, place.tb_lineno)
        if kind in self._reported:
            warn(f"this has failed again: {error!r}")
            return
        self._reported.add(kind)
        report_failure(error, "something failed that should not, and begins anew")


def paint_plain(surface: pygame.Surface) -> None:
    """Paint a page that needs nothing of what may have failed: one sentence."""
    try:
        surface.fill(theme.BACKGROUND)
        box = surface.get_rect().inflate(-surface.get_width() // 6, -surface.get_height() // 6)
        fonts = Fonts()
        text = fit(
            fonts,
            say("The companion cannot show its page and is trying again. The game is kept, even if you switch it off."),
            box.size,
            _LARGEST_PX,
            _SMALLEST_PX,
        )
        draw(surface, fonts, text, box, theme.TEXT, across=0.5)
    except Exception as error:
        warn(f"not even a plain page can be painted: {error!r}")
    with contextlib.suppress(pygame.error):
        pygame.display.flip()
