"""Image stabilization for small pictures: removes sway and focus breathing, measures blur.

Each picture is aligned with the one that was read by a similarity transform: the displacement of blocks by
their gradients (Lucas-Kanade), and the transform in which most blocks agree, so that an arm decides nothing. A
table that is still is not aligned at all.
"""

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Grey
from vision.picture import Pixels
from vision.sources.camera import Frame
from vision.watching.gates import Gates
from vision.watching.motion import Floats, tile_means

Affine = npt.NDArray[np.float64]

#: The picture is compared in so many blocks, columns and rows.
_BLOCKS = (16, 9)
#: Grey levels are compared as logarithms, so that light counts little; near black they say little.
_BLACK = 8.0
#: Light is what is left in a box of so many pixels of half the small picture.
_LIGHT_PX = 15
#: Each step of the alignment moves the picture by what the step before has found.
_STEPS = 3
#: Blocks with less structure than this share of the usual one say nothing.
_STRUCTURED = 0.1
#: Distance below which a block agrees, in pixels of half the small picture.
_AGREES_PX = 0.15
#: Share of the blocks that must agree.
_AGREEING = 0.5
#: Greatest share by which a breathing lens changes the scale.
_MOST_SCALE = 0.015
#: Angle below which a swaying lens turns the picture (radians).
_MOST_TURN = 0.004
#: From one frame to the next the picture has moved if a corner is off by more than this, in pixels of the small one.
_STEP_PX = 0.03
#: Number of frames in which the picture has moved if it sways: a bump moves it once or twice.
_SWAY_FRAMES = 3
#: Time within which these frames are taken (seconds).
_SWAY_S = 1.0
#: Share by which sharpness has changed if the lens hunts.
_HUNT_SHARE = 0.04
#: Time within which it has changed (seconds).
_HUNT_S = 1.5
#: The sharpest frame of so long counts (seconds): a lens hunts in less, and one that stays blurred is read as it is.
_SHARPEST_S = 8.0
#: Share of their tiles' contrast by which aligned pictures differ, since they are interpolated.
_SLACK = 0.35
#: Greatest share by which they differ, with blur.
_MOST_SLACK = 0.6


@dataclass(frozen=True)
class PictureMotion:
    """Displacement of a whole picture: shift of its middle (pixels), scale, turn (radians).

    The scale is a change.
    """

    x: float = 0.0
    y: float = 0.0
    scale: float = 0.0
    turn: float = 0.0

    def matrix(self, size: tuple[int, int], times: float = 1.0) -> Affine:
        """Return the affine transform (2, 3) from the aligned picture of this size to the moved one.

        `size` is (width, height). `times` is how many times larger the picture is than the one that was measured.
        """
        across, down = (size[0] - 1) / 2, (size[1] - 1) / 2
        a, b = 1 + self.scale, self.turn
        return np.array(
            [
                [a, -b, self.x * times + across - a * across + b * down],
                [b, a, self.y * times + down - b * across - a * down],
            ]
        )

    def corner_px(self, size: tuple[int, int], other: "PictureMotion") -> float:
        """Return the distance of a picture's corners under this and the other motion, in pixels.

        The picture is of this size.
        """
        corners = np.array([(x, y, 1.0) for x in (0, size[0] - 1) for y in (0, size[1] - 1)])
        apart = corners @ (self.matrix(size) - other.matrix(size)).T
        return float(np.linalg.norm(apart, axis=1).max())


@dataclass(frozen=True, eq=False)
class StabilizedFrame(Frame):
    """Frame as from a camera that did not move: `motion` of the small picture is taken out."""

    motion: PictureMotion = PictureMotion()
    times: float = 1.0

    @cached_property
    def picture(self) -> Pixels:
        """Picture in full resolution and colour, BGR (h, w, 3)."""
        return self._aligned(Frame(self.pixels, self.taken_s, self.yuv_size).picture)

    @cached_property
    def grey(self) -> Grey:
        """Picture in full resolution without colours."""
        return self._aligned(Frame(self.pixels, self.taken_s, self.yuv_size).grey)

    def _aligned(self, picture: Pixels) -> Pixels:
        size = picture.shape[1], picture.shape[0]
        return _warped(picture, self.motion.matrix(size, self.times))


