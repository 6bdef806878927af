"""A camera that has frozen: its driver gives the very same picture again and again.

A sensor's noise makes each picture of a real camera another one, even of a table on which nothing moves.
"""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from vision.addresses import masked
from vision.errors import CameraError, CameraFault
from vision.picture import Pixels
from vision.sources.camera import Camera, Frame

#: A picture that has stayed the same for so long (seconds) is that of a frozen camera.
FROZEN_S = 30.0
#: Pictures are compared at one pixel in so many rows and columns first: noise shows there at once.
_SPARSE = 16
#: Video codecs leave noise out until the next whole picture, which may take longer.
STREAMS = ("rtsp:", "rtmp:", "udp:", "tcp:")
#: Webcams without a device, such as a phone or a program's window behind a loopback driver.
VIRTUAL_DEVICES = Path("/sys/devices/virtual/video4linux")


class FreezeCheck:
    """Freeze check: a source's newest picture over all openings, and its time without change."""

    def __init__(self, source: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._source, self._clock = source, clock
        self._pixels: Pixels | None = None
        self._since_s = 0.0

    def opener(self, opener: Callable[[], Camera]) -> Callable[[], Camera]:
        """Return what opens the same camera, checked from now on."""
        return lambda: _CheckedCamera(opener(), self)

    def see(self, frame: Frame) -> None:
        """Take the newest frame. Raises CameraError if the camera has frozen."""
        now_s = self._clock()
        if self._pixels is None or not _same(self._pixels, frame.pixels):
            self._pixels, self._since_s = frame.pixels, now_s
        elif now_s - self._since_s >= FROZEN_S:
            name = masked(self._source)
            raise CameraError(
                f"camera {name} has given the very same picture for {FROZEN_S:.0f} seconds; it is opened again. "
                "If that does not help, plug it in again.",
                CameraFault.FROZEN,
            )


class _CheckedCamera(Camera):
    """A camera whose pictures are checked."""

    def __init__(self, camera: Camera, check: FreezeCheck) -> None:
        self._camera, self._check = camera, check

    def latest(self) -> Frame:
        """Return the camera's newest frame. Raises CameraError."""
        frame = self._camera.latest()
        self._check.see(frame)
        return frame

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()


def may_repeat(source: str, virtual_devices: Path = VIRTUAL_DEVICES) -> bool:
    """Return True if a source may give a picture that stays the same without a fault.

    This holds for a virtual webcam and a compressed video stream.
    """
    if source.startswith(STREAMS):
        return True
    device = source.partition("@")[0].removeprefix("/dev/")
    return (virtual_devices / (f"video{device}" if device.isdecimal() else device)).exists()


def _same(pixels: Pixels, other: Pixels) -> bool:
    """Return True if two pictures are the same and show anything.

    Where there is no light, there is no noise either.
    """
    sparse, others = pixels[::_SPARSE, ::_SPARSE], other[::_SPARSE, ::_SPARSE]
    return np.array_equal(sparse, others) and np.array_equal(pixels, other) and bool(pixels.min() != pixels.max())
