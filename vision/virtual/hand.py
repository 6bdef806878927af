"""A hand with its forearm that reaches over the table, and how it looks from the camera."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.pinhole import Pinhole
from vision.picture import Pixels

Bgr = tuple[int, int, int]

SKIN: Bgr = (128, 165, 214)
SLEEVE: Bgr = (92, 62, 48)


@dataclass(frozen=True)
class _Limb:
    """Rounded bar from one point to another, (x, y, height) each, with both radii, in mm.

    In the hand's frame: origin under the hand's middle, y towards the forearm, x to the hand's right.
    """

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radii: tuple[float, float]
    sleeve: bool = False


def _moved(limbs: tuple[_Limb, ...], x: float, y: float, z: float) -> tuple[_Limb, ...]:
    """Return the limbs shifted."""

    def shifted(point: tuple[float, float, float]) -> tuple[float, float, float]:
        return point[0] + x, point[1] + y, point[2] + z

    return tuple(replace(limb, start=shifted(limb.start), end=shifted(limb.end)) for limb in limbs)


_SLEEVE = (_Limb((0, 92, 58), (0, 520, 130), (34, 46), sleeve=True),)
#: Wrist and the back of the hand; the knuckles are at y = -8.
_BACK = (
    _Limb((0, 30, 42), (0, 110, 60), (23, 24)),
    _Limb((-24, 0, 38), (-8, 48, 44), (13, 16)),
    _Limb((-8, -4, 39), (-2, 48, 44), (13, 16)),
    _Limb((8, -4, 39), (4, 48, 44), (13, 16)),
    _Limb((23, 2, 37), (10, 48, 44), (12, 15)),
)
_FINGER_X = (-25.0, -8.5, 8.0, 24.0)

#: A pose is layers from the lowest to the highest; the limbs of one layer are one smooth piece.
HAND_POSES: Mapping[str, tuple[tuple[_Limb, ...], ...]] = MappingProxyType(
    {
        # Fingers spread, palm over the place.
        "flat": (
            (_Limb((-16, 34, 36), (-46, -2, 34), (15, 11)), _Limb((-46, -2, 34), (-58, -30, 32), (11, 8))),
            _BACK,
            *(
                (_Limb((x, 4, 38), (1.45 * x, tip, 28), (11, 8)),)
                for x, tip in zip(_FINGER_X, (-70, -86, -82, -58), strict=True)
            ),
            _SLEEVE,
        ),
        # One finger stretched out; its tip is on the place.
        "point": (
            (_Limb((6, 100, 32), (-8, 62, 26), (15, 9)),),
            _moved(_BACK, 22, 84, 0),
            *((_Limb((x + 22, 82, 40), (x + 20, 58, 30), (11, 10)),) for x in _FINGER_X[:0:-1]),
            (_Limb((-2, 84, 40), (0, 2, 12), (11, 7)),),
            _moved(_SLEEVE, 22, 84, 0),
        ),
        # Thumb and forefinger pinch a piece that lies on the place.
        "pinch": (
            (_Limb((6, 84, 36), (-22, 40, 28), (15, 11)), _Limb((-22, 40, 28), (-9, 4, 14), (11, 8))),
            _moved(_BACK, 22, 64, 12),
            *((_Limb((x + 22, 62, 50), (x + 18, 34, 34), (11, 9)),) for x in _FINGER_X[:0:-1]),
            (_Limb((-2, 64, 52), (6, 34, 46), (11, 9)), _Limb((6, 34, 46), (8, 2, 16), (9, 7))),
            _moved(_SLEEVE, 22, 64, 12),
        ),
    }
)


@dataclass(frozen=True)
class Hand:
    """A hand over a place on the table.

    `over_mm` is the board point under it; `from_deg` the direction that the arm comes from, clockwise from the
    board's up direction (180: from the lower edge); `pose` one of HAND_POSES.
    """

    over_mm: tuple[float, float]
    from_deg: float = 180.0
    pose: str = "flat"
    skin: Bgr = SKIN
    sleeve: Bgr = SLEEVE


def paint_hand(picture: Pixels, camera: Pinhole, hand: Hand) -> Pixels:
    """Paint the hand into the picture, in place; return its mask (h, w).

    The mask is 255 where the hand hides the background.
    """
    layers = [[(limb, _outline(limb, hand, camera)) for limb in layer] for layer in HAND_POSES[hand.pose]]
    whole = np.zeros(picture.shape[:2], np.uint8)
    for layer in layers:
        for _, outline in layer:
            _fill(whole, outline)
    unit_px = _px_per_mm(camera, hand)
    _cast_shadow(picture, whole, unit_px)
    for layer in layers:
        _paint_layer(picture, layer, hand, unit_px)
    return whole


def _paint_layer(
    picture: Pixels, layer: list[tuple[_Limb, npt.NDArray[np.float64]]], hand: Hand, unit_px: float
) -> None:
    """Paint limbs as one piece, bright along its middle and dark towards its edges.

    It looks like something round.
    """
    points = np.vstack([outline for _, outline in layer])
    size = (picture.shape[1], picture.shape[0])
    low = np.clip(np.floor(points.min(0)).astype(int) - 2, 0, size)
    high = np.clip(np.ceil(points.max(0)).astype(int) + 3, 0, size)
    if np.any(high <= low):
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    for _, outline in layer:
        _fill(mask, outline - low)
    radius_px = max(max(limb.radii) for limb, _ in layer) * unit_px
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / radius_px
    shade = 0.55 + 0.45 * np.sqrt(1 - (1 - np.minimum(depth, 1)) ** 2)
    shade = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), max(0.5, 0.08 * radius_px))
    colour = np.asarray(hand.sleeve if layer[0][0].sleeve else hand.skin, dtype=np.float32)
    part = picture[low[1] : high[1], low[0] : high[0]]
    alpha = (mask / np.float32(255))[..., None]
    part[:] = (part * (1 - alpha) + alpha * shade[..., None] * colour).astype(np.uint8)


def _outline(limb: _Limb, hand: Hand, camera: Pinhole) -> npt.NDArray[np.float64]:
    """Return the limb's outline in pixels: the hull of its two round ends."""
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    turn = np.radians(hand.from_deg - 180)
    cos, sin = np.cos(turn), np.sin(turn)
    rings = []
    for (x, y, z), radius in zip((limb.start, limb.end), limb.radii, strict=True):
        ring = np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)])
        ring = ring @ np.array([[cos, sin], [-sin, cos]]) + np.asarray(hand.over_mm)
        rings.append(np.column_stack([ring, np.full(len(ring), z)]))
    pixels = camera.project(np.vstack(rings)).astype(np.float32)
    return np.asarray(cv2.convexHull(pixels).reshape(-1, 2), dtype=np.float64)


def _fill(mask: Pixels, outline: npt.NDArray[np.float64]) -> None:
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def _px_per_mm(camera: Pinhole, hand: Hand) -> float:
    x, y = hand.over_mm
    a, b = camera.project([(x - 5, y, 40), (x + 5, y, 40)])
    return float(np.hypot(*(a - b))) / 10


def _cast_shadow(picture: Pixels, mask: Pixels, unit_px: float) -> None:
    """Darken the table beside the hand."""
    small = cv2.resize(mask, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    shift = np.array([[1, 0, 14 * unit_px / 8], [0, 1, 10 * unit_px / 8]])
    small = cv2.warpAffine(small, shift, (small.shape[1], small.shape[0]))
    small = cv2.GaussianBlur(small, (0, 0), max(1.0, unit_px))
    kept = 255 - 0.45 * cv2.resize(small, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR)
    gain = cv2.cvtColor(kept.astype(np.uint8), cv2.COLOR_GRAY2BGR)
    cv2.multiply(picture, gain, dst=picture, scale=1 / 255)
