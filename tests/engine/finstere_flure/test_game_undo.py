"""Undo and resume: a game is what its events say."""

import pytest

from engine.finstere_flure.events import DeckShuffled, GameEvent
from engine.finstere_flure.game import Game
from engine.finstere_flure.problems import Reason
from engine.finstere_flure.state import Phase
from tests.engine.finstere_flure.game_helpers import (
    BLUE,
    ORDER,
    RED,
    begun,
    refused,
    stage_two,
    started,
    stay,
    stay_all,
    whole_round,
)


def test_undo_drops_the_last_event() -> None:
    before = begun(RED, BLUE)
    assert stay(before, "red-4").undo() == before


def test_undo_takes_back_the_flips_at_the_end_of_the_first_round() -> None:
    game = stay(stay(stay(begun(RED, BLUE), "red-1"), "blue-1"), "red-3")
    assert stay(game, "blue-3").undo() == game


def test_undo_takes_back_the_monsters_move_and_its_card() -> None:
    before = stay_all(begun(RED, BLUE))
    assert whole_round(begun(RED, BLUE)).undo() == before


def test_undo_goes_back_over_the_change_of_stage() -> None:
    game = stage_two(begun(RED, BLUE))
    assert game.undo(1).state.phase is Phase.SHUFFLE
    assert game.undo(2).state.phase is Phase.DRAW_CARD
    assert (game.undo(2).state.stage, len(game.undo(2).state.deck.played)) == (1, 6)


def test_undo_takes_back_the_end_of_the_game() -> None:
    game = stage_two(begun(RED, BLUE))
    while game.state.outcome is None:
        game = whole_round(game)
    before = game.undo()
    assert (before.state.outcome, before.state.phase) == (None, Phase.DRAW_CARD)
    assert before.apply(game.events[-1]) == game


@pytest.mark.parametrize("count", [2, 3, 1000])
def test_the_start_of_the_game_always_stays(count: int) -> None:
    assert stay(begun(RED, BLUE), "red-4").undo(count) == started(RED, BLUE)


def test_after_an_undo_something_else_may_happen() -> None:
    game = stay(begun(RED, BLUE), "red-4").undo()
    assert stay(game, "red-5").state.turn is BLUE


def test_a_game_is_resumed_from_its_events() -> None:
    game = whole_round(whole_round(begun(RED, BLUE)))
    assert Game.replay(game.events) == game


def test_a_resumed_game_is_checked_event_by_event() -> None:
    game = begun(RED, BLUE)
    (problem,) = refused(lambda: Game.replay((*game.events, DeckShuffled(ORDER))))
    assert problem.reason is Reason.PHASE


@pytest.mark.parametrize("events", [(), (DeckShuffled(ORDER),)])
def test_a_game_begins_with_its_start(events: tuple[GameEvent, ...]) -> None:
    (problem,) = refused(lambda: Game.replay(events))
    assert problem.text == "a game begins with who plays and by which rules"
