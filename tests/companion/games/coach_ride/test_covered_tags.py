"""Tests of overlapping cards: a covered tag is read or reported, and never guessed."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cards.laid_cards import PlacedCard, with_middle
from companion.cards.things import Sleeves
from companion.games.coach_ride.mat import AREAS, HEIGHT_MM, WIDTH_MM, open_place
from companion.games.coach_ride.photographs import CARDS
from companion.games.coach_ride.placement import facing_deg
from companion.games.coach_ride.readings import READINGS
from companion.games.coach_ride.tags import TAGS
from vision.decode.known_tags import detect_tags
from vision.decode.symbologies import find_codes_of
from vision.locate.rectified import rectify
from vision.model.catalogue import Tag
from vision.model.pinhole import looking_at
from vision.model.placed_tags import placed_tags
from vision.model.surface import Point
from vision.occupancy.zones import unread_spots
from vision.reading import Reader, Reading, read_picture
from vision.virtual import Hand, Shot, Viewpoint, render

pytestmark = pytest.mark.slow

CATALOGUE = TAGS.catalogue()
FIGHT = READINGS.at_moment("fight").tags_read(CATALOGUE)
CARD: Mapping[str, Tag] = {tag.id: tag for tag in CATALOGUE.tags}
#: Width and height of the smaller pictures of the Camera Module 3 (pixels).
SIZE = (2304, 1296)
#: Focal length of these pictures, as the camera sees the mat from 0.9 m.
FOCAL_PX = 1774.0
#: Middle of the mat.
MIDDLE_MM = (WIDTH_MM / 2, HEIGHT_MM / 2)
#: Distance of the camera from the mat.
AWAY_MM = 900.0
#: Angle of the camera from plumb.
TILT_DEG = 1.0
VIEW = Viewpoint(looking_at(MIDDLE_MM, AWAY_MM, FOCAL_PX, SIZE, tilt_deg=TILT_DEG), SIZE)
#: Width and height of the camera's larger pictures (pixels).
FINE_SIZE = (4608, 2592)
#: Focal length of the larger pictures.
FINE_FOCAL_PX = 2 * FOCAL_PX
FINE_VIEW = Viewpoint(looking_at(MIDDLE_MM, AWAY_MM, FINE_FOCAL_PX, FINE_SIZE, tilt_deg=TILT_DEG), FINE_SIZE)
SIDE_MM = 28.0


def middle_of(seat: str) -> Point:
    left, top, right, bottom = AREAS[open_place(seat)]
    return (left + right) / 2, (top + bottom) / 2


def lying(tag: str, seat: str) -> PlacedCard:
    """Return a card in the middle of a seat's open place."""
    return with_middle(CARD[tag], middle_of(seat), facing_deg(seat))


def across(card: PlacedCard, tag: str, *, covers: float, side: int, face_down: bool = False) -> PlacedCard:
    """Return a card whose edge covers a share of another card's tag.

    `side`: the side of that card, in quarters. `covers`: the covered share.
    """
    turn = (card.turn_deg + 90 * side) % 360
    way = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    apart = 31.0 + SIDE_MM * (0.5 - covers)
    x, y = (coordinate_mm + apart * part for coordinate_mm, part in zip(card.at_mm, way, strict=True))
    return replace(with_middle(CARD[tag], (x, y), turn), base_mm=1.0, face_down=face_down)


def card_corner_over_tag(card: PlacedCard, tag: str, *, slant_deg: float, past_mm: float) -> PlacedCard:
    """Return a card whose corner at its own tag covers another tag, with askew cards.

    The corner is `past_mm` past the middle of that tag.
    """
    turn = (card.turn_deg + slant_deg) % 360
    left, top, _, _ = CARD[tag].piece_mm or (0.0, 0.0, 0.0, 0.0)
    across, down = (-edge - past_mm / math.sqrt(2) for edge in (left, top))
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = card.at_mm
    return PlacedCard(tag, (x + cos * across - sin * down, y + sin * across + cos * down), turn, 1.0)


def photo(cards: Sequence[PlacedCard], hand: Hand | None = None, seed: int = 1, view: Viewpoint = VIEW) -> Shot:
    return render(CARDS.scene(cards, CATALOGUE, Sleeves(0.5, seed), hand), view, seed=seed)


def read(shot: Shot, focal_px: float = FOCAL_PX) -> Reading:
    return read_picture(shot.picture, FIGHT, focal_px=focal_px)


def seen(shot: Shot, tag: str) -> float:
    """Return the share of a tag that is in sight."""
    return next(float(thing["visible"]) for thing in shot.truth["things"] if thing["id"] == tag)


