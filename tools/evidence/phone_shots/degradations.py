"""Degradations of phones' pictures: by light and glass, then by lens, sensor and storage.

Strengths are drawn from what is seen on everyday photographs of tables: from hardly noticed to annoying.
"""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture import Pixels
from vision.virtual.light import jpeg_round_trip

Floats = npt.NDArray[np.float32]
#: What makes a picture (BGR) worse.
Step = Callable[[Pixels, random.Random], Pixels]

_GAMMA = 2.2
_TO_LIGHT = ((np.arange(256) / 255) ** _GAMMA).astype(np.float32)
#: Light on the coarser picture changes slowly: so many times coarser it is drawn.
_COARSER = 8


def _shown(light: Floats) -> Pixels:
    """Return the bytes of linear light in which white is 1."""
    return np.asarray(np.round(255 * cv2.pow(np.clip(light, 0, 1), 1 / _GAMMA)), np.uint8)


def _added(picture: Pixels, coarse: Floats) -> Pixels:
    """Return the picture with more light, (h / 8, w / 8) or coloured (..., 3), white being 1."""
    height, width = picture.shape[:2]
    more = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    return _shown(_TO_LIGHT[picture] + (more[..., None] if more.ndim == 2 else more))


# --- light and glass ------------------------------------------------------------------------------------------------


def _window(picture: Pixels, rng: random.Random) -> Pixels:
    """Return a window with panes mirrored in a glossy board: a broad even veil, as on c1."""
    shape = picture.shape[0] // _COARSER, picture.shape[1] // _COARSER
    veil = np.zeros(shape, np.float32)
    middle = rng.uniform(0.2, 0.8) * shape[1], rng.uniform(0.2, 0.8) * shape[0]
    size, turn = (rng.uniform(0.25, 0.7) * shape[1], rng.uniform(0.25, 0.7) * shape[1]), rng.uniform(0, 180)
    corners = cv2.boxPoints((middle, size, turn)).astype(np.int32)
    cv2.fillConvexPoly(veil, corners, rng.uniform(0.15, 0.65))
    if rng.random() < 0.5:
        bar = corners[[0, 2]] if rng.random() < 0.5 else corners[[1, 3]]
        cv2.line(veil, bar[0].tolist(), bar[1].tolist(), 0.0, rng.randint(1, 6))
    veil = np.asarray(cv2.GaussianBlur(veil, (0, 0), rng.uniform(0.5, 8)), np.float32)
    return _added(picture, veil)


def _lamp(picture: Pixels, rng: random.Random) -> Pixels:
    """Return spots of one or two mirrored lamps that burn out in their middle."""
    rows, columns = picture.shape[0] // _COARSER, picture.shape[1] // _COARSER
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    glare = np.zeros((rows, columns), np.float32)
    for _ in range(rng.choice((1, 1, 2))):
        spot, wide = (rng.uniform(0.15, 0.85) * columns, rng.uniform(0.15, 0.85) * rows), rng.uniform(0.03, 0.14) * rows
        far = ((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * wide**2)
        glare += rng.uniform(0.4, 2.0) * np.exp(-far) + rng.uniform(0, 0.12) * np.exp(-far / 9)
    return _added(picture, glare)


def _smear(picture: Pixels, rng: random.Random) -> Pixels:
    """Smear the lens: light from all over lies on a part of the picture, which is softer."""
    height, width = picture.shape[:2]
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(3, 9))
    mask = np.zeros((height // _COARSER, width // _COARSER), np.float32)
    middle = int(rng.uniform(0, 1) * mask.shape[1]), int(rng.uniform(0, 1) * mask.shape[0])
    cv2.circle(mask, middle, int(rng.uniform(0.2, 0.6) * mask.shape[1]), rng.uniform(0.2, 0.6), -1)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), mask.shape[1] / 8), np.float32)
    share = cv2.resize(mask, (width, height))[..., None]
    mixed = _TO_LIGHT[picture] * (1 - share) + _TO_LIGHT[soft] * share
    return _shown(np.asarray(mixed + 0.4 * share * float(_TO_LIGHT[picture].mean()), np.float32))


