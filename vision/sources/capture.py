"""OpenCV's video captures."""

from collections.abc import Sequence
from typing import Any

import cv2

from vision.opencv import silent_opencv
from vision.picture import MAX_PIXELS
from vision.sources.camera import too_large


def quiet_capture(source: int | str, backend: int, parameters: Sequence[int] = ()) -> Any:
    """Return OpenCV's capture, opened without its messages; it may not be open.

    `parameters`: properties and their values, one after the other.
    """
    with silent_opencv():
        return cv2.VideoCapture(source, backend, list(parameters))


def check_size(capture: Any) -> None:
    """Close the capture and raise CameraError if its frames have too many pixels.

    This happens before one is decoded.
    """
    width, height = (int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    if width * height > MAX_PIXELS:
        capture.release()
        raise too_large(width, height)
