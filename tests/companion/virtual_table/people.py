"""People at one laptop with only a mouse: they look, click rows, carry cards, hold covers."""

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pygame

from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.page_view import PlaceTouched
from companion.screen.pages import Page
from companion.screen.row_plan import RowsPlan
from companion.table.app import App
from companion.table.press_guard import UNREAD_S
from companion.table.session import HANDS, Announcement
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.step import Step
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.piece import Point
from companion.virtual_table.secret_hands import HeldCard
from companion.virtual_table.watched_table import Counts, WatchedTable
from companion.voice import Level
from hardware.buttons import HOLD_S, Button, Buttons

SIZE = (1280, 720)
#: Time that a button is down for a press (seconds).
PRESSED_S = 0.2
#: Time that nobody moves until what lies on the mat counts (seconds).
STILL_S = 2.5


class _Ears:
    """Announcer that says nothing aloud and counts problems."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts

    def announce(self, said: Announcement) -> None:
        self._counts.problems += said.level is Level.PROBLEM

    def follow(self, settings: Settings) -> None: ...

    def sound_devices_changed(self, *, lost: bool) -> None: ...


class People(WatchedTable):
    """Window of a virtual table, and a mouse; bots do their part.

    The camera looks each time the clock advances.
    """

    def __init__(self, virtual: VirtualGame, started: Any, journal: Journal, seed: int) -> None:
        super().__init__(virtual, virtual.table_before(started, seed), journal, seed=seed)
        around = SessionContext(watched=lambda _: started)
        self.session = open_session(journal, Settings(), [virtual.table], sees=True, rng=Random(seed), around=around)
        hands = virtual.secret_hands(self.session, self.table, seed)
        assert hands is not None
        self.hands = hands
        self.session.use_hidden_cards(hands)
        self.widget = TableWidget(self.table, virtual.pictures, lambda: self.now, hands)
        self.rng = Random(seed)
        self._pilot = Autopilot(self.session, self.table, hands.players)
        self._brought: Step[Any] | None = None
        self._app = App(self.session, announcer=_Ears(self.counts), buttons=Buttons(), clock=lambda: self.now)
        self._app.table_source = self
        self._window = pygame.display.set_mode(SIZE)
        self.session.open_start_page()
        self.wait(1.0)

    # --- the room of the window ---------------------------------------------------------------------------------------

    def tick(self, time_s: float) -> None:
        if self.session.step is not self._brought:
            self._brought = self.session.step
            self.virtual.bring(self.session, self.table)
        self.hands.tick()
        self._pilot.act(time_s)
        # What is carried in one move is read when it lies.
        if not self.table.carries:
            self._read()

    def pressed(self, time_s: float) -> None: ...

    def handle(self, event: pygame.event.Event, /) -> bool:
        return self.widget.handle(event)

    def close(self) -> None: ...

    # --- eyes ---------------------------------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        return self.session.page

    @property
    def state(self) -> Any:
        assert self.session.game is not None
        return self.session.game.state

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += PRESSED_S
            self._app.turn(self._window, self.now)

    def shot(self, path: Path) -> None:
        """The window as it is, for whoever wants to look at it."""
        self._app.turn(self._window, self.now, stale=True)
        pygame.image.save(self._window, str(path))

    def _screen(self) -> pygame.Surface:
        return self._app._split_window(self._window)[1]

    def rows(self) -> dict[str, Point]:
        """Return the rows in sight that can be touched, and where."""
        screen = self._screen()
        left, top = screen.get_offset()
        places = self._app._view.places(screen.get_size(), self.page)
        return {place.row.id: (place.box.centerx + left, place.box.centery + top) for place in places if place.row.id}

    def held(self, seat: str, kind: str = "") -> list[HeldCard]:
        """Return the cards that a player sees under the own cover and may choose."""
        cards = [card for group in self.hands.look(seat) for card in group.cards]
        return [card for card in cards if not card.idle and card.key.startswith(kind)]

    # --- the mouse ----------------------------------------------------------------------------------------------------

    def mouse(self, *events: tuple[int, Point], button: int = pygame.BUTTON_LEFT) -> None:
        for kind, (x, y) in events:
            at_px = round(x), round(y)
            more: dict[str, Any] = {"button": button}
            if kind == pygame.MOUSEMOTION:
                more = {"rel": (1, 1), "buttons": (1, 0, 0)}
            elif kind == pygame.MOUSEWHEEL:
                more = {"y": -1}
            pygame.event.clear()
            pygame.event.post(pygame.event.Event(kind, pos=at_px, **more))
            for event in pygame.event.get(kind):
                self._app.handle(event, self._window, self.now)
            self.now += PRESSED_S
        self._app.turn(self._window, self.now)

    def click(self, at_px: Point, button: int = pygame.BUTTON_LEFT) -> None:
        self.mouse((pygame.MOUSEBUTTONDOWN, at_px), (pygame.MOUSEBUTTONUP, at_px), button=button)

    def touch(self, *rows: str) -> None:
        """Touch the rows one after the other, each once it was read; scroll to those out of sight."""
        for row in rows:
            self.wait(UNREAD_S)
            for down in (True, False):
                while row not in self.rows() and self._hidden(down=down):
                    self._turn_over(down=down)
            assert row in self.rows(), (row, [*self.rows()], self.page)
            self.click(self.rows()[row])

    def _plan(self) -> RowsPlan | None:
        return self._app._view._prepare(self._screen().get_size(), self.page).painted.list

    def _hidden(self, *, down: bool) -> int:
        """Return how many rows are out of sight below, or above."""
        plan = self._plan()
        return 0 if plan is None else plan.below if down else plan.above

    def _turn_over(self, *, down: bool) -> None:
        plan = self._plan()
        assert plan is not None
        assert plan.pager is not None, (self.page, self.rows())
        left, top = self._screen().get_offset()
        x, y = plan.pager[down].center
        self.click((x + left, y + top))

    def press(self, button: Button, *, held: bool = False) -> None:
        """Press one of the three buttons on the screen, once its page was read."""
        self.wait(UNREAD_S)
        screen = self._screen()
        box = self._app._view.painted(screen.get_size(), self.page).layout.buttons[button]
        left, top = screen.get_offset()
        at_px = box.centerx + left, box.centery + top
        self.mouse((pygame.MOUSEBUTTONDOWN, at_px))
        self.wait(HOLD_S if held else 0.0)
        self.mouse((pygame.MOUSEBUTTONUP, at_px))

    def advance(self) -> None:
        self.press(Button.ADVANCE)

    def touch_place(self, place: str) -> None:
        """A place of the picture beside the rows, found as people do: by looking for it."""
        self.wait(UNREAD_S)
        screen = self._screen()
        size, (left, top) = screen.get_size(), screen.get_offset()
        wanted = PlaceTouched(place)
        points = product(range(0, size[0], 16), range(0, size[1], 16))
        at_px = next(point for point in points if self._app._view.target_at(size, self.page, point) == wanted)
        self.click((at_px[0] + left, at_px[1] + top))

    def drag(self, piece: str, at_mm: Point) -> None:
        self.drag_from(self.table.pieces[piece].centre_mm, at_mm)

    def drag_from(self, start_mm: Point, end_mm: Point, *, quarters: int = 0) -> None:
        """Drag the piece at the start to the end, turned by quarters with the wheel on its way."""
        start, end = self.widget.to_px(start_mm), self.widget.to_px(end_mm)
        self.mouse((pygame.MOUSEBUTTONDOWN, start), (pygame.MOUSEMOTION, end))
        for _ in range(quarters % 4):
            self.mouse((pygame.MOUSEWHEEL, end))
        self.mouse((pygame.MOUSEBUTTONUP, end))

    def turn_over(self, piece: str) -> None:
        """Turn a piece over with the right button."""
        self.click(self.widget.to_px(self.table.middle_mm(self.table.pieces[piece])), pygame.BUTTON_RIGHT)

    def change_player(self, seat: str) -> None:
        """A bot plays for this one from now on, or a person again."""
        assert self.widget._covers is not None
        self.wait(UNREAD_S)
        self.click(next(cover.switch.center for cover in self.widget._covers._covers() if cover.holder.id == seat))

    def choose(self, seat: str, card: HeldCard) -> None:
        """The cover is held, and let go on a card of those that are shown then."""
        covers = self.widget._covers
        assert covers is not None
        self.wait(UNREAD_S)
        cover = next(cover.box for cover in covers._covers() if cover.holder.id == seat)
        self.mouse((pygame.MOUSEBUTTONDOWN, (cover.left + 5, cover.centery)))
        groups = covers._places(self.hands.look(seat))
        box = next(place.box for _, _, places in groups for place in places if place.card.key == card.key)
        # Where the next card does not lie over it.
        at_px = box.left + 3, box.centery
        self.mouse((pygame.MOUSEMOTION, at_px), (pygame.MOUSEBUTTONUP, at_px))

    def do_what_the_guide_asks(self) -> None:
        """Hand put right what the page tells, and it goes on."""
        step = self.session.step
        self.touch(HANDS)
        self.wait(STILL_S)
        if self.session.step is step:
            self.advance()
