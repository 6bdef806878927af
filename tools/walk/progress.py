"""Words of a walker that is silent for long, and the end of an act that does not end."""

import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

#: A walker says what it does after each so long (seconds).
_SILENT_S = 60.0
#: An act that takes longer (seconds) hangs; on a loaded machine the longest take some minutes.
ACT_LIMIT_S = 900.0


@contextmanager
def telling(doing: Callable[[], str]) -> Iterator[None]:
    """Say what is being done, once a minute; of what has not changed, also where it is."""
    ended = threading.Event()
    walker = threading.get_ident()

    def tell() -> None:
        before = ""
        while not ended.wait(_SILENT_S):
            told = doing()
            print(told, file=sys.stderr, flush=True)
            frame = sys._current_frames().get(walker)
            if told == before and frame is not None:
                print("".join(traceback.format_stack(frame)[-6:]), file=sys.stderr, flush=True)
            before = told

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError from what takes longer than so many seconds."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"an act did not end within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
