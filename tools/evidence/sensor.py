"""Sensor model: from linear light to a picture.

It has the lens with its dirt and depth of field, the sensor, and its development.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tools.evidence.lamps import smooth_noise
from vision.picture import Pixels
from vision.virtual.light import jpeg_round_trip

Floats = npt.NDArray[np.float32]

_TABLE_STEPS = 4096
#: The side of the square of noise that pictures are tiled with.
_GRAIN_PX = 1024


@dataclass(frozen=True)
class Sensor:
    """A camera's lens, sensor and development.

    `blur_px` is the standard deviation of the sharpest place's blur; `defocus_px` that of the most blurred place,
    `focus` (x, y, in shares of the picture) the sharp place. `noise` is the standard deviation at a middle grey, in
    grey levels, made of photons for the most part. `dirt` 0 to 1 is the grease on the lens. `balance` is how much of
    the light's colour the white balance takes away, `exposure` a factor on an exposure that leaves paper just white.
    `sharpen` is the share that an unsharp mask adds.
    """

    blur_px: float = 0.7
    defocus_px: float = 0.0
    focus: tuple[float, float] = (0.5, 0.5)
    noise: float = 3.0
    dirt: float = 0.0
    balance: float = 0.85
    exposure: float = 1.0
    sharpen: float = 0.3
    vignette: float = 0.2
    motion_px: tuple[float, float] = (0.0, 0.0)
    jpeg_quality: int = 90


def develop(
    light: Floats,
    paper: npt.ArrayLike,
    sensor: Sensor,
    lens: np.random.Generator,
    rng: np.random.Generator,
) -> Pixels:
    """Develop linear light (h, w, 3) into a picture (h, w, 3).

    `lens` decides where its dirt is, `rng` the noise. `paper` (3,) is the average light that white paper on the
    board sends out: exposure and white balance go by it.
    """
    seen = _lens(light, sensor, lens)
    gain = _gain(paper, sensor)
    height, width = light.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    far = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / ((width**2 + height**2) / 4)
    seen = seen * (1 - np.float32(sensor.vignette) * far)[..., None]
    if sensor.noise > 0:
        seen = seen + _noise(seen * gain, sensor, rng) / gain
    picture = _tone(seen * gain)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.1)
        picture = np.asarray(cv2.addWeighted(picture, 1 + sensor.sharpen, soft, -sensor.sharpen, 0), np.uint8)
    return jpeg_round_trip(picture, sensor.jpeg_quality)


def shown(light: Floats, paper: npt.ArrayLike, sensor: Sensor) -> Pixels:
    """Return the bytes (h, w, 3) of linear light as `develop` shows it, without lens and noise.

    Compression is left out, too.
    """
    return _tone(light * _gain(paper, sensor))


def _gain(paper: npt.ArrayLike, sensor: Sensor) -> Floats:
    """Return the factor (3,) that takes the sensor's brightest linear light to 1."""
    white = np.maximum(np.asarray(paper, np.float64), 1e-6)
    balance = (white[1] / white) ** sensor.balance
    return np.asarray(balance * 0.82 * sensor.exposure / white[1], np.float32)


