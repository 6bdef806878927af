"""Tests of reading mats: pieces in zones, unreadable places, and no secrets."""

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tests.vision.card_mat import ALL_OPEN, CATALOGUE, MAT, Card, deal, ids, photograph, view_of
from vision.errors import BoardNotFoundError
from vision.model.catalogue import Catalogue
from vision.reading import Reader, Reading, read_picture
from vision.reading.redaction import redacted
from vision.virtual import Shot
from vision.virtual.window_glare import mirror_window

pytestmark = pytest.mark.slow

SIZE = (1536, 864)
#: What somebody would read who has no secrets.
OPEN = ("row-1", "row-2", "boat", "show")


def shot_of(*cards: Card, seed: int = 1, tilt_deg: float = 8.0, azimuth_deg: float = 20.0) -> Shot:
    return photograph(cards, seed=seed, view=view_of(SIZE, tilt_deg, azimuth_deg))


def read(shot: Shot, catalogue: Catalogue = CATALOGUE) -> Reading:
    return read_picture(shot.picture, catalogue)


def all_texts(reading: Reading) -> str:
    """Return everything that a reading holds, as one text."""
    return repr(reading.placed_tags) + repr([code.text for code in reading.codes]) + repr(reading.spots)


# Seeds on which nothing was tuned.
@pytest.mark.parametrize(("seed", "azimuth_deg"), [(71, 0.0), (72, 130.0), (73, 250.0)])
def test_cards_in_open_zones_are_read_where_and_how_they_lie(seed: int, azimuth_deg: float) -> None:
    cards = deal(seed, OPEN, [f"c{n}" for n in range(1, 11)])
    reading = read(shot_of(*cards, seed=seed, tilt_deg=15, azimuth_deg=azimuth_deg))
    assert ids(reading) == {card.id for card in cards}
    assert reading.spots == ()
    for placed in reading.placed_tags:
        card = next(card for card in cards if card.id == placed.tag.id)
        assert placed.zone == MAT.place_at(*card.at_mm)
        assert placed.cell is None
        assert math.dist(placed.centre_mm, card.at_mm) < 1.0
        assert abs((placed.turn_deg - card.turn_deg + 180) % 360 - 180) < 1.5


def test_nothing_is_known_of_what_lies_in_secret_or_ignored_zones_or_outside() -> None:
    hidden = [Card("c11", (470, 180)), Card("c12", (120, 290)), Card("c13", (30, 80)), Card("c14", (580, 330), 200)]
    shot = shot_of(Card("c1", (100, 50)), *hidden)
    reading = read(shot)
    assert ids(reading) == {"c1"}
    assert not any(f"TC{n}X" in all_texts(reading) for n in (11, 12, 13, 14))
    assert {card.id for card in hidden} <= ids(read(shot, ALL_OPEN)), "they were there to be read"


def test_kinds_that_are_not_read_in_a_zone_are_dropped_and_are_no_unreadable_things() -> None:
    shot = shot_of(Card("s1", (260, 300)), Card("c2", (400, 290)), Card("s3", (100, 160)))
    reading = read(shot)
    assert ids(reading) == {"c2", "s3"}, "in the show zone cards alone are read"
    assert "TS01X" not in all_texts(reading)
    assert reading.spots == ()


def test_another_moment_reads_other_zones() -> None:
    shot = shot_of(Card("c1", (100, 50)), Card("c2", (120, 290)), Card("c3", (450, 160)))
    scoring = replace(CATALOGUE, surface=MAT.at_moment({"pile": None, "deck": None}))
    assert ids(read(shot)) == {"c1"}
    assert ids(read(shot, scoring)) == {"c2"}, "the deck stays secret"


@pytest.mark.parametrize("seed", [81, 82])
def test_what_cannot_be_read_is_named_with_its_zone_and_place(seed: int) -> None:
    cards = deal(seed, OPEN, ["c1", "c2", "c3", "blank", "c4"])
    cards = [replace(card, id=None) if card.id == "blank" else card for card in cards]
    cards = [replace(card, spoilt=True) if card.id == "c4" else card for card in cards]
    reading = read(shot_of(*cards, seed=seed))
    assert ids(reading) == {"c1", "c2", "c3"}
    for card in cards:
        if card.id is None or card.spoilt:
            zone = MAT.place_at(*card.at_mm)
            middle = card.outline().mean(axis=0)
            near = [spot for spot in reading.spots if math.dist(spot.at_mm, middle) < 35]
            assert any(spot.zone == zone for spot in near), (card, reading.spots)
    assert set(reading.unreadable) == {spot.zone for spot in reading.spots}


