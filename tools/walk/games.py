"""Games that a walk can play: those that come with the companion, and the examples."""

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.games import CompanionGame, find_game
from companion.games.opponents import bots_of
from companion.opponents.bots import Bot
from companion.opponents.worker import LoadedGame

_EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
#: The games that come with the companion.
OWN_GAMES = ("finstere-flure", "lifeboat", "coach-ride", "betrayal")
#: Modules of the examples with their games, by the games' ids.
_MODULES = {
    "fox-and-geese": "fox_and_geese.game",
    "geese": "classics.fox_and_geese",
    "mouse-and-elephant": "mouse_and_elephant.game",
    **{
        name.replace("_", "-"): f"classics.{name}"
        for name in (
            "alquerque",
            "brandubh",
            "breakthrough",
            "draughts",
            "halma",
            "hex",
            "ludo",
            "mancala",
            "nine_mens_morris",
            "noughts_and_crosses",
            "othello",
        )
    },
}


@cache
def games() -> Mapping[str, CompanionGame]:
    """Return all games by their ids; the examples need not be installed."""
    for folder in ("fox-and-geese", "mouse-and-elephant", "classics"):
        if (path := str(_EXAMPLES / folder)) not in sys.path:
            sys.path.append(path)
    found: list[CompanionGame] = [find_game(game_id) for game_id in OWN_GAMES]
    found += [import_module(module).GAME for module in _MODULES.values()]
    return {game.id: game for game in found}


def speaks(game_id: str, language: str) -> bool:
    """Return True if a game's texts are there in a language, as they need not be in an example."""
    package = _MODULES.get(game_id, "").partition(".")[0]
    if language == "en" or not package:
        return True
    games()
    return (Path(import_module(package).__path__[0]) / "locale" / language).is_dir()


@cache
def bots(game_id: str) -> Mapping[str, Bot]:
    """Return the bots of a game by their names."""
    return bots_of(games()[game_id])


def load_opponents(game_id: str) -> LoadedGame:
    """Return a game as bots in a process of their own play it."""
    game = games()[game_id]

    def explain(view: Any, seat: str, move: Any, shared: bool) -> Any:
        return game.table.hint_reason(view, seat, move, shared=shared)

    return LoadedGame(game.play, bots(game_id), explain)
