"""Tests of watching a mat: zone states, changes and hands."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.card_mat import CATALOGUE, Card, ids, scene_of, view_of
from vision.sources.camera import Frame
from vision.virtual import LIGHTS, Hand, IncrementalRenderer, Scene
from vision.watching import BoardState, CellState, Observation, TableWatch

pytestmark = pytest.mark.slow

SIZE = (1536, 864)
#: Little gloss and noise, as of a good camera.
LOOK = replace(LIGHTS["normal"], gloss=0.1, blur_px=0.6, noise=2.0, jpeg_quality=None)
FIRST = (Card("c1", (100, 50)), Card("c2", (350, 50), 40), Card("c11", (470, 175)))


class Film:
    """Frames of the mat, taken by one camera, and what a watcher makes of them."""

    def __init__(self) -> None:
        view = view_of(SIZE)
        self.focal_px = float(view.camera.matrix[0, 0])
        self.studio = IncrementalRenderer(view, LOOK, 3)
        self.watch = TableWatch(CATALOGUE, focal_px=self.focal_px)
        self.now = 0.0
        self.frame = Frame(np.zeros((1, 1, 3), np.uint8), 0.0)

    def see(self, cards: Sequence[Card], hand: Hand | None = None, frames: int = 6) -> list[Observation]:
        """Return the watcher's words to some frames of a table that lies like this."""
        scene = scene_of(cards)
        picture = self.studio.shoot(Scene(scene.ground, scene.things, scene.surface, hand))
        watched = []
        for _ in range(frames):
            self.now += 0.15
            self.frame = Frame(picture, self.now)
            watched.append(self.watch.see(self.frame))
        return watched


@pytest.fixture(scope="module")
def evening() -> tuple[Film, dict[str, list[Observation]]]:
    film = Film()
    seen = {"first": film.see(FIRST)}
    # A card is laid into the boat, a secret one onto the secret deck.
    moved = (*FIRST, Card("c3", (150, 165), 80), Card("c12", (500, 160)))
    seen["laid"] = film.see(moved)
    seen["hand"] = film.see(moved, Hand((180.0, 60.0), 0.0, "flat"))
    seen["gone"] = film.see(moved)
    seen["blank"] = film.see((*moved, Card(None, (300, 290))))
    return film, seen


def test_zones_are_read_empty_unreadable_or_covered(evening: tuple[Film, dict[str, list[Observation]]]) -> None:
    _, seen = evening
    first = seen["first"][-1]
    assert first.settled
    assert first.board is BoardState.FOUND
    assert dict(first.cells) == {
        "row-1": CellState.READ,
        "row-2": CellState.READ,
        "boat": CellState.EMPTY,
        "show": CellState.EMPTY,
    }
    assert seen["hand"][-1].cells["row-1"] is CellState.COVERED
    assert not seen["hand"][-1].settled
    assert seen["blank"][-1].cells["show"] is CellState.UNREADABLE
    (spot,) = seen["blank"][-1].reading.spots  # type: ignore[union-attr]
    assert spot.zone == "show"


def test_a_card_laid_is_one_change_and_a_secret_one_is_none(evening: tuple[Film, dict[str, list[Observation]]]) -> None:
    _, seen = evening
    changes = [watched for watched in seen["laid"] if watched.changed]
    assert [ids(watched.reading) for watched in changes] == [{"c1", "c2", "c3"}]  # type: ignore[arg-type]
    texts = {code.text for watched in seen["laid"] for code in (watched.known.codes if watched.known else ())}
    assert not texts & {"TC11X", "TC12X"}


def test_behind_a_hand_the_last_reading_stays(evening: tuple[Film, dict[str, list[Observation]]]) -> None:
    _, seen = evening
    assert not any(watched.changed for watched in (*seen["hand"], *seen["gone"]))
    assert seen["gone"][-1].settled
    assert ids(seen["gone"][-1].reading) == {"c1", "c2", "c3"}  # type: ignore[arg-type]
