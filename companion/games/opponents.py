"""Bots of a game by its id, as processes of their own load them."""

from collections.abc import Mapping
from typing import Any

from companion.device.log import warn
from companion.games import CompanionGame, find_game
from companion.opponents.bots import BOTS, Bot
from companion.opponents.worker import LoadedGame


def bots_of(game: CompanionGame) -> Mapping[str, Bot]:
    """Return the bots of a game by their names: those of every game, and its own."""
    return {**BOTS, **game.bots}


def load_opponents(game_id: str) -> LoadedGame:
    """Return the game as bots play it, its bots, and what explains their hints."""
    game = find_game(game_id)

    def explain(view: Any, seat: str, move: Any, shared: bool) -> Any:
        try:
            return game.table.hint_reason(view, seat, move, shared=shared)
        except Exception as error:  # A stranger's game may fail in any way; its advice stands without a reason.
            warn(f"{game_id}: a hint has no reason: {error!r}")
            return None

    return LoadedGame(game.play, bots_of(game), explain)
