"""Greedy play: the best of many moves is rated anew, since it had luck with few samples."""

from collections.abc import Sequence
from random import Random

import pytest

from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from engine.game import Play, Result

#: State: the side of each of many hidden coins, and the coin that was bet on.
State = tuple[int, str]
SAFE = "safe"


class Coins(Play[State, str]):
    """Game of a bet on one of forty hidden coins; to make none is worth half a bet and more."""

    def __init__(self, confirming_samples: int) -> None:
        self.confirming_samples = confirming_samples

    def deal(self, started: None, rng: Random) -> State:  # noqa: ARG002 - nothing is chosen at first
        return (rng.getrandbits(40), "")

    def determinize(self, view: State, seat: str, rng: Random) -> State:  # noqa: ARG002 - one seat
        return (rng.getrandbits(40), view[1])

    def follow(self, state: State, move: str) -> State:
        return (state[0], move)

    def over(self, state: State) -> Result | None:
        return Result((), "bet") if state[1] else None

    def actors(self, state: State) -> Sequence[str]:
        return () if state[1] else ("me",)

    def possible(self, state: State) -> Sequence[str]:  # noqa: ARG002 - always the same
        return (SAFE, *map(str, range(40)))

    def worth(self, state: State, seat: str) -> float:  # noqa: ARG002 - one seat
        return 0.8 if state[1] == SAFE else float(state[0] >> int(state[1]) & 1)


@pytest.mark.parametrize(("confirming_samples", "least", "most"), [(24, 18, 20), (0, 0, 6)])
def test_luck_in_few_samples_is_not_taken_for_a_good_move(confirming_samples: int, least: int, most: int) -> None:
    play = Coins(confirming_samples)
    chosen = [BOTS["greedy"](play, (0, ""), "me", Budget(), Random(seed)) for seed in range(20)]
    assert least <= chosen.count(SAFE) <= most
