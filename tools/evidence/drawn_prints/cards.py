"""Playing cards that lie side by side, with pips, corners and patterned backs."""

import random

import cv2
import numpy as np

from tools.evidence.drawn_prints.pen import PX_PER_MM, hue
from vision.picture import Pixels

#: Colour of spades and clubs (BGR).
_BLACK = (35, 30, 30)
#: Colour of diamonds and hearts (BGR).
_RED = (45, 40, 200)


def playing_cards(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw rows of cards, upright or across, askew or not, on a felt that shows between them."""
    felt = hue(rng, rng.uniform(0.3, 0.8), rng.uniform(0.2, 0.6))
    art: Pixels = np.full((size[1], size[0], 3), felt, np.uint8)
    scale = rng.uniform(0.5, 1.1)
    wide, tall = int(58 * PX_PER_MM * scale), int(89 * PX_PER_MM * scale)
    gap, askew, backs = rng.uniform(1.0, 1.15), rng.choice((0.0, 4.0)), rng.choice((0.0, 0.2, 1.0))
    back = _back((wide, tall), rng)
    for row in range(int(size[1] / tall) + 2):
        for column in range(int(size[0] / wide) + 2):
            card = back if rng.random() < backs else _face((wide, tall), rng)
            middle = (column + 0.3) * wide * gap, (row + 0.3) * tall * gap
            turn = np.asarray(cv2.getRotationMatrix2D((wide / 2, tall / 2), chance.normal(0, askew), 1.0), np.float64)
            turn[:, 2] += np.array(middle) - (wide / 2, tall / 2)
            cv2.warpAffine(card, turn, size, art, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return art


def _face(size: tuple[int, int], rng: random.Random) -> Pixels:
    """Draw a card's face: white, one to ten pips in columns, the number in two corners."""
    width, height = size
    card: Pixels = np.full((height, width, 3), (236, 242, 245), np.uint8)
    colour, count, suit = rng.choice((_BLACK, _RED)), rng.randint(1, 10), rng.randrange(4)
    for number in range(count):
        column, row = (
            (0.5, 0.5)
            if count == 1
            else (0.3 + 0.4 * (number % 2), 0.15 + 0.7 * (number // 2) / max(1, (count - 1) // 2))
        )
        _pip(card, (int(column * width), int(row * height)), int(0.09 * width * (2 if count == 1 else 1)), suit, colour)
    for _ in range(2):
        cv2.putText(
            card, str(count), (8, int(0.1 * height)), cv2.FONT_HERSHEY_TRIPLEX, width / 220, colour, 2, cv2.LINE_AA
        )
        card = np.ascontiguousarray(card[::-1, ::-1])
    cv2.rectangle(card, (0, 0), (width - 1, height - 1), (150, 150, 150), 2)
    return card


def _pip(card: Pixels, centre: tuple[int, int], reach: int, suit: int, colour: tuple[int, int, int]) -> None:
    """Draw a diamond, a heart, a spade or a club, in place."""
    x, y = centre
    if suit == 0:
        corners = np.array([(x, y - reach), (x + int(0.7 * reach), y), (x, y + reach), (x - int(0.7 * reach), y)])
        cv2.fillPoly(card, [corners.astype(np.int32)], colour, cv2.LINE_AA)
        return
    half = max(1, reach // 2)
    up = -1 if suit == 1 else 1
    for side in (-1, 1):
        cv2.circle(card, (x + side * half, y + up * half // 2), half, colour, -1, cv2.LINE_AA)
    if suit == 3:
        cv2.circle(card, (x, y - half), half, colour, -1, cv2.LINE_AA)
    else:
        tip = np.array([(x - reach, y + up * half // 2), (x + reach, y + up * half // 2), (x, y - up * reach)])
        cv2.fillPoly(card, [tip.astype(np.int32)], colour, cv2.LINE_AA)
    if suit > 1:
        cv2.line(card, (x, y), (x, y + reach), colour, max(2, half // 2))


def _back(size: tuple[int, int], rng: random.Random) -> Pixels:
    """Draw a card's back: a lattice in one colour within a white rim."""
    width, height = size
    card: Pixels = np.full((height, width, 3), (236, 242, 245), np.uint8)
    colour = [int(level) for level in hue(rng, 0.8, 0.6)]
    rim, step = int(0.07 * width), int(rng.uniform(2, 7) * PX_PER_MM)
    cv2.rectangle(card, (rim, rim), (width - rim, height - rim), colour, rng.choice((3, -1)))
    line = (236, 242, 245) if rng.random() < 0.5 else colour
    inside = card[rim : height - rim, rim : width - rim]
    for off in range(-height, width + height, step):
        cv2.line(inside, (off, 0), (off + height, height), line, 2, cv2.LINE_AA)
        cv2.line(inside, (off, 0), (off - height, height), line, 2, cv2.LINE_AA)
    return card
