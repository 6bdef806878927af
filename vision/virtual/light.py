"""Light and sensor of the virtual camera: brightness, colour, blur, noise, JPEG."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture import Pixels

#: The light is worked out on a grid this many times coarser than the picture: it changes slowly.
_LIGHT_GRID = 16
#: The byte that stands for a gain of 1.
_FULL_GAIN = 200
#: The noise is added in strips of so many rows, which fit into the processor's cache.
_STRIP_ROWS = 32


@dataclass(frozen=True)
class PictureLook:
    """Light, lens blur and sensor.

    `brightness` 1 leaves white paper just below white. `warmth` 0 is daylight, 1 a light bulb. `vignette` and `lamp`
    are the shares of light lost in the picture's corners and on the side away from the lamp. `gloss` 1 is a
    reflection that burns out the print under it. `blur_px` is the standard deviation of the blur, `motion_px` the
    length of a blur by movement. `noise` is the standard deviation of the sensor's noise in grey levels at a middle
    grey. `jpeg_quality` None leaves the picture uncompressed.
    """

    brightness: float = 1.0
    warmth: float = 0.15
    vignette: float = 0.2
    lamp: float = 0.15
    gloss: float = 0.25
    blur_px: float = 0.7
    motion_px: float = 0.0
    noise: float = 3.0
    jpeg_quality: int | None = 90


LIGHTS: Mapping[str, PictureLook] = MappingProxyType(
    {
        "normal": PictureLook(),
        "warm": PictureLook(brightness=0.9, warmth=0.8, lamp=0.35, gloss=0.4, noise=4.0),
        "dim": PictureLook(brightness=0.45, warmth=0.55, vignette=0.3, lamp=0.45, gloss=0.15, blur_px=0.8, noise=7.0),
    }
)


class Exposure:
    """Camera's light, lens and sensor, in pictures of `size_px` (width, height).

    Compresses nothing. Random values are drawn once: all its pictures have the same light and the same noise, so
    that a part of a picture can be exposed by itself. The same generator state gives the same pictures.
    """

    def __init__(self, size_px: tuple[int, int], look: PictureLook, rng: np.random.Generator) -> None:
        width, height = size_px
        self._look = look
        self._gain, spot = _light((height, width), look, rng)
        self._streak = _streak(look.motion_px, rng.uniform(0, np.pi)) if look.motion_px > 0 else None
        self._glare = _glare(self._gain, spot, 220 * look.gloss) if look.gloss > 0 else None
        noise_bytes = rng.bytes(3 * width * height) if look.noise > 0 else b""
        self._noise_bytes = np.frombuffer(noise_bytes, np.uint8).reshape(height, width, 3) if noise_bytes else None
        levels = np.arange(256, dtype=np.float64)
        # Read noise everywhere, and shot noise that grows with the root of the light.
        self._noise = (look.noise * np.sqrt(0.35 + 0.65 * levels / 128)).astype(np.float32)

    @property
    def reach_px(self) -> int:
        """Distance around a pixel from which the blur gathers light."""
        streak = 0 if self._streak is None else len(self._streak) // 2
        return streak + int(np.ceil(4 * self._look.blur_px)) + 1

    def expose(self, picture: Pixels, box: tuple[int, int, int, int] | None = None) -> Pixels:
        """Expose the picture (h, w, 3) as the sensor sees it.

        With `box` (left, top, right, bottom) only that part is exposed.
        """
        height, width = picture.shape[:2]
        left, top, right, bottom = box or (0, 0, width, height)
        reach = self.reach_px
        x, y = max(0, left - reach), max(0, top - reach)
        around = picture[y : bottom + reach, x : right + reach]
        blurred = self._blurred(around)[top - y : bottom - y, left - x : right - x]
        lit = np.asarray(
            cv2.multiply(blurred, self._gain[top:bottom, left:right], scale=1 / _FULL_GAIN), dtype=np.uint8
        )
        self._add_glare(lit, left, top)
        if self._noise_bytes is not None:
            self._add_noise(lit, self._noise_bytes[top:bottom, left:right])
        return lit

    def _blurred(self, picture: Pixels) -> Pixels:
        blurred = picture
        if self._streak is not None:
            blurred = np.asarray(cv2.filter2D(blurred, -1, self._streak), dtype=np.uint8)
        if self._look.blur_px > 0:
            blurred = np.asarray(cv2.GaussianBlur(blurred, (0, 0), self._look.blur_px), dtype=np.uint8)
        return blurred

    def _add_glare(self, lit: Pixels, left: int, top: int) -> None:
        """Add the lamp's reflection to a part of the picture that begins at (left, top), in place."""
        if self._glare is None:
            return
        glare, (x, y) = self._glare
        low_x, low_y = max(left, x), max(top, y)
        high_x, high_y = min(left + lit.shape[1], x + glare.shape[1]), min(top + lit.shape[0], y + glare.shape[0])
        if low_x < high_x and low_y < high_y:
            part = lit[low_y - top : high_y - top, low_x - left : high_x - left]
            part[:] = cv2.add(part, glare[low_y - y : high_y - y, low_x - x : high_x - x])

    def _add_noise(self, lit: Pixels, noise_bytes: Pixels) -> None:
        for top in range(0, len(lit), _STRIP_ROWS):
            strip = lit[top : top + _STRIP_ROWS]
            swing = cv2.multiply(
                cv2.LUT(strip, self._noise), cv2.LUT(noise_bytes[top : top + _STRIP_ROWS], _NORMAL_BY_BYTE)
            )
            strip[:] = cv2.add(strip, swing, dtype=cv2.CV_8U)


