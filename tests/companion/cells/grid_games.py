"""All games whose pieces lie on a grid, and random games of them, for tests."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from companion.games import CompanionGame
from companion.games.random_play import random_game
from engine.game import Game

#: Modules of the games by their ids.
MODULES: Mapping[str, str] = {
    "alquerque": "classics.alquerque",
    "brandubh": "classics.brandubh",
    "breakthrough": "classics.breakthrough",
    "draughts": "classics.draughts",
    "fox-and-geese": "fox_and_geese.game",
    "geese": "classics.fox_and_geese",
    "halma": "classics.halma",
    "hex": "classics.hex",
    "ludo": "classics.ludo",
    "mancala": "classics.mancala",
    "nine-mens-morris": "classics.nine_mens_morris",
    "noughts-and-crosses": "classics.noughts_and_crosses",
    "othello": "classics.othello",
}


def grid_game(game_id: str) -> CompanionGame:
    """Return the game of an id."""
    game: CompanionGame = import_module(MODULES[game_id]).GAME
    return game


@cache
def ended_game(game_id: str) -> Game[Any, Any]:
    """Return a random game that has ended."""
    games = (random_game(grid_game(game_id), seed) for seed in range(1, 30))
    return next(game for game in games if game.rules.over(game.state) is not None)
