"""Archives of games: many games with all their entries in one file, for another box.

A file is compressed (gzip) text: a line with the format, then one line of JSON for each game::

    {"format": "companion/games", "version": 1}
    {"kind": "fox-and-geese", "entries": [["event", "{...}", 1732213800.5], ...], "names": {"fox": "Anna"}}

It is read as a stranger's: within limits, strictly, and each game is judged by its rules before it counts.
"""

import gzip
import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.games import CompanionGame, blame_game, find_game, game_ids
from companion.games.files import MOST_BYTES
from companion.games.opponents import bots_of
from companion.journal.entries import Entry, EntryKind, KeptGame, Mend
from companion.journal.player_names import clean_name
from companion.table.seats import SeatChange, SeatChangeKind
from engine.errors import RulesError, shown
from engine.gamefile import decoded

FORMAT = "companion/games"
VERSION = 1
#: What is read of an archive, unpacked, and of the games in it: more is no box's.
_MOST_UNPACKED = 4_000_000_000
_MOST_GAMES = 100_000
_MOST_ENTRIES = 50_000
#: So many mends, and so many changes of seats, may be in one game: with more its history takes minutes to follow.
_MOST_CHANGES = 2000
#: The last moment that a clock may say (seconds since 1970): the year 2200.
_LATEST_S = 7_258_118_400.0
_KIND = re.compile(r"[a-z0-9-]{1,60}")


@dataclass(frozen=True)
class ArchivedGame:
    """Game of an archive, without a number yet; `names` are the players' by their seats."""

    game: KeptGame
    names: dict[str, str] = field(default_factory=dict)


def archive_line(archived: ArchivedGame) -> str:
    """Return the line of a game."""
    entries = [[str(entry.kind), entry.text, entry.at] for entry in archived.game.entries]
    names = {"names": archived.names} if archived.names else {}
    return json.dumps({"kind": archived.game.kind, "entries": entries, **names}, ensure_ascii=False) + "\n"


def pack(games: Iterable[ArchivedGame]) -> Iterator[bytes]:
    """Yield the bytes of an archive, game by game; the same games give the same bytes."""
    packer = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    yield packer.compress(f"{json.dumps({'format': FORMAT, 'version': VERSION})}\n".encode())
    for archived in games:
        yield packer.compress(archive_line(archived).encode("utf-8", "surrogatepass"))
    yield packer.flush()


def unpack(path: Path) -> Iterator[bytes]:
    """Yield the lines of an archive with its games one by one, which `archived_game` reads.

    Raises UserError, which names the line.
    """
    number, read = 0, 0
    try:
        with gzip.open(path, "rb") as file:
            while line := file.readline(MOST_BYTES + 1):
                number, read = number + 1, read + len(line)
                if len(line) > MOST_BYTES or read > _MOST_UNPACKED or number > _MOST_GAMES + 1:
                    raise UserError(f"{path}: line {number}: too large to be an archive of games")
                if number > 1:
                    yield line
                else:
                    _check_header(path, line)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise UserError(f"{path}: line {number + 1}: the archive is damaged or cut off") from None
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    if not number:
        raise UserError(f"{path}: not an archive of games: it is empty")


def _check_header(path: Path, line: bytes) -> None:
    try:
        data = decoded(line.decode())
    except (RulesError, ValueError) as error:
        raise UserError(f"{path}: line 1: {error}") from None
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise UserError(f'{path}: not an archive of games: expected "format": "{FORMAT}", version {VERSION}')


def archived_game(line: bytes) -> ArchivedGame:
    """Return the game of a line, not judged yet. Raises UserError for anything else."""
    try:
        data = decoded(line.decode())
        kind, rows = data.get("kind"), data.get("entries")
        if not isinstance(kind, str) or not _KIND.fullmatch(kind):
            raise ValueError(f"expected the id of a game, found {shown(kind)}")
        if not isinstance(rows, list) or not 0 < len(rows) <= _MOST_ENTRIES:
            raise ValueError(f"expected 1 to {_MOST_ENTRIES} entries")
        entries = tuple(map(_entry, rows))
        _check_course(entries)
        return ArchivedGame(KeptGame(0, kind, entries), _names(data.get("names", {})))
    except (RulesError, ValueError) as error:
        raise UserError(str(error)) from None