def _hair(picture: Pixels, rng: random.Random) -> Pixels:
    """Thick hairs, of a dog or of people, lie over everything."""
    covered = picture.copy()
    height, width = picture.shape[:2]
    for _ in range(rng.randint(8, 60)):
        tip, way = np.array([rng.uniform(0, width), rng.uniform(0, height)]), rng.uniform(0, 2 * math.pi)
        points = []
        for _ in range(rng.randint(8, 30)):
            points.append(tip.astype(int))
            way += rng.gauss(0, 0.25)
            tip = tip + 12 * np.array([math.cos(way), math.sin(way)])
        shade = rng.choice((20, 40, 90, 200))
        colour = (int(0.8 * shade), int(0.9 * shade), shade)
        cv2.polylines(covered, [np.array(points, np.int32)], False, colour, rng.choice((1, 2, 3)), cv2.LINE_AA)
    return covered


def _bands(picture: Pixels, rng: random.Random) -> Pixels:
    """Darken bands across the picture by up to 95 %: a flickering lamp, a rolling shutter."""
    height, width = picture.shape[:2]
    along, count = (height, rng.uniform(1.5, 9)) if rng.random() < 0.5 else (width, rng.uniform(1.5, 9))
    wave = 0.5 + 0.5 * np.sin(np.arange(along) / along * 2 * math.pi * count + rng.uniform(0, 6))
    gain = (1 - rng.uniform(0.3, 0.95) * wave).astype(np.float32)
    shaped = gain[:, None, None] if along == height else gain[None, :, None]
    return _shown(np.asarray(_TO_LIGHT[picture] * shaped, np.float32))