def _lens(light: Floats, sensor: Sensor, rng: np.random.Generator) -> Floats:
    """Return the light at the sensor: blurred, and veiled by scattered light.

    It is blurred more out of the depth of field.
    """
    # Beyond all measure bright spots spread their light no farther than the sensor's full well lets them show.
    seen = np.minimum(light, np.float32(60.0))
    if max(map(abs, sensor.motion_px)) > 0:
        seen = _moved(seen, sensor.motion_px)
    seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), max(sensor.blur_px, 0.3)), np.float32)
    height, width = seen.shape[:2]
    if sensor.defocus_px > sensor.blur_px:
        seen = _out_of_focus(seen, sensor)
    # A clean lens scatters about a hundredth of the light, a greasy one a tenth and more, unevenly.
    small = cv2.resize(seen, (max(width // 8, 1), max(height // 8, 1)), interpolation=cv2.INTER_AREA)
    near, far = (cv2.GaussianBlur(small, (0, 0), height / 8 / part) for part in (30, 3))
    glow = 0.5 * near + 0.5 * far
    smear = np.full(small.shape[:2], 0.008, np.float32)
    if sensor.dirt > 0:
        blotch = 0.5 + 0.5 * smooth_noise(small.shape[:2], height / 8 / 2.5, rng)
        smear += np.float32(0.22 * sensor.dirt) * np.clip(blotch, 0, 1.5)
        hazy = cv2.GaussianBlur(seen, (0, 0), 1.5 + 2.5 * sensor.dirt)
        share = cv2.resize(np.clip(smear * 1.6, 0, 0.6), (width, height))[..., None]
        seen = seen * (1 - share) + hazy * share
    veil = cv2.resize(glow, (width, height), interpolation=cv2.INTER_LINEAR)
    share = cv2.resize(smear, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    return np.asarray(seen * (1 - share) + veil * share, np.float32)


def _out_of_focus(seen: Floats, sensor: Sensor) -> Floats:
    """Blurred the more the farther from the sharp place: three blurs, mixed."""
    height, width = seen.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(x / width - sensor.focus[0], (y / height - sensor.focus[1]) * height / width)
    wanted = np.sqrt(max(sensor.defocus_px**2 - sensor.blur_px**2, 0)) * np.clip(away / away.max() * 1.1 - 0.1, 0, 1)
    steps = np.linspace(0, float(wanted.max()), 4)
    blurred = [seen] + [np.asarray(cv2.GaussianBlur(seen, (0, 0), float(s)), np.float32) for s in steps[1:]]
    mixed = np.zeros_like(seen)
    for n, step in enumerate(steps):
        weight = np.clip(1 - np.abs(wanted - step) / (steps[1] - steps[0]), 0, 1)
        mixed += weight[..., None] * blurred[n]
    return mixed


def _moved(seen: Floats, way_px: tuple[float, float]) -> Floats:
    """Blurred by a movement of so many pixels."""
    reach = math.ceil(max(map(abs, way_px)) / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for step in np.linspace(-0.5, 0.5, 8 * reach):
        kernel[round(reach + step * way_px[1]), round(reach + step * way_px[0])] += 1
    return np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)


def _noise(level: Floats, sensor: Sensor, rng: np.random.Generator) -> Floats:
    """Noise in linear light: photons' and the reading's."""
    height, width = level.shape[:2]
    shift = rng.integers(0, _GRAIN_PX, 2)
    grain = np.roll(_grain(), tuple(shift), (0, 1))
    grain = np.tile(grain, (-(-height // _GRAIN_PX), -(-width // _GRAIN_PX), 1))[:height, :width]
    # At a middle grey of 0.22 in linear light one grey level of the display is 0.0041.
    middle = np.float32(0.0041 * sensor.noise)
    strength = cv2.sqrt(np.clip(level, 0, 1.2) * np.float32(0.85 / 0.22) + np.float32(0.15))
    return np.asarray(grain * strength * middle, np.float32)


@lru_cache(maxsize=1)
def _grain() -> Floats:
    """Return a square of noise of standard deviation 1, partly blotchy.

    A mosaic sensor's colours are blotchy like that.
    """
    rng = np.random.default_rng(5)
    shape = (_GRAIN_PX, _GRAIN_PX, 3)
    blotchy = cv2.GaussianBlur(rng.standard_normal(shape, np.float32), (0, 0), 1.0)
    grain = np.float32(0.8) * rng.standard_normal(shape, np.float32) + np.float32(0.6) * blotchy / blotchy.std()
    grain.flags.writeable = False
    return np.asarray(grain, np.float32)


def _tone(level: Floats) -> Pixels:
    """Convert linear light to display bytes, with a soft shoulder for nearly overexposed parts.

    Cameras do the same.
    """
    steps = np.arange(_TABLE_STEPS) / (_TABLE_STEPS - 1) * 2
    bent = np.where(steps < 0.7, steps, 0.7 + 0.3 * (1 - np.exp(-(steps - 0.7) / 0.3)))
    table = np.round(255 * np.clip(bent, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    index = np.clip(level * ((_TABLE_STEPS - 1) / 2), 0, _TABLE_STEPS - 1).astype(np.uint16)
    return np.asarray(table[index], np.uint8)
