"""Lamps, shadows, gloss and the sensor of the virtual camera obey what physics says of them."""

import math

import numpy as np
import pytest

from tools.evidence.arm import POSES, SKINS, Arm, Sleeve
from tools.evidence.lamps import Lamp, colour_of, dome, sun
from tools.evidence.photograph import photograph
from tools.evidence.room import LACQUER, MATT, LitRoom, Shadows
from tools.evidence.sensor import Sensor, develop
from vision.model.surface import Grid
from vision.virtual import Body, Print, Scene, Thing, Viewpoint, fit_view, rectangle
from vision.virtual.render import burnt_out

pytestmark = pytest.mark.slow

GRID = Grid(25.0, {f"{column}-{row}": (column, row) for column in range(16) for row in range(11)})
PLAIN = Sensor(noise=0, vignette=0, sharpen=0, jpeg_quality=100)


def grey_scene(*things: Thing, level: int = 120) -> Scene:
    paper = Print(np.full((200, 300, 3), level, np.uint8), 0.25, (-400.0, -260.0))
    return Scene((paper,), things, GRID)


def above(size: tuple[int, int] = (480, 300)) -> Viewpoint:
    return fit_view([(-20.0, -20.0), (420.0, 295.0)], size, focal_px=size[0] * 0.77)


def lit_points(places: list[tuple[float, float]]) -> np.ndarray:
    return np.array([[(x, y, 0.0) for x, y in places]], np.float32)


def test_warm_light_is_red_and_daylight_is_neutral() -> None:
    blue, green, red = colour_of(2200)
    assert red > 1.8 * green > 3 * blue
    assert colour_of(6500) == pytest.approx([1, 1, 1], abs=0.01)


def test_a_small_and_a_large_lamp_of_one_level_mirror_the_same_light_by_a_rough_surface() -> None:
    """A small and a large lamp of one level give the same light on a rough surface.

    A lamp's light does not depend on how the surface spreads it, once the lobe is much wider than the lamp.
    """
    points = np.zeros((1, 1, 3), np.float32)
    straight_up = np.array([[[0.0, 0.0, 1.0]]], np.float32)
    sent = []
    for wide in (20.0, 60.0):
        lamp = Lamp((0, 0, 1000), (wide, wide), 0.5, aim_mm=(0, 0, 0))
        sent.append(float(lamp.mirrored(points, straight_up, 0.3)[0, 0]) * lamp.radiance)
    assert sent[0] == pytest.approx(sent[1], rel=0.05)


def test_in_a_smooth_surface_a_window_shows_its_panes_and_bars() -> None:
    lamp = Lamp((0, 0, 1000), (800, 800), 0.5, disc=False, panes=(2, 1), aim_mm=(0, 0, 0))
    across = lamp.axes[0]
    offsets = np.array([0.0, 200.0, 500.0])
    rays = np.array([[np.array([0, 0, 1000.0]) + offset * across for offset in offsets]], np.float32)
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    bar, pane, beside = lamp.mirrored(np.zeros((1, 3, 3), np.float32), rays, 0.001)[0]
    assert (bar, pane, beside) == pytest.approx((0, 1, 0), abs=0.01)


def test_a_shadow_falls_away_from_the_sun_as_far_as_its_height_asks_for() -> None:
    box = Thing("box", (200.0, 137.0), 0.0, (Body(rectangle(-10, -10, 10, 10), 0, 40, (0, 0, 0)),))
    star = sun(1.0, 45.0, 270.0)
    shadows = Shadows([box], ())
    in_shadow, beyond, sunny = shadows.lit(
        lit_points([(245, 137), (256, 137), (185, 137)]), star.points(4, np.random.default_rng(1))
    )[0]
    assert (in_shadow, beyond, sunny) == (0, 1, 1)


def test_the_shadow_of_an_arm_is_soft_under_a_large_lamp_and_hard_under_a_small_one() -> None:
    arm = Arm((200.0, 137.0), pose="hovering", raised_mm=100)
    along = lit_points([(x, 137.0) for x in np.linspace(60, 340, 141)])
    soft_points = []
    for wide in (20.0, 500.0):
        lamp = Lamp((200, 137, 900), (wide, wide), 0.5)
        lit = Shadows([], (arm,)).lit(along, lamp.points(24, np.random.default_rng(1)))[0]
        assert lit.min() < 0.6
        soft_points.append(int(((lit > 0.05) & (lit < 0.95)).sum()))
    assert soft_points[1] > 2 * soft_points[0]


def test_the_dome_gives_its_level() -> None:
    lamps = dome(0.5, 4500, np.random.default_rng(1))
    falling = [lamp.level * lamp.at_mm[2] / lamp.distance_mm for lamp in lamps]
    assert sum(falling) == pytest.approx(0.5, rel=0.01)


def test_glare_burns_out_in_lacquer_where_a_matt_board_only_pales() -> None:
    view = above()
    eye = view.camera.position_mm
    lamp = Lamp((2 * 200 - eye[0], 2 * 137 - eye[1], eye[2]), (60, 60), 0.6)
    spots = {}
    for finish in (LACQUER, MATT):
        room = LitRoom((lamp,), 0.4, board=finish, walls=0)
        shot = photograph(grey_scene(), view, room, PLAIN)
        spots[finish] = shot.picture.max()
        burnt = [cell for cell, shares in shot.truth["cells"].items() if shares.get("burnt", 0) > 0.3]
        assert bool(burnt) == (finish is LACQUER)
    assert spots[LACQUER] == 255
    assert spots[MATT] < 200


