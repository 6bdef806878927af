"""Pictures of random tables as phones take them, with their truth, quickly drawn."""

import math
import random
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import cv2
import numpy as np

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.board_art import board_picture
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position, shot_truth
from engine.finstere_flure.position import Position
from tools.evidence.drawn_prints.pen import PX_PER_MM
from tools.evidence.phone_shots.degradations import EVERY_KIND
from tools.evidence.phone_shots.fading import faded_cells, without_print
from tools.evidence.phone_shots.held_out_prints import PRINTS as HELD_OUT
from tools.evidence.phone_shots.held_out_prints import SORTS
from tools.evidence.phone_shots.training_prints import PRINTS as TRAINING
from tools.evidence.phone_shots.training_prints import sort_of, training_print
from tools.evidence.prints import print_of, table_print
from tools.evidence.rooms import any_table, cleared
from tools.evidence.small_things import small_thing
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Points
from vision.picture import Pixels
from vision.virtual import HAND_POSES, Hand, Print, Scene, Viewpoint, fit_view
from vision.virtual.hand import paint_hand
from vision.virtual.painting import painting_order, project_thing, renderer_for
from vision.virtual.render import HAND, NOTHING, Shot, burnt_out, truth_about

#: Which generator draws the boards: the one for fitting and tuning, or the one for reporting.
PrintSet = Literal["training", "held-out"]
#: Numbers of prints of the sets.
PRINTS = {"training": TRAINING, "held-out": len(HELD_OUT)}
#: Number of pictures that follow each other on a training print.
_ON_EACH = 4
#: Sizes of pictures, as phones store them for messengers, and half of a Raspberry Pi's.
_SIZES_PX = ((1600, 1000), (1920, 1200), (2304, 1296))
#: Share of the tables over which there is a hand, and on which there are things without tags.
_WITH_HAND = 0.12
_WITH_THINGS = 0.25


@dataclass(frozen=True)
class ShotPlan:
    """Plan of a picture: the board's print, the kind of degradation, and its number."""

    prints: PrintSet
    print_number: int
    kind: str
    number: int
    seed: int

    @property
    def sort(self) -> str:
        """The sort of the print."""
        return HELD_OUT[self.print_number][0] if self.prints == "held-out" else sort_of(self.print_number)


@dataclass(frozen=True, eq=False)
class PhoneShot:
    """Picture (BGR), its truth (see `measure`), the table's position, and the focal length.

    `disturbed`: a hand or things without tags are in the picture. `bare` is a picture of the same board with reference
    tags alone, and its camera's focal length; None if none was asked for.
    """

    picture: Pixels
    truth: dict[str, Any]
    position: Position
    focal_px: float
    disturbed: bool
    bare: tuple[Pixels, float] | None = None


def plans(prints: PrintSet, kinds: tuple[str, ...], pictures: int, seed: int) -> list[ShotPlan]:
    """Return the plans of so many pictures: each kind equally often, the prints in turn.

    Those of one print follow each other, so that it is drawn once.
    """
    drawn = []
    for number in range(pictures):
        turn = number // _ON_EACH * 7 if prints == "training" else number // len(kinds) * 7 + number * 3
        drawn.append(ShotPlan(prints, turn % PRINTS[prints], kinds[number % len(kinds)], number, seed))
    return sorted(drawn, key=lambda plan: plan.print_number)


@lru_cache(maxsize=2)
def _board(prints: PrintSet, number: int, cell_mm: float) -> Print:
    height, width = board_picture(PX_PER_MM, cell_mm).shape[:2]
    if prints == "training":
        return training_print(number, (width, height), cell_mm)
    sort, which = HELD_OUT[number]
    rng = random.Random(f"held-out print {sort} {which}")
    return print_of(SORTS[sort]((width, height), rng, np.random.default_rng([which, 77])), cell_mm)


@lru_cache(maxsize=4)
def _table(kind: str, cell_mm: float) -> Print:
    return table_print(kind, random.Random(kind), cell_mm)


