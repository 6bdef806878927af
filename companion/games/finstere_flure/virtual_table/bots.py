"""Simple players for a table that plays by itself.

They run for the exit and keep out of the monster's way.
"""

from random import Random

from engine.finstere_flure.board import ENTRANCE, EXIT
from engine.finstere_flure.deck import card_of
from engine.finstere_flure.events import TilePlaced, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.setup import STEPS

#: So many of the moves that lead nearest to the exit are looked at more closely, with so many cards each.
_WEIGHED = 12
_CARDS = 2
#: How many steps a bot would rather walk than lose a token, in stage one and two.
_LOSS = {1: 14.0, 2: 30.0}
#: How many steps being out is worth, on top of the way there.
_OUT = 8.0
#: By so many steps at most a bot misjudges a move, so that no two games are the same.
_WHIM = 1.5


def choose_token_move(game: Game, rng: Random) -> TokenMoved:
    """A move by the rules for the player on turn, in the phase in which tokens are moved."""
    state = game.state
    assert state.turn is not None
    choices = [choice for token in state.tokens_to_move(state.turn) for choice in game.token_choices(token)]
    whims = [(_steps_gained(game, choice) + rng.uniform(0, _WHIM), n) for n, choice in enumerate(choices)]
    best = sorted(whims, reverse=True)[:_WEIGHED]
    left = sorted(set(state.deck.face_down))
    cards = rng.sample(left, min(_CARDS, len(left)))
    return choices[max(best, key=lambda one: one[0] - _danger(game, choices[one[1]], cards))[1]]


def _steps_gained(game: Game, choice: TokenMoved) -> float:
    """Return how much nearer to the exit the move brings the token, in steps."""
    token = game.state.position.token(choice.token)
    assert token is not None
    return _steps_left(token.at) - _steps_left(choice.to)


def _steps_left(at: str) -> float:
    """Steps from here until out; those who wait outside have the whole castle before them."""
    if at is Place.OUT:
        return -_OUT
    return STEPS[EXIT][ENTRANCE] + 1 if isinstance(at, Place) else STEPS[EXIT][at]


def _danger(game: Game, choice: TokenMoved, cards: list[str]) -> float:
    """Return the average loss to the player if the monster moved now, in steps.

    It moves by one of these cards.
    """
    state = game.state
    position = position_after(state.position, choice)
    own = {token.id for token in position.tokens if state.turn is not None and token.id.startswith(state.turn)}
    losses = [
        sum(meal.token in own for meal in move_monster(position, card_of(card, state.started.five_as_three)).eaten)
        for card in cards
    ]
    return _LOSS[state.stage] * sum(losses) / max(1, len(losses))


def choose_tile(game: Game, rng: Random) -> TilePlaced:
    """Any placement by the rules of any tile that is still to be placed."""
    tile = rng.choice(game.state.tiles_to_place)
    return rng.choice(list(game.tile_choices(tile)))
