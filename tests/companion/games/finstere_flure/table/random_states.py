"""Moments of random games, for tests of what is seen on the table."""

from functools import lru_cache
from random import Random

from engine.finstere_flure.events import GameEvent, GameStarted, TilePlaced
from engine.finstere_flure.game import Game
from engine.finstere_flure.state import Phase
from tests.engine.finstere_flure.random_games import play, random_start

#: How many different games there are.
GAMES = 6


@lru_cache
def moments(seed: int) -> tuple[tuple[Game, GameEvent], ...]:
    """Every moment of a random game with the event that happens then."""
    rng = Random(seed)
    events = play(random_start(rng), rng).events
    assert isinstance(events[0], GameStarted)
    game = Game.start(events[0])
    found = []
    for event in events[1:]:
        found.append((game, event))
        game = game.apply(event)
    return tuple(found)


def token_moments(seed: int) -> list[Game]:
    """Return the moments at which a token is to be moved."""
    return [game for game, _ in moments(seed) if game.state.phase is Phase.MOVE_TOKEN]


def tile_moments(seed: int) -> list[tuple[Game, TilePlaced]]:
    """Return the moments at which a tile is placed; none in a basic game."""
    return [(game, event) for game, event in moments(seed) if isinstance(event, TilePlaced)]
