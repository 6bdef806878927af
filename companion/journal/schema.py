"""The tables of a journal's file, and how to tell a journal from other files."""

import contextlib
import sqlite3
from pathlib import Path

from companion.device.language import say
from companion.journal.errors import NewerError, damaged

#: The version that is written: every companion from 0.1.0 on reads it.
VERSION = 1
#: The newest version that is read: unreleased ones kept changes of seats among the entries.
_NEWEST_READ = 2
#: Tells a journal from other programs' databases: the letters FFJL.
APPLICATION_ID = 0x46464A4C

#: Columns of entries behind the game's own.
_ENTRY_COLUMNS = """
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (game, number)
""".strip()
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    place INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    {_ENTRY_COLUMNS}
) STRICT;
CREATE TRIGGER IF NOT EXISTS entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER IF NOT EXISTS entries_are_kept BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
"""
#: Tables of entries of later kinds, made with the first of each. Each has the columns of the entry that stands in its
#: place: an undo, which companions that do not know the kind understand. In the place of a change of seats it takes
#: nothing back; in that of a mend what was mended, and the events that follow tell it anew.
SEAT_CHANGES = "seat_changes"
MENDS = "mends"
LATER_TABLE = f"""
CREATE TABLE IF NOT EXISTS {{name}} (
    place INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    {_ENTRY_COLUMNS}
) STRICT
"""
#: The games once more, on other pages: without its line in `games` nobody knows what kind of game a game is.
_GAMES_AGAIN = "CREATE INDEX IF NOT EXISTS games_again ON games (kind, checksum)"


def is_new_file(connection: sqlite3.Connection, path: Path) -> bool:
    """Return True if the file is still empty.

    Raises NewerError or DamagedError for anything that is no journal of this version.
    """
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
    if not is_new and (application != APPLICATION_ID or version > _NEWEST_READ):
        raise NewerError(
            say(
                "{file} is the journal of a newer companion or belongs to another program: it is left as it is. "
                "Update the companion, or choose another file.",
                file=path,
            )
        )
    if not is_new and version < VERSION:
        raise damaged(path)
    return is_new


def set_up(connection: sqlite3.Connection, *, is_new: bool) -> None:
    """Make writing safe, and create the tables of a new file.

    This shows if anything can be written at all.
    """
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