def check_half_seen(shot: Shot, reading: Reading, below: Mapping[str, PlacedCard]) -> None:
    """Check that half visible tags in their seats' open places are read or reported."""
    lies = {card.tag_id: open_place(seat) for seat, card in below.items()}
    assert all(0.3 < seen(shot, tag) < 0.7 for tag in lies)
    unread = lies.keys() - {placed_tag.tag.id for placed_tag in reading.placed_tags}
    assert unread, "none were to be told"
    assert {lies[tag] for tag in unread} <= {*reading.unreadable}
    assert "seat-7/open" not in reading.unreadable


def test_what_shows_of_a_tag_under_another_card_is_told_where_it_is_not_read() -> None:
    below = {
        "seat-1": lying("item-key-1", "seat-1"),
        "seat-3": lying("item-goblet-2", "seat-3"),
        "seat-4": lying("profession-thug", "seat-4"),
        "seat-6": lying("item-whip", "seat-6"),
        "seat-8": lying("profession-doctor", "seat-8"),
    }
    above = (
        across(below["seat-1"], "item-dagger", covers=0.5, side=0),
        across(below["seat-3"], "item-ring", covers=0.6, side=1),
        across(below["seat-4"], "profession-priest", covers=0.55, side=3),
        across(below["seat-6"], "item-gloves", covers=0.6, side=2),
        across(below["seat-8"], "item-coat", covers=0.5, side=1, face_down=True),
    )
    shot = photo((*below.values(), *above, lying("item-knives", "seat-7")))
    reading = read(shot)
    check_half_seen(shot, reading, below)
    zones = {placed_tag.tag.id: placed_tag.zone for placed_tag in reading.placed_tags}
    places = {card.tag_id: open_place(seat) for seat, card in below.items()} | {"item-knives": "seat-7/open"}
    places.update((card.tag_id, str(CATALOGUE.mat.place_at(*card.at_mm))) for card in above)
    assert zones.items() <= places.items(), "nothing is guessed"


def test_what_shows_of_a_tag_right_beside_another_cards_corner_is_told() -> None:
    """Ink of such a tag lies nearer to the other card than that card's shadow reaches."""
    below = {
        "seat-1": lying("item-key-1", "seat-1"),
        "seat-3": lying("item-goblet-2", "seat-3"),
        "seat-6": lying("profession-thug", "seat-6"),
        "seat-8": lying("profession-doctor", "seat-8"),
    }
    above = (
        card_corner_over_tag(below["seat-1"], "item-dagger", slant_deg=20, past_mm=8),
        card_corner_over_tag(below["seat-3"], "item-ring", slant_deg=20, past_mm=8),
        card_corner_over_tag(below["seat-6"], "profession-priest", slant_deg=45, past_mm=8),
        card_corner_over_tag(below["seat-8"], "item-coat", slant_deg=45, past_mm=8),
    )
    shot = photo((*below.values(), *above, lying("item-knives", "seat-7")), view=FINE_VIEW)
    check_half_seen(shot, read(shot, FINE_FOCAL_PX), below)


def test_a_fingertip_on_a_tag_is_told() -> None:
    card = lying("item-key-1", "seat-7")
    shot = photo([card, lying("item-whip", "seat-2")], Hand(card.at_mm, 180.0, "point"))
    reading = read(shot)
    assert {placed_tag.tag.id for placed_tag in reading.placed_tags} <= {"item-key-1", "item-whip"}
    assert (
        "item-key-1" in {placed_tag.tag.id for placed_tag in reading.placed_tags} or "seat-7/open" in reading.unreadable
    )


def test_of_a_tag_half_on_another_card_and_half_beside_it_the_whole_is_looked_at() -> None:
    """A tag half on another card and half beside it is looked at as a whole.

    The watcher knows all codes but this one, whose print is seen on both sides of the other card's edge.
    """
    left, top, _, _ = AREAS[open_place("seat-7")]
    right_edge = 45.0
    below = PlacedCard("item-key-1", (left + 20.0, top + 20.0), 0.0)
    above = PlacedCard("item-whip", (below.at_mm[0] + right_edge - 4.0, top + 22.0), 0.0, 1.0)
    shot = photo([below, above])
    grey = np.asarray(cv2.cvtColor(shot.picture, cv2.COLOR_BGR2GRAY), np.uint8)
    codes = find_codes_of("qr", grey)
    known = [code for code in codes if code.text not in CARD["item-whip"].payloads]
    reading = Reader(FIGHT, focal_px=FOCAL_PX).read(shot.picture, codes=known)
    assert {placed_tag.tag.id for placed_tag in reading.placed_tags} == {"item-key-1", "item-whip"}
    camera, tags = reading.registration.camera, detect_tags(grey, FIGHT, known)
    board = rectify(shot.picture, camera, FIGHT, tags, height_mm=5.0)
    places = unread_spots(board, FIGHT, tags, placed_tags(tags, camera, FIGHT), (), ()).places
    assert min(math.dist(place.centre_mm, above.at_mm) for place in places) < 4.0
