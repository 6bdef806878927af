"""Measures what the camera sees again and again, in the background, while somebody sets it up."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from companion.calibration import Calibration, Setup
from companion.calibration_words import in_words, name_of
from companion.errors import UserError
from companion.finstere_flure.table.pages import Row, Snapshot, Tone
from vision.calibration.gates import Gate
from vision.camera import Frame
from vision.errors import VisionError
from vision.profile import CameraProfile

#: From one measuring to the next pass so many seconds: people move the camera meanwhile.
EVERY_S = 1.0
#: What is worth a line on the screen while all is well.
_ALWAYS = (Gate.LOCATED, Gate.REFERENCES, Gate.FOCUS, Gate.BRIGHTNESS, Gate.RESOLUTION)


@dataclass(frozen=True)
class CameraSetup:
    """What is needed to set up the camera of a table.

    `newest` gives its newest frame, None while there is none; `measure` is what is known of tags and board; `name` is
    what the camera is called; `keep` keeps a profile and uses it from now on (UserError if it cannot be kept).
    """

    newest: Callable[[], Frame | None]
    measure: Setup
    name: str
    keep: Callable[[CameraProfile], None]


class CameraCheck:
    """Looks at the newest frame about once a second; the rest of the time its result may be read."""

    def __init__(self, camera: CameraSetup) -> None:
        self._newest, self._setup = camera.newest, camera.measure
        self._pool = ThreadPoolExecutor(1, "camera check")
        self._running: Future[Calibration | None] | None = None
        self._begun = float("-inf")
        self.calibration: Calibration | None = None
        """The newest measurement; None before the first, and while there is no frame."""
        self.snapshot: Snapshot | None = None
        """The frame that it is about."""

    def tick(self, now: float) -> None:
        """Takes what has been measured, and begins anew."""
        if self._running is not None:
            if not self._running.done():
                return
            self.calibration, self._running = self._running.result(), None
            table = self.calibration.table if self.calibration else None
            self.snapshot = None if table is None else Snapshot(table)
        if now - self._begun >= EVERY_S:
            self._begun = now
            self._running = self._pool.submit(self._measure)

    def _measure(self) -> Calibration | None:
        frame = self._newest()
        if frame is None:
            return None
        calibration = Calibration(self._setup)
        try:
            calibration.take_table(frame.picture)
        except (VisionError, UserError):
            return None
        return calibration

    @property
    def passed(self) -> bool:
        """Whether every gate is passed."""
        return self.calibration is not None and all(verdict.passed for verdict in self.calibration.verdicts())

    def rows(self) -> tuple[Row, ...]:
        """What was found, what is to be changed first."""
        if self.calibration is None:
            return ()
        room = self.calibration.room
        verdicts = self.calibration.verdicts()
        wrong = [
            Row(name_of(verdict.gate), detail=in_words(verdict, room), tone=Tone.BAD, done=False)
            for verdict in verdicts
            if not verdict.passed
        ]
        right = [
            Row(name_of(verdict.gate), detail=in_words(verdict, room), tone=Tone.GOOD, done=True)
            for verdict in verdicts
            if verdict.passed and verdict.gate in _ALWAYS
        ]
        return (*wrong, *right)

    def profile(self, camera: str) -> CameraProfile:
        """The profile to keep. Raises UserError unless `passed`."""
        assert self.calibration is not None
        return self.calibration.profile(camera)

    def close(self) -> None:
        """Stops; does not wait for a measuring that is under way."""
        self._pool.shutdown(wait=False, cancel_futures=True)
