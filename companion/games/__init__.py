"""The games: what the companion asks of each, and how they are found.

A game is one object, named in the entry-point group ``companion.games`` by the package that brings it: those that come
with the companion, and anybody else's that is installed beside it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from companion.box.errors import UserError
from engine.game import Rules

GROUP = "companion.games"
#: The game that is meant where none is named.
USUAL_GAME = "finstere-flure"


class CompanionGame(ABC):
    """All that the companion asks of a game. Its parts are imported when they are first asked for."""

    @property
    def id(self) -> str:
        """The game's id in files and on the command line, such as ``coach-ride``."""
        return self.rules.id

    @property
    @abstractmethod
    def title(self) -> str:
        """What the game is called, a name that is the same in every language."""

    @property
    @abstractmethod
    def rules(self) -> Rules[Any, Any]:
        """The rules."""

    @abstractmethod
    def tell_state(self, state: Any) -> list[str]:
        """Where a game stands and who may do what, a few lines in the language in use."""

    @property
    def commands(self) -> Mapping[str, tuple[str, str]]:
        """The game's own commands: the module of each, with `add_arguments` and `run`, and what it does."""
        return {}


@cache
def _found() -> Mapping[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def game_ids() -> tuple[str, ...]:
    """The ids of all games that are installed."""
    return tuple(_found())


def find_game(game_id: str) -> CompanionGame:
    """The game with this id. Raises UserError if there is none, or if what brings it is broken."""
    entry = _found().get(game_id)
    if entry is None:
        raise UserError(f"there is no game {game_id!r}; the games are {', '.join(game_ids())}")
    try:
        game = entry.load()
    except Exception as error:  # A stranger's package may fail in any way.
        raise UserError(f"the game {game_id} cannot be used: {error!r}") from error
    if not isinstance(game, CompanionGame) or game.id != game_id:
        raise UserError(f"the game {game_id} cannot be used: {entry.value} is no game of that id")
    return game


def all_games() -> tuple[CompanionGame, ...]:
    """Every game that is installed. Raises UserError as `find_game` does."""
    return tuple(map(find_game, game_ids()))
