"""Integrity check of a journal that is not open yet."""

import contextlib
from pathlib import Path

from companion.journal.backups import backup_paths, has_traces, verify_journal
from companion.journal.errors import JournalError, damaged, unusable
from companion.journal.file import JournalFile
from companion.journal.recovery import salvage_log
from companion.journal.wal import LogState, log_path, log_state

#: Journals up to this size are looked through before they are opened, which takes less than a tenth of a second;
#: larger ones meanwhile.
SMALL_BYTES = 2_000_000
#: The length of the head of an SQLite file; it tells the length of pages and how many there are.
_HEAD_BYTES = 100


def is_small(path: Path) -> bool:
    """Return True if the journal is small enough to be verified before it is opened.

    Raises OSError.
    """
    return path.stat().st_size <= SMALL_BYTES


def check_before_opening(path: Path, least: int = 0) -> None:
    """Look at the log, and through a small journal, which has held `least` entries.

    Raises DamagedError, JournalError if it cannot be read.
    """
    with contextlib.closing(JournalFile.open(path, read_only=True)) as file:
        if file.length() < least:
            raise damaged(path)
    check_length(path)
    try:
        if path.stat().st_size == 0:
            return
        state = log_state(path)
        small = is_small(path)
    except OSError as error:
        raise unusable(path, error.strerror) from None
    if state.broken:
        raise damaged(log_path(path))
    if state.left:
        # Old frames hold what has been in the journal for long. One that does not was not read by mistake.
        left = salvage_log(state.left)
        with contextlib.closing(JournalFile.open(path, read_only=True)) as file:
            for game, entries in left.entries.items():
                if not all(file.holds(game, number, entry) for number, entry in entries.items()):
                    raise damaged(log_path(path))
    if small:
        verify_journal(path)


def check_length(path: Path) -> None:
    """Check that a journal exists and is not shorter than its head or a backup says.

    It is missing if only its log or a backup is there. The check is cheap, whatever the length. Raises DamagedError
    if it fails, JournalError if the journal cannot be read; an unreadable backup says nothing.
    """
    if not path.exists():
        if has_traces(path):
            raise damaged(path)
        return
    try:
        # The log first: what another companion takes over from it meanwhile is in the file then.
        state = log_state(path)
        is_cut_off = path.stat().st_size > 0 and _is_cut_off(path, state)
    except OSError as error:
        raise unusable(path, error.strerror) from None
    if is_cut_off:
        raise damaged(path)
    with contextlib.closing(JournalFile.open(path, read_only=True)) as file:
        if any(_holds_more(backup, file) for backup in backup_paths(path) if backup.exists()):
            raise damaged(path)


def _holds_more(backup: Path, file: JournalFile) -> bool:
    """Tell whether a backup holds more than the journal; one that cannot be read says nothing."""
    try:
        with contextlib.closing(JournalFile.open(backup, read_only=True)) as kept:
            # Only one that has more entries or games is looked through: that takes long.
            is_larger = kept.length() > file.length() or kept.highest() > file.highest()
        return is_larger and file.lacks(backup)
    except JournalError:
        return False


def _is_cut_off(path: Path, state: LogState) -> bool:
    """Return True if the file ends too early, and its log lacks the missing part.

    Raises OSError.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if len(head) < _HEAD_BYTES:
        return True
    page_bytes = int.from_bytes(head[16:18], "big")
    # SQLite writes 1 where the number would need another bit.
    page_bytes = 65536 if page_bytes == 1 else page_bytes
    length = state.length or int.from_bytes(head[28:32], "big")
    pages = path.stat().st_size // page_bytes if page_bytes else 0
    return not state.pages.issuperset(range(pages + 1, length + 1))
