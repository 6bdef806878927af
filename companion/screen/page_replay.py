"""Replay of pages in order, in a window that plays and pauses them, or as an animation."""

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
from PIL import Image

from companion.device.display import open_display
from companion.device.files import write_whole
from companion.device.language import say
from companion.screen.fonts import Fonts
from companion.screen.gif import animation, check_export_name
from companion.screen.guard import OFTEN
from companion.screen.keys import latin_key
from companion.screen.page_view import ButtonTouched, PageView
from companion.screen.pages import BoardPage, Keys, Tone
from companion.screen.pictures import Pictures
from companion.screen.playing import LEAST_SPEED, MOST_SPEED
from companion.screen.window_loop import run_window
from hardware.buttons import Button
from vision.picture import Pixels

#: Width and height of a picture (pixels).
PICTURE_SIZE = (1280, 720)
#: Width and height of an animation (pixels).
ANIMATION_SIZE = (800, 480)
#: An animation of a whole game plays faster.
ANIMATION_SPEED = 2.0
#: Time that a page without a caption stays (seconds).
_STAYS_S = 0.9
#: Time that it stays longer for each character of its caption (seconds).
_CHARACTER_S = 0.045
#: Time that the last page of an animation stays (seconds).
_LAST_S = 5.0
#: So much faster or slower a key makes it.
_FASTER = 1.25
#: While nothing plays nothing needs to be looked at but keys and clicks (seconds).
_IDLE_S = 1.0
_INSTEAD = "--export game.gif writes the game as an animation"
_FORWARD = {pygame.K_SPACE, pygame.K_RIGHT, pygame.K_DOWN}
_BACK = {pygame.K_LEFT, pygame.K_UP, pygame.K_BACKSPACE}
_PLAY = {pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_p}
_AGAIN = {pygame.K_r, pygame.K_HOME}
_FULL_SCREEN = {pygame.K_f, pygame.K_F11}
_LEAVE = {pygame.K_ESCAPE, pygame.K_q}


def display_time_s(page: BoardPage) -> float:
    """Return the display time of a page at default speed (seconds): its reading time."""
    return _STAYS_S + _CHARACTER_S * len(page.caption)


def export_pages(
    pages: Sequence[BoardPage], pictures: Pictures, fonts: Fonts, path: Path, size: tuple[int, int] | None, speed: float
) -> None:
    """Write the pages to a .gif (the animation) or .png (the last one). Raises UserError."""
    check_export_name(path)
    view = PageView(fonts, pictures, bar=False)
    if path.suffix.lower() == ".png":
        data = io.BytesIO()
        Image.fromarray(_pixels(view, pages[-1], size or PICTURE_SIZE)).save(data, "PNG", optimize=True)
        write_whole(path, data.getvalue())
        return
    frames = [(page, display_time_s(page) / speed) for page in pages]
    frames[-1] = (frames[-1][0], _LAST_S)
    write_whole(path, animation(frames, lambda page: _pixels(view, page, size or ANIMATION_SIZE)))


def _pixels(view: PageView, page: BoardPage, size: tuple[int, int]) -> Pixels:
    surface = pygame.Surface(size)
    view.draw(surface, page, ring=(), time_s=0.0)
    return np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(size[1], size[0], 3)


class PageReplay:
    """The window's content: the pages, which of them is shown, whether it plays and how fast."""

    def __init__(
        self, pages: Sequence[BoardPage], view: PageView, title: str, *, speed: float = 1.0, full_screen: bool = False
    ) -> None:
        self.title, self.full_screen, self.quit_requested = title, full_screen, False
        self.index, self.playing, self.speed = 0, True, speed
        self._pages, self._view = pages, view
        #: When the page that is shown came.
        self._since: float | None = None
        #: Something failed, and nothing has been asked for since.
        self._failed = False

    @property
    def page(self) -> BoardPage:
        """The page that is shown, with what the buttons do and how far it is."""
        page = self._pages[self.index]
        keys = Keys(advance=say("Forward"), draw=say("Pause") if self.playing else say("Play"), back=say("Back"))
        if self._failed:
            sentence = say("Something failed in the companion: the replay stops here. Go on by hand.")
            return replace(page, keys=keys, status=sentence, status_tone=Tone.WAITING)
        return replace(page, keys=keys, status=f"{page.status} · {self.index + 1}/{len(self._pages)}")

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:
        """Show the next page when the current one has been read; return the seconds until then."""
        if self._since is None:
            self._since = time_s
        left_s = display_time_s(self._pages[self.index]) / self.speed - (time_s - self._since)
        if self.playing and left_s <= 0:
            self._go(1, time_s)
            left_s = display_time_s(self._pages[self.index]) / self.speed
        if self._view.draw(surface, self.page, ring=(), time_s=time_s) or stale:
            pygame.display.flip()
        return max(0.0, left_s) if self.playing else _IDLE_S

    def _go(self, pages: int, time_s: float) -> None:
        self._failed = False
        index = self.index + pages
        if index >= len(self._pages):
            self.playing = False
        self.index, self._since = min(max(index, 0), len(self._pages) - 1), time_s

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, time_s: float) -> None:
        """Handle keys and clicks."""
        if event.type == pygame.QUIT:
            self.quit_requested = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            match self._view.target_at(surface.get_size(), self.page, event.pos):
                case ButtonTouched(button=Button.ADVANCE):
                    self._step(1, time_s)
                case ButtonTouched(button=Button.BACK):
                    self._step(-1, time_s)
                case ButtonTouched():
                    self._play(time_s)
        elif event.type == pygame.KEYDOWN:
            self._key(event, time_s)

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002 - whatever it was
        """Stop so that pages go on by hand; if that fails often, show the first page."""
        self.playing, self._failed = False, True
        if failures >= OFTEN:
            self.index = 0
        return True

    def _key(self, event: pygame.event.Event, time_s: float) -> None:
        key = latin_key(event)
        if key in _FORWARD:
            self._step(1, time_s)
        elif key in _BACK:
            self._step(-1, time_s)
        elif key in _PLAY:
            self._play(time_s)
        elif key in _AGAIN:
            self.index, self.playing, self._since = 0, True, time_s
        elif key in _FULL_SCREEN:
            self.full_screen = not self.full_screen
        elif key in _LEAVE:
            self.quit_requested = True
        elif event.unicode in ("+", "-"):
            faster = _FASTER if event.unicode == "+" else 1 / _FASTER
            self.speed = min(max(self.speed * faster, LEAST_SPEED), MOST_SPEED)

    def _step(self, pages: int, time_s: float) -> None:
        """Go on by hand, and stop playing."""
        self.playing = False
        self._go(pages, time_s)

    def _play(self, time_s: float) -> None:
        if not self.playing and self.index == len(self._pages) - 1:
            self.index = 0
        self.playing, self._since = not self.playing, time_s


def show_pages(replayed: PageReplay, size: tuple[int, int] | None) -> None:
    """Play the pages in a window until the user leaves. Raises NoDisplayError."""
    open_display(_INSTEAD)
    try:
        run_window(replayed, size, _INSTEAD)
    finally:
        pygame.display.quit()
