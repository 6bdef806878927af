"""Prints for reporting only: nothing is trained or tuned on them.

They share no code with the prints that are: noise is made in the frequency domain here, shapes by distances.
"""

import random
from collections.abc import Callable, Mapping

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture import Pixels

Floats = npt.NDArray[np.float32]
Art = Callable[[tuple[int, int], random.Random, np.random.Generator], Pixels]

#: Resolution at which textures are drawn before they are enlarged to the print's.
_COARSER = 2
#: Prints of each sort; their seeds follow one another.
PRINTS_EACH = 4


def _spectral(shape: tuple[int, int], exponent: float, chance: np.random.Generator) -> Floats:
    """Noise (h, w) of standard deviation 1; its amplitude falls with the frequency."""
    rows, columns = np.fft.fftfreq(shape[0])[:, None], np.fft.rfftfreq(shape[1])[None]
    falling = (rows**2 + columns**2 + 1.0 / max(shape) ** 2) ** (-exponent / 2)
    waves = np.fft.rfft2(chance.standard_normal(shape)) * falling
    noise = np.fft.irfft2(waves, shape)
    return np.asarray((noise - noise.mean()) / noise.std(), np.float32)


def _ramp(values: Floats, stops: npt.NDArray[np.float32]) -> Floats:
    """Return colours (h, w, 3) of values from 0 to 1 along a row of colours (n, 3)."""
    along = np.clip(values, 0, 1) * (len(stops) - 1)
    low = np.minimum(along.astype(int), len(stops) - 2)
    share = (along - low)[..., None]
    return np.asarray(stops[low] * (1 - share) + stops[low + 1] * share, np.float32)


def _colours(count: int, chance: np.random.Generator) -> npt.NDArray[np.float32]:
    """Draw colours (count, 3) from dark to light, of hues that are near each other or not."""
    hues = (chance.uniform(0, 180) + chance.normal(0, chance.choice((8, 60)), count)) % 180
    levels = np.sort(chance.uniform(25, 250, count))
    pixels = np.stack([hues, chance.uniform(20, 220, count), levels], axis=1).astype(np.uint8)[None]
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_HSV2BGR)[0], np.float32)


def _enlarged(art: npt.NDArray[np.float32], size: tuple[int, int]) -> Pixels:
    return (
        np.asarray(cv2.resize(np.clip(art, 0, 255), size, interpolation=cv2.INTER_CUBIC), np.float32)
        .clip(0, 255)
        .astype(np.uint8)
    )


def _coarse(size: tuple[int, int]) -> tuple[int, int]:
    return size[1] // _COARSER, size[0] // _COARSER


