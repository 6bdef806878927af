"""Section 2: how many play, with which colours and tokens."""

import pytest

from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Colour, Place, Side
from engine.finstere_flure.problems import Reason
from tests.engine.finstere_flure.game_helpers import (
    BEIGE,
    BLACK,
    BLUE,
    GREEN,
    PURPLE,
    RED,
    SEVEN,
    YELLOW,
    refused,
    started,
)


def sentences(event: GameStarted) -> list[str]:
    problems = refused(lambda: Game.start(event))
    assert {problem.reason for problem in problems} == {Reason.PLAYERS}
    return [problem.text for problem in problems]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_with_two_to_four_players_each_has_four_tokens(count: int) -> None:
    players = (YELLOW, BLUE, RED, GREEN)[:count]
    tokens = started(*players).state.position.tokens
    assert [t.id for t in tokens] == [f"{colour}-{white}" for colour in players for white in (1, 3, 4, 5)]


@pytest.mark.parametrize("count", [5, 6, 7])
def test_with_five_to_seven_players_each_has_three_tokens(count: int) -> None:
    players = SEVEN[-count:]
    tokens = started(*players).state.position.tokens
    assert [t.id for t in tokens] == [f"{colour}-{white}" for colour in players for white in (1, 4, 5)]


def test_all_start_outside_the_board_white_side_up() -> None:
    tokens = started(*SEVEN).state.position.tokens
    assert {(t.at, t.side) for t in tokens} == {(Place.OUTSIDE, Side.WHITE)}


@pytest.mark.parametrize("players", [(), (RED,), (*SEVEN, RED)])
def test_fewer_than_two_or_more_than_seven_cannot_play(players: tuple[Colour, ...]) -> None:
    assert f"{len(players)} players: 2 to 7 can play" in sentences(GameStarted(players, RED))


@pytest.mark.parametrize("colour", [BEIGE, PURPLE, BLACK])
def test_up_to_four_players_choose_from_the_colours_with_four_tokens(colour: Colour) -> None:
    assert sentences(GameStarted((RED, colour), RED)) == [
        f"{colour} has only three tokens: with up to 4 players choose from green red blue yellow"
    ]


def test_each_player_has_a_colour_of_their_own() -> None:
    assert sentences(GameStarted((RED, BLUE, RED), RED)) == ["red is there 2 times: each player has one colour"]


def test_a_player_begins() -> None:
    assert sentences(GameStarted((RED, BLUE), GREEN)) == ["green cannot begin: it is not among the players"]
    assert Game.start(GameStarted((RED, BLUE), BLUE)).state.start_player is BLUE


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_five_counts_as_three_hits_with_six_or_seven_players_only(count: int) -> None:
    event = GameStarted(SEVEN[:count], GREEN, five_as_three=True)
    assert sentences(event) == [f"the card 5 counts as three hits with 6 or 7 players only, not with {count}"]
    assert started(*SEVEN[:6], five_as_three=True).state.started.five_as_three
    assert started(*SEVEN, five_as_three=True).state.started.five_as_three


def test_all_problems_of_a_start_are_named() -> None:
    problems = refused(lambda: Game.start(GameStarted((BLACK, BLACK), RED, five_as_three=True, stones=("stone-1",))))
    assert len(problems) == 5
    assert problems[-1].reason is Reason.UNKNOWN_PIECE
