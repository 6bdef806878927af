"""Secret beside the journal from which the box's throws and shuffles follow."""

import contextlib
import os
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import write_whole

#: Length of a secret (bytes).
_BYTES = 32


def chance_secret(journal: Path) -> bytes:
    """Return the secret of a journal, ``games.chance.key``, which only its owner may read.

    It is made where there is none; where none can be kept it is another one each time.
    """
    path = journal.with_name(f"{journal.stem}.chance.key")
    with contextlib.suppress(OSError):
        if path.is_file() and path.stat().st_size == _BYTES:
            return path.read_bytes()
    secret = os.urandom(_BYTES)
    with contextlib.suppress(UserError):
        write_whole(path, secret, mode=0o600)
    return secret
