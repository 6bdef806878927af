"""The photographs of tables in rooms: what their truth says is what they show."""

import random
from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from tools.evidence.arm import POSES, Arm
from tools.evidence.prints import board_print
from tools.evidence.room_films import room_film
from tools.evidence.rooms import KINDS, Setting, TableInRoom, any_arm, photo, set_up

pytestmark = pytest.mark.slow

#: Width and height of a small picture (pixels).
SMALL = (640, 400)
#: Width and height of a tiny picture (pixels).
TINY = (320, 200)
CATALOGUE = make_catalogue()


@cache
def small_table() -> TableInRoom:
    rng = random.Random(3)
    return set_up(Setting(size_px=SMALL), random_table(rng, players=3), CATALOGUE, rng)


@pytest.mark.thorough(but=["hand on a foreign print"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_makes_a_picture_that_is_exposed_as_a_photograph_is(kind: str) -> None:
    taken = photo(kind, 0, seed=901, size_px=TINY)
    assert taken.picture.shape == (200, 320, 3)
    grey = cv2.cvtColor(taken.picture, cv2.COLOR_BGR2GRAY)
    assert 10 < np.median(grey) < 245
    assert grey.std() > 10
    assert set(taken.truth["cells"]) == set(CATALOGUE.grid.cells)


def test_the_same_picture_comes_out_the_same() -> None:
    first, other = (photo("hand", 2, seed=901, size_px=TINY) for _ in range(2))
    assert np.array_equal(first.picture, other.picture)
    assert first.truth == other.truth


@pytest.mark.thorough(but=["leaning"])
@pytest.mark.parametrize("pose", POSES)
def test_a_hand_hides_the_cells_under_it_and_the_picture_shows_it_there(pose: str) -> None:
    table = small_table()
    bare, covered = table.shoot(), table.shoot((Arm((200.0, 137.5), 180.0, pose),))
    changed = np.abs(bare.picture.astype(int) - covered.picture).max(axis=2) > 25
    camera = np.array(bare.truth["homography"])
    hidden = {cell: shares["hand"] for cell, shares in covered.truth["cells"].items() if "hand" in shares}
    assert sum(hidden.values()) > 3
    for cell, share in hidden.items():
        if share > 0.98:
            x, y = CATALOGUE.grid.centre(cell)
            u, v, w = camera @ (x, y, 1)
            assert changed[int(v / w) - 3 : int(v / w) + 4, int(u / w) - 3 : int(u / w) + 4].mean() > 0.5, cell
    whole = {cell for cell, shares in covered.truth["cells"].items() if "hand" not in shares}
    assert len(whole) > 60


@pytest.mark.thorough(but=["static"])
@pytest.mark.parametrize("art", ["collage", "any photograph", "static"])
def test_prints_differ_and_the_same_chance_makes_the_same(art: str) -> None:
    prints = [board_print(art, random.Random(seed), 25.0).picture for seed in (1, 1, 2)]
    assert np.array_equal(prints[0], prints[1])
    assert np.abs(prints[0].astype(int) - prints[2]).mean() > 5


def test_light_and_shadow_of_an_arm_beside_the_board_hide_nothing() -> None:
    taken = photo("cast shadow", 1, seed=901, size_px=SMALL)
    assert max((shares.get("hand", 0) for shares in taken.truth["cells"].values()), default=0) < 0.5


def test_stones_with_worn_tags_are_told_as_such() -> None:
    taken = photo("worn tags", 0, seed=901, size_px=SMALL)
    assert len(taken.truth["worn"]) >= 2
    for piece in taken.truth["worn"]:
        assert taken.truth["cells"][piece["cell"]]["object"] > 0.3


def test_each_frame_has_its_own_noise_over_the_same_light() -> None:
    table = small_table()
    first, other = (table.shoot((), number).picture.astype(int) for number in (0, 1))
    assert 0.5 < np.abs(first - other).mean() < 10


@pytest.mark.thorough
def test_in_a_film_arms_cover_cells_only_while_they_are_there() -> None:
    _, moments = room_film("an arm comes quickly, rests and goes", 903, TINY)
    covered = [moment.covered for moment in moments]
    assert any(covered)
    assert not covered[0]
    assert not covered[-1]


def test_arms_differ_in_skin_pose_side_and_clothes() -> None:
    arms = [any_arm(random.Random(seed)) for seed in range(60)]
    assert len({arm.skin for arm in arms}) > 6
    assert {arm.pose for arm in arms} == set(POSES)
    assert {arm.left for arm in arms} == {True, False}
    assert {arm.sleeve is None for arm in arms} == {True, False}
    assert any(arm.glove for arm in arms)
