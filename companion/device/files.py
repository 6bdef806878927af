"""Files: read within limits, written whole or not at all."""

import contextlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from companion.device.errors import UserError
from vision.bounded_files import TooLargeError, decode_text, read_bounded

#: Names of what mkstemp makes in `write_whole`.
_PART = re.compile(r"\..+\.[a-z0-9_]{8}")
#: A part that was written longer ago, in seconds, was cut short; so was one of the future, if the clock went back.
_PART_LASTS_S = 60.0


class NotTextError(UserError):
    """A file is no text; `reason` says so without naming the file."""

    def __init__(self, name: str, kind: str) -> None:
        self.reason = f"not {kind}: it is no text"
        super().__init__(f"{name}: {self.reason}")


def write_whole(path: Path, data: bytes, *, mode: int = 0o666) -> None:
    """Write `data` to `path` in one piece: a reader finds the old file or the new one.

    A reader never finds a part, and the new file is on disk when this returns. `mode`: the widest permissions of the
    file; the user's mask may take some away. Raises UserError if it cannot be written, or if anything but a regular
    file is there; the old file is then untouched.
    """
    refuse_special(path)
    part = None
    try:
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # What mkstemp makes is private; a picture should be as readable as any other new file.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(part, mode & ~umask)
        os.replace(part, path)
    except OSError as error:
        # On a disk that is read-only since its fault the part stays, too.
        if part is not None:
            with contextlib.suppress(OSError):
                os.unlink(part)
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    # Some file systems sync no folders: there a plug that is pulled within seconds brings the old file back.
    with contextlib.suppress(OSError):
        sync_folder(path.parent)


def remove_parts(folders: Iterable[Path]) -> None:
    """Remove the parts that stay when the plug is pulled in the midst of `write_whole`.

    In these folders and those within, but not in hidden ones, which are other programs'. A part that may be being
    written stays.
    """
    time_s = time.time()
    for folder in folders:
        for path, within, names in os.walk(folder):
            within[:] = [name for name in within if not name.startswith(".")]
            for part in (Path(path, name) for name in names if _PART.fullmatch(name)):
                with contextlib.suppress(OSError):
                    if abs(time_s - part.lstat().st_mtime) > _PART_LASTS_S:
                        part.unlink()


def sync_folder(folder: Path) -> None:
    """Wait until the new names of files are on disk. Raises OSError."""
    if sys.platform == "win32":
        return  # Folders cannot be opened there; NTFS keeps a journal of names.
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def refuse_special(path: Path) -> None:
    """Raise UserError if the path is a device, a pipe or a folder, or a link to one of them.

    None of them may be replaced, and nothing can be where no path leads.
    """
    try:
        is_special = path.exists() and not path.is_file()
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
    if is_special:
        raise UserError(f"{path}: cannot be written: it is not a regular file; give another name to write to")


def read_text(source: str, kind: str, most_bytes: int, *, other_encoding: str = "") -> str:
    """Return the text in the file `source` (``-``: standard input).

    `kind` says what it should be (``a game file``). What is no UTF-8 is in `other_encoding`, if there is one. Raises
    UserError, naming the file, if it cannot be read, is no regular file or is larger than `most_bytes`, and
    NotTextError if it is no text.
    """
    name = "standard input" if source == "-" else source
    try:
        if source == "-":
            data = sys.stdin.buffer.read(most_bytes + 1)
            if len(data) > most_bytes:
                raise TooLargeError
        else:
            data = read_bounded(source, most_bytes)
    except TooLargeError:
        raise UserError(f"{name}: too large to be {kind} (more than {most_bytes} bytes)") from None
    except OSError as error:
        raise UserError(f"{name}: cannot be read: {error.strerror}") from None
    try:
        # Some editors end lines as Windows does.
        return decode_text(data).replace("\r\n", "\n")
    except UnicodeDecodeError:
        if other_encoding:
            return data.decode(other_encoding).replace("\r\n", "\n")
        raise NotTextError(name, kind) from None