def test_glare_burns_out_what_is_not_white_itself() -> None:
    painted = np.full((1, 4, 3), 90, np.uint8)
    painted[0, 3] = 230
    shown = np.array([[[90] * 3, [200] * 3, [250] * 3, [250] * 3]], np.uint8)
    assert burnt_out(shown, painted).tolist() == [[False, False, True, False]]


@pytest.mark.thorough(but=["skin0", "skin3"])
@pytest.mark.parametrize("skin", SKINS[::3])
def test_a_fair_arm_is_brighter_than_a_dark_one_and_both_are_shaded(skin: tuple[int, int, int]) -> None:
    room = LitRoom((Lamp((600, -200, 900), (100, 100), 0.5, 5000),), 0.4)
    arm = Arm((200.0, 150.0), skin=skin)
    shot = photograph(grey_scene(), above(), room, PLAIN, arms=(arm,))
    bare = photograph(grey_scene(), above(), room, PLAIN)
    where = np.abs(shot.picture.astype(int) - bare.picture).max(axis=2) > 12
    seen = shot.picture[where].astype(float)
    # Redder than blue whatever the tone, and never of one brightness.
    assert seen[:, 2].mean() > seen[:, 0].mean()
    assert seen[:, 1].std() > 4


def test_a_sleeve_and_a_glove_hide_the_skin() -> None:
    room = LitRoom((), 0.7, 6500)
    blue: tuple[int, int, int] = (200, 60, 30)
    arm = Arm((200.0, 150.0), sleeve=Sleeve(blue, from_mm=0.0), glove=blue)
    shot = photograph(grey_scene(), above(), room, PLAIN, arms=(arm,))
    covered = [cell for cell, shares in shot.truth["cells"].items() if shares.get("hand", 0) > 0.99]
    assert covered
    for cell in covered:
        x, y = above().camera.project([GRID.centre(cell)])[0]
        b, _, r = shot.picture[int(y), int(x)].astype(int)
        assert b > r


def test_every_pose_lies_above_the_board_and_is_mirrored_for_a_left_hand() -> None:
    for pose in POSES:
        right, left = Arm((0.0, 0.0), pose=pose), Arm((0.0, 0.0), pose=pose, left=True)
        for limb, other in zip(right.limbs(), left.limbs(), strict=True):
            assert min(limb.start[2] - limb.radii[0], limb.end[2] - limb.radii[1]) > -2.5
            assert limb.start[0] == pytest.approx(-other.start[0])


def test_photons_make_noise_that_grows_with_the_root_of_the_light() -> None:
    rng = np.random.default_rng(1)
    spread = []
    for level in (0.05, 0.2):
        light = np.full((200, 200, 3), level, np.float32)
        sensor = Sensor(noise=6, vignette=0, sharpen=0, balance=0, jpeg_quality=100)
        shown = develop(light, (0.82, 0.82, 0.82), sensor, rng, rng).astype(float)
        spread.append(np.diff((shown / 255) ** 2.2, axis=0).std())
    assert 1.2 < spread[1] / spread[0] < 2.2


def test_out_of_focus_is_what_lies_far_from_the_sharp_place() -> None:
    stripes = np.tile(np.where(np.arange(400) % 8 < 4, 0.1, 0.7).astype(np.float32)[None, :, None], (250, 1, 3))
    rng = np.random.default_rng(1)
    sensor = Sensor(noise=0, defocus_px=3.0, focus=(0.1, 0.5), vignette=0, sharpen=0)
    shown = develop(stripes, (0.82,) * 3, sensor, rng, rng).astype(float)
    assert shown[:, 20:60].std() > 2 * shown[:, 340:380].std()


def test_dirt_veils_the_dark_beside_the_bright() -> None:
    light = np.full((300, 400, 3), 0.02, np.float32)
    light[:, :200] = 0.9
    shown = {}
    for dirt in (0.0, 1.0):
        lens, rng = np.random.default_rng(3), np.random.default_rng(3)
        sensor = Sensor(noise=0, dirt=dirt, vignette=0, sharpen=0)
        shown[dirt] = develop(light, (0.82,) * 3, sensor, lens, rng)[:, 230:].mean()
    assert shown[1.0] > shown[0.0] + 4


def test_white_paper_is_just_not_white_whatever_the_lamp() -> None:
    for kelvin in (2200, 6500):
        lamp = Lamp((200, 137, 2000), (300, 300), 0.8, kelvin)
        shot = photograph(grey_scene(level=245), above(), LitRoom((lamp,), 0.1, kelvin, board=MATT), PLAIN)
        green = float(np.median(shot.picture[100:200, 150:300, 1]))
        assert 215 < green < 254


def test_a_hand_between_lens_and_table_owns_its_pixels_through_glare() -> None:
    view = above()
    eye = view.camera.position_mm
    lamp = Lamp((2 * 200 - eye[0], 2 * 137 - eye[1], eye[2]), (200, 200), 0.6)
    shot = photograph(grey_scene(), view, LitRoom((lamp,), 0.4, board=LACQUER), PLAIN, arms=(Arm((200.0, 137.0)),))
    shares = max(shot.truth["cells"].values(), key=lambda cell: cell.get("hand", 0))
    assert shares["hand"] > 0.99
    assert math.isclose(sum(shares.values()), 1, abs_tol=0.02)