class Structure:
    """Gradients of a small picture, at half its size, in each block."""

    def __init__(self, small: Grey) -> None:
        self.small = small
        self.evened = _evened(small)
        self.across = np.asarray(cv2.Sobel(self.evened, cv2.CV_32F, 1, 0, ksize=1, scale=0.5), np.float32)
        self.down = np.asarray(cv2.Sobel(self.evened, cv2.CV_32F, 0, 1, ksize=1, scale=0.5), np.float32)
        self.xx, self.xy = _blocks(self.across**2), _blocks(self.across * self.down)
        self.yy = _blocks(self.down**2)
        self.det = self.xx * self.yy - self.xy**2
        self.usable = self.det > _STRUCTURED**2 * float(np.median(self.det)) + 1e-14
        self.contrast = contrast(small)


class Stabilizer:
    """Aligner of one camera's small pictures with the one that was read.

    It works as long as the pictures sway or lose their focus.
    """

    def __init__(self, small: Grey, times: float, gates: Gates) -> None:
        """Prepare for small pictures; the full picture is `times` larger."""
        self._gates, self._times = gates, times
        self._first_sharpness = _sharpness(small)
        self._structure: Structure | None = None
        self._before = small
        #: When the picture had moved against the frame before, in the last second; and sharpness with its time.
        self._moved_s: deque[float] = deque()
        self._sharpness: deque[tuple[float, float]] = deque()
        self._latest: PictureMotion | None = None
        self.motion: PictureMotion | None = None
        """What is taken out of this frame; None if nothing is."""
        self.step_px: float | None = 0.0
        """How far the middle has moved since the frame before, in pixels of the full picture; None if unknown."""
        self.level = 1.0
        """How sharp this frame is, as a share of the first."""
        self.blurred = False
        """Whether sharper frames are to be waited for."""
        self.is_active = False
        """Whether the picture sways or the lens hunts."""

    def see(self, small: Grey, reference: Grey, taken_s: float, limit: float) -> Grey:
        """Take the next small picture and return it aligned with the reference.

        Tiles that are off by more grey levels than `limit` have changed.
        """
        moves = float(tile_means(np.asarray(cv2.absdiff(self._before, small), np.uint8)).max()) > limit
        self._before, self.motion = small, None
        self.step_px = 0.0
        if not moves and not self.is_active:
            self.blurred, self._latest = False, None
            self._keep_level(taken_s)
            return small
        self._measure(small, reference, taken_s)
        size = small.shape[1], small.shape[0]
        latest = self._latest
        if not self.is_active or latest is None or not self._is_small(latest):
            return small
        if latest.corner_px(size, PictureMotion()) < _STEP_PX:
            return small
        self.motion = latest
        return _warped(small, self.motion.matrix(size))

    def stabilize(self, frame: Frame) -> Frame:
        """Return the frame as it would be without what is taken out of its small picture."""
        if self.motion is None:
            return frame
        return StabilizedFrame(frame.pixels, frame.taken_s, frame.yuv_size, frame.lower, self.motion, self._times)

    def slack(self, reference: Grey, small: Grey) -> Floats | float:
        """Return how many more grey levels unchanged tiles may be off (rows, columns)."""
        # What moves otherwise than a swaying camera is no sway.
        if not self.is_active or self._latest is None or not self._is_small(self._latest):
            return 0.0
        if self._structure is None or self._structure.small is not reference:
            self._structure = Structure(reference)
        share = min(_SLACK + max(1 - self.level / self._sharpest, 0.0), _MOST_SLACK)
        return np.asarray(share * np.maximum(self._structure.contrast, contrast(small)), np.float32)

    @property
    def _sharpest(self) -> float:
        return max((level for _, level in self._sharpness), default=self.level)

    def _measure(self, small: Grey, reference: Grey, taken_s: float) -> None:
        size = small.shape[1], small.shape[0]
        if self._structure is None or self._structure.small is not reference:
            self._structure = Structure(reference)
        before, motion = self._latest, measured_motion(self._structure, small)
        self._latest = motion
        if motion is not None and before is not None:
            self.step_px = float(np.hypot(motion.x - before.x, motion.y - before.y)) * self._times
            if motion.corner_px(size, before) > _STEP_PX:
                self._moved_s.append(taken_s)
        else:
            self.step_px = None
        self.level = float(np.median(_sharpness(small) / self._first_sharpness))
        self._keep_level(taken_s)
        while self._moved_s and self._moved_s[0] < taken_s - _SWAY_S:
            self._moved_s.popleft()
        recent = [level for at_s, level in self._sharpness if at_s >= taken_s - _HUNT_S]
        hunts = len(recent) > _SWAY_FRAMES and max(recent) > (1 + _HUNT_SHARE) * min(recent)
        self.is_active = hunts or len(self._moved_s) >= _SWAY_FRAMES
        self.blurred = self.is_active and self.level < self._gates.sharp_share * self._sharpest

    def _keep_level(self, taken_s: float) -> None:
        """Note how sharp the picture is; where nothing moves it is as sharp as before."""
        self._sharpness.append((taken_s, self.level))
        while self._sharpness[0][0] < taken_s - _SHARPEST_S:
            self._sharpness.popleft()

    def _is_small(self, motion: PictureMotion) -> bool:
        """Return True if the motion is small enough to be taken out; others are bumps."""
        shift_px = float(np.hypot(motion.x, motion.y)) * self._times
        return shift_px <= self._gates.sway_px and abs(motion.scale) <= _MOST_SCALE and abs(motion.turn) <= _MOST_TURN


