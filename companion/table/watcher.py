"""Watcher of the table in the background; screen and buttons never wait for the camera.

They do not wait for the reading either.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from companion.device.log import warn
from companion.device.reports import report_failure
from companion.table import layout
from companion.table.observation import TableObservation
from vision.errors import BoardNotFoundError, CameraError, VisionError
from vision.sources.camera import Camera, Frame
from vision.watching.observation import Observation
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

#: Returns what the session is told after a frame.
Observe = Callable[[Observation, Frame], TableObservation[layout.PieceObservation]]


class Watcher:
    """Watcher that takes frames from a camera in a thread of its own."""

    def __init__(self, camera: Camera, watch: TableWatch, observe: Observe, keep: Keep | None = None) -> None:
        """Own the camera from now on. Frames count their time with `time.monotonic`.

        `observe` says what the session is told after each frame; `keep` is given every frame with what was seen in
        it. Both are called in the watcher's thread.
        """
        self._camera, self._seeing = camera, (watch, observe, keep)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._news: TableObservation[layout.PieceObservation] | None = None
        self._ignore_before_s = 0.0
        self._logged = ""
        #: The newest frame; None while the camera gives none.
        self.frame: Frame | None = None
        self._thread = threading.Thread(target=self._look, name="watcher", daemon=True)
        self._thread.start()

    def ignore_before(self, moment_s: float) -> None:
        """Invalidate everything seen before this moment: somebody has just stated the new state."""
        with self._lock:
            self._ignore_before_s = moment_s
            if self._news and not self._news.error:
                self._news = TableObservation(moved=self._news.moved)

    def use(self, watch: TableWatch, observe: Observe, keep: Keep | None = None) -> None:
        """Watch the table with `watch` from the next frame on.

        `observe` and `keep` are as at the beginning. Earlier observations become invalid.
        """
        with self._lock:
            self._seeing = watch, observe, keep
            self._news = None

    def news(self) -> TableObservation[layout.PieceObservation] | None:
        """Return the current observation, or None if nobody has looked since the last call."""
        with self._lock:
            news, self._news = self._news, None
            return news

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
                observation = observe(watched, self.frame)
                if observation.error and not isinstance(observation.error, BoardNotFoundError):
                    # That the board is not seen for a while is no news for the log; a mirrored picture is.
                    self._log(observation.error)
                self._publish(observation, ignore_s, seeing)
                if keep and seeing is self._seeing:
                    keep(self.frame, watched)
                self._logged = self._logged if observation.error else ""
            except Exception as error:  # Our own mistakes too must not end the game: it can be played by hand.
                if isinstance(error, CameraError):
                    self.frame = None
                self._publish(TableObservation(error=self._log(error)), ignore_s, seeing)
                pause_s = ASK_AGAIN_S
            self._closing.wait(max(0.0, began + pause_s - time.monotonic()))

    def _log(self, error: Exception) -> VisionError:
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

    def _publish(
        self,
        observation: TableObservation[layout.PieceObservation],
        asked_after_s: float,
        seeing: tuple[TableWatch, Observe, Keep | None],
    ) -> None:
        with self._lock:
            if seeing is not self._seeing:
                # Meanwhile something else is looked for.
                return
            if asked_after_s < self._ignore_before_s and not observation.error:
                # A button was pressed while we looked.
                observation = TableObservation(moved=observation.moved)
            before = self._news
            self._news = replace(observation, moved=observation.moved or bool(before and before.moved))
