"""Arms over the table as round, lit bodies: skin with creases and nails, sleeves, gloves.

Sleeves have any cloth. An arm is a set of limbs, each a cone with round ends; every pixel's ray is followed to
the nearest of them.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

import cv2
import numpy as np
import numpy.typing as npt

from tools.evidence.lamps import smooth_noise

Bgr = tuple[int, int, int]
Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]
Point3 = tuple[float, float, float]
#: Pixels (n, 2) of board points (n, 3).
Project = Callable[[npt.ArrayLike], Points]

#: Skins from very fair to very dark, as a camera sees them in daylight.
SKINS: tuple[Bgr, ...] = (
    (196, 214, 240),
    (168, 194, 232),
    (150, 182, 226),
    (128, 165, 214),
    (104, 142, 198),
    (84, 118, 176),
    (62, 92, 148),
    (50, 72, 116),
    (40, 54, 86),
    (32, 40, 58),
)

ArmPart = Literal["skin", "finger", "tip", "sleeve"]
SleevePattern = Literal["plain", "stripes", "rings", "check", "dots", "knit", "flowers"]
PATTERNS: tuple[SleevePattern, ...] = get_args(SleevePattern)


@dataclass(frozen=True)
class Limb:
    """A bar with round ends: its ends (x, y, z) and the radius at each, in mm.

    In the arm's frame: the origin is the place on the table that the hand is over, y runs towards the elbow.
    """

    start: Point3
    end: Point3
    radii: tuple[float, float]
    part: ArmPart = "skin"


def _finger(knuckle: Point3, middle: Point3, tip: Point3, radius: float) -> tuple[Limb, ...]:
    between = tuple((0.55 * a + 0.45 * b) for a, b in zip(middle, tip, strict=True))
    assert len(between) == 3
    return (
        Limb(knuckle, middle, (radius * 1.12, radius), "finger"),
        Limb(middle, between, (radius, 0.93 * radius), "finger"),
        Limb(between, tip, (0.93 * radius, 0.8 * radius), "tip"),
    )


def _forearm(y: float, z: float, lean: float = 0.0) -> tuple[Limb, ...]:
    """Wrist and forearm from the hand's heel at (0, y, z) to beyond the table's edge."""
    return (
        Limb((lean * 0.1, y, z), (lean * 0.3, y + 60, z + 10), (21, 25)),
        Limb((lean * 0.3, y + 60, z + 10), (lean, y + 230, z + 45), (25, 40)),
        Limb((lean, y + 230, z + 45), (1.5 * lean, y + 620, z + 150), (40, 48)),
    )


def _palm(x: float, y: float, z: float, lift: float = 4.0) -> tuple[Limb, ...]:
    """Return the back of the hand from the knuckles at `y` to the wrist."""
    return tuple(
        Limb((x + a, y + b, z), (x + c, y + 62, z + lift), (r, r + 3))
        for a, b, c, r in ((-27, 3, -11, 12), (-9, -3, -4, 13), (9, -2, 4, 13), (26, 6, 12, 12))
    )


def _lying(z: float, spread: float) -> tuple[Limb, ...]:
    """Return an open hand, its palm so high over the table."""
    fingers = [
        _finger((x, y, z), (x * (1 + 0.5 * spread), y - 38, z - 1), (x * (1 + 0.9 * spread), tip, z - 5), r)
        for x, y, tip, r in ((-27, 2, -70, 8.6), (-9, -4, -86, 9), (9, -3, -80, 8.8), (26, 5, -56, 7.6))
    ]
    thumb = _finger((-24, 42, z), (-46 - 14 * spread, 10, z - 2), (-56 - 22 * spread, -20, z - 5), 10)
    return (*_palm(0, 0, z), *(limb for finger in fingers for limb in finger), *thumb, *_forearm(62, max(z + 4, 20)))


def _pointing() -> tuple[Limb, ...]:
    curled = [_finger((x, 74, 46), (x - 1, 44, 36), (x - 3, 66, 20), r) for x, r in ((11, 9), (29, 8.8), (46, 7.8))]
    index = _finger((-7, 70, 44), (-3, 34, 36), (0, 2, 9), 8.8)
    thumb = _finger((-4, 112, 38), (-16, 82, 30), (4, 58, 24), 10)
    return (*_palm(20, 72, 44), *index, *(limb for f in curled for limb in f), *thumb, *_forearm(134, 50, 20))


def _pinching() -> tuple[Limb, ...]:
    index = _finger((-7, 58, 50), (4, 28, 46), (7, 2, 13), 8.8)
    thumb = _finger((-6, 96, 40), (-24, 46, 30), (-8, 6, 12), 10)
    curled = [_finger((x, 60, 52), (x, 26, 44), (x - 4, 42, 26), r) for x, r in ((11, 9), (29, 8.8), (46, 7.8))]
    return (*_palm(20, 58, 50), *index, *thumb, *(limb for f in curled for limb in f), *_forearm(120, 56, 20))


def _fist() -> tuple[Limb, ...]:
    curled = [_finger((x, 0, 34), (x, -24, 24), (x, 10, 14), r) for x, r in ((-27, 9.5), (-9, 10), (9, 9.8), (26, 8.8))]
    thumb = _finger((-26, 44, 30), (-34, 8, 24), (-8, -16, 22), 10)
    return (*_palm(0, 0, 34), *(limb for f in curled for limb in f), *thumb, *_forearm(62, 36))


def _leaning() -> tuple[Limb, ...]:
    """Return a forearm that lies on the board, the hand half closed."""
    curled = [_finger((x, 0, 24), (1.1 * x, -32, 24), (1.1 * x, -34, 9), r) for x, r in ((-27, 8.6), (-9, 9), (9, 9))]
    thumb = _finger((-24, 42, 22), (-46, 10, 16), (-40, -18, 12), 10)
    arm = (
        Limb((0, 62, 26), (4, 130, 28), (23, 27)),
        Limb((4, 130, 28), (16, 300, 40), (27, 42)),
        Limb((16, 300, 40), (30, 620, 90), (42, 48)),
    )
    return (*_palm(0, 0, 24, 2), *(limb for f in curled for limb in f), *thumb, *arm)


#: Poses by name. The origin lies under the middle of the knuckles, or under the finger's tip.
POSES: Mapping[str, tuple[Limb, ...]] = MappingProxyType(
    {
        "resting": _lying(12, 0.25),
        "spread": _lying(14, 1.0),
        "hovering": _lying(42, 0.5),
        "pointing": _pointing(),
        "pinching": _pinching(),
        "fist": _fist(),
        "leaning": _leaning(),
    }
)


@dataclass(frozen=True)
class Sleeve:
    """Cloth of a sleeve: its distance from the wrist, up the arm; `pattern` in two colours."""

    colour: Bgr
    pattern: SleevePattern = "plain"
    second: Bgr = (230, 230, 230)
    from_mm: float = 60.0


@dataclass(frozen=True)
class Arm:
    """An arm over the board.

    `over_mm` is the board point that the hand is over, `from_deg` the direction it comes from, clockwise from the
    board's up direction (180: from the lower edge); `pose` one of POSES; `size` 1 a man's hand, 0.7 a child's.
    `raised_mm` lifts all of it. `left` mirrors it. A glove hides the skin.
    """

    over_mm: tuple[float, float]
    from_deg: float = 180.0
    pose: str = "resting"
    skin: Bgr = SKINS[3]
    sleeve: Sleeve | None = None
    glove: Bgr | None = None
    size: float = 1.0
    raised_mm: float = 0.0
    left: bool = False

    def limbs(self) -> tuple[Limb, ...]:
        """Return the arm's limbs in board coordinates."""
        turn = math.radians(self.from_deg - 180)
        cos, sin = math.cos(turn), math.sin(turn)

        def placed(point: Point3) -> Point3:
            x, y, z = (self.size * c for c in point)
            x = -x if self.left else x
            return (
                self.over_mm[0] + x * cos - y * sin,
                self.over_mm[1] + x * sin + y * cos,
                z + self.raised_mm,
            )

        return tuple(
            Limb(placed(limb.start), placed(limb.end), (limb.radii[0] * self.size, limb.radii[1] * self.size), part)
            for limb, part in self._dressed()
        )

    def _dressed(self) -> list[tuple[Limb, ArmPart]]:
        """Return the limbs of the pose, its sleeve over them, still in the arm's own frame."""
        limbs = POSES[self.pose]
        dressed: list[tuple[Limb, ArmPart]] = [(limb, limb.part) for limb in limbs]
        if self.sleeve is None:
            return dressed
        for limb in limbs[-3:]:
            start, end = np.array(limb.start), np.array(limb.end)
            wrist = np.array(limbs[-3].start)
            before = float(np.linalg.norm(start - wrist))
            length = float(np.linalg.norm(end - start))
            share = (self.sleeve.from_mm - before) / length
            if share >= 1:
                continue
            share = max(share, 0.0)
            cuff = start + share * (end - start)
            radius = limb.radii[0] + share * (limb.radii[1] - limb.radii[0])
            wide = Limb((cuff[0], cuff[1], cuff[2] + 2), limb.end, (radius + 6, limb.radii[1] + 9), "sleeve")
            dressed.append((wide, "sleeve"))
        return dressed


