"""Pointer (mouse or finger) on the companion's screen: presses, drags, the wheel."""

import math
from collections.abc import Callable

from companion.screen.page_view import (
    ButtonTouched,
    MomentTouched,
    MoreTouched,
    PageView,
    PlaceTouched,
    RowTouched,
    Target,
    question_of,
)
from companion.screen.pages import Page
from companion.table.press_guard import PressGuard
from companion.table.session import HANDS, Session
from hardware.buttons import Buttons, Source

#: A finger that has moved so far (pixels) drags the list; up to there it just is not quite still.
DRAG_PX = 12
#: One click of the wheel scrolls by so many rows.
WHEEL_ROWS = 2

Point = tuple[int, int]
Size = tuple[int, int]


class Pointer:
    """Pointer on a screen of `size` pixels; all points are pixels of this screen.

    The three buttons go down and up with the pointer, so that they can be held. Everything else counts when the
    pointer is released where it was pressed, on the same page. A pointer that leaves the thing it pressed presses
    nothing; a list that is too long scrolls along with it. A replay follows it while it is down on its scrubber.
    """

    def __init__(
        self,
        view: PageView,
        session: Session,
        buttons: Buttons,
        guard: PressGuard,
        target_beside: Callable[[Page, Point], Target | None] = lambda _page, _point: None,
    ) -> None:
        """`target_beside` gives what of a page is drawn at a point beside the screen."""
        self._view, self._session, self._buttons, self._guard = view, session, buttons, guard
        self._target_beside = target_beside
        #: What is pressed now, and on which page.
        self.pressed: Target | None = None
        self._question: object = None
        #: Where the pointer was when the list last moved under it; None if it is up or drags nothing.
        self._point: Point | None = None
        self._drags = False

    def use(self, view: PageView) -> None:
        """Draw pages by this view from now on."""
        self._view = view

    def _target_at(self, size: Size, page: Page, point: Point) -> Target | None:
        return self._view.target_at(size, page, point) or self._target_beside(page, point)

    def press(self, point: Point, size: Size, time_s: float) -> None:
        """Note what the pointer presses."""
        page = self._session.page
        self._point, self._drags, self._question = point, False, question_of(page)
        self.pressed = self._target_at(size, page, point)
        if isinstance(self.pressed, ButtonTouched):
            self._buttons.changed(self.pressed.button, True, time_s, Source.SCREEN)
        elif isinstance(self.pressed, MomentTouched):
            self._scrub(time_s)
        elif self.pressed is not None and not self._is_meant(point, size, page, time_s):
            self.pressed = None

    def _is_meant(self, point: Point, size: Size, page: Page, time_s: float) -> bool:
        """Return False if what is pressed came under the finger by itself, while it was on its way."""
        return all(
            question_of(gone) == self._question
            and self.pressed in (self._view.target_at_before(size, gone, point), self._target_beside(gone, point))
            for gone in self._guard.gone_pages(time_s)
            if gone != page
        )

    def move(self, point: Point, size: Size, time_s: float) -> None:
        """Follow the pointer while it is down: away from what it pressed, or dragging a list."""
        if self._point is None:
            return
        if isinstance(self.pressed, ButtonTouched):
            if self._target_at(size, self._session.page, point) != self.pressed:
                self.release_source(time_s)
            return
        if isinstance(self.pressed, MomentTouched):
            target = self._target_at(size, self._session.page, point)
            if isinstance(target, MomentTouched) and target != self.pressed:
                self.pressed = target
                self._scrub(time_s)
            return
        if not self._drags and math.dist(point, self._point) >= DRAG_PX:
            self._drags, self.pressed = True, None
        if self._drags:
            self._drag(point, size)

    def _scrub(self, time_s: float) -> None:
        """Show the moment of a replay below the pointer at once: the pointer drags it along."""
        assert isinstance(self.pressed, MomentTouched)
        self._guard.acted()
        self._session.touch(self.pressed.id, time_s)

    def _drag(self, point: Point, size: Size) -> None:
        """Drag the list along, from row to row."""
        page = self._session.page
        step = self._view.row_step(size, page)
        if step is None or self._point is None:
            return
        rows = int((self._point[1] - point[1]) / step)
        if rows:
            self._view.scroll(size, page, rows)
            self._point = (point[0], self._point[1] - rows * step)

    def release(self, point: Point, size: Size, time_s: float) -> None:
        """Touch what was pressed, if the pointer goes up on it."""
        pressed, self.pressed, self._point = self.pressed, None, None
        page = self._session.page
        if isinstance(pressed, ButtonTouched):
            self._buttons.changed(pressed.button, False, time_s, Source.SCREEN)
        elif question_of(page) == self._question and self._target_at(size, page, point) == pressed:
            match pressed:
                case MoreTouched(down=down):
                    self._view.turn_over(size, page, down=down)
                case RowTouched(id=target) | PlaceTouched(id=target):
                    if target != HANDS:
                        # What hands of the virtual table bring about comes when nobody expects it.
                        self._guard.acted()
                    self._session.touch(target, time_s)

    def release_source(self, time_s: float) -> None:
        """Let go of what is pressed, without touching it."""
        if isinstance(self.pressed, ButtonTouched):
            self._buttons.release_source(Source.SCREEN, time_s)
        self.pressed = self._point = None

    def wheel(self, clicks: int, size: Size) -> None:
        """Scroll by the wheel: away from the user if `clicks` is positive."""
        self._view.scroll(size, self._session.page, -WHEEL_ROWS * clicks)
