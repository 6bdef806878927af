"""File of the journal, an SQLite database, read and written strictly with errors of its own.

Every fault is one of the errors here. Entries are only ever added: the database itself refuses to change or
delete one. Each carries a checksum, because SQLite finds damage to its own structure but not to the values in
it.
"""

import contextlib
import os
import sqlite3
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.device.language import say
from companion.journal.entries import Entry, EntryKind, GameLine, GameRecord, KeptGame, game_record
from companion.journal.errors import (
    ConflictError,
    JournalError,
    MovedError,
    damaged,
    no_regular_file,
    unusable,
    unusable_by_sqlite,
)
from companion.journal.schema import LATER_TABLE, MENDS, SEAT_CHANGES, is_new_file, set_up
from companion.journal.wal import has_log

#: How long another program may keep the file locked, in seconds; people wait meanwhile.
PATIENCE_S = 1.0
#: So many steps of SQLite's machine take a few milliseconds.
_STEPS_BETWEEN_CHECKS = 10_000

#: The tables of entries in whose place others stand.
_LATER_TABLES = {EntryKind.SEATS: SEAT_CHANGES, EntryKind.MEND: MENDS}
#: The place of a game's last entry, inside of a query of games.
_LAST_PLACE = "(SELECT place FROM entries WHERE game = games.id ORDER BY number DESC LIMIT 1)"
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
        """Open the journal, or create a new one if there is no file or an empty one.

        Raises JournalError. The content is not verified; `check` does that. `read_only`: nothing is made or
        written, and the files that SQLite keeps beside it stay unchanged, too. `stopped` is asked now and then:
        once it returns True, the current action raises JournalError. If the file is gone or empty but its log is
        there, DamagedError is raised: SQLite would delete the log, read-only or not.
        """
        _check_regular(path)
        _check_log(path)
        with _explained(path):
            if read_only:
                address = f"{path.absolute().as_uri()}?mode=ro"
                connection = sqlite3.connect(address, uri=True, timeout=PATIENCE_S, isolation_level=None)
            else:
                connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        if stopped is not None:
            connection.set_progress_handler(stopped, _STEPS_BETWEEN_CHECKS)
        try:
            with _explained(path):
                is_new = is_new_file(connection, path)
                if not read_only:
                    set_up(connection, is_new=is_new)
        except JournalError:
            connection.close()
            raise
        file = cls(path, connection)
        file._seen = file._on_disk()
        file._is_empty = read_only and is_new
        return file

    def close(self) -> None:
        """Close the file; what was written is on disk already."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def read(self) -> tuple[KeptGame, ...]:
        """Return all games, the last played one last.

        Raises DamagedError if anything was changed since it was written.
        """
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
        """Return the games that are not over, the last played one last, without reading them.

        Raises JournalError.
        """
        if self._is_empty:
            return ()
        query = f"""
            SELECT games.id, games.kind FROM games NOT INDEXED JOIN entries AS last ON last.place = {_LAST_PLACE}
            WHERE last.kind <> 'finish' ORDER BY last.place"""
        with _explained(self.path):
            return tuple(GameLine(game, kind, False) for game, kind in self._connection.execute(query))

    def finished_kinds(self) -> frozenset[str]:
        """Return the kinds of which a game is over, without reading any. Raises JournalError."""
        if self._is_empty:
            return frozenset()
        query = f"""
            SELECT DISTINCT games.kind FROM games NOT INDEXED JOIN entries AS last ON last.place = {_LAST_PLACE}
            WHERE last.kind = 'finish'"""
        with _explained(self.path):
            return frozenset(kind for (kind,) in self._connection.execute(query))

    def last_places(self) -> dict[int, int]:
        """Return the place of each game's last entry by the game's number, the one last played last.

        Nothing is read through. Raises JournalError.
        """
        if self._is_empty:
            return {}
        query = f"SELECT id, {_LAST_PLACE} AS last FROM games NOT INDEXED ORDER BY last"
        with _explained(self.path):
            return dict(self._connection.execute(query).fetchall())

    def records(self) -> tuple[GameRecord, ...]:
        """Return a record for each game, the last played one last.

        The events between its first and last entry are counted, not read. Raises DamagedError if the first or the
        last entry of a game is not as it was written.
        """
        if self._is_empty:
            return ()
        changes: dict[int, list[tuple[int, str, str]]] = {}
        ends = f"""
            SELECT games.kind, games.checksum, first.*, last.* FROM games NOT INDEXED
            LEFT JOIN entries AS first ON first.game = games.id AND first.number = 1
            LEFT JOIN entries AS last ON last.place = {_LAST_PLACE} ORDER BY last.place"""
        with _explained(self.path):
            for game, number, kind, text in self._connection.execute(
                "SELECT game, number, kind, text FROM entries WHERE kind <> 'event' ORDER BY place"
            ):
                changes.setdefault(game, []).append((number, kind, text))
            records = []
            for kind, checksum, _, *rows in self._connection.execute(ends):
                (game, _, first), (_, number, last) = self._checked((rows[:6], rows[7:]))
                _check(self.path, checksum == row_checksum(game, kind))
                records.append(game_record(game, kind, first, last, number, changes.get(game, [])))
        return tuple(records)

    def lacks(self, other: Path) -> bool:
        """Return True if another sound journal has more of a game, or a game that is missing here.

        If the two journals have different entries for a game, it counts as two games, as after a journal was begun
        anew. Raises JournalError.
        """
        return self._compared(
            other,
            """
            SELECT EXISTS (
                SELECT 1 FROM other.games AS theirs WHERE
                (SELECT count(*) FROM other.entries WHERE game = theirs.id)
                    > (SELECT count(*) FROM main.entries WHERE game = theirs.id)
                AND NOT EXISTS (
                    SELECT 1 FROM main.entries AS ours JOIN other.entries AS its USING (game, number)
                    WHERE game = theirs.id AND ours.checksum <> its.checksum))""",
        )

    def lacks_any(self, other: Path) -> bool:
        """Tell whether any entry of another sound journal is not in this one. Raises JournalError."""
        return self._compared(
            other,
            """
            SELECT EXISTS (
                SELECT 1 FROM other.entries AS theirs WHERE NOT EXISTS (
                    SELECT 1 FROM main.entries AS ours
                    WHERE game = theirs.game AND number = theirs.number AND ours.checksum = theirs.checksum))""",
        )

    def _compared(self, other: Path, query: str) -> bool:
        """Run a query about the journals `main`, this one, and `other`.

        An empty journal lacks everything that the other has.
        """
        with contextlib.closing(JournalFile.open(other, read_only=True)) as file:
            if self._is_empty or not file.length():
                return file.length() > 0
        with _explained(self.path):
            self._connection.execute("ATTACH ? AS other", (f"{other.absolute().as_uri()}?mode=ro",))
            try:
                return bool(self._connection.execute(query).fetchone()[0])
            finally:
                self._connection.execute("DETACH other")

    def highest(self) -> int:
        """Return the highest number of a game, 0 if there is none. Raises JournalError."""
        if self._is_empty:
            return 0
        with _explained(self.path):
            (highest,) = self._connection.execute("SELECT max(id) FROM games").fetchone()
        return highest or 0

    def length(self) -> int:
        """Return the number of entries of all games: none is ever deleted.

        Raises JournalError.
        """
        if self._is_empty:
            return 0
        with _explained(self.path):
            (last,) = self._connection.execute("SELECT max(place) FROM entries").fetchone()
        return last or 0

    def checksum(self, place: int) -> int:
        """Return the checksum of the entry in this place; 0 if there is none. Raises JournalError."""
        if self._is_empty:
            return 0
        with _explained(self.path):
            row = self._connection.execute("SELECT checksum FROM entries WHERE place = ?", (place,)).fetchone()
        return 0 if row is None else int(row[0])

    def kind(self, game: int) -> str | None:
        """Return the kind of the game with this number; None if there is none.

        Raises JournalError.
        """
        with _explained(self.path):
            row = self._connection.execute("SELECT kind, checksum FROM games WHERE id = ?", (game,)).fetchone()
            _check(self.path, row is None or row[1] == row_checksum(game, row[0]))
        return None if row is None else str(row[0])

    def game(self, number: int, last_place: int | None = None) -> KeptGame:
        """Return the game with this number.

        Raises KeyError, and DamagedError if anything of it was changed since it was written. `last_place`: the
        search stops there, which is quicker (see `last_places`).
        """
        kind = self.kind(number)
        if kind is None:
            raise KeyError(number)
        with _explained(self.path):
            entries = []
            # In the order in which they were written, not by the index: a damaged one would hide some.
            bound = "" if last_place is None else f"AND place <= {last_place:d}"
            query = f"""
                SELECT game, number, kind, text, at, checksum FROM entries NOT INDEXED
                WHERE place >= (SELECT place FROM entries WHERE game = ?1 AND number = 1) AND game = ?1
                {bound} ORDER BY place"""
            for _, place, entry in self._checked(self._connection.execute(query, (number,))):
                entries.append(entry)
                _check(self.path, place == len(entries))
            _check(self.path, bool(entries))
        return KeptGame(number, kind, tuple(entries))

    def check(self) -> None:
        """Verify the whole content.

        Raises DamagedError if anything was changed since it was written.
        """
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
        """Return True if this entry is in the journal.

        Raises JournalError.
        """
        with _explained(self.path):
            query = "SELECT game, number, kind, text, at, checksum FROM entries WHERE game = ? AND number = ?"
            found = list(self._checked(self._connection.execute(query, (game, number))))
        return found == [(game, number, entry)]

    def copy_to(self, path: Path) -> None:
        """Write the whole content to a new file, which is on disk when this returns.

        Raises JournalError.
        """
        with _explained(path):
            self._connection.execute("VACUUM INTO ?", (str(path),))
            handle = os.open(path, os.O_RDWR)  # Windows syncs no other.
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def add(self, kind: str, entries: tuple[Entry, ...]) -> KeptGame:
        """Add a new game with these entries, on disk when this returns.

        Raises JournalError; then nothing is written.
        """
        self._check_place()
        with _explained(self.path), self._transaction():
            game = KeptGame(self.highest() + 1, kind, entries)
            self._insert(game, 0)
        self._seen = self._on_disk()
        return game

    def take(self, games: Iterable[KeptGame]) -> tuple[int, ...]:
        """Add new games with all their entries, all or none, and return their numbers.

        Their own numbers count for nothing. Raises JournalError.
        """
        self._check_place()
        with _explained(self.path), self._transaction():
            first = self.highest() + 1
            numbered = [replace(game, id=number) for number, game in enumerate(games, first)]
            for game in numbered:
                self._insert(game, 0)
        self._seen = self._on_disk()
        return tuple(game.id for game in numbered)

    def put(self, games: Iterable[KeptGame]) -> None:
        """Write these games into a file that has none of them, all or none.

        Nothing stays in its log. Raises JournalError.
        """
        with _explained(self.path), self._transaction():
            for game in games:
                self._insert(game, 0)
        with _explained(self.path):
            # Closing the file would do it, too, but does not say if it fails.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def has_own_log(self) -> bool:
        """Return True if the log beside the file belongs to it."""
        return self._on_disk()[1] == self._seen[1]

    def write(self, game: KeptGame) -> None:
        """Add those entries of the game that the file does not hold yet, on disk when this returns.

        Raises JournalError, ConflictError if the file holds entries of this game that are none of it, MovedError if
        the file is not where it was; nothing is written then.
        """
        self._check_place()
        with _explained(self.path), self._transaction():
            saved = tuple(entry for _, _, entry in self._entries(game.id))
            if saved != game.entries[: len(saved)]:
                raise ConflictError(
                    say(
                        "Another companion has gone on with game {game} in {file}: here it goes on in memory only. "
                        "Close one of the two.",
                        game=game.id,
                        file=self.path,
                    )
                )
            self._insert(game, len(saved))
        self._seen = self._on_disk()

    def _check_place(self) -> None:
        """Check that the file still has its name; anything written without a name is lost.

        Raises MovedError, DamagedError.
        """
        on_disk = self._on_disk()
        if on_disk[:2] != self._seen[:2]:
            raise MovedError(say("The journal {file} was deleted or replaced while it was in use.", file=self.path))
        if on_disk != self._seen:
            # Another program has written there: another companion, or one that knows nothing of journals. This
            # connection may remember what has been there before.
            with contextlib.closing(JournalFile.open(self.path, read_only=True)) as file:
                file.check()
            self._seen = on_disk

    def _on_disk(self) -> tuple[object, ...]:
        """Return the identity of the journal and its log on disk, and the journal's write time.

        The write time is that of the last write.
        """
        return (*(_identity(Path(f"{self.path}{ending}")) for ending in ("", "-wal")), _changed(self.path))

    def _kinds(self) -> dict[int, str]:
        """Return the kind of each game, by its number."""
        kinds = {}
        for game, kind, checksum in self._connection.execute("SELECT id, kind, checksum FROM games"):
            _check(self.path, checksum == row_checksum(game, kind))
            kinds[game] = kind
        return kinds

    def _entries(self, game: int | None = None) -> Iterator[tuple[int, int, Entry]]:
        """Yield game, number and entry, of one game or of all, in the order of their making."""
        query = "SELECT game, number, kind, text, at, checksum FROM entries"
        if game is None:
            rows = self._connection.execute(f"{query} ORDER BY place")
        else:
            rows = self._connection.execute(f"{query} WHERE game = ? ORDER BY number", (game,))
        yield from self._checked(rows)

    def _checked(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, int, Entry]]:
        later: dict[tuple[int, int], tuple[Any, ...]] | None = None
        for row in rows:
            owner, number, *values, checksum = row
            _check(self.path, checksum == row_checksum(*row[:-1]))
            if values[0] == EntryKind.UNDO:
                if later is None:
                    later = self._later_entries()
                _, _, *values, checksum = later.get((owner, number), row)
                _check(self.path, checksum == row_checksum(owner, number, *values))
            kind, text, time_s = values
            yield owner, number, Entry(EntryKind(kind), text, time_s)

    def _later_entries(self) -> dict[tuple[int, int], tuple[Any, ...]]:
        """Return the rows of all entries of later kinds by game and number."""
        names = self._connection.execute(
            "SELECT name FROM sqlite_schema WHERE name IN (?, ?)", (SEAT_CHANGES, MENDS)
        ).fetchall()
        found: dict[tuple[int, int], tuple[Any, ...]] = {}
        for (name,) in names:
            rows = self._connection.execute(f"SELECT game, number, kind, text, at, checksum FROM {name}")
            found |= {row[:2]: row for row in rows}
        return found

    def _insert(self, game: KeptGame, after: int) -> None:
        """Write the entries after the first `after`, and the game itself if it is new in the file."""
        if after == 0:
            row = (game.id, game.kind, row_checksum(game.id, game.kind))
            self._connection.execute("INSERT INTO games (id, kind, checksum) VALUES (?, ?, ?)", row)
        for number, entry in enumerate(game.entries[after:], start=after + 1):
            if entry.kind in _LATER_TABLES:
                table = _LATER_TABLES[entry.kind]
                self._connection.execute(LATER_TABLE.format(name=table))
                self._insert_row(table, game.id, number, entry)
                is_mend = entry.kind is EntryKind.MEND
                keep = entry.kept if is_mend else len(replace(game, entries=game.entries[: number - 1]).events)
                entry = Entry(EntryKind.UNDO, str(keep), entry.at)
            self._insert_row("entries", game.id, number, entry)

    def _insert_row(self, table: str, game: int, number: int, entry: Entry) -> None:
        values = (game, number, str(entry.kind), entry.text, entry.at)
        self._connection.execute(
            f"INSERT INTO {table} (game, number, kind, text, at, checksum) VALUES (?, ?, ?, ?, ?, ?)",
            (*values, row_checksum(*values)),
        )

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Return all that is done inside is written, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # After some errors SQLite has rolled back already.
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise


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
    """Refuse a pipe or a device, for which SQLite would wait for ever. Raises JournalError."""
    if path.exists() and not path.is_file():
        raise no_regular_file(path)


def _check_log(path: Path) -> None:
    """Keep SQLite away from a log whose journal is gone or empty. Raises DamagedError."""
    if has_log(path) and (not path.exists() or path.stat().st_size == 0):
        raise damaged(path)


def row_checksum(*values: object) -> int:
    """Return the checksum stored with a row of these values; it shows later changes."""
    return zlib.crc32(repr(values).encode("utf-8", "surrogatepass"))


def _check(path: Path, right: bool) -> None:
    if not right:
        raise damaged(path)


def is_files_fault(error: sqlite3.Error) -> bool:
    """Return True if what is in a file causes an error, not the disk or another program."""
    # Python's own errors have no code. The lowest byte is the kind of error, the others tell more about it.
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in _NOT_THE_FILES_FAULT


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the values in a damaged file raise into this module's errors."""
    try:
        yield
    except sqlite3.Error as error:
        if is_files_fault(error):
            raise damaged(path) from None
        raise unusable_by_sqlite(path, error) from None
    except (ValueError, TypeError):
        raise damaged(path) from None
    except OSError as error:
        raise unusable(path, error.strerror) from None
