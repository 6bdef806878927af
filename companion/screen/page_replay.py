"""Replay of pages in order, in a window that plays and pauses them, or as an animation."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

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
from companion.screen.page_view import ButtonTouched, MomentTouched, PageView, RowTouched, Target
from companion.screen.pages import BoardPage, Keys, Scrubber, Tone
from companion.screen.pictures import Pictures
from companion.screen.replay_rows import replay_rows, touch_replay_row
from companion.screen.replaying import Replaying, reading_time_s
from companion.screen.scrubber import MOMENT
from companion.screen.window_loop import run_window
from hardware.buttons import Button
from vision.picture import Pixels

#: Width and height of a picture (pixels).
PICTURE_SIZE = (1280, 720)
#: Width and height of an animation (pixels).
ANIMATION_SIZE = (800, 480)
#: An animation of a whole game plays faster.
ANIMATION_SPEED = 2.0
#: Time that the last page of an animation stays (seconds).
_LAST_S = 5.0
#: While nothing plays nothing needs to be looked at but keys and clicks (seconds).
_IDLE_S = 1.0
_INSTEAD = "--export game.gif writes the game as an animation"
_FORWARD = {pygame.K_SPACE, pygame.K_RIGHT, pygame.K_DOWN}
_BACK = {pygame.K_LEFT, pygame.K_UP, pygame.K_BACKSPACE}
_CHAPTERS = {pygame.K_PAGEDOWN: 1, pygame.K_n: 1, pygame.K_PAGEUP: -1, pygame.K_b: -1}
_PLAY = {pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_p}
_AGAIN = {pygame.K_r, pygame.K_HOME}
_FULL_SCREEN = {pygame.K_f, pygame.K_F11}
_LEAVE = {pygame.K_ESCAPE, pygame.K_q}


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
    frames = [(page, reading_time_s(page.caption) / speed) for page in pages]
    frames[-1] = (frames[-1][0], _LAST_S)
    write_whole(path, animation(frames, lambda page: _pixels(view, page, size or ANIMATION_SIZE)))


def _pixels(view: PageView, page: BoardPage, size: tuple[int, int]) -> Pixels:
    surface = pygame.Surface(size)
    view.draw(surface, page, ring=(), time_s=0.0)
    return np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(size[1], size[0], 3)


class PageReplay:
    """The window's content: the pages, which of them is shown, whether it plays and how fast."""

    def __init__(
        self,
        pages: Sequence[BoardPage],
        view: PageView,
        title: str,
        *,
        chapters: Mapping[int, str] = MappingProxyType({}),
        speed: float = 1.0,
        full_screen: bool = False,
    ) -> None:
        """`chapters`: titles of chapters by the number of the page with which each begins."""
        self.title, self.full_screen, self.quit_requested = title, full_screen, False
        self.replaying = Replaying(len(pages), sorted(chapters), speed=speed)
        self._pages, self._view, self._chapters = pages, view, chapters
        #: Something failed, and nothing has been asked for since.
        self._failed = False
        #: Whether the mouse or a finger is down on the scrubber.
        self._scrubs = False

    @property
    def page(self) -> BoardPage:
        """The page that is shown, with what the buttons do and how far it is."""
        replaying = self.replaying
        page = self._pages[replaying.moment]
        keys = Keys(advance=say("Forward"), draw=say("Pause") if replaying.playing else say("Play"), back=say("Back"))
        if self._failed:
            sentence = say("Something failed in the companion: the replay stops here. Go on by hand.")
            return replace(page, keys=keys, status=sentence, status_tone=Tone.WAITING)
        rows = (*page.rows, *replay_rows(replaying, self._chapters))
        status = f"{page.status} · {replaying.moment + 1}/{replaying.moments}"
        scrubber = Scrubber(replaying.moment, replaying.moments, replaying.chapters)
        return replace(page, keys=keys, rows=rows, status=status, scrubber=scrubber)

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:
        """Show the next page when the current one has been read; return the seconds until then."""
        replaying = self.replaying
        replaying.turn(time_s, self._stays_s)
        if self._view.draw(surface, self.page, ring=(), time_s=time_s) or stale:
            pygame.display.flip()
        return max(0.0, replaying.left_s(time_s, self._stays_s)) if replaying.playing else _IDLE_S

    @property
    def _stays_s(self) -> float:
        return reading_time_s(self._pages[self.replaying.moment].caption)

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, time_s: float) -> None:
        """Handle keys, clicks and touches."""
        if event.type == pygame.QUIT:
            self.quit_requested = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._touch(self._view.target_at(surface.get_size(), self.page, event.pos), time_s)
        elif event.type == pygame.MOUSEMOTION and self._scrubs:
            target = self._view.target_at(surface.get_size(), self.page, event.pos)
            if isinstance(target, MomentTouched):
                self._touch(target, time_s)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._scrubs = False
        elif event.type == pygame.KEYDOWN:
            self._failed = False
            self._key(event, time_s)

    def _touch(self, target: Target | None, time_s: float) -> None:
        self._failed = False
        match target:
            case ButtonTouched(button=Button.ADVANCE):
                self.replaying.step(1, time_s)
            case ButtonTouched(button=Button.BACK):
                self.replaying.step(-1, time_s)
            case ButtonTouched():
                self.replaying.toggle(time_s)
            case MomentTouched(id=moment):
                self._scrubs = True
                self.replaying.show(int(moment.removeprefix(MOMENT)), time_s)
            case RowTouched(id=row_id):
                touch_replay_row(self.replaying, row_id, time_s)

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002 - whatever it was
        """Stop so that pages go on by hand; if that fails often, show the first page."""
        self.replaying.playing, self._failed = False, True
        if failures >= OFTEN:
            self.replaying.moment = 0
        return True

    def _key(self, event: pygame.event.Event, time_s: float) -> None:
        key, replaying = latin_key(event), self.replaying
        if key in _FORWARD:
            replaying.step(1, time_s)
        elif key in _BACK:
            replaying.step(-1, time_s)
        elif key in _CHAPTERS:
            replaying.step_chapter(_CHAPTERS[key], time_s)
        elif key in _PLAY:
            replaying.toggle(time_s)
        elif key in _AGAIN:
            replaying.begin_anew(time_s)
        elif key in _FULL_SCREEN:
            self.full_screen = not self.full_screen
        elif key in _LEAVE:
            self.quit_requested = True
        elif event.unicode in ("+", "-"):
            replaying.change_speed(1 if event.unicode == "+" else -1)


def show_pages(replayed: PageReplay, size: tuple[int, int] | None) -> None:
    """Play the pages in a window until the user leaves. Raises NoDisplayError."""
    open_display(_INSTEAD)
    try:
        run_window(replayed, size, _INSTEAD)
    finally:
        pygame.display.quit()