def take(plan: ShotPlan, *, with_bare: bool = False) -> PhoneShot:
    """Take the picture of a plan. The same plan gives the same bytes."""
    rng = random.Random(f"{plan}")
    catalogue = make_catalogue()
    cell_mm = catalogue.grid.cell_mm
    position = random_table(rng)
    laid = scene_from_position(position, catalogue, seed=rng.randrange(1 << 30))
    ground = _table(any_table(rng), cell_mm), _board(plan.prints, plan.print_number, cell_mm)
    hand = _any_hand(rng) if rng.random() < _WITH_HAND else None
    things = [small_thing(rng, n) for n in range(rng.randint(1, 4))] if rng.random() < _WITH_THINGS else []
    scene = Scene(ground, (*laid.things, *things), laid.surface, hand)
    view = _any_view(rng, catalogue)
    picture, truth = _photograph(scene, view, plan.kind, rng)
    truth = shot_truth(Shot(picture, truth), position)
    size_scale = picture.shape[1] / view.size_px[0]
    focal_px = float(view.camera.matrix[0, 0]) * size_scale
    bare = None
    if with_bare:
        other = _any_view(rng, catalogue)
        cleared_board = replace(cleared(scene, catalogue), hand=None)
        bare = _photograph(cleared_board, other, "plain", rng)[0], float(other.camera.matrix[0, 0])
    return PhoneShot(picture, truth, position, focal_px, bool(hand or things), bare)


def _any_hand(rng: random.Random) -> Hand:
    skin = rng.choice(((128, 165, 214), (70, 100, 150), (45, 60, 90)))
    sleeve = (rng.randint(15, 235), rng.randint(15, 235), rng.randint(15, 235))
    over = rng.uniform(40, 360), rng.uniform(30, 245)
    return Hand(over, rng.uniform(0, 360), rng.choice(sorted(HAND_POSES)), skin, sleeve)


def _any_view(rng: random.Random, catalogue: Catalogue) -> Viewpoint:
    """Return a camera held by hand over one of the table's sides."""
    size = rng.choice(_SIZES_PX)
    return fit_view(
        required_points(catalogue),
        size,
        focal_px=size[0] / 2 / math.tan(math.radians(rng.uniform(58, 72) / 2)),
        tilt_deg=rng.uniform(0, 28),
        azimuth_deg=rng.choice((0, 0, 0, 180, 180, 90)) + rng.uniform(-20, 20),
        roll_deg=rng.uniform(-12, 12),
        margin=rng.uniform(0.02, 0.06),
    )


def _photograph(scene: Scene, view: Viewpoint, kind: str, rng: random.Random) -> tuple[Pixels, dict[str, Any]]:
    """Return the picture of a scene by a phone, and the truth about it."""
    width, height = view.size_px
    picture = np.zeros((height, width, 3), np.uint8)
    owner = np.full((height, width), NOTHING, np.int16)
    groups = (
        [(n, project_thing(scene.things[n], view)) for n in group]
        for group in painting_order(scene.things, view.camera)
    )
    renderer_for(scene.ground, view).paint(picture, (0, 0, width, height), groups, owner)
    if scene.hand is not None:
        owner[paint_hand(picture, view.camera, scene.hand) > 127] = HAND
    painted = _in_room_light(picture, rng)
    degradation = EVERY_KIND[kind]
    before = rng.getstate()
    lit = degradation.lit(painted, rng)
    truth = truth_about(scene, view, owner, 0, burnt_out(lit, painted))
    taken = degradation.taken(lit, rng)
    # The same light, lens and noise on a board without its print.
    rng.setstate(before)
    corners = _cell_corners(scene, view)
    cell_px = float(np.mean([np.ptp(places) for places in corners.values()]))
    plain = without_print(painted, owner == NOTHING, cell_px)
    plainly_taken = degradation.taken(degradation.lit(plain, rng), rng)
    truth["faded"] = list(faded_cells(corners, (painted, plain), (taken, plainly_taken)))
    return taken, truth


def _cell_corners(scene: Scene, view: Viewpoint) -> dict[str, Points]:
    """Return the corners (4, 2) in pixels of each cell."""
    surface = scene.surface
    areas = np.array([surface.area_mm(place) for place in surface.places], np.float64)
    corners = view.camera.project(areas[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)).reshape(-1, 4, 2)
    return dict(zip(surface.places, corners, strict=True))


def _in_room_light(picture: Pixels, rng: random.Random) -> Pixels:
    """Return the picture in warm or cold light that falls off to one side."""
    height, width = picture.shape[:2]
    level, falls = rng.uniform(0.65, 0.95), rng.uniform(0, 0.35)
    turn, warm = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.3)
    y, x = np.mgrid[-1:1:16j, -1:1:16j].astype(np.float32)
    fall = 1 - falls * (0.5 + 0.35 * (x * math.cos(turn) + y * math.sin(turn)))
    tint = np.array([1 - warm, 1 - 0.3 * warm, 1.0], np.float32)
    gain = cv2.resize(level * fall[..., None] * tint, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(picture, gain.astype(np.float32), dtype=cv2.CV_8U), np.uint8)
