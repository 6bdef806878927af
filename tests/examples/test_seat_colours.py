"""Colours of a game's seats, as people with a colour vision deficiency see them."""

from collections.abc import Mapping
from itertools import cycle, pairwise
from typing import Any

import numpy as np
import pytest
from fox_and_geese.table import TABLE as FOX_AND_GEESE
from mouse_and_elephant.table import TABLE as MOUSE_AND_ELEPHANT

from companion.games.betrayal.colours import COLOURS as EXPLORERS
from companion.games.coach_ride.colours import COLOURS as PERSONS
from companion.games.finstere_flure.faces import SHAPES
from companion.games.finstere_flure.palette import PLAYERS
from companion.games.lifeboat.colours import COLOURS as CHARACTERS
from companion.screen.theme import Rgb
from companion.table.ring import won_pattern
from engine.betrayal.components import CHARACTERS as SIDES_OF_CARDS
from tests.companion.screen.colour_vision import close_pairs
from tests.examples.test_classics import MOST_LINES as CLASSICS
from tests.examples.test_classics import game_of

#: Colours that differ less cannot be told apart at a glance.
LEAST = 10.0
#: Numbers of lights of rings.
LIGHTS = (8, 12, 24)


def named(colours: Mapping[Any, Rgb]) -> dict[str, Rgb]:
    return {str(seat): colour for seat, colour in colours.items()}


#: The colours of all seats of each game; those of lights where they are others.
SEATS: Mapping[str, Mapping[str, Rgb]] = {
    "finstere-flure": {str(colour): shades.screen for colour, shades in PLAYERS.items()},
    "finstere-flure, light": {str(colour): shades.lit for colour, shades in PLAYERS.items()},
    "lifeboat": named(CHARACTERS),
    "coach-ride": named(PERSONS),
    # Two explorers are the sides of one card: one of them plays at most.
    "betrayal": {SIDES_OF_CARDS[explorer].colour: colour for explorer, colour in EXPLORERS.items()},
    "fox-and-geese": named(FOX_AND_GEESE.colours),
    "mouse-and-elephant": named(MOUSE_AND_ELEPHANT.colours),
    "mouse-and-elephant, cards": named(MOUSE_AND_ELEPHANT.card_colours),
    **{name: named(game_of(name).table.colours) for name in CLASSICS},
}


@pytest.mark.parametrize("game", SEATS)
def test_all_seats_can_be_told_apart_with_any_colour_vision_deficiency(game: str) -> None:
    assert len(SEATS[game]) > 1
    assert close_pairs(SEATS[game], LEAST) == {}


def test_printed_tokens_whose_real_colours_are_close_bear_different_shapes() -> None:
    close = close_pairs({colour: shades.printed for colour, shades in PLAYERS.items()}, LEAST)
    assert close, "the tokens of the game are as they are"
    for game, other in close:
        assert SHAPES[game] != SHAPES[other]


@pytest.mark.thorough(but=[f"{game}-{lights}" for game, lights in zip(SEATS, cycle(LIGHTS), strict=False)])
@pytest.mark.parametrize("lights", LIGHTS)
@pytest.mark.parametrize("game", SEATS)
def test_the_ring_tells_a_winner_by_the_place_alone(game: str, lights: int) -> None:
    white = dict.fromkeys(SEATS[game], (255, 255, 255))
    times = np.arange(0, 10, 0.2)
    shown = [
        np.array([won_pattern(white, (seat,)).colours(lights, seconds) for seconds in times], dtype=np.float64)[..., 0]
        for seat in white
    ]
    for first, other in pairwise(shown):
        assert np.abs(first - other).mean(axis=0).max() / 255 > 0.12
