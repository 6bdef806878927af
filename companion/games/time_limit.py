"""Time limit of a check: what a game has not ended in time is interrupted where it is."""

import _thread
import faulthandler
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import IO

#: Time after the limit within which an interruption must have had an effect (seconds).
_GRACE_S = 5.0
#: The cleaning up takes less than this (seconds); then what still runs is interrupted again.
_AGAIN_S = 1.0
#: Files to which processes write where they were stuck; a process that has none is not ended.
_traces: list[IO[str]] = []


class OverdueError(BaseException):
    """Interruption of a game's code that has run too long.

    No game can catch it by `except Exception`.
    """


def end_process_if_stuck(trace: IO[str]) -> None:
    """End this process from now on where no interruption helps, such as in a loop in C.

    The lines that run then are written to `trace`.
    """
    _traces[:] = [trace]


@contextmanager
def time_limit(limit_s: float | None) -> Iterator[None]:
    """Interrupt what runs inside after so many seconds.

    None: never. Raises OverdueError from the line that runs then. Only a process's main thread can be interrupted.
    """
    if limit_s is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    expired, over = threading.Event(), threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def interrupt() -> None:
        expired.set()
        # What is raised in a callback of the garbage collector is lost: it is raised again.
        while not over.is_set():
            _thread.interrupt_main()
            over.wait(_AGAIN_S)

    def handle(number: int, frame: FrameType | None) -> None:
        if not expired.is_set():
            if callable(before):
                before(number, frame)
        elif not over.is_set():
            raise OverdueError

    timer = threading.Timer(limit_s, interrupt)
    timer.daemon = True
    signal.signal(signal.SIGINT, handle)
    for trace in _traces:
        faulthandler.dump_traceback_later(limit_s + _GRACE_S, file=trace, exit=True)
    timer.start()
    try:
        try:
            yield
            if expired.is_set():
                # Whatever was raised was lost, and has not been raised again in time.
                raise OverdueError
        finally:
            over.set()
    finally:
        timer.cancel()
        if _traces:
            faulthandler.cancel_dump_traceback_later()
        # A timer that is about to interrupt does so before the handler is another one.
        timer.join()
        signal.signal(signal.SIGINT, before)
