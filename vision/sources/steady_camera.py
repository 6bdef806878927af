"""Fault-tolerant camera: it may be missing, hang, fail or come back.

No caller waits for ever. Drivers block where they should fail: a read that never returns, a close that never
ends. So everything that touches the device, the attempt, runs in a worker thread; another, the keeper, watches
its heartbeat, gives it up when it hangs, and begins anew after a pause. A thread cannot be ended: the drivers
of real cameras run in processes of their own (`own_process.py`), so that no attempt with them hangs for good.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue

from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera, Frame

#: A picture that takes longer does not come any more (seconds).
PATIENCE_S = 5.0
#: So long a camera may take until it is open, focused and exposed (seconds).
OPENING_S = 30.0
#: The pauses between attempts to open it again: they grow, as one that was pulled out seldom comes back at once.
PAUSES_S = (1.0, 2.0, 4.0, 8.0, 15.0)
#: So many attempts may hang for good; then none is begun until one of them comes back, and `signs` stand still.
MOST_STUCK = 4


@dataclass(eq=False)
class _Attempt:
    """Opening of the camera and the frames from it.

    Values that threads share are guarded by the camera's condition.
    """

    busy_until: float | None = None
    """When what the device is doing now should be done; None while nothing is asked of it."""
    error: CameraError | None = None
    delivered: bool = False
    ended: threading.Event = field(default_factory=threading.Event)


class _Worker:
    """A thread that makes one attempt after the other.

    One for each would do but for OpenCV, which keeps something for every thread in which it was ever used.
    """

    def __init__(self, make: Callable[[_Attempt], None]) -> None:
        self._make = make
        self._attempts: SimpleQueue[_Attempt | None] = SimpleQueue()
        threading.Thread(target=self._work, name="camera", daemon=True).start()

    def begin(self, attempt: _Attempt) -> None:
        self._attempts.put(attempt)

    def end(self) -> None:
        """Let the thread end when its last attempt has."""
        self._attempts.put(None)

    def _work(self) -> None:
        while (attempt := self._attempts.get()) is not None:
            try:
                self._make(attempt)
            finally:
                attempt.ended.set()


class SteadyCamera(Camera):
    """Opens a camera, opens it again whenever it fails, and says meanwhile what is wrong."""

    def __init__(
        self,
        opener: Callable[[], Camera],
        *,
        patience_s: float = PATIENCE_S,
        opening_s: float = OPENING_S,
        pauses_s: tuple[float, ...] = PAUSES_S,
        close_within_s: float = 2.0,
    ) -> None:
        """Begin at once to open the device with `opener`.

        `opener` opens the device, or raises CameraError; it is called in other threads.
        """
        self._opener = opener
        self._patience_s, self._opening_s, self._pauses_s = patience_s, opening_s, pauses_s
        self._close_within_s = close_within_s
        self._changed = threading.Condition()
        self._attempt: _Attempt | None = None
        self._newest: Frame | None = None
        self._error: CameraError | None = None
        #: How many frames have been asked for, and which of these wishes the newest frame answers.
        self._wishes = self._answered = 0
        self._closed = False
        self._attempts = 0
        self._keeper = threading.Thread(target=self._keep, name="camera keeper", daemon=True)
        self._keeper.start()

    @property
    def error(self) -> CameraError | None:
        """Reason why no frames come at the moment.

        None while they come, and before the first opening is over.
        """
        return self._error

    @property
    def signs(self) -> int:
        """Counter that grows with each frame, and with each attempt that begins.

        So it grows as long as the camera gives frames or is tried again.
        """
        return self._answered + self._attempts

    def latest(self) -> Frame:
        """Return a frame taken after the call. Raises CameraError at once if the camera gives none."""
        with self._changed:
            self._wishes += 1
            wish = self._wishes
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._answered >= wish or self._error or self._closed)
            if self._closed:
                raise CameraError("the camera is closed.", CameraFault.MISSING)
            if self._error:
                # Without what earlier raises have left in it, which would grow all evening.
                raise self._error.with_traceback(None)
            assert self._newest is not None
            return self._newest

    def close(self) -> None:
        """Let go of the camera; of one that does not let go in time, the process's end does."""
        with self._changed:
            self._closed = True
            attempt = self._attempt
            self._changed.notify_all()
        deadline = time.monotonic() + self._close_within_s
        if attempt:
            attempt.ended.wait(self._close_within_s)
        self._keeper.join(max(0.0, deadline - time.monotonic()))

    # --- the keeper's thread ------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Begin attempt after attempt until the camera is closed."""
        failures = 0
        stuck: list[_Attempt] = []
        worker = _Worker(self._run)
        while not self._closed:
            attempt = _Attempt(busy_until=time.monotonic() + self._opening_s)
            with self._changed:
                self._attempt = attempt
                worker.begin(attempt)
                self._attempts += 1
                error = self._watch(attempt)
                if error is None:
                    break
                self._attempt = None
                # While an old attempt still holds the device it is no news that it is busy.
                if not (stuck and self._error and error.fault is CameraFault.BUSY):
                    self._error = error
                self._changed.notify_all()
                failures = 1 if attempt.delivered else failures + 1
                pause = self._pauses_s[min(failures, len(self._pauses_s)) - 1]
                self._changed.wait_for(lambda: self._closed, pause)
                stuck = [other for other in (*stuck, attempt) if not other.ended.is_set()]
                while len(stuck) >= MOST_STUCK and not self._closed:
                    self._changed.wait(pause)
                    stuck = [attempt for attempt in stuck if not attempt.ended.is_set()]
                if attempt in stuck:
                    worker.end()
                    worker = _Worker(self._run)
        worker.end()

    def _watch(self, attempt: _Attempt) -> CameraError | None:
        """Wait until the attempt fails or hangs and say why; None when the camera is closed."""
        while not self._closed:
            if attempt.error:
                return attempt.error
            left = None if attempt.busy_until is None else attempt.busy_until - time.monotonic()
            if left is not None and left <= 0:
                return CameraError("the camera gives no pictures any more; check its cable.", CameraFault.SILENT)
            self._changed.wait(left)
        return None

    # --- the worker's thread ------------------------------------------------------------------------------------

    def _run(self, attempt: _Attempt) -> None:
        camera: Camera | None = None
        answered = -1  # The first frame is taken unasked: only a frame shows that all is well (again).
        try:
            camera = self._opener()
            while (wish := self._next_wish(attempt, answered)) is not None:
                self._deliver(attempt, camera.latest(), wish)
                answered = wish
        except Exception as error:  # Whatever a driver raises: the game goes on without it.
            self._fail(attempt, error)
        finally:
            if camera is not None:
                with contextlib.suppress(Exception):
                    camera.close()

    def _next_wish(self, attempt: _Attempt, answered: int) -> int | None:
        """Wait for a request beyond those answered; return None when this attempt is over."""
        with self._changed:
            attempt.busy_until = None
            self._changed.wait_for(lambda: self._wishes > answered or self._is_over(attempt))
            attempt.busy_until = time.monotonic() + self._patience_s
            self._changed.notify_all()
            return None if self._is_over(attempt) else self._wishes

    def _deliver(self, attempt: _Attempt, frame: Frame | None, wish: int) -> None:
        if frame is None:
            raise CameraError("the camera gives no pictures any more; check its cable.", CameraFault.SILENT)
        with self._changed:
            if not self._is_over(attempt):
                self._newest, self._answered, self._error, attempt.delivered = frame, wish, None, True
                self._changed.notify_all()

    def _fail(self, attempt: _Attempt, error: Exception) -> None:
        with self._changed:
            attempt.error = CameraError.of(error)
            self._changed.notify_all()

    def _is_over(self, attempt: _Attempt) -> bool:
        return self._closed or attempt is not self._attempt
