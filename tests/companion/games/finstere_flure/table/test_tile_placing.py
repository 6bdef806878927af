"""The expert set-up: the tile that was placed is found and judged by the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.problem_words import describe_problem
from companion.games.finstere_flure.table.tile_placing import infer_tile
from companion.table.inference import Happened, Nothing, Waiting
from engine.finstere_flure.events import TilePlaced
from engine.finstere_flure.pieces import Side
from engine.finstere_flure.position import Token
from engine.finstere_flure.problems import EventProblem, Reason
from tests.companion.games.finstere_flure.table.drawn_tables import all_problems, the_problem, told
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.companion.games.finstere_flure.table.random_states import GAMES, tile_moments
from tests.engine.finstere_flure.game_helpers import BLUE, RED, expert, place, tile

PLACED = ("stone-1 c5", "teleporter-A1 f5 N", "pool-2x2 i3 j3 i4 j4")
GAME = place(expert(RED, BLUE), *PLACED)


def lying(*tiles: str) -> BoardObservation:
    """Return the tiles placed before, and these."""
    return relaid(tiles=tuple(map(tile, (*PLACED, *tiles))))


def test_nothing_is_placed() -> None:
    assert infer_tile(GAME, lying()) == Nothing()


@pytest.mark.slow
@settings(max_examples=40)
@given(st.deferred(lambda: st.sampled_from([seed for seed in range(GAMES) if tile_moments(seed)])), st.data())
def test_every_allowed_tile_is_found(seed: int, data: st.DataObject) -> None:
    game, event = data.draw(st.sampled_from(tile_moments(seed)))
    assert infer_tile(game, relaid(tiles=(*game.state.placed, event.tile))) == Happened(event)
    assert infer_tile(game, relaid(tiles=game.state.placed)) == Nothing()


def test_a_new_stone_keeps_a_free_id_when_equal_stones_were_exchanged() -> None:
    seen = relaid(tiles=tuple(map(tile, ("stone-6 c5", *PLACED[1:], "stone-1 d8"))))
    assert infer_tile(GAME, seen) == Happened(TilePlaced(tile("stone-6 d8")))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            "stone-2 b1",
            "The stone lies too near the entrance or the exit: b1 must stay free. Put it farther away.",
        ),
        (
            "teleporter-B1 f6 E",
            "Two teleporters lie side by side, on f6 and f5. Put the new one where it touches no other teleporter.",
        ),
        ("pool-4x1 c5 d5 e5 f5", "The long pool covers another tile on c5. Put it where no other tile lies."),
    ],
)
def test_against_the_rules(words: str, text: str) -> None:
    problem = all_problems(infer_tile(GAME, lying(words)))[0]
    assert told(problem) == text
    assert problem.kind is ProblemKind.NOT_ALLOWED


def test_two_tiles_at_once() -> None:
    assert told(the_problem(infer_tile(GAME, lying("stone-2 d8", "stone-6 e8 turn90")))) == (
        "Several tiles were placed at once: the stone on d8 and the right-turning stone on e8. "
        "Leave just one of them on the board."
    )


def test_a_tile_placed_before_was_moved() -> None:
    seen = relaid(tiles=tuple(map(tile, ("stone-1 c6", *PLACED[1:]))))
    assert told(the_problem(infer_tile(GAME, seen))) == "The stone lies on c6 instead of c5. Put the stone on c5."


def test_a_teleporter_placed_before_was_turned() -> None:
    seen = relaid(tiles=tuple(map(tile, (PLACED[0], "teleporter-A1 f5 E", PLACED[2]))))
    assert the_problem(infer_tile(GAME, seen)).fix == "Put the teleporter on f5, its arrow pointing north."


def test_a_stone_in_the_air_is_waited_for() -> None:
    inference = infer_tile(GAME, relaid(tiles=tuple(map(tile, PLACED[1:]))))
    assert isinstance(inference, Waiting)
    assert inference.pieces == ("stone-1",)
    assert [problem.fix for problem in inference.problems] == ["Put the stone on c5."]


def test_a_stone_under_a_hand_is_waited_for() -> None:
    seen = relaid(relaid(tiles=tuple(map(tile, (*PLACED[1:], "stone-2 d8")))), unreadable=("c5",))
    assert infer_tile(GAME, seen) == Waiting(places=("c5",))


def test_tokens_begin_outside() -> None:
    seen = relaid(lying(), tokens=(Token("red-4", Side.WHITE, "p11"),))
    assert the_problem(infer_tile(GAME, seen)).kind is ProblemKind.UNEXPECTED


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_words(reason: Reason) -> None:
    for problem in (EventProblem(reason, "so"), EventProblem(reason, "so", "stone-1", ("c5", "d5"))):
        sentence, fix = describe_problem(problem)
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert fix.endswith(".")
        assert "{" not in sentence + fix
