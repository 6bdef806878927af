"""Virtual table with a window that is clicked, dragged and resized at random.

It is also pressed, and its clock may jump.
"""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pygame
import pytest

from companion.device.settings import Settings
from companion.journal import Journal
from companion.table.app import KEYS, App
from companion.table.observation import TableObservation
from companion.table.session import HANDS, Announcement
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.watcher import Observe
from companion.virtual_table import table_source as room_module
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.table_source import SharedTableCamera, VirtualTableSources
from hardware.buttons import Buttons
from tests.companion.virtual_table.faultless_reading import reading_of
from vision.sources.camera import Frame
from vision.watching import TableWatch
from vision.watching.observation import BoardState, Observation

SIZE = (640, 360)
#: Windows become so large now and then.
SIZES = (SIZE, (800, 480), (480, 800), (320, 240), (120, 700), (900, 40), (2, 2), (1, 1))


class QuietVoice:
    """Voice that says nothing."""

    def announce(self, said: Announcement) -> None: ...

    def follow(self, settings: Settings) -> None: ...

    def sound_devices_changed(self, *, lost: bool) -> None: ...


class InstantWatcher:
    """Substitute for a watcher: reads the unchanged table without pictures.

    The table must not have changed since the last call.
    """

    def __init__(self, camera: SharedTableCamera, _watch: TableWatch, observe: Observe) -> None:
        self._table, self._camera = camera._camera.table, camera._camera.view.camera
        self._observe = observe
        width, height = self._camera_size(camera)
        self.frame = Frame(np.zeros((height, width, 3), np.uint8), 0.0)
        self._layout: object = None
        self._settled: TableObservation[Any] | None = None

    @staticmethod
    def _camera_size(camera: SharedTableCamera) -> tuple[int, int]:
        return camera._camera.view.size_px

    def news(self) -> TableObservation[Any] | None:
        next_layout = tuple(self._table.stacked()), self._table.arm
        if next_layout != self._layout:
            self._layout, self._settled = next_layout, None
            return TableObservation()
        if self._settled is None:
            # As the room has it, every piece has the catalogue's tag.
            reading = reading_of(self._table, self._observe.__self__.catalogue, self._camera)  # type: ignore[attr-defined]
            settled = Observation(0.0, {}, BoardState.FOUND, reading, settled=True, changed=True)
            self._settled = self._observe(settled, self.frame)
        return self._settled

    def use(self, _watch: TableWatch, observe: Observe) -> None:
        self._observe, self._settled = observe, None

    def ignore_before(self, moment_s: float) -> None: ...

    def close(self) -> None: ...


