"""The mat and the tags are those of the rules' section 8, and so is what is read when."""

import numpy as np
import pytest

from companion.games.coach_ride.mat import AREAS, MAT, REFERENCES, SEATS, CoachCard, CoachMode, open_place
from companion.games.coach_ride.placement import facing_deg, place_in_fan
from companion.games.coach_ride.readings import READINGS, observation_from_reading
from companion.games.coach_ride.tags import ITEM_OF, TAGS
from companion.sheets.card_tags import fan_mm, slip_mm
from engine.coach_ride.cards import Item, Person
from tests.companion.games.coach_ride.observing import seen_mat
from vision.locate.registration import Registration
from vision.model.pinhole import looking_at
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading

CATALOGUE = TAGS.catalogue()


def test_there_are_67_tags_of_the_kinds_that_the_rules_name() -> None:
    kinds = [tag.kind for tag in CATALOGUE.tags]
    counts = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    assert counts == {"association": 10, "item": 21, "person": 20, "profession": 10, "reference": 6}
    ids = {tag.id for tag in CATALOGUE.tags}
    named = {"person-marie/sword", "person-henry/shield", "profession-thug", "association-order-1"}
    assert named | {"association-brotherhood-5", "item-key-3", "item-goblet-1", "item-dagger", "ref-E"} <= ids
    assert ITEM_OF["item-key-2"] is Item.KEY


def test_zones_lie_as_the_rules_say() -> None:
    assert AREAS["seat-1/open"] == (64, 5, 224, 103)
    assert AREAS["seat-4/person"] == (950, 5, 1016, 103)
    assert AREAS["seat-5/open"] == (977, 184, 1075, 344)
    assert AREAS["seat-6/person"] == (784, 497, 850, 595)
    assert AREAS["seat-9/open"] == (136, 497, 296, 595)
    assert AREAS["seat-10/person"] == (5, 184, 103, 250)
    assert AREAS["claim"] == (200, 150, 880, 360)
    assert len(SEATS) == 10
    assert {tag.id: tag.placement_mm for tag in CATALOGUE.references} == REFERENCES


@pytest.mark.parametrize(
    ("moment", "reads"),
    [
        ("set-up", {"person": {"person"}}),
        ("turn", {"open": {"profession"}}),
        ("fight", {"person": {"person"}, "open": {"profession", "item"}}),
        ("claim", {"claim": {"association", "profession", "item"}, "open": {"association", "profession"}}),
    ],
)
def test_each_moment_reads_its_kinds_in_its_zones(moment: str, reads: dict[str, set[str]]) -> None:
    surface = READINGS.at_moment(moment).tags_read(CATALOGUE).mat
    for zone in MAT.zones:
        kinds = {str(kind) for kind in CoachCard if surface.zone(zone.name).reads(kind)}
        assert kinds == reads.get(zone.name.rpartition("/")[2], set())


def test_the_usual_moment_is_the_fight_and_no_picture_is_kept() -> None:
    assert READINGS.moments[0] == CoachMode.FIGHT
    assert not READINGS.keeps_pictures


def test_what_is_seen_is_told_by_seats() -> None:
    def placed(tag_id: str, zone: str) -> PlacedTag:
        tag = next(tag for tag in CATALOGUE.tags if tag.id == tag_id)
        return PlacedTag(tag, np.zeros((4, 2)), (0.0, 0.0), 0.0, None, None, "zxing", zone)

    cards = (
        placed("person-juan/sword", "seat-3/person"),
        placed("item-whip", "seat-3/open"),
        placed("profession-thug", "seat-3/open"),
        placed("association-order-2", "claim"),
    )
    camera = looking_at((540, 300), 900.0, 1774.0, (2304, 1296))
    reading = Reading(Registration(np.eye(3), 0.3, camera, ()), cards, ("seat-4/open",), 0)
    assert observation_from_reading(reading) == seen_mat(
        persons={"seat-3": ((Person.JUAN, "sword"),)},
        open={"seat-3": ("item-whip", "profession-thug")},
        claim=("association-order-2",),
        unreadable=("seat-4/open",),
    )


def test_cards_that_are_fanned_as_the_sheets_say_show_all_of_their_tags() -> None:
    """The rules' steps are 32 mm; a tag ends one millimetre before what the sheets ask for."""
    sizes = {size.name: size.default for size in TAGS.sizes}
    assert slip_mm("qr") + 1 == fan_mm(sizes, "qr") < 32
    assert fan_mm({**sizes, "slip_left_mm": 20.0}, "qr") == fan_mm(sizes, "qr") + 20


@pytest.mark.parametrize("slip", [{}, {"slip_top_mm": 50.0}, {"slip_left_mm": 20.0}])
def test_cards_lie_in_their_place_wherever_the_slip_is(slip: dict[str, float]) -> None:
    sizes = {**{size.name: size.default for size in TAGS.sizes}, **slip}
    tag = next(tag for tag in TAGS.catalogue(sizes).tags if tag.id == "item-pearl")
    assert tag.piece_mm is not None
    for seat in SEATS:
        turn, area = facing_deg(seat), AREAS[open_place(seat)]
        x, y = place_in_fan(tag, area, turn, 0, 1)
        cos, sin = round(np.cos(np.radians(turn))), round(np.sin(np.radians(turn)))
        left, top = tag.piece_mm[:2]
        corner = x + cos * left - sin * top, y + sin * left + cos * top
        edges = {0.0: (0, 1), 90.0: (2, 1), 180.0: (2, 3), 270.0: (0, 3)}[turn]
        inwards = {0.0: (2, 2), 90.0: (-2, 2), 180.0: (-2, -2), 270.0: (2, -2)}[turn]
        assert corner == pytest.approx([area[edge] + inward_mm for edge, inward_mm in zip(edges, inwards, strict=True)])
