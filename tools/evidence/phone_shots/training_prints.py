"""Prints for fitting and tuning: those that the network is trained with, and more.

What is drawn here is never reported on: see `held_out_prints`.
"""

import random
from collections.abc import Callable, Mapping

import cv2
import numpy as np

from companion.games.finstere_flure.virtual_table.scene import ground_prints
from tools.evidence.drawn_prints import TRAINED
from tools.evidence.drawn_prints.pen import (
    CELL_PX,
    PX_PER_MM,
    anywhere,
    bumpy_circle,
    draw_curve,
    hue,
    ink,
    palette,
    paper,
)
from tools.evidence.lamps import smooth_noise
from tools.evidence.prints import board_print, print_of
from vision.picture import Pixels
from vision.virtual import Print

#: Number of different prints.
PRINTS = 200
#: Sorts of `tools.evidence.prints` that are used, too, and our own board.
_OTHERS = (
    "own",
    "blotches",
    "pattern",
    "text",
    "strong cells",
    "dungeon",
    "collage",
    "static",
    "clouds",
    "blend",
    *TRAINED,
)


def _engraving(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Fine parallel lines in layers, the darker the more directions cross."""
    y, x = np.mgrid[: size[1], : size[0]].astype(np.float32)
    dark = 0.5 + 0.5 * smooth_noise((size[1], size[0]), rng.uniform(15, 80) * PX_PER_MM, chance)
    step, bent = rng.uniform(0.7, 2.5) * PX_PER_MM, rng.uniform(0, 3) * PX_PER_MM
    shade = np.ones(x.shape, np.float32)
    for layer in range(rng.randint(2, 4)):
        turn = rng.uniform(0, np.pi)
        along = y * np.cos(turn) - x * np.sin(turn)
        across = x * np.cos(turn) + y * np.sin(turn) + bent * np.sin(along / (9 * PX_PER_MM))
        line = np.clip(3 * (np.cos(across * (2 * np.pi / step)) - 1 + (dark - 0.35 * layer)), 0, 1)
        shade *= 1 - line
    colour = np.array(ink(rng), np.float32)
    return np.asarray(paper(size, rng, chance) * shade[..., None] + colour * (1 - shade[..., None]), np.uint8)


def _parchment(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Stained skin with burnt edges, folds, a compass rose and coasts."""
    shape = size[1], size[0]
    level = np.ones(shape, np.float32)
    for grain, strong in ((60, 0.1), (18, 0.07), (4, 0.05), (1, 0.03)):
        level += strong * rng.uniform(0.3, 1.5) * smooth_noise(shape, grain * PX_PER_MM, chance)
    art = np.clip(level[..., None] * np.array([150, 195, 220], np.float32) * rng.uniform(0.6, 1.05), 0, 255).astype(
        np.uint8
    )
    line = ink(rng)
    for _ in range(rng.randint(2, 9)):
        outline = bumpy_circle(anywhere(size, rng), rng.uniform(15, 90) * PX_PER_MM, rng.uniform(0.1, 0.5), chance)
        draw_curve(art, outline, None, line, rng.randint(2, 6))
    for _ in range(rng.randint(0, 3)):
        middle, reach = np.array(anywhere(size, rng)), rng.uniform(10, 40) * PX_PER_MM
        for turn in np.arange(0, 2 * np.pi, np.pi / 8):
            end = middle + reach * np.array([np.cos(turn), np.sin(turn)])
            cv2.line(art, middle.astype(int).tolist(), end.astype(int).tolist(), line, 2, cv2.LINE_AA)
    return np.asarray(art, np.uint8)


def _tiles(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Coloured tiles, as large as a cell or a part of one, glazed, painted or cracked."""
    side = int(CELL_PX / rng.choice((1, 1, 2, 3, 4)))
    colours, grout = palette(rng, rng.randint(2, 6)), ink(rng) if rng.random() < 0.5 else (225, 225, 225)
    art = np.full((size[1], size[0], 3), grout, np.uint8)
    gap, ornament = rng.randint(2, 8), rng.random() < 0.5
    for row, top in enumerate(range(0, size[1], side)):
        for column, left in enumerate(range(0, size[0], side)):
            colour = colours[(row + column) % 2] if rng.random() < 0.5 else rng.choice(colours)
            shade = chance.normal(1, 0.08)
            glazed = tuple(int(np.clip(level * shade, 0, 255)) for level in colour)
            cv2.rectangle(art, (left + gap, top + gap), (left + side - gap, top + side - gap), glazed, -1)
            if ornament and side > 40:
                middle = left + side // 2, top + side // 2
                cv2.circle(art, middle, side // 4, rng.choice(colours), rng.choice((-1, 3)), cv2.LINE_AA)
                cv2.circle(art, middle, side // 8, grout, -1, cv2.LINE_AA)
    return art


def _faces(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw faces as people do: round or long, with eyes, mouth and hair, in crayon or ink."""
    art, line = paper(size, rng, chance), ink(rng)
    for _ in range(rng.randint(10, 60)):
        (x, y), reach = anywhere(size, rng), rng.uniform(6, 40) * PX_PER_MM
        thick = rng.randint(2, 6)
        skin = tuple(int(level) for level in hue(rng, rng.uniform(0.1, 0.9), rng.uniform(0.6, 1)))
        filled = (skin[0], skin[1], skin[2]) if rng.random() < 0.6 else None
        draw_curve(art, bumpy_circle((x, y), reach, 0.08, chance), filled, line, thick)
        for side in (-1, 1):
            eye = int(x + side * 0.35 * reach), int(y - 0.2 * reach)
            cv2.circle(art, eye, max(3, int(0.16 * reach)), (250, 250, 250), -1, cv2.LINE_AA)
            cv2.circle(art, eye, max(2, int(0.07 * reach)), line, -1, cv2.LINE_AA)
        mouth = int(0.5 * reach), int(rng.uniform(0.1, 0.4) * reach)
        cv2.ellipse(art, (int(x), int(y + 0.3 * reach)), mouth, 0, 0, 180, line, thick, cv2.LINE_AA)
        for turn in np.linspace(-2.6, -0.5, rng.randint(3, 20)):
            start, end = (
                np.array([x, y]) + far * reach * np.array([np.cos(turn), np.sin(turn)]) for far in (0.95, 1.3)
            )
            cv2.line(art, start.astype(int).tolist(), end.astype(int).tolist(), line, thick, cv2.LINE_AA)
    return art


def _comic_strip(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return panels with figures, screen tone, rays and balloons with words."""
    art = np.full((size[1], size[0], 3), 245, np.uint8)
    tall = int(rng.uniform(35, 110) * PX_PER_MM)
    for top in range(0, size[1], tall):
        left = 0
        while left < size[0]:
            wide = int(rng.uniform(35, 120) * PX_PER_MM)
            panel = art[top + 6 : top + tall - 6, left + 6 : left + wide - 6]
            if min(panel.shape[:2]) > 40:
                _draw_panel(panel, rng, chance)
            left += wide
    return art


def _draw_panel(panel: Pixels, rng: random.Random, chance: np.random.Generator) -> None:
    """Draw one panel of a comic strip, in place."""
    tall, wide = panel.shape[:2]
    back, front = palette(rng, 2)
    panel[:] = back
    middle = np.array([rng.uniform(0.2, 0.8) * wide, rng.uniform(0.3, 0.8) * tall])
    if rng.random() < 0.5:
        for turn in np.arange(0, 2 * np.pi, rng.uniform(0.08, 0.4)):
            end = middle + wide * np.array([np.cos(turn), np.sin(turn)])
            cv2.line(
                panel, middle.astype(int).tolist(), end.astype(int).tolist(), front, rng.randint(1, 5), cv2.LINE_AA
            )
    else:
        step, dot = rng.uniform(1.2, 3.5) * PX_PER_MM, rng.uniform(0.2, 0.45)
        y, x = np.mgrid[:tall, :wide].astype(np.float32)
        panel[np.hypot(x % step - step / 2, y % step - step / 2) < dot * step] = front
    for _ in range(rng.randint(1, 4)):
        outline = bumpy_circle(
            (rng.uniform(0, wide), rng.uniform(0.3, 1) * tall), rng.uniform(0.15, 0.4) * tall, 0.25, chance
        )
        draw_curve(panel, outline, palette(rng, 1)[0], (20, 20, 20), rng.randint(3, 7))
    if rng.random() < 0.6:
        corner, size = (int(0.5 * wide), int(0.2 * tall)), (int(0.4 * wide), int(0.16 * tall))
        cv2.ellipse(panel, corner, size, 0, 0, 360, (252, 252, 252), -1, cv2.LINE_AA)
        cv2.ellipse(panel, corner, size, 0, 0, 360, (20, 20, 20), 3, cv2.LINE_AA)
        words = "".join(rng.choice("AEIOULNRSTGH !") for _ in range(max(2, wide // 26)))
        cv2.putText(panel, words, (corner[0] - size[0] + 12, corner[1] + 8), 0, 0.8, (20, 20, 20), 2, cv2.LINE_AA)
    cv2.rectangle(panel, (0, 0), (wide - 1, tall - 1), (20, 20, 20), 4)


def _letters(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Large letters, one or more in a cell, in frames or not, as on boards of word games."""
    art, line = paper(size, rng, chance), ink(rng)
    side = int(CELL_PX / rng.choice((1, 1, 1.5, 2)))
    colours, framed, font = palette(rng, 4), rng.random() < 0.6, rng.randint(0, 7)
    for top in range(0, size[1], side):
        for left in range(0, size[0], side):
            corner = left + side - 4, top + side - 4
            if rng.random() < 0.4:
                cv2.rectangle(art, (left + 4, top + 4), corner, rng.choice(colours), -1)
            if framed:
                cv2.rectangle(art, (left + 4, top + 4), corner, line, 3)
            letter, scale = rng.choice("ABCDEFGHKMNRSWXZ0123456789&%"), side / 34
            (wide, tall), _ = cv2.getTextSize(letter, font, scale, 1)
            place = left + (side - wide) // 2, top + (side + tall) // 2
            cv2.putText(art, letter, place, font, scale, line, max(2, side // 14), cv2.LINE_AA)
    return art


_OWN: Mapping[str, Callable[[tuple[int, int], random.Random, np.random.Generator], Pixels]] = {
    "engraving": _engraving,
    "parchment": _parchment,
    "tiles": _tiles,
    "faces": _faces,
    "comic strip": _comic_strip,
    "letters": _letters,
}


def sort_of(number: int) -> str:
    """Return the sort of a print: every other is one that the network has not seen."""
    turn, other = divmod(number, 2)
    every = (*_OWN,) if not other else _OTHERS
    return every[turn % len(every)]


def training_print(number: int, size: tuple[int, int], cell_mm: float) -> Print:
    """Draw the print with this number, below `PRINTS`, `size` (width, height) in pixels."""
    rng = random.Random(f"training print {number}")
    sort = sort_of(number)
    if sort == "own":
        return ground_prints(cell_mm)[1]
    if sort in _OWN:
        return print_of(_OWN[sort](size, rng, np.random.default_rng(number)), cell_mm)
    return board_print(sort, rng, cell_mm, grid=rng.choice((0.0, 0.25, 0.5, 0.8)))
