"""The games: what the companion asks of each, and how they are found.

A game is one object, named in the entry-point group ``companion.games`` by the package that brings it: those that come
with the companion, and anybody else's that is installed beside it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.box.errors import UserError
from companion.box.language import PLATFORM, Translations
from companion.box.options import Option
from engine.game import Game, Rules

if TYPE_CHECKING:
    from companion.sheets.game import Sheets
    from companion.table.game import TableGame
    from companion.table.session import Session
    from companion.virtual_table.game import VirtualGame

GROUP = "companion.games"
#: The game that is meant where none is named.
USUAL_GAME = "finstere-flure"


@dataclass(frozen=True)
class ReplayOptions:
    """How a whole game is shown again.

    `export`: the file to write, None for a window of `size` pixels (None: the usual size). `speed`: 1 is the usual one,
    None leaves it to the game.
    """

    export: Path | None = None
    size: tuple[int, int] | None = None
    speed: float | None = None
    full_screen: bool = False


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

    #: The game's own words; one that has no catalogue says in English what the platform does not say too.
    translations: Translations = PLATFORM

    @property
    @abstractmethod
    def rules(self) -> Rules[Any, Any]:
        """The rules."""

    @abstractmethod
    def tell_state(self, state: Any) -> list[str]:
        """Where a game stands and who may do what, a few lines in the language in use."""

    @property
    def options(self) -> Sequence[Option[Any]]:
        """What can be chosen of the game: its variants and settings."""
        return ()

    @property
    @abstractmethod
    def table(self) -> "TableGame[Session]":
        """The game at the table: its steps, what a reading means, its words and pictures."""

    @property
    @abstractmethod
    def virtual(self) -> "VirtualGame":
        """The game at the virtual table: its pieces, hands and bots."""

    @property
    @abstractmethod
    def sheets(self) -> "Sheets":
        """The game's printed tags and how they are stuck on."""

    @abstractmethod
    def players(self, started: Any) -> tuple[str, ...]:
        """The ids of those who play, by the game's first event."""

    @abstractmethod
    def tell_player(self, player: str) -> str:
        """A player's name in the language in use."""

    @abstractmethod
    def tell_result(self, result: str) -> str:
        """A finished game's result, as the journal holds it, in a sentence. Raises ValueError for any other text."""

    def replay(self, game: Game[Any, Any], show: ReplayOptions) -> None:
        """Shows a whole game again, or writes it as an animation; without pictures of its own a game tells its events.

        Raises UserError.
        """
        if show.export is not None:
            raise UserError(f"{self.title} has no animation; without --export the game is told in lines")
        for line in self._told(game):
            print(line)

    def _told(self, game: Game[Any, Any]) -> Iterator[str]:
        """A line for every event."""
        states = game.states()
        for before, event, after in zip((None, *states), game.events, states, strict=False):
            moment = self.table.moment(before, after)
            yield f"{moment}: {self.table.tell_event(before, event, after)}"

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


def game_options() -> Mapping[str, Sequence[Option[Any]]]:
    """The options of every game that is installed, by the games' ids. Raises UserError as `find_game` does."""
    return {game.id: game.options for game in all_games()}


def game_of_format(found: str | None) -> CompanionGame | None:
    """The game whose files say that they are of this format, such as ``lifeboat/game``; None if there is none."""
    game_id = (found or "").partition("/")[0]
    return find_game(game_id) if game_id in game_ids() else None
