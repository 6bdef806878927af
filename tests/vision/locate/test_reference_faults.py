"""Tests of wrong reference cards: one nudged, two swapped, all placed a little carelessly."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.board import covered_cells, required_points
from tests.vision.locate.test_registration import (
    ALL,
    CATALOGUE,
    SIZE,
    furthest_off,
    pieces,
    references,
    view,
    with_noise,
)
from tests.vision.table_shots import full_table, scene_of
from vision.errors import BoardNotFoundError
from vision.locate.registration import Registration, register
from vision.model.detections import TagDetection
from vision.picture import Pixels
from vision.reading import read_picture
from vision.virtual import PictureLook, fit_view, render

pytestmark = pytest.mark.slow

#: Cards laid by hand lie so far off their places at most.
CARELESS_MM = 1.5


def registered(tags: list[TagDetection], seed: int) -> Registration:
    return register(with_noise(tags, 0.12, seed), CATALOGUE, SIZE)


def anywhere(rng: np.random.Generator, most_mm: float) -> tuple[float, float]:
    """Return a way of at most so many millimetres, to any side."""
    length, angle = most_mm * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
    return length * math.cos(angle), length * math.sin(angle)


@pytest.mark.thorough(but=[f"3.5-{name}" for name in ALL])
@pytest.mark.parametrize("nudged", ALL)
@pytest.mark.parametrize("distance_mm", [3.5, 5.0, 7.0])
def test_a_nudged_card_is_left_out_and_named_whatever_the_lens(nudged: str, distance_mm: float) -> None:
    rng = np.random.default_rng([ALL.index(nudged), round(distance_mm)])
    for k1 in (0.0, -0.15):
        shot = view(rng.uniform(50, 90), rng.uniform(0, 35), rng.uniform(0, 360), k1)
        moved = {card: anywhere(rng, 0.5) for card in ALL}
        angle = rng.uniform(0, 2 * math.pi)
        moved[nudged] = distance_mm * math.cos(angle), distance_mm * math.sin(angle)
        laid = pieces(shot.camera, 15)
        registration = registered([*references(shot.camera, moved=moved), *(tag for tag, _ in laid)], 3)
        assert nudged not in registration.references
        assert [note.split()[1] for note in registration.notes] == [nudged.removeprefix("ref-")]
        assert registration.left_out == nudged.removeprefix("ref-")
        assert furthest_off(registration, laid) < 2.5


def test_cards_that_are_laid_a_little_carelessly_are_not_accused() -> None:
    rng = np.random.default_rng(8)
    accused: list[str] = []
    for number in range(40):
        shot = view(rng.uniform(50, 90), rng.uniform(0, 35), rng.uniform(0, 360), rng.uniform(-0.2, 0.05))
        moved = {card: anywhere(rng, CARELESS_MM) for card in ALL}
        laid = [tag for tag, _ in pieces(shot.camera, 12, number + 1)]
        accused += registered([*references(shot.camera, moved=moved), *laid], number).notes
    assert accused == []


def test_a_nudged_card_without_which_the_board_is_not_sure_is_used() -> None:
    # The four that are left lie in a line with the fifth; a millimetre is better than nothing.
    ids = ("ref-W", "ref-SW", "ref-NW", "ref-NE")
    registration = register(references(view().camera, ids, moved={"ref-NE": (3.0, 0.0)}), CATALOGUE, SIZE)
    assert registration.references == tuple(card for card in ALL if card in ids)
    assert (registration.notes, registration.left_out) == ((), "")


@pytest.mark.thorough(but=["ref-W-ref-E", "ref-NE-ref-E"])
@pytest.mark.parametrize(("first", "other"), list(itertools.combinations(ALL, 2)))
def test_two_swapped_cards_are_named(first: str, other: str) -> None:
    shot = view(70, 20)
    places = {tag.id: np.array(tag.placement_mm) for tag in CATALOGUE.references}
    across = places[other] - places[first]
    moved = {first: (across[0], across[1]), other: (-across[0], -across[1])}
    tags = [*references(shot.camera, moved=moved), *(tag for tag, _ in pieces(shot.camera, 8))]
    with pytest.raises(BoardNotFoundError, match="lie in each other's place") as refused:
        registered(tags, 1)
    words = str(refused.value).split(" lie in ")[0].split()
    assert {words[1], words[3]} == {first.removeprefix("ref-"), other.removeprefix("ref-")}


def nudged_picture(nudged: str, way_mm: tuple[float, float]) -> Pixels:
    """Return a picture of a table on which one card is moved so far."""
    scene = scene_of(full_table(4), CATALOGUE, seed=4)
    things = tuple(
        replace(thing, centre_mm=(thing.centre_mm[0] + way_mm[0], thing.centre_mm[1] + way_mm[1]))
        if thing.name == nudged
        else thing
        for thing in scene.things
    )
    camera = fit_view(
        required_points(CATALOGUE),
        (1632, 918),
        focal_px=1250.0,
        tilt_deg=20,
        azimuth_deg=40,
        distortion=(-0.1, 0, 0, 0, 0),
    )
    return render(replace(scene, things=things), camera, PictureLook(), 4).picture


@pytest.mark.thorough(but=["ref-NE"])
@pytest.mark.parametrize("nudged", ["ref-NE", "ref-SW"])
def test_a_nudged_card_makes_no_bare_cell_unreadable(nudged: str) -> None:
    laid_well = read_picture(nudged_picture(nudged, (0.0, 0.0)), CATALOGUE, covers=covered_cells)
    reading = read_picture(nudged_picture(nudged, (3.0, -4.0)), CATALOGUE, covers=covered_cells)
    assert [note.split()[1] for note in reading.notes] == [nudged.removeprefix("ref-")]
    assert {(placed_tag.tag.id, placed_tag.cell) for placed_tag in reading.placed_tags} == {
        (placed_tag.tag.id, placed_tag.cell) for placed_tag in laid_well.placed_tags
    }
    assert len(set(reading.unreadable) - set(laid_well.unreadable)) <= 1
