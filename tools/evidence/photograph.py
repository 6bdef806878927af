"""Photograph of a table in a room, arms over it, and the truth: slow but realistic.

It is slower than `render`, and more like life.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tools.evidence.arm import Arm, linear, relief
from tools.evidence.room import LitRoom, SeenSurface, Shadows, arm_shine, irradiance, mirrored, on_normals
from tools.evidence.sensor import Sensor, develop, shown
from vision.picture import Pixels
from vision.virtual.framing import Viewpoint
from vision.virtual.painting import SceneRenderer, ground_points, painting_order, project_unshaded
from vision.virtual.render import HAND, NOTHING, burnt_out, truth_about
from vision.virtual.scene import Scene

Floats = npt.NDArray[np.float32]

_LINEAR = linear(np.arange(256)).astype(np.float32)
#: How far light creeps through skin into its dark side.
_CREEP = 0.25


@dataclass(frozen=True, eq=False)
class Photograph:
    """Picture from the camera, (h, w, 3) BGR, and the truth about it (see `photograph`)."""

    picture: Pixels
    truth: dict[str, Any]


class RoomCamera:
    """Photographer of one table in one room, arms over it coming and going."""

    def __init__(
        self, scene: Scene, view: Viewpoint, room: LitRoom, sensor: Sensor | None = None, *, seed: int = 0
    ) -> None:
        self._scene, self._view, self._room = scene, view, room
        self._sensor = sensor or Sensor()
        self._seed = seed
        width, height = view.size_px
        canvas = np.zeros((height, width, 3), np.uint8)
        self._owner = np.full((height, width), NOTHING, np.int16)
        portraits = [project_unshaded(thing, view) for thing in scene.things]
        groups = [[(n, portraits[n]) for n in group] for group in painting_order(scene.things, view.camera)]
        SceneRenderer(scene.ground, view).paint(canvas, (0, 0, width, height), groups, self._owner)
        self._painted, self._colours = canvas, _LINEAR[canvas]
        self._ground = ground_points(view)
        self._eye = view.camera.position_mm
        self._surface = _surface(scene, self._ground, self._eye, self._owner)
        self._gloss = mirrored(self._surface, room, self._rng(1))
        self._taken: tuple[tuple[Arm, ...], Floats, npt.NDArray[np.float64], dict[str, Any]] | None = None

    def _rng(self, *part: int) -> np.random.Generator:
        return np.random.default_rng([self._seed, *part])

    def shoot(self, arms: Sequence[Arm] = (), number: int = 0) -> Photograph:
        """Photograph these arms over the table; `number` gives the picture noise of its own."""
        if self._taken is None or self._taken[0] != tuple(arms):
            self._taken = (tuple(arms), *self._take(arms))
        _, light, paper, truth = self._taken
        return Photograph(develop(light, paper, self._sensor, self._rng(2, 0), self._rng(3, number)), truth)

    def _take(self, arms: Sequence[Arm]) -> tuple[Floats, npt.NDArray[np.float64], dict[str, Any]]:
        """Return the light that reaches the lens, that of white paper, and the truth."""
        lit = irradiance(self._surface, self._room, Shadows(self._scene.things, arms), self._rng(4))
        light = self._colours * lit + self._gloss
        paper = _paper(lit, self._surface, self._scene)
        burnt = burnt_out(shown(light, paper, self._sensor), self._painted)
        owner = self._owner.copy()
        for number, arm in enumerate(arms):
            self._add_arm(light, owner, arm, self._rng(5, number))
        return light, paper, truth_about(self._scene, self._view, owner, self._seed, burnt)

    def _add_arm(
        self,
        light: Floats,
        owner: npt.NDArray[np.int16],
        arm: Arm,
        rng: np.random.Generator,
    ) -> None:
        """Put an arm into linear light, in place."""
        height, width = owner.shape
        middle = self._ground[height // 2, width // 2 : width // 2 + 2]
        scale = 1 / float(np.linalg.norm(middle[1] - middle[0]))
        seen = relief(arm, self._ground, self._eye, scale, rng, self._view.camera.project)
        if seen is None:
            return
        height, width = seen.mask.shape
        part = slice(seen.top, seen.top + height), slice(seen.left, seen.left + width)
        points, normals = seen.points_mm[seen.mask], seen.normals[seen.mask]
        sent = seen.colours[seen.mask] * on_normals(points, normals, self._room, _CREEP)
        sent *= _hollows(seen.points_mm, seen.mask, scale)[seen.mask]
        sent += arm_shine(points, normals, seen.shine[seen.mask], self._eye, self._room)
        light[part][seen.mask] = sent
        owner[part][seen.mask] = HAND


def photograph(
    scene: Scene,
    view: Viewpoint,
    room: LitRoom,
    sensor: Sensor | None = None,
    *,
    arms: Sequence[Arm] = (),
    seed: int = 0,
) -> Photograph:
    """Photograph a scene in a room from a view. The same arguments give the same bytes.

    The truth is that of `render`; what glare burns out is not `visible`.
    """
    return RoomCamera(scene, view, room, sensor, seed=seed).shoot(arms)


def _surface(scene: Scene, ground: Floats, eye: npt.NDArray[np.float64], owner: npt.NDArray[np.int16]) -> SeenSurface:
    """Return the points that the pixels show, each at the height of the top of what owns it."""
    tops = np.array([thing.top_mm for thing in scene.things] + [0.0, 0.0], np.float32)
    z = tops[np.where(owner >= 0, owner, len(scene.things))]
    share = (1 - z / np.float32(eye[2]))[..., None]
    flat = eye[:2].astype(np.float32)
    points = np.concatenate([flat + (ground - flat) * share, z[..., None]], axis=2)
    return SeenSurface(points, eye, owner >= 0)


def _paper(lit: Floats, surface: SeenSurface, scene: Scene) -> npt.NDArray[np.float64]:
    """Return the average light that white paper on the board sends out."""
    x, y = surface.points_mm[..., 0], surface.points_mm[..., 1]
    left, top, right, bottom = scene.surface.extent_mm
    board = (x > left) & (x < right) & (y > top) & (y < bottom)
    return np.asarray(np.median(lit[board][::50], axis=0), np.float64)


def _hollows(points_mm: Floats, mask: npt.NDArray[np.bool_], scale: float) -> Floats:
    """Return the share of the light from all sides that arrives (h, w, 1).

    It is less between fingers and low beside the arm.
    """
    z = np.where(mask, points_mm[..., 2], 0).astype(np.float32)
    weight = mask.astype(np.float32)
    sigma = 6 * scale
    around = cv2.GaussianBlur(z, (0, 0), sigma) / np.maximum(cv2.GaussianBlur(weight, (0, 0), sigma), 0.05)
    return np.asarray(np.clip(1 - np.clip(around - z, 0, 30) / 34, 0.3, 1)[..., None], np.float32)
