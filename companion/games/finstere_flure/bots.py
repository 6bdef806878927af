"""Bots that think ahead by quick games: `careful` one move deep, `strong` a round deep.

Both know which cards may come, never which one does.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.opponents.bots import Bot, choose_by_chance
from companion.opponents.budget import Budget
from engine.finstere_flure.events import GameEvent, StoneMoved, TokenMoved
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.quick_game import QuickGame
from engine.finstere_flure.reach import Reach
from engine.finstere_flure.state import Phase, State
from engine.finstere_flure.walks import CELL, OUT, OUTSIDE, Stones
from engine.finstere_flure.worth import STEPS_LEFT, chances

#: Moves that are played on from at first, the best ones one move deep; after each time one fewer.
_FIRST_MOVES = 12
#: So many moves are played on from until the end.
_LAST_MOVES = 3
#: In a round that is played on, a player looks at so many tokens.
_TOKENS = 2
#: So many ends of each are looked at beside the nearest one.
_ENDS = 2
_PLACES = {OUT: Place.OUT, OUTSIDE: Place.OUTSIDE}


class QuickMove(NamedTuple):
    """Move of a token in a quick game: its end, and where all stones lie afterwards."""

    token: int
    to: int
    stones: Stones

    def after(self, game: QuickGame) -> QuickGame:
        """Return the game after the move."""
        following = game.copy()
        following.move(*self)
        return following

    def event(self, game: QuickGame, state: State) -> TokenMoved:
        """Return the move as an event of the game's state."""
        board = game.board
        token = state.position.tokens[self.token]
        names = board.pieces[board.first_stone :]
        stones = tuple(
            StoneMoved(name, CELL.get(after))
            for name, before, after in zip(names, board.stone_cells(), self.stones, strict=True)
            if after != before
        )
        to = _PLACES[self.to] if self.to in _PLACES else CELL[self.to]
        return TokenMoved(token.id, to, token.side.flipped, stones)


def quick_moves(game: QuickGame) -> list[QuickMove]:
    """Return all moves of the player on turn."""
    return [QuickMove(token, *end) for token in game.tokens_to_move() for end in game.reach(token)]


def choose_carefully(play: Any, view: State, seat: str, budget: Budget, rng: Random) -> GameEvent:
    """Return the move after which the chance to win is best, over the cards that may come."""
    if view.phase is not Phase.MOVE_TOKEN:
        return choose_by_chance(play, view, seat, budget, rng)  # type: ignore[no-any-return]
    game = QuickGame(view)
    return _rated(game, budget, rng)[0][1].event(game, view)


def choose_by_rounds(play: Any, view: State, seat: str, budget: Budget, rng: Random) -> GameEvent:
    """Return the move after which the chance to win is best when all have moved in answer."""
    if view.phase is not Phase.MOVE_TOKEN:
        return choose_by_chance(play, view, seat, budget, rng)  # type: ignore[no-any-return]
    game = QuickGame(view)
    assert game.turn is not None
    player, played = game.turn, 1
    # The worth one move deep counts as the first try.
    best = _rated(game, budget, rng)[:_FIRST_MOVES]
    while len(best) > 1 and not budget.is_spent:
        # In each time the same chances for all moves, so that luck does not tell them apart.
        seed, played = rng.random(), played + 1
        best = [(total + _play_on(move.after(game), budget, Random(seed))[player], move) for total, move in best]
        best.sort(key=lambda rated_move: rated_move[0], reverse=True)
        del best[max(_LAST_MOVES, _FIRST_MOVES + 1 - played) :]
    return best[0][1].event(game, view)


def _rated(game: QuickGame, budget: Budget, rng: Random) -> list[tuple[float, QuickMove]]:
    """Return the moves with their worth one move deep, best first; of equal ones any is first."""
    player, moves = game.turn, quick_moves(game)
    assert player is not None
    rng.shuffle(moves)
    rated = []
    for move in moves:
        rated.append((chances(move.after(game))[player], move))
        budget.spend()
        if budget.is_spent:
            break
    return sorted(rated, key=lambda rated_move: rated_move[0], reverse=True)


def _play_on(game: QuickGame, budget: Budget, rng: Random) -> Sequence[float]:
    """Play the round to its end, all players well; return the chances before its card."""
    while game.turn is not None:
        player, tokens = game.turn, game.tokens_to_move()
        following = []
        for token in rng.sample(tokens, min(_TOKENS, len(tokens))):
            for end in _some_ends(game.reach(token), rng):
                after = QuickMove(token, *end).after(game)
                following.append((chances(after)[player], after))
                budget.spend()
        game = max(following, key=lambda rated_game: rated_game[0])[1]
    budget.spend()
    return chances(game)


def _some_ends(reach: Reach, rng: Random) -> list[tuple[int, Stones]]:
    """Return the end of a token's moves that is nearest to the exit, and some others."""
    count = reach.count()
    nearest = min(reach, key=lambda end: STEPS_LEFT[end[0]])
    return [nearest, *(reach.nth(rng.randrange(count)) for _ in range(min(_ENDS, count - 1)))]


#: Bots besides those of every game, or in their place.
BOTS: Mapping[str, Bot] = {"careful": choose_carefully, "strong": choose_by_rounds}
