"""Names that differ between OpenCV 4 and 5."""

from collections.abc import Iterator
from contextlib import contextmanager

import cv2

_SILENT = 0


@contextmanager
def silent_opencv() -> Iterator[None]:
    """Keep OpenCV from writing to standard error what it thinks of a picture or a camera."""
    # OpenCV 4 has it in the module itself, OpenCV 5 below utils.
    set_level = cv2.setLogLevel if hasattr(cv2, "setLogLevel") else cv2.utils.logging.setLogLevel
    level = set_level(_SILENT)
    try:
        yield
    finally:
        set_level(level)
