"""Boards with other prints, and other tables: photographs, patterns, text, a dungeon.

The prints are others than ours. The dungeon has painted light.
"""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.virtual_table.board_art import WALL_CELLS, board_picture
from companion.games.finstere_flure.virtual_table.scene import ground_prints
from engine.finstere_flure.board import CELLS, FILES, ROWS, column_row
from tools.evidence.drawn_prints import DRAWN_PRINTS
from tools.evidence.drawn_prints.pen import PX_PER_MM, hue
from tools.evidence.lamps import smooth_noise
from vision.picture import Pixels
from vision.virtual import Print

Floats = npt.NDArray[np.float32]

#: Photographs that the scikit-image package brings along, all of them free of rights (CC0 or public domain).
_PHOTOGRAPHS = ("astronaut", "brick", "camera", "chelsea", "coffee", "grass", "gravel", "rocket", "hubble_deep_field")
#: Others that it brings along, of which collages are made, too.
_IN_COLLAGES = ("cell", "clock_motion", "coins", "ihc", "moon", "motorcycle_left", "retina")


def photographs(names: Sequence[str] = _PHOTOGRAPHS) -> list[Pixels]:
    """Return the free photographs of these names that are installed."""
    found = find_spec("skimage")
    if found is None or found.origin is None:
        return []
    folder = Path(found.origin).parent / "data"
    files = [path for name in names for path in sorted(folder.glob(f"{name}.*"))]
    pictures = [cv2.imread(str(path), cv2.IMREAD_COLOR) for path in files if path.suffix in (".png", ".jpg")]
    return [np.asarray(picture, np.uint8) for picture in pictures if picture is not None]


@lru_cache(maxsize=1)
def _other_photographs() -> list[Pixels]:
    """Return all photographs for boards: the installed ones, and those in build/photographs.

    They are those of boards with any photograph.
    """
    folder = Path(__file__).resolve().parent.parent.parent / "build" / "photographs"
    own = [cv2.imread(str(file), cv2.IMREAD_COLOR) for file in sorted(folder.glob("*"))]
    return [
        *photographs((*_PHOTOGRAPHS, *_IN_COLLAGES)),
        *(np.asarray(picture, np.uint8) for picture in own if picture is not None),
    ]