def _ghosts(picture: Pixels, rng: random.Random) -> Pixels:
    """Return exposures laid over each other between which the hand moved."""
    height, width = picture.shape[:2]
    light, share = _TO_LIGHT[picture], rng.uniform(0.12, 0.35)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-0.6, 0.6), rng.uniform(0.995, 1.005))
    turn[:, 2] += np.array([rng.uniform(-14, 14), rng.uniform(-14, 14)])
    moved = cv2.warpAffine(light, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return _shown(np.asarray(light * (1 - share) + moved * share, np.float32))


# --- lens, sensor and storage -----------------------------------------------------------------------------------------


def _blurred(picture: Pixels, kernel: Floats) -> Pixels:
    """Return the picture blurred in linear light by a kernel, which is normalised."""
    return _shown(np.asarray(cv2.filter2D(_TO_LIGHT[picture], -1, kernel / kernel.sum()), np.float32))


def _shake(picture: Pixels, rng: random.Random) -> Pixels:
    """Return the picture shaken slightly while exposing, along a short bent way."""
    length, way, bend = rng.uniform(1.5, 7), rng.uniform(0, 2 * math.pi), rng.gauss(0, 0.6)
    fine, reach = 4, 6
    kernel = np.zeros((fine * (2 * reach + 1),) * 2, np.float32)
    tip = np.array([kernel.shape[0] / 2] * 2)
    tip -= fine * length / 2 * np.array([math.cos(way), math.sin(way)])
    for _ in range(40):
        kernel[int(np.clip(tip[1], 0, len(kernel) - 1)), int(np.clip(tip[0], 0, len(kernel) - 1))] += 1
        tip = tip + fine * length / 40 * np.array([math.cos(way), math.sin(way)])
        way += bend / 40
    small = kernel.reshape(2 * reach + 1, fine, 2 * reach + 1, fine).sum(axis=(1, 3))
    return _blurred(picture, np.asarray(small, np.float32))


def _defocus(picture: Pixels, rng: random.Random) -> Pixels:
    """Return the picture a little out of focus: a disc of light for each point."""
    radius = rng.uniform(0.8, 3.2)
    reach = math.ceil(radius) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    return _blurred(picture, np.asarray(np.clip(radius + 0.5 - np.hypot(x, y), 0, 1), np.float32))


def _grain(picture: Pixels, strength: float, rng: random.Random) -> Pixels:
    """Noise of a sensor, so many grey levels at a middle grey."""
    noise = np.zeros(picture.shape, np.int16)
    cv2.setRNGSeed(rng.randrange(1 << 30))
    cv2.randn(noise, np.zeros(3), np.full(3, strength))
    return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


def _night(picture: Pixels, rng: random.Random) -> Pixels:
    """Night mode: dark and noisy, smoothed until it looks clean, then brightened."""
    dark = _shown(_TO_LIGHT[picture] * np.float32(rng.uniform(0.04, 0.2)))
    smooth = cv2.medianBlur(_grain(dark, rng.uniform(3, 9), rng), 3)
    smooth = cv2.bilateralFilter(smooth, 5, rng.uniform(15, 40), 3)
    light = _TO_LIGHT[smooth]
    return _shown(np.asarray(light * (0.75 / max(float(np.percentile(light, 99)), 0.02)), np.float32))


def _sharpened(picture: Pixels, rng: random.Random) -> Pixels:
    """Noise is smoothed away, and all edges are drawn over with dark and light rims."""
    smooth = cv2.bilateralFilter(_grain(picture, rng.uniform(2, 7), rng), 5, rng.uniform(10, 30), 2)
    share, soft = rng.uniform(0.8, 2.5), cv2.GaussianBlur(smooth, (0, 0), rng.uniform(0.8, 2.2))
    return np.asarray(cv2.addWeighted(smooth, 1 + share, soft, -share, 0), np.uint8)


def _shrunk(picture: Pixels, rng: random.Random) -> Pixels:
    """Sent through a messenger: smaller."""
    scale = rng.uniform(0.55, 0.9)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _compressed_twice(picture: Pixels, rng: random.Random) -> Pixels:
    """Stored, made a little smaller and stored again."""
    first = jpeg_round_trip(picture, rng.randint(40, 75))
    scale = rng.uniform(0.8, 0.98)
    smaller = np.asarray(cv2.resize(first, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8)
    return jpeg_round_trip(smaller, rng.randint(35, 70))


@dataclass(frozen=True)
class Degradation:
    """Faults of one kind: those of `light`, and those of `lens`, sensor and storage."""

    light: tuple[Step, ...] = ()
    lens: tuple[Step, ...] = ()
    least_quality: int = 75

    def lit(self, picture: Pixels, rng: random.Random) -> Pixels:
        """Return the picture in the light of this kind; of what is white now nothing is seen."""
        for step in self.light:
            picture = step(picture, rng)
        return picture

    def taken(self, picture: Pixels, rng: random.Random) -> Pixels:
        """Return the picture that the phone makes of it."""
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 0.8)), np.uint8)
        for step in self.lens:
            picture = step(picture, rng)
        return jpeg_round_trip(_grain(picture, rng.uniform(1, 3.5), rng), rng.randint(self.least_quality, 92))


#: Kinds that may be looked at while the code is changed.
KINDS: Mapping[str, Degradation] = {
    "plain": Degradation(),
    "shake": Degradation(lens=(_shake,)),
    "defocus": Degradation(lens=(_defocus,)),
    "window": Degradation((_window,)),
    "lamp": Degradation((_lamp,)),
    "sharpened": Degradation(lens=(_sharpened,)),
    "shrunk": Degradation(lens=(_shrunk,), least_quality=55),
    "compressed twice": Degradation(lens=(_compressed_twice,)),
    "shaken and shrunk": Degradation(lens=(_shake, _shrunk), least_quality=55),
    "window, defocused": Degradation((_window,), (_defocus,)),
}
#: A third of all kinds, for reporting only: nothing is changed because of them.
REPORTED_KINDS: Mapping[str, Degradation] = {
    "ghosts": Degradation((_ghosts,)),
    "bands": Degradation((_bands,)),
    "night mode": Degradation(lens=(_night,)),
    "hair": Degradation((_hair,)),
    "smeared lens": Degradation((_smear,)),
}
EVERY_KIND: Mapping[str, Degradation] = {**KINDS, **REPORTED_KINDS}
