"""Maps: streets with blocks and names, and islands with contour lines."""

import random

import cv2
import numpy as np

from tools.evidence.drawn_prints.pen import PX_PER_MM, anywhere, bumpy_circle, draw_curve, hue, ink
from tools.evidence.lamps import smooth_noise
from vision.picture import Pixels


def street_map(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw a town from above: pale blocks, parks, a river, streets of several widths, and names."""
    pale = hue(rng, rng.uniform(0.02, 0.15), rng.uniform(0.8, 0.97))
    art: Pixels = np.full((size[1], size[0], 3), pale, np.uint8)
    for colour in ((170, 225, 190), (225, 205, 170)):
        for _ in range(rng.randint(2, 9)):
            park = bumpy_circle(anywhere(size, rng), rng.uniform(8, 40) * PX_PER_MM, 0.3, chance)
            draw_curve(art, park, colour, None)
    turn, gap = rng.uniform(0, np.pi), rng.uniform(9, 30) * PX_PER_MM
    for grid in (turn, turn + np.pi / 2):
        along, across = np.array([np.cos(grid), np.sin(grid)]), np.array([-np.sin(grid), np.cos(grid)])
        off = -max(size) * 1.0
        while (off := off + gap * rng.uniform(0.5, 1.6)) < max(size):
            middle = np.asarray(size) / 2 + across * off
            steps = np.linspace(-max(size), max(size), 60)[:, None]
            sway = np.cumsum(chance.normal(0, 0.6, 60))[:, None] * PX_PER_MM * 0.6
            way = np.round(middle + along * steps + across * sway).astype(np.int32)
            wide = rng.choice((5, 7, 9, 9, 16, 24))
            main = wide > 12
            cv2.polylines(art, [way], False, (120, 130, 140), wide + 3, cv2.LINE_AA)
            cv2.polylines(art, [way], False, (120, 200, 250) if main else (252, 252, 252), wide, cv2.LINE_AA)
    if rng.random() < 0.6:
        river = np.asarray(anywhere(size, rng)) + np.cumsum(
            chance.normal(0, 30, (80, 2)) + chance.normal(0, 25, 2), axis=0
        )
        cv2.polylines(art, [river.astype(np.int32)], False, (225, 190, 140), rng.randint(15, 50), cv2.LINE_AA)
    _names(art, rng.randint(20, 90), rng)
    return art


def contour_map(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw sea and islands: layers of colour by height, contour lines, woods and names."""
    shape = size[1], size[0]
    height = smooth_noise(shape, rng.uniform(40, 120) * PX_PER_MM, chance)
    height = height + rng.uniform(0.1, 0.5) * smooth_noise(shape, rng.uniform(8, 25) * PX_PER_MM, chance)
    layers = rng.randint(4, 14)
    level = np.clip((height - height.min()) / (np.ptp(height) + 1e-6) * layers, 0, layers - 0.01)
    step = level.astype(np.int32)
    first, last = hue(rng, rng.uniform(0.1, 0.6), rng.uniform(0.7, 0.95)), hue(rng, 0.5, rng.uniform(0.3, 0.9))
    shades = first + np.linspace(0, 1, layers)[:, None] * (last - first)
    sea = rng.randint(0, layers // 2)
    shades[:sea] = hue(rng, 0.4, 0.85)
    art = np.asarray(shades, np.uint8)[step]
    lines = cv2.morphologyEx(step.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    art[lines & (rng.random() < 0.8)] = ink(rng)
    for _ in range(rng.choice((0, rng.randint(50, 400)))):
        x, y = (int(side) for side in anywhere(size, rng))
        cv2.circle(art, (x, y), rng.randint(3, 9), (60, 110, 60), rng.choice((-1, 2)), cv2.LINE_AA)
    _names(art, rng.randint(0, 50), rng)
    return np.asarray(art, np.uint8)


def _names(art: Pixels, count: int, rng: random.Random) -> None:
    """Write so many short names anywhere, in place."""
    for _ in range(count):
        name = "".join(rng.choice("abcdefghiklmnoprstuvz") for _ in range(rng.randint(3, 10))).capitalize()
        x, y = (int(side) for side in anywhere((art.shape[1], art.shape[0]), rng))
        scale = rng.uniform(0.4, 1.4)
        cv2.putText(art, name, (x, y), rng.choice((0, 2, 4, 6)), scale, ink(rng), max(1, int(2 * scale)), cv2.LINE_AA)
