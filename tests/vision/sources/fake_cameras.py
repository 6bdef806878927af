"""Cameras that fail like real ones: they hang, give nothing, are missing or busy.

They also fail, and come back.
"""

import threading
import time
from collections.abc import Callable, Sequence

import numpy as np

from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera, Frame

# What a script lets happen: one word for each opening and for each frame.
GOOD = "good"
MISSING = "missing"
BUSY = "busy"
HANG = "hang"
RAISE = "raise"
NOTHING = "nothing"


class Device:
    """Camera hardware: the result of each opening and of each of its frames; then all is well.

    `openings` are words for the openings or, for one that succeeds, the words for its frames.
    """

    def __init__(self, *openings: str | Sequence[str], hanging_close: bool = False) -> None:
        self._openings = list(openings)
        self.opened = self.closed = 0
        self.hanging_close = hanging_close
        self.release_hung = threading.Event()
        self.frames = 0

    def open(self) -> Camera:
        self.opened += 1
        script = self._openings.pop(0) if self._openings else ()
        if isinstance(script, str):
            self._do(script)
            script = ()
        return _Opened(self, list(script))

    def _do(self, word: str) -> None:
        match word:
            case "missing":
                raise CameraError("the camera is not there.", CameraFault.MISSING)
            case "busy":
                raise CameraError("the camera is busy.", CameraFault.BUSY)
            case "hang":
                self.release_hung.wait(30)
            case "raise":
                raise RuntimeError("select() timeout")


class _Opened(Camera):
    def __init__(self, device: Device, script: list[str]) -> None:
        self._device, self._script = device, script

    def latest(self) -> Frame:
        word = self._script.pop(0) if self._script else GOOD
        if word == NOTHING:
            return None  # type: ignore[return-value]
        self._device._do(word)
        self._device.frames += 1
        return Frame(np.full((2, 2), self._device.frames % 256, np.uint8), time.monotonic())

    def close(self) -> None:
        if self._device.hanging_close:
            self._device.release_hung.wait(30)
        self._device.closed += 1


def eventually(what: Callable[[], object], patience_s: float = 60.0) -> None:
    """Wait until it is so: threads on a busy machine take their time."""
    deadline = time.monotonic() + patience_s
    while not what():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.002)
