"""What tells a program to stop: SIGTERM, and SIGHUP when its terminal is closed."""

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
    """The program was told to stop, as it is by Ctrl-C; `status` is the exit status that says so."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


def handle_stops(stop: Callable[[int, FrameType | None], object]) -> dict[signal.Signals, Handler]:
    """From now on `stop` is called when the program shall stop; what was to be done before, to take it back.

    What is ignored stays so: `nohup` lets a program outlive its terminal.
    """
    return {one: signal.signal(one, stop) for one in _SIGNALS if signal.getsignal(one) is not signal.SIG_IGN}


@contextmanager
def stops_raise() -> Iterator[None]:
    """While it lasts, being told to stop raises `Stopped`, so that all that is open is closed on the way out."""
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
