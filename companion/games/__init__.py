"""The games: what the companion asks of each, and how they are found.

A game is one object, named in the entry-point group ``companion.games`` by the package that brings it: those that come
with the companion, and anybody else's that is installed beside it.
"""

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.device.errors import UserError
from companion.device.language import PLATFORM, Translations
from companion.device.log import warn
from companion.device.options import Option
from companion.device.sentences import describe_winners
from companion.games.broken import BrokenGameError, game_package
from engine.errors import RulesError
from engine.game import Game, Play, Rules
from engine.suggestions import did_you_mean
from vision.errors import VisionError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from companion.opponents.bots import Bot
    from companion.sheets.game import Sheets
    from companion.table.game import TableGame
    from companion.table.readings import Readings
    from companion.table.session import Session
    from companion.virtual_table.game import VirtualGame
    from companion.virtual_table.photographs import Photographs

AnswerT = TypeVar("AnswerT")

GROUP = "companion.games"
#: The game that is meant where none is named.
DEFAULT_GAME = "finstere-flure"


@dataclass(frozen=True)
class ReplayOptions:
    """Options of replaying a whole game.

    `export`: the file to write, None for a window of `size` pixels (None: the default size). `speed`: 1 is the
    default; None leaves it to the game.
    """

    export: Path | None = None
    size: tuple[int, int] | None = None
    speed: float | None = None
    full_screen: bool = False


class Pgn(Protocol):
    """Notation of games in files that other programs read: portable game notation."""

    def write(
        self,
        events: Sequence[Any],
        winners: tuple[str, ...] | None,
        headers: Mapping[str, str],
        names: Mapping[str, str],
    ) -> str:
        """Return a game as PGN, with `headers` and the players' `names`.

        `winners` is None while it goes on.
        """

    def read(self, text: str) -> Sequence[Any]:
        """Return the events of the game in a file. Raises NotationError, naming the line."""


class GamePart(StrEnum):
    """Optional parts of a game besides its rules, by their attribute names in `CompanionGame`."""

    TABLE = "table"
    VIRTUAL = "virtual"
    SHEETS = "sheets"
    READINGS = "readings"
    PHOTOGRAPHS = "photographs"


#: What is part of another part, for games that have that.
_WITHIN = {GamePart.READINGS: GamePart.TABLE, GamePart.PHOTOGRAPHS: GamePart.VIRTUAL}
#: What a game that does not have a part cannot do.
_WITHOUT = {
    GamePart.TABLE: "cannot be played at the table yet",
    GamePart.VIRTUAL: "has no virtual table yet",
    GamePart.SHEETS: "has no tags to print yet",
    GamePart.READINGS: "cannot be read from pictures yet",
    GamePart.PHOTOGRAPHS: "cannot be photographed yet",
}


class Part:
    """Part of a game, imported at its first use: ``table = Part("some_game.table:TABLE")``.

    It may be a function, too: ``tell_state = Part("some_game.words:describe_state")``.

    Raises BrokenGameError at that use if it cannot be imported.
    """

    def __init__(self, where: str) -> None:
        """Keep `where` the game is: module and name, with a colon between."""
        self._where = where

    def __get__(self, game: object, kind: type) -> Any:
        if game is None:
            return self
        try:
            return _imported(self._where)
        except (Exception, SystemExit) as error:  # As in `find_game`.
            package = game_package(kind.__module__)
            raise BrokenGameError(_game_in(package), error, package) from error


def _imported(where: str) -> Any:
    """Import and return the object at `where`, written as ``module:name``.

    Raises UserError if `where` names nothing.
    """
    module_name, _, name = where.partition(":")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise UserError(f"{where} names nothing: there is no module {error.name}") from error
    if not hasattr(module, name):
        near = did_you_mean(name, (attribute for attribute in vars(module) if not attribute.startswith("_")))
        raise UserError(f"{where} names nothing: there is no {name!r} in {module.__file__}{near}")
    return getattr(module, name)


