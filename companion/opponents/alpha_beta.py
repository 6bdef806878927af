"""Alpha-beta search for games in which nothing is hidden.

Each round looks one move deeper, by the order of moves that the round before found. The tree is kept, so that each
state is looked at once. Others are taken to make the moves that are worst for the seat; chance counts on average.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

from companion.opponents.budget import Budget
from companion.opponents.greedy import rate_moves
from engine.game import Play

#: No round looks farther ahead.
_DEEPEST = 60
#: Part of a lead that is left after a move: what comes sooner counts for more.
_KEPT = 0.995


class _SpentError(Exception):
    """Error: the budget is spent in the midst of a round."""


class _Node:
    """Move in the tree: the worth to the seat behind it, and what may follow, the likely first.

    `state`: behind the move, once it is asked what may follow; most moves never are.
    """

    __slots__ = ("actors", "children", "move", "state", "worth")

    def __init__(self, move: Any, worth: float) -> None:
        self.move, self.worth = move, worth
        self.state: Any = None
        self.actors: Sequence[str] = ()
        self.children: list[_Node] | None = None


class AlphaBeta:
    """Search of one seat for its best move."""

    def __init__(self, play: Play[Any, Any], state: Any, seat: str, moves: Sequence[Any]) -> None:
        self.play, self.state, self.seat, self.moves = play, state, seat, moves

    def best(self, budget: Budget, rng: Random) -> Any:
        """Return the best move found when the budget is spent; of equal ones the best one move deep."""
        rated = rate_moves(self.play, self.state, self.seat, self.moves, budget, rng)
        ranked = sorted(zip(self.moves, rated, strict=True), key=lambda one: one[1], reverse=True)
        nodes = [_Node(move, worth) for move, worth in ranked]
        try:
            for depth in range(1, _DEEPEST):
                best, before = -1.0, budget.used
                for number, node in enumerate(nodes):
                    worth = self._worth(node, self.state, depth, best, 2.0, budget)
                    if worth > best:
                        best = worth
                        nodes.insert(0, nodes.pop(number))
                if budget.used == before:
                    break  # All that counts has been played to its end.
        except _SpentError:
            pass
        return nodes[0].move

    def _worth(self, node: _Node, before: Any, depth: int, low: float, high: float, budget: Budget) -> float:
        """Return the worth of a move in the state `before`, so many moves ahead.

        Below `low` or above `high` only that it is so.
        """
        if depth == 0:
            return node.worth
        if node.children is None:
            node.state = self.play.follow(before, node.move)
            node.children = self._expand(node, budget)
        if not node.children:
            return node.worth
        if not node.actors:
            return fmean(self._worth(child, node.state, depth - 1, -1.0, 2.0, budget) for child in node.children)
        own, low, high = node.actors[0] == self.seat, _before(low), _before(high)
        best = -1.0 if own else 2.0
        for number, child in enumerate(node.children):
            worth = self._worth(child, node.state, depth - 1, low, high, budget)
            if worth > best if own else worth < best:
                best = worth
                node.children.insert(0, node.children.pop(number))
                if own:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if low >= high:
                    break
        return 0.5 + _KEPT * (best - 0.5)

    def _expand(self, node: _Node, budget: Budget) -> list[_Node]:
        """Return the moves that may follow, the best for who acts first."""
        play = self.play
        children: list[_Node] = []
        if play.over(node.state) is not None:
            return children
        node.actors = play.actors(node.state)
        for move in play.moves_of(node.state, node.actors[0]) if node.actors else play.possible(node.state):
            if budget.is_spent:
                raise _SpentError
            budget.spend()
            children.append(_Node(move, play.worth(play.follow(node.state, move), self.seat)))
        if node.actors:
            children.sort(key=lambda child: child.worth, reverse=node.actors[0] == self.seat)
        return children


def _before(worth: float) -> float:
    """Return the worth that is this one after a move."""
    return 0.5 + (worth - 0.5) / _KEPT
