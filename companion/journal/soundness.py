"""Whether a journal that is not open yet is damaged."""

import contextlib
from pathlib import Path

from companion.journal.backups import look_through
from companion.journal.errors import damaged, unusable
from companion.journal.file import JournalFile
from companion.journal.salvage import salvage_log
from companion.journal.wal import log_state

#: Journals up to this size are looked through before they are opened, which takes less than a tenth of a second;
#: larger ones meanwhile.
SMALL_BYTES = 2_000_000


def is_small(path: Path) -> bool:
    """Whether the journal is looked through before it is opened. Raises OSError."""
    return path.stat().st_size <= SMALL_BYTES


def check_before_opening(path: Path, least: int = 0) -> None:
    """Looks at the log, and through a small journal, which has held `least` entries.

    Raises DamagedError, JournalError if it cannot be read.
    """
    if least:
        with contextlib.closing(JournalFile.open(path, read_only=True)) as file:
            if file.length() < least:
                raise damaged(path)
    try:
        if path.stat().st_size == 0:
            return
        state = log_state(path)
        small = is_small(path)
    except OSError as error:
        raise unusable(path, error.strerror) from None
    if state.broken:
        raise damaged(Path(f"{path}-wal"))
    if state.left:
        # Old frames hold what has been in the journal for long. One that does not was not read by mistake.
        left = salvage_log(state.left)
        with contextlib.closing(JournalFile.open(path, read_only=True)) as file:
            for game, entries in left.entries.items():
                if not all(file.holds(game, number, entry) for number, entry in entries.items()):
                    raise damaged(Path(f"{path}-wal"))
    if small:
        look_through(path)
