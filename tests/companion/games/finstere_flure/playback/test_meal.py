"""A meal is a moment: its tension, its line of story, its sounds and lights."""

from dataclasses import replace

import pygame
import pytest

from companion.games.finstere_flure.chimes import CHIMES, EATEN
from companion.games.finstere_flure.playback.chase import chase
from companion.games.finstere_flure.playback.meal import (
    MOST_TENSION,
    SCORED_S,
    SWALLOWED_S,
    describe_meal,
    tension_of,
)
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import MEAL_S, timeline
from companion.games.finstere_flure.screen.move_view import MoveView
from companion.games.finstere_flure.table.ring import eaten_pattern
from companion.screen.fonts import Fonts
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove

FONTS = Fonts()
SIZE = (1280, 600)
LIGHTS = 12


def meal() -> tuple[MonsterMove, Playback]:
    """Return a chase's move, and its playback at the bite."""
    move = chase(3)
    segments = timeline(move)
    index = next(number for number, segment in enumerate(segments) if segment.meal)
    bite_s = segments[index].bite_s
    assert bite_s is not None
    return move, Playback(segments, index, bite_s)


def picture(seconds: float, tension: int = 1) -> pygame.Surface:
    """Return the screen so long after the bite."""
    move, bite = meal()
    surface = pygame.Surface(SIZE)
    later = replace(bite, elapsed_s=bite.elapsed_s + seconds)
    MoveView(FONTS, move, with_buttons=False).draw(surface, later, "Round 3", tension)
    return surface


def brightness(surface: pygame.Surface) -> float:
    return float(sum(pygame.transform.average_color(surface)[:3]))


def test_there_are_four_steps_of_tension_by_stage_and_cards_left() -> None:
    assert [tension_of(stage, left) for stage in (1, 2) for left in (7, 1)] == [1, 2, 3, 4]
    assert [tension_of(stage) for stage in (1, 2)] == [1, 3], "where nobody knows the cards"
    assert len(EATEN) == MOST_TENSION


def test_the_tenser_a_meal_the_longer_its_sound_and_the_oftener_its_flare() -> None:
    lengths = [len(CHIMES[name]()) for name in EATEN]
    assert lengths == sorted(set(lengths))
    assert lengths[0] > 0
    seconds = [eaten_pattern(0.0, tension).seconds for tension in range(1, MOST_TENSION + 1)]
    assert seconds == sorted(set(seconds))
    flare = eaten_pattern(10.0, 4)
    bright = [max(flare.colours(LIGHTS, 10.0 + after)[0]) for after in (0.0, 0.3, 0.36, 1.06, 5.0)]
    assert bright[1] < bright[0] == 240
    assert bright[2] > bright[1], "it lights up again"
    assert bright[3] > 200
    assert bright[4] == 0


@pytest.mark.slow
def test_light_on_the_screen_grows_with_the_tension_too() -> None:
    shades = [brightness(picture(0.05, tension)) for tension in range(1, MOST_TENSION + 1)]
    assert shades == sorted(set(shades))
    assert shades[0] > brightness(picture(-0.1))


@pytest.mark.slow
def test_a_meal_lasts_and_the_token_comes_to_its_place_on_the_score() -> None:
    assert SWALLOWED_S < SCORED_S < MEAL_S
    assert MEAL_S >= 2.0, "a moment, not a flicker"
    right = pygame.Rect(SIZE[0] * 3 // 4, SIZE[1] * 2 // 3, SIZE[0] // 4, SIZE[1] // 3)
    pictures = [picture(seconds).subsurface(right) for seconds in (0.1, SCORED_S + 0.1)]
    assert pygame.image.tobytes(pictures[0], "RGB") != pygame.image.tobytes(pictures[1], "RGB")


def test_the_line_of_story_says_what_it_means() -> None:
    move, bite = meal()
    token = bite.segment.meal
    assert token is not None
    start: Position = move.start
    assert describe_meal(start, token, 1) == "Blue 3 is eaten and must begin again."
    late = replace(start, stage=2)
    assert describe_meal(late, token, 1) == "Blue 3 is eaten for good."
    tokens = tuple(
        replace(other_token, at=Place.OUT)
        if other_token.id.startswith("blue") and other_token.id != token
        else other_token
        for other_token in start.tokens
    )
    assert describe_meal(replace(late, tokens=tokens), token, 1) == "Blue 3 is eaten for good, the last of Blue!"
