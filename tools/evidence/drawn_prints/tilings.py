"""Tilings: chess-like fields and honeycombs, in the size of a board's cells or in another."""

import random

import cv2
import numpy as np

from tools.evidence.drawn_prints.pen import CELL_PX, PX_PER_MM, draw_curve, hue, ink, palette
from tools.evidence.lamps import smooth_noise
from vision.picture import Pixels

#: Width of a board's wall in cells: there its first cell begins.
_WALL_CELLS = 0.36


def chess(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw fields of two colours in turns, some of them split, mottled or plain."""
    side = CELL_PX if rng.random() < 0.4 else rng.uniform(6, 40) * PX_PER_MM
    x = (np.arange(size[0]) - _WALL_CELLS * CELL_PX) / side
    y = (np.arange(size[1])[:, None] - _WALL_CELLS * CELL_PX) / side
    dark = (np.floor(x) + np.floor(y)) % 2 > 0
    if rng.random() < 0.5:
        finer, every = rng.randint(3, 6), rng.randint(3, 9)
        small = (np.floor(finer * x) + np.floor(finer * y)) % 2 > 0
        split = (np.floor(x) * rng.randint(1, 4) + np.floor(y) * rng.randint(1, 4)) % every < 1
        dark = np.where(split, small, dark)
    saturation = rng.choice((0.0, rng.uniform(0, 0.7)))
    first, second = hue(rng, saturation, rng.uniform(0.05, 0.5)), hue(rng, saturation / 2, rng.uniform(0.6, 0.97))
    art = np.where(dark[..., None], first, second)
    mottled = smooth_noise((size[1], size[0]), rng.uniform(5, 20), chance) * rng.uniform(0, 18)
    return np.asarray(np.clip(art + mottled[..., None], 0, 255), np.uint8)


def honeycomb(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw hexagons in a few colours with outlines and now and then a mark in their middle."""
    reach = rng.uniform(5, 26) * PX_PER_MM
    colours = palette(rng, rng.randint(1, 6))
    art: Pixels = np.full((size[1], size[0], 3), rng.choice(colours), np.uint8)
    line = rng.choice((ink(rng), (235, 235, 235)))
    thick, marked, alone = rng.randint(1, 7), rng.choice((0.0, 0.3)), rng.random() < 0.3
    corners = np.linspace(0, 2 * np.pi, 6, endpoint=False)
    hexagon = reach * np.stack([np.cos(corners), np.sin(corners)], axis=1)
    for column in range(int(size[0] / (1.5 * reach)) + 2):
        for row in range(int(size[1] / (np.sqrt(3) * reach)) + 2):
            middle = np.array([1.5 * column, np.sqrt(3) * (row + column % 2 / 2)]) * reach
            draw_curve(art, middle + hexagon, None if alone else rng.choice(colours), line, thick)
            if rng.random() < marked:
                centre = middle.astype(int).tolist()
                cv2.circle(art, centre, int(reach * rng.uniform(0.2, 0.5)), rng.choice(colours), -1, cv2.LINE_AA)
    mottled = smooth_noise((size[1], size[0]), rng.uniform(5, 40), chance) * rng.uniform(0, 14)
    return np.asarray(np.clip(art + mottled[..., None], 0, 255), np.uint8)
