"""OpenCV's video captures, opened without its and FFmpeg's own lines on standard error: what fails, we say."""

import os
from collections.abc import Sequence
from typing import Any

import cv2

# AV_LOG_QUIET. OpenCV reads it once, when it first uses FFmpeg.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def quiet_capture(source: int | str, backend: int, parameters: Sequence[int] = ()) -> Any:
    """OpenCV's capture, which may not be open. `parameters`: properties and their values, one after the other."""
    level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return cv2.VideoCapture(source, backend, list(parameters))
    finally:
        cv2.utils.logging.setLogLevel(level)
