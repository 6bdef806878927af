"""High-water mark of a journal: its number of entries at the last write, in a small file.

The file is beside the journal. If the journal's log was cut off exactly between two transactions, the remaining
part is sound, and SQLite takes it for the whole. The mark shows that there was more. It is written after the
entries are on disk and waits for no disk itself: after a power failure it is right or says less. It exists only
while the journal is in use, and after a process that was killed.
"""

import contextlib
import os
import zlib
from pathlib import Path


class HighWaterMark:
    """Mark of the journal `path`; it never raises: without it the journal is as good as ever."""

    def __init__(self, path: Path) -> None:
        self._path = Path(f"{path}.high-water")

    def read(self) -> int:
        """Return the entries that have been there; 0 if that is not known."""
        try:
            with self._path.open("rb") as file:
                line = file.read(len(_line(0)))
            entries = int(line.split()[0])
        except (OSError, ValueError, IndexError):
            return 0
        return entries if line == _line(entries) else 0

    def write(self, entries: int) -> None:
        """Record the number of entries on disk now.

        It is one write of one length: if the process is killed meanwhile, the old mark stays.
        """
        with contextlib.suppress(OSError):
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o666)
            try:
                os.write(handle, _line(entries))
            finally:
                os.close(handle)

    def remove(self) -> None:
        """Say that nothing is known."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)


def _line(entries: int) -> bytes:
    digits = b"%012d" % entries
    return b"%s %08x\n" % (digits, zlib.crc32(digits))
