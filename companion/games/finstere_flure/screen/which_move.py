"""Window that asks which of several moves of plain pieces was made before a photo was taken."""

from collections.abc import Sequence
from dataclasses import replace

import pygame

from companion.device.display import open_display
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.screen.pictures import FinstereFlurePictures
from companion.games.finstere_flure.screen.window import IDLE_S, INSTEAD, KEYS, PAGE_KEYS, Command
from companion.games.finstere_flure.table.plain_question import alike_chosen, alike_page, alike_rows
from companion.games.finstere_flure.tag_set import TAGS
from companion.screen.fonts import Fonts
from companion.screen.keys import latin_key
from companion.screen.page_view import ButtonTouched, PageView, PlaceTouched, RowTouched
from companion.screen.pages import BoardPage
from companion.screen.window_loop import run_window
from companion.table.lists import step_choice
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.position import Position
from hardware.buttons import Button, Press


def ask_which_move(
    position: Position, events: Sequence[TokenMoved], *, size: tuple[int, int] | None = None, full_screen: bool = False
) -> TokenMoved | None:
    """Ask in a window which of the moves was made; None: the user left.

    `size` is the window's (width, height) in pixels. Raises NoDisplayError.
    """
    open_display(INSTEAD)
    try:
        question = _Question(position, events, full_screen=full_screen)
        run_window(question, size, INSTEAD)
        return question.chosen
    finally:
        pygame.display.quit()


class _Question:
    """The window's content: the page with the moves, one of which may be marked."""

    title = TAGS.title

    def __init__(self, position: Position, events: Sequence[TokenMoved], *, full_screen: bool) -> None:
        fonts = Fonts()
        self.chosen: TokenMoved | None = None
        self.quit_requested, self.full_screen = False, full_screen
        self._position, self._events = position, events
        self._marked: str | None = None
        self._view = PageView(fonts, FinstereFlurePictures(fonts))

    @property
    def _page(self) -> BoardPage:
        page = alike_page(self._position, self._events, self._marked, by_ear=False)
        return replace(page, keys=replace(page.keys, back=say("Leave")))

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:
        """Draw the page; return the seconds until the next look."""
        if self._view.draw(surface, self._page, ring=(), time_s=time_s) or stale:
            pygame.display.flip()
        return IDLE_S

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, _time_s: float) -> None:
        """Take the answer from a key, a click or a touch; leave when the window is closed."""
        if event.type == pygame.QUIT:
            self.quit_requested = True
        elif event.type == pygame.KEYDOWN:
            key = latin_key(event)
            if key in PAGE_KEYS:
                self._press(PAGE_KEYS[key])
            elif KEYS.get(key) is Command.FULL_SCREEN:
                self.full_screen = not self.full_screen
            elif KEYS.get(key) is Command.LEAVE:
                self.quit_requested = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT):
            match self._view.target_at(surface.get_size(), self._page, event.pos):
                case ButtonTouched(button=button):
                    self._press(Press(button, held=event.button == pygame.BUTTON_RIGHT))
                case RowTouched(id=target) | PlaceTouched(id=target):
                    self._choose(target)

    def _press(self, press: Press) -> None:
        match press.button:
            case Button.DRAW:
                rows = [row.id for row in alike_rows(self._position, self._events)]
                self._marked = step_choice(rows, self._marked, -1 if press.held else 1)
            case Button.ADVANCE if self._marked is not None:
                self._choose(self._marked)
            case Button.BACK:
                self.quit_requested = True

    def _choose(self, target: str) -> None:
        self.chosen = alike_chosen(self._events, target)
        self.quit_requested = self.chosen is not None

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002 - there is nothing to begin anew
        """Leave after a failure to draw: nothing was chosen."""
        raise error
