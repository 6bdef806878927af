"""Choice of the game for a command: ``--game``, its files, the config file, the default.

They are tried in this order: the option ``--game``, else the format in the files of the command line, else
the config file, else the default game.
"""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from companion.device.config import Config
from companion.device.config_file import default_config_path, load_config
from companion.device.errors import UserError
from companion.games import DEFAULT_GAME, CompanionGame, find_game, game_ids, game_options
from vision.bounded_files import read_beginning

OPTION = "--game"
#: argparse's key for whether the command line names the game: then help is about this game alone.
GAME_NAMED = "game named"
#: So much of a file is looked at for what it says it is.
_HEAD_BYTES = 300
#: Files that may say which game they are of, and the one in a folder that does.
_ENDINGS = (".json", ".jsonl", ".zip")
_IN_FOLDER = "recording.json"


class ConfigOfCommand:
    """Config file named on the command line, else the default one; read at its first use."""

    def __init__(self, words: Sequence[str]) -> None:
        named = _option_value("--config", words)
        self.path = Path(named) if named else default_config_path()

    @cached_property
    def read(self) -> tuple[Config, tuple[str, ...]]:
        """The config, and a sentence for each thing that is wrong in the file."""
        # The games' options are needed for what stands in the file alone.
        return load_config(self.path, game_options() if self.path.exists() else None)


def chosen_game(words: Sequence[str], config: ConfigOfCommand | None = None) -> CompanionGame:
    """Return the game that the command line means.

    Raises UserError for an unknown game.
    """
    named = _option_value(OPTION, words) or next(_named_by_files(words), None)
    if named is not None:
        return find_game(named)
    read, _ = (config or ConfigOfCommand(words)).read
    return find_game(read.games.game or DEFAULT_GAME)


def names_game(words: Sequence[str]) -> bool:
    """Return True if the command line names a game."""
    return _option_value(OPTION, words) is not None


def _option_value(option: str, words: Sequence[str]) -> str | None:
    """Return the value of an option, written as ``--option value`` or ``--option=value``."""
    for word, following in itertools.pairwise((*words, "")):
        if word == option:
            return following
        if word.startswith(f"{option}="):
            return word.removeprefix(f"{option}=")
    return None


def _named_by_files(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        path = Path(word)
        path = path / _IN_FOLDER if path.is_dir() else path
        if path.suffix in _ENDINGS and path.is_file():
            found = _game_of(path)
            if found is not None:
                yield found


def refuse_another_game(source: str, game: CompanionGame) -> None:
    """Raise UserError if this file says that it is of another installed game."""
    path = Path(source)
    other = _game_of(path) if path.is_file() else None
    if other not in (None, game.id):
        raise UserError(
            f"{source} is for the game {other}, but this is {game.id}; give --game {other}, or a file of {game.id}"
        )


def _game_of(path: Path) -> str | None:
    """Return the installed game that the beginning of a file names."""
    found = _format(path).partition("/")[0]
    return found if found in game_ids() else None


def _format(path: Path) -> str:
    """Return the format at a file's beginning, like ``fox-and-geese/game``; empty if unknown."""
    try:
        head = read_beginning(path, _HEAD_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return ""
    found = re.search(r'"format"\s*:\s*("[^"\\]*")', head)
    try:
        return str(json.loads(found[1])) if found else ""
    except ValueError:
        return ""
