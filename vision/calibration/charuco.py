"""ChArUco sheet for measuring a lens: a chessboard with a marker in every white square.

The markers beside a corner of the chessboard identify it, so that a part of the sheet is enough.
"""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Grey
from vision.model.pinhole import Points

#: Squares along a side of the sheet. An odd number: OpenCV has drawn sheets with an even one in two ways.
SQUARES = 9
#: The printed sides of a square, and of the marker in its middle.
SQUARE_MM = 20.0
MARKER_MM = 15.0
#: Modules along a marker's side, its black border included.
MARKER_MODULES = 6
_DICTIONARY = cv2.aruco.DICT_4X4_50


@lru_cache(maxsize=1)
def _board() -> cv2.aruco.CharucoBoard:
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    return cv2.aruco.CharucoBoard((SQUARES, SQUARES), SQUARE_MM, MARKER_MM, dictionary)


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(_board())


def black_squares() -> list[tuple[int, int]]:
    """Return the (column, row) of the black squares, from the sheet's top left."""
    return [(column, row) for row in range(SQUARES) for column in range(SQUARES) if (column + row) % 2 == 0]


def markers() -> list[tuple[tuple[int, int], npt.NDArray[np.bool_]]]:
    """Return the white squares (column, row) in the order of their markers, with the modules.

    The markers' modules are True where dark.
    """
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    white = [(column, row) for row in range(SQUARES) for column in range(SQUARES) if (column + row) % 2 == 1]
    pictures = (cv2.aruco.generateImageMarker(dictionary, number, MARKER_MODULES) for number in range(len(white)))
    return [(place, np.asarray(picture) < 128) for place, picture in zip(white, pictures, strict=True)]


def find_corners(grey: Grey) -> tuple[Points, Points]:
    """Find the inner corners of the sheet in a grey picture.

    Returns them on the sheet in mm (n, 3) and in pixels (n, 2).
    """
    corners, ids, _, _ = _detector().detectBoard(grey)
    if corners is None or ids is None:
        return np.zeros((0, 3)), np.zeros((0, 2))
    known = np.asarray(_board().getChessboardCorners(), np.float64)
    numbers = np.asarray(ids).reshape(-1)
    return known[numbers], np.asarray(corners, np.float64).reshape(-1, 2)
