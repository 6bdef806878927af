"""Recovery of every row with a correct checksum from a damaged journal file, at any place.

SQLite finds rows by going from page to page, so that one wrong byte can hide them all. Here the file, and the
log that SQLite keeps beside it, are searched for everything that looks like a row. Rows are only ever added and
each has a checksum: a row with a correct one was written so, and still counts. The layout of rows is described
in https://sqlite.org/fileformat2.html.
"""

import contextlib
import mmap
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.device.language import say
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.errors import no_regular_file, unusable
from companion.journal.file import row_checksum
from companion.journal.wal import FRAME_HEADER_BYTES, HEADER_BYTES, log_path

#: What SQLite takes if it is not told otherwise, and so the journal.
DEFAULT_PAGE_BYTES = 4096
_PAGE_SIZES = {1 << power for power in range(9, 16)}
#: The header of an entry's row: its length, nothing for the place, the types of game, number, kind (event, undo,
#: finish, seats or mend), text, time and checksum.
_ENTRY = re.compile(
    rb"[\x08-\x0b]\x00[\x01-\x06\x08\x09]{2}[\x15\x17\x19][\x80-\xff]{0,3}[\x00-\x7f][\x01-\x09][\x01-\x06\x08\x09]"
)
#: The headers of a game's row, and of what the index beside it says again: kind, checksum, number.
_GAME = re.compile(rb"[\x04\x05]\x00[\x80-\xff]?[\x00-\x7f][\x01-\x06\x08\x09]")
_GAME_AGAIN = re.compile(rb"[\x04\x05][\x80-\xff]?[\x00-\x7f][\x01-\x06\x08\x09]{2}")
#: How many bytes the types of numbers take: whole ones, and 7, which has a point. 8 and 9 are 0 and 1 themselves.
_NUMBER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
#: Nothing that the journal holds is as long; what says so is damaged.
_LONGEST_ROW = 1_000_000

Buffer = bytes | mmap.mmap
Value = int | float | str | None


@dataclass
class Salvaged:
    """The rows that were found: the kind of each game by its number, its entries by theirs."""

    kinds: dict[int, str] = field(default_factory=dict)
    entries: dict[int, dict[int, Entry]] = field(default_factory=dict)

    def beginning(self, game: int) -> tuple[Entry, ...]:
        """Return the entries of a game up to the first that is missing."""
        found = self.entries.get(game, {})
        sound: list[Entry] = []
        while (entry := found.get(len(sound) + 1)) is not None:
            sound.append(entry)
        return tuple(sound)

    def highest(self, game: int) -> int:
        """Return the number of the last entry that was found of a game."""
        return max(self.entries.get(game, {0: None}))

    def games(self) -> tuple[KeptGame, ...]:
        """Return the sound beginning of every game that has one, the one last played last."""
        found = [KeptGame(game, kind, self.beginning(game)) for game, kind in self.kinds.items()]
        return tuple(sorted((game for game in found if game.entries), key=lambda game: (game.entries[-1].at, game.id)))


def salvage(path: Path) -> Salvaged:
    """Return everything readable in the journal `path`, which must not be open in this process.

    Its log may be all that is left. Raises JournalError if there is neither, or the file itself cannot be read.
    """
    with contextlib.ExitStack() as opened:
        main = _map_file(path, opened)
        log = _map_file(log_path(path), opened)
        if main is None and log is None:
            raise unusable(path, say("there is no such file"))
        return _found(main or b"", log or b"")


def salvage_log(log: bytes) -> Salvaged:
    """Return the content of a part of the log beside a journal, a whole number of frames."""
    return _found(b"", b"\0" * HEADER_BYTES + log)


def _found(main: Buffer, log: Buffer) -> Salvaged:
    pages = _Pages(main, log)
    found = Salvaged()
    # What the main file says counts more than the log, where later frames count more than earlier ones.
    for buffer in (log, main):
        for start in _places(_ENTRY, buffer):
            _take_entry(found, pages.row(buffer, start))
        for start in _places(_GAME_AGAIN, buffer):
            row = pages.row(buffer, start)
            if row is not None and len(row) == 3:
                _take_game(found, row[2], row[0], row[1])
        for start in _places(_GAME, buffer):
            row = pages.row(buffer, start)
            if row is not None and len(row) == 3:
                for game in _row_numbers_before(buffer, start):
                    _take_game(found, game, row[1], row[2])
    return found


def _places(pattern: re.Pattern[bytes], buffer: Buffer) -> Iterator[int]:
    """Yield the starts of the pattern, also those inside of another match."""
    start = -1
    while (match := pattern.search(buffer, start + 1)) is not None:
        start = match.start()
        yield start


