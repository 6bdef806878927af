"""Names of players, in a file of their own beside the journal: who sat where in which game.

The journal itself holds no name, so that a name is forgotten in one place. The file is small and is written whole;
there is no copy of it.
"""

import contextlib
import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.files import read_text, write_whole
from companion.device.language import say
from companion.device.log import warn

#: A name is no longer (characters).
LONGEST_NAME = 40
#: No box knows more players.
MOST_PLAYERS = 1000
#: No such file is larger (bytes): a hundred thousand games of seven named players.
_MOST_BYTES = 50_000_000
#: So long (seconds) another program may be changing the file; people wait meanwhile.
_WAIT_S = 10.0

#: The names of those who sat in a game, by the ids of their seats.
Sitting = Mapping[str, str]


def names_path(journal: Path) -> Path:
    """Return the path of the names beside a journal: ``games.players.json``."""
    return journal.with_name(f"{journal.stem}.players.json")


def clean_name(text: str) -> str:
    """Return a name as it is kept: one line, no blanks round it, letters put together.

    Raises UserError.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise UserError(say("A name needs a letter at least."))
    if len(name) > LONGEST_NAME:
        raise UserError(say("A name has at most {n} letters.", n=LONGEST_NAME))
    if not all(letter.isprintable() for letter in name):
        raise UserError(say("{name} is no name: it has signs that cannot be shown.", name=repr(name)))
    return name


def name_with_seat(name: str, seat: str) -> str:
    """Return what a seat is called together with who sits there; the seat alone for a guest."""
    return say("{name} ({seat})", name=name, seat=seat) if name else seat


class PlayerNames:
    """The players that a box knows, and where they sat; every change is on disk when it returns."""

    def __init__(self, journal: Path) -> None:
        """Read the names beside a journal; a file that cannot be read is left as it is."""
        self.path = names_path(journal)
        #: Names by the numbers under which games know the players.
        self._names: dict[int, str] = {}
        #: Numbers of players by seats, by the keys of games.
        self._games: dict[str, dict[str, int]] = {}
        #: Why nothing is kept, a sentence; empty: all is well.
        self.problem = ""
        self._seen: object = None
        self._refresh()

    def _refresh(self) -> None:
        """Read the file again if another program has written it, which may have forgotten a name."""
        try:
            found = self.path.stat()
            seen: object = (found.st_mtime_ns, found.st_size, found.st_ino)
        except OSError:
            seen = None
        if seen != self._seen:
            self._seen = seen
            self._load(exists=seen is not None)

    def _load(self, *, exists: bool) -> None:
        self._names, self._games, self.problem = {}, {}, ""
        if not exists:
            return
        try:
            self._take(json.loads(read_text(str(self.path), "a file of players", _MOST_BYTES)))
        except (UserError, ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError):
            self.problem = say(
                "The names of players in {file} cannot be read: none is shown or kept. Delete the file to begin anew.",
                file=self.path,
            )
            warn(self.problem)

    def _take(self, data: Any) -> None:
        names = {int(number): clean_name(str(name)) for number, name in data["players"].items()}
        games = {
            str(key): {str(seat): int(number) for seat, number in seats.items() if int(number) in names}
            for key, seats in data["games"].items()
        }
        # What could not be written again is none of our files.
        "".join((*games, *(seat for seats in games.values() for seat in seats))).encode()
        self._names, self._games = names, games

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """Read the file, and let no other program change it until what is done inside is written.

        The lock is that on a database beside the file, in which nothing is ever written. Raises UserError.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = sqlite3.connect(f"{self.path}.in-use", timeout=_WAIT_S, isolation_level=None)
            with contextlib.closing(lock):
                lock.execute("BEGIN EXCLUSIVE")
                self._seen = object()
                self._refresh()
                yield
        except (OSError, sqlite3.Error) as error:
            raise UserError(f"{self.path}: cannot be written: {error}") from None
        except UserError:
            # What could not be kept is not known either.
            self._seen = object()
            raise

    def names(self) -> tuple[str, ...]:
        """Return all names, in the order of letters."""
        self._refresh()
        return tuple(sorted(self._names.values(), key=str.casefold))

    def find(self, name: str) -> str:
        """Return the name as it is kept, whatever its capitals. Raises UserError for nobody's."""
        number = self._number(name)
        if number is None:
            known = ", ".join(self.names()[:20])
            raise UserError(
                say("There is no player {name}; the players are: {names}.", name=name[:LONGEST_NAME], names=known)
                if known
                else say("There is no player {name}; no player has a name yet.", name=name[:LONGEST_NAME])
            )
        return self._names[number]

    def _number(self, name: str) -> int | None:
        self._refresh()
        wanted = " ".join(unicodedata.normalize("NFC", name).split()).casefold()
        return next((number for number, kept in self._names.items() if kept.casefold() == wanted), None)

    def add(self, name: str) -> str:
        """Keep a player, who may be there already; return the name as it is kept. Raises UserError."""
        name = clean_name(name)
        with self._changing():
            number = self._number(name)
            if number is not None:
                return self._names[number]
            if len(self._names) >= MOST_PLAYERS:
                raise UserError(say("No more than {n} players can be kept.", n=MOST_PLAYERS))
            self._names[max(self._names, default=0) + 1] = name
            self._write()
        return name

    def rename(self, name: str, new: str) -> str:
        """Give a player another name, in all games; return it. Raises UserError."""
        with self._changing():
            number, new = self._number(self.find(name)), clean_name(new)
            assert number is not None
            if self._number(new) not in (None, number):
                raise UserError(say("There is a player {name} already: merge the two.", name=new))
            self._names[number] = new
            self._write()
        return new

    def merge(self, name: str, into: str) -> str:
        """Let all games of a player be another's, and drop the first name; return the other.

        Raises UserError.
        """
        with self._changing():
            number, kept = self._number(self.find(name)), self._number(self.find(into))
            assert number is not None
            assert kept is not None
            if number == kept:
                raise UserError(say("{name} cannot be merged with {name}.", name=self._names[kept]))
            for seats in self._games.values():
                if {number, kept} <= set(seats.values()):
                    raise UserError(
                        say(
                            "{name} and {other} have sat at one table: they are two.",
                            name=name,
                            other=self._names[kept],
                        )
                    )
            for seats in self._games.values():
                seats.update({seat: kept for seat, sitting in seats.items() if sitting == number})
            del self._names[number]
            self._write()
            return self._names[kept]

    def forget(self, name: str) -> int:
        """Forget a player, whose seats are guests' from now on; return in how many games.

        What writing the file has left behind after a power failure is deleted, too.
        """
        with self._changing():
            number = self._number(self.find(name))
            assert number is not None
            games = 0
            for seats in self._games.values():
                own = [seat for seat, sitting in seats.items() if sitting == number]
                games += bool(own)
                for seat in own:
                    del seats[seat]
            del self._names[number]
            self._write()
            for part in self.path.parent.glob(f".{self.path.name}.*"):
                with contextlib.suppress(OSError):
                    part.unlink()
        return games

    def sitting(self, key: str) -> Sitting:
        """Return who sat in a game, by its key; guests are left out."""
        self._refresh()
        return {seat: self._names[number] for seat, number in self._games.get(key, {}).items()}

    def sit(self, key: str, names: Sitting) -> None:
        """Keep who sits in a game: all seats that are left out are guests'. Raises UserError."""
        with self._changing():
            before = dict(self._games.get(key, {}))
            seats = {}
            for seat, name in names.items():
                number = self._number(self.find(name))
                assert number is not None
                seats[seat] = number
            if len(set(seats.values())) < len(seats):
                raise UserError(say("Nobody sits in two seats."))
            if seats == before:
                return
            self._games[key] = seats
            self._write()

    def games_of(self, names: Iterable[str]) -> frozenset[str]:
        """Return the keys of the games in which all of these sat. Raises UserError."""
        numbers = {self._number(self.find(name)) for name in names}
        return frozenset(key for key, seats in self._games.items() if numbers <= set(seats.values()))

    def _write(self) -> None:
        """Write the file, which only its owner may read. Raises UserError."""
        if self.problem:
            raise UserError(self.problem)
        games = {key: seats for key, seats in self._games.items() if seats}
        text = json.dumps({"version": 1, "players": self._names, "games": games}, ensure_ascii=False)
        write_whole(self.path, text.encode(), mode=0o600)
        self._refresh()
