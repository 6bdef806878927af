"""Bounded reading of files: regular files only, up to a size limit."""

import errno
import os
import re
import stat
from pathlib import Path

#: Quotes that text editors put in place of straight ones.
_CURLY_QUOTES = re.compile("[“”„‟‘’‚‛«»″′]")
#: Without waiting for whoever may write into a pipe, and bytes as they are; each system has some of these.
_FLAGS = sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"))


class TooLargeError(OSError):
    """The file is larger than anything of its kind."""


def read_bounded(path: Path | str, most_bytes: int) -> bytes:
    """Return all bytes of a regular file.

    Raises TooLargeError if there are more than `most_bytes`, OSError, with `strerror` saying so, for what cannot be
    read or is no regular file: a pipe or a device may never end, nor begin.
    """
    data = read_beginning(path, most_bytes + 1)
    if len(data) > most_bytes:
        raise TooLargeError(errno.EFBIG, f"larger than {most_bytes:,} bytes", str(path))
    return data


def read_beginning(path: Path | str, count: int) -> bytes:
    """Return the first `count` bytes of a regular file, or all bytes if it has fewer.

    Raises OSError as `read_bounded` does.
    """
    try:
        handle = os.open(path, os.O_RDONLY | _FLAGS)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    mode = os.fstat(handle).st_mode
    if stat.S_ISDIR(mode):
        # Python would refuse to open it, in the system's words.
        os.close(handle)
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    with open(handle, "rb", buffering=0) as file:
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        parts = []
        # One call gives what it likes; files below /proc have no size.
        while count > 0 and (part := file.read(min(count, 1 << 20))):
            parts.append(part)
            count -= len(part)
    return b"".join(parts)


def decode_text(data: bytes) -> str:
    """Decode the text of a file in UTF-8, without a byte order mark.

    Some editors write this mark. Raises UnicodeDecodeError.
    """
    return data.decode("utf-8-sig")


def curly_quote_in(text: str) -> str:
    """Return the first curly quote in a text, where a straight one is needed, or ""."""
    found = _CURLY_QUOTES.search(text)
    return found[0] if found else ""
