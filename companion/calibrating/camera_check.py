"""Repeated measurement of the camera's picture, in the background, during its set-up."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np

from companion.calibrating.calibration import Calibration, Setup
from companion.calibrating.words import describe_verdict, name_of
from companion.device.errors import UserError
from companion.device.language import say
from companion.device.sentences import number_text
from companion.screen.pages import Row, Snapshot, Tone
from vision.addresses import masked
from vision.calibration.gates import Gate, Verdict
from vision.errors import VisionError
from vision.model.profile import CameraProfile
from vision.model.surface import Mat
from vision.picture import Pixels
from vision.sources.camera import Frame

#: From one measuring to the next pass so many seconds: people move the camera meanwhile.
EVERY_S = 1.0
#: A new picture is shown so often (seconds), and no wider than this.
PICTURE_EVERY_S = 0.4
_PICTURE_WIDTH_PX = 1280
#: What is worth a line on the screen while all is well.
_ALWAYS = (Gate.LOCATED, Gate.REFERENCES, Gate.FOCUS, Gate.BRIGHTNESS, Gate.RESOLUTION)


@dataclass(frozen=True)
class CameraSetup:
    """Functions that the set-up of a table's camera needs.

    `newest` gives its newest frame, None while there is none; `measure` gives what is known of tags and board;
    `name` is the camera's name; `keep` saves a profile and uses it from now on (UserError if it cannot be saved).
    """

    newest: Callable[[], Frame | None]
    measure: Callable[[], Setup]
    name: str
    keep: Callable[[CameraProfile], None]


class CameraCheck:
    """Check of the newest frame about once a second; its result may be read between."""

    def __init__(self, camera: CameraSetup) -> None:
        self._newest, self._setup = camera.newest, camera.measure()
        self._pool = ThreadPoolExecutor(1, "camera check")
        self._running: Future[Calibration | None] | None = None
        self._begun = float("-inf")
        self._shown: Frame | None = None
        self._shown_at = float("-inf")
        self.calibration: Calibration | None = None
        """The newest measurement; None before the first, and while there is no frame."""
        self._verdicts: tuple[Verdict, ...] = ()
        self.snapshot: Snapshot | None = None
        """What the camera sees now."""

    def tick(self, time_s: float) -> None:
        """Take a finished measurement and start the next; the picture always follows the camera."""
        self._follow(time_s)
        if self._running is not None:
            if not self._running.done():
                return
            self.calibration, self._running = self._running.result(), None
            # The page asks for them with every picture.
            self._verdicts = self.calibration.verdicts() if self.calibration else ()
        if time_s - self._begun >= EVERY_S:
            self._begun = time_s
            self._running = self._pool.submit(self._measure)

    def _follow(self, time_s: float) -> None:
        frame = self._newest()
        if frame is None:
            self.snapshot = self._shown = None
        elif frame is not self._shown and time_s - self._shown_at >= PICTURE_EVERY_S:
            self._shown, self._shown_at = frame, time_s
            if isinstance(self._setup.catalogue.surface, Mat):
                # Only of what has been measured it is known what is secret.
                shown = self.calibration.shown if self.calibration else None
            else:
                shown = frame.picture
            self.snapshot = None if shown is None else Snapshot(_small(shown))

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
        """True if every gate is passed."""
        return bool(self._verdicts) and all(verdict.passed for verdict in self._verdicts)

    def rows(self) -> tuple[Row, ...]:
        """Return the results in figures, with what to change first."""
        if self.calibration is None:
            return ()
        wrong = [verdict for verdict in self._verdicts if not verdict.passed]
        shown = wrong + [verdict for verdict in self._verdicts if verdict.passed and verdict.gate in _ALWAYS]
        return tuple(
            Row(
                name_of(verdict.gate),
                value=self._figure(verdict),
                # One thing at a time: often the rest is mended with it.
                detail=describe_verdict(verdict, self.calibration.room) if verdict in wrong[:1] else "",
                tone=Tone.GOOD if verdict.passed else Tone.BAD,
                done=verdict.passed,
            )
            for verdict in shown
        )

    def _figure(self, verdict: Verdict) -> str:
        match verdict.gate:
            case Gate.REFERENCES:
                count = len(self._setup.catalogue.references)
                return say("{n} of {all}", n=count - len(verdict.where), all=count)
            case Gate.FOCUS | Gate.RESOLUTION:
                return say("{n} px", n=number_text(verdict.found, ".1f"))
            case Gate.BRIGHTNESS:
                return f"{verdict.found:.0f}"
        return ""

    def profile(self, camera: str) -> CameraProfile:
        """Return the profile to keep. Raises UserError unless `passed`."""
        assert self.calibration is not None
        return self.calibration.profile(masked(camera))

    def close(self) -> None:
        """Stop without waiting for a measuring that is under way."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _small(picture: Pixels) -> Pixels:
    height, width = picture.shape[:2]
    scale = min(1.0, _PICTURE_WIDTH_PX / width)
    size = (round(scale * width), round(scale * height))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
