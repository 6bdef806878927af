"""The journal's file, an SQLite database, read and written strictly: whatever is wrong is one of the errors here.

Entries are only ever added: the database itself refuses to change or delete one. Each carries a checksum, because
SQLite finds damage to its own structure but not to what is written in it.
"""

import contextlib
import os
import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.box.language import say
from companion.journal.entries import Entry, EntryKind, GameLine, KeptGame
from companion.journal.errors import (
    ConflictError,
    JournalError,
    MovedError,
    NewerError,
    damaged,
    no_regular_file,
    unusable,
)

VERSION = 1
#: Tells a journal from other programs' databases: the letters FFJL.
APPLICATION_ID = 0x46464A4C
#: How long another program may keep the file locked, in seconds; people wait meanwhile.
PATIENCE_S = 1.0
#: So many steps of SQLite's machine take a few milliseconds.
_STEPS_BETWEEN_ASKING = 10_000

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    place INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (game, number)
) STRICT;
CREATE TRIGGER IF NOT EXISTS entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER IF NOT EXISTS entries_are_kept BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
"""
#: The games once more, on other pages: without its line in `games` nobody knows what kind of game a game is.
_GAMES_AGAIN = "CREATE INDEX IF NOT EXISTS games_again ON games (kind, checksum)"
#: SQLite's errors that tell about the disk or other programs, not about what is in the file.
_NOT_THE_FILES_FAULT = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


class JournalFile:
    """An open journal file. Made by `open`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._seen: tuple[object, ...] = ()
        # Without a table yet, which only a new file that may not be written is.
        self._is_empty = False

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, stopped: Callable[[], bool] | None = None) -> "JournalFile":
        """Opens the journal, or begins a new one where there is no file or an empty one. Raises JournalError.

        What is in it is not looked through; `check` does. `read_only`: nothing is made or written, and what SQLite
        keeps beside the file stays as it is, too. `stopped` is asked now and then: once it says so, whatever is being
        done raises JournalError.
        """
        _check_regular(path)
        with _explained(path):
            if read_only:
                address = f"{path.absolute().as_uri()}?mode=ro"
                connection = sqlite3.connect(address, uri=True, timeout=PATIENCE_S, isolation_level=None)
            else:
                connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        if stopped is not None:
            connection.set_progress_handler(stopped, _STEPS_BETWEEN_ASKING)
        try:
            with _explained(path):
                is_new = _is_new(connection, path)
                if not read_only:
                    _set_up(connection, is_new=is_new)
        except JournalError:
            connection.close()
            raise
        file = cls(path, connection)
        file._seen = file._on_disk()
        file._is_empty = read_only and is_new
        return file

    def close(self) -> None:
        """Closes the file; what was written is on disk already."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def read(self) -> tuple[KeptGame, ...]:
        """All games, the one last played last. Raises DamagedError if anything was changed since it was written."""
        if self._is_empty:
            return ()
        with _explained(self.path):
            kinds = self._kinds()
            entries: dict[int, list[Entry]] = {}
            for game, number, entry in self._entries():
                found = entries.pop(game, [])
                found.append(entry)
                # Taken out and put in again, it is the one last played.
                entries[game] = found
                _check(self.path, number == len(found))
            _check(self.path, entries.keys() == kinds.keys())
            return tuple(KeptGame(game, kinds[game], tuple(found)) for game, found in entries.items())

    def unfinished(self) -> tuple[GameLine, ...]:
        """The games that are not over, the one last played last, none of them read through. Raises JournalError."""
        if self._is_empty:
            return ()
        query = """
            SELECT games.id, games.kind FROM games NOT INDEXED JOIN entries AS last
            ON last.place = (SELECT place FROM entries WHERE game = games.id ORDER BY number DESC LIMIT 1)
            WHERE last.kind <> 'finish' ORDER BY last.place"""
        with _explained(self.path):
            return tuple(GameLine(game, kind, False) for game, kind in self._connection.execute(query))

    def highest(self) -> int:
        """The highest number of a game, 0 if there is none. Raises JournalError."""
        with _explained(self.path):
            (highest,) = self._connection.execute("SELECT max(id) FROM games").fetchone()
        return highest or 0

    def length(self) -> int:
        """How many entries there are, of all games: none is ever deleted. Raises JournalError."""
        if self._is_empty:
            return 0
        with _explained(self.path):
            (last,) = self._connection.execute("SELECT max(place) FROM entries").fetchone()
        return last or 0

    def kind(self, game: int) -> str | None:
        """What kind of game this number is; None if there is none. Raises JournalError."""
        with _explained(self.path):
            row = self._connection.execute("SELECT kind, checksum FROM games WHERE id = ?", (game,)).fetchone()
            _check(self.path, row is None or row[1] == checksum_of(game, row[0]))
        return None if row is None else str(row[0])

    def game(self, number: int) -> KeptGame:
        """The game of this number. Raises KeyError, DamagedError if anything of it was changed since it was written."""
        kind = self.kind(number)
        if kind is None:
            raise KeyError(number)
        with _explained(self.path):
            entries = []
            # In the order in which they were written, not by the index: a damaged one would hide some.
            query = """
                SELECT game, number, kind, text, at, checksum FROM entries NOT INDEXED
                WHERE place >= (SELECT place FROM entries WHERE game = ?1 AND number = 1) AND game = ?1
                ORDER BY place"""
            for _, place, entry in self._checked(self._connection.execute(query, (number,))):
                entries.append(entry)
                _check(self.path, place == len(entries))
            _check(self.path, bool(entries))
        return KeptGame(number, kind, tuple(entries))

    def check(self) -> None:
        """Looks through all that is there. Raises DamagedError if anything was changed since it was written."""
        if self._is_empty:
            return
        with _explained(self.path):
            _check(self.path, self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
            kinds = self._kinds()
            lengths: Counter[int] = Counter()
            for game, number, _ in self._entries():
                lengths[game] += 1
                _check(self.path, number == lengths[game])
            _check(self.path, lengths.keys() == kinds.keys())

    def holds(self, game: int, number: int, entry: Entry) -> bool:
        """Whether this entry is there. Raises JournalError."""
        with _explained(self.path):
            query = "SELECT kind, text, at FROM entries WHERE game = ? AND number = ?"
            row = self._connection.execute(query, (game, number)).fetchone()
        return bool(row == (entry.kind, entry.text, entry.at))

    def copy_to(self, path: Path) -> None:
        """Writes all that is there to a new file, which is on disk when this returns. Raises JournalError."""
        with _explained(path):
            self._connection.execute("VACUUM INTO ?", (str(path),))
            handle = os.open(path, os.O_RDWR)  # Windows syncs no other.
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def add(self, kind: str, entries: tuple[Entry, ...]) -> KeptGame:
        """A new game with these entries, on disk when this returns. Raises JournalError; nothing is written then."""
        self._check_place()
        with _explained(self.path), self._transaction():
            game = KeptGame(self.highest() + 1, kind, entries)
            self._insert(game, 0)
        self._seen = self._on_disk()
        return game

    def put(self, games: Iterable[KeptGame]) -> None:
        """Writes these games into a file that has none of them, all or none, and nothing stays in its log.

        Raises JournalError.
        """
        with _explained(self.path), self._transaction():
            for game in games:
                self._insert(game, 0)
        with _explained(self.path):
            # Closing the file would do it, too, but does not say if it fails.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def has_its_log(self) -> bool:
        """Whether the log beside the file is the one that belongs to it."""
        return self._on_disk()[1] == self._seen[1]

    def write(self, game: KeptGame) -> None:
        """Adds those entries of the game that the file does not hold yet, on disk when this returns.

        Raises JournalError, ConflictError if the file holds entries of this game that are none of it, MovedError if
        the file is not where it was; nothing is written then.
        """
        self._check_place()
        with _explained(self.path), self._transaction():
            there = tuple(entry for _, _, entry in self._entries(game.id))
            if there != game.entries[: len(there)]:
                raise ConflictError(
                    say(
                        "Another companion has gone on with game {game} in {file}: here it goes on in memory only. "
                        "Close one of the two.",
                        game=game.id,
                        file=self.path,
                    )
                )
            self._insert(game, len(there))
        self._seen = self._on_disk()

    def _check_place(self) -> None:
        """What is written into a file that has no name any more is lost. Raises MovedError, DamagedError."""
        now = self._on_disk()
        if now[:2] != self._seen[:2]:
            raise MovedError(say("The journal {file} was deleted or replaced while it was in use.", file=self.path))
        if now != self._seen:
            # Another program has written there: another companion, or one that knows nothing of journals. This
            # connection may remember what has been there before.
            with contextlib.closing(JournalFile.open(self.path, read_only=True)) as file:
                file.check()
            self._seen = now

    def _on_disk(self) -> tuple[object, ...]:
        """Which files are there now, the journal and its log, and when the journal itself was last written."""
        return (*(_identity(Path(f"{self.path}{ending}")) for ending in ("", "-wal")), _changed(self.path))

    def _kinds(self) -> dict[int, str]:
        """What kind of game each is, by its number."""
        kinds = {}
        for game, kind, checksum in self._connection.execute("SELECT id, kind, checksum FROM games"):
            _check(self.path, checksum == checksum_of(game, kind))
            kinds[game] = kind
        return kinds

    def _entries(self, game: int | None = None) -> Iterator[tuple[int, int, Entry]]:
        """Game, number and entry, of one game or of all, in the order in which they were made."""
        query = "SELECT game, number, kind, text, at, checksum FROM entries"
        if game is None:
            rows = self._connection.execute(f"{query} ORDER BY place")
        else:
            rows = self._connection.execute(f"{query} WHERE game = ? ORDER BY number", (game,))
        yield from self._checked(rows)

    def _checked(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, int, Entry]]:
        for owner, number, kind, text, at, checksum in rows:
            _check(self.path, checksum == checksum_of(owner, number, kind, text, at))
            yield owner, number, Entry(EntryKind(kind), text, at)

    def _insert(self, game: KeptGame, after: int) -> None:
        """Writes the entries after the first `after`, and the game itself if it has none in the file yet."""
        if after == 0:
            row = (game.id, game.kind, checksum_of(game.id, game.kind))
            self._connection.execute("INSERT INTO games (id, kind, checksum) VALUES (?, ?, ?)", row)
        for number, entry in enumerate(game.entries[after:], start=after + 1):
            values = (game.id, number, str(entry.kind), entry.text, entry.at)
            self._connection.execute(
                "INSERT INTO entries (game, number, kind, text, at, checksum) VALUES (?, ?, ?, ?, ?, ?)",
                (*values, checksum_of(*values)),
            )

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is done inside is written, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # After some errors SQLite has rolled back already.
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise


def _is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether nothing is in the file yet. Raises NewerError or DamagedError for what is no journal of this version."""
    # All at one moment: another companion may be making the file just now.
    connection.execute("BEGIN")
    try:
        application, version, tables = (
            connection.execute(query).fetchone()[0]
            for query in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema")
        )
    finally:
        # After some errors SQLite has rolled back already.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
    is_new = (application, version, tables) == (0, 0, 0)
    if not is_new and (application != APPLICATION_ID or version > VERSION):
        raise NewerError(
            say(
                "{file} is the journal of a newer companion or belongs to another program: it is left as it is. "
                "Update the companion, or choose another file.",
                file=path,
            )
        )
    _check(path, is_new or version == VERSION)
    return is_new


