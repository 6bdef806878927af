"""Window mirrored in a card's sleeve: a band brighter than paper that makes print pale."""

import math
from random import Random

import cv2
import numpy as np

from vision.model.pinhole import Points
from vision.picture import Pixels

#: Grey level of a window in a picture.
_WINDOW = 252.0
#: Softness of the band's edges and of the sleeve's, in pixels.
_SOFT_PX = (4.0, 1.0)
#: Least and greatest half width of the band, as shares of the sleeve's longest side.
_HALF_WIDTH = (0.25, 0.5)


def mirror_window(picture: Pixels, sleeve_px: Points, middle_px: Points, share: float, rng: Random) -> Pixels:
    """Return the picture (BGR) with a window in a sleeve.

    The sleeve has these corners (4, 2), the band runs about `middle_px` at any angle. `share` of the light there is the
    window's.
    """
    band_soft_px, sleeve_soft_px = _SOFT_PX
    low = np.maximum(np.floor(sleeve_px.min(axis=0)).astype(int) - 4, 0)
    high = np.minimum(np.ceil(sleeve_px.max(axis=0)).astype(int) + 5, picture.shape[1::-1])
    (left, top), (right, bottom) = low.tolist(), high.tolist()
    sleeve = np.zeros((bottom - top, right - left), np.float32)
    cv2.fillConvexPoly(sleeve, np.round(sleeve_px - low).astype(np.int32), 1.0, cv2.LINE_AA)
    y, x = np.mgrid[top:bottom, left:right].astype(np.float32)
    angle = rng.uniform(0, math.pi)
    across = np.abs((x - middle_px[0]) * math.cos(angle) + (y - middle_px[1]) * math.sin(angle))
    half_px = rng.uniform(*_HALF_WIDTH) * float(np.linalg.norm(sleeve_px - np.roll(sleeve_px, 1, axis=0), axis=1).max())
    band = 1 / (1 + np.exp(np.clip((across - half_px) / band_soft_px, -40, 40)))
    light = (cv2.GaussianBlur(sleeve, (0, 0), sleeve_soft_px) * band * share)[..., None]
    mirrored = picture.copy()
    part = mirrored[top:bottom, left:right]
    part[:] = np.round(part * (1 - light) + _WINDOW * light)
    return mirrored
