"""Tests of the memory of cells while a hand is over the table."""

import numpy as np

from tests.vision.board import make_catalogue
from vision.locate.registration import Registration
from vision.model.pinhole import looking_at
from vision.reading import Reading
from vision.watching import Gates
from vision.watching.memory import remembered
from vision.watching.tiles import Tiles

CATALOGUE = make_catalogue()
CAMERA = looking_at((200.0, 137.0), 900.0, 1000.0, (640, 480))
TILES = Tiles(CAMERA, CATALOGUE.grid, (640, 480), (120, 160), Gates())


def reading(occluded: tuple[str, ...]) -> Reading:
    return Reading(Registration(np.eye(3), 0.1, CAMERA, ()), (), (), 0, occluded=occluded)


def test_what_a_tall_piece_hid_stays_hidden_while_a_hand_covers_the_piece() -> None:
    hand = TILES.of_places({"f5"})
    known = remembered(reading(("f4", "f3")), reading(("c3",)), TILES, hand, {"f3", "f4", "f5"}, (), CATALOGUE)
    assert known.occluded == ("c3", "f3", "f4")
    seen_again = remembered(known, reading(()), TILES, np.zeros_like(hand), (), (), CATALOGUE)
    assert seen_again.occluded == ()
