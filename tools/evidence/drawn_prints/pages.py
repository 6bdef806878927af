"""Printed pages: newspapers with columns, headlines, rules and pictures."""

import random

import cv2
import numpy as np

from tools.evidence.drawn_prints.pen import PX_PER_MM, ink, paper
from tools.evidence.lamps import smooth_noise
from vision.picture import Pixels

_LETTERS = "abcdefghijklmnopqrstuvwxyzeeeaaiioonnttss      ,.ABDEGHKMRSTW"


def newspaper(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw columns of small type with headlines and grey pictures, upright or turned."""
    turned = rng.random() < 0.3
    width, height = size[::-1] if turned else size
    art, black = paper((width, height), rng, chance), ink(rng)
    column, scale = rng.uniform(25, 70) * PX_PER_MM, rng.uniform(0.3, 0.9)
    gutter, line = rng.uniform(3, 7) * PX_PER_MM, 34 * scale * rng.uniform(1.0, 1.4)
    font, bold = rng.choice((0, 2, 3, 4)), rng.choice((1, 1, 2))
    left = rng.uniform(-column, 0)
    while left < width:
        top, wide = 0.0, int(column - gutter)
        while top < height:
            match rng.choice(("text", "text", "headline", "picture", "rule")):
                case "text":
                    for _ in range(rng.randint(5, 30)):
                        top += line
                        words = "".join(rng.choice(_LETTERS) for _ in range(int(wide / (17 * scale))))
                        place = int(left), int(top)
                        cv2.putText(art, words, place, font, scale, black, bold, cv2.LINE_AA)
                case "headline":
                    for _ in range(rng.randint(1, 3)):
                        top += 2.8 * line
                        words = "".join(rng.choice(_LETTERS) for _ in range(int(wide / (45 * scale))))
                        cv2.putText(art, words, (int(left), int(top)), 0, 2.6 * scale, black, 4, cv2.LINE_AA)
                case "picture":
                    _picture(art, (int(left), int(top + line)), (wide, int(rng.uniform(0.4, 1.2) * wide)), rng, chance)
                    top += line + wide
                case _:
                    top += line
                    cv2.line(art, (int(left), int(top)), (int(left) + wide, int(top)), black, 2)
        left += column
    return np.ascontiguousarray(np.rot90(art)) if turned else art


def _picture(
    art: Pixels, corner: tuple[int, int], size: tuple[int, int], rng: random.Random, chance: np.random.Generator
) -> None:
    """Draw a grey picture in a frame, in place, as far as it lies on the page."""
    left, top = max(corner[0], 0), max(corner[1], 0)
    place = slice(top, corner[1] + size[1]), slice(left, corner[0] + size[0])
    shape = art[place].shape[:2]
    if min(shape) < 8:
        return
    shade = 120 + 70 * smooth_noise(shape, rng.uniform(4, 30) * PX_PER_MM, chance)
    art[place] = np.clip(shade, 20, 240).astype(np.uint8)[..., None]
    cv2.rectangle(art, (left, top), (left + shape[1] - 1, top + shape[0] - 1), (30, 30, 30), 2)
