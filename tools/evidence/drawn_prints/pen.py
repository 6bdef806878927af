"""Pen of the drawn prints: colours, paper, closed curves and dots."""

import random

import cv2
import numpy as np
import numpy.typing as npt

from tools.evidence.lamps import smooth_noise
from vision.picture import Pixels

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]

#: Resolution of the prints.
PX_PER_MM = 5.0
#: Side of a board's cell in pixels.
CELL_PX = 25.0 * PX_PER_MM
#: Fraction bits of the coordinates that OpenCV draws with.
_SHIFT = 4


def hue(rng: random.Random, saturation: float, value: float) -> Floats:
    """Draw a colour (3,) of any hue, BGR from 0 to 255; `saturation` and `value` are 0 to 1."""
    pixel = np.array([[[rng.uniform(0, 179), 255 * saturation, 255 * value]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def palette(rng: random.Random, count: int) -> list[tuple[int, int, int]]:
    """Draw so many colours, BGR, as printers mix them: most of them strong."""
    colours = (hue(rng, rng.uniform(0.3, 0.95), rng.uniform(0.35, 0.95)).tolist() for _ in range(count))
    return [(int(blue), int(green), int(red)) for blue, green, red in colours]


def ink(rng: random.Random) -> tuple[int, int, int]:
    """Draw the colour of black or tinted ink, BGR."""
    dark = rng.randint(10, 70)
    return dark + rng.randint(0, 25), dark + rng.randint(0, 15), dark


def paper(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw even or speckled paper (h, w, 3), from cream to grey."""
    level = rng.uniform(150, 245)
    shade = np.array([level * rng.uniform(0.8, 1.0), level * rng.uniform(0.93, 1.0), level], np.float32)
    shape = size[1], size[0]
    art = np.full((*shape, 3), shade, np.float32)
    if rng.random() < 0.6:
        art = art + (smooth_noise(shape, rng.uniform(3, 12), chance) * rng.uniform(2, 16))[..., None]
    return np.clip(art, 0, 255).astype(np.uint8)


def draw_curve(
    art: Pixels, points: Points, fill: tuple[int, int, int] | None, line: tuple[int, int, int] | None, thick: int = 2
) -> None:
    """Draw a closed polygon (n, 2) in place, filled, outlined, or both."""
    fixed = np.round(points * (1 << _SHIFT)).astype(np.int32)
    if fill is not None:
        cv2.fillPoly(art, [fixed], fill, cv2.LINE_AA, _SHIFT)
    if line is not None:
        cv2.polylines(art, [fixed], True, line, thick, cv2.LINE_AA, _SHIFT)


def bumpy_circle(middle: tuple[float, float], radius: float, bumps: float, chance: np.random.Generator) -> Points:
    """Return the outline (n, 2) of a circle, bent by about the share `bumps` of its radius."""
    turns = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    off = sum(
        chance.normal(0, bumps / wave) * np.cos(wave * turns + chance.uniform(0, 2 * np.pi)) for wave in range(2, 7)
    )
    spokes = radius * np.clip(1 + np.asarray(off), 0.3, 2)
    around = np.stack([spokes * np.cos(turns), spokes * np.sin(turns)], axis=1)
    return np.asarray(np.asarray(middle) + around, np.float64)


def anywhere(size: tuple[int, int], rng: random.Random) -> tuple[float, float]:
    """Draw any point of the print."""
    return rng.uniform(0, size[0]), rng.uniform(0, size[1])
