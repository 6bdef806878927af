"""Drawn prints: sorts come out the same twice; those held apart are never trained with."""

import random

import numpy as np
import pytest

from tools.evidence.drawn_prints import DRAWN_PRINTS, HELD_APART, TRAINED
from tools.evidence.print_kinds import PRINT_KINDS, drawn_print, with_pale_sleeve
from tools.evidence.rooms import any_arm
from tools.evidence.small_things import paw, small_thing
from vision.picture import Pixels

#: Width and height of a small print (pixels).
SMALL = (700, 500)


def drawn(sort: str, seed: int) -> Pixels:
    return DRAWN_PRINTS[sort](SMALL, random.Random(seed), np.random.default_rng(seed))


@pytest.mark.parametrize("sort", DRAWN_PRINTS)
def test_every_sort_fills_the_board_and_differs_from_seed_to_seed(sort: str) -> None:
    first, again, other = drawn(sort, 1), drawn(sort, 1), drawn(sort, 2)
    assert first.shape == (500, 700, 3)
    assert first.dtype == np.uint8
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert first.std() > 2


def test_a_third_of_the_sorts_is_held_apart_and_every_sort_is_scored() -> None:
    assert not set(HELD_APART) & set(TRAINED)
    assert len(HELD_APART) >= len(DRAWN_PRINTS) / 3
    assert {f"{sort} board" for sort in DRAWN_PRINTS} <= set(PRINT_KINDS)


def test_every_second_board_has_a_hand_and_every_second_small_things() -> None:
    settings = [drawn_print("wood", random.Random(seed)) for seed in range(60)]
    assert 15 < sum(bool(setting.arms) for setting in settings) < 45
    assert 15 < sum(bool(setting.objects) for setting in settings) < 45


def test_a_pale_sleeve_is_grey() -> None:
    rng = random.Random(5)
    arm = with_pale_sleeve(any_arm(rng), rng)
    assert arm.sleeve is not None
    assert max(arm.sleeve.colour) - min(arm.sleeve.colour) < 16


def test_small_things_are_smaller_than_a_cell_or_hardly_larger_and_stand_on_the_board() -> None:
    for seed in range(40):
        thing = small_thing(random.Random(seed), seed)
        outline = np.vstack([body.outline_mm for body in thing.bodies])
        assert np.ptp(outline, axis=0).max() < 27
        assert thing.base_mm == 0
        assert thing.code is None


def test_a_paw_is_smaller_than_a_hand_and_comes_from_the_nearest_side() -> None:
    arm = paw(random.Random(1), (390.0, 130.0))
    assert 60 < arm.from_deg % 360 < 120
    assert arm.size < 0.72
