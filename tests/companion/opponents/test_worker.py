"""Bots in a process of their own: stopped, asked anew, started again, given up."""

import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from companion.opponents.worker import LATE_S, Audience, ChosenMove, LoadedGame, NoAnswerError, Opponent, Request
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.game import RULES as PLAY
from engine.finstere_flure.pieces import Colour

pytestmark = pytest.mark.slow

# Its rules need no more than the engine: each process has them at once.
VIEW = PLAY.deal(GameStarted((Colour.RED, Colour.BLUE), Colour.RED), Random(1))
while not PLAY.acting_seats(VIEW):
    VIEW = PLAY.follow(VIEW, PLAY.draw(VIEW, Random(1)))
SEAT = str(PLAY.acting_seats(VIEW)[0])


def load(game_id: str) -> LoadedGame:
    if game_id == "broken":
        raise ValueError("a game that cannot be loaded")
    return LoadedGame(PLAY, {**BOTS, "deaf": lambda *_: time.sleep(60)}, explain)


def explain(view: Any, seat: str, move: Any, shared: bool) -> Any:
    return (view == VIEW, seat, move in PLAY.possible(VIEW), shared)


def request(bot: str, seconds: float = 0.05, game_id: str = "any") -> Request:
    return Request(game_id, VIEW, SEAT, bot, seconds, "1 1")


@pytest.fixture
def opponent() -> Iterator[Opponent]:
    # Unless a test lets time pass, a busy machine makes no process late.
    opponent = Opponent(load, clock=lambda: 0.0)
    yield opponent
    opponent.close()


def answer_of(opponent: Opponent) -> ChosenMove:
    while (answer := opponent.answer()) is None:
        time.sleep(0.005)
    return answer


@pytest.mark.parametrize(
    ("audience", "reason"),
    [(Audience.NOBODY, None), (Audience.PLAYER, (True, SEAT, True, False)), (Audience.ALL, (True, SEAT, True, True))],
)
def test_a_reason_is_given_where_it_is_asked_for(opponent: Opponent, audience: Audience, reason: Any) -> None:
    opponent.ask(replace(request("random"), audience=audience))
    assert answer_of(opponent).reason == reason


def test_one_question_after_the_other_is_answered(opponent: Opponent) -> None:
    assert opponent.answer() is None, "nothing was asked"
    for bot in BOTS:
        opponent.ask(request(bot))
        assert answer_of(opponent).move in PLAY.possible(VIEW)
    opponent.ask(request("random"))
    first = answer_of(opponent)
    opponent.ask(request("random"))
    assert answer_of(opponent) == first, "by the same seed"


def test_by_so_many_states_the_answer_is_that_of_any_machine(opponent: Opponent) -> None:
    opponent.ask(Request("any", VIEW, SEAT, "strong", 500.0, "1 1", nodes=40))
    assert answer_of(opponent).move == BOTS["strong"](PLAY, VIEW, SEAT, Budget(nodes=40), Random("1 1"))


def test_a_stop_frees_the_bot_at_once_for_the_next_question(opponent: Opponent) -> None:
    opponent.ask(request("strong", 500.0))
    until = time.monotonic() + 1
    while time.monotonic() < until:
        assert opponent.answer() is None
    opponent.stop()
    assert opponent.answer() is None
    opponent.ask(request("random"))
    assert answer_of(opponent).move in PLAY.possible(VIEW)


def test_a_game_that_fails_twice_is_given_up(opponent: Opponent, capfd: pytest.CaptureFixture[str]) -> None:
    opponent.ask(request("random", game_id="broken"))
    with pytest.raises(NoAnswerError):
        answer_of(opponent)
    assert opponent.answer() is None, "it is asked no more"
    assert capfd.readouterr().err.count("ValueError: a game that cannot be loaded") == 2


def test_a_bot_that_does_not_come_back_is_given_up() -> None:
    time_s = 0.0
    opponent = Opponent(load, clock=lambda: time_s)
    opponent.ask(request("deaf"))
    for is_given_up in (False, True):
        wait_until_sent(opponent)
        time_s += LATE_S
        assert opponent.answer() is None, "it may still come"
        time_s += 1.0
        with pytest.raises(NoAnswerError) if is_given_up else nullcontext():
            assert opponent.answer() is None, "it is asked once more, in another process"
    opponent.ask(request("random"))
    assert answer_of(opponent).move in PLAY.possible(VIEW)
    opponent.close()


def wait_until_sent(opponent: Opponent) -> None:
    """Wait until the process has the question."""
    while not opponent._is_sent:
        assert opponent.answer() is None
        time.sleep(0.005)
