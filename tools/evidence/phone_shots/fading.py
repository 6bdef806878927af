"""Cells whose print a degradation washes out: noise is stronger than what is left.

The same picture is made twice, the second time with the board's print smoothed away, of the same light, lens and noise.
What differs is what the print contributes.
"""

from collections.abc import Iterator, Mapping

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.pinhole import Points
from vision.picture import Pixels

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

#: Noise is what differs from the mean of so many by so many pixels.
_NOISE_PX = 5
#: Corners are drawn with so many binary digits behind the point.
_SHIFT = 4


def without_print(picture: Pixels, print_shows: Mask, cell_px: float) -> Pixels:
    """Return the picture in which the mean over a cell replaces the print where that shows."""
    side = max(int(cell_px), 3)
    shown = print_shows.astype(np.float32)
    sums, weights = (cv2.blur(of, (side, side)) for of in (picture * shown[..., None], shown))
    smooth = sums / np.maximum(weights, 1e-6)[..., None]
    return np.where(print_shows[..., None], smooth, picture).astype(np.uint8)


def faded_cells(
    corners: Mapping[str, Points], painted: tuple[Pixels, Pixels], taken: tuple[Pixels, Pixels]
) -> Iterator[str]:
    """Yield the cells whose print stood out from the noise as painted, and no more as taken.

    Both are a picture and the same `without_print`; `corners` (4, 2) are those of the cells as they were painted.
    """
    for cell, (before, left, noise) in contrasts(corners, painted, taken).items():
        if left < noise <= before:
            yield cell


def contrasts(
    corners: Mapping[str, Points], painted: tuple[Pixels, Pixels], taken: tuple[Pixels, Pixels]
) -> dict[str, tuple[float, float, float]]:
    """Return the deviations, in grey levels, of each cell's print and noise.

    They are those of the print as painted and as taken, and that of the noise.
    """
    scale = taken[0].shape[1] / painted[0].shape[1]
    before, left = (np.subtract(*pair, dtype=np.float32) for pair in (painted, taken))
    plain = taken[1].astype(np.float32)
    noise = plain - cv2.blur(plain, (_NOISE_PX, _NOISE_PX))
    found = {}
    for cell, places in corners.items():
        scaled = places * scale
        found[cell] = (_deviation(before, places), _deviation(left, scaled), _deviation(noise, scaled))
    return found


def _deviation(levels: Floats, corners: Points) -> float:
    """Return the greatest channel's deviation of levels (h, w, 3) within corners (4, 2)."""
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int) + 1
    low = np.clip(low, 0, np.array(levels.shape[1::-1]))
    part = levels[low[1] : max(high[1], 0), low[0] : max(high[0], 0)]
    if part.size == 0:
        return 0.0
    inside = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round((corners - low) * 2**_SHIFT).astype(np.int32), 1, cv2.LINE_8, _SHIFT)
    return float(cv2.meanStdDev(part, mask=inside)[1].max())
