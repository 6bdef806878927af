"""Choice of the journal and of its game for a command."""

import argparse
import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from companion.device.errors import UserError
from companion.device.language import say
from companion.device.log import warn
from companion.journal.backups import backup_paths, has_traces
from companion.journal.entries import GameRecord, KeptGame
from companion.journal.errors import DamagedError, JournalError, NewerError
from companion.journal.file import JournalFile
from companion.journal.integrity_check import check_length
from companion.journal.journal import default_journal_path
from companion.journal.repair import rescue
from companion.journal.summaries import Summaries

#: No game's number is as long.
_MOST_DIGITS = 15
#: So many numbers of games are named where one was not found.
_MOST_NAMED = 20

Found = TypeVar("Found")


def add_journal_argument(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Declare ``--journal``, for every command that reads games; without it the value is None."""
    text = "where the games are kept (default: games.sqlite in the state folder)"
    parser.add_argument("--journal", metavar="FILE", default=default, help=text)


def journal_path(args: argparse.Namespace) -> Path:
    """Return the journal that the command line means."""
    return default_journal_path() if args.journal is None else Path(args.journal)


def kept_game(path: Path, number: str) -> KeptGame:
    """Return the game with this number in a journal.

    Raises UserError if there is none or the journal cannot be read.
    """
    id_ = int(number) if number.isdecimal() and number.isascii() and len(number) <= _MOST_DIGITS else 0

    def read(file: JournalFile) -> KeptGame | list[int]:
        return file.game(id_) if file.kind(id_) is not None else sorted(file.last_places())

    def choose(games: tuple[KeptGame, ...]) -> KeptGame | list[int]:
        return next((game for game in games if game.id == id_), sorted(game.id for game in games))

    found = _read(path, read, choose)
    if isinstance(found, KeptGame):
        return found
    if not found:
        raise UserError(f"{path}: there is no game {number[:20]!r}; no game is kept there yet")
    numbers = ", ".join(map(str, found[:_MOST_NAMED]))
    if len(found) > _MOST_NAMED:
        numbers = f"{numbers} and others up to {found[-1]}"
    raise UserError(f"{path}: there is no game {number[:20]!r}; the games are: {numbers}")


def kept_games(path: Path, page: int = 1, most: int | None = None) -> tuple[tuple[KeptGame, ...], int]:
    """Return a page of games, the last played first, and the total number of games.

    `most` is the largest number of games on a page. A missing journal is not created. Of a damaged one, and of one
    that can be read but not written, the result is what is in it and in its backups; damage is reported. Raises
    JournalError if nothing can be read.
    """
    on_page = slice(None) if most is None else slice((page - 1) * most, page * most)

    def read(file: JournalFile) -> tuple[tuple[KeptGame, ...], int]:
        places = file.last_places()
        chosen = list(reversed(places))[on_page]
        return tuple(file.game(number, places[number]) for number in chosen), len(places)

    return _read(path, read, lambda games: (games[::-1][on_page], len(games)))


def kept_records(path: Path, summaries: Summaries | None = None) -> tuple[GameRecord, ...]:
    """Return a record of each game, the last played first; else as `kept_games`.

    Of a sound journal by the `summaries` beside it, which are ready to give facts then.
    """
    kept = summaries or Summaries(path)
    return _read(path, lambda file: kept.records(file)[::-1], lambda games: tuple(game.record for game in games[::-1]))


def games_by_number(path: Path, numbers: Sequence[int]) -> Iterator[KeptGame]:
    """Yield the games with these numbers one by one, in this order; else as `kept_games`."""
    places = _read(path, JournalFile.last_places, lambda games: {game.id: 0 for game in games})
    for number in numbers:
        yield from _read(
            path,
            lambda file, number=number: (file.game(number, places.get(number)),),  # type: ignore[misc]
            lambda games, number=number: tuple(game for game in games if game.id == number),  # type: ignore[misc]
        )


def _read(path: Path, read: Callable[[JournalFile], Found], choose: Callable[[tuple[KeptGame, ...]], Found]) -> Found:
    """Return the data read from a sound journal, or else chosen from the rescued games.

    Games are rescued from the journal and its backups.
    """
    if not has_traces(path):
        return choose(())
    try:
        check_length(path)
        with contextlib.closing(JournalFile.open(path)) as file:
            return read(file)
    except NewerError:
        raise
    except JournalError as error:
        games = rescue(path, backups=backup_paths(path)).games
        if not games:
            raise
        if isinstance(error, DamagedError):
            warn(say("{error} What is still readable is shown.", error=error))
        return choose(games)
