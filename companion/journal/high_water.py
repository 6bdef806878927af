"""How many entries a journal held when it was last written: its high-water mark, in a small file beside it.

Where the journal's log was cut off exactly between two transactions, what is left of it is sound, and SQLite takes it
for all there ever was. The mark tells that more has been there. It is written after the entries are on disk and waits
for no disk itself: after the power failed it is right or says less. It is there only while the journal is in use, and
after a process that was killed.
"""

import contextlib
import os
import zlib
from pathlib import Path


class HighWaterMark:
    """The mark of the journal `path`. Nothing here raises: without the mark the journal is as good as ever."""

    def __init__(self, path: Path) -> None:
        self._path = Path(f"{path}.high-water")

    def read(self) -> int:
        """The entries that have been there; 0 if that is not known."""
        try:
            with self._path.open("rb") as file:
                line = file.read(len(_line(0)))
            entries = int(line.split()[0])
        except (OSError, ValueError, IndexError):
            return 0
        return entries if line == _line(entries) else 0

    def write(self, entries: int) -> None:
        """Says that so many are on disk now. One write of one length: killed meanwhile, the old mark stays."""
        with contextlib.suppress(OSError):
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o666)
            try:
                os.write(handle, _line(entries))
            finally:
                os.close(handle)

    def remove(self) -> None:
        """Says that nothing is known."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)


def _line(entries: int) -> bytes:
    digits = b"%012d" % entries
    return b"%s %08x\n" % (digits, zlib.crc32(digits))
