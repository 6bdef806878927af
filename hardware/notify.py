"""Messages between a service and systemd: ready, status, still alive, stopping.

One datagram a message, to the socket that systemd names; without systemd all of it does nothing.
"""

import contextlib
import os
import socket
from collections.abc import MutableMapping


class Notifier:
    """Sends messages to systemd (as sd_notify does)."""

    def __init__(self, environment: MutableMapping[str, str] = os.environ) -> None:
        """Take the socket's name out of the environment.

        No program that we start then speaks for us.
        """
        name = environment.pop("NOTIFY_SOCKET", "")
        # A leading @ stands for a zero byte: a name that is no file.
        self._address = "\0" + name[1:] if name.startswith("@") else name
        micros = environment.pop("WATCHDOG_USEC", "")
        # WATCHDOG_PID is not asked: under a compositor that is the compositor's, and the unit lets us speak for it.
        self.watchdog_s = int(micros) / 1e6 if micros.isdecimal() and int(micros) else None
        """How often systemd wants a sign of life, at least; None: it does not."""

    def ready(self) -> None:
        """Report that the program has started."""
        self._send("READY=1")

    def status(self, text: str) -> None:
        """Send the status, a line for `systemctl status`."""
        self._send(f"STATUS={' '.join(text.split())}")

    def alive(self) -> None:
        """Send a sign of life."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the program has begun to stop."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        # systemd may be restarting itself: a message that is lost is no reason to stop.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
            to.setblocking(False)
            to.sendto(message.encode(), self._address)


class Watchdog:
    """Watchdog: a sign of life for systemd as long as all that is watched gives one.

    Whoever calls `tick` is watched by that alone: it does not happen any more when its loop hangs. All else calls
    `beat` from time to time, from any thread. When something has been silent for too long, no more signs of life are
    given until it speaks again, and systemd restarts the service.
    """

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier
        self._beats: dict[str, tuple[float, float]] = {}
        self._fed_at = float("-inf")

    def beat(self, name: str, time_s: float, patience_s: float) -> None:
        """Note that a part lives; it will say so again within `patience_s`."""
        self._beats[name] = (time_s, patience_s)

    def forget(self, name: str) -> None:
        """Stop watching a part, as it was closed."""
        self._beats.pop(name, None)

    def silent(self, time_s: float) -> list[str]:
        """Return the names that have been silent for longer than they may."""
        return [name for name, (since, patience_s) in list(self._beats.items()) if time_s - since > patience_s]

    def tick(self, time_s: float) -> None:
        """Called often by the main loop; `now` in seconds of a clock that runs on."""
        wanted_s = self._notifier.watchdog_s
        if wanted_s is None or time_s - self._fed_at < wanted_s / 3 or self.silent(time_s):
            return
        self._fed_at = time_s
        self._notifier.alive()
