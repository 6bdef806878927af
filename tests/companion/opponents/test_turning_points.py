"""Tests of turning points: where the winners' chance changed most."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from statistics import fmean
from typing import Any

import pytest

from companion.opponents import turning_points as module
from companion.opponents.turning_points import (
    Deal,
    TurningPoint,
    Victory,
    quick_chances,
    strong_chances,
    turning_points,
)
from engine.finstere_flure.game import RULES
from engine.game import Play, Result
from tests import ROOT
from tests.engine.finstere_flure.whole_game import whole_game


@pytest.fixture(scope="module")
def victory() -> Victory:
    state = whole_game(1).state
    result = RULES.over(state)
    assert result is not None
    return Victory(RULES, result, tuple(map(str, state.players)))


def open_deals(states: Sequence[Any]) -> list[Deal]:
    """Return states of which all is known."""
    return [partial(lambda state, _: state, state) for state in states]


def test_the_winner_has_won_at_the_end(victory: Victory) -> None:
    states = whole_game(1).states()
    chances = quick_chances(victory, open_deals(states))
    assert len(chances) == len(states)
    assert chances[-1] == 1.0
    assert all(0.0 <= chance <= 1.0 for chance in chances)


@pytest.mark.slow
def test_the_greatest_changes_are_found_alike_each_time(victory: Victory) -> None:
    states = open_deals(whole_game(1).states()[-6:])
    chances = quick_chances(victory, states)
    found = turning_points(victory, states, chances)
    assert found == turning_points(victory, states, chances)
    assert 0 < len(found) <= 3
    assert [point.event for point in found] == sorted(point.event for point in found)


@pytest.mark.slow
def test_of_two_events_in_a_row_the_second_begins_where_the_first_ends(victory: Victory) -> None:
    states = open_deals(whole_game(1).states()[-4:])
    points = turning_points(victory, states, [0.1, 0.4, 0.1, 0.4])
    assert [point.event for point in points] == [1, 2, 3]
    assert [point.after for point in points[:-1]] == [point.before for point in points[1:]]


@pytest.mark.slow
def test_the_chance_of_an_event_is_the_same_whatever_is_looked_at_beside_it(
    victory: Victory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SOONER", 0)
    states = open_deals(whole_game(1).states()[-8:-3])
    (alone,) = turning_points(victory, states, [0.1, 0.1, 0.1, 0.4, 0.4])
    beside = turning_points(victory, states, [0.1, 0.3, 0.5, 0.9, 0.9])
    assert [point.event for point in beside] == [1, 2, 3]
    assert beside[-1] == alone


def test_chance_draws_where_it_acts_and_nobody_chooses(victory: Victory) -> None:
    before_last_card = [state for state in whole_game(1).states() if RULES.chance_acts(state)][-2]
    assert all(0.0 <= chance <= 1.0 for chance in strong_chances(victory, lambda _: before_last_card, "seed"))


def test_where_nothing_changes_there_is_no_turning_point(victory: Victory) -> None:
    states = open_deals(whole_game(1).states()[:3])
    assert turning_points(victory, states, [0.5, 0.5, 0.5]) == []


def test_a_change_has_a_direction() -> None:
    assert TurningPoint(3, 0.5, 0.25).change == -0.25


class Guess(Play[float, str]):
    """Game of two in which a state is the first one's chance, and nothing is left to do."""

    def worth(self, state: float, seat: str) -> float:
        return state if seat == "first" else 1 - state

    def over(self, state: float) -> Result:  # noqa: ARG002 - as it lies
        return Result(("first",), "guessed")

    def deal(self, started: Any, rng: Random) -> float: ...  # type: ignore[empty-body]
    def follow(self, state: float, move: str, /) -> float: ...  # type: ignore[empty-body]
    def actors(self, state: float) -> Sequence[str]: ...  # type: ignore[empty-body]
    def possible(self, state: float) -> Sequence[str]: ...  # type: ignore[empty-body]


def guessed(mean: float, spread: float) -> Deal:
    """Return what deals a chance by luck."""
    return lambda rng: mean + spread * (rng.random() - 0.5)


def test_where_hands_were_hidden_a_change_no_greater_than_its_error_is_left_out() -> None:
    play = Guess()
    victory = Victory(play, Result(("first",), "guessed"), ("first", "other"), has_hands=True)
    deals = [guessed(0.5, 0.0), guessed(0.48, 0.4), guessed(0.3, 0.1)]
    estimates = [fmean(strong_chances(victory, deal, "other luck")) for deal in deals]
    assert [point.event for point in turning_points(victory, deals, estimates)] == [2]


def test_of_hands_that_nobody_knows_deals_must_have_the_change_alike() -> None:
    known = Victory(Guess(), Result(("first",), "guessed"), ("first", "other"), has_hands=True)
    deals = [guessed(0.5, 0.0), guessed(0.3, 0.6), guessed(0.8, 0.6)]
    estimates = [0.5, 0.3, 0.8]
    assert [point.event for point in turning_points(known, deals, estimates)] == [1, 2]
    # Of the deals the first change raises some chances; the second is alike in all.
    assert [point.event for point in turning_points(replace(known, hands_are_dealt=True), deals, estimates)] == [2]


def test_players_of_two_sides_share_one_chance() -> None:
    class Sides(Guess):
        def worth(self, state: float, seat: str) -> float:
            return 0.6 if seat == "lonely" else state

        def side(self, state: float, seat: str) -> str:  # noqa: ARG002 - as dealt
            return "few" if seat == "lonely" else "many"

        def reward(self, result: Result, seat: str) -> float:
            return float(seat in result.winners)

    victory = Victory(Sides(), Result(("first", "second"), "guessed"), ("first", "second", "lonely"))
    assert victory.chance(0.6) == pytest.approx(0.5)
    assert victory.chance(0.2) == pytest.approx(0.25)


#: Prints chances of some states of games of each kind of search.
_PRINTED = """
from random import Random
from companion.games import find_game
from companion.opponents.turning_points import Victory, strong_chances
for kind in ("finstere-flure", "lifeboat", "coach-ride", "betrayal"):
    game, rng = find_game(kind), Random(4)
    started = game.virtual.start(None, 4, {})
    state = game.play.deal(started, rng)
    seats = game.players(started)
    for number in range(40):
        actors = game.play.acting_seats(state)
        move = rng.choice(game.play.moves_of(state, actors[0])) if actors else game.play.draw(state, rng)
        after = game.play.follow(state, move)
        if game.play.over(after) is not None:
            break
        state = after
    result = type("Won", (), {"winners": seats[:1]})()
    victory = Victory(game.play, result, seats)
    victory.play.reward = lambda result, seat: 1.0
    print(kind, strong_chances(victory, lambda rng: state, "luck"))
"""


@pytest.mark.slow
def test_each_process_finds_the_same_chances() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", _PRINTED],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0].count("\n") == 4
    assert told[0] == told[1]
