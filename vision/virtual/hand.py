"""A hand with its forearm that reaches over the table, and how it looks from the camera."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from vision.pinhole import Pinhole

Picture = npt.NDArray[np.uint8]
Bgr = tuple[int, int, int]

SKIN: Bgr = (128, 165, 214)
SLEEVE: Bgr = (92, 62, 48)


@dataclass(frozen=True)
class _Limb:
    """A rounded bar from one point to another, (x, y, height) each, with the radius at each end, in mm.

    In the hand's frame: origin under the hand's middle, y towards the forearm, x to the hand's right.
    """

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radii: tuple[float, float]
    sleeve: bool = False


_ARM = (
    _Limb((0, 20, 42), (0, 120, 62), (25, 27)),
    _Limb((0, 95, 58), (0, 520, 130), (36, 48), sleeve=True),
)
_PALM = (_Limb((-12, 0, 38), (-8, 34, 42), (25, 26)), _Limb((12, -2, 38), (8, 34, 42), (25, 26)))
_FINGER_X = (-30.0, -10.5, 10.5, 29.0)

#: The limbs of each pose, drawn in this order.
HAND_POSES: Mapping[str, tuple[_Limb, ...]] = MappingProxyType(
    {
        # Fingers spread, palm over the place.
        "flat": (
            *_ARM,
            *_PALM,
            *(
                _Limb((x * 0.85, -10, 36), (x * 1.25, tip, 30), (9.5, 7.5))
                for x, tip in zip(_FINGER_X, (-74, -88, -84, -60), strict=True)
            ),
            _Limb((-26, 24, 38), (-64, -20, 32), (12, 8.5)),
        ),
        # One finger stretched out; its tip is on the place.
        "point": (
            *(
                _Limb((a[0] + 12, a[1] + 88, a[2]), (b[0] + 12, b[1] + 88, b[2]), limb.radii, limb.sleeve)
                for limb in (*_ARM, *_PALM)
                for a, b in ((limb.start, limb.end),)
            ),
            *(_Limb((x + 12, 74, 40), (x + 12, 54, 30), (10, 9.5)) for x in _FINGER_X[1:]),
            _Limb((-12, 78, 38), (0, 2, 14), (9.5, 7)),
            _Limb((-14, 108, 40), (-22, 66, 30), (12, 8.5)),
        ),
        # Thumb and forefinger pinch a piece that lies on the place.
        "pinch": (
            *(
                _Limb(
                    (a[0] + 14, a[1] + 62, a[2] + 12),
                    (b[0] + 14, b[1] + 62, b[2] + 12),
                    limb.radii,
                    limb.sleeve,
                )
                for limb in (*_ARM, *_PALM)
                for a, b in ((limb.start, limb.end),)
            ),
            *(_Limb((x + 16, 50, 52), (x + 16, 26, 36), (10, 9.5)) for x in _FINGER_X[2:]),
            _Limb((4, 52, 54), (6, 4, 20), (10, 7)),
            _Limb((-12, 78, 50), (-10, 8, 18), (12, 8)),
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


def paint_hand(picture: Picture, camera: Pinhole, hand: Hand) -> Picture:
    """Paints the hand into the picture, in place; returns its mask (h, w), 255 where it hides what is behind."""
    outlines = [_outline(limb, hand, camera) for limb in HAND_POSES[hand.pose]]
    size = (picture.shape[1], picture.shape[0])
    whole = np.zeros(picture.shape[:2], np.uint8)
    for outline in outlines:
        _fill(whole, outline)
    unit_px = _px_per_mm(camera, hand)
    _cast_shadow(picture, whole, unit_px)
    for limb, outline in zip(HAND_POSES[hand.pose], outlines, strict=True):
        low = np.clip(np.floor(outline.min(0)).astype(int) - 2, 0, size)
        high = np.clip(np.ceil(outline.max(0)).astype(int) + 3, 0, size)
        if np.any(high <= low):
            continue
        part = (slice(low[1], high[1]), slice(low[0], high[0]))
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        _fill(mask, outline - low)
        radius_px = max(limb.radii) * unit_px
        depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / radius_px
        # A round bar: bright along its middle, dark towards its edges.
        shade = 0.5 + 0.5 * np.sqrt(np.clip(1 - (1 - np.clip(depth, 0, 1)) ** 2, 0, 1))
        shade = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), max(0.5, 0.04 * radius_px))
        colour = np.asarray(hand.sleeve if limb.sleeve else hand.skin, dtype=np.float32)
        alpha = (mask / np.float32(255))[..., None]
        picture[part] = (picture[part] * (1 - alpha) + alpha * shade[..., None] * colour).astype(np.uint8)
    return whole


def _outline(limb: _Limb, hand: Hand, camera: Pinhole) -> npt.NDArray[np.float64]:
    """The limb's outline in pixels: the hull of its two round ends."""
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


def _fill(mask: Picture, outline: npt.NDArray[np.float64]) -> None:
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def _px_per_mm(camera: Pinhole, hand: Hand) -> float:
    x, y = hand.over_mm
    a, b = camera.project([(x - 5, y, 40), (x + 5, y, 40)])
    return float(np.hypot(*(a - b))) / 10


def _cast_shadow(picture: Picture, mask: Picture, unit_px: float) -> None:
    """Darkens the table beside the hand."""
    small = cv2.resize(mask, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    shift = np.array([[1, 0, 14 * unit_px / 8], [0, 1, 10 * unit_px / 8]])
    small = cv2.warpAffine(small, shift, (small.shape[1], small.shape[0]))
    small = cv2.GaussianBlur(small, (0, 0), max(1.0, unit_px))
    kept = 255 - 0.45 * cv2.resize(small, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR)
    gain = cv2.cvtColor(kept.astype(np.uint8), cv2.COLOR_GRAY2BGR)
    cv2.multiply(picture, gain, dst=picture, scale=1 / 255)
