"""Errors of a journal."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

from companion.device.errors import UserError
from companion.device.language import say

#: A disk with less space than this is full, in bytes: SQLite makes its files larger by up to 32 kB at a time.
LEAST_SPACE = 64 * 1024


class JournalError(UserError):
    """The journal cannot be read or written now: disk full, locked, no access."""


class DamagedError(JournalError):
    """Error: the content of the file is no journal, or a damaged one."""


class NewerError(JournalError):
    """The file was written by a newer companion, or is another program's."""


class ConflictError(JournalError):
    """Conflict: another companion has gone on with the same game."""


class MovedError(JournalError):
    """The file was deleted or replaced while it was open."""


def unusable(path: Path, reason: object) -> JournalError:
    """Return the error that says why the journal cannot be used now."""
    return JournalError(say("The journal {file} cannot be used: {reason}.", file=path, reason=reason))


def unusable_by_sqlite(path: Path, error: sqlite3.Error) -> JournalError:
    """Return the error for what keeps SQLite from the journal; a full disk has many names."""
    with contextlib.suppress(OSError):
        if shutil.disk_usage(path.parent).free < LEAST_SPACE:
            return unusable(path, say("the disk is full"))
    return unusable(path, error)


def no_regular_file(path: Path) -> JournalError:
    """Return the error for a pipe, a device or a folder: what they hold may never end or begin."""
    return unusable(path, say("it is not a regular file"))


def damaged(path: Path) -> DamagedError:
    """Return the error that says that a journal is damaged."""
    return DamagedError(say("The journal {file} is damaged, or is not a journal.", file=path))