def _set_up(connection: sqlite3.Connection, *, is_new: bool) -> None:
    """Makes writing safe, and the tables of a new file; finds out whether anything can be written at all."""
    # Written changes go into a log beside the file first: a crash at any moment leaves all of an entry or none, and a
    # committed entry is on disk even if the power fails the next moment.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # The pages of old games need not be kept in memory (kB).
    connection.execute("PRAGMA cache_size = -256")
    if is_new:
        header = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {_GAMES_AGAIN}; {header} COMMIT;")
    else:
        # Nothing is changed, but where nothing can be, it says so.
        connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {VERSION}; ROLLBACK;")
        connection.execute(_GAMES_AGAIN)


def _identity(path: Path) -> object:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _changed(path: Path) -> object:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _check_regular(path: Path) -> None:
    """SQLite would wait for ever for what a pipe or a device may hold. Raises JournalError."""
    if path.exists() and not path.is_file():
        raise no_regular_file(path)


def checksum_of(*values: object) -> int:
    """What is kept beside a row of these values, to tell whether it is as it was written."""
    return zlib.crc32(repr(values).encode("utf-8", "surrogatepass"))


def _check(path: Path, right: bool) -> None:
    if not right:
        raise damaged(path)


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turns what SQLite and the values in a damaged file raise into this module's errors."""
    try:
        yield
    except sqlite3.Error as error:
        # The lowest byte is the kind of error, the others tell more about it.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code not in _NOT_THE_FILES_FAULT:
            raise damaged(path) from None
        raise unusable(path, error) from None
    except (ValueError, TypeError):
        raise damaged(path) from None
    except OSError as error:
        raise unusable(path, error.strerror) from None
