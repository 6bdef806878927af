"""Table without a camera, or a virtual one, whose window nobody looks at: nothing is drawn."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from companion.device.settings import Settings
from companion.table.app import App
from companion.table.session import Announcement
from hardware.buttons import HOLD_S, Button, Press, Source
from tools.ear_pilot.ear import PilotEar
from tools.walk.opened import TURN_S, OpenedTable, TablePlace
from tools.walk.window import UndrawnApp

#: A button is down for so long (seconds).
_PRESS_S = 0.1


class PilotApp(UndrawnApp):
    """Window of somebody who sees nothing."""

    def _turns_over(self, press: Press, surface: pygame.Surface) -> bool:
        # By ear all lines are read, and of a page on which something is marked nobody needs to know how long it is.
        is_led = self.session.is_by_ear or getattr(self.session.page, "selected", None) is not None
        return not is_led and super()._turns_over(press, surface)


class HeardTable(OpenedTable):
    """Table that tells what happens through an ear, and takes presses.

    `on_said` and `on_press` let whoever counts look on; the player knows nothing of them.
    """

    def __init__(
        self, place: TablePlace, game_ids: Sequence[str], *, language: str, by_ear: str, seed: int = 1
    ) -> None:
        """Open the first page; `by_ear` as the setting has it."""
        self._by_ear = by_ear != "off"
        self.on_said: Callable[[Announcement], object] = lambda _: None
        self.on_press: Callable[[Button, bool], object] = lambda *_: None
        self.on_turn: Callable[[], object] = lambda: None
        super().__init__(place, game_ids, settings=Settings(language=language, by_ear=by_ear), seed=seed)

    def open_app(self) -> App:
        """Return a window that is not drawn, with an ear for its voice."""
        self.ear = PilotEar(lambda text: self.session.table_game.voice.spoken(text), by_ear=self._by_ear)
        self.ear.now = self.now
        # Drawing takes no time: however busy the machine is, the same presses count.
        return PilotApp(self.session, announcer=self, buttons=self.buttons, clock=lambda: self.now)

    # --- announcer ----------------------------------------------------------------------------------------------------

    def announce(self, said: Announcement) -> None:
        """Let it be heard, and counted."""
        self.on_said(said)
        self.ear.announce(said)

    def follow(self, settings: Settings) -> None:
        """Hear as before."""
        self.ear.follow(settings)

    def sound_devices_changed(self, *, lost: bool) -> None:
        """Hear as before."""
        self.ear.sound_devices_changed(lost=lost)

    # --- time and presses ---------------------------------------------------------------------------------------------

    def wait(self, seconds: float, turn_s: float = TURN_S) -> None:
        """Let time pass; a turn of the window's loop is at most so long (seconds)."""
        until = self.now + seconds
        while self.now < until - 1e-9:
            self._turn(min(turn_s, until - self.now))

    def _turn(self, seconds: float) -> None:
        self.ear.pass_time(self.now + seconds)
        super()._turn(seconds)
        self.on_turn()
        assert not self.failures, self.failures

    def press(self, button: Button, *, held: bool = False) -> None:
        """Press one of the three keys, or hold it."""
        self.on_press(button, held)
        self.buttons.changed(button, True, self.now, Source.PINS)
        if held:
            self._turn(_PRESS_S)
            self._turn(HOLD_S)
        else:
            self._turn(_PRESS_S)
        self.buttons.changed(button, False, self.now, Source.PINS)
        self._turn(TURN_S)


def open_display() -> Any:
    """Open a small window that nobody sees: a session's letters need one."""
    pygame.display.init()
    return pygame.display.set_mode((16, 16))
