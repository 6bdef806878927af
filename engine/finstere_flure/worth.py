"""Estimate of a player's chance to win: how far the tokens are, what the next card may cost."""

import math
from collections.abc import Mapping

from .board import ENTRANCE, EXIT
from .deck import CARDS_A_STAGE
from .forecast import Odds, deck_to_come, token_risks
from .pieces import TOKENS, Colour, Place
from .players import goal
from .position import Token
from .setup import STEPS
from .state import Phase, State

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


def worth_of(state: State, colour: str) -> float:
    """Return the chance of this player to win, 0 to 1."""
    if state.outcome is not None:
        return float(state.outcome.winner == colour)
    if state.phase is Phase.PLACE_TILE:
        return 1 / len(state.players)
    strengths = _strengths(state)
    chances = {player: math.exp(_STEEPNESS * strength) for player, strength in strengths.items()}
    return chances[Colour(colour)] / sum(chances.values())


def _strengths(state: State) -> Mapping[Colour, float]:
    """Tokens of each player that will probably be out."""
    rounds = CARDS_A_STAGE - len(state.deck.played) + (CARDS_A_STAGE if state.stage == 1 else 0)
    dangers = _dangers(state)
    back = _chance_out(STEPS[EXIT][ENTRANCE] + 1, rounds - 1) if state.stage == 1 else 0.0
    worths: dict[Colour, list[float]] = {player: [] for player in state.players}
    for token in state.position.tokens:
        steps = _steps_left(token)
        there = 0.0 if steps is None else _chance_out(steps, rounds)
        lost = dangers.get(token.id, 0.0) * (1.0 if token.id in state.moved else _UNMOVED_DANGER)
        worths[TOKENS[token.id][0]].append(there - lost * max(0.0, there - back))
    needed = goal(len(state.players))
    strengths = {}
    for player, own in worths.items():
        own.sort(reverse=True)
        strengths[player] = sum(own[:needed]) + _SPARE * sum(own[needed:])
    return strengths


def _steps_left(token: Token) -> int | None:
    """Steps from here until out; None for a token that is out of the game."""
    match token.at:
        case Place.OUT:
            return 0
        case Place.DEAD:
            return None
        case Place.OUTSIDE:
            return STEPS[EXIT][ENTRANCE] + 1
    return STEPS[EXIT][token.at]


def _chance_out(steps: int, rounds: int) -> float:
    """Return the chance of a token with so many steps left to come out in so many rounds."""
    needed = steps * 2 / _STEPS_IN_TWO_ROUNDS
    chance = math.pow(_SAFE_A_ROUND, needed)
    return chance if needed <= rounds else chance * math.pow(0.5, needed - rounds)


def _dangers(state: State) -> Mapping[str, float]:
    """Chance of each token to be lost if the next card were turned over now."""
    deck = deck_to_come(state)
    return {} if not deck or state.phase is Phase.SHUFFLE else token_risks(state.position, Odds(deck))
