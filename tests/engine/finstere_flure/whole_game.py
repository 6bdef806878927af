"""Whole game for tests of saving, showing and replaying; players mostly hurry to the exit."""

from functools import cache
from random import Random

from engine.finstere_flure.board import EXIT
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameEvent, GameStarted, SetUp, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, Colour, Place
from engine.finstere_flure.setup import STEPS
from engine.finstere_flure.state import Phase


@cache
def whole_game(seed: int, players: int = 2, set_up: SetUp = SetUp.BASIC) -> Game:
    """A game from its first event to its end; the same seed gives the same game."""
    rng = Random(seed)
    seats = (COLOURS_WITH_FOUR if players <= 4 else tuple(Colour))[:players]
    game = Game.start(GameStarted(seats, seats[0], set_up))
    while game.state.outcome is None:
        game = game.apply(_event(game, rng))
    return game


def _event(game: Game, rng: Random) -> GameEvent:
    state = game.state
    if state.phase is Phase.PLACE_TILE:
        return rng.choice(list(game.tile_choices(state.tiles_to_place[0])))
    if state.phase is Phase.SHUFFLE:
        return shuffle_deck(rng)
    if state.phase is Phase.DRAW_CARD:
        return game.draw(rng)
    assert state.turn is not None
    choices = game.token_choices(rng.choice(state.tokens_to_move(state.turn)))
    return min(choices, key=_way_to_go) if rng.random() < 0.6 else rng.choice(choices)


def _way_to_go(event: TokenMoved) -> int:
    if isinstance(event.to, Place):
        return 0 if event.to is Place.OUT else 99
    return STEPS[EXIT][event.to]