def _take_entry(found: Salvaged, row: tuple[Value, ...] | None) -> None:
    """Keep an entry's row if it is one."""
    if row is None or len(row) != 7:
        return
    _, game, number, kind, text, time_s, checksum = row
    if not (isinstance(game, int) and isinstance(number, int) and isinstance(text, str) and time_s is not None):
        return
    # SQLite keeps a time without a fraction as a whole number.
    time_s = float(time_s)
    if checksum == row_checksum(game, number, kind, text, time_s):
        entries = found.entries.setdefault(game, {})
        with contextlib.suppress(ValueError):
            entry = Entry(EntryKind(str(kind)), text, time_s)
            # What an entry really is counts more than what stands in its place for earlier versions.
            if number not in entries or entries[number].kind not in (EntryKind.SEATS, EntryKind.MEND):
                entries[number] = entry


def _take_game(found: Salvaged, game: Value, kind: Value, checksum: Value) -> None:
    if isinstance(game, int) and isinstance(kind, str) and checksum == row_checksum(game, kind):
        found.kinds[game] = kind


class _Pages:
    """The pages of a database and of its log, for rows that go on on further pages."""

    def __init__(self, main: Buffer, log: Buffer) -> None:
        self._main, self._log = main, log
        sizes = [int.from_bytes(main[16:18], "big"), int.from_bytes(log[8:12], "big"), DEFAULT_PAGE_BYTES]
        self.page_bytes = next(size for size in sizes if size in _PAGE_SIZES)
        step = FRAME_HEADER_BYTES + self.page_bytes
        self._in_log = {
            int.from_bytes(log[frame : frame + 4], "big"): frame + FRAME_HEADER_BYTES
            for frame in range(HEADER_BYTES, len(log) - step + 1, step)
        }

    def row(self, buffer: Buffer, start: int) -> tuple[Value, ...] | None:
        """Return the values of the row whose header begins at `start`; None if there is no row."""
        types = _types(buffer, start)
        if types is None:
            return None
        lengths = [_NUMBER_BYTES.get(kind, (kind - 13) // 2 if kind >= 13 and kind % 2 else 0) for kind in types]
        header = buffer[start]
        data = self._payload(buffer, start, header + sum(lengths))
        if data is None:
            return None
        values: list[Value] = []
        place = header
        for kind, length in zip(types, lengths, strict=True):
            part = data[place : place + length]
            place += length
            if kind >= 13:
                try:
                    values.append(part.decode())
                except UnicodeDecodeError:
                    return None
            elif kind == 7:
                values.append(float(struct.unpack(">d", part)[0]))
            elif kind in (8, 9):
                values.append(kind - 8)
            else:
                values.append(int.from_bytes(part, "big", signed=True) if kind else None)
        return tuple(values)

    def _payload(self, buffer: Buffer, start: int, length: int) -> bytes | None:
        """Return the bytes of a row, gathered from all its pages."""
        usable = self.page_bytes
        if length > _LONGEST_ROW:
            return None
        if length <= usable - 35:
            data = buffer[start : start + length]
            return data if len(data) == length else None
        least = (usable - 12) * 32 // 255 - 23
        local = least + (length - least) % (usable - 4)
        local = local if local <= usable - 35 else least
        data = buffer[start : start + local]
        following = buffer[start + local : start + local + 4]
        while len(data) < length and len(following) == 4:
            page = self._page(int.from_bytes(following, "big"))
            if page is None:
                return None
            following = page[:4]
            data += page[4 : 4 + length - len(data)]
        return data if len(data) == length else None

    def _page(self, number: int) -> bytes | None:
        if number in self._in_log:
            place = self._in_log[number]
            return self._log[place : place + self.page_bytes]
        page = self._main[(number - 1) * self.page_bytes : number * self.page_bytes] if number else b""
        return page if len(page) == self.page_bytes else None


def _types(buffer: Buffer, start: int) -> list[int] | None:
    """Return the types of a row's values, from its header; None if the header is none."""
    end = start + buffer[start]
    place = start + 1
    types = []
    while place < end:
        kind = 0
        for _ in range(5):
            if place >= min(end, len(buffer)):
                return None
            byte = buffer[place]
            place += 1
            kind = kind << 7 | byte & 0x7F
            if byte < 0x80:
                break
        types.append(kind)
    return types


def _row_numbers_before(buffer: Buffer, start: int) -> Iterator[int]:
    """Yield the possible numbers of the row whose header begins at `start`.

    The number stands right before it, in 1 to 4 bytes.
    """
    number = shift = 0
    for place in range(start - 1, max(start - 5, 0), -1):
        byte = buffer[place]
        if (byte >= 0x80) != (shift > 0):
            return
        number |= (byte & 0x7F) << shift
        shift += 7
        yield number


def _map_file(path: Path, opened: contextlib.ExitStack) -> Buffer | None:
    """Return the bytes of a file, mapped; None if there is none.

    Raises JournalError if it cannot be read.
    """
    try:
        if path.exists() and not path.is_file():
            raise no_regular_file(path)
        file = opened.enter_context(path.open("rb"))
        return opened.enter_context(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except FileNotFoundError:
        return None
    except ValueError:
        # A file without a byte cannot be mapped.
        return b""
    except OSError as error:
        raise unusable(path, error.strerror) from None
