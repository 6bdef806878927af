"""Moves rated one move deep, by what a game says that a state is worth."""

from collections.abc import Sequence
from random import Random
from statistics import fmean, pstdev
from typing import Any

from companion.opponents.budget import Budget
from engine.game import Play

#: Ways in which the hidden part may be, over which a move's worth is averaged.
_SAMPLES = 8
#: Worth of a move that there was no time to rate.
UNRATED = -1.0


def rate_moves(
    play: Play[Any, Any], view: Any, seat: str, moves: Sequence[Any], budget: Budget, rng: Random
) -> list[float]:
    """Return the average worth to the seat after each of its moves."""
    totals, samples = [0.0] * len(moves), 0
    while samples < _SAMPLES:
        state = play.determinize(view, seat, rng)
        if samples and (state is view or play.worth_is_public):
            return totals
        rated = []
        for move in moves:
            if budget.is_spent:
                break
            rated.append(play.worth(play.follow(state, move), seat))
        if len(rated) < len(moves):
            return totals if samples else rated + [UNRATED] * (len(moves) - len(rated))
        before, samples = samples, samples + 1
        totals = [(total * before + worth) / samples for total, worth in zip(totals, rated, strict=True)]
    if needs_confirming(play, moves):
        return confirmed_worths(play, view, seat, moves, totals, budget, rng)
    return totals


def needs_confirming(play: Play[Any, Any], moves: Sequence[Any]) -> bool:
    """Return True if so many moves are rated that the best one has to be rated anew."""
    return bool(play.confirming_samples) and len(moves) > _SAMPLES


def confirmed_worths(
    play: Play[Any, Any],
    view: Any,
    seat: str,
    moves: Sequence[Any],
    rated: Sequence[float],
    budget: Budget,
    rng: Random,
    caution: float = 0.0,
) -> list[float]:
    """Return the worths, the best one of which has been rated anew.

    The best of many by few samples had luck. `caution`: so many standard deviations are taken off what turns out now
    better, now worse.
    """
    worths, confirmed = list(rated), set[int]()
    states = [play.determinize(view, seat, rng) for _ in range(play.confirming_samples)]
    while not budget.is_spent:
        best = max(range(len(moves)), key=worths.__getitem__)
        if best in confirmed:
            break
        confirmed.add(best)
        found = [play.worth(play.follow(state, moves[best]), seat) for state in states]
        worths[best] = fmean(found) - (caution * pstdev(found) if caution else 0.0)
    return worths
