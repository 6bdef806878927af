"""Which journal and which of its games a command is about."""

import argparse
import contextlib
from pathlib import Path

from companion.box.errors import UserError
from companion.box.language import say
from companion.box.log import warn
from companion.journal.entries import KeptGame
from companion.journal.errors import DamagedError, JournalError, NewerError
from companion.journal.file import JournalFile
from companion.journal.journal import usual_journal_path
from companion.journal.salvage import salvage


def add_journal_argument(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Declares ``--journal``, for every command that reads games; without it the value is None."""
    text = "where the games are kept (default: games.sqlite in the state folder)"
    parser.add_argument("--journal", metavar="FILE", default=default, help=text)


def journal_path(args: argparse.Namespace) -> Path:
    """The journal that the command line means."""
    return usual_journal_path() if args.journal is None else Path(args.journal)


def kept_game(path: Path, number: str) -> KeptGame:
    """The game of this number in a journal. Raises UserError if there is none or the journal cannot be read."""
    games = {str(game.id): game for game in kept_games(path)}
    if number not in games:
        numbers = ", ".join(sorted(games, key=int)) or "none"
        raise UserError(f"{path}: there is no game {number[:20]!r}; the games are: {numbers}")
    return games[number]


def kept_games(path: Path) -> tuple[KeptGame, ...]:
    """All games, the one last played last. A journal that does not exist is not made.

    Of a damaged one, and of one that can be read but not written, what is there is given; damage is said. Raises
    JournalError if nothing can be read.
    """
    if not path.exists():
        return ()
    try:
        with contextlib.closing(JournalFile.open(path)) as file:
            return file.read()
    except NewerError:
        raise
    except JournalError as error:
        games = salvage(path).games()
        if not games:
            raise
        if isinstance(error, DamagedError):
            warn(say("{error} What can still be read of it is told.", error=error))
        return games
