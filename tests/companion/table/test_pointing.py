"""The ring shows in which direction a place lies at which somebody points."""

import pytest
from classics.breakthrough import GAME

from companion.games.finstere_flure.table.game import TABLE as FLURE
from companion.sheets.manifest import tags_of
from companion.table.ring import place_pattern
from hardware.ring.patterns import Pulse

#: A pulsing sector is brightest in the middle of a second.
BRIGHTEST_S = 0.5


@pytest.mark.parametrize(
    ("place", "lights"),
    [("d1", (21, 22)), ("e1", (0, 1)), ("h1", (0, 1, 3, 4)), ("h8", (6, 7, 9, 10)), ("a8", (12, 13, 15, 16))],
)
def test_a_sector_pulses_where_the_place_lies(place: str, lights: tuple[int, ...]) -> None:
    pattern = place_pattern(tags_of(GAME.table.readings.tags, None).surface, place)
    colours = pattern.colours(24, BRIGHTEST_S)
    brightest = {number for number, colour in enumerate(colours) if colour == max(colours)}
    assert brightest <= {*lights}, "clockwise from the top"
    assert len(brightest) == 2


@pytest.mark.parametrize("place", ["h6", "nowhere"])
def test_the_middle_and_what_is_no_place_have_no_direction(place: str) -> None:
    assert isinstance(place_pattern(tags_of(FLURE.readings.tags, None).surface, place), Pulse)
