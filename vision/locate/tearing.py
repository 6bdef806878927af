"""Torn pictures: two frames, or the halves of one, joined with a shift between them."""

import cv2
import numpy as np

from vision.decode.alignment import Grey
from vision.decode.correlation import Singles

#: A row differs so many times as much from the one above as rows about it do.
_ABRUPT = 2.5
#: So many rows to either side are rows about it.
_ROWS_ABOUT = 12
#: So many rows, those that differ most, are looked at.
_LIKELY_ROWS = 4
#: So many pairs of rows, one below a tear and one above, are compared, from the tear outwards.
_PAIRS = 5
#: Correlation from which a row below a tear is like one above where it is shifted; the likest of all pairs.
_LIKE = 0.6
#: They are so much more alike shifted than as they are, on the mean over the pairs.
_MORE_ALIKE = 0.25
#: A tear shifts by so many pixels at least.
_LEAST_SHIFT_PX = 4
#: All of a part is shifted alike: pairs agree to so many pixels, or they resemble each other by chance.
_AGREE_PX = 4
#: So many pairs must agree.
_AGREEING = 4
#: A row is cut into so many parts: what is like by chance, such as two tags, is so in few of them.
_PARTS = 8
#: Such a share of the parts that show anything goes on shifted rather than straight.
_MOST_PARTS = 0.75
#: Rows overlap by such a share of their length at least.
_OVERLAP = 0.5
#: Noise is averaged over so many pixels of a row.
_SMOOTH_PX = 5
#: A row of grey levels that vary by less than this (standard deviation) shows nothing.
_LEAST_CONTRAST = 6.0


def find_tear(grey: Grey) -> int | None:
    """Return the first row of the part of the picture that is shifted; None if none is.

    Frames of a camera are shifted like this if they were not sent whole.
    """
    if min(grey.shape) <= 4 * _ROWS_ABOUT:
        return None
    steps = np.abs(np.diff(grey.astype(np.int16), axis=0)).mean(axis=1).astype(np.float32)
    window = 2 * _ROWS_ABOUT + 1
    typical_step = np.median(
        np.lib.stride_tricks.sliding_window_view(np.pad(steps, _ROWS_ABOUT, "reflect"), window), axis=1
    )
    abrupt = steps / np.maximum(typical_step, 0.5)
    for step in np.argsort(-abrupt)[:_LIKELY_ROWS].tolist():
        row = int(step) + 1
        if abrupt[step] >= _ABRUPT and _PAIRS < row < len(grey) - _PAIRS:
            about = cv2.blur(grey[row - _PAIRS : row + _PAIRS].astype(np.float32), (_SMOOTH_PX, 1))
            if _is_shifted(np.asarray(about, np.float32)):
                return row
    return None


def _is_shifted(rows: Singles) -> bool:
    """Return True if the picture below the middle of some rows continues it shifted sideways.

    All the rows are shifted by one distance.
    """
    pairs = [(rows[_PAIRS - 1 - away], rows[_PAIRS + away]) for away in range(_PAIRS)]
    if min(row.std() for row in pairs[0]) < _LEAST_CONTRAST:
        return False
    found = [_best_shift(above, below) for above, below in pairs]
    like, straight, shifts = (np.array(each) for each in zip(*found, strict=True))
    agreeing = np.abs(shifts - np.median(shifts)) <= _AGREE_PX
    return bool(
        agreeing.sum() >= _AGREEING
        and like[agreeing].max() >= _LIKE
        and (like - straight)[agreeing].mean() >= _MORE_ALIKE
        and straight[0] <= 1.0 - _MORE_ALIKE
        and _continues(*pairs[int(np.argmax(np.where(agreeing, like, -1.0)))], int(np.median(shifts)))
    )


def _continues(above: Singles, below: Singles, shift: int) -> bool:
    """Return True if most parts of the row above continue below `shift` pixels to the right.

    They do not continue straight on.
    """
    shown = range(max(0, -shift), min(len(above), len(above) - shift))
    shifted_nearer = []
    for part in np.array_split(np.array(shown), _PARTS):
        if above[part].std() >= _LEAST_CONTRAST:
            shifted = float(np.abs(below[part + shift] - above[part]).mean())
            shifted_nearer.append(shifted < float(np.abs(below[part] - above[part]).mean()))
    return bool(shifted_nearer) and float(np.mean(shifted_nearer)) >= _MOST_PARTS


def _best_shift(above: Singles, below: Singles) -> tuple[float, float, int]:
    """Return the best correlation of two rows with a shift, that without, and the shift.

    The shift is to the right, in pixels. The middle part of one row is looked for in all of the other.
    """
    margin = int((1 - _OVERLAP) * len(above)) // 2
    best = (-1.0, 0.0, 0)
    for row, other, sign in ((above, below, 1), (below, above, -1)):
        part = row[margin : len(row) - margin]
        found = cv2.matchTemplate(other[None], part[None], cv2.TM_CCOEFF_NORMED)[0]
        straight = float(found[margin])
        found[max(margin - _LEAST_SHIFT_PX + 1, 0) : margin + _LEAST_SHIFT_PX] = -1.0
        best_shift = int(found.argmax())
        best = max(best, (float(found[best_shift]), straight, sign * (best_shift - margin)))
    return best
