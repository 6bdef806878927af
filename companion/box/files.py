"""Writing files whole or not at all."""

import os
import tempfile
from pathlib import Path

from companion.box.errors import UserError


def write_whole(path: Path, data: bytes) -> None:
    """Writes `data` to `path` in one piece: a reader finds the old file or the new one, never a part.

    Raises UserError if it cannot be written; the old file is then untouched.
    """
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
        os.chmod(part, 0o666 & ~umask)
        os.replace(part, path)
    except OSError as error:
        if part is not None and os.path.exists(part):
            os.unlink(part)
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
