"""OpenCV's video captures."""

from collections.abc import Sequence
from typing import Any

import cv2

from vision.opencv import silent_opencv


def quiet_capture(source: int | str, backend: int, parameters: Sequence[int] = ()) -> Any:
    """OpenCV's capture, which may not be open; that, OpenCV does not say itself.

    `parameters`: properties and their values, one after the other.
    """
    with silent_opencv():
        return cv2.VideoCapture(source, backend, list(parameters))
