"""Display and its window, opened without anything else.

pygame.init() would open the sound too.
"""

import contextlib
import ctypes
import os
import sys
from pathlib import Path

import pygame

from companion.device.errors import UserError
from companion.device.log import fail

TITLE = "Companion"
WINDOW_SIZE = (1280, 720)


class NoDisplayError(UserError):
    """Error: there is no screen to open a window on."""


def open_display(instead: str) -> None:
    """Open the display.

    Raises NoDisplayError, which says what can be done `instead`, if there is none.
    """
    chosen = bool(os.environ.get("SDL_VIDEODRIVER"))
    if not chosen and not _may_have_screen():
        raise _no_display(instead)
    try:
        pygame.display.init()
    except pygame.error:
        raise _no_display(instead) from None
    # Without a screen SDL falls back on drivers that show nothing; they are right only for those who ask for them.
    if not chosen and pygame.display.get_driver() in ("offscreen", "dummy"):
        pygame.display.quit()
        raise _no_display(instead)
    if pygame.display.get_driver() == "x11":
        _explain_lost_display()


def _explain_lost_display() -> None:
    """Let one sentence be said when the X server ends.

    Its library ends the process by itself then, beneath Python, and threads of OpenCV abort.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libX11.so.6").XSetIOErrorHandler(_ON_LOST_DISPLAY)


def _end_without_display(_display: int) -> int:
    """End the process: what was played is on disk since it was played."""
    fail("the display has ended, and so does the companion; what was played is kept")
    os._exit(2)


#: X keeps its address: it lives as long as the process.
_ON_LOST_DISPLAY = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_end_without_display)


def _may_have_screen() -> bool:
    """Return True if a screen may exist.

    On Linux without a screen the libraries print complaints of their own when they are asked.
    """
    if not sys.platform.startswith("linux"):
        return True
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return any(Path("/dev/dri").glob("card*"))


def _no_display(instead: str) -> NoDisplayError:
    return NoDisplayError(f"there is no display to open a window on; {instead}")


def default_window_size() -> tuple[int, int]:
    """Return the window's size, no larger than the screen."""
    screens = pygame.display.get_desktop_sizes()
    width, height = screens[0] if screens else WINDOW_SIZE
    return min(width, WINDOW_SIZE[0]), min(height, WINDOW_SIZE[1])


def open_window(size: tuple[int, int], full_screen: bool, instead: str, title: str = TITLE) -> pygame.Surface:
    """Open the window, `size` (width, height) in pixels or over the whole screen.

    Raises NoDisplayError.
    """
    try:
        pygame.display.set_caption(title)
        if full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as error:
        raise NoDisplayError(f"the window cannot be opened ({error}); {instead}") from None
