"""Table in a room: light of its lamps, shadows, and mirroring gloss, all in linear light."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from tools.evidence.arm import Arm
from tools.evidence.lamps import Lamp, colour_of, dome, smooth_noise
from vision.virtual.scene import Thing

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]

#: The light that a plain varnish mirrors when met head on.
_F0 = 0.04
#: Pixels for each mm of the maps of what stands in a lamp's light, and how far round the board they reach in mm.
_MAP_PX_PER_MM = 1.4
_MAP_MM = (-330.0, -330.0, 780.0, 640.0)
#: A shadow falls on what lies so much lower than what casts it.
_HIGHER_MM = 0.6


@dataclass(frozen=True)
class Finish:
    """Mirroring of a surface: the spread of its lobe in radians, and its strength.

    A spread of 0.4 is matt, 0.1 satin, 0.01 glossy.
    """

    spread: float
    strength: float = 1.0


MATT = Finish(0.4, 0.7)
SATIN = Finish(0.11)
GLOSSY = Finish(0.03)
LACQUER = Finish(0.006, 1.1)


@dataclass(frozen=True)
class LitRoom:
    """Lighting of the table.

    `lamps` throw shadows and glare; `ambient` is the level of the light from all sides, of `ambient_kelvin`.
    `board` and `pieces` are the finishes of the board's print and of all stickers. `walls` is how uneven the walls
    are that a glossy board mirrors: 0 all alike.
    """

    lamps: tuple[Lamp, ...] = ()
    ambient: float = 0.4
    ambient_kelvin: float = 4500.0
    board: Finish = SATIN
    pieces: Finish = MATT
    walls: float = 0.5
    warp: float = field(default=0.004)


@dataclass(frozen=True, eq=False)
class SeenSurface:
    """Visible table: board points (h, w, 3), and for each pixel whether it is a piece's."""

    points_mm: Floats
    eye_mm: Points
    pieces: npt.NDArray[np.bool_]


class Shadows:
    """Shadow maps of objects in the light, on the plane z = 0, with their heights."""

    def __init__(self, things: Iterable[Thing], arms: Sequence[Arm]) -> None:
        bodies = [(thing, body) for thing in things for body in thing.bodies if body.top_mm > 0.05]
        rims = [_rims(thing.to_board(body.outline_mm), body.base_mm, body.top_mm) for thing, body in bodies]
        self._tops = [body.top_mm for _, body in bodies]
        # Those of all bodies in one array: they are thrown onto the plane for each point of each lamp.
        self._rims = np.vstack([np.empty((0, 3)), *rims])
        self._from = np.cumsum([len(rim) for rim in rims])[:-1]
        limbs = [limb for arm in arms for limb in arm.limbs()]
        self._ends = np.array([(limb.start, limb.end) for limb in limbs], np.float64).reshape(-1, 2, 3)
        self._radii = np.array([limb.radii for limb in limbs], np.float64).reshape(-1, 2)
        left, top, right, bottom = _MAP_MM
        # Painted anew for each point of each lamp.
        self._map = np.empty((int((bottom - top) * _MAP_PX_PER_MM), int((right - left) * _MAP_PX_PER_MM)), np.float32)

    def lit(self, points_mm: Floats, lamp_points: Points) -> Floats:
        """Return the share (h, w) of a lamp's points (n, 3) that each point (h, w, 3) sees."""
        seen = np.zeros(points_mm.shape[:2], np.float32)
        for light in lamp_points:
            seen += self._lit_by(points_mm, light)
        return np.asarray(seen / len(lamp_points), np.float32)

    def _lit_by(self, points_mm: Floats, light: Points) -> Floats:
        left, top = _MAP_MM[:2]
        size = self._map.shape[::-1]
        high = self._map
        high.fill(-1.0)
        thrown = np.split(_to_plane(self._rims, light), self._from) if self._tops else []
        shapes = [(_hull(rims), top) for rims, top in zip(thrown, self._tops, strict=True)]
        shapes += zip(_limb_shadows(self._ends, self._radii, light), self._ends[..., 2].max(1), strict=True)
        for outline, height in sorted(shapes, key=lambda shape: shape[1]):
            pixels = (outline - (left, top)) * _MAP_PX_PER_MM - 0.5
            if pixels.max() < 0 or pixels[:, 0].min() > size[0] or pixels[:, 1].min() > size[1]:
                continue
            fixed = np.round(np.clip(pixels, -3000, 5000) * 16).astype(np.int32)
            cv2.fillConvexPoly(high, fixed, float(height), cv2.LINE_8, 4)
        z = points_mm[..., 2]
        stretch = np.float32(light[2]) / (np.float32(light[2]) - z)
        x = light[0] + (points_mm[..., 0] - light[0]) * stretch
        y = light[1] + (points_mm[..., 1] - light[1]) * stretch
        above = cv2.remap(
            high,
            ((x - left) * _MAP_PX_PER_MM - 0.5).astype(np.float32),
            ((y - top) * _MAP_PX_PER_MM - 0.5).astype(np.float32),
            cv2.INTER_NEAREST,
            borderValue=-1.0,
        )
        return np.asarray(above <= z + _HIGHER_MM, np.float32)


