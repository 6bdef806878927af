"""Monte Carlo tree search over what a seat cannot know (ISMCTS).

(P. Cowling, E. Powley, D. Whitehouse, Information set Monte Carlo tree search, 2012)

Each round deals the hidden part anew so that it fits the seat's view, walks down one tree of all that may happen, adds
one move to it, and takes the worth of the state behind it back up. A move counts how often it was possible, so that
one that seldom is gets its share of tries.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.opponents.budget import Budget
from companion.opponents.greedy import rate_moves
from engine.game import Play

#: Moves of the seat that are searched at first, the best ones one move deep; more with the root of all tries.
_FIRST_MOVES = 6
#: Moves of one node below that are searched at first, the best ones for who makes them.
_FIRST_REPLIES = 3
#: How much a move is worth a try of which little is known, against one that has done well.
_EXPLORATION = 0.35
#: Another move than the greedy one must be so many standard errors ahead of it.
_AHEAD = 1.0
#: No round goes deeper: games that go round in circles end here.
_DEEPEST = 200


class _Node:
    """Move in the tree: how often it was possible and tried, and what it brought in sum."""

    __slots__ = ("children", "possible", "rated", "squares", "total", "tries")

    def __init__(self) -> None:
        #: Moves from here, each with its worth one move deep to who makes it.
        self.rated: dict[Any, float] = {}
        self.children: dict[Any, _Node] = {}
        self.tries = 0
        self.possible = 0
        self.total = 0.0
        self.squares = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.tries

    @property
    def error(self) -> float:
        """Variance of the mean."""
        return max(0.0, self.squares / self.tries - self.mean**2) / self.tries

    def score(self) -> float:
        return self.total / self.tries + _EXPLORATION * math.sqrt(math.log(self.possible + 1) / self.tries)


def _is_ahead(best: _Node, greedy: _Node) -> bool:
    """Return True if a move is clearly better than the one that a greedy player makes."""
    return best.mean - greedy.mean > _AHEAD * math.sqrt(best.error + greedy.error)


class Search:
    """Search of one seat for its best move."""

    def __init__(self, play: Play[Any, Any], view: Any, seat: str, moves: Sequence[Any], rng: Random) -> None:
        self.play, self.view, self.seat, self.rng = play, view, seat, rng
        #: The seat's own moves, best first.
        self.moves = list(moves)
        self.root = _Node()

    def best(self, budget: Budget) -> Any:
        """Return the move that was tried most when the budget is spent."""
        rated = rate_moves(self.play, self.view, self.seat, self.moves, budget, self.rng)
        self.root.rated = dict(zip(self.moves, rated, strict=True))
        self.moves.sort(key=self.root.rated.__getitem__, reverse=True)
        while not budget.is_spent:
            self._round(budget)
        tried = self.root.children
        found = max((move for move in self.moves if move in tried), key=lambda move: tried[move].tries, default=None)
        greedy = self.moves[0]
        if found is None or (greedy in tried and not _is_ahead(tried[found], tried[greedy])):
            return greedy
        return found

    def _round(self, budget: Budget) -> None:
        """Walk down to a move that was not tried yet, and take its worth back up."""
        play = self.play
        self.root.tries += 1
        state = play.determinize(self.view, self.seat, self.rng)
        node, path = self.root, list[tuple[str, _Node]]()
        while len(path) < _DEEPEST and play.over(state) is None:
            actors = play.acting_seats(state)
            if actors:
                move, following = self._select(node, state, actors[0], budget)
                path.append((actors[0], following))
            else:
                move = play.draw(state, self.rng)
                following = node.children.setdefault(play.noticed(move), _Node())
            state = play.follow(state, move)
            budget.spend()
            new, node = actors and not following.tries, following
            if new:
                break
        state = self._play_on(state, budget)
        worths: dict[str, float] = {}
        for seat, visited in path:
            if seat not in worths:
                worths[seat] = play.worth(state, seat)
            visited.tries += 1
            visited.total += worths[seat]
            visited.squares += worths[seat] ** 2

    def _select(self, node: _Node, state: Any, seat: str, budget: Budget) -> tuple[Any, _Node]:
        """Return a new move of a seat as long as few were tried, else the most promising."""
        moves = self.moves if node is self.root else self.play.moves_of(state, seat)
        most = (_FIRST_MOVES if node is self.root else _FIRST_REPLIES) + math.isqrt(node.tries)
        # What only another player knows of a move does not tell it apart.
        keys = moves if seat == self.seat else [self.play.noticed(move) for move in moves]
        known = [(move, node.children[key]) for move, key in zip(moves, keys, strict=True) if key in node.children]
        for _, child in known:
            child.possible += 1
        new = [(move, key) for move, key in zip(moves, keys, strict=True) if key not in node.children]
        if not new or len(known) >= most:
            return max(known, key=lambda known_move: known_move[1].score())
        for move, key in new:
            if key not in node.rated:
                budget.spend()
                node.rated[key] = self.play.worth(self.play.follow(state, move), seat)
        move, key = max(new, key=lambda new_move: node.rated[new_move[1]])
        child = node.children[key] = _Node()
        child.possible = 1
        return move, child

    def _play_on(self, state: Any, budget: Budget) -> Any:
        """Play on by chance for as many moves as the game wants before its worth is asked for."""
        play = self.play
        for _ in range(play.playout_moves):
            if play.over(state) is not None:
                break
            state = play.follow(state, play.draw(state, self.rng))
            budget.spend()
        return state
