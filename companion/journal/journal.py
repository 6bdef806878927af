"""The journal as the table uses it: whatever happens to the file, play goes on."""

import contextlib
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.box.folders import state_folder
from companion.box.language import say, say_count
from companion.journal.entries import Entry, EntryKind, GameRecord, KeptGame, PackedGame
from companion.journal.file import ConflictError, DamagedError, JournalError, JournalFile, NewerError


def usual_path() -> Path:
    """The journal's place if no other is asked for. Raises UserError if there is no home folder."""
    return state_folder() / "games.sqlite"


class Journal:
    """Every game with every event, in a file as long as that is possible, and always in memory.

    Nothing here raises because of the file: `warning` says in a sentence what is wrong. Made by `open`; games are
    called by the number that `start` gives. A number that there is not, or an undo that keeps a negative number of
    events, is the caller's mistake and raises KeyError or ValueError.
    """

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        """A journal in memory; `open` is what joins it with its file."""
        self.path = path
        self._now = now
        self._file: JournalFile | None = None
        self._claim: sqlite3.Connection | None = None
        self._hands_off = False
        # The one last played comes last.
        self._games: dict[int, KeptGame | PackedGame] = {}
        # Their numbers in the file: a game begun without it may find its number taken there.
        self._numbers: dict[int, int] = {}
        self._unwritten: dict[int, int] = {}
        self._notice: str | None = None
        self._failure: str | None = None

    @classmethod
    def open(cls, path: Path, now: Callable[[], float] = time.time) -> "Journal":
        """The journal in this file, which is made if it is not there. `now` gives the time in seconds since 1970."""
        journal = cls(path, now)
        games: tuple[KeptGame, ...] = ()
        try:
            games = journal._open_file()
        except JournalError as error:
            # A game can be gone on with even where it cannot be kept.
            with contextlib.suppress(JournalError):
                games = JournalFile.read_only(path)
            journal._hands_off = isinstance(error, NewerError)
            journal._failure = say(
                "Games are kept in memory only and are lost when the companion ends: {reason}", reason=error
            )
        journal._games = {game.id: _packed_if_over(game) for game in games}
        journal._numbers = {number: number for number in journal._games}
        if journal._file is not None and journal._claim is None:
            journal._notice = say(
                "Another companion is using {file}. Do not go on with the same game on both.", file=path
            )
        return journal

    def close(self) -> None:
        """Closes the file and leaves it to other companions; what could not be written yet is tried a last time."""
        if self._unwritten:
            self._write()
        self._drop_file()
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    @property
    def warning(self) -> str | None:
        """What is wrong with keeping the games, in a sentence for the players; None if all is well."""
        return self._failure or self._notice

    @property
    def unwritten(self) -> int:
        """How many entries are in memory only; they are lost when the companion ends."""
        return sum(self._unwritten.values())

    def start(self, game_kind: str, event: str) -> int:
        """Begins a game with its first event, on disk when this returns; gives the game's number."""
        first = Entry(EntryKind.EVENT, event, self._now())
        number = max(self._games, default=0) + 1
        if self._file is not None:
            # Another program may have begun games since; the file knows what number is free.
            with contextlib.suppress(JournalError):
                added = self._file.add(game_kind, (first,)).id
                number = max(number, added)
                self._numbers[number] = added
                self._games[number] = KeptGame(number, game_kind, (first,))
                return number
        self._games[number] = KeptGame(number, game_kind, (first,))
        self._unwritten[number] = 1
        self._write()
        return number

    def append(self, game: int, event: str) -> None:
        """Adds an event, one line of text, to the game; it is on disk when this returns."""
        self._add(game, EntryKind.EVENT, event)

    def undo(self, game: int, keep: int) -> None:
        """Takes all events back but the first `keep`. That is an entry too: nothing is deleted."""
        if keep < 0:
            raise ValueError(f"cannot keep {keep} events")
        self._add(game, EntryKind.UNDO, str(keep))

    def finish(self, game: int, result: str) -> None:
        """Says that the game is over, with its result in a few words. An event or undo after it resumes the game."""
        self._add(game, EntryKind.FINISH, result)

    def events(self, game: int) -> tuple[str, ...]:
        """The game's events, without those that were taken back."""
        return self._game(game).events

    def games(self) -> tuple[GameRecord, ...]:
        """All games, the one last played first."""
        return tuple(game.record for game in reversed(self._games.values()))

    def latest_unfinished(self, kind: str | None = None) -> GameRecord | None:
        """The game to offer to go on with, of this kind or of any: the one last played that is not finished, if any.

        None while another companion uses the same journal: it may be playing that very game.
        """
        if self._file is not None and self._claim is None:
            return None
        return next((game for game in self.games() if not game.finished and kind in (None, game.kind)), None)

    def _add(self, game: int, kind: EntryKind, text: str) -> None:
        # Taken out and put in again, it is the one last played.
        changed = self._game(game).with_entry(Entry(kind, text, self._now()))
        del self._games[game]
        self._games[game] = changed
        self._unwritten[game] = self._unwritten.get(game, 0) + 1
        self._write()
        self._games[game] = _packed_if_over(changed)

    def _game(self, number: int) -> KeptGame:
        game = self._games[number]
        return game.unpacked() if isinstance(game, PackedGame) else game

    def _write(self) -> None:
        """Tries to write everything that is not written yet, game by game, in order."""
        if self._hands_off:
            return
        self._failure = None
        try:
            if self._file is None:
                self._open_file()
            assert self._file is not None
            for game in list(self._unwritten):
                try:
                    self._write_game(self._file, game)
                    del self._unwritten[game]
                except ConflictError as error:
                    self._failure = str(error)
        except JournalError as error:
            # Opened anew at the next attempt: what the error leaves behind in the connection is no good base.
            self._drop_file()
            self._failure = say_count(
                "The last entry is kept in memory only: {reason} The next move tries to write it again.",
                "The last {n} entries are kept in memory only: {reason} The next move tries to write them again.",
                self.unwritten,
                reason=error,
            )

    def _write_game(self, file: JournalFile, game: int) -> None:
        kept = self._game(game)
        if game in self._numbers:
            file.write(replace(kept, id=self._numbers[game]))
        else:
            self._numbers[game] = file.add(kept.kind, kept.entries).id

    def _open_file(self) -> tuple[KeptGame, ...]:
        """Opens the file and reads it through. A damaged one is set aside and a new one begun. Raises JournalError."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(
                say("The journal {file} cannot be used: {reason}.", file=self.path, reason=error.strerror)
            ) from None
        self._claim = self._claim or _claim(self.path)
        try:
            self._file = JournalFile.open(self.path)
            return self._file.read()
        except DamagedError:
            self._drop_file()
            # While another companion writes into it, it stays where it is.
            if self._claim is None:
                raise
        except JournalError:
            self._drop_file()
            raise
        aside = _set_aside(self.path)
        # In the new file no game has a number yet.
        self._numbers = {}
        self._notice = say(
            "The journal {file} was damaged. It is kept as {aside}, and a new one has been begun.",
            file=self.path,
            aside=aside,
        )
        self._file = JournalFile.open(self.path)
        return ()

    def _drop_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _packed_if_over(game: KeptGame) -> KeptGame | PackedGame:
    return PackedGame.of(game) if game.result is not None else game


def _claim(path: Path) -> sqlite3.Connection | None:
    """Claims the journal for this process until the connection is closed or the process ends, however it ends.

    None if another process has claimed it. It is the lock on a database beside the journal that says so; nothing is
    ever written there. Where not even that can be made, the journal itself cannot be written either.
    """
    try:
        claim = sqlite3.connect(f"{path}.in-use", timeout=0.0, isolation_level=None)
    except sqlite3.Error:
        return None
    try:
        claim.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        claim.close()
        return None
    return claim


def _set_aside(path: Path) -> Path:
    """Gives the file, and what SQLite keeps beside it, another name; returns it. Raises JournalError."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    try:
        for ending in ("-wal", "-shm", ""):
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + ending))
    except OSError as error:
        raise JournalError(
            say("The journal {file} is damaged and cannot be renamed: {reason}.", file=path, reason=error.strerror)
        ) from None
    return aside
