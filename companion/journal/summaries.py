"""Summaries of games beside the journal: their lines in the list of games, and facts.

They are quicker to read than to find out again, and nothing else: a file that is damaged, older, or another journal's
is made anew. No names of players stand there. It is ``games.facts.sqlite`` beside ``games.sqlite``; any other file of
that name is left as it is.
"""

import contextlib
import json
import os
import sqlite3
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion.journal.backups import file_beside
from companion.journal.entries import GameRecord
from companion.journal.errors import JournalError
from companion.journal.file import JournalFile, is_files_fault, row_checksum

FoundT = TypeVar("FoundT")

#: Version of the file and of what stands in it.
_VERSION = 1
#: Tells summaries from other databases: the letters FFFA, and the place in a file where SQLite keeps them.
_MARK = 0x46464641
_MARK_AT = 68
#: So long another program may be writing it (seconds); what cannot be kept is found out again.
_PATIENCE_S = 1.0
#: Of more games that have changed all are read at once.
_FEW = 50
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS journal (version INTEGER, place INTEGER, checksum INTEGER)",
    "CREATE TABLE IF NOT EXISTS records (game INTEGER PRIMARY KEY, last INTEGER, text TEXT, checksum INTEGER)",
    "CREATE TABLE IF NOT EXISTS facts"
    " (game INTEGER PRIMARY KEY, last INTEGER, version TEXT, text TEXT, checksum INTEGER)",
)


class Summaries:
    """Summaries of a journal's games.

    Each holds as long as the game's last entry is where it was: games only grow.
    """

    def __init__(self, journal: Path) -> None:
        """Take the summaries beside a journal; nothing is read yet."""
        self.path = file_beside(journal, "facts")
        #: The places of the games' last entries, by the games' numbers, the one last played last.
        self._places: Mapping[int, int] = {}
        #: The place of the journal's last entry, and its checksum: no other journal has that entry there.
        self._end = 0, 0

    def records(self, file: JournalFile) -> tuple[GameRecord, ...]:
        """Return a record for each game of the journal, the last played one last.

        Raises JournalError, as `JournalFile.records`.
        """
        places = file.last_places()
        last = max(places.values(), default=0)
        end = last, file.checksum(last)
        known = self._use("rw", lambda connection: _kept_records(connection, file, places)) or {}
        missing = [game for game in places if game not in known]
        if len(missing) > _FEW:
            known |= {record.id: record for record in file.records()}
        else:
            known |= {game: file.game(game, places[game]).record for game in missing}
        # Of a damaged journal nothing is kept.
        self._places, self._end = places, end
        self._write("records", [(game, places[game], _record_text(known[game])) for game in missing])
        return tuple(known[game] for game in places)

    def facts(self, versions: Collection[str]) -> dict[int, str]:
        """Return the facts that were kept in one of these versions, by the games' numbers.

        Those of the journal whose `records` were read.
        """
        kept = self._use(
            "rw",
            lambda connection: {
                game: text
                for game, last, version, text in _checked(connection, "facts")
                if version in versions and self._places.get(game) == last
            },
        )
        return kept or {}

    def keep_facts(self, facts: Mapping[int, tuple[str, str]]) -> None:
        """Keep facts of games, each with its version, by the games' numbers."""
        places = self._places
        self._write("facts", [(game, places[game], *told) for game, told in facts.items() if game in places])

    def _use(self, mode: str, use: Callable[[sqlite3.Connection], FoundT]) -> FoundT | None:
        """Return what `use` gives of the file, opened in one of SQLite's modes; None if nothing.

        One that is damaged is dropped; one that is not ours is left as it is. Raises JournalError, as `use` does.
        """
        try:
            if not self._is_ours():
                return None
            address = f"{self.path.absolute().as_uri()}?mode={mode}"
            connection = sqlite3.connect(address, uri=True, timeout=_PATIENCE_S, isolation_level=None)
            with contextlib.closing(connection):
                return use(connection)
        except JournalError:
            raise
        except (OSError, MemoryError):
            return None
        except Exception as error:
            # What damage makes of a value may fail in any way.
            if not isinstance(error, sqlite3.Error) or is_files_fault(error):
                self._drop()
            return None

    def _is_ours(self) -> bool:
        """Return True if the file is one of summaries, or may become one: it is not there, or empty.

        A file of another kind may have this name: a copy of a journal, say.
        """
        if not os.path.lexists(self.path):
            return True
        kind = self.path.lstat()
        if not stat.S_ISREG(kind.st_mode):
            return False
        with self.path.open("rb") as file:
            header = file.read(_MARK_AT + 4)
        # The mark itself may be damaged by a bit.
        return not header or (int.from_bytes(header[_MARK_AT:]) ^ _MARK).bit_count() <= 1

    def _drop(self) -> None:
        for ending in ("", "-journal"):
            with contextlib.suppress(OSError):
                Path(f"{self.path}{ending}").unlink()

    def _write(self, table: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Write rows; where that cannot be done they are found out again."""
        checked = [(*row, row_checksum(*row)) for row in rows]
        if checked:
            self._use("rwc", lambda connection: self._insert(connection, table, checked))

    def _insert(self, connection: sqlite3.Connection, table: str, rows: Sequence[tuple[object, ...]]) -> None:
        # What a power failure damages is made anew.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN IMMEDIATE")
        for statement in (f"PRAGMA application_id = {_MARK}", *_SCHEMA, "DELETE FROM journal"):
            connection.execute(statement)
        connection.execute("INSERT INTO journal VALUES (?, ?, ?)", (_VERSION, *self._end))
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)
        connection.execute("COMMIT")


def _kept_records(
    connection: sqlite3.Connection, file: JournalFile, places: Mapping[int, int]
) -> dict[int, GameRecord]:
    """Return the records that hold.

    Raises ValueError if they are of another version or journal.
    """
    ((version, place, checksum),) = connection.execute("SELECT * FROM journal")
    _check(version == _VERSION and file.checksum(place) == checksum)
    rows = _checked(connection, "records")
    return {game: GameRecord(game, *json.loads(text)) for game, last, text in rows if places.get(game) == last}


def _record_text(record: GameRecord) -> str:
    values = record.kind, record.started, record.played, record.events, record.result, record.key, record.first
    return json.dumps(values)


def _checked(connection: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table without their checksums.

    Raises ValueError for one that is not as it was written.
    """
    for *values, checksum in connection.execute(f"SELECT * FROM {table}"):
        _check(checksum == row_checksum(*values))
        yield tuple(values)


def _check(right: bool) -> None:
    if not right:
        raise ValueError
