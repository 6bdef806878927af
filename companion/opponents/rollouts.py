"""Search by rollouts: greedy players play on for some moves behind each of the best moves.

(G. Tesauro, G. Galperin, On-line policy improvement using Monte-Carlo search, 1996)

In each round all moves meet the same deal and the same luck, so that few rounds tell them apart. What a greedy player
would do is done unless something else has clearly turned out better: nobody is weaker for having looked ahead.
"""

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

from companion.opponents.budget import Budget
from companion.opponents.greedy import rate_moves
from engine.game import Play

#: Moves that are played on from, the best ones one move deep.
_MOST_CANDIDATES = 4
#: A player on the way looks at so many moves, drawn by chance.
_LOOKED_AT = 4
#: Moves after which turns that do not end are left.
_MOST_MOVES = 100
#: Rounds before which nothing is said of a move.
_LEAST_ROUNDS = 4
#: A move is given up when it is so many standard errors behind the best.
_BEHIND = 2.0
#: Another move than the greedy one must be so many standard errors ahead of it.
_AHEAD = 1.0


def best_by_rollouts(
    play: Play[Any, Any], view: Any, seat: str, moves: Sequence[Any], budget: Budget, rng: Random
) -> Any:
    """Return the move after which the state is worth most some moves later."""
    rated = rate_moves(play, view, seat, moves, budget, rng)
    best_first = sorted(range(len(moves)), key=rated.__getitem__, reverse=True)
    greedy = best_first[0]
    worths: dict[int, list[float]] = {number: [] for number in best_first[:_MOST_CANDIDATES]}
    turn = play.rollout_turn(view)
    while len(worths) > 1 and not budget.is_spent:
        state, luck = play.determinize(view, seat, rng), rng.random()
        found = []
        for number in worths:
            budget.spend()
            chance = Random(luck)
            # By chance less far or farther: what is worth much at one distance only decides nothing.
            left = chance.randint(1, 2 * play.rollout_moves - 1) + (turn is None)
            end = play_on(play, play.follow(state, moves[number]), turn, left, chance, budget)
            found.append(play.worth(end, seat))
        for past, worth in zip(worths.values(), found, strict=True):
            past.append(worth)
        best = max(worths.values(), key=fmean)
        worths = {number: past for number, past in worths.items() if past is best or _lead(best, past) < _BEHIND}
    best_number = max(worths, key=lambda number: fmean(worths[number] or [rated[number]]))
    if greedy in worths and _lead(worths[best_number], worths[greedy]) < _AHEAD:
        return moves[greedy]
    return moves[best_number]


def play_on(play: Play[Any, Any], state: Any, turn: object, left: int, rng: Random, budget: Budget) -> Any:
    """Return the state so many moves or turns later; each player takes the best of some moves.

    `turn`: whose turn it was before the move that is looked at.
    """
    for _ in range(_MOST_MOVES):
        before, turn = turn, play.rollout_turn(state)
        left -= turn is None or turn != before
        if left == 0 or play.over(state) is not None:
            break
        actors = play.acting_seats(state)
        moves = play.moves_of(state, actors[0]) if actors else (play.draw(state, rng),)
        if len(moves) > _LOOKED_AT:
            moves = rng.sample(moves, _LOOKED_AT)
        following = [play.follow(state, move) for move in moves]
        for _ in following:
            budget.spend()
        state = following[0]
        if len(following) > 1:
            state = max(following, key=lambda after, seat=actors[0]: play.worth(after, seat))  # type: ignore[misc]
    return state


def _lead(first: Sequence[float], other: Sequence[float]) -> float:
    """Return the lead of the first over the other, on average by round, in standard errors."""
    rounds = len(first)
    if rounds < _LEAST_ROUNDS:
        return 0.0
    differences = [mine - theirs for mine, theirs in zip(first, other, strict=True)]
    mean = sum(differences) / rounds
    squares = sum([(difference - mean) ** 2 for difference in differences])
    if not squares:
        return math.copysign(math.inf, mean) if mean else 0.0
    return mean * math.sqrt(rounds * (rounds - 1) / squares)
