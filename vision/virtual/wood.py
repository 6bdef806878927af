"""The wooden table that everything lies on, as a BGR picture."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.surface import Area
from vision.picture import Pixels
from vision.virtual.scene import Print

Floats = npt.NDArray[np.float32]

#: Its colour: red, green, blue.
WOOD = (142, 98, 58)
#: The table before the camera: how fine, and how large before it is mirrored.
_PX_PER_MM = 2.0
_SIZE_MM = (900.0, 720.0)


@lru_cache(maxsize=4)
def wood_print(surface_mm: Area) -> Print:
    """Return the table about the middle of a surface; it goes on for ever."""
    left, top, right, bottom = surface_mm
    corner = ((left + right - _SIZE_MM[0]) / 2, (top + bottom - _SIZE_MM[1]) / 2)
    return Print(wooden_table(_PX_PER_MM, *_SIZE_MM), _PX_PER_MM, corner)


@lru_cache(maxsize=2)
def wooden_table(px_per_mm: float, width_mm: float, height_mm: float) -> Pixels:
    """Return a wooden table top, BGR (h, w, 3); read-only."""
    width, height = round(width_mm * px_per_mm), round(height_mm * px_per_mm)
    rng = np.random.default_rng(7)
    plank_mm = 90.0
    y_mm = np.arange(height) / px_per_mm
    plank = (y_mm // plank_mm).astype(int)
    grain = wood_noise(rng, height, width, (6 * px_per_mm, 160 * px_per_mm)) * 16
    fine = wood_noise(rng, height, width, (1.2 * px_per_mm, 40 * px_per_mm)) * 9
    tone = rng.normal(0, 7, plank.max() + 1)[plank][:, None]
    joint = np.where((y_mm % plank_mm) < 0.9, -38, 0)[:, None]
    shade = np.clip(grain + fine + (tone + joint).astype(np.float32) + 128, 0, 255).astype(np.uint8)
    # One byte of shade a pixel, then a table from shade to colour: that is quick.
    lightness = np.arange(256)[:, None] - 128
    wood = np.clip(np.array(WOOD[::-1]) + lightness * np.array([0.7, 0.9, 1.0]), 0, 255).astype(np.uint8)
    picture: Pixels = np.asarray(cv2.LUT(cv2.merge([shade] * 3), wood[None]), dtype=np.uint8)
    picture.flags.writeable = False
    return picture


def wood_noise(rng: np.random.Generator, height: int, width: int, grain_px: tuple[float, float]) -> Floats:
    """Return smooth noise (h, w) with standard deviation about 1 and spots of `grain_px`.

    The spots have this size in (rows, columns), pixels.
    """
    rows, columns = max(2, int(height / grain_px[0]) + 2), max(2, int(width / grain_px[1]) + 2)
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.float32)
