"""Tests of the lines of log, undo list and replay: a sentence for every event.

They cover every language.
"""

from collections.abc import Callable
from itertools import pairwise

import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.finstere_flure.playback.history import event_timelines
from companion.games.finstere_flure.words.event_words import describe_event
from engine.finstere_flure.events import SetUp
from engine.finstere_flure.game import Game
from tests.engine.finstere_flure.whole_game import whole_game

#: Games, which are played when a test needs them.
GAMES: dict[str, Callable[[], Game]] = {
    "basic": lambda: whole_game(1),
    "expert": lambda: whole_game(3, players=4, set_up=SetUp.EXPERT),
}


def lines(game: Game) -> list[str]:
    states = game.states()
    first = describe_event(None, game.events[0], states[0])
    steps = zip(game.events[1:], pairwise(states), strict=True)
    return [first, *(describe_event(before, event, after) for event, (before, after) in steps)]


@pytest.mark.slow
@pytest.mark.thorough(but=["basic-en", "expert-de", "basic-fr", "expert-zh"])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", GAMES)
def test_every_event_is_a_sentence_that_begins_with_a_capital(name: str, language: str) -> None:
    use_language(language)
    game = GAMES[name]()
    captions = [segment.caption for event_timeline in event_timelines(game) for segment in event_timeline.segments]
    for line in [*lines(game), *captions]:
        # Chinese has no capitals; its sentences may begin with a cell.
        assert language == "zh" or line[0] == line[0].upper(), line
        assert line[-1] in ".!。！", line
