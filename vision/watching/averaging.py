"""Averaging frames of a still table: what one noisy frame cannot tell, eight may."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.sources.camera import Frame
from vision.watching.tiles import Crop

#: So many frames are averaged; more would help little, and take longer than people wait.
FRAMES = 8
#: Shift of the picture below which it is no more than noise.
_LEAST_PX = 0.1
#: Shift of the picture above which it is no mere tremor.
_MOST_PX = 1.5

_Sum = npt.NDArray[np.float32]


class StillParts:
    """Collector of frame parts with something unreadable, while nothing moves there."""

    def __init__(self) -> None:
        self._boxes: tuple[Crop, ...] = ()
        self._sums: list[_Sum] = []
        self._first: list[_Sum] = []
        self._count = 0
        self._latest: object = None

    def restart(self) -> None:
        """Drop what was gathered: the table has moved."""
        self._boxes, self._sums, self._first, self._count = (), [], [], 0

    def see(self, frame: Frame, boxes: Sequence[Crop]) -> Frame | None:
        """Add a frame's parts; the frame with their averages when there are eight, once; else None."""
        if not boxes or tuple(boxes) != self._boxes:
            self.restart()
            self._boxes = tuple(boxes)
        if not boxes or self._count >= FRAMES or frame.pixels is self._latest:
            return None
        self._latest = frame.pixels
        parts = [np.asarray(frame.picture[box], np.float32) for box in self._boxes]
        if not self._count:
            self._first = [_grey(part) for part in parts]
            self._sums = [np.zeros_like(part) for part in parts]
        for total, first, part in zip(self._sums, self._first, parts, strict=True):
            total += _merge_sums(first, part)
        self._count += 1
        if self._count < FRAMES:
            return None
        picture = frame.picture.copy()
        for box, total in zip(self._boxes, self._sums, strict=True):
            picture[box] = np.clip(np.rint(total / FRAMES), 0, 255).astype(np.uint8)
        return Frame(picture, frame.taken_s)


def _grey(part: _Sum) -> _Sum:
    return np.ascontiguousarray(part.mean(axis=2))


def _merge_sums(first: _Sum, part: _Sum) -> _Sum:
    """Return a part moved to where the first frame has it, for a table or camera that trembles."""
    (x, y), _ = cv2.phaseCorrelate(first, _grey(part), cv2.createHanningWindow(first.shape[::-1], cv2.CV_32F))
    if not _LEAST_PX <= np.hypot(x, y) <= _MOST_PX:
        return part
    shift = np.array([(1, 0, x), (0, 1, y)])
    size = part.shape[1], part.shape[0]
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(part, shift, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)
