"""Time limit of a check: what a game has not ended in time is interrupted where it is."""

import _thread
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class OverdueError(BaseException):
    """Interruption of a game's code that has run too long.

    No game can catch it by `except Exception`.
    """


@contextmanager
def time_limit(limit_s: float | None) -> Iterator[None]:
    """Interrupt what runs inside after so many seconds.

    None: never. Raises OverdueError from the line that runs then. Only a process's main thread can be interrupted.
    """
    if limit_s is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    expired = threading.Event()

    def interrupt() -> None:
        expired.set()
        _thread.interrupt_main()

    timer = threading.Timer(limit_s, interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    except KeyboardInterrupt as error:
        if not expired.is_set():
            raise
        # Where the game was counts, and not this line.
        raise OverdueError().with_traceback(error.__traceback__) from None
    finally:
        timer.cancel()