@dataclass(frozen=True, eq=False)
class Relief:
    """Visible part of an arm, in a part of the camera's picture that begins at (left, top).

    `mask` (h, w) is true where it shows; `points_mm` and `normals` (h, w, 3) its surface there; `colours` (h, w, 3)
    its linear colour (b, g, r); `shine` (h, w) how glossy it is there, 0 cloth to 1 a wet nail.
    """

    left: int
    top: int
    mask: npt.NDArray[np.bool_]
    points_mm: Floats
    normals: Floats
    colours: Floats
    shine: Floats


def relief(
    arm: Arm, ground: Floats, eye_mm: Points, px_per_mm: float, rng: np.random.Generator, project: Project
) -> Relief | None:
    """Return the arm as the camera at `eye_mm` sees it; None if it is out of the picture.

    `ground` (h, w, 2) is where on the plane z = 0 each pixel of the picture looks; `project` gives pixels of points.
    """
    limbs = arm.limbs()
    boxes = [_limb_box(limb, project, (ground.shape[1], ground.shape[0])) for limb in limbs]
    sides = np.array([box for box in boxes if box[0] < box[2] and box[1] < box[3]])
    if not len(sides):
        return None
    left, top = sides[:, 0].min(), sides[:, 1].min()
    right, bottom = sides[:, 2].max(), sides[:, 3].max()
    height, width = bottom - top, right - left
    depth = np.full((height, width), np.inf, np.float32)
    normals = np.zeros((height, width, 3), np.float32)
    which = np.full((height, width), -1, np.int16)
    along = np.zeros((height, width), np.float32)
    eye = np.asarray(eye_mm, np.float64)
    for n, (limb, box) in enumerate(zip(limbs, boxes, strict=True)):
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        part = slice(box[1] - top, box[3] - top), slice(box[0] - left, box[2] - left)
        rays = np.empty((box[3] - box[1], box[2] - box[0], 3))
        rays[..., :2] = ground[box[1] : box[3], box[0] : box[2]] - eye[:2]
        rays[..., 2] = -eye[2]
        rays /= np.linalg.norm(rays, axis=2, keepdims=True)
        reach, normal, share = _meet(limb, eye, rays)
        nearer = reach < depth[part]
        depth[part][nearer] = reach[nearer]
        normals[part][nearer] = normal[nearer]
        along[part][nearer] = share[nearer]
        which[part][nearer] = n
    mask = which >= 0
    if not mask.any():
        return None
    rays = np.empty((height, width, 3), np.float32)
    rays[..., :2] = ground[top:bottom, left:right] - eye[:2].astype(np.float32)
    rays[..., 2] = -eye[2]
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    reach = np.where(mask, depth, np.float32(0)).astype(np.float32)
    points = np.asarray(eye.astype(np.float32) + rays * reach[..., None], np.float32)
    parts = np.array([("skin", "finger", "tip", "sleeve").index(limb.part) for limb in limbs])[which]
    parts[~mask] = -1
    cloth = parts == 3
    normals = _blended(normals, mask & ~cloth, 2.2 * arm.size * px_per_mm)
    colours, shine, bumps = _looks(arm, parts, along, points, normals, px_per_mm, rng)
    normals = normals + bumps
    normals /= np.maximum(np.linalg.norm(normals, axis=2, keepdims=True), 1e-6)
    return Relief(int(left), int(top), mask, points, normals.astype(np.float32), colours, shine)


