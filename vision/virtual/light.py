"""How the light and the sensor make a picture of what lies there: brightness, colour, blur, noise, JPEG."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]

#: The light is worked out on a grid this many times coarser than the picture: it changes slowly.
_LIGHT_GRID = 16


@dataclass(frozen=True)
class Look:
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

    def with_changes(self, **changes: float | int | None) -> "Look":
        """The same with some values changed; None leaves a value as it is."""
        return replace(self, **{name: value for name, value in changes.items() if value is not None})  # type: ignore[arg-type]


LIGHTS: Mapping[str, Look] = MappingProxyType(
    {
        "normal": Look(),
        "warm": Look(brightness=0.8, warmth=0.8, lamp=0.35, gloss=0.4, noise=4.0),
        "dim": Look(brightness=0.35, warmth=0.55, vignette=0.3, lamp=0.45, gloss=0.15, blur_px=0.8, noise=7.0),
    }
)


def expose(picture: Picture, look: Look, rng: np.random.Generator) -> Picture:
    """The picture (h, w, 3) as the camera would deliver it. The same generator state gives the same picture."""
    gain, glare = _light(picture.shape[:2], look, rng)
    angle = rng.uniform(0, np.pi)
    noise_bytes = np.frombuffer(rng.bytes(picture.size), np.uint8).reshape(picture.shape)
    sharp = _blurred(picture, look, angle)
    lit = cv2.multiply(sharp, gain, dtype=cv2.CV_32F)
    if glare is not None:
        lit = cv2.add(lit, glare)
    if look.noise > 0:
        lit = _with_noise(np.asarray(lit, dtype=np.float32), noise_bytes, look.noise)
    exposed = _to_bytes(np.asarray(lit))
    return exposed if look.jpeg_quality is None else jpeg_round_trip(exposed, look.jpeg_quality)


def jpeg_round_trip(picture: Picture, quality: int) -> Picture:
    """The picture after it was stored as a JPEG."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def _to_bytes(values: npt.NDArray[np.float32]) -> Picture:
    """Rounded and cut off at black and white."""
    return np.asarray(cv2.convertScaleAbs(cv2.threshold(values, 0, 0, cv2.THRESH_TOZERO)[1]), dtype=np.uint8)


def _light(
    size: tuple[int, int], look: Look, rng: np.random.Generator
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32] | None]:
    """The light's gain for each pixel and channel, and the glare of the gloss spot, both (h, w, 3)."""
    height, width = size
    rows, columns = -(-height // _LIGHT_GRID), -(-width // _LIGHT_GRID)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    x, y = (x - (columns - 1) / 2) / rows, (y - (rows - 1) / 2) / rows
    corner = np.hypot(columns / rows, 1.0) / 2
    away = rng.uniform(0, 2 * np.pi)
    along = (x * np.cos(away) + y * np.sin(away)) / corner
    level = look.brightness * (1 - look.vignette * (x**2 + y**2) / corner**2) * (1 - look.lamp * (0.5 + along / 2))
    tint = np.array([1 - 0.5 * look.warmth, 1 - 0.2 * look.warmth, 1.0])
    gain = (level[..., None] * tint).astype(np.float32)
    spot_x, spot_y = rng.uniform(-0.5, 0.5) * columns / rows * 0.6, rng.uniform(-0.5, 0.5) * 0.6
    radius = rng.uniform(0.05, 0.09)

    def enlarged(field: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)

    if look.gloss <= 0:
        return enlarged(gain), None
    spot = 220 * look.gloss * np.exp(-((x - spot_x) ** 2 + (y - spot_y) ** 2) / (2 * radius**2))
    return enlarged(gain), enlarged((spot[..., None] * look.brightness * tint).astype(np.float32))


def _blurred(picture: Picture, look: Look, angle: float) -> Picture:
    blurred = picture
    if look.motion_px > 0:
        blurred = np.asarray(cv2.filter2D(blurred, -1, _streak(look.motion_px, angle)), dtype=np.uint8)
    if look.blur_px > 0:
        blurred = np.asarray(cv2.GaussianBlur(blurred, (0, 0), look.blur_px), dtype=np.uint8)
    return blurred


def _streak(length_px: float, angle: float) -> npt.NDArray[np.float32]:
    """The kernel of a movement: a line of this length, its weights spread over neighbouring pixels."""
    reach = int(np.ceil(length_px / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for step in np.linspace(-length_px / 2, length_px / 2, 4 * reach):
        x, y = reach + step * np.cos(angle), reach + step * np.sin(angle)
        left, top = int(x), int(y)
        for column, share_x in ((left, left + 1 - x), (left + 1, x - left)):
            for row, share_y in ((top, top + 1 - y), (top + 1, y - top)):
                kernel[row, column] += share_x * share_y
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _with_noise(lit: npt.NDArray[np.float32], noise_bytes: Picture, noise: float) -> npt.NDArray[np.float32]:
    """Read noise everywhere and shot noise that grows with the root of the light."""
    levels = np.arange(256, dtype=np.float64)
    strength = noise * np.sqrt(0.35 + 0.65 * levels / 128)
    rounded = _to_bytes(np.asarray(lit))
    deviation = cv2.LUT(rounded, strength.astype(np.float32))
    sample = cv2.LUT(noise_bytes, _NORMAL_BY_BYTE)
    return np.asarray(cv2.add(lit, cv2.multiply(deviation, sample)), dtype=np.float32)


def _normal_by_byte() -> npt.NDArray[np.float32]:
    """A standard normal value for each byte: evenly spread bytes come out normally distributed."""
    from statistics import NormalDist

    values = np.array([NormalDist().inv_cdf((byte + 0.5) / 256) for byte in range(256)])
    return np.asarray(values / values.std(), dtype=np.float32)


_NORMAL_BY_BYTE = _normal_by_byte()