class CompanionGame(ABC):
    """Interface between the companion and a game; its parts are imported at their first use.

    A game has rules; of the other parts it has those that it overrides (`GamePart`). Where one is missing the
    companion says so in a sentence, and does what needs no more than the rules: it judges the game's files and
    keeps its games.
    """

    @property
    def id(self) -> str:
        """The game's id in files and on the command line, such as ``fox-and-geese``."""
        return self.rules.id

    @property
    def title(self) -> str:
        """English name of the game on the command line."""
        return self.sheets.tags.title if self.has(GamePart.SHEETS) else self.id

    #: The game's own words; one that has no catalogue says in English what the platform does not say too.
    translations: Translations = PLATFORM

    @property
    @abstractmethod
    def rules(self) -> Rules[Any, Any]:
        """Rules of the game."""

    @property
    def play(self) -> Play[Any, Any]:
        """The game as bots play it. Raises UserError if it does not list its moves."""
        play = self.table.play if self.has(GamePart.TABLE) else self.rules
        if not play.is_listed:
            raise UserError(f"{self.title} has no such opponents yet: its rules do not list what is possible")
        return play

    @property
    def bots(self) -> "Mapping[str, Bot]":
        """Bots of the game's own by their names, besides those of every game."""
        return {}

    @property
    def pgn(self) -> "Pgn | None":
        """Notation of its games as PGN; None: there is none."""
        return None

    def has(self, part: GamePart) -> bool:
        """Return True if the game has this part; nothing is imported for that."""
        if part in _WITHIN and self.has(_WITHIN[part]):
            return True
        return getattr(type(self), part) is not getattr(CompanionGame, part)

    def without(self, part: GamePart) -> UserError:
        """Return the error that the game lacks this part; it says what can be done all the same."""
        return UserError(
            f"{self.title} {_WITHOUT[part]}: the companion judges its game files (companion referee) and keeps its"
            " games (companion games)"
        )

    def describe_state(self, state: Any) -> list[str]:
        """Describe the game's state and who may act, in a few lines in the language in use."""
        result = self.table.history.result_line(state)
        if result is not None:
            return [self.describe_result(result)]
        return [line for line in (self.table.status(state), *self.table.help(state)) if line]

    @property
    def options(self) -> Sequence[Option[Any]]:
        """Options of the game: its variants and settings."""
        return ()

    @property
    def table(self) -> "TableGame[Session]":
        """The game at the table: its steps, what a reading means, its words and pictures.

        Raises UserError where the game has none.
        """
        raise self.without(GamePart.TABLE)

    @property
    def virtual(self) -> "VirtualGame":
        """The game at the virtual table: its pieces, hands and bots.

        Raises UserError where the game has none.
        """
        raise self.without(GamePart.VIRTUAL)

    @property
    def sheets(self) -> "Sheets":
        """The game's printed tags and how they are stuck on.

        Raises UserError where the game has none.
        """
        raise self.without(GamePart.SHEETS)

    @property
    def readings(self) -> "Readings[Any]":
        """Readings of pictures of the game.

        A game that is not yet played at the table may have its own readings. Raises UserError if the game has
        neither a table nor readings of its own.
        """
        if self.has(GamePart.TABLE):
            return self.table.readings
        raise self.without(GamePart.READINGS)

    @property
    def photographs(self) -> "Photographs":
        """The game before the virtual camera. One that has no virtual table yet may have its own.

        Raises UserError where it has neither.
        """
        if self.has(GamePart.VIRTUAL):
            return self.virtual
        raise self.without(GamePart.PHOTOGRAPHS)

    def players(self, started: Any) -> tuple[str, ...]:
        """Return the ids of those who play, by the game's first event."""
        return tuple(map(str, started.players))

    @abstractmethod
    def describe_player(self, player: str) -> str:
        """Return a player's name in the language in use."""

    def result_line(self, state: Any) -> str | None:
        """Return the result of the game as one line of text for the journal; None while it goes on."""
        if self.has(GamePart.TABLE):
            return self.table.history.result_line(state)
        result = self.rules.over(state)
        return None if result is None else json.dumps(result.to_json())

    def describe_result(self, result: str) -> str:
        """Describe a finished game's result, given as the journal holds it, in a sentence.

        Raises ValueError for any other text.
        """
        try:
            found = json.loads(result)
            return self.describe_winners(tuple(found["winners"]), found.get("reason", ""))
        except (TypeError, KeyError) as error:
            raise ValueError(f"no result of a game: {result!r}") from error

    def describe_winners(self, players: tuple[str, ...], reason: str) -> str:  # noqa: ARG002 - games override it
        """Return the sentence that says who has won; `reason` is a word of the game's rules."""
        return describe_winners([self.describe_player(player) for player in players])

    def replay(self, game: Game[Any, Any], show: ReplayOptions) -> None:
        """Replay a whole game on the screen, or write it as an animation. Raises UserError."""
        if not self.has(GamePart.TABLE):
            raise UserError(f"games of {self.title} cannot be replayed yet; companion referee tells where one stands")
        # Only what draws needs pygame.
        from companion.screen.fonts import Fonts
        from companion.screen.page_replay import ANIMATION_SPEED, PageReplay, export_pages, show_pages
        from companion.screen.page_view import PageView
        from companion.table.chapters import Moments

        moments = Moments(self.table, game)
        pages = [moments.page(moment) for moment in range(len(moments))]
        fonts = Fonts()
        pictures = self.table.pictures(fonts)
        if show.export is not None:
            export_pages(pages, pictures, fonts, show.export, show.size, show.speed or ANIMATION_SPEED)
            return
        view = PageView(fonts, pictures)
        chapters = {chapter.moment: chapter.title for chapter in moments.chapters()}
        replayed = PageReplay(
            pages, view, self.table.title(), chapters=chapters, speed=show.speed or 1.0, full_screen=show.full_screen
        )
        show_pages(replayed, show.size)

    @property
    def commands(self) -> Mapping[str, tuple[str, str]]:
        """Commands of the game's own, by name.

        Each has its module, with `add_arguments` and `run`, and a help text.
        """
        return {}