def _marble(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return veins that wander through clouds."""
    shape = _coarse(size)
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    turn, wave = rng.uniform(0, np.pi), rng.uniform(20, 120)
    way = (x * np.cos(turn) + y * np.sin(turn)) / wave + rng.uniform(0.5, 3) * _spectral(shape, 1.8, chance)
    vein = np.abs(np.sin(way)) ** rng.uniform(0.3, 2.0)
    return _enlarged(_ramp(0.8 * vein + 0.1 * _spectral(shape, 1.0, chance), _colours(rng.randint(3, 5), chance)), size)


def _nearest(shape: tuple[int, int], count: int, chance: np.random.Generator) -> tuple[Floats, npt.NDArray[np.int32]]:
    """Return each pixel's distance to the nearest of so many random points, and that point."""
    points = np.full(shape, 255, np.uint8)
    points[chance.integers(0, shape[0], count), chance.integers(0, shape[1], count)] = 0
    far, labels = cv2.distanceTransformWithLabels(points, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    return np.asarray(far, np.float32), np.asarray(labels, np.int32)


def _borders(labels: npt.NDArray[np.int32], thick: int) -> npt.NDArray[np.bool_]:
    """Return the pixels where one label meets another."""
    lines = np.zeros(labels.shape, np.uint8)
    lines[:, 1:] |= labels[:, 1:] != labels[:, :-1]
    lines[1:] |= labels[1:] != labels[:-1]
    return np.asarray(cv2.dilate(lines, np.ones((thick, thick), np.uint8)) > 0, np.bool_)


def _stained_glass(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return panes of strong colours between dark leads."""
    shape = _coarse(size)
    _, labels = _nearest(shape, rng.randint(60, 900), chance)
    panes = _colours(rng.randint(6, 30), chance)
    art = panes[chance.integers(0, len(panes), labels.max() + 1)[labels]]
    art = art * (1 + 0.12 * _spectral(shape, 1.2, chance))[..., None]
    art[_borders(labels, rng.randint(2, 6))] = rng.uniform(10, 60)
    return _enlarged(art, size)


def _flagstones(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Irregular grey or brown stones, shaded towards their joints, with moss."""
    shape = _coarse(size)
    _, labels = _nearest(shape, rng.randint(80, 500), chance)
    joints = _borders(labels, 2)
    inside = np.asarray(cv2.distanceTransform((~joints).astype(np.uint8), cv2.DIST_L2, 3), np.float32)
    level = chance.uniform(0.6, 1.1, labels.max() + 1)[labels] * np.clip(0.35 + inside / rng.uniform(6, 16), 0, 1)
    level = level * (1 + 0.15 * _spectral(shape, 1.0, chance))
    base = chance.uniform(0.75, 1, 3) * rng.uniform(110, 210)
    art = level[..., None].astype(np.float32) * base.astype(np.float32)
    moss = np.clip(_spectral(shape, 1.5, chance) - rng.uniform(0.3, 1.5), 0, 0.7)[..., None]
    return _enlarged(art * (1 - moss) + moss * np.array([40, 110, 70], np.float32), size)


def _truchet(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return tiles with two quarter circles each, turned at random."""
    side = rng.choice((24, 36, 60, 90))
    tile = np.zeros((side, side), np.uint8)
    for corner in ((0, 0), (side, side)):
        cv2.circle(tile, corner, side // 2, 255, max(2, int(side * rng.uniform(0.1, 0.3))), cv2.LINE_AA)
    both = np.stack([tile, tile[:, ::-1]])
    rows, columns = -(-size[1] // side), -(-size[0] // side)
    picked = both[chance.integers(0, 2, (rows, columns))]
    mask = picked.swapaxes(1, 2).reshape(rows * side, columns * side)[: size[1], : size[0]]
    return np.asarray(_ramp(np.asarray(mask / 255, np.float32), _colours(2, chance)), np.float32).astype(np.uint8)


def _labyrinth(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return walls of a labyrinth, each knot with one wall to the right or down."""
    step, thick = rng.randint(14, 60), rng.randint(3, 9)
    paper, ink = _colours(2, chance)[::-1].astype(int).tolist()
    art = np.full((size[1], size[0], 3), paper, np.uint8)
    for y in range(0, size[1], step):
        for x in range(0, size[0], step):
            end = (x + step, y) if chance.random() < 0.5 else (x, y + step)
            cv2.line(art, (x, y), end, ink, thick)
    return art


def _tartan(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Woven stripes that cross."""
    colours = _colours(rng.randint(3, 6), chance)

    def stripes(length: int) -> npt.NDArray[np.float32]:
        widths = chance.integers(4, 90, 12)
        sett = np.repeat(colours[chance.integers(0, len(colours), 12)], widths, axis=0)
        return np.asarray(np.tile(sett, (-(-length // len(sett)), 1))[:length], np.float32)

    warp, weft = stripes(size[0])[None], stripes(size[1])[:, None]
    y, x = np.mgrid[: size[1], : size[0]]
    twill = ((x + y) // 3 % 2)[..., None]
    art = np.where(twill > 0, 0.75 * warp + 0.25 * weft, 0.25 * warp + 0.75 * weft)
    return np.asarray(np.clip(art, 0, 255), np.uint8)


def _relief_map(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return mountains and water, shaded by a light from one side."""
    shape = _coarse(size)
    height = _spectral(shape, rng.uniform(1.6, 2.2), chance)
    slope = np.gradient(cv2.GaussianBlur(height, (0, 0), 1.5), axis=1)
    shade = 1 + np.clip(slope / (slope.std() + 1e-6) * rng.uniform(0.05, 0.25), -0.5, 0.5)
    art = _ramp(np.asarray(0.5 + height / 5, np.float32), _colours(6, chance)) * shade[..., None].astype(np.float32)
    sea = height < rng.uniform(-1.2, 0)
    art[sea] = 0.3 * art[sea] + 0.7 * np.array([190, 140, 90], np.float32)
    return _enlarged(art, size)


def _woodcut(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Black strokes that follow a form and swell with its darkness."""
    shape = _coarse(size)
    form = _spectral(shape, 2.4, chance)
    dark = _spectral(shape, 2.0, chance) * rng.uniform(0.2, 0.5)
    stroke = np.sin(form * rng.uniform(25, 70))
    art = _ramp(np.clip((stroke - dark) * 4 + 0.5, 0, 1), _colours(2, chance))
    return _enlarged(art, size)


def _terrazzo(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return chips of stone, each an ellipse or a splinter, strewn on an even ground."""
    colours = _colours(rng.randint(3, 7), chance)
    art = np.full((size[1], size[0], 3), colours[-1], np.uint8)
    largest = rng.uniform(10, 60)
    for _ in range(rng.randint(400, 3000)):
        middle = int(chance.integers(0, size[0])), int(chance.integers(0, size[1]))
        axes = int(largest * chance.random() ** 2) + 2, int(largest * chance.random() ** 2) + 2
        colour = colours[int(chance.integers(0, len(colours)))].tolist()
        if chance.random() < 0.5:
            cv2.ellipse(art, middle, axes, float(chance.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
        else:
            corners = (chance.normal(0, 1, (4, 2)) * axes + middle).astype(np.int32)
            cv2.fillConvexPoly(art, cv2.convexHull(corners), colour, cv2.LINE_AA)
    return art


def _runes(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Invented signs of straight strokes, in rows or strewn, on stained vellum."""
    shape = _coarse(size)
    vellum = np.array([165, 205, 225], np.float32) * rng.uniform(0.6, 1.05)
    art = _enlarged(vellum * (1 + 0.08 * _spectral(shape, 1.6, chance))[..., None], size)
    tall = rng.uniform(18, 80)
    ink = (chance.uniform(0, 90, 3)).tolist()
    alphabet = [chance.uniform(-0.4, 0.4, (rng.randint(2, 4), 2, 2)) for _ in range(20)]
    for y in np.arange(tall, size[1], tall * 1.3):
        for x in np.arange(tall, size[0], tall):
            if chance.random() < 0.25:
                continue
            for start, end in alphabet[int(chance.integers(0, 20))] * tall + (x, y):
                cv2.line(
                    art, start.astype(int).tolist(), end.astype(int).tolist(), ink, max(1, int(tall / 12)), cv2.LINE_AA
                )
    return art


#: Function that draws each sort, by the sort's name.
SORTS: Mapping[str, Art] = {
    "marble": _marble,
    "stained glass": _stained_glass,
    "flagstones": _flagstones,
    "truchet": _truchet,
    "labyrinth": _labyrinth,
    "tartan": _tartan,
    "relief map": _relief_map,
    "woodcut": _woodcut,
    "terrazzo": _terrazzo,
    "runes": _runes,
}
#: Sort and number of each print.
PRINTS = tuple((sort, number) for number in range(PRINTS_EACH) for sort in SORTS)
