"""Guard of presses: each counts for the page on which its button went down."""

from companion.screen.page_view import question_of
from companion.screen.pages import Page
from hardware.buttons import Button, Buttons

#: Nobody can mean a page that came by itself less than so long ago (seconds).
UNREAD_S = 0.25


class PressGuard:
    """Tells which presses were meant for the page that is shown.

    What plays comes to its end, a bot moves, time is up: the page changes under the finger, and the same button says
    something else. What people bring about themselves counts at once.
    """

    def __init__(self, buttons: Buttons) -> None:
        self._buttons = buttons
        #: The question of the page that is shown, when it was looked at last, and from when on it counts.
        self._question: object = None
        self._followed_at = self._counts_at = float("-inf")
        #: The buttons that are down, and the question for which they are; None: for one that is gone.
        self._down: dict[Button, object] = {}

    def follow(self, page: Page, now: float, acted_at: float) -> None:
        """Look at the page that is shown from now on.

        `acted_at`: when people did something last (seconds).
        """
        question = question_of(page)
        if question != self._question:
            came_by_itself = self._question is not None and acted_at <= self._followed_at
            self._counts_at = now + UNREAD_S if came_by_itself else now
            self._question = question
        self._followed_at = now
        for button in Button:
            if not self._buttons.is_down(button, now):
                self._down.pop(button, None)
            elif button not in self._down:
                self._down[button] = question if now >= self._counts_at else None

    def counts(self, button: Button, page: Page, now: float) -> bool:
        """Return True if the press of a button is meant for this page."""
        if button in self._down:
            return self._down[button] == question_of(page)
        return now >= self._counts_at
