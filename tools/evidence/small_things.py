"""Small things on a table: dice, coins, meeples, pawns, counters, a cat's paw."""

import random
from dataclasses import replace

import cv2
import numpy as np

from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import CELLS
from tools.evidence.arm import Arm, Bgr, Sleeve
from vision.picture import Pixels
from vision.virtual import Body, Print, Thing, disc, rectangle

#: How far from the middle of its cell a thing lies (standard deviation).
_ASKEW_MM = 4.0
_PX_PER_MM = 8.0
#: Colours of cats' fur, and of their stripes.
_FURS: tuple[Bgr, ...] = (
    (90, 140, 190),
    (120, 160, 190),
    (40, 40, 44),
    (215, 225, 230),
    (110, 112, 116),
    (60, 85, 115),
)


def small_thing(rng: random.Random, number: int) -> Thing:
    """Draw a small thing near the middle of any cell."""
    x, y = make_catalogue().grid.centre(rng.choice(CELLS))
    at_mm = x + rng.gauss(0, _ASKEW_MM), y + rng.gauss(0, _ASKEW_MM)
    kind = rng.choice(("die", "die", "coin", "meeple", "pawn", "counter"))
    colour = _paint(rng)
    side = _darker(colour)
    bodies: tuple[Body, ...]
    match kind:
        case "die":
            wide, half = rng.uniform(14, 20), 0.0
            half = wide / 2
            pips = Print.centred(_pips(rng.randint(1, 6), colour), wide)
            bodies = (Body(rectangle(-half, -half, half, half), 0, wide, side, colour, (pips,)),)
        case "coin":
            metal = rng.choice(((70, 110, 170), (110, 170, 200), (150, 158, 160)))
            wide = rng.uniform(18, 26)
            rim = Body(disc(wide), 0, 2, _darker(metal), metal)
            bodies = (rim, Body(disc(0.8 * wide), 2, 2.05, metal, _darker(metal, 0.88)))
        case "meeple":
            bodies = tuple(
                Body(outline, 0, 9, side, colour)
                for outline in (
                    rectangle(-7, -1, 7, 10),
                    rectangle(-10, -5, 10, 1),
                    disc(10) + np.array([0.0, -8.0]),
                )
            )
        case "pawn":
            foot, head = rng.uniform(12, 16), rng.uniform(8, 11)
            shapes = ((foot, 0, 4), (0.6 * foot, 4, 14), (head, 14, 22))
            bodies = tuple(Body(disc(wide), low, top, side, colour) for wide, low, top in shapes)
        case _:
            wide = rng.uniform(15, 24)
            outline = disc(wide) if rng.random() < 0.6 else rectangle(-wide / 2, -wide / 2, wide / 2, wide / 2)
            bodies = (Body(outline, 0, rng.choice((1.0, 3.0, 8.0)), side, colour),)
    return Thing(f"{kind} {number}", at_mm, rng.uniform(0, 360), bodies)


def paw(rng: random.Random, over_mm: tuple[float, float]) -> Arm:
    """Draw a cat's paw that reaches in over the board from its nearest side to this place."""
    x, y = over_mm
    way = min(((y, 0.0), (400 - x, 90.0), (275 - y, 180.0), (x, 270.0)))[1]
    fur, stripe = rng.sample(_FURS, 2)
    coat = Sleeve(fur, rng.choice(("plain", "rings", "stripes")), stripe, rng.choice((10.0, 40.0)))
    arm = Arm(over_mm, way + rng.uniform(-25, 25), rng.choice(("fist", "leaning")), fur, coat, None, 0.5, 0.0)
    return replace(arm, left=rng.random() < 0.5)


def _paint(rng: random.Random) -> Bgr:
    if rng.random() < 0.3:
        grey = rng.randint(20, 240)
        return grey, grey, grey
    return rng.randint(20, 240), rng.randint(20, 240), rng.randint(20, 240)


def _darker(colour: Bgr, share: float = 0.75) -> Bgr:
    blue, green, red = (round(share * level) for level in colour)
    return blue, green, red


def _pips(count: int, colour: Bgr) -> Pixels:
    """Draw a face of a die with so many pips, dark on pale or pale on dark."""
    side = round(16 * _PX_PER_MM)
    face: Pixels = np.full((side, side, 3), colour, np.uint8)
    dark = sum(colour) > 330
    places = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}[count]
    for place in places:
        row, column = divmod(int(place), 3)
        middle = [round(side * (0.22 + 0.28 * index)) for index in (column, row)]
        cv2.circle(face, middle, side // 10, (25, 25, 25) if dark else (240, 240, 240), -1, cv2.LINE_AA)
    return face
