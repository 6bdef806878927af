"""Tests of mat and tags by the rules' section 12, and of readings by sections 13 and 14."""

import math

import numpy as np
import pytest

from companion.games.lifeboat.mat import (
    AREAS,
    MAT,
    OPEN_ROWS,
    REFERENCES,
    SECRET,
    ZONES_READ,
    BoatCard,
    BoatMode,
    RowSide,
)
from companion.games.lifeboat.placement import place_in_row
from companion.games.lifeboat.readings import READINGS, observation_from_reading
from companion.games.lifeboat.tags import PROVISION_OF, TAGS
from companion.sheets.card_tags import card_middle_mm
from engine.lifeboat.components import Character, Provision, Variant, provisions
from tests.companion.games.lifeboat.observing import seen_mat
from vision.locate.registration import Registration
from vision.model.pinhole import looking_at
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading

SIZES = {size.name: size.default for size in TAGS.sizes}
CATALOGUE = TAGS.catalogue()


def placed(tag_id: str, zone: str, at_mm: tuple[float, float], turn_deg: float = 0.0) -> PlacedTag:
    """Return a tag as it is read."""
    tag = next(tag for tag in CATALOGUE.tags if tag.id == tag_id)
    return PlacedTag(tag, np.zeros((4, 2)), at_mm, turn_deg, None, None, "zxing", zone)


def position(character: str, middle_mm: tuple[float, float], turn_deg: float = 0.0) -> PlacedTag:
    """Return a position card in the boat whose middle lies there."""
    card = placed(f"position-{character}", "boat", (0.0, 0.0), turn_deg)
    x, y = card_middle_mm(card)
    return placed(f"position-{character}", "boat", (middle_mm[0] - x, middle_mm[1] - y), turn_deg)


def reading(*cards: PlacedTag, unreadable: tuple[str, ...] = ()) -> Reading:
    camera = looking_at((420, 255), 900.0, 1774.0, (2304, 1296))
    return Reading(Registration(np.eye(3), 0.3, camera, ()), cards, unreadable, 0)


def test_zones_lie_as_the_rules_say() -> None:
    assert len(AREAS) == 15
    assert AREAS["open-1"] == (50, 6, 232, 106)
    assert AREAS["open-8"] == (50, 404, 232, 504)
    assert AREAS["open-5"] == (608, 404, 790, 504)


def test_every_card_that_the_rules_name_has_a_tag_of_its_kind() -> None:
    kinds = {tag.id: tag.kind for tag in CATALOGUE.tags}
    assert len(kinds) == 4 * 7 + 44 + 48 + 6
    for tag_id in ("water-01", "water-16", "cash-1", "painting-3", "medkit-4", "blackjack", "oar-2", "cannibalism"):
        assert kinds[tag_id] == "provision"
    assert {kinds[tag_id] for tag_id in ("n01", "n40", "x01", "x08")} == {"navigation"}
    assert {kinds[f"{kind}-kid"] for kind in ("character", "position", "love", "hate")} == {
        "character",
        "position",
        "love",
        "hate",
    }
    counted = {kind: list(PROVISION_OF.values()).count(kind) for kind in Provision}
    assert counted == dict(provisions({Variant.CANNIBALISM}))
    assert PROVISION_OF["painting-1"] == PROVISION_OF["painting-2"] == Provision.PAINTING_3
    assert PROVISION_OF["painting-3"] == Provision.PAINTING_2


def test_references_lie_where_the_rules_say() -> None:
    assert {tag.id: tag.placement_mm for tag in CATALOGUE.references} == REFERENCES
    assert {tag.size_mm for tag in CATALOGUE.references} == {40.0}


def test_a_sleeve_that_is_too_small_for_a_tag_is_refused() -> None:
    assert TAGS.problems(SIZES) == []
    assert TAGS.problems({**SIZES, "card_mm": 33.0}) == ["--card-mm is 33, expected 34 to 150 millimetres"]
    assert TAGS.problems({**SIZES, "card_length_mm": math.nan}) != []


def test_a_slip_has_its_place_within_the_sleeve() -> None:
    lower_left = {**SIZES, "slip_top_mm": 54.0}
    assert TAGS.problems(lower_left) == []
    edges = next(tag.piece_mm for tag in TAGS.catalogue(lower_left).tags if tag.kind == BoatCard.PROVISION)
    assert edges == pytest.approx((-14.103, -68.103, 63 - 14.103, 88 - 68.103))
    assert TAGS.problems({**SIZES, "slip_left_mm": 30.0}) == ["--slip-left-mm is 30, expected 0 to 29 millimetres"]
    assert TAGS.problems({**SIZES, "slip_top_mm": -1.0}) == ["--slip-top-mm is -1, expected 0 to 54 millimetres"]


SLIPS = pytest.mark.parametrize("slip", [{}, {"slip_top_mm": 54.0}, {"slip_left_mm": 29.0}])


@SLIPS
def test_cards_lie_in_their_row_wherever_the_slip_is(slip: dict[str, float]) -> None:
    catalogue = TAGS.catalogue({**SIZES, **slip})
    for row in OPEN_ROWS:
        at_mm, turn = place_in_row(catalogue, row, "water-01", 0)
        tag = next(tag for tag in catalogue.tags if tag.id == "water-01")
        edges = np.sort(np.array(tag.piece_mm).reshape(2, 2) * (1 if turn == 0 else -1) + at_mm, axis=0)
        left, top, right, bottom = AREAS[row]
        inside = edges - np.array([(left, top), (right, bottom)])
        assert np.abs(inside).min(axis=0) == pytest.approx((2, 2)), "at two of the row's edges"
        assert top < edges[:, 1].mean() < bottom


