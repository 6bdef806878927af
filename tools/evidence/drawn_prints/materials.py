"""Materials: planks of wood with grain and knots, and woven cloth with checks and stripes."""

import random

import numpy as np

from tools.evidence.drawn_prints.pen import PX_PER_MM, hue
from tools.evidence.lamps import smooth_noise
from vision.picture import Pixels


def wood(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw planks: years' rings cut along, pores, knots, and joints between the planks."""
    upright = rng.random() < 0.4
    width, height = size[::-1] if upright else size
    plank = int(rng.uniform(18, 90) * PX_PER_MM)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    number = (y // plank).astype(int)
    along = rng.uniform(6, 20)
    bend = smooth_noise((height // 4 + 1, width // 4 + 1), 40.0, chance)
    bend = np.repeat(np.repeat(bend, 4, axis=0), 4, axis=1)[:height, :width]
    rings = (y % plank) / PX_PER_MM + along * bend + 37.0 * number
    for _ in range(rng.randint(0, 6)):
        knot_x, knot_y, reach = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(4, 14) * PX_PER_MM
        rings += rng.uniform(4, 9) * np.exp(-(((x - knot_x) / (1.6 * reach)) ** 2 + ((y - knot_y) / reach) ** 2))
    tone = np.array([rng.uniform(40, 130), rng.uniform(70, 160), rng.uniform(100, 200)], np.float32)
    shade = 1 + rng.uniform(0.05, 0.25) * np.sin(rings * rng.uniform(1.0, 3.5))
    shade *= (1 + chance.normal(0, 0.07, int(number.max()) + 1))[number]
    shade += rng.uniform(0, 0.08) * smooth_noise((height, width // 12 + 1), 1.0, chance).repeat(12, axis=1)[:, :width]
    shade[(y % plank) < rng.choice((0, 3, 6))] *= 0.35
    art = np.clip(tone * shade[..., None], 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(art)) if upright else art


def cloth(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw a weave: threads over and under each other, coloured in checks, stripes, or not."""
    width, height = size
    thread = rng.uniform(0.5, 2.2) * PX_PER_MM
    warp, weft = (_threads(int(side / thread) + 2, rng) for side in (width, height))
    if rng.random() < 0.3:
        weft = np.broadcast_to(weft[:1], weft.shape)
    column, row = (np.arange(width) / thread), (np.arange(height) / thread)[:, None]
    over = (column.astype(int) + row.astype(int) * rng.choice((1, 1, 2))) % rng.choice((2, 2, 4)) < 1
    art = np.where(over[..., None], warp[column.astype(int)][None], weft[row.astype(int)[:, 0]][:, None])
    round_x, round_y = (np.sin(np.pi * (side % 1)) for side in (column, row))
    relief = np.where(over, round_x, round_y)
    art = art * (1 - rng.uniform(0.05, 0.4) * (1 - relief))[..., None]
    art = art * (1 + 0.03 * chance.standard_normal((height, width, 1)))
    return np.asarray(np.clip(art, 0, 255), np.uint8)


def _threads(count: int, rng: random.Random) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Draw the colours (count, 3) of threads side by side: a repeat of stripes of a few colours."""
    colours = [hue(rng, rng.uniform(0, 0.8), rng.uniform(0.2, 0.95)) for _ in range(rng.randint(1, 4))]
    stripes = [
        colour for colour in (rng.choice(colours) for _ in range(rng.randint(2, 8))) for _ in range(rng.randint(1, 14))
    ]
    return np.asarray(np.resize(np.array(stripes, np.float32), (count, 3)), np.float32)