def _names(data: Any) -> dict[str, str]:
    """Return the names by the seats. Raises ValueError or UserError for anything else."""
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data.values()):
        raise ValueError(f"expected names by seats, found {shown(data)}")
    names = {seat: clean_name(name) for seat, name in data.items()}
    if len({name.casefold() for name in names.values()}) < len(names):
        raise ValueError("the names have somebody sit in two seats")
    return names


def _entry(row: Any) -> Entry:
    if not isinstance(row, list) or len(row) != 3:
        raise ValueError(f"expected an entry of three values, found {shown(row)}")
    kind, text, time_s = row
    if not isinstance(text, str) or "\n" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError(f"expected one line of text, found {shown(text)}")
    # Only what is a number, and finite, is between two others.
    if isinstance(time_s, bool) or not isinstance(time_s, int | float) or not 0 <= time_s <= _LATEST_S:
        raise ValueError(f"expected a time from 1970 to 2200, found {shown(time_s)}")
    entry = Entry(EntryKind(str(kind)), text, float(time_s))
    if entry.kind is EntryKind.UNDO and not (text.isdecimal() and text.isascii() and len(text) < 7 and int(text) >= 1):
        raise ValueError(f"expected the number of events that stay, found {shown(text)}")
    return entry


def _check_course(entries: Sequence[Entry]) -> None:
    """Refuse what takes back or mends what is not there. Raises ValueError."""
    if entries[0].kind is not EntryKind.EVENT:
        raise ValueError("expected an event first")
    events, seat_changes, mends = 0, 0, set[int]()
    for place, entry in enumerate(entries):
        if entry.kind is EntryKind.EVENT:
            events += 1
        elif entry.kind is EntryKind.SEATS:
            seat_changes += 1
        elif entry.kind in (EntryKind.UNDO, EntryKind.MEND):
            if entry.kept > events:
                raise ValueError(f"entry {place + 1}: of {events} events {shown(entry.kept)} cannot stay")
            events = entry.kept
        if entry.kind is EntryKind.MEND:
            mend = Mend.from_text(entry.text)
            if not mend.keep <= mend.events <= _MOST_ENTRIES:
                raise ValueError(f"entry {place + 1}: after a mend there cannot be {shown(mend.events)} events")
            if mend.undoes is not None and mend.undoes not in mends:
                raise ValueError(f"entry {place + 1}: the mend that is taken back is not there")
            mends.add(place)
    if max(seat_changes, len(mends)) > _MOST_CHANGES:
        raise ValueError(f"expected at most {_MOST_CHANGES} mends and changes of seats")
    if not events:
        raise ValueError("all its events are taken back")


def judged(game: KeptGame, named: Collection[str] = ()) -> KeptGame:
    """Return a game whose events the rules allow, its result as they have it.

    `named`: the seats of which names are told. Raises UserError for any other game.
    """
    if game.kind not in game_ids():
        raise UserError(f"{game.kind} is not installed here")
    companion_game: CompanionGame = find_game(game.kind)
    try:
        with blame_game(companion_game.__module__):
            rules = companion_game.rules
            played = rules.replay([rules.event_from_json(decoded(line)) for line in game.events])
            result = companion_game.result_line(played.state)
            seats = companion_game.players(played.events[0])
    except RulesError as error:
        raise UserError(str(error)) from None
    if unknown := {*named} - {*seats}:
        raise UserError(f"it names a player of a seat that is not there: {shown(min(unknown))}")
    _check_seat_changes(companion_game, game, seats)
    if game.result is None or game.result == result:
        return game
    # The end that is said there is none, or another: the game is not over, or as the rules have it.
    last = () if result is None else (replace(game.entries[-1], text=result),)
    return replace(game, entries=(*game.entries[:-1], *last))


def _check_seat_changes(companion_game: CompanionGame, game: KeptGame, seats: tuple[str, ...]) -> None:
    """Refuse changes of seats that the table could not follow. Raises UserError."""
    for _, line in game.seat_changes:
        try:
            change = SeatChange.from_line(line)
        except (ValueError, RecursionError):
            raise UserError(f"a change of seats is none: {shown(line)}") from None
        bot = change.bot.partition(":")[0]
        is_pair = len(set(change.players)) == len(change.players) == 2
        if (
            not set(change.players) <= set(seats)
            or (bot and bot not in bots_of(companion_game))
            or (change.kind is SeatChangeKind.SWAPPED and not is_pair)
        ):
            raise UserError(f"a change of seats does not fit the game: {shown(line)}")
