"""Bots of a game by its id, as processes of their own load them."""

from collections.abc import Mapping
from typing import Any

from companion.games import CompanionGame, find_game
from companion.opponents.bots import BOTS, Bot
from engine.game import Play


def bots_of(game: CompanionGame) -> Mapping[str, Bot]:
    """Return the bots of a game by their names: those of every game, and its own."""
    return {**BOTS, **game.bots}


def load_opponents(game_id: str) -> tuple[Play[Any, Any], Mapping[str, Bot]]:
    """Return the game as bots play it, and its bots."""
    game = find_game(game_id)
    return game.play, bots_of(game)
