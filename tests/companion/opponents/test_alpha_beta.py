"""Alpha-beta search finds what looking at everything finds."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest

from companion.opponents.alpha_beta import AlphaBeta
from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from engine.game import Play, Result

#: The moves made so far.
Path = tuple[int, ...]


@dataclass
class RandomTree(Play[Path, int]):
    """Three moves at each of five turns, of `me`, `you` and chance; worths by chance."""

    seed: int
    turns: Sequence[str] = ("me", "you", "", "me", "you")
    #: So seldom is a state the end before.
    ends: float = 0.1

    def deal(self, started: object, rng: Random) -> Path:  # noqa: ARG002
        return ()

    def follow(self, state: Path, move: int, /) -> Path:
        return (*state, move)

    def over(self, state: Path) -> Result | None:
        ended = len(state) == len(self.turns) or (state and Random(f"{self.seed} end {state}").random() < self.ends)
        return Result((), "ended") if ended else None

    def actors(self, state: Path) -> Sequence[str]:
        return (self.turns[len(state)],) if self.turns[len(state)] else ()

    def possible(self, state: Path) -> Sequence[int]:  # noqa: ARG002
        return range(3)

    def worth(self, state: Path, seat: str) -> float:
        worth = round(Random(f"{self.seed} {state}").random(), 1)
        return worth if seat == "me" else 1 - worth


def looked_at_wholly(play: RandomTree, state: Path) -> float:
    """Return the worth to `me` if everybody plays as well as can be."""
    if play.over(state) is not None:
        return play.worth(state, "me")
    found = [looked_at_wholly(play, play.follow(state, move)) for move in play.possible(state)]
    actor = play.turns[len(state)]
    if not actor:
        return sum(found) / len(found)
    return 0.5 + 0.995 * ((max(found) if actor == "me" else min(found)) - 0.5)


@pytest.mark.parametrize("seed", range(60))
def test_it_finds_what_looking_at_everything_finds(seed: int) -> None:
    turns = ("me", "you", "", "me", "you") if seed % 2 else ("me", "you", "you", "me", "you")
    play, budget = RandomTree(seed, turns), Budget(nodes=10_000)
    move = AlphaBeta(play, (), "me", range(3)).best(budget, Random(1))
    worths = [looked_at_wholly(play, (move,)) for move in range(3)]
    assert worths[move] == pytest.approx(max(worths))
    assert budget.used <= sum(3**depth for depth in range(2, 6)), "each state is looked at once"


def test_it_leaves_out_what_cannot_matter() -> None:
    used = []
    for seed in range(20):
        budget = Budget(nodes=10_000)
        play = RandomTree(seed, ("me", "you", "me", "you", "me"), ends=0)
        AlphaBeta(play, (), "me", range(3)).best(budget, Random(1))
        used.append(budget.used)
    assert sum(used) / len(used) < 0.7 * sum(3**depth for depth in range(2, 6))


def test_a_short_search_ends_within_its_budget() -> None:
    budget = Budget(nodes=20)
    assert BOTS["strong"](RandomTree(1), (), "me", budget, Random(1)) in range(3)
    assert budget.used == 20


class Race(Play[Path, int]):
    """`me` alone moves, one step or two at a time, and wins after six steps."""

    def deal(self, started: object, rng: Random) -> Path:  # noqa: ARG002
        return ()

    def follow(self, state: Path, move: int, /) -> Path:
        return (*state, move)

    def over(self, state: Path) -> Result | None:
        return Result(("me",), "won") if sum(state) >= 6 else None

    def actors(self, state: Path) -> Sequence[str]:  # noqa: ARG002
        return ("me",)

    def possible(self, state: Path) -> Sequence[int]:  # noqa: ARG002
        return (1, 2)


@pytest.mark.parametrize("seed", range(8))
def test_it_wins_as_soon_as_it_can(seed: int) -> None:
    assert BOTS["strong"](Race(), (), "me", Budget(nodes=500), Random(seed)) == 2


class Crowd(Play[Path, int]):
    """Thirty moves and thirty answers: answer 20 takes all, unless move 13 was made."""

    def deal(self, started: object, rng: Random) -> Path:  # noqa: ARG002
        return ()

    def follow(self, state: Path, move: int, /) -> Path:
        return (*state, move)

    def over(self, state: Path) -> Result | None:
        return Result((), "answered") if len(state) == 2 else None

    def actors(self, state: Path) -> Sequence[str]:
        return ("me", "you")[len(state) : len(state) + 1]

    def possible(self, state: Path) -> Sequence[int]:  # noqa: ARG002
        return range(30)

    def worth(self, state: Path, seat: str) -> float:  # noqa: ARG002
        return 0.0 if state[1:] == (20,) and state[0] != 13 else 0.5


def test_what_answers_one_move_is_tried_first_against_the_others() -> None:
    # Thirty answers to the first two moves and to the right one, and one to each other.
    budget = Budget(nodes=3 * 30 + 27)
    assert AlphaBeta(Crowd(), (), "me", range(30)).best(budget, Random(1)) == 13


@dataclass
class Exchange(Play[Path, int]):
    """Move 0 takes a piece, which is taken back two moves later; move 1 takes nothing."""

    says: bool

    def deal(self, started: object, rng: Random) -> Path:  # noqa: ARG002
        return ()

    def follow(self, state: Path, move: int, /) -> Path:
        return (*state, move)

    def over(self, state: Path) -> Result | None:
        return Result((), "ended") if len(state) == 3 else None

    def actors(self, state: Path) -> Sequence[str]:
        return ("me", "you", "you")[len(state) : len(state) + 1]

    def possible(self, state: Path) -> Sequence[int]:
        return (0,) if state else (0, 1)

    def is_settled(self, state: Path) -> bool:
        return not self.says or state != (0, 0)

    def worth(self, state: Path, seat: str) -> float:  # noqa: ARG002
        return 0.5 if state[:1] == (1,) else 0.1 if len(state) == 3 else 0.9


@pytest.mark.parametrize("says", [False, True])
def test_a_search_does_not_end_before_a_piece_that_must_be_taken(says: bool) -> None:
    assert AlphaBeta(Exchange(says), (), "me", (0, 1)).best(Budget(nodes=3), Random(1)) == int(says)
