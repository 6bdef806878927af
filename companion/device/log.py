"""Log sentences for the maintainer of the box: on standard error or in systemd's journal.

In the journal they carry their priority.
"""

import contextlib
import os
import sys

from companion.device.plain_text import plain

#: Level of a warning in syslog.
_WARNING = 4
#: Level of an error in syslog.
_ERROR = 3


def warn(sentence: str) -> None:
    """Log something that is not as it should be, while the program goes on."""
    _write(sentence, _WARNING)


def fail(sentence: str) -> None:
    """Log a failure after which the program cannot go on."""
    _write(sentence, _ERROR)


def _write(sentence: str, level: int) -> None:
    weight = f"<{level}>" if _goes_to_journal() else ""
    # A terminal that was closed takes no more sentences.
    with contextlib.suppress(OSError):
        print(f"{weight}{plain(f'companion: {sentence}')}", file=sys.stderr, flush=True)


def _goes_to_journal() -> bool:
    """Return True if standard error is the journal's stream for the service.

    The journal names the stream that it gave to the service.
    """
    try:
        error = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{error.st_dev}:{error.st_ino}"
