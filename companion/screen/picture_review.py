"""Window that shows one picture after the other and asks of each whether it may be given."""

from collections.abc import Callable, Sequence

import pygame

from companion.device.button_colours import button_colour
from companion.device.display import TITLE, open_display
from companion.device.language import say, use_language
from companion.device.settings import default_settings_path, load_settings
from companion.screen import theme
from companion.screen.fonts import Fonts, language_or_english
from companion.screen.keys import latin_key
from companion.screen.picture_window import paint_pixels
from companion.screen.text import draw, fit
from companion.screen.window_loop import run_window
from hardware.buttons import Button
from vision.picture import Pixels

_KEYS = {
    pygame.K_SPACE: Button.ADVANCE,
    pygame.K_RETURN: Button.ADVANCE,
    pygame.K_KP_ENTER: Button.ADVANCE,
    pygame.K_BACKSPACE: Button.BACK,
}
_LEAVE = (pygame.K_ESCAPE, pygame.K_q)
#: Share of the window's height for the question.
_QUESTION = 0.1
#: Share of it for the buttons.
_BUTTONS = 0.12
#: Largest letters, in pixels where the window has 720 rows.
_LETTERS = 30
#: Least letters, in pixels.
_LEAST_LETTERS = 10
#: A press that comes so soon after a picture was about the one before (seconds).
_LOOK_S = 0.4
#: Nothing changes by itself: so long until the window looks again (seconds).
_WAIT_S = 1.0


def review_pictures(load: Sequence[Callable[[], Pixels]], instead: str) -> tuple[bool, ...] | None:
    """Show each picture (BGR), and return the answers: True if it may be given.

    Returns None if the user left before the last.

    Raises NoDisplayError, which says what can be done `instead`.
    """
    open_display(instead)
    try:
        fonts = Fonts()
        use_language(language_or_english(fonts, load_settings(default_settings_path())[0].language))
        review = _Review(load, fonts)
        run_window(review, None, instead)
    finally:
        pygame.display.quit()
    return tuple(review.answers) if len(review.answers) == len(load) else None


class _Review:
    """The window's content: the picture that is asked about, and the two buttons."""

    title = TITLE
    full_screen = False

    def __init__(self, load: Sequence[Callable[[], Pixels]], fonts: Fonts) -> None:
        self._load, self._fonts = load, fonts
        self.answers: list[bool] = []
        self.quit_requested = not load
        self._shown: Pixels | None = None
        self._shown_s = 0.0
        self._buttons: dict[Button, pygame.Rect] = {}

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:
        """Show the picture that is asked about; return the seconds until the next look."""
        if self.quit_requested or (self._shown is not None and not stale):
            return _WAIT_S
        if self._shown is None:
            self._shown, self._shown_s = self._load[len(self.answers)](), time_s
        window = surface.get_rect()
        gap = window.height // 60
        question = pygame.Rect(window.left, window.top, window.width, round(_QUESTION * window.height))
        bottom = pygame.Rect(window.left, 0, window.width, round(_BUTTONS * window.height))
        bottom.bottom = window.bottom
        surface.fill(theme.BACKGROUND)
        text = say(
            "Picture {n} of {all}. Give it? All that is black stays here.", n=len(self.answers) + 1, all=len(self._load)
        )
        self._write(surface, text, question.inflate(-2 * gap, -gap), theme.TEXT)
        paint_pixels(surface, pygame.Rect(0, question.bottom, window.width, bottom.top - question.bottom), self._shown)
        half = window.width // 2
        places = {Button.ADVANCE: bottom.left, Button.BACK: bottom.left + half}
        labels = {Button.ADVANCE: say("Give"), Button.BACK: say("Leave out")}
        for button, left in places.items():
            box = pygame.Rect(left, bottom.top, half, bottom.height).inflate(-2 * gap, -2 * gap)
            self._buttons[button] = box
            pygame.draw.rect(surface, button_colour(button), box, border_radius=gap)
            self._write(surface, labels[button], box.inflate(-2 * gap, 0), theme.INK)
        pygame.display.flip()
        return _WAIT_S

    def _write(self, surface: pygame.Surface, text: str, box: pygame.Rect, colour: theme.Rgb) -> None:
        largest = max(_LEAST_LETTERS, round(_LETTERS * surface.get_height() / 720))
        paragraph = fit(self._fonts, text, box.size, largest, _LEAST_LETTERS, bold=True)
        draw(surface, self._fonts, paragraph, box, colour, across=0.5)

    def handle(self, event: pygame.event.Event, _surface: pygame.Surface, time_s: float) -> None:
        """Take the answer from a key, a click or a touch; leave when the window is closed."""
        if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and latin_key(event) in _LEAVE):
            self.quit_requested = True
        elif self._shown is None or time_s < self._shown_s + _LOOK_S:
            return
        elif event.type == pygame.KEYDOWN and latin_key(event) in _KEYS:
            self._answer(_KEYS[latin_key(event)])
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            for button, box in self._buttons.items():
                if box.collidepoint(event.pos):
                    self._answer(button)

    def _answer(self, button: Button) -> None:
        self.answers.append(button is Button.ADVANCE)
        self._shown = None
        self.quit_requested = len(self.answers) == len(self._load)

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002 - there is nothing to begin anew
        """Leave after a failure to draw: what was not seen is not given."""
        raise error
