"""Claim of a journal by one of several companions."""

import sqlite3
from pathlib import Path


def claimed(path: Path) -> tuple[sqlite3.Connection | None, bool]:
    """Claim the journal for this process until the connection is closed or the process ends.

    It does not matter how the process ends. Returns None if the journal cannot be claimed, and True if the reason
    is that another process has claimed it. The claim is the lock on a database beside the journal; nothing is ever
    written there. If not even that can be made, the journal itself cannot be written either.
    """
    try:
        claim = sqlite3.connect(f"{path}.in-use", timeout=0.0, isolation_level=None)
    except sqlite3.Error:
        return None, False
    try:
        claim.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        claim.close()
        return None, error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return claim, False
