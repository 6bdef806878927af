"""Write-ahead log that SQLite keeps beside a journal, read as SQLite does, to find damage.

SQLite takes the frames of the log up to the first wrong one, and says nothing of those behind it. That is right
after a power failure, when the last frames were never finished; but damage in the middle takes the frames
behind with it. The layout of the log is described in https://sqlite.org/fileformat2.html#walformat.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
_MAGIC = (0x377F0682, 0x377F0683)
#: Longer logs are read no further: SQLite empties them long before.
_MOST_BYTES = 200_000_000


@dataclass(frozen=True)
class LogState:
    """SQLite's view of a log.

    `left` are the frames that it will not look at, from the first that it does not take: old ones from before the
    log was begun anew, ones that were never finished, or damaged ones. `broken`: a frame of those that count is
    damaged, or the head of the log is; it may also be one that was being written as the power failed. `pages` are
    the numbers of the pages that it does take, `length` is the journal's number of pages with them, 0 if the log
    does not say it.
    """

    left: bytes = b""
    broken: bool = False
    pages: frozenset[int] = frozenset()
    length: int = 0


def log_path(path: Path) -> Path:
    """Return the path of the log beside the journal `path`."""
    return path.with_name(f"{path.name}-wal")


def has_log(path: Path) -> bool:
    """Tell whether a log that is not empty lies beside the journal `path`."""
    try:
        return log_path(path).stat().st_size > 0
    except OSError:
        return False


def log_state(path: Path) -> LogState:
    """Return looks at the log of the journal `path`; there may be none. Raises OSError."""
    try:
        with log_path(path).open("rb") as file:
            data = file.read(_MOST_BYTES)
    except FileNotFoundError:
        return LogState()
    if len(data) < HEADER_BYTES:
        return LogState()
    magic, _, page_bytes, _, *salt_and_sum = struct.unpack(">8I", data[:HEADER_BYTES])
    salts, sums = tuple(salt_and_sum[:2]), (salt_and_sum[2], salt_and_sum[3])
    order = ">" if magic == _MAGIC[1] else "<"
    if magic not in _MAGIC or _sums(data[:24], (0, 0), order) != sums:
        return LogState(data[HEADER_BYTES:], broken=any(data[HEADER_BYTES:]))
    step = FRAME_HEADER_BYTES + page_bytes
    frames = range(HEADER_BYTES, len(data) - step + 1, step)
    pages: set[int] = set()
    written: set[int] = set()
    length = 0
    for frame in frames:
        page, length_now, *own = struct.unpack(">6I", data[frame : frame + FRAME_HEADER_BYTES])
        if tuple(own[:2]) != salts:
            # Old frames have two other numbers here. One that counts may lie behind a damaged one.
            half = any(number == other for number, other in zip(own, salts, strict=False))
            behind = any(data[later + 8 : later + 16] == data[16:24] for later in frames if later > frame)
            return LogState(data[frame:], half or behind, frozenset(pages), length)
        following = _sums(data[frame : frame + 8], sums, order)
        sums = _sums(data[frame + FRAME_HEADER_BYTES : frame + step], following, order)
        if sums != tuple(own[2:]):
            return LogState(data[frame:], True, frozenset(pages), length)
        written.add(page)
        if length_now:
            # The last frame of what was written together: only now does it count.
            pages |= written
            length = length_now
    return LogState(pages=frozenset(pages), length=length)


def _sums(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """Return SQLite's checksum of these bytes after that of what comes before them."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for word, next_word in zip(words, words, strict=True):
        first = (first + word + second) & 0xFFFFFFFF
        second = (second + next_word + first) & 0xFFFFFFFF
    return first, second
