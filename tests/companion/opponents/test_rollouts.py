"""Rollouts and tree search: the greedy move is made unless another is clearly better."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from companion.opponents.alpha_beta import AlphaBeta
from companion.opponents.budget import Budget
from companion.opponents.rollouts import best_by_rollouts
from companion.opponents.search import Search
from engine.game import Play, Result

#: State: the doors that were taken so far, and whether luck was good.
State = tuple[str, ...]


class Doors(Play[State, str]):
    """Game of one move: take one of two doors, behind which chance puts a worth."""

    def __init__(self, behind: Mapping[str, Sequence[float]], rollout_moves: int) -> None:
        self.rollout_moves = rollout_moves
        #: Worths of what may lie behind each door.
        self.behind = behind

    def deal(self, started: None, rng: Random) -> State:  # noqa: ARG002 - nothing is dealt
        return ()

    def follow(self, state: State, move: str) -> State:
        return (*state, move)

    def over(self, state: State) -> Result | None:
        return Result(("me",), "taken") if len(state) == 3 else None

    def actors(self, state: State) -> Sequence[str]:
        return ("me",) if len(state) in (0, 2) else ()

    def possible(self, state: State) -> Sequence[str]:
        if not state:
            return tuple(self.behind)
        return ("take",) if len(state) == 2 else tuple(map(str, self.behind[state[0]]))

    def worth(self, state: State, seat: str) -> float:  # noqa: ARG002 - one seat
        if len(state) > 1:
            return float(state[1])
        return 0.9 if state == ("shining",) else 0.5


@pytest.fixture(params=[2, 0], ids=["rollouts", "tree"])
def rollout_moves(request: pytest.FixtureRequest) -> int:
    moves: int = request.param
    return moves


def chosen(behind: Mapping[str, Sequence[float]], nodes: int, rollout_moves: int, seed: int = 1) -> str:
    doors, budget, rng = Doors(behind, rollout_moves), Budget(nodes=nodes), Random(seed)
    moves = rng.sample(tuple(behind), len(behind))
    if not rollout_moves:
        found: str = Search(doors, (), "me", moves, rng).best(budget)
        return found
    move: str = best_by_rollouts(doors, (), "me", moves, budget, rng)
    return move


def test_a_trap_is_seen_some_moves_ahead(rollout_moves: int) -> None:
    assert chosen({"shining": (0.1, 0.2), "plain": (0.5, 0.6)}, 300, rollout_moves) == "plain"


@pytest.mark.parametrize("nodes", [1, 3, 300])
def test_the_greedy_move_is_made_where_the_other_is_not_clearly_better(nodes: int, rollout_moves: int) -> None:
    behind = {"shining": (0.4, 0.6), "plain": (0.4, 0.6)}
    made = [chosen(behind, nodes, rollout_moves, seed) for seed in range(20)]
    # In a tree luck is tried more often where it is good, and at times a standard error ahead.
    assert made.count("shining") >= (20 if rollout_moves else 17)


def test_luck_with_one_of_many_moves_is_not_taken_for_a_better_one() -> None:
    behind = dict.fromkeys(("shining", "red", "green", "blue", "grey"), (0.3, 0.7))
    assert [chosen(behind, 300, 0, seed) for seed in range(20)].count("shining") > 10


class Weighted(Doors):
    """Doors behind which the worst is the likeliest."""

    def outcomes(self, state: State) -> Mapping[str, float]:
        worths = self.possible(state)
        return dict(zip(worths, (0.8, *[0.2 / (len(worths) - 1)] * (len(worths) - 1)), strict=True))


def test_what_is_likelier_counts_for_more() -> None:
    doors = Weighted({"shining": (0.1, 0.9), "plain": (0.45, 0.46)}, 2)
    moves = ("shining", "plain")
    assert best_by_rollouts(doors, (), "me", moves, Budget(nodes=200), Random(1)) == "plain"
    assert AlphaBeta(doors, (), "me", moves).best(Budget(nodes=200), Random(1)) == "plain"


class Uncounted(Doors):
    """Doors behind which chance draws in its own way."""

    def draw(self, state: State, rng: Random) -> str:
        return rng.choice(self.possible(state))


def test_what_cannot_be_listed_is_drawn() -> None:
    doors, moves = Uncounted({"shining": (0.1, 0.2), "plain": (0.5, 0.6)}, 2), ("shining", "plain")
    assert doors.outcomes(("plain",)) is None
    assert best_by_rollouts(doors, (), "me", moves, Budget(nodes=300), Random(1)) == "plain"
    assert AlphaBeta(doors, (), "me", moves).best(Budget(nodes=300), Random(1)) == "plain"


def test_the_greedy_move_is_made_where_there_is_no_time_to_look_ahead(rollout_moves: int) -> None:
    assert chosen({"shining": (0.1, 0.2), "plain": (0.5, 0.6)}, 4, rollout_moves) == "shining"


class Strolls(Play[tuple[int, int], str]):
    """Game in which a player may stroll before the first turn ends, which leads nowhere.

    The other's turns cost that player something. A state: the turns that have ended, and the strolls.
    """

    rollout_moves = 3

    def __init__(self, *, by_turns: bool) -> None:
        self.by_turns = by_turns

    def deal(self, started: None, rng: Random) -> tuple[int, int]:  # noqa: ARG002 - nothing is dealt
        return 0, 0

    def follow(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        ended, strolls = state
        return (ended, strolls + 1) if move == "stroll" else (ended + 1, strolls)

    def over(self, state: tuple[int, int]) -> Result | None:  # noqa: ARG002 - endless
        return None

    def actors(self, state: tuple[int, int]) -> Sequence[str]:
        return ("other" if state[0] % 2 else "me",)

    def possible(self, state: tuple[int, int]) -> Sequence[str]:
        ended, strolls = state
        return ("end", "stroll") if not ended and strolls < 2 else ("end",)

    def worth(self, state: tuple[int, int], seat: str) -> float:  # noqa: ARG002 - of one seat
        ended, strolls = state
        return 0.5 - 0.1 * (ended // 2) - 0.01 * (strolls > 0 and not ended)

    def rollout_turn(self, state: tuple[int, int]) -> int | None:
        return state[0] if self.by_turns else None


def test_nobody_puts_off_the_end_of_a_turn_where_turns_are_counted() -> None:
    made = {
        by_turns: best_by_rollouts(
            Strolls(by_turns=by_turns), (0, 0), "me", ("end", "stroll"), Budget(nodes=300), Random(1)
        )
        for by_turns in (True, False)
    }
    assert made == {True: "end", False: "stroll"}
