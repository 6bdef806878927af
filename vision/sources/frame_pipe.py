"""Transfer of frames from a camera's own process: a header in JSON, then the raw pixels.

The process says that the camera is open. Then the companion writes one byte for each frame that it wants, and
the process answers each with a frame. An error may come in place of any of them, and ends it.
"""

import json
import math
import os
import select
import struct
import time
from typing import Any

import numpy as np

from vision.errors import CameraError, CameraFault
from vision.picture import Pixels
from vision.sources.camera import Frame

#: The environment variable that names the camera to the process. Everybody could read a command line, and an address
#: may hold a password.
SOURCE = "COMPANION_CAMERA_SOURCE"
#: The one that names the frequency of the mains (Hz).
MAINS = "COMPANION_CAMERA_MAINS_HZ"
#: One frame is wanted.
WISH = b"?"
_LENGTH = struct.Struct("=I")
#: Larger frames no camera has (bytes): what says so is no frame.
_LARGEST = 1 << 29


class EndedError(Exception):
    """The other end of the pipe is closed."""


class TooLateError(Exception):
    """Silence of the other end of the pipe until the latest moment."""


def write_opened(pipe: int) -> None:
    """Report that the camera is open. Raises OSError when nobody reads any more."""
    _write(pipe, {})


def write_frame(pipe: int, frame: Frame) -> None:
    """Hand over a frame. Raises OSError when nobody reads any more."""
    arrays = [frame.pixels] if frame.lower is None else [frame.pixels, frame.lower]
    header = {
        "shapes": [array.shape for array in arrays],
        "taken_s": frame.taken_s,
        "yuv_size": frame.yuv_size,
    }
    _write(pipe, header)
    for array in arrays:
        _write_all(pipe, np.ascontiguousarray(array).data.cast("B"))


def write_error(pipe: int, error: CameraError) -> None:
    """Hand over why there is no frame. Raises OSError when nobody reads any more."""
    _write(pipe, {"error": str(error), "fault": error.fault})


def read_opened(pipe: int, until_s: float) -> None:
    """Wait until the camera is open, at most until `until_s` (monotonic).

    Raises as `read_frame`.
    """
    _read_header(pipe, until_s)


def read_frame(pipe: int, until_s: float) -> Frame:
    """Read the frame that was asked for, until `until_s` (monotonic) at the latest.

    Raises CameraError if the camera gives none, EndedError if its process has ended, TooLateError.
    """
    header = _read_header(pipe, until_s)
    pixels, *lower = [_read_array(pipe, tuple(shape), until_s) for shape in header["shapes"]]
    yuv_size = header["yuv_size"]
    return Frame(pixels, header["taken_s"], tuple(yuv_size) if yuv_size else None, lower[0] if lower else None)


def _write(pipe: int, header: dict[str, Any]) -> None:
    data = json.dumps(header).encode()
    _write_all(pipe, _LENGTH.pack(len(data)) + data)


def _write_all(pipe: int, data: bytes | memoryview) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(pipe, left) :]


def _read_header(pipe: int, until_s: float) -> dict[str, Any]:
    (length,) = _LENGTH.unpack(bytes(_read(pipe, _LENGTH.size, until_s)))
    header: dict[str, Any] = json.loads(bytes(_read(pipe, length, until_s)))
    if "error" in header:
        raise CameraError(header["error"], CameraFault(header["fault"]))
    return header


def _read_array(pipe: int, shape: tuple[int, ...], until_s: float) -> Pixels:
    return _read(pipe, math.prod(shape), until_s).reshape(shape)


def _read(pipe: int, size: int, until_s: float) -> Pixels:
    if size > _LARGEST:
        raise EndedError
    data = np.empty(size, np.uint8)
    left = data.data
    ready = select.poll()
    ready.register(pipe, select.POLLIN)
    while left:
        if not ready.poll(max(0.0, 1000 * (until_s - time.monotonic()))):
            raise TooLateError
        count = os.readv(pipe, [left])
        if not count:
            raise EndedError
        left = left[count:]
    return data
