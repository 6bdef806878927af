"""Stop signals of the program: SIGTERM, and SIGHUP when its terminal is closed."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

#: Windows has no hang-up.
_SIGNALS = (signal.SIGTERM,) if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP)

#: As `signal.signal` takes and returns it.
Handler = Callable[[int, FrameType | None], object] | int | None


class Stopped(KeyboardInterrupt):
    """Exception of a program that was told to stop, as by Ctrl-C; `status` is its exit status."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


def handle_stops(stop: Callable[[int, FrameType | None], object]) -> dict[signal.Signals, Handler]:
    """Call `stop` on stop signals from now on; return the previous handlers, to restore them.

    Ignored signals stay ignored: `nohup` lets a program outlive its terminal.
    """
    return {
        number: signal.signal(number, stop) for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN
    }


@contextmanager
def raise_on_stop() -> Iterator[None]:
    """Raise `Stopped` on a stop signal, as a context manager, so that all that is open closes."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Only the main thread may set what signals do.
        return

    def stop(number: int, _frame: FrameType | None) -> None:
        raise Stopped(number)

    before = handle_stops(stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
