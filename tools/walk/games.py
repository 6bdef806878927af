"""Games that a walk can play: the companion's own, the examples, and what is installed."""

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.games import CompanionGame, find_game
from companion.games.broken import game_package
from companion.games.opponents import bots_of
from companion.opponents.bots import Bot
from companion.opponents.worker import LoadedGame
from tools.walk.installed import installed_games, uninstall

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
    """Return the games that need no other package; the examples need not be installed."""
    for folder in ("fox-and-geese", "mouse-and-elephant", "classics"):
        if (path := str(_EXAMPLES / folder)) not in sys.path:
            sys.path.append(path)
    found: list[CompanionGame] = [find_game(game_id) for game_id in OWN_GAMES]
    found += [import_module(module).GAME for module in _MODULES.values()]
    return {game.id: game for game in found}


@cache
def walked_games() -> Mapping[str, CompanionGame]:
    """Return all games: also chess where its rules are there, and those that are installed."""
    found = dict(games())
    if find_spec("chess") is not None:
        sys.path.append(str(_EXAMPLES / "chess"))
        found["chess"] = import_module("chess_table.game").GAME
    return found | {game_id: game for game_id, game in installed_games().items() if game_id not in found}


def forget_walked_games() -> None:
    """Leave this process as it was before games were written for walks."""
    walked_games.cache_clear()
    bots.cache_clear()
    uninstall()


def speaks(game_id: str, language: str) -> bool:
    """Return True if a game has its texts in a language, as a game of others need not."""
    package = game_package(type(walked_games()[game_id]).__module__)
    if language == "en" or package.startswith("companion."):
        return True
    return (Path(import_module(package).__path__[0]) / "locale" / language).is_dir()


@cache
def bots(game_id: str) -> Mapping[str, Bot]:
    """Return the bots of a game by their names."""
    return bots_of(walked_games()[game_id])


def load_opponents(game_id: str) -> LoadedGame:
    """Return a game as bots in a process of their own play it."""
    game = walked_games()[game_id]

    def explain(view: Any, seat: str, move: Any, shared: bool) -> Any:
        return game.table.hint_reason(view, seat, move, shared=shared)

    return LoadedGame(game.play, bots(game_id), explain)
