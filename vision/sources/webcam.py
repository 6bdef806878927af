"""USB webcams, and phones and network cameras that send pictures, through OpenCV.

Phones and network cameras have an address.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from vision.addresses import masked
from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera, Frame
from vision.sources.capture import check_size, quiet_capture
from vision.sources.flicker import set_power_line_frequency
from vision.sources.mains import DEFAULT_MAINS_HZ

#: The resolution that is asked for if no other is: drivers give the next best one, but left alone only 640 x 480.
LARGEST = (4096, 2304)
#: No driver stays without a frame for longer while the camera is well (seconds).
PATIENCE_S = 4.0

#: Opens what OpenCV calls a video capture, for a number or an address.
OpenCapture = Callable[[int | str], Any]


def open_capture(source: int | str) -> Any:
    """Return OpenCV's capture for a number, device file or address; it may not be open."""
    if isinstance(source, int) or source.startswith("/dev/"):
        return quiet_capture(source, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
    patience_ms = round(1000 * PATIENCE_S)
    limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience_ms)
    return quiet_capture(source, cv2.CAP_FFMPEG, limits)


class WebCamera(Camera):
    """Webcam by its number or device file, or pictures from an address.

    A thread of its own takes every frame off the driver, so that no old one waits there; only requested frames are
    decoded.
    """

    def __init__(
        self,
        source: int | str,
        size_px: tuple[int, int] | None = None,
        *,
        mains_hz: int = DEFAULT_MAINS_HZ,
        open_capture: OpenCapture = open_capture,
        patience_s: float = PATIENCE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`size_px`: (width, height) to ask for, None for the largest. `mains_hz`: see `flicker`.

        Raises CameraError.
        """
        self._name = f"camera {masked(str(source))}"
        self._patience_s, self._clock = patience_s, clock
        self._capture = open_capture(source)
        if not self._capture.isOpened():
            self._capture.release()
            raise self._not_opened(source)
        if isinstance(source, int) or source.startswith("/dev/"):
            # At large sizes cables carry compressed pictures only; the format must be set before the size.
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            width, height = size_px or LARGEST
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
            set_power_line_frequency(f"/dev/video{source}" if isinstance(source, int) else source, mains_hz)
        check_size(self._capture)
        self._changed = threading.Condition()
        self._wanted = False
        self._newest: Frame | None = None
        self._ended = self._closed = False
        self._trouble: CameraError | None = None
        self._thread = threading.Thread(target=self._drain, name=self._name, daemon=True)
        self._thread.start()

    def _not_opened(self, source: int | str) -> CameraError:
        device = f"/dev/video{source}" if isinstance(source, int) else source
        if device.startswith("/dev/"):
            if os.path.exists(device):
                what = f"{self._name} cannot be opened; another program may be using it."
                return CameraError(what, CameraFault.BUSY)
            what = f"{self._name} is not there; plug it in, or see which there are with companion cameras."
            return CameraError(what, CameraFault.MISSING)
        hint = "check the address, with user name and password, and that the camera or phone sends them"
        what = f"no pictures come from {masked(device)}; {hint}."
        return CameraError(what, CameraFault.MISSING)

    def latest(self) -> Frame:
        """Return the first frame that comes after the call. Raises CameraError."""
        with self._changed:
            before, self._wanted = self._newest, True
            came = self._changed.wait_for(
                lambda: self._newest is not before or self._ended or self._closed, self._patience_s
            )
            if self._trouble is not None:
                raise self._trouble
            if self._newest is before or self._newest is None:
                if came:
                    raise CameraError(f"{self._name} is gone; plug it in or start it again.", CameraFault.MISSING)
                raise CameraError(f"{self._name} gives no pictures any more; check its cable.", CameraFault.SILENT)
            return self._newest

    def close(self) -> None:
        """End the thread and let go of the camera; returns in time even if the driver hangs."""
        with self._changed:
            self._closed = True
        self._thread.join(self._patience_s)

    def _drain(self) -> None:
        """Take frame after frame off the driver, until there is none any more."""
        try:
            while not self._closed:
                # A frame is no older than the moment at which we began to wait for it.
                began = self._clock()
                if not self._capture.grab():
                    break
                if self._wanted:
                    self._decode(began)
        except cv2.error:
            pass  # As good as no frame.
        except CameraError as error:
            self._trouble = error
        finally:
            self._capture.release()
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _decode(self, taken_s: float) -> None:
        good, pixels = self._capture.retrieve()
        # One that was damaged on its way is left out; the next may be better.
        if good and pixels is not None:
            with self._changed:
                self._wanted = False
                self._newest = Frame(np.asarray(pixels, np.uint8), taken_s)
                self._changed.notify_all()