@cache
def _found() -> "Mapping[str, EntryPoint]":
    # Loaded here, since looking through what is installed takes longer than many a command.
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games that are installed."""
    return tuple(_found())


def find_game(game_id: str) -> CompanionGame:
    """Return the game with this id. Raises UserError if there is none, or if it is broken."""
    where = _bundled_game_path(game_id)
    if where is None:
        entry = _found().get(game_id)
        if entry is None:
            near = did_you_mean(game_id, game_ids())
            near = near or "; the games are " + ", ".join(game_ids())
            raise UserError(f"there is no game {game_id!r}{_describe_folder(game_id) or near}")
        where = entry.value
    try:
        game = _imported(where)
        _check(game, game_id, where)
    except (Exception, SystemExit) as error:  # A stranger's package may fail in any way.
        raise BrokenGameError(game_id, error, game_package(where)) from error
    assert isinstance(game, CompanionGame)
    return game


def package_of(game_id: str) -> str:
    """Return the package of a game's modules; empty where no game has this id."""
    entry = _found().get(game_id)
    return game_package(_bundled_game_path(game_id) or (entry.value if entry else ""))


def _describe_folder(game_id: str) -> str:
    """Say how to install the game that lies in a folder of this name; empty where none does."""
    try:
        text = (Path(game_id) / "pyproject.toml").read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ""
    pip = program("pip")
    return f"; install what lies in the folder {game_id}: {pip} install -e {game_id}" if GROUP in text else ""