def measured_motion(before: Structure, grey: Grey) -> PictureMotion | None:
    """Measure the displacement of a small picture; None if most of it does not move as one.

    It is relative to another picture.
    """
    evened = _evened(grey)
    size = evened.shape[1], evened.shape[0]
    columns, rows = _BLOCKS
    across, down = np.meshgrid(
        ((np.arange(columns) + 0.5) / columns - 0.5) * size[0], ((np.arange(rows) + 0.5) / rows - 0.5) * size[1]
    )
    usable = before.usable
    if usable.mean() < _AGREEING / 2:
        return None
    x, y = across[usable], down[usable]
    zero, ones = np.zeros_like(x), np.ones_like(x)
    terms = np.vstack([np.column_stack([ones, zero, x, -y]), np.column_stack([zero, ones, y, x])])
    whole = np.zeros(4)
    off = np.zeros(1)
    for _ in range(_STEPS):
        matrix = PictureMotion(*whole).matrix(size)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        warped = cv2.warpAffine(evened, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        change = np.asarray(warped, np.float32) - before.evened
        right, below = _blocks(before.across * change), _blocks(before.down * change)
        u = -(before.yy * right - before.xy * below)[usable] / before.det[usable]
        v = -(before.xx * below - before.xy * right)[usable] / before.det[usable]
        values = np.concatenate([u, v])
        step = np.array([np.median(u), np.median(v), 0.0, 0.0])
        for _ in range(4):
            off = np.abs(terms @ step - values)
            weight = 1 / (1 + (off / _AGREES_PX) ** 2)
            weighted = terms * weight[:, None]
            step = np.linalg.solve(weighted.T @ terms + 1e-6 * np.eye(4), weighted.T @ values)
        whole += step
    agrees = np.hypot(*np.split(off, 2)) < _AGREES_PX
    if agrees.mean() < _AGREEING:
        return None
    return PictureMotion(2 * whole[0], 2 * whole[1], whole[2], whole[3])


def contrast(small: Grey) -> Floats:
    """Return the local contrast of each tile (rows, columns), in grey levels.

    It is the difference of neighbouring pixels of the tile and those round it.
    """
    beside = np.zeros_like(small)
    cv2.absdiff(small[:, 1:], small[:, :-1], beside[:, :-1])
    below = np.zeros_like(small)
    cv2.absdiff(small[1:], small[:-1], below[:-1])
    return np.asarray(cv2.dilate(tile_means(beside) + tile_means(below), np.ones((3, 3), np.uint8)), np.float32)


def _sharpness(small: Grey) -> Floats:
    """Return the difference of neighbouring pixels in each block, as a share of its brightness."""
    beside = np.asarray(cv2.absdiff(small[:, 1:], small[:, :-1]), np.float32)
    below = np.asarray(cv2.absdiff(small[1:], small[:-1]), np.float32)
    return (_blocks(beside) + _blocks(below) + 0.1) / (_blocks(small.astype(np.float32)) + _BLACK)


def _evened(small: Grey) -> Floats:
    """Return the logarithm of a small picture at half its size without the light."""
    half = cv2.resize(small, (small.shape[1] // 2, small.shape[0] // 2), interpolation=cv2.INTER_AREA)
    soft = np.log(cv2.GaussianBlur(half.astype(np.float32), (0, 0), 1.0) + _BLACK)
    return np.asarray(soft - cv2.boxFilter(soft, -1, (_LIGHT_PX, _LIGHT_PX)), np.float32)


def _blocks(values: Floats) -> Floats:
    return np.asarray(cv2.resize(values, _BLOCKS, interpolation=cv2.INTER_AREA), np.float32)


def _warped(picture: Pixels, matrix: Affine) -> Pixels:
    size = picture.shape[1], picture.shape[0]
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))
