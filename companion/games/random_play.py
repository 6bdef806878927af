"""Random games of any game, by its rules and samples alone: no table, no camera."""

import json
from random import Random
from typing import Any

from companion.games import CompanionGame
from engine.game import Game

#: A random game that has not ended after so many events goes on no longer.
MOST_EVENTS = 400


def random_game(game: CompanionGame, seed: int, most_events: int = MOST_EVENTS) -> Game[Any, Any]:
    """Return a game by chance, as far as anything may happen."""
    rng = Random(seed)
    played = game.rules.start(game.virtual.start(None, seed, {}))
    while game.rules.over(played.state) is None and len(played.events) < most_events:
        events = allowed_events(game, played, rng)
        if not events:
            break
        played = played.apply(rng.choice(events))
    return played


def allowed_events(game: CompanionGame, played: Game[Any, Any], rng: Random) -> list[Any]:
    """Return some allowed events of each kind.

    A kind has none if all its events are refused for reasons that nobody is told.
    """
    return [event for event in game.virtual.samples(played, rng) if not played.problems(event)]


def as_json(game: CompanionGame, event: Any) -> str:
    """Return the event as game files have it."""
    return json.dumps(game.rules.event_to_json(event), ensure_ascii=False)