@pytest.mark.parametrize("share", [0.8, 0.86])
def test_cards_in_whose_sleeves_a_window_is_mirrored_are_read(share: float) -> None:
    """Dark modules are 20 or 14 % darker than paper then."""
    cards = deal(74, OPEN, [f"c{n}" for n in range(1, 8)])
    shot = shot_of(*cards, seed=74)
    camera, rng, picture = read(shot).registration.camera, Random(74), shot.picture
    for card in cards:
        picture = mirror_window(picture, camera.project(card.outline()), camera.project([card.at_mm])[0], share, rng)
    reading = read_picture(picture, CATALOGUE)
    assert ids(reading) == {card.id for card in cards}
    assert reading.spots == ()


@pytest.mark.parametrize(("off_mm", "turn_deg"), [(-1.0, 0.0), (0.5, 4.0), (2.0, -6.0)])
def test_the_edge_of_a_card_on_a_printed_line_is_no_unread_thing(off_mm: float, turn_deg: float) -> None:
    """The edges of cards, 15 mm from their tags, lie along lines of zones."""
    edge = 15 + off_mm
    cards = [
        Card("c1", (310 + 5 + edge, 40.0), turn_deg),
        Card("c2", (100.0, 10 + edge), turn_deg + 1),
        Card("c3", (440.0, 258 + edge), turn_deg + 2),
        Card("c4", (160.0, 135 + edge), turn_deg),
    ]
    reading = read(shot_of(*cards, seed=5, tilt_deg=15.0, azimuth_deg=40.0))
    assert ids(reading) == {"c1", "c2", "c3", "c4"}
    assert reading.spots == ()


@pytest.mark.parametrize(("sides", "zones"), [(0.7, ()), (1.5, ("row-1",))])
def test_a_symbol_that_shares_a_finder_pattern_with_a_tag_that_is_read_is_no_unread_card(
    sides: float, zones: tuple[str, ...]
) -> None:
    shot = shot_of(Card("c1", (100, 50)))
    codes = read(shot).codes
    card = next(code for code in codes if code.text and CATALOGUE.by_payload[code.text].id == "c1")
    located = replace(card, text=None, corners=card.corners + sides * (card.corners[1] - card.corners[0]))
    reading = Reader(CATALOGUE).read(shot.picture, codes=[*codes, located])
    assert ids(reading) == {"c1"}
    assert tuple(spot.zone for spot in reading.spots) == zones


def test_a_code_of_another_game_is_counted_and_not_unreadable() -> None:
    reading = read(shot_of(Card("c1", (100, 50)), Card("c5", (420, 60), text="ANOTHERS")))
    assert (reading.foreign, ids(reading)) == (1, {"c1"})


def test_a_foreign_code_where_nothing_is_read_is_not_even_counted() -> None:
    elsewhere = ((470, 180), (120, 290), (30, 80))
    foreign = [Card(f"c{n}", at_mm, text=f"ANOTHER{n}") for n, at_mm in enumerate(elsewhere, start=5)]
    shot = shot_of(Card("c1", (100, 50)), *foreign)
    reading = read(shot)
    assert (reading.foreign, ids(reading)) == (0, {"c1"})
    assert "ANOTHER" not in all_texts(reading)
    assert read(shot, ALL_OPEN).foreign >= 2, "they were there to be read"


def test_a_mat_without_reference_tags_in_sight_is_not_found() -> None:
    shot = shot_of(Card("c1", (100, 50)))
    with pytest.raises(BoardNotFoundError, match="no reference tag is seen in the picture; show the whole mat"):
        read_picture(shot.picture[300:500, 500:900], CATALOGUE)


class TestRedaction:
    """Pictures before they are kept."""

    CARDS = (Card("c1", (100, 50)), Card("c11", (470, 175)), Card("s1", (300, 290)), Card("c13", (20, 80)))

    def test_what_is_secret_is_black_and_the_rest_is_as_it_was(self) -> None:
        shot = shot_of(*self.CARDS)
        reading = read(shot)
        kept = redacted(shot.picture, reading, CATALOGUE)
        assert ids(read(shot, ALL_OPEN)) == {"c1", "c11", "s1", "c13"}
        assert ids(read_picture(kept, ALL_OPEN)) == {"c1"}
        camera = reading.registration.camera
        for point in ((480, 190), (300, 300), (130, 310), (5, 185), (300, 128)):
            x, y = camera.project([(*point, 0.0)])[0].round().astype(int)
            assert not kept[y, x].any(), point
        x, y = camera.project([(150.0, 60.0, 0.0)])[0].round().astype(int)
        assert (kept[y, x] == shot.picture[y, x]).all()

    def test_the_kept_picture_is_read_like_the_first(self) -> None:
        shot = shot_of(*self.CARDS)
        reading = read(shot)
        again = read_picture(redacted(shot.picture, reading, CATALOGUE), CATALOGUE)
        assert ids(again) == ids(reading) == {"c1"}
        assert set(again.registration.references) == set(reading.registration.references)

    def test_of_a_mat_that_is_not_located_nothing_is_kept(self) -> None:
        picture = np.full((20, 30, 3), 200, np.uint8)
        assert not redacted(picture, None, CATALOGUE).any()
