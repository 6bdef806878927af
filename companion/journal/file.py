"""The journal's file, an SQLite database, read and written strictly: whatever is wrong is one of the errors here.

Entries are only ever added: the database itself refuses to change or delete one. Each carries a checksum, because
SQLite finds damage to its own structure but not to what is written in it.
"""

import contextlib
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

from companion.box.errors import UserError
from companion.box.language import say
from companion.journal.entries import Entry, EntryKind, KeptGame

VERSION = 1
#: Tells a journal from other programs' databases: the letters FFJL.
APPLICATION_ID = 0x46464A4C
#: How long another program may keep the file locked, in seconds; people wait meanwhile.
PATIENCE_S = 1.0

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
#: SQLite's errors that tell about the disk or other programs, not about what is in the file.
_NOT_THE_FILES_FAULT = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


class JournalError(UserError):
    """The journal cannot be read or written now: disk full, locked, no access."""


class DamagedError(JournalError):
    """What is in the file is no journal, or a damaged one."""


class NewerError(JournalError):
    """The file was written by a newer companion, or is another program's."""


class ConflictError(JournalError):
    """Another companion has gone on with the same game."""


class JournalFile:
    """An open journal file. Made by `open`."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> "JournalFile":
        """Opens the journal, or begins a new one where there is no file or an empty one. Raises JournalError."""
        with _explained(path):
            connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        try:
            with _explained(path):
                _set_up(connection, path, is_new=_is_new(connection, path))
        except JournalError:
            connection.close()
            raise
        return cls(path, connection)

    @classmethod
    def read_only(cls, path: Path) -> tuple[KeptGame, ...]:
        """All games of a journal that cannot be opened, because nothing can be written there. Raises JournalError.

        What SQLite keeps beside the file while it is open cannot be written on a full disk; a connection that locks
        all others out does without.
        """
        with _explained(path):
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE_S)
        with contextlib.closing(connection), _explained(path):
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            return () if _is_new(connection, path) else cls(path, connection).read()

    def close(self) -> None:
        """Closes the file; what was written is on disk already."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def read(self) -> tuple[KeptGame, ...]:
        """All games, the one last played last. Raises DamagedError if anything was changed since it was written."""
        with _explained(self.path):
            kinds = {}
            for game, kind, checksum in self._connection.execute("SELECT id, kind, checksum FROM games"):
                _check(self.path, checksum == _checksum(game, kind))
                kinds[game] = kind
            entries: dict[int, list[Entry]] = {}
            for game, number, entry in self._entries():
                found = entries.pop(game, [])
                found.append(entry)
                # Taken out and put in again, it is the one last played.
                entries[game] = found
                _check(self.path, number == len(found))
            _check(self.path, entries.keys() == kinds.keys())
            return tuple(KeptGame(game, kinds[game], tuple(found)) for game, found in entries.items())

    def add(self, kind: str, entries: tuple[Entry, ...]) -> KeptGame:
        """A new game with these entries, on disk when this returns. Raises JournalError; nothing is written then."""
        with _explained(self.path), self._transaction():
            (last,) = self._connection.execute("SELECT max(id) FROM games").fetchone()
            game = KeptGame((last or 0) + 1, kind, entries)
            self._insert(game, 0)
        return game

    def write(self, game: KeptGame) -> None:
        """Adds those entries of the game that the file does not hold yet, on disk when this returns.

        Raises JournalError, ConflictError if the file holds entries of this game that are none of it; nothing is
        written then.
        """
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

    def _entries(self, game: int | None = None) -> Iterator[tuple[int, int, Entry]]:
        """Game, number and entry, of one game or of all, in the order in which they were made."""
        query = "SELECT game, number, kind, text, at, checksum FROM entries"
        if game is None:
            rows = self._connection.execute(f"{query} ORDER BY place")
        else:
            rows = self._connection.execute(f"{query} WHERE game = ? ORDER BY number", (game,))
        for owner, number, kind, text, at, checksum in rows:
            _check(self.path, checksum == _checksum(owner, number, kind, text, at))
            yield owner, number, Entry(EntryKind(kind), text, at)

    def _insert(self, game: KeptGame, after: int) -> None:
        """Writes the entries after the first `after`, and the game itself if it has none in the file yet."""
        if after == 0:
            row = (game.id, game.kind, _checksum(game.id, game.kind))
            self._connection.execute("INSERT INTO games (id, kind, checksum) VALUES (?, ?, ?)", row)
        for number, entry in enumerate(game.entries[after:], start=after + 1):
            values = (game.id, number, str(entry.kind), entry.text, entry.at)
            self._connection.execute(
                "INSERT INTO entries (game, number, kind, text, at, checksum) VALUES (?, ?, ?, ?, ?, ?)",
                (*values, _checksum(*values)),
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
    application, version, tables = (
        connection.execute(query).fetchone()[0]
        for query in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema")
    )
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


def _set_up(connection: sqlite3.Connection, path: Path, *, is_new: bool) -> None:
    """Makes writing safe, and the tables of a new file; looks through what is there."""
    # A committed entry is on disk even if the power fails the next moment.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # The pages of old games need not be kept in memory (kB).
    connection.execute("PRAGMA cache_size = -256")
    if is_new:
        header = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {header} COMMIT;")
    _check(path, connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")


def _checksum(*values: object) -> int:
    return zlib.crc32(repr(values).encode("utf-8", "surrogatepass"))


def _check(path: Path, right: bool) -> None:
    if not right:
        raise _damaged(path)


def _damaged(path: Path) -> DamagedError:
    return DamagedError(say("The journal {file} is damaged, or is no journal.", file=path))


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turns what SQLite and the values in a damaged file raise into this module's errors."""
    try:
        yield
    except sqlite3.Error as error:
        # The lowest byte is the kind of error, the others tell more about it.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code not in _NOT_THE_FILES_FAULT:
            raise _damaged(path) from None
        raise JournalError(say("The journal {file} cannot be used: {reason}.", file=path, reason=error)) from None
    except (ValueError, TypeError):
        raise _damaged(path) from None
