"""Guard of presses: each counts for the page on which its button went down."""

from collections import deque
from collections.abc import Sequence

from companion.screen.page_view import question_of
from companion.screen.pages import Page, PlayedPage
from hardware.buttons import Button, Buttons

#: Nobody can mean a page that came by itself less than so long ago (seconds): so long eyes and a hand take.
UNREAD_S = 0.4
#: Where pages come by themselves one after the other, none of them to be read, presses count after so long (seconds):
#: what never stands still must be stopped somehow.
MOST_UNREAD_S = 2.0


class PressGuard:
    """Guard that knows which presses were meant for the page that is shown.

    What plays comes to its end, a bot moves, somebody touches a phone, time is up: the page changes under the finger,
    and the same place says something else. What people bring about themselves, at this screen, counts at once.
    """

    def __init__(self, buttons: Buttons) -> None:
        self._buttons = buttons
        #: The page that is shown and its question, and from when on it counts.
        self._page: Page | None = None
        self._question: object = None
        self._counts_at = float("-inf")
        #: When its question came, and the first of those that came one after the other before anybody could read them.
        self._asked_at, self._restless_since = float("-inf"), float("inf")
        #: Whether people did something at this screen since the page was looked at.
        self._have_acted = False
        #: The pages that went by themselves, and when.
        self._gone: deque[tuple[float, Page]] = deque()
        #: The buttons that are down, and the question for which they are; None: for one that is gone.
        self._down: dict[Button, object] = {}

    def acted(self) -> None:
        """Note that people have acted at this screen: what that brings about is no surprise."""
        self._have_acted = True

    def follow(self, page: Page, time_s: float) -> None:
        """Look at the page that is shown from now on: what takes long to draw is not shown before."""
        question = question_of(page)
        comes_by_itself, self._have_acted = not self._have_acted, False
        if question != self._question:
            came_by_itself = self._question is not None and comes_by_itself
            self._counts_at = time_s + UNREAD_S if came_by_itself else float("-inf")
            if not came_by_itself or time_s - self._asked_at >= UNREAD_S:
                self._restless_since = time_s
            self._asked_at = time_s
        if self._page is not None and page != self._page:
            if not comes_by_itself:
                self._gone.clear()
            elif question != self._question or not isinstance(page, PlayedPage):
                self._gone.append((time_s, self._page))
        self._forget_gone(time_s)
        self._page, self._question = page, question
        for button in Button:
            if not self._buttons.is_down(button, time_s):
                self._down.pop(button, None)
            elif button not in self._down:
                self._down[button] = question if time_s >= self._counts_at else None

    def _is_restless(self, time_s: float) -> bool:
        """Return True if pages come and go so fast that none would ever take a press."""
        return time_s - self._restless_since >= MOST_UNREAD_S and time_s - self._asked_at < UNREAD_S

    def _forget_gone(self, time_s: float) -> None:
        while self._gone and time_s - self._gone[0][0] >= UNREAD_S:
            self._gone.popleft()

    def gone_pages(self, time_s: float) -> Sequence[Page]:
        """Return the pages of a moment ago: a finger that comes down now may mean each of them."""
        self._forget_gone(time_s)
        return [] if self._is_restless(time_s) else [page for _, page in self._gone]

    def counts(self, button: Button, page: Page, time_s: float) -> bool:
        """Return True if the press of a button is meant for this page."""
        if self._is_restless(time_s):
            return True
        if button in self._down:
            return self._down[button] == question_of(page)
        return time_s >= self._counts_at
