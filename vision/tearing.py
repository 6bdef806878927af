"""Torn pictures: two frames, or the halves of one, joined with a shift between them."""

import cv2
import numpy as np

from vision.alignment import Grey
from vision.correlation import Singles

#: A row differs so many times as much from the one above as rows about it do, in so many rows to either side. The rows
#: that differ most are looked at, so many of them.
_ABRUPT = 2.5
_ROWS_ABOUT = 12
_LIKELY_ROWS = 4
#: Below a tear, rows are so alike those above (a correlation) where they are shifted, and so much more than as they
#: are: shifted by so many pixels at least, and by less than so many rows as well.
_LIKE = 0.7
_MORE_ALIKE = 0.25
_LEAST_SHIFT_PX = 4
_MOST_ROWS = 8
#: Rows overlap by such a share of their length at least.
_OVERLAP = 0.5
#: Noise is averaged over so many pixels of a row.
_SMOOTH_PX = 5
#: A row of grey levels that vary by less than this (standard deviation) shows nothing.
_LEAST_CONTRAST = 6.0


def find_tear(grey: Grey) -> int | None:
    """The row from which on the picture is shifted, as a camera's frames are that were not sent whole; None if none."""
    if min(grey.shape) <= 4 * _ROWS_ABOUT:
        return None
    steps = np.abs(np.diff(grey.astype(np.int16), axis=0)).mean(axis=1).astype(np.float32)
    window = 2 * _ROWS_ABOUT + 1
    usual = np.median(np.lib.stride_tricks.sliding_window_view(np.pad(steps, _ROWS_ABOUT, "reflect"), window), axis=1)
    abrupt = steps / np.maximum(usual, 0.5)
    for step in np.argsort(-abrupt)[:_LIKELY_ROWS].tolist():
        row = int(step) + 1
        if abrupt[step] >= _ABRUPT and _MOST_ROWS < row < len(grey) - _MOST_ROWS:
            about = cv2.blur(grey[row - _MOST_ROWS : row + _MOST_ROWS].astype(np.float32), (_SMOOTH_PX, 1))
            if _is_shifted(np.asarray(about, np.float32)):
                return row
    return None


def _is_shifted(rows: Singles) -> bool:
    """Tell whether the picture goes on in the middle one of some rows as it ends in the one above, but elsewhere."""
    above, below = rows[_MOST_ROWS - 1], rows[_MOST_ROWS]
    if min(above.std(), below.std()) < _LEAST_CONTRAST:
        return False
    straight = float(np.corrcoef(above, below)[0, 1])
    if straight > 1.0 - _MORE_ALIKE:
        return False
    pairs = [(above, lower) for lower in rows[_MOST_ROWS:]] + [(upper, below) for upper in rows[: _MOST_ROWS - 1]]
    best = max(_shifted_correlation(upper, lower) for upper, lower in pairs)
    return best >= max(_LIKE, straight + _MORE_ALIKE)


def _shifted_correlation(upper: Singles, lower: Singles) -> float:
    """How alike two rows are where one is shifted, at most."""
    margin = int((1 - _OVERLAP) * len(upper)) // 2
    best = -1.0
    for one, other in ((upper, lower), (lower, upper)):
        # The middle part of a row, looked for in all of the other.
        part = one[margin : len(one) - margin]
        found = cv2.matchTemplate(other[None], part[None], cv2.TM_CCOEFF_NORMED)[0]
        found[max(margin - _LEAST_SHIFT_PX + 1, 0) : margin + _LEAST_SHIFT_PX] = -1.0
        best = max(best, float(found.max()))
    return best
