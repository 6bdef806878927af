"""Tests of the story of a finished game, and of the chases for spectators."""

import pytest

from companion.games.finstere_flure.playback.chase import chase, chase_game
from companion.games.finstere_flure.words.story import Story, game_story
from engine.finstere_flure.events import CardDrawn, GameStarted
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.trace import Look
from tests.companion.games.finstere_flure.screen.sample_pages import play_until


def test_the_story_counts_rounds_escapes_and_whom_the_monster_got() -> None:
    game = play_until(lambda game: game.state.outcome is not None)
    story = game_story(game)
    assert story.rounds == game.state.round
    assert story.escapes == len(game.state.out)
    assert len(story.moves) == sum(isinstance(event, CardDrawn) for event in game.events)
    assert sum(story.eaten.values()) == sum(len(move.eaten) for move in story.moves) > 0


def test_all_who_lost_most_are_named_and_nobody_where_nobody_was_eaten() -> None:
    eaten = {Colour.RED: 2, Colour.BLUE: 1, Colour.GREEN: 2}
    assert Story(3, 1, eaten, (), ()).eaten_most == (Colour.RED, Colour.GREEN)
    assert Story(3, 1, {}, (), ()).eaten_most == ()


@pytest.mark.slow
def test_in_a_chase_somebody_is_seen_again_and_again_and_eaten() -> None:
    for seed in (3, 11, 19):
        move = chase(seed)
        assert move.eaten
        assert sum(isinstance(event, Look) and bool(event.seen) for step in move.steps for event in step.events) >= 3
    started = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)
    assert chase_game(started, 3) == chase_game.__wrapped__(started, 3), "the same chase every time"
