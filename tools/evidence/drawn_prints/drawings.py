"""Drawings: comics, lines of ink on paper, and pictures in halftone dots."""

import random

import cv2
import numpy as np

from tools.evidence.drawn_prints.pen import PX_PER_MM, anywhere, bumpy_circle, draw_curve, ink, palette, paper
from tools.evidence.lamps import smooth_noise
from vision.picture import Pixels


def comic(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw outlined shapes, some in flat colours, with hatching, speech bubbles or panels."""
    art, line = paper(size, rng, chance), ink(rng)
    colours = palette(rng, rng.randint(3, 7))
    filled = rng.uniform(0.15, 0.9)
    for _ in range(rng.randint(25, 90)):
        middle, radius = anywhere(size, rng), rng.uniform(4, 45) * PX_PER_MM
        outline = bumpy_circle(middle, radius, rng.uniform(0.05, 0.35), chance)
        thick = rng.randint(2, 7)
        draw_curve(art, outline, rng.choice(colours) if rng.random() < filled else None, line, thick)
        if rng.random() < 0.4:
            _hatch(art, middle, radius, line, rng)
    for _ in range(rng.choice((0, 0, rng.randint(2, 8)))):
        _bubble(art, anywhere(size, rng), line, rng)
    if rng.random() < 0.3:
        _panels(art, rng)
    return art


def _hatch(
    art: Pixels, centre: tuple[float, float], radius: float, line: tuple[int, int, int], rng: random.Random
) -> None:
    """Draw parallel strokes on a part of a shape, in place."""
    turn, gap = rng.uniform(0, np.pi), rng.uniform(0.6, 2.0) * PX_PER_MM
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    length = radius * rng.uniform(0.2, 0.6)
    for number in range(rng.randint(4, 16)):
        start = np.asarray(centre) + across * (number * gap)
        end = start + along * length
        cv2.line(art, start.astype(int).tolist(), end.astype(int).tolist(), line, rng.randint(1, 3), cv2.LINE_AA)


def _bubble(art: Pixels, centre: tuple[float, float], line: tuple[int, int, int], rng: random.Random) -> None:
    """Draw a white speech bubble with capital letters, in place."""
    middle = int(centre[0]), int(centre[1])
    wide, tall = rng.randint(100, 260), rng.randint(50, 110)
    for colour, thick in (((250, 250, 250), -1), (line, 3)):
        cv2.ellipse(art, middle, (wide, tall), 0, 0, 360, colour, thick, cv2.LINE_AA)
    for row in (-1, 0, 1):
        words = "".join(rng.choice("ABCDEFGHIKLMNOPRSTUW !?") for _ in range(wide // 14))
        place = middle[0] - int(0.75 * wide), middle[1] + row * tall // 3 + 8
        cv2.putText(art, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.8, line, 2, cv2.LINE_AA)


def _panels(art: Pixels, rng: random.Random) -> None:
    """Cut the drawing into panels by white gutters, in place."""
    for axis in (0, 1):
        distance = 0.0
        while (distance := distance + rng.uniform(40, 110) * PX_PER_MM) < art.shape[axis]:
            gutter = slice(int(distance), int(distance) + rng.randint(8, 24))
            art[(slice(None),) * axis + (gutter,)] = 245


def ink_lines(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw wandering lines of a pen, jagged or smooth, dark on pale paper or pale on dark."""
    art = paper(size, rng, chance)
    line = ink(rng)
    if rng.random() < 0.25:
        art, line = np.asarray(255 - art, np.uint8), (235, 240, 240)
    stiff, thick = rng.uniform(0.1, 1.5), rng.randint(1, 5)
    for _ in range(rng.randint(15, 90)):
        steps = rng.randint(8, 60)
        turns = rng.uniform(0, 2 * np.pi) + np.cumsum(chance.normal(0, stiff, steps))
        lengths = chance.uniform(2, 9, steps) * PX_PER_MM * min(1.0, 1 / (stiff + 0.3))
        moves = np.stack([np.cos(turns), np.sin(turns)], axis=1) * lengths[:, None]
        way = np.asarray(anywhere(size, rng)) + np.cumsum(moves, axis=0)
        cv2.polylines(art, [np.round(way).astype(np.int32)], False, line, thick, cv2.LINE_AA)
    return art


def halftone(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw clouds of grey or colour as dots of different sizes on a turned lattice."""
    art = paper(size, rng, chance).astype(np.float32)
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    colours = [ink(rng)] if rng.random() < 0.5 else palette(rng, 2)
    for colour in colours:
        step, turn = rng.uniform(0.8, 4.0) * PX_PER_MM, rng.uniform(0, np.pi)
        across = np.cos((x * np.cos(turn) + y * np.sin(turn)) * (2 * np.pi / step))
        along = np.cos((y * np.cos(turn) - x * np.sin(turn)) * (2 * np.pi / step))
        dark = smooth_noise((size[1], size[0]), rng.uniform(15, 90) * PX_PER_MM, chance) * rng.uniform(0.5, 1.3)
        share = np.clip((0.5 * (across + along) + dark) * step / 3 + 0.5, 0, 1)[..., None].astype(np.float32)
        art = art * (1 - share) + np.array(colour, np.float32) * share
    return np.asarray(art, np.uint8)