def _to_plane(points: Points, light: Points) -> Points:
    """Project points (n, 3) to their shadows on z = 0."""
    height = np.minimum(points[:, 2], 0.92 * light[2])
    stretch = light[2] / (light[2] - height)
    return np.asarray(light[:2] + (points[:, :2] - light[:2]) * stretch[:, None], np.float64)


def _hull(points: Points) -> Points:
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2), np.float64)


def _rims(outline: Points, base: float, top: float) -> Points:
    """Return the points (2 n, 3) of a body's lower and upper rim."""
    return np.vstack([np.column_stack([outline, np.full(len(outline), height)]) for height in (base, top)])


def _limb_shadows(ends: Points, radii: Points, light: Points) -> list[Points]:
    """Return the outlines of the shadows of limbs between `ends` (n, 2, 3), of `radii` (n, 2)."""
    towards = light - ends
    towards /= np.linalg.norm(towards, axis=2, keepdims=True)
    side = np.cross(towards, (0.0, 0.3, 1.0))
    side /= np.linalg.norm(side, axis=2, keepdims=True)
    other = np.cross(towards, side)
    angle = np.linspace(0, 2 * math.pi, 16, endpoint=False)[:, None, None, None]
    rings = ends + radii[..., None] * (np.cos(angle) * side + np.sin(angle) * other)
    thrown = _to_plane(rings.swapaxes(0, 1).reshape(-1, 3), light).reshape(len(ends), 2 * len(angle), 2)
    return [_hull(points) for points in thrown]