def _limb_box(limb: Limb, project: Project, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the pixels (left, top, right, bottom) that may show the limb."""
    corners = [
        np.add(end, np.multiply(radius, (a, b, c)))
        for end, radius in zip((limb.start, limb.end), limb.radii, strict=True)
        for a in (-1, 1)
        for b in (-1, 1)
        for c in (-1, 1)
    ]
    pixels = project(corners)
    low = np.clip(np.floor(pixels.min(0)).astype(int) - 1, 0, size)
    high = np.clip(np.ceil(pixels.max(0)).astype(int) + 2, 0, size)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _meet(limb: Limb, eye: Points, rays: Points) -> tuple[Floats, Floats, Floats]:
    """Intersect each ray (h, w, 3) with the limb: distance, normal, and share of its length.

    A distance of infinity means no intersection.
    """
    a, b = np.array(limb.start), np.array(limb.end)
    ra, rb = limb.radii
    ba, oa, ob, rr = b - a, eye - a, eye - b, ra - rb
    m0, m1, m2, m3 = ba @ ba, ba @ oa, rays @ ba, rays @ oa
    m5, m6, m7 = oa @ oa, rays @ ob, ob @ ob
    d2 = m0 - rr * rr
    k2 = d2 - m2 * m2
    k1 = d2 * m3 - m1 * m2 + m2 * rr * ra
    k0 = d2 * m5 - m1 * m1 + m1 * rr * ra * 2 - m0 * ra * ra
    under = k1 * k1 - k0 * k2
    hit = under >= 0
    cone = np.where(hit, (-np.sqrt(np.maximum(under, 0)) - k1) / k2, np.inf)
    y = m1 - ra * rr + np.where(hit, cone, 0) * m2
    on_cone = hit & (y > 0) & (y < d2)
    reach = np.where(on_cone, cone, np.inf)
    finite = np.where(on_cone, cone, 0)[..., None]
    normal = np.where(on_cone[..., None], d2 * (oa + finite * rays) - ba * y[..., None], 0.0)
    for offset, slope, square, radius in ((oa, m3, m5, ra), (ob, m6, m7, rb)):
        ball = slope * slope - square + radius * radius
        far = np.where(ball >= 0, -slope - np.sqrt(np.maximum(ball, 0)), np.inf)
        nearer = far < reach
        reach = np.where(nearer, far, reach)
        normal = np.where(nearer[..., None], offset + np.where(nearer, far, 0)[..., None] * rays, normal)
    normal /= np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-9)
    share = np.clip((m1 + np.where(np.isfinite(reach), reach, 0) * m2) / m0, 0, 1)
    return reach.astype(np.float32), normal.astype(np.float32), share.astype(np.float32)


def _blended(normals: Floats, mask: npt.NDArray[np.bool_], sigma_px: float) -> Floats:
    """Return normals smoothed over the skin, so that limbs grow out of each other."""
    weight = mask.astype(np.float32)
    smooth = cv2.GaussianBlur(normals * weight[..., None], (0, 0), max(sigma_px, 0.3))
    return np.asarray(np.where(mask[..., None], smooth, normals), np.float32)


def linear(bgr: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Linear light (0 to 1) of display bytes, by the usual power of 2.2."""
    return np.asarray((np.asarray(bgr, np.float64) / 255) ** 2.2, np.float64)


def _looks(
    arm: Arm,
    parts: npt.NDArray[np.int64],
    along: Floats,
    points: Floats,
    normals: Floats,
    px_per_mm: float,
    rng: np.random.Generator,
) -> tuple[Floats, Floats, Floats]:
    """Linear colours, shine, and the small bumps of the surface to be added to its normals."""
    shape = parts.shape
    skin = linear(arm.skin if arm.glove is None else arm.glove)
    colours = np.broadcast_to(skin, (*shape, 3)).astype(np.float32).copy()
    shine = np.full(shape, 0.35, np.float32)
    mottle = 0.06 * smooth_noise(shape, 9 * px_per_mm, rng) + 0.04 * smooth_noise(shape, 2.5 * px_per_mm, rng)
    bumps = np.zeros((*shape, 3), np.float32)
    fine = 0.05 if arm.glove is None else 0.12
    for axis in (0, 1):
        bumps[..., axis] = fine * smooth_noise(shape, max(1.5, 1.6 * px_per_mm), rng)
    if arm.glove is None:
        _skin(colours, shine, mottle, parts, along, normals)
    else:
        colours *= (1 + mottle)[..., None]
        shine[:] = 0.1
    cloth = parts == 3
    if arm.sleeve is not None and cloth.any():
        folds = np.zeros((*shape, 3), np.float32)
        for axis in (0, 1):
            folds[..., axis] = 0.28 * smooth_noise(shape, 26 * px_per_mm, rng)
            folds[..., axis] += 0.14 * smooth_noise(shape, 7 * px_per_mm, rng)
        bumps[cloth] = folds[cloth]
        colours[cloth] = _cloth(arm.sleeve, arm, points, normals, rng, px_per_mm)[cloth]
        shine[cloth] = 0.0
    return colours, shine, bumps


def _skin(
    colours: Floats,
    shine: Floats,
    mottle: Floats,
    parts: npt.NDArray[np.int64],
    along: Floats,
    normals: Floats,
) -> None:
    """Mottle the skin, redden knuckles and tips, draw creases and nails, in place."""
    colours *= (1 + mottle)[..., None]
    finger, tip = parts == 1, parts == 2
    # Redder, and a little darker, towards the tips and over the joints.
    red = np.where(tip, 0.5 * along, 0) + np.where(finger, np.abs(along - 0.5) ** 2 * 1.2, 0)
    colours *= 1 - red[..., None] * np.array([0.35, 0.3, 0.05], np.float32)
    for place, width in ((0.97, 0.03), (0.9, 0.025), (0.03, 0.03)):
        crease = np.exp(-(((along - place) / width) ** 2) / 2) * (finger | tip)
        colours *= (1 - 0.28 * crease)[..., None]
    up = normals[..., 2] > 0.72
    nail = tip & up & (along > 0.45) & (along < 0.985)
    colours[nail] = colours[nail] * 0.55 + np.array([0.30, 0.31, 0.42], np.float32) * colours.mean()
    shine[nail] = 0.9


def _cloth(
    sleeve: Sleeve, arm: Arm, points: Floats, normals: Floats, rng: np.random.Generator, px_per_mm: float
) -> Floats:
    """Return the sleeve's colours: its pattern is laid along and round the arm."""
    turn = math.radians(arm.from_deg - 180)
    offset = points[..., :2] - np.asarray(arm.over_mm, np.float32)
    along = offset @ np.array([-math.sin(turn), math.cos(turn)], np.float32)
    across = offset @ np.array([math.cos(turn), math.sin(turn)], np.float32)
    side = normals[..., :2] @ np.array([math.cos(turn), math.sin(turn)], np.float32)
    round_it = 42 * np.arcsin(np.clip(side, -0.99, 0.99)) + 0.1 * across
    first, second = linear(sleeve.colour), linear(sleeve.second)
    step = 14.0
    match sleeve.pattern:
        case "stripes":
            share = (np.sin(2 * math.pi * round_it / step) > 0).astype(np.float32)
        case "rings":
            share = (np.sin(2 * math.pi * along / (2 * step)) > 0).astype(np.float32)
        case "check":
            share = 0.5 * (np.sin(math.pi * along / step) > 0) + 0.5 * (np.sin(math.pi * round_it / step) > 0)
        case "dots":
            u, v = (along / step) % 1 - 0.5, (round_it / step) % 1 - 0.5
            share = (u * u + v * v < 0.07).astype(np.float32)
        case "knit":
            share = 0.25 + 0.25 * np.sin(2 * math.pi * (along / 4 + np.abs((round_it / 5) % 1 - 0.5)))
        case "flowers":
            blot = smooth_noise(along.shape, 11 * px_per_mm, rng)
            share = (blot > 0.5).astype(np.float32)
        case _:
            share = np.zeros_like(along)
    weave = 1 + 0.05 * smooth_noise(along.shape, max(1.2, px_per_mm), rng)
    colour = first + np.asarray(share, np.float32)[..., None] * (second - first)
    return np.asarray(colour * weave[..., None], np.float32)