def program(name: str) -> str:
    """Return the path of a program beside this Python, as seen from the current folder."""
    path = Path(sys.executable).parent / name
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def _check(game: object, game_id: str, where: str) -> None:
    """Raise UserError for anything but the game of this id."""
    if isinstance(game, type) and issubclass(game, CompanionGame):
        raise UserError(f"{where} is a class; name an object of it, such as GAME = {game.__name__}()")
    if not isinstance(game, CompanionGame):
        raise UserError(f"{where} is no game: {game!r:.60} is no CompanionGame")
    if game.id != game_id:
        raise UserError(f"{where} calls itself {game.id}; the entry point and the rules must have one id")


def _game_in(package: str) -> str:
    """Return the id of the game in a package; the package's name where none is installed."""
    return next((game_id for game_id, entry in _found().items() if game_package(entry.value) == package), package)


@contextmanager
def blame_game(module: str) -> Iterator[None]:
    """Blame the game of `module` for unexpected exceptions inside.

    Raises BrokenGameError for them. UserError, RulesError, VisionError and OSError pass through unchanged.
    Exceptions of the companion and of the games in it pass through too: they are our own faults.
    """
    try:
        yield
    except (UserError, RulesError, VisionError, OSError):
        raise
    except Exception as error:
        package = game_package(module)
        if package == "companion" or package.startswith(f"{__name__}."):
            raise
        raise BrokenGameError(_game_in(package), error, package) from error


def _bundled_game_path(game_id: str) -> str | None:
    """Return the import path of a game that comes with the companion; None for any other id.

    It is known without a search through the installed packages.
    """
    package = game_id.replace("-", "_")
    if "_" not in game_id and package.isidentifier() and (Path(__file__).parent / package / "game.py").exists():
        return f"{__name__}.{package}.game:GAME"
    return None


def ask_game(game_id: str, ask: Callable[[CompanionGame], AnswerT], otherwise: AnswerT) -> AnswerT:
    """Return the answer of a game; `otherwise` if the game is broken.

    A broken game is reported once, in a sentence.
    """
    try:
        game = find_game(game_id)
        try:
            return ask(game)
        except Exception as error:  # As in `find_game`.
            raise BrokenGameError(game_id, error, game_package(type(game).__module__)) from error
    except BrokenGameError as error:
        _warn_once(str(error))
        return otherwise


def ask_each_game(ask: Callable[[CompanionGame], AnswerT], part: GamePart | None = None) -> Mapping[str, AnswerT]:
    """Return the answers of all installed games, by the games' ids.

    With `part` only the games that have this part are asked. A broken game is reported once, in a sentence, and
    left out: it hinders nothing that is about another game.
    """

    def answers(game: CompanionGame) -> tuple[AnswerT, ...]:
        return (ask(game),) if part is None or game.has(part) else ()

    nothing: tuple[AnswerT, ...] = ()
    return {game_id: answer for game_id in game_ids() for answer in ask_game(game_id, answers, nothing)}


def games_with(part: GamePart) -> tuple[str, ...]:
    """Return the ids of the games that have a part."""
    return tuple(ask_each_game(lambda game: game.id, part))


def game_options() -> Mapping[str, Sequence[Option[Any]]]:
    """Return the options of every game that works, by the games' ids."""
    return ask_each_game(options_of)


def options_of(game: CompanionGame) -> Sequence[Option[Any]]:
    """Return the options of a game. Raises BrokenGameError for what is none."""
    package = game_package(type(game).__module__)
    try:
        options = tuple(game.options)
        for found in options:
            if not isinstance(found, Option) or not found.id.isidentifier():
                raise UserError(f"its options hold {found!r:.60}; expected an Option with a name, such as must_take")
    except Exception as error:  # As in `find_game`.
        raise BrokenGameError(game.id, error, package) from error
    return options


@cache
def _warn_once(sentence: str) -> None:
    warn(sentence)


def find_game_by_format(found: str | None) -> CompanionGame | None:
    """Return the game whose files have this format, like ``fox-and-geese/game``, or None."""
    game_id = (found or "").partition("/")[0]
    return find_game(game_id) if game_id in game_ids() else None
