"""Watcher of the table in the background; screen and buttons never wait for the camera.

They do not wait for the reading either.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.device.log import warn
from companion.device.reports import report_failure
from vision.errors import BoardNotFoundError, CameraError, VisionError
from vision.reading import Reading
from vision.sources.camera import Camera, Frame
from vision.watching.disturbance import Disturbance
from vision.watching.observation import BoardState, Observation
from vision.watching.table_watch import TableWatch

#: So often the table is looked at.
LOOKS_PER_S = 10.0
#: A camera that gives no picture is asked again after this (seconds).
ASK_AGAIN_S = 0.25
#: A look that has begun is waited for so long when the watcher is closed (seconds). Python aborts the process if a
#: thread comes back from OpenCV or a barcode library while the interpreter ends.
LONGEST_LOOK_S = 5.0

#: Keeps a frame with what was seen in it, or not.
Keep = Callable[[Frame, Observation], None]

#: What a reading shows, as the game sees it.
Observe = Callable[[Reading], Any]


@dataclass(frozen=True, eq=False)
class TableObservation:
    """What has come of looking at the table.

    `seen` is the table as it lies, as the game observes it; None as long as something moves or is covered. `error`
    is why it cannot be seen. `moved` tells that the board was moved and has been found again since the last sight.
    `disturbance` is what has kept the table from settling for some seconds. `reading` is what is seen of it
    in the picture, None unless it is seen.
    """

    seen: Any = None
    error: VisionError | None = None
    moved: bool = False
    disturbance: Disturbance | None = None
    reading: Reading | None = None


class Watcher:
    """Watcher that takes frames from a camera in a thread of its own."""

    def __init__(self, camera: Camera, watch: TableWatch, observe: Observe, keep: Keep | None = None) -> None:
        """Owns the camera from now on. Frames count their time with `time.monotonic`.

        `observe` says what a reading shows; `keep` is given every frame with what was seen in it. Both are called in
        the watcher's thread.
        """
        self._camera, self._seeing = camera, (watch, observe, keep)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._sight: TableObservation | None = None
        self._ignore_before_s = 0.0
        self._understood: tuple[Reading, Any] | None = None
        self._logged = ""
        #: The newest frame; None while the camera gives none.
        self.frame: Frame | None = None
        self._thread = threading.Thread(target=self._look, name="watcher", daemon=True)
        self._thread.start()

    def ignore_before(self, moment_s: float) -> None:
        """Invalidate everything seen before this moment: somebody has just stated the new state."""
        with self._lock:
            self._ignore_before_s = moment_s
            if self._sight and not self._sight.error:
                self._sight = TableObservation(moved=self._sight.moved)

    def use(self, watch: TableWatch, observe: Observe, keep: Keep | None = None) -> None:
        """Watch the table with `watch` from the next frame on.

        `observe` and `keep` are as at the beginning. Earlier observations become invalid.
        """
        with self._lock:
            self._seeing = watch, observe, keep
            self._sight = None

    def news(self) -> TableObservation | None:
        """Return the current observation, or None if nobody has looked since the last call."""
        with self._lock:
            sight, self._sight = self._sight, None
            return sight

    def close(self) -> None:
        """Release the camera and wait for a running look, but not for ever if the camera hangs."""
        self._closing.set()
        self._camera.close()
        self._thread.join(LONGEST_LOOK_S)

    # --- the thread ---------------------------------------------------------------------------------------------

    def _look(self) -> None:
        ignored_s = 0.0
        while not self._closing.is_set():
            began = time.monotonic()
            pause_s = 1 / LOOKS_PER_S
            ignore_s = self._ignore_before_s
            seeing = self._seeing
            watch, observe, keep = seeing
            try:
                if ignore_s > ignored_s:
                    ignored_s = ignore_s
                    watch.ignore_before(ignore_s)
                self.frame = self._camera.latest()
                watched = watch.see(self.frame)
                sight = self._sight_of(watched, observe)
                self._tell(sight, ignore_s, seeing)
                if keep and seeing is self._seeing:
                    keep(self.frame, watched)
                self._logged = self._logged if sight.error else ""
            except Exception as error:  # Our own mistakes too must not end the game: it can be played by hand.
                if isinstance(error, CameraError):
                    self.frame = None
                self._tell(TableObservation(error=self._logged_error(error)), ignore_s, seeing)
                pause_s = ASK_AGAIN_S
            self._closing.wait(max(0.0, began + pause_s - time.monotonic()))

    def _logged_error(self, error: Exception) -> VisionError:
        """Return the error for players, and log it once in full for the maintainer of the box.

        Players are told less.
        """
        told = error if isinstance(error, VisionError) else VisionError(f"watching the table fails: {error!r}")
        sentence = str(told)
        if sentence != self._logged and not self._closing.is_set():
            self._logged = sentence
            warn(sentence)
            if told is not error:
                report_failure(error, "the game goes on by hand")
        return told

    def _sight_of(self, watched: Observation, observe: Observe) -> TableObservation:
        if watched.board is BoardState.LOST:
            trouble = watched.trouble
            # That the board is not seen for a while is no news for the log; a wrong profile or a mirrored picture is.
            return TableObservation(
                error=trouble if isinstance(trouble, BoardNotFoundError | None) else self._logged_error(trouble),
                disturbance=watched.disturbance,
            )
        reading = watched.reading if watched.settled else None
        return TableObservation(
            self._understand(reading, observe) if reading else None,
            moved=watched.board is BoardState.MOVED,
            disturbance=watched.disturbance,
            reading=reading,
        )

    def _understand(self, reading: Reading, observe: Observe) -> Any:
        """Return the observation of the reading; the same object for the same reading."""
        if self._understood is None or self._understood[0] is not reading:
            self._understood = reading, observe(reading)
        return self._understood[1]

    def _tell(
        self, sight: TableObservation, asked_after_s: float, seeing: tuple[TableWatch, Observe, Keep | None]
    ) -> None:
        with self._lock:
            if seeing is not self._seeing:
                # Meanwhile something else is looked for.
                return
            if asked_after_s < self._ignore_before_s and not sight.error:
                # A button was pressed while we looked.
                sight = TableObservation(moved=sight.moved)
            before = self._sight
            self._sight = replace(sight, moved=sight.moved or bool(before and before.moved))
