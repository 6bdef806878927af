"""A move of the monster that is worth watching, out of a game that is played on the spot."""

from collections.abc import Iterator
from functools import cache
from random import Random

from engine.finstere_flure.board import EXIT
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Colour, Place
from engine.finstere_flure.setup import STEPS
from engine.finstere_flure.state import Phase
from engine.finstere_flure.trace import Look, MonsterMove

_PLAYERS = (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW)
#: Of so many moves players take the one that leads farthest: they run, but do not look out.
_CONSIDERED = 6
#: A chase has the monster see somebody so many times, and eat.
_LOOKS = 3


def chase(seed: int) -> MonsterMove:
    """Return a move in which the monster sees somebody again and again, and eats."""
    move = chase_game(GameStarted(_PLAYERS, _PLAYERS[seed % len(_PLAYERS)]), seed).state.monster_move
    assert move is not None
    return move


@cache
def chase_game(started: GameStarted, seed: int) -> Game:
    """Return a game whose last event is the card of such a move; it goes on after it.

    It has the basic floor."""
    rng = Random(seed)
    while True:
        for game in _games(started, rng):
            move = game.state.monster_move
            assert move is not None
            looks = sum(isinstance(event, Look) and bool(event.seen) for step in move.steps for event in step.events)
            if move.eaten and looks >= _LOOKS and game.state.phase is not Phase.OVER:
                return game


def _games(started: GameStarted, rng: Random) -> Iterator[Game]:
    """Yield a game by careless players as it is after each card."""
    game = Game.start(started)
    while game.state.phase is not Phase.OVER:
        match game.state.phase:
            case Phase.SHUFFLE:
                game = game.apply(shuffle_deck(rng))
            case Phase.DRAW_CARD:
                game = game.apply(game.draw(rng))
                yield game
            case _:
                game = game.apply(_run(game, rng))


def _run(game: Game, rng: Random) -> TokenMoved:
    """Return a careless move towards the exit."""
    assert game.state.turn is not None
    choices = game.token_choices(rng.choice(game.state.tokens_to_move(game.state.turn)))
    return min(rng.sample(choices, min(_CONSIDERED, len(choices))), key=_steps_left)


def _steps_left(event: TokenMoved) -> int:
    if isinstance(event.to, Place):
        return 0 if event.to is Place.OUT else len(STEPS[EXIT])
    return STEPS[EXIT][event.to]
