"""Tests of tags printed smaller or larger: their scale is named, and used for reading."""

import math

import numpy as np
import pytest

from tests.vision.board import make_catalogue
from tests.vision.locate.test_registration import SIZE, pieces, seen, view, with_noise
from vision.locate.print_scale import print_note, scale_catalogue
from vision.locate.registration import Registration, register
from vision.model.detections import TagDetection
from vision.model.pinhole import Pinhole

pytestmark = pytest.mark.slow

CATALOGUE = make_catalogue()


def printed_references(camera: Pinhole, scale: float) -> list[TagDetection]:
    """Reference tags printed at a scale, their cards laid against the lines of the board."""
    places = {tag.id: tag.placement_mm for tag in scale_catalogue(CATALOGUE, scale).references}
    found = []
    for tag in CATALOGUE.references:
        place = places[tag.id]
        assert place is not None
        found.append(seen(camera, tag, *place, scale=scale))
    return with_noise(found, 0.12)


def corners_off_mm(registration: Registration, camera: Pinhole) -> float:
    corners = np.array(CATALOGUE.surface.corners_mm)
    return float(np.linalg.norm(registration.camera.on_plane(camera.project(corners)) - corners, axis=1).max())


@pytest.mark.thorough(but=["0.0-0.0-0.94", "0.0-0.0-1.1", "25.0--0.12-0.9", "25.0--0.12-0.97", "25.0--0.12-1.04"])
@pytest.mark.parametrize("scale", [0.9, 0.94, 0.97, 1.04, 1.1])
@pytest.mark.parametrize(("tilt_deg", "k1"), [(0.0, 0.0), (25.0, -0.12)])
def test_the_scale_of_the_print_is_found_and_the_board_where_it_is(scale: float, tilt_deg: float, k1: float) -> None:
    camera = view(70, tilt_deg, 40, k1).camera
    tags = [*printed_references(camera, scale), *(tag for tag, _ in pieces(camera, 8))]
    registration = register(tags, CATALOGUE, SIZE)
    assert registration.print_scale == pytest.approx(scale, abs=0.006)
    assert registration.notes == ()
    assert corners_off_mm(registration, camera) < 1.0


@pytest.mark.parametrize("seed", range(12))
def test_a_good_print_on_carelessly_laid_cards_has_no_other_scale(seed: int) -> None:
    rng = np.random.default_rng(seed)
    camera = view(rng.uniform(50, 90), rng.uniform(0, 35), rng.uniform(0, 360), rng.uniform(-0.15, 0.05)).camera
    scale = rng.uniform(0.99, 1.01)
    tags = []
    for tag in CATALOGUE.references:
        assert tag.placement_mm is not None
        x, y = np.array(tag.placement_mm) + rng.uniform(-1, 1, 2)
        tags.append(seen(camera, tag, x, y, scale=scale))
    assert register(with_noise(tags, 0.12, seed), CATALOGUE, SIZE).print_scale == 1.0


def test_the_note_names_the_scale_and_the_cells_that_it_may_be_instead() -> None:
    note = print_note(CATALOGUE, 0.94)
    assert note.startswith("the tags were printed at 94 %: measure the printed ruler")
    assert f"measure {25 / 0.94:.1f} mm" in note


def test_all_tags_are_scaled_and_cards_stay_at_their_lines() -> None:
    printed = scale_catalogue(CATALOGUE, 0.9)
    assert printed.tags[0].size_mm == pytest.approx(0.9 * CATALOGUE.tags[0].size_mm)
    east = next(tag for tag in printed.references if tag.id == "ref-E")
    assert east.placement_mm is not None
    # A cell and nine tenths of one from the board's outer line at 16 cells.
    assert east.placement_mm[0] == pytest.approx((16 + 0.9) * 25)
    assert math.isclose(east.placement_mm[1], 5.5 * 25)
    assert scale_catalogue(CATALOGUE, 1.0) is CATALOGUE