class RestlessTable:
    """Window of `virtual` with a restless user; the same seed does the same."""

    def __init__(
        self, virtual: VirtualGame, journal: Journal, patch: pytest.MonkeyPatch, seed: int, *, watch: bool
    ) -> None:
        """`watch`: a game plays itself from the beginning."""
        self.rng = Random(seed)
        self.now = 100.0
        patch.setattr(room_module, "Watcher", InstantWatcher)
        patch.setattr(room_module, "TableWidget", partial(TableWidget, clock=lambda: self.now))
        start = partial(self._start, virtual, seed)
        self.session = open_session(
            journal,
            Settings(),
            [virtual.table],
            sees=True,
            rng=Random(seed),
            around=SessionContext(watched=start, kiosk=True),
        )
        #: The pages that were come to, and how many events the longest game had.
        self.pages: set[str] = set()
        self.events = 0
        self.app = App(
            self.session, announcer=QuietVoice(), buttons=Buttons(), on_page=self.pages.add, clock=lambda: self.now
        )
        self.session.open_start_page()
        self.table_source = VirtualTableSources(self.session, {virtual.table.rules.id: virtual}, start, seed)
        self.app.table_source = self.table_source
        self.window = pygame.Surface(SIZE)
        self._mouse = (0, 0)
        if watch:
            self.session.watch(virtual.table)
        self.turn(0.1)

    @staticmethod
    def _start(virtual: VirtualGame, seed: int, _game_id: str) -> Any:
        return virtual.start(None, seed, {})

    def close(self) -> None:
        self.table_source.close()

    # --- what happens -------------------------------------------------------------------------------------------

    def turn(self, seconds: float) -> None:
        """Let time pass and give the window its next turn."""
        self.now += seconds
        self.app.turn(self.window, self.now)
        self.events = max(self.events, len(self.session.game.events) if self.session.game else 0)

    def act(self) -> None:
        """Do something by chance, or let time pass."""
        weights: Mapping[Callable[[], None], int] = {
            self._wait: 24,
            self._touch: 12,
            self._drag: 14,
            self._move: 10,
            self._click_anywhere: 12,
            self._half_a_click: 6,
            self._key: 8,
            self._click_piece: 8,
            self._resize: 1,
            self._lose_focus: 1,
        }
        self.rng.choices([*weights], [*weights.values()])[0]()
        self.turn(self.rng.choice((0.01, 0.03, 0.1, 0.25, 0.5)))

    def _happen(self, kind: int, **how: Any) -> None:
        self.app.handle(pygame.event.Event(kind, **how), self.window, self.now)

    def _button(self, *, down: bool, at_px: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        self._mouse = at_px
        self._happen(pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP, button=button, pos=at_px)

    def _move_to(self, at_px: tuple[int, int]) -> None:
        self._mouse = at_px
        self._happen(pygame.MOUSEMOTION, pos=at_px, rel=(0, 0), buttons=(0, 0, 0))

    def _anywhere(self) -> tuple[int, int]:
        width, height = self.window.get_size()
        return self.rng.randrange(width), self.rng.randrange(height)

    def _piece(self) -> tuple[int, int] | None:
        """Return the pixel of some piece in the window."""
        widget = self.table_source.widget
        pieces = [*widget.table.pieces.values()]
        if not pieces or widget._view is None:
            return None
        x, y = widget.to_px(self.rng.choice(pieces).centre_mm)
        return round(x), round(y)

    def _wait(self) -> None:
        for _ in range(self.rng.randrange(14)):
            self.turn(self.rng.choice((0.03, 0.2, 0.5)))

    def _touch(self) -> None:
        """A row of the page, or a button of the screen."""
        _, screen = self.app._split_window(self.window)
        places = self.app._view.places(screen.get_size(), self.session.page)
        if not places or self.rng.random() < 0.3:
            self._press_key(self.rng.choice([*KEYS]))
            return
        place = self.rng.choice(places)
        if place.row.id == HANDS and self.rng.random() < 0.5:
            return
        left, top = screen.get_offset()
        at_px = place.box.centerx + left, place.box.centery + top
        self._button(down=True, at_px=at_px)
        self.turn(0.05)
        self._button(down=False, at_px=at_px)

    def _drag(self) -> None:
        start = self._piece() or self._anywhere()
        end = self._piece() if self.rng.random() < 0.3 else self._anywhere()
        self._button(down=True, at_px=start)
        for _ in range(self.rng.randrange(1, 5)):
            self._move_to(self._anywhere())
            self.turn(self.rng.choice((0.01, 0.1, 0.5)))
            if self.rng.random() < 0.2:
                self._key()
        if self.rng.random() < 0.9:
            self._button(down=False, at_px=end or start)

    def _move(self) -> None:
        self._move_to(self._piece() or self._anywhere())

    def _click_anywhere(self) -> None:
        at_px, button = self._anywhere(), self.rng.choice((1, 1, 1, 2, 3))
        self._button(down=True, at_px=at_px, button=button)
        if self.rng.random() < 0.5:
            self.turn(self.rng.choice((0.05, 0.4, 1.2)))
        self._button(down=False, at_px=at_px, button=button)

    def _half_a_click(self) -> None:
        self._button(down=self.rng.random() < 0.5, at_px=self._piece() or self._anywhere())

    def _click_piece(self) -> None:
        at_px = self._piece() or self._anywhere()
        for _ in range(self.rng.choice((1, 2))):
            button = self.rng.choice((1, 1, 3))
            self._button(down=True, at_px=at_px, button=button)
            self._button(down=False, at_px=at_px, button=button)

    def _key(self) -> None:
        keys = (pygame.K_f, pygame.K_r, pygame.K_c, pygame.K_0, pygame.K_1, pygame.K_2, pygame.K_PAGEDOWN, *KEYS)
        if self.rng.random() < 0.2:
            self._happen(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-1, 1)))
        else:
            self._press_key(self.rng.choice(keys))

    def _press_key(self, key: int) -> None:
        letter = chr(key) if key < 128 else ""
        self._happen(pygame.KEYDOWN, key=key, unicode=letter, mod=0)
        if letter.isprintable() and letter:
            self._happen(pygame.TEXTINPUT, text=letter)
        self.turn(self.rng.choice((0.05, 0.05, 1.2)))
        self._happen(pygame.KEYUP, key=key, mod=0)

    def _resize(self) -> None:
        self.window = pygame.Surface(self.rng.choice(SIZES))
        self._happen(pygame.VIDEORESIZE, size=self.window.get_size(), w=self.window.get_width(), h=1)
        self.turn(0.05)
        if min(self.window.get_size()) < 300 and self.rng.random() < 0.8:
            self.window = pygame.Surface(SIZE)

    def _lose_focus(self) -> None:
        self._happen(pygame.WINDOWFOCUSLOST)