def irradiance(surface: SeenSurface, room: LitRoom, shadows: Shadows, rng: np.random.Generator) -> Floats:
    """Return the light (h, w, 3) on surfaces that face up."""
    height, width = surface.points_mm.shape[:2]
    half = np.ascontiguousarray(surface.points_mm[::2, ::2])
    coarse = np.ascontiguousarray(half[::2, ::2])
    total = np.zeros(half.shape, np.float32)
    for lamp, samples in _all_lamps(room, rng):
        points = half if samples > 1 else coarse
        lit = shadows.lit(points, lamp.points(samples, rng))
        if samples == 1:
            soft = cv2.resize(cv2.GaussianBlur(lit, (0, 0), 1.2), half.shape[1::-1], interpolation=cv2.INTER_LINEAR)
            lit = np.asarray(soft, np.float32)
        level = lit * cv2.resize(_on_plane(lamp, coarse), half.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        total += level[..., None] * colour_of(lamp.kelvin).astype(np.float32)
    return _doubled(total, (width, height))


def _doubled(half: Floats, size: tuple[int, int]) -> Floats:
    """Enlarge a picture of every second pixel in every second row to the full size.

    The size is (width, height).
    """
    height, width = half.shape[:2]
    # The pixels that were kept lie at the even places: half a pixel beside where resizing takes them to be.
    shift = np.array([[0.5, 0, 0], [0, 0.5, 0]], np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    assert size[0] <= 2 * width
    assert size[1] <= 2 * height
    return np.asarray(cv2.warpAffine(half, shift, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _all_lamps(room: LitRoom, rng: np.random.Generator) -> list[tuple[Lamp, int]]:
    """Return each lamp, and those of the ambient light, with the number of shadow points.

    The shadow is worked out by so many points.
    """
    lamps = [(lamp, 6 if lamp.size_mm[0] / lamp.distance_mm < 0.02 else 12) for lamp in room.lamps]
    return lamps + [(lamp, 1) for lamp in dome(room.ambient, room.ambient_kelvin, rng)]


def _on_plane(lamp: Lamp, points_mm: Floats) -> Floats:
    """Return the lamp's light on surfaces that face up, without shadows."""
    away = np.asarray(lamp.at_mm, np.float32) - points_mm
    square = np.einsum("...i,...i", away, away)
    forward = lamp.axes[2].astype(np.float32)
    facing = np.clip(-(away @ forward) / np.sqrt(square), 0, 1) if not lamp.disc else np.float32(1)
    falling = np.clip(away[..., 2], 0, None) / np.sqrt(square)
    return np.asarray(lamp.level * lamp.distance_mm**2 / square * falling * facing, np.float32)


def on_normals(points_mm: Floats, normals: Floats, room: LitRoom, wrap: float) -> Floats:
    """Return the light (..., 3) on surfaces that face anywhere.

    `wrap` is how far light creeps round into the dark side.
    """
    # From all sides comes more from above than from the table.
    even = np.float32(room.ambient) * (0.65 + 0.35 * normals[..., 2:])
    total = np.asarray(even * colour_of(room.ambient_kelvin), np.float32)
    # Red light goes farther through skin than blue.
    creep = np.array([0.6, 0.8, 1.4], np.float32) * np.float32(wrap)
    for lamp in room.lamps:
        away = np.asarray(lamp.at_mm, np.float32) - points_mm
        square = np.einsum("...i,...i", away, away)
        facing = np.einsum("...i,...i", away, normals) / np.sqrt(square)
        level = np.float32(lamp.level * lamp.distance_mm**2) / square
        diffuse = np.clip((facing[..., None] + creep) / (1 + creep), 0, None) ** (1 + creep)
        total += level[..., None] * diffuse * colour_of(lamp.kelvin).astype(np.float32)
    return total


def mirrored(surface: SeenSurface, room: LitRoom, rng: np.random.Generator) -> Floats:
    """Return the mirrored light of lamps and walls (h, w, 3).

    It is added to the surface's own light.
    """
    height, width = surface.points_mm.shape[:2]
    points = np.ascontiguousarray(surface.points_mm[::2, ::2])
    rays = points - surface.eye_mm.astype(np.float32)
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    fresnel = _F0 + (1 - _F0) * (1 - np.clip(-rays[..., 2], 0, 1)) ** 5
    rays[..., 2] *= -1
    scale = 1 / max(float(np.linalg.norm(points[0, 1, :2] - points[0, 0, :2])), 1e-3)
    shape = points.shape[:2]
    for axis in (0, 1):
        # The board is not quite flat, and the pieces lie a little askew.
        rays[..., axis] += room.warp * smooth_noise(shape, 60 * scale, rng)
        rays[..., axis] += 0.25 * room.warp * smooth_noise(shape, 6 * scale, rng)
    total = np.zeros((height, width, 3), np.float32)
    for pieces, finish in ((False, room.board), (True, room.pieces)):
        own = surface.pieces == pieces
        if not own.any():
            continue
        sent = _walls(rays, room, finish, rng)
        for lamp in room.lamps:
            share = lamp.mirrored(points, rays, 2 * finish.spread) * np.float32(lamp.radiance)
            sent += share[..., None] * colour_of(lamp.kelvin).astype(np.float32)
        sent *= np.float32(finish.strength) * fresnel[..., None]
        cv2.copyTo(_doubled(sent, (width, height)), own.astype(np.uint8), total)
    return total


def _walls(rays: Floats, room: LitRoom, finish: Finish, rng: np.random.Generator) -> Floats:
    """Return the light from walls and ceiling along the rays: a few wide bright and dark parts."""
    level = np.full(rays.shape[:2], room.ambient, np.float32)
    for _ in range(5):
        way, flat = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.9)
        width = rng.uniform(0.08, 0.5)
        bright = rng.uniform(-0.8, 1.2) * room.walls
        near = (rays[..., 0] - flat * math.cos(way)) ** 2 + (rays[..., 1] - flat * math.sin(way)) ** 2
        edge = max(0.015, finish.spread)
        level *= 1 + bright / (1 + np.exp(np.clip((np.sqrt(near) - width) / edge, -40, 40)))
    return np.asarray(level[..., None] * colour_of(room.ambient_kelvin), np.float32)


def arm_shine(points_mm: Floats, normals: Floats, shine: Floats, eye_mm: Points, room: LitRoom) -> Floats:
    """Return the light of lamps mirrored by skin and nails at points (n, 3): (n, 3)."""
    to_eye = eye_mm.astype(np.float32) - points_mm
    to_eye /= np.maximum(np.linalg.norm(to_eye, axis=-1, keepdims=True), 1e-6)
    total = np.zeros(points_mm.shape, np.float32)
    for lamp in room.lamps:
        away = np.asarray(lamp.at_mm, np.float32) - points_mm
        distance = np.linalg.norm(away, axis=-1, keepdims=True)
        half = away / distance + to_eye
        half /= np.maximum(np.linalg.norm(half, axis=-1, keepdims=True), 1e-6)
        facing = np.clip(np.einsum("...i,...i", half, normals), 0, 1)
        # Two lobes: the wide one of skin, the narrow one of its moisture or of a nail.
        lobe = 14 * facing**22 + 40 * np.maximum(shine - 0.3, 0) * facing**120
        grazing = np.clip(1 - np.einsum("...i,...i", to_eye, half), 0, 1) ** 5
        fresnel = 0.028 + 0.97 * grazing
        level = lamp.level * (lamp.distance_mm / distance[..., 0]) ** 2 * shine * fresnel * lobe / 4
        level *= np.clip(np.einsum("...i,...i", away, normals) / distance[..., 0], 0, 1)
        total += level[..., None] * colour_of(lamp.kelvin).astype(np.float32)
    return total