@lru_cache(maxsize=2)
def exposure_for(size_px: tuple[int, int], look: PictureLook, seed: int) -> Exposure:
    """Return the light, lens and sensor of this seed; the same for the same picture."""
    return Exposure(size_px, look, np.random.default_rng(seed))


def jpeg_round_trip(picture: Pixels, quality: int) -> Pixels:
    """Return the picture after it was stored as a JPEG."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def _light(
    size: tuple[int, int], look: PictureLook, rng: np.random.Generator
) -> tuple[Pixels, tuple[float, float, float]]:
    """Return the light's gain for each pixel and channel (h, w, 3), and the specular spot.

    A gain of 1 is _FULL_GAIN. The spot is (x, y, radius), in px.
    """
    height, width = size
    rows, columns = -(-height // _LIGHT_GRID), -(-width // _LIGHT_GRID)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    x, y = (x - (columns - 1) / 2) / rows, (y - (rows - 1) / 2) / rows
    corner = np.hypot(columns / rows, 1.0) / 2
    away = rng.uniform(0, 2 * np.pi)
    along = (x * np.cos(away) + y * np.sin(away)) / corner
    level = look.brightness * (1 - look.vignette * (x**2 + y**2) / corner**2) * (1 - look.lamp * (0.5 + along / 2))
    tint = np.array([1 - 0.5 * look.warmth, 1 - 0.2 * look.warmth, 1.0])
    gain = np.clip(level[..., None] * tint * _FULL_GAIN, 0, 255).astype(np.float32)
    whole = cv2.resize(np.round(gain).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    spot = (rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.8) * height, rng.uniform(0.05, 0.09) * height)
    return np.asarray(whole, dtype=np.uint8), spot


def _glare(gain: Pixels, spot: tuple[float, float, float], level: float) -> tuple[Pixels, tuple[int, int]]:
    """Return the lamp's reflection, in its colour, to add to the picture; its left and top."""
    x, y, radius = spot
    height, width = gain.shape[:2]
    left, top = max(0, int(x - 4 * radius)), max(0, int(y - 4 * radius))
    right, bottom = min(width, int(x + 4 * radius) + 1), min(height, int(y + 4 * radius) + 1)
    across = np.exp(-((np.arange(left, right) - x) ** 2) / (2 * radius**2))
    down = np.exp(-((np.arange(top, bottom) - y) ** 2) / (2 * radius**2))
    glare = level * down[:, None, None] * across[:, None] * (gain[int(y), int(x)] / _FULL_GAIN)
    return np.round(np.clip(glare, 0, 255)).astype(np.uint8), (left, top)


def _streak(length_px: float, angle: float) -> npt.NDArray[np.float32]:
    """Return the kernel of a movement: a line of this length.

    Its weights are spread over neighbouring pixels.
    """
    reach = int(np.ceil(length_px / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for step in np.linspace(-length_px / 2, length_px / 2, 4 * reach):
        x, y = reach + step * np.cos(angle), reach + step * np.sin(angle)
        left, top = int(x), int(y)
        for column, share_x in ((left, left + 1 - x), (left + 1, x - left)):
            for row, share_y in ((top, top + 1 - y), (top + 1, y - top)):
                kernel[row, column] += share_x * share_y
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _normal_by_byte() -> npt.NDArray[np.float32]:
    """Return a normal value for each byte: evenly spread bytes become normally distributed."""
    values = np.array([NormalDist().inv_cdf((byte + 0.5) / 256) for byte in range(256)])
    return np.asarray(values / values.std(), dtype=np.float32)


_NORMAL_BY_BYTE = _normal_by_byte()
