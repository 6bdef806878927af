"""Print of the pieces round their tags: our own stickers and pools.

They are BGR pictures seen from above.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.faces import NUMBER, NUMBER_BELOW, SHAPES, number_plate, shape_places, token_face
from companion.games.finstere_flure.palette import PLAYERS
from companion.screen.lettering import paint_text
from engine.finstere_flure.pieces import Colour
from vision.picture import Pixels
from vision.symbology import Symbology
from vision.virtual.tag_art import PAPER

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


#: A teleporter's arrow, to the upper edge.
_ARROW = ((-0.9, 0.36), (0.0, -0.36), (0.9, 0.36))


@lru_cache(maxsize=64)
def token_art(colour: Colour, number: int, white: bool, diameter_mm: float, code: Symbology) -> Pixels:
    """Return a token's sticker without its tag.

    The colour is all over, the number below, a shape on either side of the tag.
    """
    side = round(diameter_mm * PX_PER_MM)
    sticker = np.full((side, side, 3), PLAYERS[colour].bgr, np.uint8)
    face = token_face(diameter_mm, code)
    black = PLAYERS[Colour.BLACK].bgr
    ground, ink = (black, PAPER) if white else (PAPER, black)
    shade = black if colour in (Colour.YELLOW, Colour.BEIGE) else PAPER
    *places, radius = shape_places(face, diameter_mm)
    for place in places:
        points = (np.array(SHAPES[colour]) * radius + np.array(place) + diameter_mm / 2) * PX_PER_MM
        _fill(sticker, points, shade)
    _fill(sticker, (np.array(number_plate(diameter_mm)) + diameter_mm / 2) * PX_PER_MM, ground)
    paint_text(sticker, str(number), (side / 2, (0.5 + NUMBER_BELOW) * side), NUMBER * side, ink)
    return sticker


@lru_cache(maxsize=32)
def tile_art(name: str, side_mm: float, white_mm: float, strip_mm: float) -> Pixels:
    """Return a tile's square sticker without its tag.

    Its sign is on the strip above, words are beside the tag's white square.

    `name` is a kind, or ``teleporter-A``.
    """
    ground, ink, word = _FRAMES[name]
    side, strip = round(side_mm * PX_PER_MM), strip_mm * PX_PER_MM
    frame = (side_mm - white_mm) / 2 * PX_PER_MM
    sticker = np.full((side, side, 3), ground, np.uint8)
    sign = np.array(_SIGNS.get(name, _ARROW))
    sign = sign * (0.8 * strip / np.ptp(sign[:, 1]))
    _fill(sticker, sign + np.array([side / 2, strip / 2]) - (sign.max(axis=0) + sign.min(axis=0)) / 2, ink)
    for turns in (1, 3):
        turned = np.rot90(sticker, turns)
        edge = np.ascontiguousarray(turned)
        paint_text(edge, word, (side / 2, frame / 2), min(0.5 * frame, 1.3 * side / len(word)), ink)
        turned[:] = edge
    cv2.rectangle(sticker, (0, 0), (side - 1, side - 1), (90, 90, 90), 2)
    return sticker


def cap_art(side_mm: float, strip_mm: float) -> Pixels:
    """Return the monster's cap without its tag: two eyes that look ahead."""
    side, strip = round(side_mm * PX_PER_MM), strip_mm * PX_PER_MM
    cap = np.full((side, side, 3), (26, 26, 26), np.uint8)
    for x in (0.3, 0.7):
        eye = round(x * side), round(strip / 2)
        cv2.circle(cap, eye, round(0.42 * strip), PAPER, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(cap, (eye[0], round(0.36 * strip)), round(0.2 * strip), (26, 26, 26), cv2.FILLED, cv2.LINE_AA)
    return cap


def _fill(picture: Pixels, points: npt.NDArray[np.float64], ink: Bgr) -> None:
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


@lru_cache(maxsize=4)
def pool_art(columns: int, rows: int, cell_mm: float) -> Pixels:
    """Return a pool of blood between flagstones, shining."""
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
