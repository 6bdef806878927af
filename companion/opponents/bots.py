"""Bots by their names. Each is given a view, and nothing else of the game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from companion.opponents.alpha_beta import AlphaBeta
from companion.opponents.budget import Budget
from companion.opponents.greedy import confirmed_worths, needs_confirming, rate_moves
from companion.opponents.rollouts import best_by_rollouts
from companion.opponents.search import Search
from engine.game import Play

#: So many standard deviations a quick bot takes off a move that turns out well by one sample and badly by another: it
#: claims nothing that is only as likely to be right as not.
_CAUTION = 0.4

#: Chooses one of a seat's moves by its view.
Bot = Callable[[Play[Any, Any], Any, str, Budget, Random], Any]

#: Of more moves than this greedy and strong bots look at so many, by chance.
_MOST_MOVES = 600


def choose_by_chance(play: Play[Any, Any], view: Any, seat: str, budget: Budget, rng: Random) -> Any:
    """Return any move."""
    budget.spend()
    return rng.choice(play.moves_of(view, seat))


def choose_greedily(play: Play[Any, Any], view: Any, seat: str, budget: Budget, rng: Random) -> Any:
    """Return the move after which the state is worth most to the seat; of equal ones any."""
    moves = _shuffled(play, view, seat, rng)
    rated = rate_moves(play, view, seat, moves, budget, rng)
    return moves[max(range(len(moves)), key=rated.__getitem__)]


def choose_quickly(play: Play[Any, Any], view: Any, seat: str, budget: Budget, rng: Random) -> Any:
    """Return about the best of as many moves as the budget allows, by one sample.

    Of many, in a game that asks for it, the best is rated anew by more samples, and with caution.
    """
    state = play.determinize(view, seat, rng)
    moves, worths = _shuffled(play, view, seat, rng), list[float]()
    for move in moves:
        worths.append(play.worth(play.follow(state, move), seat) + rng.uniform(0, play.whim / len(moves)))
        budget.spend()
        if budget.is_spent:
            break
    if needs_confirming(play, moves):
        worths = confirmed_worths(play, view, seat, moves[: len(worths)], worths, Budget(), rng, _CAUTION)
    return moves[max(range(len(worths)), key=worths.__getitem__)]


def choose_by_search(play: Play[Any, Any], view: Any, seat: str, budget: Budget, rng: Random) -> Any:
    """Return the move that a search finds best.

    It searches by rollouts, by alpha-beta where nothing is hidden, or in a tree.
    """
    moves = _shuffled(play, view, seat, rng)
    if len(moves) == 1:
        return moves[0]
    if play.rollout_moves:
        return best_by_rollouts(play, view, seat, moves, budget, rng)
    if not play.playout_moves and play.determinize(view, seat, rng) is view:
        return AlphaBeta(play, view, seat, moves).best(budget, rng)
    return Search(play, view, seat, moves, rng).best(budget)


def _shuffled(play: Play[Any, Any], view: Any, seat: str, rng: Random) -> list[Any]:
    moves = list(play.moves_of(view, seat))
    rng.shuffle(moves)
    return moves[:_MOST_MOVES]


#: Bots of every game.
BOTS: Mapping[str, Bot] = {
    "random": choose_by_chance,
    "quick": choose_quickly,
    "greedy": choose_greedily,
    "strong": choose_by_search,
}
