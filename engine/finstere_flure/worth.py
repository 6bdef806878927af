"""Estimates of the players' chances to win: how far their tokens are, and what may be lost.

`chances` takes the expectation over the cards that may come. `plain_chances` does so only where a card is due; before
that it fears what it sees at once: the token that the monster walks towards, and those near to it.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache

from .board import ENTRANCE, EXIT, column_row
from .deck import CARDS_A_STAGE
from .pieces import Colour
from .players import goal
from .quick_game import QuickGame
from .setup import STEPS
from .state import Phase, State
from .walks import CELL, DEAD, NUMBER, OUT, OUTSIDE

#: Steps from each place until out; a token that is dead has none.
STEPS_LEFT: Mapping[int, int] = {
    **{NUMBER[cell]: steps for cell, steps in STEPS[EXIT].items()},
    OUT: 0,
    OUTSIDE: STEPS[EXIT][ENTRANCE] + 1,
}
#: Steps of a token in two rounds: its two numbers add up to this.
_STEPS_IN_TWO_ROUNDS = 7
#: Part of the tokens on their way that get on in a round; the monster turns the others back (measured by the arena).
_SAFE_A_ROUND = 0.9
#: Part of the danger that is left to a token that will move before the monster does (measured by the arena).
_UNMOVED_DANGER = 0.35
#: Part that the token counts which is not needed for the victory: it may stand in for another.
_SPARE = 0.35
#: Steepness of the chance to win in tokens that one is ahead (measured by the arena).
_STEEPNESS = 2.5
#: Danger of the token that the monster walks towards, by sight alone: about so many of such are hit.
_CHASED = 0.6
#: Danger of another token beside the monster; with each step of distance less, until the longest card's end.
_NEAR = 0.6
_FAR_STEPS = 10


def chances(game: QuickGame) -> list[float]:
    """Return the chance of each player to win, over the cards that may come."""
    return _decided(game) if game.over else _chances(game, game.risks())


def plain_chances(game: QuickGame) -> list[float]:
    """Return the same by what is seen at once, and by the cards only where one is due."""
    if game.over:
        return _decided(game)
    # Nobody steps into certain death with the last move of a round.
    return _chances(game, _plain_dangers(game) if game.turn is not None else game.risks())


def worth_of(state: State, colour: str, estimate: Callable[[QuickGame], list[float]] = chances) -> float:
    """Return the chance of this player to win, 0 to 1, all alike until the board is laid."""
    if state.phase is Phase.PLACE_TILE:
        return 1 / len(state.players)
    return estimate(QuickGame(state))[state.players.index(Colour(colour))]


def _decided(game: QuickGame) -> list[float]:
    best = game.best_players()
    return [float(player in best) for player in range(game.players)]


def _chances(game: QuickGame, dangers: Mapping[int, float]) -> list[float]:
    """Return the chances by the tokens of each player that will probably be out."""
    rounds = CARDS_A_STAGE - game.played + (CARDS_A_STAGE if game.stage == 1 else 0)
    back = _chance_out(STEPS_LEFT[OUTSIDE], rounds - 1) if game.stage == 1 else 0.0
    worths: list[list[float]] = [[] for _ in range(game.players)]
    for token, place in enumerate(game.places):
        chance = 0.0 if place == DEAD else _chance_out(STEPS_LEFT[place], rounds)
        lost = dangers.get(token, 0.0) * (1.0 if token in game.moved else _UNMOVED_DANGER)
        worths[game.owner[token]].append(chance - lost * max(0.0, chance - back))
    needed = goal(game.players)
    weights = []
    for own in worths:
        own.sort(reverse=True)
        weights.append(math.exp(_STEEPNESS * (sum(own[:needed]) + _SPARE * sum(own[needed:]))))
    total = sum(weights)
    return [weight / total for weight in weights]


@cache
def _chance_out(steps: int, rounds: int) -> float:
    """Return the chance of a token with so many steps left to come out in so many rounds."""
    needed = steps * 2 / _STEPS_IN_TWO_ROUNDS
    chance = math.pow(_SAFE_A_ROUND, needed)
    return chance if needed <= rounds else chance * math.pow(0.5, needed - rounds)


def _plain_dangers(game: QuickGame) -> Mapping[int, float]:
    """Return the danger of each token by where it stands to the monster."""
    column, row = column_row(CELL[game.board.cell])
    dangers = {}
    for token, place in enumerate(game.places):
        if place >= 0:
            other_column, other_row = column_row(CELL[place])
            steps = abs(other_column - column) + abs(other_row - row)
            dangers[token] = _NEAR * max(0.0, 1 - steps / _FAR_STEPS)
    chased = game.board.chased()
    if chased is not None:
        dangers[chased] = _CHASED
    return dangers
