"""Backups of the journal, beside it: three generations, newest first, each verified.

A backup counts only after it has been verified.
"""

import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from pathlib import Path

from companion.device.files import sync_folder
from companion.device.language import say
from companion.journal.errors import DamagedError, JournalError
from companion.journal.file import JournalFile
from companion.journal.recovery import salvage
from companion.journal.wal import has_log

GENERATIONS = 3
#: So long whoever leaves waits for the last backup (seconds).
PATIENCE_S = 5.0


def backup_paths(path: Path) -> tuple[Path, ...]:
    """Return the paths of a journal's backups, the newest first; some may not exist."""
    return tuple(file_beside(path, f"backup-{number}") for number in range(1, GENERATIONS + 1))


def has_traces(path: Path) -> bool:
    """Return True if a journal, its log, or a backup that is not empty exists."""
    backups = (backup for backup in backup_paths(path) if backup.exists())
    return path.exists() or has_log(path) or any(backup.stat().st_size > 0 for backup in backups)


def file_beside(path: Path, what: str) -> Path:
    """Return the name of a file beside the journal: ``games.backup-1.sqlite``."""
    return path.with_name(f"{path.stem}.{what}{path.suffix}")


def back_up(path: Path, stopped: Callable[[], bool] | None = None) -> None:
    """Make a new backup of the journal, and let the oldest go unless something is only there.

    Other connections may write meanwhile.

    `stopped` is asked now and then: once it says so, no backup is made.

    Raises DamagedError if the journal itself is damaged, JournalError if no backup can be written; those that there
    are stay as they are then.
    """
    new = file_beside(path, "backup-new")
    try:
        new.unlink(missing_ok=True)
        _copy(path, new, stopped)
        generations = backup_paths(path)
        _preserve_unique_entries(generations[-1], new)
        for newer, older in reversed(list(pairwise(generations))):
            if newer.exists():
                newer.replace(older)
        new.replace(generations[0])
        sync_folder(path.parent)
    except OSError as error:
        raise JournalError(_not_made(path, error.strerror)) from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def _copy(path: Path, new: Path, stopped: Callable[[], bool] | None) -> None:
    """Copy the journal and verify the copy; a sound copy shows that the journal is sound, too."""
    with contextlib.closing(JournalFile.open(path, read_only=True, stopped=stopped)) as file:
        file.copy_to(new)
    try:
        with contextlib.closing(JournalFile.open(new, read_only=True, stopped=stopped)) as copy:
            copy.check()
    except DamagedError:
        # Whose fault it is: a disk that keeps other things than it is given, or the journal.
        verify_journal(path, stopped)
        raise JournalError(_not_made(path, say("what was written cannot be read"))) from None


def _preserve_unique_entries(oldest: Path, new: Path) -> None:
    """Rename the oldest backup if it holds an entry that the new one lacks.

    Raises OSError.
    """
    if not oldest.exists():
        return
    with contextlib.closing(JournalFile.open(new, read_only=True)) as file:
        try:
            is_needed = file.lacks_any(oldest)
        except JournalError:
            found = salvage(oldest).entries.items()
            is_needed = any(not file.holds(game, n, entry) for game, entries in found for n, entry in entries.items())
    if is_needed:
        number = 1
        while (kept := file_beside(oldest, f"kept-{number}")).exists():
            number += 1
        oldest.replace(kept)


def _not_made(path: Path, reason: str | None) -> str:
    return say("No backup of {file} could be made: {reason}.", file=path, reason=reason)


def verify_journal(path: Path, stopped: Callable[[], bool] | None = None) -> None:
    """Verify a journal.

    Raises DamagedError if anything of it is damaged, JournalError if it cannot be read or was stopped.
    """
    with contextlib.closing(JournalFile.open(path, read_only=True, stopped=stopped)) as file:
        file.check()


class BackupWorker:
    """Worker that verifies and backs up the journal while the game goes on.

    A large journal takes seconds.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._worker: ThreadPoolExecutor | None = None
        self._backups: list[Future[None]] = []
        self._is_stopped = False
        self._found_damage = False
        #: Why there is no new backup; None if there is one, or none was due.
        self.trouble: str | None = None

    def verify_journal(self) -> None:
        """Begin to look through the journal."""
        self._begin(self._verify_journal)

    def back_up(self) -> None:
        """Begin to back the journal up, and so to look through it."""
        self._backups = [backup for backup in self._backups if not backup.done()]
        self._backups.append(self._begin(self._back_up))

    def _begin(self, work: Callable[[], None]) -> Future[None]:
        self._worker = self._worker or ThreadPoolExecutor(1, "journal")
        return self._worker.submit(work)

    def _verify_journal(self) -> None:
        try:
            verify_journal(self._path, lambda: self._is_stopped)
        except DamagedError:
            self._found_damage = True
        except JournalError:
            # Whoever plays hears of it at the next entry.
            pass

    def _back_up(self) -> None:
        try:
            back_up(self._path, lambda: self._is_stopped)
            self.trouble = None
        except DamagedError:
            self._found_damage = True
        except JournalError as error:
            self.trouble = str(error)

    def pop_found_damage(self) -> bool:
        """Return True if damage was found since the last call."""
        found, self._found_damage = self._found_damage, False
        return found

    def wait(self) -> None:
        """Wait until the started backups are made, but not for ever, and stop all other work."""
        wait(self._backups, PATIENCE_S)
        self._is_stopped = True
        if self._worker is not None:
            self._worker.shutdown(wait=True, cancel_futures=True)
            self._worker = None
