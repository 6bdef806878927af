"""Service around a running table: tells systemd its state and stops on request.

It can also shut the machine down.
"""

import os
import signal
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType

from companion.device.errors import UserError
from companion.device.log import warn
from companion.device.stops import Handler, handle_stops
from companion.device.trial import Trial
from hardware.buttons import Button, Buttons
from hardware.notify import Notifier, Watchdog

STOP_WITHIN_S = 6.0
"""A stop that takes longer is cut short: a camera's driver may never come back. The unit's TimeoutStopSec is longer."""
POWER_OFF = "power-off"
"""A file of this name in the service's runtime folder shuts the machine down (systemd/*-power-off.path)."""


class Service:
    """Context of a table's main loop as a service; also works in a plain terminal.

    A plain terminal has no systemd. The context is entered (`with`) from the main thread before anything slow is
    opened, and left when all is closed.
    """

    def __init__(self, notifier: Notifier | None = None, *, stop_within_s: float = STOP_WITHIN_S) -> None:
        self._notifier = notifier or Notifier()
        self._stop_within_s = stop_within_s
        self._last_resort: threading.Timer | None = None
        self._before: dict[signal.Signals, Handler] = {}
        self.watchdog = Watchdog(self._notifier)
        self._trial = Trial()
        self._status = ""
        self._silence_reported = False
        self.stop_asked = False
        """Whether the loop shall end: it was told to stop, or its terminal was closed."""

    def __enter__(self) -> "Service":
        self._before = handle_stops(self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        if not self.stop_asked:
            self._notifier.stopping()

    def ready(self) -> None:
        """Tell the service manager that all is open and the first page is about to be shown."""
        self._notifier.ready()

    def status(self, text: str) -> None:
        """Report the state in words for `systemctl status`; repeats are harmless."""
        if text != self._status:
            self._status = text
            self._notifier.status(text)

    def tick(self, time_s: float) -> None:
        """Send a sign of life if all watched parts live; `time_s`: seconds, monotonic.

        It is one turn of the main loop.
        """
        silent = self.watchdog.silent(time_s)
        if silent and not self._silence_reported:
            warn(f"no sign of life any more from the {' and the '.join(silent)}")
        self._silence_reported = bool(silent)
        if not silent:
            self._trial.tick(time_s)
        self.watchdog.tick(time_s)

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        if self.stop_asked:
            return
        self.stop_asked = True
        self._notifier.stopping()
        # It goes on ticking while threads are waited for at the end of the process.
        self._last_resort = threading.Timer(self._stop_within_s, self._end_now)
        self._last_resort.daemon = True
        self._last_resort.start()

    def _end_now(self) -> None:
        # Every event is on disk before it is shown, so that nothing is lost.
        warn(f"something did not stop within {self._stop_within_s:g} seconds; ending without it")
        os._exit(0)


class ShutDownButton:
    """Button that shuts the machine down: Back, held down for long."""

    def __init__(self, buttons: Buttons, hold_s: float, shut_down: Callable[[], object]) -> None:
        """Create the shut-down button.

        After `hold_s` (0: never) on the pins `shut_down` is called once, until the button is released.
        """
        self._buttons, self._hold_s, self._shut_down = buttons, hold_s, shut_down
        self._done = False

    def tick(self, time_s: float) -> None:
        """Look at the button; the main loop calls it often. `time_s`: seconds, monotonic."""
        down_s = self._buttons.down_for_s(Button.BACK, time_s)
        if not self._hold_s or down_s < self._hold_s:
            self._done = self._done and down_s > 0
        elif not self._done:
            self._done = True
            self._shut_down()


def can_shut_down(environment: Mapping[str, str] = os.environ) -> bool:
    """Return True if this is the installed service, with a folder that a unit watches."""
    return bool(environment.get("RUNTIME_DIRECTORY"))


def shut_down(environment: Mapping[str, str] = os.environ) -> None:
    """Ask systemd to shut the machine down; it then stops this program too.

    This needs no rights: a unit watches for the file. Raises UserError if nothing watches for it.
    """
    if not can_shut_down(environment):
        raise UserError("only the installed service can shut the machine down (run install); switch it off by hand")
    folder = environment["RUNTIME_DIRECTORY"].split(":")[0]
    try:
        (Path(folder) / POWER_OFF).touch()
    except OSError as error:
        raise UserError(f"{folder}: the request to shut down cannot be written there: {error.strerror}") from None
