"""Tests of evidence over frames: what noise alone decides does not change what is told."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.vision.board import make_catalogue
from tests.vision.watching.film import Effect, Film
from vision.locate.registration import Registration
from vision.model.code_detection import CodeDetection
from vision.model.detections import TagDetection
from vision.model.pinhole import looking_at
from vision.model.placed_tags import placed_tags
from vision.picture import Pixels
from vision.reading import Reading
from vision.watching import CellState, Gates
from vision.watching.evidence import Evidence
from vision.watching.tiles import Tiles

CATALOGUE = make_catalogue()
CAMERA = looking_at((200.0, 137.0), 900.0, 1000.0, (640, 480))
TILES = Tiles(CAMERA, CATALOGUE.grid, (640, 480), (120, 160), Gates())
NOTHING = np.zeros((120, 160), np.bool_)
LOOKS = 3
TOKEN = next(tag for tag in CATALOGUE.tags if tag.placement_mm is None)


def reading(*unreadable: str, token_on: str = "") -> Reading:
    """Return a board with unreadable cells, and with a token."""
    empty = Reading(Registration(np.eye(3), 0.1, CAMERA, ()), (), unreadable, 0)
    if not token_on:
        return empty
    x, y = CATALOGUE.grid.centre(token_on)
    corners = CAMERA.project([(x + dx, y + dy, TOKEN.height_mm) for dx, dy in ((-8, -8), (8, -8), (8, 8), (-8, 8))])
    placed = placed_tags([TagDetection(TOKEN, "qr", corners, "zxing")], CAMERA, CATALOGUE)
    return replace(empty, placed_tags=placed, codes=(CodeDetection(TOKEN.payload, "qr", corners),))


def upheld(evidence: Evidence, before: Reading, after: Reading, *changed: str, hand: bool = False) -> list[str]:
    """Return the places at which the reading before holds, and the codes."""
    held = evidence.uphold(before, after, TILES, TILES.of_places(set(changed)), None, hand=hand)
    return sorted(held.places | held.texts)


def test_one_look_that_contradicts_changes_nothing_and_several_in_a_row_do() -> None:
    evidence = Evidence(LOOKS)
    assert upheld(evidence, reading(), reading("c3")) == ["c3"]
    assert upheld(evidence, reading(), reading()) == []
    assert [upheld(evidence, reading(), reading("c3")) for _ in range(LOOKS)] == [["c3"], ["c3"], []]


def test_a_place_at_which_noise_decides_comes_to_rest() -> None:
    evidence, rng = Evidence(LOOKS), Random(1)
    told, changes = reading(), []
    for look in range(400):
        seen = rng.choice([reading(), reading("c3")])
        if seen.unreadable != told.unreadable and not upheld(evidence, told, seen):
            told = seen
            changes.append(look)
        elif seen.unreadable == told.unreadable:
            upheld(evidence, told, seen)
    assert 1 <= len(changes) <= 5
    # Where the picture changes all begins anew.
    other = reading() if told.unreadable else reading("c3")
    assert upheld(evidence, told, other, "c3") == []
    assert [upheld(evidence, other, told) for _ in range(LOOKS)] == [["c3"], ["c3"], []]


def test_where_the_picture_has_changed_a_look_counts_at_once() -> None:
    assert upheld(Evidence(LOOKS), reading(), reading("c3", "f5"), "c3") == ["f5"]


def test_a_tag_that_is_found_counts_at_once() -> None:
    assert upheld(Evidence(LOOKS), reading("c3"), reading(token_on="c3")) == []


def test_a_tag_that_is_not_read_again_is_still_there() -> None:
    evidence, before = Evidence(LOOKS), reading(token_on="c3")
    held = sorted(["c3", TOKEN.payload])
    assert all(upheld(evidence, before, reading("c3")) == held for _ in range(2 * LOOKS))
    assert [upheld(evidence, before, reading()) for _ in range(LOOKS)] == [held, held, []]
    assert upheld(evidence, before, reading(), "c3") == []


def test_what_a_hands_shadow_made_unreadable_is_forgotten_when_the_hand_is_gone() -> None:
    evidence = Evidence(LOOKS)
    assert upheld(evidence, reading(), reading("c3"), "c3", hand=True) == []
    assert upheld(evidence, reading("c3"), reading()) == []
    evidence.restart(CATALOGUE.grid.cells, hand=True)
    assert upheld(evidence, reading("c3"), reading()) == []
    assert upheld(evidence, reading(), reading("c3")) == ["c3"]


def test_while_a_hand_rests_looks_beside_it_count_as_without_one() -> None:
    evidence = Evidence(LOOKS)
    evidence.restart(CATALOGUE.grid.cells, hand=True)
    looks = [upheld(evidence, reading(), reading("c3"), hand=True) for _ in range(LOOKS)]
    assert looks == [["c3"], ["c3"], []]


def test_a_hand_that_has_not_moved_is_there_until_several_looks_in_a_row_do_not_see_it() -> None:
    evidence = Evidence(LOOKS)
    assert [evidence.still_covered({"c3"}) for _ in range(LOOKS)] == [{"c3"}, {"c3"}, set()]
    assert evidence.still_covered({"c3", "f5"}) == {"f5"}
    assert evidence.still_covered(()) == set()
    assert evidence.still_covered({"c3"}) == {"c3"}


@pytest.mark.slow
def test_a_shadow_that_fades_too_slowly_to_be_a_change_leaves_nothing_behind() -> None:
    film = Film()
    film.settle()
    cell = film.free_cells()[60]
    film.effect = _stain(film, cell, 1.0)
    state = film.settle()
    assert state.cells[cell] is CellState.UNREADABLE
    for step in range(50):
        film.effect = _stain(film, cell, 1 - step / 50)
        film.run()
    film.effect = None
    film.taken_s += 2 * Gates().again_s
    assert film.run(3)[-1].cells[cell] is CellState.EMPTY


def _stain(film: Film, cell: str, strength: float) -> Effect:
    """Return a dark stain on a cell, through which its print is seen when it is weak."""
    assert film.states[-1].reading is not None
    camera = film.states[-1].reading.registration.camera
    x, y = camera.project([CATALOGUE.grid.centre(cell)])[0]

    radius = 26
    left, top = round(float(x)) - radius, round(float(y)) - radius
    down, across = np.mgrid[top : top + 2 * radius, left : left + 2 * radius]
    share = (strength * 0.97 * (np.hypot(across - x, down - y) < radius))[..., None]

    def lay(picture: Pixels) -> Pixels:
        stained = picture.copy()
        part = stained[top : top + 2 * radius, left : left + 2 * radius]
        part[:] = part * (1 - share) + 40 * share
        return stained

    return lay
