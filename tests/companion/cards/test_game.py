"""Tests of games of cards in zones: tags, observations, words, hands of a damaged file."""

from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from mouse_and_elephant.rules import Started
from mouse_and_elephant.table import SHEETS, TABLE, TAGS

from companion.cards.dealt_hands import hands_of
from companion.cards.mat_pictures import MatPictures
from companion.device.errors import UserError
from companion.device.language import use_language
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.table.layout import PieceObservation, TableLayout, describe_discrepancies


def read(*placed: tuple[str, str | None], unreadable: tuple[str, ...] = ()) -> Any:
    """Return a reading of cards in zones."""
    tags = [SimpleNamespace(tag=SimpleNamespace(id=card), zone=zone) for card, zone in placed]
    return SimpleNamespace(placed_tags=tags, unreadable=unreadable)


def test_tags_are_numbered_and_references_lie_at_the_sides() -> None:
    catalogue = TAGS.catalogue()
    assert [tag.payload for tag in catalogue.tags][:2] == ["ME00", "ME01"]
    assert [tag.placement_mm for tag in catalogue.references if tag.id.startswith("ref-N")] == [(26, 26), (374, 26)]
    assert len(catalogue.references) == 6
    left, top, right, bottom = catalogue.surface.extent_mm
    assert all(
        left <= x <= right and top <= y <= bottom for zone in TAGS.zones.values() for x, y in (zone[:2], zone[2:])
    )


def test_all_kinds_of_cards_are_printed() -> None:
    assert SHEETS.sections == {"Cards": ("red", "yellow", "green", "blue")}
    assert SHEETS.zone_names()["north"] == "North"


def test_a_card_is_seen_in_its_zone() -> None:
    seen = TABLE.observe(read(("red-1", "west"), ("red-2", None), unreadable=("east",)), TAGS.catalogue())
    assert seen == PieceObservation.from_sides({"red-1": "west"}, frozenset({"east"}))


def test_a_card_in_two_zones_is_in_doubt() -> None:
    seen = TABLE.observe(read(("red-1", "west"), ("red-1", "east")), TAGS.catalogue())
    assert not seen.layout.counts
    assert seen.in_doubt == frozenset({"red-1"})


@pytest.mark.parametrize(
    ("observation", "said"),
    [
        (PieceObservation.from_sides(), ("I do not see mouse (red).", "Lay mouse (red) here: West.")),
        (
            PieceObservation.from_sides({"red-1": "east"}),
            ("Mouse (red) does not belong here: East.", "Lay mouse (red) here: West."),
        ),
        (
            PieceObservation.from_sides({"red-1": "west", "blue-2": "east"}),
            ("Cat (blue) does not belong here: East.", "Take cat (blue) off the mat."),
        ),
        (
            PieceObservation(in_doubt=frozenset({"red-1"})),
            ("Mouse (red) is seen twice.", "Lay mouse (red) here: West."),
        ),
    ],
    ids=["gone", "elsewhere", "too many", "twice"],
)
def test_what_lies_wrong_is_told_with_what_to_do(observation: PieceObservation, said: tuple[str, str]) -> None:
    (problem,) = describe_discrepancies(TableLayout.from_sides({"red-1": "west"}), observation, TABLE.names)
    assert (problem.sentence, problem.fix) == said


def test_each_zone_of_the_mat_is_a_field_of_its_own_colour() -> None:
    size = (640, 480)
    pictures, canvas = MatPictures(Fonts(), TABLE), Canvas(pygame.Surface(size), Fonts(), lay_out_page(size, bar=False))
    box = pictures.board_in(canvas.surface.get_rect())
    pictures.paint_board(canvas, box, None)
    for place in pictures.place_boxes(box, None).values():
        assert canvas.surface.get_at((place.centerx, place.top + 4))[:3] == theme.PANEL_RAISED


def test_a_player_s_sign_has_the_letter_of_the_language() -> None:
    pictures = MatPictures(Fonts(), TABLE)
    english = pictures.sign("east", 40)
    assert english.get_bounding_rect().center == (20, 20)
    use_language("de")
    assert pictures.sign("east", 40) is not english


@pytest.mark.parametrize(
    "hands",
    [
        {"west": ["red-1"], "north": ["red-2"]},
        {"west": ["red-1"], "north": ["red-1"], "east": []},
        {"west": ["red-7"], "north": [], "east": []},
        {"west": ["red-1"], "north": [], "south": []},
    ],
    ids=["somebody missing", "twice", "no such card", "nobody's"],
)
def test_hands_that_cannot_be_are_refused(hands: dict[str, list[str]]) -> None:
    started = Started()
    content = {"started": {"event": "started"}, "seed": 1, "hands": hands}
    with pytest.raises(UserError, match="damaged"):
        hands_of(TABLE).from_json(content, [started])
