"""Flat colours: shapes before each other, coloured fields of a track, and mosaics."""

import random

import cv2
import numpy as np

from tools.evidence.drawn_prints.pen import CELL_PX, PX_PER_MM, anywhere, bumpy_circle, draw_curve, hue, palette, paper
from vision.picture import Pixels

#: Width of a board's wall in cells: there the fields begin.
_WALL_CELLS = 0.36


def flat_shapes(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw polygons, discs and leaves in a few even colours, as on posters."""
    colours = palette(rng, rng.randint(3, 8))
    art: Pixels = np.full((size[1], size[0], 3), rng.choice(colours), np.uint8)
    least, most = rng.uniform(3, 10), rng.uniform(15, 70)
    for _ in range(rng.randint(20, 220)):
        middle, radius = anywhere(size, rng), rng.uniform(least, most) * PX_PER_MM
        match rng.randrange(3):
            case 0:
                turns = np.sort(chance.uniform(0, 2 * np.pi, rng.randint(3, 6)))
                outline = np.asarray(middle) + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
            case 1:
                outline = bumpy_circle(middle, radius, 0.0, chance)
            case _:
                outline = bumpy_circle(middle, radius, rng.uniform(0.1, 0.4), chance)
        draw_curve(art, outline, rng.choice(colours), None)
    return art


def coloured_fields(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw fields as large as a board's cells, many of them filled, on paper."""
    art = paper(size, rng, chance)
    colours = palette(rng, rng.randint(2, 6))
    rim, share = rng.uniform(0.0, 0.06) * CELL_PX, rng.uniform(0.3, 1.0)
    for row in range(-1, round(size[1] / CELL_PX) + 1):
        for column in range(-1, round(size[0] / CELL_PX) + 1):
            if rng.random() > share:
                continue
            left, top = (int((side + _WALL_CELLS) * CELL_PX + rim) for side in (column, row))
            side = int(CELL_PX - 2 * rim)
            cv2.rectangle(art, (left, top), (left + side, top + side), rng.choice(colours), -1)
    grain = chance.normal(0, rng.uniform(0, 9), (size[1] // 3 + 1, size[0] // 3 + 1, 1)).astype(np.float32)
    mottled = cv2.resize(grain, size, interpolation=cv2.INTER_LINEAR)[..., None]
    return np.asarray(np.clip(art + mottled, 0, 255), np.uint8)


def mosaic(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw stones that are cut to fit, each in a shade of its own, with joints between them."""
    width, height = size[0] // 2, size[1] // 2
    wide = rng.uniform(5, 24) * PX_PER_MM / 2
    rows, columns = int(height / wide) + 2, int(width / wide) + 2
    places = (
        np.mgrid[:rows, :columns].reshape(2, -1).T + chance.uniform(0, rng.uniform(0.2, 1.0), (rows * columns, 2))
    ) * wide
    seeds = np.full((height, width), 255, np.uint8)
    inside = [(int(y), int(x)) for y, x in places if y < height and x < width]
    for y, x in inside:
        seeds[y, x] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    count = int(labels.max()) + 1
    base = [hue(rng, rng.uniform(0.1, 0.8), rng.uniform(0.2, 0.9)) for _ in range(rng.randint(1, 5))]
    shades = np.array([rng.choice(base) for _ in range(count)]) * chance.uniform(0.7, 1.2, (count, 1))
    art = np.clip(shades, 0, 255).astype(np.uint8)[labels]
    joint = cv2.morphologyEx(labels.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    art[joint] = rng.choice((25, 90, 225))
    return np.asarray(cv2.resize(art, size, interpolation=cv2.INTER_LINEAR), np.uint8)