@SLIPS
def test_no_card_of_a_fan_covers_the_tag_of_one_below_it(slip: dict[str, float]) -> None:
    catalogue = TAGS.catalogue({**SIZES, **slip})
    tag = next(tag for tag in catalogue.tags if tag.id == "water-01")
    for row in OPEN_ROWS:
        places = [place_in_row(catalogue, row, tag.id, number) for number in range(10)]
        for (at_mm, turn), *above in (places[number:] for number in range(10)):
            for over, _ in above:
                edges = np.array(tag.piece_mm).reshape(2, 2) * (1 if turn == 0 else -1) + over
                (left, top), (right, bottom) = edges.min(axis=0), edges.max(axis=0)
                half = tag.size_mm / 2 - 1
                beside = (
                    at_mm[0] + half <= left
                    or at_mm[0] - half >= right
                    or at_mm[1] + half <= top
                    or at_mm[1] - half >= bottom
                )
                assert beside, row


def test_a_card_s_middle_is_where_the_rules_say_however_it_is_turned() -> None:
    assert card_middle_mm(placed("water-01", "open-1", (100, 50))) == pytest.approx((117.397, 79.897))
    assert card_middle_mm(placed("water-01", "open-1", (100, 50), 90)) == pytest.approx((70.103, 67.397))


def test_secret_zones_and_kinds_are_read_at_no_moment_but_their_own() -> None:
    assert set(READINGS.moments) == set(BoatMode)
    assert READINGS.moments[0] == "act"
    for moment, zones in ZONES_READ.items():
        surface = READINGS.at_moment(moment).tags_read(CATALOGUE).mat
        assert not SECRET & set(surface.places)
        for zone in MAT.zones:
            kinds = {kind for kind in BoatCard if surface.zone(zone.name).reads(kind)}
            assert kinds == set(zones.get(zone.name, ()))
            secret = {BoatCard.LOVE, BoatCard.HATE}
            assert not kinds & secret or (moment, zone.name) == (BoatMode.SCORING, "boat")
            assert BoatCard.NAVIGATION not in kinds or (moment, zone.name) == (BoatMode.CHOOSE, "day")


@pytest.mark.parametrize(
    ("moment", "zones"),
    [
        ("set-up", {"boat", *OPEN_ROWS}),
        ("take", {*OPEN_ROWS}),
        ("act", {"boat", *OPEN_ROWS, "show"}),
        ("answer", {*OPEN_ROWS}),
        ("objection", {*OPEN_ROWS}),
        ("fight", {"boat", *OPEN_ROWS}),
        ("choose", {"day"}),
        ("overboard", {*OPEN_ROWS, "show"}),
        ("thirst", {*OPEN_ROWS, "show"}),
        ("scoring", {"boat"}),
    ],
)
def test_each_moment_reads_its_zones(moment: str, zones: set[str]) -> None:
    assert set(READINGS.at_moment(moment).tags_read(CATALOGUE).mat.places) == zones


def test_cards_in_the_boat_have_their_place_from_the_bow_and_their_side() -> None:
    cards = (
        position("kid", (600, 256)),
        position("mate", (300, 300), 180),
        position("lauren", (170, 234), 350),
        position("captain", (230, 235)),
        placed("oar-1", "open-3", (450, 40), 12.34),
    )
    told = READINGS.to_json(reading(*cards))["pieces"]
    boat = {piece["id"]: (piece["place"], piece["side"]) for piece in told if piece["zone"] == "boat"}
    assert boat == {
        "position-lauren": (1, "attack"),
        "position-captain": (2, "line"),
        "position-mate": (3, "defend"),
        "position-kid": (4, "line"),
    }
    (oar,) = (piece for piece in told if piece["zone"] != "boat")
    assert oar == {"id": "oar-1", "zone": "open-3", "at_mm": [450.0, 40.0], "turn_deg": 12.3}


def test_what_is_seen_is_told_by_the_game_s_names() -> None:
    seen = observation_from_reading(
        reading(
            position("kid", (300, 256)),
            position("mate", (200, 220)),
            placed("character-mate", "open-2", (260, 40)),
            placed("painting-3", "open-2", (290, 40)),
            placed("oar-2", "open-2", (320, 40)),
            placed("water-03", "show", (750, 280)),
            placed("character-kid", "boat", (500, 240)),
            unreadable=("open-4",),
        )
    )
    assert seen == seen_mat(
        boat=((Character.MATE, RowSide.ATTACK), (Character.KID, RowSide.LINE)),
        rows={"open-2": ("oar-2", "painting-3")},
        owners={Character.MATE: "open-2"},
        show=("water-03",),
        elsewhere=(("character-kid", "boat"),),
        unreadable=("open-4",),
    )
    assert seen.seats == (Character.MATE, Character.KID)
    assert seen.provisions("open-2") == (Provision.OAR, Provision.PAINTING_2)
    assert seen.provisions("open-1") == ()


def test_what_is_spread_at_the_scoring_is_told_apart() -> None:
    cards = (placed("love-kid", "boat", (150, 200)), placed("hate-mate", "boat", (250, 200)))
    seen = observation_from_reading(
        reading(*cards, placed("cash-1", "boat", (350, 200)), placed("cash-1", "boat", (450, 200)))
    )
    spread = (seen.spread(BoatCard.LOVE), seen.spread(BoatCard.HATE), seen.hand)
    assert spread == ((Character.KID,), (Character.MATE,), ("cash-1", "cash-1"))
    assert seen.in_doubt == {"cash-1"}
