"""Tests of the memory of cells while a hand is over the table."""

from dataclasses import replace

import numpy as np

from tests.vision.board import make_catalogue
from vision.locate.registration import Registration
from vision.model.code_detection import CodeDetection
from vision.model.detections import TagDetection
from vision.model.pinhole import looking_at
from vision.model.placed_tags import placed_tags
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


def test_a_tag_at_the_edge_of_a_hand_stays_where_it_was() -> None:
    """Noise moves its corners by less than a pixel, into the tiles under the hand."""
    tag = next(tag for tag in CATALOGUE.tags if tag.placement_mm is None)
    x, y = CATALOGUE.grid.centre("f5")
    square = CAMERA.project([(x + dx, y + dy, tag.height_mm) for dx, dy in ((-8, -8), (8, -8), (8, 8), (-8, 8))])

    def with_token(right_px: float) -> Reading:
        corners = square + np.array([right_px, 0.0])
        placed = placed_tags([TagDetection(tag, "qr", corners, "zxing")], CAMERA, CATALOGUE)
        return replace(reading(()), placed_tags=placed, codes=(CodeDetection(tag.payload, "qr", corners),))

    before, hand = with_token(0.0), np.zeros((120, 160), np.bool_)
    rows, columns = TILES.box(square)
    hand[rows, columns.stop :] = True
    shifts = (0.25 * step for step in range(1, 20))
    after = next(shifted for shifted in map(with_token, shifts) if TILES.tag_share(shifted.codes[0].corners, hand) > 0)
    known = remembered(before, after, TILES, hand, (), (), CATALOGUE)
    assert known.placed_tags == before.placed_tags
    assert known.codes == before.codes
