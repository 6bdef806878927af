"""Window that shows pictures one after another, as they come, until their end.

It also ends when the user quits.
"""

from collections.abc import Iterator

import pygame

from companion.device.display import TITLE, open_display
from companion.screen import theme
from companion.screen.keys import latin_key
from companion.screen.window_loop import run_window
from vision.picture import Pixels

_LEAVE = (pygame.K_ESCAPE, pygame.K_q)
#: The pictures take their time by themselves: so soon the next one is asked for, in seconds.
_NEXT_S = 0.01


def show_pictures(pictures: Iterator[Pixels], instead: str) -> None:
    """Show the pictures (BGR), each as large as the window has room for; Esc and Q leave.

    Raises NoDisplayError, which says what can be done `instead`.
    """
    open_display(instead)
    try:
        run_window(_Pictures(pictures), None, instead)
    finally:
        pygame.display.quit()


def paint_pixels(surface: pygame.Surface, box: pygame.Rect, picture: Pixels) -> None:
    """Draw a picture (BGR) as large as its box has room for, in the middle."""
    height, width = picture.shape[:2]
    image = pygame.image.frombuffer(picture[..., ::-1].tobytes(), (width, height), "RGB")
    room = image.get_rect().fit(box)
    surface.blit(pygame.transform.smoothscale(image, room.size), room)


class _Pictures:
    """The window's content."""

    title = TITLE
    full_screen = False

    def __init__(self, pictures: Iterator[Pixels]) -> None:
        self._pictures = pictures
        self.quit_requested = False

    def turn(self, surface: pygame.Surface, _time_s: float, *, stale: bool = False) -> float:  # noqa: ARG002 - always new
        """Show the next picture; return the seconds until the next one."""
        picture = next(self._pictures, None)
        if picture is None:
            self.quit_requested = True
            return 0.0
        surface.fill(theme.BACKGROUND)
        paint_pixels(surface, surface.get_rect(), picture)
        pygame.display.flip()
        return _NEXT_S

    def handle(self, event: pygame.event.Event, _surface: pygame.Surface, _time_s: float) -> None:
        """Ask to quit when the window is closed or a key leaves it."""
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and latin_key(event) in _LEAVE):
            self.quit_requested = True

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002 - there is nothing to begin anew
        """Continue with the next picture after a failure to draw.

        A source of pictures cannot go on after a failure, which ends it.
        """
        return True
