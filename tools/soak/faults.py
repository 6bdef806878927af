"""Faults of the evening, on purpose and at random."""

import contextlib
import os
import time
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pygame

from companion.voice import loudspeaker
from companion.voice.loudspeaker import Loudspeaker
from tools.soak.clocks import WallClock
from vision.errors import CameraError, CameraFault
from vision.picture import Pixels
from vision.sources.camera import Camera, Frame

#: Each fault: how often it begins (seconds of the games' clock, in the mean), and how long it lasts (least, most). The
#: camera hangs for longer than anybody waits for a picture.
FAULTS = {
    "camera gone": (150.0, (1.0, 8.0)),
    "camera hangs": (500.0, (6.0, 12.0)),
    "garbage frames": (60.0, (0.2, 2.0)),
    "disk full": (120.0, (1.0, 10.0)),
    "sound gone": (120.0, (1.0, 30.0)),
    "clock jumps": (100.0, (0.0, 0.0)),
}
#: The wall clock is put forward or back by up to so many seconds.
_JUMP_S = 3 * 86400.0


class Faults:
    """Source of faults that begin and end; what it has done is counted by name."""

    def __init__(self, rng: Random, disk: Path) -> None:
        """`disk` is a folder on a small file system, which can be filled."""
        self.rng, self._disk = rng, disk
        self.counts: Counter[str] = Counter()
        self._until: dict[str, float] = {}
        self._before = time.monotonic()
        may_have_sound = loudspeaker._may_have_sound
        loudspeaker._may_have_sound = lambda: may_have_sound() and not self.active("sound gone")
        speak, busy = Loudspeaker.speak, Loudspeaker._busy

        def faulty_speak(speaker: Loudspeaker, wav: bytes, volume: float) -> float:
            self._pull_sound()
            return speak(speaker, wav, volume)

        def faulty_busy(speaker: Loudspeaker, channel: pygame.mixer.Channel) -> bool:
            self._pull_sound()
            return busy(speaker, channel)

        Loudspeaker.speak, Loudspeaker._busy = faulty_speak, faulty_busy  # type: ignore[assignment, method-assign]

    def _pull_sound(self) -> None:
        """Simulate a pulled-out sound device, in the thread that plays.

        pygame crashes if another thread ends it.
        """
        if self.active("sound gone") and pygame.mixer.get_init():
            pygame.mixer.stop()
            pygame.mixer.quit()

    def active(self, name: str) -> bool:
        """Return True if this fault is there now."""
        return time.monotonic() < self._until.get(name, 0.0)

    def tick(self, time_s: float) -> None:
        """Time passes: some faults end, others begin."""
        passed, self._before = time_s - self._before, time_s
        for name, (mean_s, lasts_s) in FAULTS.items():
            if name in self._until and not self.active(name):
                self._end(name)
            if name not in self._until and self.rng.random() < passed / mean_s:
                self.counts[name] += 1
                self._until[name] = time_s + self.rng.uniform(*lasts_s)
                self._begin(name)

    def end(self) -> None:
        """End all faults: all is well again."""
        for name in list(self._until):
            self._end(name)

    def _begin(self, name: str) -> None:
        if name == "disk full":
            self._fill()
        elif name == "clock jumps":
            WallClock.off_s = self.rng.uniform(-_JUMP_S, _JUMP_S)

    def _end(self, name: str) -> None:
        del self._until[name]
        if name == "disk full":
            self._filler.unlink(missing_ok=True)

    @property
    def _filler(self) -> Path:
        return self._disk / "filler"

    def _fill(self) -> None:
        """Write until nothing more can be written."""
        with self._filler.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 10, 1):
                with contextlib.suppress(OSError):
                    while os.write(file.fileno(), bytes(size)) == size:
                        pass


class FaultyCamera(Camera):
    """A camera that is sometimes gone, sometimes hangs, and sometimes delivers garbage."""

    def __init__(self, camera: Camera, faults: Faults) -> None:
        """Wrap a camera. Raises CameraError while the camera is gone."""
        self._camera, self._faults = camera, faults
        self._check()

    def _check(self) -> None:
        while self._faults.active("camera hangs"):
            time.sleep(0.01)
        if self._faults.active("camera gone"):
            raise CameraError("the camera was unplugged.", CameraFault.MISSING)

    def latest(self) -> Frame:
        """Return the newest frame. Raises CameraError while the camera is gone."""
        self._check()
        frame = self._camera.latest()
        if self._faults.active("garbage frames"):
            return Frame(_garbage(frame.picture, self._faults.rng), frame.taken_s)
        return frame

    def close(self) -> None:
        """Do nothing: the virtual camera has nothing to let go of."""


def _garbage(picture: Pixels, rng: Random) -> Pixels:
    """Return a frame as a loose cable or a driver in trouble makes them."""
    kind = rng.choice(("black", "noise", "torn", "shifted", "small"))
    garbage = picture.copy()
    height, width = garbage.shape[:2]
    if kind == "black":
        garbage[:] = 0
    elif kind == "noise":
        garbage[:] = np.random.default_rng(rng.randrange(1 << 30)).integers(0, 256, garbage.shape, np.uint8)
    elif kind == "torn":
        # The lower part was never transferred.
        garbage[rng.randrange(height // 4, height) :] = 16
    elif kind == "shifted":
        # From some row on everything is moved to the side.
        row = rng.randrange(height // 4, height)
        garbage[row:] = np.roll(garbage[row:], rng.randrange(width // 8, width // 2), axis=1)
    else:
        garbage = garbage[: height // 8, : width // 8].copy()
    return garbage
