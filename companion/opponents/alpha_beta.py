"""Alpha-beta search for games in which nothing is hidden.

Each round looks one move deeper, by the order of moves that the round before found; what answered one move well is
tried first against the others. No round ends in the midst of captures. The tree is kept, so that each state is looked
at once. Others are taken to make the moves that are worst for the seat; chance counts on average.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import Any

from companion.opponents.budget import Budget
from companion.opponents.greedy import rate_moves
from engine.game import Play, equally_likely

#: No round looks farther ahead.
_DEEPEST = 60
#: So many answers to other moves are tried before all moves are rated.
_MOST_ANSWERS = 2
#: Draws that stand for all that chance may bring, where that is too much to list.
_DRAWN = 6
#: Part of a lead that is left after a move: what comes sooner counts for more.
_KEPT = 0.995


class _SpentError(Exception):
    """Error: the budget is spent in the midst of a round."""


class _Node:
    """Move in the tree: the worth to the seat behind it, and what may follow, the likely first.

    `state`: behind the move, once it is asked what may follow; most moves never are. `untried`: moves that may follow
    and were not looked at yet; None before they are listed. `odds`: of these, where chance acts.
    """

    __slots__ = ("actors", "children", "is_settled", "move", "odds", "state", "untried", "worth")

    def __init__(self, move: Any, worth: float, *, is_settled: bool = True) -> None:
        self.move, self.worth, self.is_settled = move, worth, is_settled
        self.state: Any = None
        self.actors: Sequence[str] = ()
        self.children: list[_Node] = []
        self.untried: list[Any] | None = None
        self.odds: Sequence[float] = ()

    def prefer(self, child: "_Node") -> None:
        """Put a child first."""
        self.children.remove(child)
        self.children.insert(0, child)


class AlphaBeta:
    """Search of one seat for its best move."""

    def __init__(self, play: Play[Any, Any], state: Any, seat: str, moves: Sequence[Any]) -> None:
        self.play, self.state, self.seat, self.moves = play, state, seat, moves
        #: Moves that answered others well, by how many moves are left to look ahead: they are tried first.
        self._answers: defaultdict[int, list[Any]] = defaultdict(list)

    def best(self, budget: Budget, rng: Random) -> Any:
        """Return the best move found when the budget is spent; of equal ones the best one move deep."""
        rated = rate_moves(self.play, self.state, self.seat, self.moves, budget, rng)
        ranked = sorted(zip(self.moves, rated, strict=True), key=lambda rated_move: rated_move[1], reverse=True)
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
            if node.is_settled:
                return node.worth
            depth = 1
        if node.untried is None:
            self._list_moves(node, before)
        if not node.children and not node.untried:
            return node.worth
        if not node.actors:
            children = self._following(node, depth, budget)
            worths = [self._worth(child, node.state, depth - 1, -1.0, 2.0, budget) for child in children]
            return fmean(worths, node.odds)
        own, low, high = node.actors[0] == self.seat, _before(low), _before(high)
        best = -1.0 if own else 2.0
        for child in self._following(node, depth, budget):
            worth = self._worth(child, node.state, depth - 1, low, high, budget)
            if worth > best if own else worth < best:
                best = worth
                node.prefer(child)
                low, high = (max(low, best), high) if own else (low, min(high, best))
                if low >= high:
                    self._remember(child.move, depth)
                    break
        return 0.5 + _KEPT * (best - 0.5)

    def _list_moves(self, node: _Node, before: Any) -> None:
        play = self.play
        node.state, node.untried = play.follow(before, node.move), []
        if play.over(node.state) is None:
            node.actors = play.acting_seats(node.state)
            node.untried += play.moves_of(node.state, node.actors[0]) if node.actors else self._outcomes(node)

    def _outcomes(self, node: _Node) -> Sequence[Any]:
        """Return what chance may bring, with its odds; of too much some draws, equally likely."""
        outcomes = self.play.outcomes(node.state)
        if outcomes is None:
            rng = Random(_DRAWN)
            outcomes = equally_likely([self.play.draw(node.state, rng) for _ in range(_DRAWN)])
        node.odds = [*outcomes.values()]
        return [*outcomes]

    def _following(self, node: _Node, depth: int, budget: Budget) -> Iterator[_Node]:
        """Yield the moves that may follow: good ones, answers to other moves, then the rest."""
        yield from tuple(node.children)
        assert node.untried is not None
        for move in tuple(self._answers[depth]) if node.actors else ():
            if move in node.untried:
                child = self._rated(node.state, move, budget)
                node.untried.remove(move)
                node.children.append(child)
                yield child
        children = [self._rated(node.state, move, budget) for move in node.untried]
        node.untried.clear()
        if node.actors:
            children.sort(key=lambda child: child.worth, reverse=node.actors[0] == self.seat)
        node.children += children
        yield from children

    def _remember(self, move: Any, depth: int) -> None:
        """Remember a move as an answer to try first."""
        answers = self._answers[depth]
        if move in answers:
            answers.remove(move)
        answers.insert(0, move)
        del answers[_MOST_ANSWERS:]

    def _rated(self, state: Any, move: Any, budget: Budget) -> _Node:
        """Return a move with the worth behind it."""
        if budget.is_spent:
            raise _SpentError
        budget.spend()
        following = self.play.follow(state, move)
        return _Node(move, self.play.worth(following, self.seat), is_settled=self.play.is_settled(following))


def _before(worth: float) -> float:
    """Return the worth that is this one after a move."""
    return 0.5 + (worth - 0.5) / _KEPT