def _any_photograph(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return a part of a photograph, turned, mirrored and recoloured now and then."""
    known = _other_photographs()
    if not known:
        return _blotches(size, rng, chance)
    picture = rng.choice(known)
    if rng.random() < 0.3:
        picture = np.asarray(np.rot90(picture, rng.choice((1, 3))), np.uint8)
    if rng.random() < 0.5:
        picture = np.asarray(picture[:, ::-1], np.uint8)
    part = _part_of(np.ascontiguousarray(picture), size, rng)
    return _recoloured(part, rng) if rng.random() < 0.4 else part


def _static(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw squares or soft spots of random colours over an even ground or not.

    They are as fine as grain or as large as cells.
    """
    width, height = size
    wide = rng.uniform(0.3, 8) * PX_PER_MM
    shape = max(2, int(height / wide)), max(2, int(width / wide)), 3
    coarse = chance.integers(0, 256, shape).astype(np.uint8)
    if rng.random() < 0.3:
        coarse[:] = coarse[..., :1]
    how = rng.choice((cv2.INTER_NEAREST, cv2.INTER_CUBIC))
    art = np.asarray(cv2.resize(coarse, size, interpolation=how), np.float32)
    share = rng.choice((1.0, rng.uniform(0.15, 1.0)))
    return np.asarray(art * share + hue(rng, rng.random(), rng.random()) * (1 - share), np.uint8)


def _clouds(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return clouds of any colours, from as large as the board to as small as a cell's quarter."""
    art = np.full((size[1], size[0], 3), chance.uniform(40, 200, 3), np.float32)
    strong, fading = rng.uniform(15, 60), rng.uniform(0.5, 0.9)
    for finer in range(7):
        shape = 3 * 2**finer, 4 * 2**finer, 3
        coarse = chance.normal(0, strong * fading**finer, shape).astype(np.float32)
        art += cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC)
    return np.clip(art, 0, 255).astype(np.uint8)


def _photograph(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    known = photographs()
    if not known:
        return _blotches(size, rng, chance)
    part = _part_of(rng.choice(known), size, rng)
    if rng.random() < 0.5:
        part = np.asarray(cv2.convertScaleAbs(part, alpha=rng.uniform(0.5, 0.9), beta=rng.uniform(0, 50)), np.uint8)
    return part


def _part_of(picture: Pixels, size: tuple[int, int], rng: random.Random) -> Pixels:
    """Return a part of a photograph that fills so much (width, height)."""
    width, height = size
    scale = max(width / picture.shape[1], height / picture.shape[0]) * rng.uniform(1.0, 1.6)
    large = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    left, top = rng.randint(0, large.shape[1] - width), rng.randint(0, large.shape[0] - height)
    return np.asarray(large[top : top + height, left : left + width], np.uint8)


def _blotches(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Moss, stains and clouds of two or three colours."""
    width, height = size
    art = np.broadcast_to(hue(rng, rng.uniform(0.1, 0.6), rng.uniform(0.2, 0.8)), (height, width, 3)).copy()
    for grain in (60, 20, 7, 2.5):
        noise = smooth_noise((height, width), grain * PX_PER_MM / 2, chance)
        art += noise[..., None] * (hue(rng, 0.4, 1) - 128) * rng.uniform(0.05, 0.25)
    return np.clip(art, 0, 255).astype(np.uint8)


def _pattern(size: tuple[int, int], rng: random.Random, _: np.random.Generator) -> Pixels:
    """Parquet, chequers, stripes or rings in two colours."""
    width, height = size
    y, x = np.mgrid[:height, :width].astype(np.float32)
    step = rng.uniform(4, 22) * PX_PER_MM
    turn = rng.uniform(0, np.pi)
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    match rng.randrange(5):
        case 0:
            on = ((u // step) + (v // step)) % 2
        case 1:
            on = (u // (0.4 * step)) % 2
        case 2:
            on = (np.hypot(u % (2 * step) - step, v % (2 * step) - step) // (0.3 * step)) % 2
        case 3:
            on = ((u + 0.5 * step * ((v // step) % 2)) % step < 0.9 * step) & (v % step < 0.88 * step)
        case _:
            on = (u + 8 * np.sin(v / step * 2)) % step < 0.5 * step
    first, second = hue(rng, rng.random(), rng.uniform(0.2, 1)), hue(rng, rng.random(), rng.uniform(0.1, 0.9))
    return np.where(np.asarray(on, bool)[..., None], first, second).astype(np.uint8)


def _text(size: tuple[int, int], rng: random.Random, _: np.random.Generator) -> Pixels:
    """Return a page full of lines of letters, in one or several sizes and directions."""
    width, height = size
    art = np.full((height, width, 3), hue(rng, rng.uniform(0, 0.3), rng.uniform(0.6, 1)), np.float32).astype(np.uint8)
    y = 0.0
    while y < height:
        tall = rng.uniform(0.5, 2.0)
        words = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz ABCDEFGHIKLMNOPRSTUW 0123456789.,") for _ in range(160))
        colour = hue(rng, rng.random(), rng.uniform(0, 0.5)).tolist()
        y += 30 * tall
        cv2.putText(
            art,
            words,
            (rng.randint(-60, 60), int(y)),
            rng.randint(0, 7),
            tall,
            colour,
            max(1, int(2 * tall)),
            cv2.LINE_AA,
        )
        y += 8 * tall
    return np.ascontiguousarray(art[::-1, ::-1]) if rng.random() < 0.5 else art


def _strong_cells(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Return a calm ground, and strong colours and shapes in parts of many cells."""
    art = _blotches(size, rng, chance)
    art = np.asarray(cv2.addWeighted(art, 0.4, np.full_like(art, rng.randint(30, 160)), 0.6, 0), np.uint8)
    cell = PX_PER_MM * 25.0
    for name in CELLS:
        column, row = column_row(name)
        left, top = (column + WALL_CELLS) * cell, (row + WALL_CELLS) * cell
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            colour = hue(rng, rng.uniform(0.6, 1), rng.uniform(0.3, 1)).tolist()
            x, y = left + rng.uniform(0.1, 0.9) * cell, top + rng.uniform(0.1, 0.9) * cell
            reach = rng.uniform(0.08, 0.42) * cell
            match rng.randrange(4):
                case 0:
                    cv2.circle(art, (int(x), int(y)), int(reach), colour, -1, cv2.LINE_AA)
                case 1:
                    cv2.rectangle(
                        art, (int(x - reach), int(y - reach / 2)), (int(x + reach), int(y + reach / 2)), colour, -1
                    )
                case 2:
                    corners = np.array(
                        [(x + reach * np.cos(a), y + reach * np.sin(a)) for a in (rng.uniform(0, 1), 2.1, 4.0)]
                    )
                    cv2.fillPoly(art, [corners.astype(np.int32)], colour, cv2.LINE_AA)
                case _:
                    end = (int(x + reach), int(y + rng.uniform(-1, 1) * reach))
                    cv2.line(
                        art, (int(x - reach), int(y)), end, colour, int(rng.uniform(0.03, 0.12) * cell), cv2.LINE_AA
                    )
    return np.asarray(art, np.uint8)


def _dungeon(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw uneven flagstones with painted relief, torchlight from the walls, and a bright cell.

    The bright cell is a corner cell with bright painted light.
    """
    width, height = size
    cell = PX_PER_MM * 25.0
    tone = np.array([rng.uniform(60, 100), rng.uniform(70, 105), rng.uniform(75, 120)])
    shade = np.full((height, width), 1.0, np.float32)
    for name in CELLS:
        column, row = column_row(name)
        left, top = int((column + WALL_CELLS) * cell), int((row + WALL_CELLS) * cell)
        right, bottom = int(left + cell), int(top + cell)
        # A cell is one flag, or is split into two or three.
        cuts = rng.choice(((), (), (0.5,), (0.35, 0.7)))
        upright = rng.random() < 0.5
        edges = [0.0, *cuts, 1.0]
        for a, b in itertools.pairwise(edges):
            x0, x1 = (left + a * cell, left + b * cell) if upright else (left, right)
            y0, y1 = (top, bottom) if upright else (top + a * cell, top + b * cell)
            slab = shade[int(y0) + 2 : int(y1) - 2, int(x0) + 2 : int(x1) - 2]
            slab += chance.normal(0, 0.12)
            slab[:5] += 0.18
            slab[:, :5] += 0.1
            slab[-6:] -= 0.22
            slab[:, -6:] -= 0.16
        shade[top : bottom : max(bottom - top - 1, 1), left:right] *= 0.3
        shade[top:bottom, left : right : max(right - left - 1, 1)] *= 0.3
    shade += 0.1 * smooth_noise((height, width), 14, chance) + 0.07 * smooth_noise((height, width), 4, chance)
    shade += 0.12 * smooth_noise((height, width), 130, chance)
    for _ in range(rng.randint(5, 14)):
        # Cracks.
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        way = rng.uniform(0, 2 * np.pi)
        for _ in range(rng.randint(6, 18)):
            way += rng.uniform(-0.7, 0.7)
            further = x + 14 * np.cos(way), y + 14 * np.sin(way)
            cv2.line(shade, (int(x), int(y)), (int(further[0]), int(further[1])), 0.45, rng.choice((1, 2)), cv2.LINE_AA)
            x, y = further
    art: npt.NDArray[Any] = np.clip(shade, 0.1, 2.2)[..., None] * tone.astype(np.float32)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    art *= (0.75 + 0.5 * np.exp(-(((x - width / 2) / width) ** 2 + ((y - height / 2) / height) ** 2) * 3))[..., None]
    for _ in range(rng.randint(4, 9)):
        # Blood and bones.
        centre = rng.uniform(0, width), rng.uniform(0, height)
        if rng.random() < 0.5:
            wide = rng.uniform(0.08, 0.3) * cell
            # Farther away nothing is left of it.
            near = _around(centre, 2.5 * wide, shade.shape)
            spot = np.exp(-((x[near] - centre[0]) ** 2 + (y[near] - centre[1]) ** 2) / (2 * wide**2))
            ragged = smooth_noise((height, width), 12, chance)[near]
            spot = np.clip(spot * 2 + 0.3 * ragged * (spot > 0.1) - 0.4, 0, 1)[..., None]
            art[near] = art[near] * (1 - 0.8 * spot) + spot * np.array([18, 14, 88], np.float32) * 0.8
        else:
            way = rng.uniform(0, np.pi)
            reach = rng.uniform(0.1, 0.25) * cell
            ends = [
                (int(centre[0] + s * reach * np.cos(way)), int(centre[1] + s * reach * np.sin(way))) for s in (-1, 1)
            ]
            bone = np.zeros((height, width), np.uint8)
            cv2.line(bone, ends[0], ends[1], 255, int(0.05 * cell), cv2.LINE_AA)
            for end in ends:
                cv2.circle(bone, end, int(0.05 * cell), 255, -1, cv2.LINE_AA)
            near = _around(centre, reach + 0.2 * cell, shade.shape)
            share = bone[near][..., None] / np.float32(255)
            art[near] = art[near] * (1 - share) + share * np.array([170, 196, 205], np.float32)
    for corner, colour in (((0.5, 0.5), (150, 235, 255)), ((15.5, 10.5), (90, 160, 245))):
        # Light falls in through the open door: it is only printed.
        centre = (corner[0] + WALL_CELLS) * cell, (corner[1] + WALL_CELLS) * cell
        long, wide = rng.uniform(0.35, 0.6) * cell, rng.uniform(0.22, 0.36) * cell
        near = _around((centre[0], centre[1] - 0.3 * cell), 3.3 * long, shade.shape)
        u, v = x[near] - centre[0], y[near] - centre[1] + 0.3 * cell
        glow = np.exp(-((u / wide) ** 4 + (v / long) ** 4))[..., None] * rng.uniform(0.7, 0.98)
        art[near] = art[near] * (1 - glow) + glow * np.array(colour, np.float32)
    return np.asarray(np.clip(art, 0, 255).astype(np.uint8), np.uint8)


def _around(point: tuple[float, float], reach: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Return the part of a picture round a point, `reach` pixels to each side."""
    (x, y), (height, width) = point, shape[:2]
    rows = slice(min(max(int(y - reach), 0), height), min(max(int(y + reach) + 2, 0), height))
    return rows, slice(min(max(int(x - reach), 0), width), min(max(int(x + reach) + 2, 0), width))


def _collage(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Draw shapes of all sizes before each other, in any colours.

    They are even, shaded or cut out of other prints. Photographs of things are like that: the dead leaves model (A.
    B. Lee, D. Mumford, J. Huang, Occlusion Models for Natural Images, 2001).
    """
    width, height = size
    known = _other_photographs()
    layers = [_recoloured(_part_of(rng.choice(known), size, rng), rng) for _ in range(2)] if known else []
    layers += [_recoloured(rng.choice((_blotches, _pattern, _text))(size, rng, chance), rng)]
    art = rng.choice(layers).copy()
    count = rng.choice((0, rng.randint(5, 60), rng.randint(100, 2500)))
    least, most = rng.uniform(2, 12) * PX_PER_MM, rng.uniform(15, 90) * PX_PER_MM
    # Radii are as frequent as their cubes are small.
    shares = chance.random(count)
    radii = 1 / np.sqrt(shares / most**2 + (1 - shares) / least**2)
    colours = [hue(rng, rng.random() ** 1.5, rng.uniform(0.05, 1)) for _ in range(rng.randint(3, 12))]
    shaded = rng.random() * 0.7
    for radius in radii:
        centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        left, top = np.maximum(centre - radius, 0).astype(int)
        right, bottom = np.minimum(centre + radius + 2, size).astype(int)
        leaf = np.zeros((bottom - top, right - left), np.uint8)
        turns = np.sort(chance.uniform(0, 2 * np.pi, rng.randint(3, 9)))
        if rng.random() < 0.4:
            axes = int(radius), int(radius * rng.uniform(0.3, 1))
            middle = int(centre[0]) - left, int(centre[1]) - top
            cv2.ellipse(leaf, (int(middle[0]), int(middle[1])), axes, rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
        else:
            spokes = radius * chance.uniform(0.5, 1, len(turns))
            corners = centre - (left, top) + np.stack([spokes * np.cos(turns), spokes * np.sin(turns)], axis=1)
            cv2.fillPoly(leaf, [corners.astype(np.int32)], 255, cv2.LINE_AA)
        place = slice(top, bottom), slice(left, right)
        fill: npt.NDArray[Any] = np.broadcast_to(rng.choice(colours), art[place].shape)
        if rng.random() < shaded:
            across = np.linspace(0, 1, right - left, dtype=np.float32)[:, None]
            fill = fill * (1 - across) + rng.choice(colours) * across
        elif rng.random() < 0.25:
            fill = rng.choice(layers)[place]
        share = leaf[..., None] / np.float32(255)
        art[place] = art[place] * (1 - share) + fill * share
    return np.asarray(cv2.GaussianBlur(art, (0, 0), rng.uniform(0.3, 3)), np.uint8)


def _recoloured(art: Pixels, rng: random.Random) -> Pixels:
    """Return a picture with its channels mixed, or one of them turned round, paler or darker."""
    mixed = art[..., rng.sample(range(3), 3)].astype(np.float32)
    if rng.random() < 0.4:
        mixed = np.abs(rng.choice((0, 255)) - mixed)
    low, high = sorted((rng.uniform(0, 255), rng.uniform(0, 255)))
    if high - low > 60 and rng.random() < 0.6:
        mixed = low + mixed * ((high - low) / 255)
    return np.asarray(np.clip(mixed, 0, 255).astype(np.uint8), np.uint8)


def _blend(size: tuple[int, int], rng: random.Random, chance: np.random.Generator) -> Pixels:
    """Blend two other prints: one shining through the other, beside it, or in spots of it."""
    first, second = (_ARTS[rng.choice(_IN_BLENDS)](size, rng, chance).astype(np.float32) for _ in range(2))
    share = smooth_noise((size[1], size[0]), rng.uniform(15, 120) * PX_PER_MM, chance)
    match rng.choice(("through", "beside", "spots")):
        case "through":
            share = np.full_like(share, rng.uniform(0.2, 0.8))
        case "beside":
            share = np.clip(0.5 + share / rng.uniform(0.02, 0.5), 0, 1)
        case _:
            share = np.clip((share - rng.uniform(0, 1)) * rng.uniform(1, 30), 0, 1)
    return np.asarray(first * (1 - share[..., None]) + second * share[..., None], np.uint8)


_ARTS: Mapping[str, Callable[[tuple[int, int], random.Random, np.random.Generator], Pixels]] = {
    "photograph": _photograph,
    "blotches": _blotches,
    "pattern": _pattern,
    "text": _text,
    "strong cells": _strong_cells,
    "dungeon": _dungeon,
    "collage": _collage,
    "any photograph": _any_photograph,
    "static": _static,
    "clouds": _clouds,
    "blend": _blend,
    **DRAWN_PRINTS,
}
_IN_BLENDS = ("blotches", "pattern", "text", "strong cells", "dungeon", "collage", "any photograph", "static", "clouds")


def board_print(art: str, rng: random.Random, cell_mm: float, *, grid: float = 0.5, worn: float = 0.0) -> Print:
    """Draw a board with a print of a kind.

    `grid` is how strong its lines are drawn, `worn` how far its edges are rubbed.
    """
    shape = board_picture(PX_PER_MM, cell_mm)
    height, width = shape.shape[:2]
    chance = np.random.default_rng(rng.randrange(1 << 30))
    picture = _ARTS[art]((width, height), rng, chance).astype(np.float32)
    if grid:
        _draw_grid(picture, rng, cell_mm, grid)
    alpha = shape[..., 3]
    if art in DRAWN_PRINTS and rng.random() < 0.5:
        # A rectangle without cut corners.
        alpha = np.full_like(alpha, 255)
    if worn:
        _wear(picture, alpha, chance, worn)
    return print_of(np.clip(picture, 0, 255).astype(np.uint8), cell_mm, alpha)


def print_of(picture: Pixels, cell_mm: float, alpha: Pixels | None = None) -> Print:
    """Return a picture (h, w, 3) as a board's print, a rectangle without `alpha` (h, w)."""
    if alpha is None:
        alpha = np.full(picture.shape[:2], 255, np.uint8)
    weighted = picture * (alpha[..., None] / np.float32(255))
    whole = np.dstack([weighted.astype(np.uint8), alpha])
    return Print(np.ascontiguousarray(whole), PX_PER_MM, (-WALL_CELLS * cell_mm, -WALL_CELLS * cell_mm))


def _draw_grid(picture: Floats, rng: random.Random, cell_mm: float, strength: float) -> None:
    cell = PX_PER_MM * cell_mm
    lines = np.zeros(picture.shape[:2], np.uint8)
    thick = rng.choice((1, 2, 3))
    for column in range(len(FILES) + 1):
        x = int((column + WALL_CELLS) * cell)
        cv2.line(lines, (x, int(WALL_CELLS * cell)), (x, int((len(ROWS) + WALL_CELLS) * cell)), 255, thick)
    for row in range(len(ROWS) + 1):
        y = int((row + WALL_CELLS) * cell)
        cv2.line(lines, (int(WALL_CELLS * cell), y), (int((len(FILES) + WALL_CELLS) * cell), y), 255, thick)
    share = (lines / np.float32(255) * np.float32(strength))[..., None]
    colour = np.float32(rng.choice((0, 20, 230)))
    picture[:] = picture * (1 - share) + colour * share


def _wear(picture: Floats, alpha: Pixels, chance: np.random.Generator, worn: float) -> None:
    """Rub the print off along the board's edges and fold, and scratches it, in place."""
    far = cv2.distanceTransform((alpha > 0).astype(np.uint8), cv2.DIST_L2, 3) / PX_PER_MM
    far = np.minimum(far, np.abs(np.arange(picture.shape[1]) - picture.shape[1] / 2)[None] / PX_PER_MM + 1)
    ragged = 2.0 + 1.5 * smooth_noise(alpha.shape, 12, chance) + 1.0 * smooth_noise(alpha.shape, 4, chance)
    bare = np.clip((worn * ragged - far) * 2, 0, 1)
    for _ in range(int(30 * worn)):
        start = chance.uniform(0, 1, 2) * alpha.shape[::-1]
        end = start + chance.normal(0, 60, 2)
        cv2.line(
            bare, start.astype(int).tolist(), end.astype(int).tolist(), float(chance.uniform(0.2, 0.7)), 1, cv2.LINE_AA
        )
    card = np.array([175, 195, 205], np.float32)
    picture[:] = picture * (1 - bare[..., None]) + card * bare[..., None]


def table_print(kind: str, rng: random.Random, cell_mm: float) -> Print:
    """Draw the ground under the board: "wood" as ours, "white", "black", or "cloth".

    "white" is a cloth, "black" a table, "cloth" a cloth with a pattern.
    """
    wood = ground_prints(cell_mm)[0]
    if kind == "wood":
        return wood
    chance = np.random.default_rng(rng.randrange(1 << 30))
    height, width = wood.picture.shape[:2]
    base = {"white": 236.0, "black": 14.0, "cloth": 120.0}[kind]
    art = np.full((height, width, 3), base, np.float32)
    art += (0.015 * base * smooth_noise((height, width), 90, chance))[..., None]
    art += (0.02 * base * smooth_noise((height, width), 2, chance))[..., None]
    if kind == "cloth":
        pattern = _pattern((width, height), rng, chance).astype(np.float32)
        art = 0.3 * art + 0.7 * pattern
    return Print(np.clip(art, 0, 255).astype(np.uint8), wood.px_per_mm, wood.origin_mm)


def ground(board: str, table: str, rng: random.Random, cell_mm: float) -> tuple[Print, ...]:
    """Return the prints of a table and a board on it; "own" is our own board."""
    under = table_print(table, rng, cell_mm)
    if board == "own":
        return under, ground_prints(cell_mm)[1]
    grid = rng.choice((0.25, 0.5, 0.8))
    return under, board_print(board, rng, cell_mm, grid=grid, worn=rng.choice((0.0, 0.0, 0.6, 1.5)))
