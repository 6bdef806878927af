"""What is printed on the pieces round their tags: our own stickers and pools, as BGR pictures seen from above."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.palette import PLAYERS
from companion.screen.lettering import paint_text
from companion.virtual_table.tag_art import PAPER
from engine.finstere_flure.pieces import Colour
from vision.picture import Pixels

Bgr = tuple[int, int, int]

#: Resolution of all pictures here.
PX_PER_MM = 10

BLOOD: Bgr = (20, 14, 120)

#: Kind of tile: the frame's colour, the colour of what is written on it, and the word.
_FRAMES: Mapping[str, tuple[Bgr, Bgr, str]] = MappingProxyType(
    {
        "stone": ((92, 92, 92), PAPER, "STONE"),
        "crystal": ((250, 236, 214), (138, 79, 11), "CRYSTAL"),
        "turn90": ((0, 74, 176), PAPER, "TURN RIGHT"),
        "turn180": ((134, 42, 91), PAPER, "TURN ABOUT"),
        "pool": ((17, 17, 155), PAPER, "POOL"),
        "teleporter-A": ((75, 86, 0), PAPER, "TELEPORTER A"),
        "teleporter-B": (PAPER, (75, 86, 0), "TELEPORTER B"),
    }
)
#: The sign at both ends of a frame's edges, in units of its width, x along the edge, y towards the middle.
_SIGNS: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        "stone": ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)),
        "crystal": ((0, -0.36), (0.3, 0), (0, 0.36), (-0.3, 0)),
        "turn90": ((-0.3, -0.36), (0.36, 0), (-0.3, 0.36)),
        "turn180": ((-0.5, 0), (0, -0.36), (0.5, 0), (0, 0.36)),
        "pool": ((0, -0.4), (0.28, 0.12), (0, 0.36), (-0.28, 0.12)),
    }
)


@lru_cache(maxsize=64)
def token_art(colour: Colour, number: int, white: bool, diameter_mm: float, tag_mm: float) -> Pixels:
    """A token's sticker without its tag: the colour all over, the number in two of the segments beside the tag."""
    side = round(diameter_mm * PX_PER_MM)
    sticker = np.full((side, side, 3), PLAYERS[colour].bgr, np.uint8)
    segment = (side - tag_mm * PX_PER_MM) / 2
    black = PLAYERS[Colour.BLACK].bgr
    ground, ink = (black, PAPER) if white else (PAPER, black)
    high = 0.86 * segment
    for y, turns in ((0.48 * segment, 0), (side - 0.48 * segment, 2)):
        corner = (round(side / 2 - 0.8 * high), round(y - high / 2))
        opposite = (round(side / 2 + 0.8 * high), round(y + high / 2))
        cv2.rectangle(sticker, corner, opposite, ground, cv2.FILLED)
        paint_text(sticker, str(number), (side / 2, y), 0.86 * high, ink, turns)
    return sticker


@lru_cache(maxsize=32)
def tile_art(name: str, side_mm: float, tag_mm: float) -> Pixels:
    """A tile's square sticker without its tag: a frame with signs and words. `name` is a kind, or ``teleporter-A``.

    A teleporter's arrow is on the upper edge.
    """
    ground, ink, word = _FRAMES[name]
    side = round(side_mm * PX_PER_MM)
    frame = (side - tag_mm * PX_PER_MM) / 2
    sticker = np.full((side, side, 3), ground, np.uint8)
    for turns in range(4):
        turned = np.rot90(sticker, turns)
        edge = np.ascontiguousarray(turned)
        if name in _SIGNS:
            _paint_edge(edge, _SIGNS[name], word, ink, frame)
        elif turns == 0:
            _paint_arrow(edge, ink, frame)
        else:
            paint_text(edge, word, (side / 2, frame / 2), 0.5 * frame, ink)
        turned[:] = edge
    cv2.rectangle(sticker, (0, 0), (side - 1, side - 1), (90, 90, 90), 2)
    return sticker


def _paint_edge(edge: Pixels, sign: tuple[tuple[float, float], ...], word: str, ink: Bgr, frame: float) -> None:
    side = edge.shape[1]
    paint_text(edge, word, (side / 2, frame / 2), 0.5 * frame, ink)
    for x in (1.5 * frame, side - 1.5 * frame):
        _fill(edge, np.array(sign) * frame + np.array([x, frame / 2]), ink)


def _paint_arrow(edge: Pixels, ink: Bgr, frame: float) -> None:
    middle = edge.shape[1] / 2
    tip, base, half = 0.08 * frame, 0.92 * frame, 2.2 * frame
    _fill(edge, np.array([(middle - half, base), (middle, tip), (middle + half, base)]), ink)


def _fill(picture: Pixels, points: npt.NDArray[np.float64], ink: Bgr) -> None:
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


@lru_cache(maxsize=4)
def pool_art(columns: int, rows: int, cell_mm: float) -> Pixels:
    """A pool of blood between flagstones, shining."""
    cell = round(cell_mm * PX_PER_MM)
    width, height = columns * cell, rows * cell
    rng = np.random.default_rng(columns)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / np.float32(cell)
    # Distance to the rim of a rectangle with round corners, in cells, made uneven like a puddle's.
    inset, corner = 0.1, 0.35
    dx = np.abs(x - columns / 2) - (columns / 2 - inset - corner)
    dy = np.abs(y - rows / 2) - (rows / 2 - inset - corner)
    rim = corner - np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) - np.minimum(np.maximum(dx, dy), 0)
    coarse = rng.standard_normal((rows * 4, columns * 4)).astype(np.float32)
    depth = rim + 0.025 * np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC))
    wet = np.clip(depth * 30, 0, 1)[..., None]
    # Lighter along the rim, and two streaks of light across.
    glow = 55 * np.exp(-(((depth - 0.05) / 0.03) ** 2)) + 75 * np.exp(-((((x + 0.6 * y) % 1.9 - 0.9) / 0.07) ** 2)) * (
        depth > 0.12
    )
    blood = np.array(BLOOD, np.float32) + cv2.GaussianBlur(glow, (0, 0), cell / 40)[..., None] * np.array(
        [0.55, 0.55, 1.0], np.float32
    )
    stone = np.array([72, 68, 66], np.float32) + 6 * rng.standard_normal((height, width, 1)).astype(np.float32)
    return np.asarray(np.clip(stone * (1 - wet) + blood * wet, 0, 255), dtype=np.uint8)
