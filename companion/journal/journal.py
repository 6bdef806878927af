"""The journal as the table uses it: whatever happens to the file, play goes on."""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from companion.device.folders import state_folder
from companion.device.language import say, say_count
from companion.device.sentences import together
from companion.journal.backups import BackupWorker, file_beside, has_traces
from companion.journal.claim import claimed
from companion.journal.entries import Entry, EntryKind, GameLine, GameRecord, KeptGame, KeptMend, Mend, PackedGame
from companion.journal.errors import ConflictError, DamagedError, JournalError, MovedError, NewerError, unusable
from companion.journal.file import JournalFile
from companion.journal.high_water import HighWaterMark
from companion.journal.integrity_check import check_before_opening, check_length, is_small
from companion.journal.recovery import salvage
from companion.journal.repair import finish_repair, mend, put_in_place

#: So long after an attempt to write the next one is made, even if nothing happens in the game (seconds).
PAUSE_S = 5.0


def default_journal_path() -> Path:
    """Return the usual place of the journal. Raises UserError if there is no home folder."""
    return state_folder() / "games.sqlite"


class Journal:
    """Store of every game with every event: in a file if possible, played games also in memory.

    Nothing here raises because of the file, except `events` of a game that cannot be read: `warning` says in a
    sentence what is wrong. A damaged file is repaired with the content of its backups. It is made by `open`; games
    are named by the number that `start` gives. An unknown number, or an undo that keeps a negative number of
    events, is the caller's mistake and raises KeyError or ValueError.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        """Make a journal in memory; `open` joins it with its file."""
        self.path = path
        self._clock = clock
        self._file: JournalFile | None = None
        self._claim: sqlite3.Connection | None = None
        self._is_taken = False
        self._must_not_write = False
        # Games at a glance, the one last played last: those that were not over, and those that were played since.
        self._lines: dict[int, GameLine] = {}
        # The games that have been read or played.
        self._games: dict[int, KeptGame | PackedGame] = {}
        # The highest number that was there, and the numbers in the file of games begun since: where one was begun
        # without the file, its number may be taken there.
        self._highest = 0
        self._numbers: dict[int, int] = {}
        self._unwritten: dict[int, int] = {}
        self._backup_worker = BackupWorker(path)
        self._mark = HighWaterMark(path)
        self._notice = ""
        self._failure: str | None = None
        self._is_backup_due = False
        # When writing, or having the journal alone, was last tried, by the clock of `tick`.
        self._tried_s = 0.0

    @classmethod
    def open(cls, path: Path, clock: Callable[[], float] = time.time) -> "Journal":
        """Open the journal in this file, which is created if it is missing.

        `clock` gives the time in seconds since 1970.
        """
        journal = cls(path, clock)
        try:
            journal._open_file(at_first=True)
        except JournalError as error:
            # A game can be gone on with even where it cannot be kept.
            journal._must_not_write = isinstance(error, NewerError)
            if not journal._must_not_write:
                journal._load_readable_games()
            journal._failure = say(
                "Games are kept in memory only and are lost when the companion ends: {reason}", reason=error
            )
        return journal

    def close(self) -> None:
        """Close the file and release it for other companions.

        Unwritten entries are tried a last time.
        """
        if self._unwritten:
            self._write()
        self._backup_worker.wait()
        self._drop_file()
        if self._claim is not None:
            self._mark.remove()
            self._claim.close()
            self._claim = None

    @property
    def warning(self) -> str | None:
        """Problem with saving the games, in a sentence for the players; None if all is well."""
        self._check_backup_worker()
        if self._is_taken and not self._failure:
            return say("Another window of this program uses these games. Do not go on with the same game in both.")
        return self._failure or self._notice or self._backup_worker.trouble

    @property
    def is_used_elsewhere(self) -> bool:
        """True if another companion uses the same journal: what it plays is not to be changed here."""
        return self._is_taken

    @property
    def unwritten(self) -> int:
        """Number of entries that are in memory only; they are lost when the companion ends."""
        return sum(self._unwritten.values())

    def start(self, game_kind: str, event: str) -> int:
        """Begin a game with its first event, on disk when this returns; give the game's number."""
        return self._begin(game_kind, (Entry(EntryKind.EVENT, event, self._clock()),))

    def branch(self, game: int, events: Sequence[str]) -> int:
        """Begin a new game with these `events`, as another one that stays began; give its number.

        That one's changes of seats until then hold in it, too. All is on disk when this returns. Raises JournalError if
        the old game cannot be read.
        """
        kept, time_s = self._game(game), self._clock()
        seats = [(before, line) for before, line in kept.seat_changes if before <= len(events)]
        told = _in_order(0, events, seats)
        return self._begin(kept.kind, tuple(Entry(kind, text, time_s) for kind, text in told))

    def _begin(self, game_kind: str, entries: tuple[Entry, ...]) -> int:
        """Begin a game with these entries; give its number."""
        number = max(self._highest, *self._lines, *self._games, 0) + 1
        if self._file is not None:
            # Another program may have begun games since; the file knows what number is free.
            with contextlib.suppress(JournalError):
                added = self._file.add(game_kind, entries).id
                number = max(number, added)
                self._numbers[number] = added
                self._remember(KeptGame(number, game_kind, entries))
                self._mark_length()
                return number
        self._remember(KeptGame(number, game_kind, entries))
        self._unwritten[number] = len(entries)
        self._write()
        return number

    def append(self, game: int, event: str) -> None:
        """Add an event, one line of text, to the game; it is on disk when this returns."""
        self._add(game, (EntryKind.EVENT, event))

    def undo(self, game: int, keep: int) -> None:
        """Take all events back but the first `keep`. That is an entry too: nothing is deleted."""
        if keep < 0:
            raise ValueError(f"cannot keep {keep} events")
        self._add(game, (EntryKind.UNDO, str(keep)))

    def finish(self, game: int, result: str) -> None:
        """Finish the game, with its result in a few words; a later event or undo resumes it.

        A backup of all games is started. A game that is finished stays as it is.
        """
        if self._game(game).result is not None:
            return
        self._is_backup_due = True
        self._add(game, (EntryKind.FINISH, result))

    def change_seats(self, game: int, change: str) -> None:
        """Add a change of seats, one line of text; empty: the last one is taken back."""
        self._add(game, (EntryKind.SEATS, change))

    def mend(self, game: int, keep: int, events: Sequence[str], note: str, result: str | None = None) -> None:
        """Tell the game anew after its first `keep` events, all at once: `events` come then.

        `note` says in a line what was mended; `result` is that of a game that is over with these events. Changes of
        seats stay.
        """
        kept = self._game(game)
        mend = Mend(keep, keep + len(events), note)
        later = [change for change in kept.seat_changes if change[0] > keep]
        told = (*kept.events[:keep], *events)
        self._tell_anew(game, mend, told, [(min(before, len(told)), line) for before, line in later], result)

    def undo_mend(self, game: int, place: int) -> None:
        """Take back the mend before which there were `place` entries, and all after it.

        The game's events, changes of seats and result are then what they were. All is on disk, or nothing.
        """
        before = self.as_of(game, place)
        mend = Mend(0, len(before.events), undoes=place)
        self._tell_anew(game, mend, before.events, before.seat_changes, before.result)

    def _tell_anew(
        self, game: int, mend: Mend, events: Sequence[str], changes: Iterable[tuple[int, str]], result: str | None
    ) -> None:
        """Add a mend, with the events and the changes of seats that come after those that it keeps."""
        finish = [] if result is None else [(EntryKind.FINISH, result)]
        told = ((EntryKind.MEND, mend.to_text()), *_in_order(mend.keep, events, changes), *finish)
        # Nobody plays meanwhile: the game's day and its minutes stay.
        self._add(game, *told, time_s=self._game(game).entries[-1].at)

    def mends(self, game: int) -> tuple[KeptMend, ...]:
        """Return the mends of the game that count, in their order."""
        return self._game(game).mends

    def as_of(self, game: int, entries: int) -> KeptGame:
        """Return the game as of so many entries. Raises JournalError if it cannot be read."""
        kept = self._game(game)
        return replace(kept, entries=kept.entries[:entries])

    def kept(self, game: int) -> KeptGame:
        """Return the game with all its entries. Raises JournalError if it cannot be read."""
        return self._game(game)

    def result(self, game: int) -> str | None:
        """Return the game's result; None if it is not finished."""
        return self._game(game).result

    def tick(self, time_s: float) -> None:
        """Retry unwritten entries now and then, and look whether another companion has ended.

        `time_s` in seconds, only differences count.
        """
        if not self._unwritten and not self._is_taken:
            self._tried_s = time_s
        elif time_s - self._tried_s >= PAUSE_S:
            self._tried_s = time_s
            if self._unwritten:
                self._write()
            else:
                self._take_alone()

    def kind(self, game: int) -> str:
        """Return the kind of the game."""
        return self._game(game).kind

    def events(self, game: int, entries: int | None = None) -> tuple[str, ...]:
        """Return the game's events, without those that were taken back.

        `entries`: as of so many entries of the journal; None: of all.

        Raises JournalError if it cannot be read.
        """
        return self._game(game).events if entries is None else self.as_of(game, entries).events

    def entries(self, game: int) -> tuple[Entry, ...]:
        """Return all entries of the game, also what was taken back.

        Raises JournalError if it cannot be read.
        """
        return self._game(game).entries

    def length(self, game: int) -> int:
        """Return the number of the game's entries, which only grows."""
        return len(self._game(game).entries)

    def key(self, game: int) -> str:
        """Return the key that tells the game from all others (`game_key`)."""
        return self._game(game).key

    def started_s(self, game: int) -> float:
        """Return when the game began, in seconds since 1970 (UTC)."""
        return self._game(game).entries[0].at

    def seat_changes(self, game: int) -> tuple[tuple[int, str], ...]:
        """Return the game's changes of seats, each with the number of events before it."""
        return self._game(game).seat_changes

    def games(self) -> tuple[GameRecord, ...]:
        """Return all games that can be read, the one last played first."""
        found: dict[int, GameRecord] = {}
        try:
            found = self._records()
        except DamagedError:
            self._repair()
            # What mending does not cure is not tried again.
            with contextlib.suppress(JournalError):
                found = self._records()
        except JournalError as error:
            self._failure = str(error)
        for number in (*(self._games.keys() - self._lines.keys()), *self._lines):
            if number in self._games:
                found.pop(number, None)
                found[number] = self._games[number].record
        return tuple(reversed(found.values()))

    def _records(self) -> dict[int, GameRecord]:
        """Return the records of the games in the file, without games begun elsewhere since then.

        Those are not ours to list.
        """
        if self._file is None:
            return {}
        return {record.id: record for record in self._file.records() if record.id <= self._highest}

    def latest_unfinished(self, kind: str | None = None) -> GameRecord | None:
        """Return the last played unfinished game, of this kind or of any; None if there is none.

        It is the game to offer for continuation.
        """
        kinds = None if kind is None else (kind,)
        return next(iter(self.unfinished(kinds, most=1)), None)

    def unfinished(
        self, kinds: Collection[str] | None = None, *, most: int, skipped: int = 0
    ) -> tuple[GameRecord, ...]:
        """Return at most `most` games to go on with, the one last played first.

        `kinds`: of these games alone. The first `skipped` are left out. While another companion uses the same journal,
        which may be playing any of the others, only those that were begun here.
        """
        found: list[GameRecord] = []
        for line in self._unfinished_lines(kinds)[skipped:]:
            if len(found) == most:
                break
            with contextlib.suppress(JournalError, KeyError):
                found.append(self._game(line.id).record)
        return tuple(found)

    def count_unfinished(self, kinds: Collection[str]) -> int:
        """Return the number of games to go on with, without reading them; see `unfinished`."""
        return len(self._unfinished_lines(kinds))

    def _unfinished_lines(self, kinds: Collection[str] | None) -> list[GameLine]:
        lines = [line for line in reversed(self._lines.values()) if not self._is_taken or line.id in self._numbers]
        return [line for line in lines if not line.finished and (kinds is None or line.kind in kinds)]

    def finished_kinds(self) -> frozenset[str]:
        """Return the kinds of games of which one has been finished; none that cannot be read."""
        found = {line.kind for line in self._lines.values() if line.finished}
        with contextlib.suppress(JournalError):
            found |= self._file.finished_kinds() if self._file is not None else set()
        return frozenset(found)

    def _add(self, number: int, *told: tuple[EntryKind, str], time_s: float | None = None) -> None:
        """Add entries of these kinds and texts to a game, all of them at once.

        `time_s`: when they were made, in seconds since 1970; None: now.
        """
        game, time_s = self._game(number), self._clock() if time_s is None else time_s
        added = tuple(Entry(kind, text, time_s) for kind, text in told)
        self._remember(replace(game, entries=(*game.entries, *added)))
        self._unwritten[number] = self._unwritten.get(number, 0) + len(added)
        self._write()
        game = self._game(number)
        if game.result is not None:
            self._games[number] = PackedGame.of(game)

    def _remember(self, game: KeptGame) -> None:
        # Taken out and put in again, it is the one last played.
        self._lines.pop(game.id, None)
        self._lines[game.id] = game.line
        self._games[game.id] = game

    def _game(self, number: int) -> KeptGame:
        """Return the game, read if it was not yet. Raises KeyError, JournalError."""
        if number not in self._games:
            if number < 1 or (self._file is None and number > self._highest):
                raise KeyError(number)
            if self._file is None:
                self._open_file()
            assert self._file is not None
            try:
                self._games[number] = self._file.game(number)
            except DamagedError:
                self._repair()
                self._games[number] = self._file.game(number)
            if number > self._highest:
                # Another program has added it since.
                self._numbers[number] = number
        game = self._games[number]
        return game.unpacked() if isinstance(game, PackedGame) else game

    # --- the file -----------------------------------------------------------------------------------------------

    def _write(self) -> None:
        """Try to write everything that is not written yet, game by game, in order."""
        if self._must_not_write:
            return
        self._failure = None
        try:
            self._write_pending()
            if self._is_backup_due and not self._unwritten and self._claim is not None:
                self._backup_worker.back_up()
                self._is_backup_due = False
        except JournalError as error:
            # Opened anew at the next attempt: what the error leaves behind in the connection is no good base.
            self._drop_file()
            self._failure = say_count(
                "The last entry is kept in memory only: {reason} Writing is retried.",
                "The last {n} entries are kept in memory only: {reason} Writing is retried.",
                self.unwritten,
                reason=error,
            )

    def _write_pending(self) -> None:
        if self._file is None:
            self._open_file()
        for game in list(self._unwritten):
            try:
                self._write_game(game)
            except MovedError:
                self._put_back()
                self._write_game(game)
            except DamagedError:
                self._repair_file()
                self._write_game(game)
            except ConflictError as error:
                if self._is_damaged():
                    self._repair_file()
                else:
                    self._failure = str(error)

    def _is_damaged(self) -> bool:
        """Return True if the file, which nobody else may write, is not as it was written."""
        try:
            if self._file is not None and self._claim is not None:
                self._file.check()
        except DamagedError:
            return True
        return False

    def _write_game(self, game: int) -> None:
        assert self._file is not None
        if game not in self._unwritten:
            return
        kept = self._game(game)
        number = self._number_in_file(game)
        if number is not None:
            self._file.write(replace(kept, id=number))
        else:
            self._numbers[game] = self._file.add(kept.kind, kept.entries).id
        del self._unwritten[game]
        self._mark_length()

    def _mark_length(self) -> None:
        """Record the number of entries on disk, unless another companion uses the journal.

        The other companion records it then.
        """
        assert self._file is not None
        if self._claim is not None:
            with contextlib.suppress(JournalError):
                self._mark.write(self._file.length())

    def _open_file(self, *, at_first: bool = False) -> None:
        """Open the file; repair a damaged one, restore a missing one from its backup.

        `at_first`: it is also verified, and its content is taken over. Raises JournalError.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unusable(self.path, error.strerror) from None
        if self._claim is None:
            self._claim, self._is_taken = claimed(self.path)
        try:
            if self._claim is not None:
                finish_repair(self.path)
                self._restore_missing()
                if at_first and self.path.exists():
                    check_before_opening(self.path, self._mark.read())
            else:
                check_length(self.path)
            self._file = JournalFile.open(self.path)
            if at_first:
                self._take_over(self._file.unfinished(), self._file.highest())
                self._load_resumable_games()
        except DamagedError:
            # While another companion writes into it, it stays where it is.
            if self._claim is None:
                self._drop_file()
                raise
            self._repair_file()
        except JournalError:
            self._drop_file()
            raise
        if at_first and self._claim is not None and not is_small(self.path):
            self._backup_worker.verify_journal()

    def _take_alone(self) -> None:
        """Use the journal alone once the other companion has ended, with all that it has played.

        Where games have other numbers in the file, it may have begun some of these: that waits for the next start.
        """
        if any(number != place for number, place in self._numbers.items()):
            return
        self._claim, self._is_taken = claimed(self.path)
        if self._is_taken:
            return
        # The games begun here are as they were; the others are read again.
        mine = {number: game for number, game in self._games.items() if number in self._numbers}
        lines = {number: line for number, line in self._lines.items() if number in self._numbers}
        self._drop_file()
        self._games = dict(mine)
        try:
            self._open_file(at_first=True)
        except JournalError as error:
            self._failure = str(error)
        self._games |= mine
        self._lines |= lines

    def _take_over(self, unfinished: Iterable[GameLine], highest: int) -> None:
        self._lines = {line.id: line for line in unfinished}
        self._highest = highest

    def _load_resumable_games(self) -> None:
        """Read the games that players may want to continue, one of each kind.

        Any fault shows now.
        """
        kinds = {line.kind: line.id for line in self._lines.values()}
        for number in kinds.values():
            assert self._file is not None
            self._games[number] = self._file.game(number)

    def _load_readable_games(self) -> None:
        """Take all games from a file that cannot be opened, where nothing can be written."""
        with contextlib.suppress(JournalError):
            games = salvage(self.path).games()
            self._take_over((game.line for game in games), max((game.id for game in games), default=0))
            self._games = {game.id: PackedGame.of(game) for game in games}

    def _restore_missing(self) -> None:
        """Take a journal that is not there any more from its log and its backups, if there are any."""
        if self.path.exists():
            return
        if has_traces(self.path) or self._mark.read():
            saved, _ = mend(self.path, self._complete_games())
            self._add_notice(
                say("The journal {file} was missing. It has been restored from what was left of it.", file=self.path),
                saved.told(),
                self._describe_missing(sum(len(game.entries) for game in saved.games)),
            )
        self._mark.remove()

    def _check_backup_worker(self) -> None:
        """Mend what was found to be damaged while the game went on."""
        if self._backup_worker.pop_found_damage():
            self._repair()

    def _repair(self) -> None:
        if self._claim is None:
            return
        try:
            self._repair_file()
        except JournalError as error:
            self._drop_file()
            self._failure = str(error)

    def _repair_file(self) -> None:
        """Repair the file and open it again; games that are in memory are complete there.

        Raises JournalError.
        """
        self._drop_file()
        saved, aside = mend(self.path, self._complete_games())
        self._file = JournalFile.open(self.path)
        told_missing = self._describe_missing(self._file.length())
        self._mark_length()
        self._unwritten = {
            number: count for number, count in self._unwritten.items() if self._number_in_file(number) is None
        }
        ours = {self._number_in_file(number) for number in self._games}
        lines = {game.id: game.line for game in saved.games if game.id not in ours and game.result is None}
        self._lines = lines | {number: line for number, line in self._lines.items() if number in self._games}
        if not ours:
            self._highest = max((game.id for game in saved.games), default=0)
        self._add_notice(
            say("The journal {file} was damaged. It is kept as {aside}.", file=self.path, aside=aside),
            saved.told(),
            told_missing,
        )

    def _describe_missing(self, found: int) -> str:
        """Describe how many entries are missing, in a sentence, if `found` entries exist.

        Empty if none is known to be missing.
        """
        missing = self._mark.read() - found
        if missing <= 0:
            return ""
        return say_count("At least {n} entry is missing.", "At least {n} entries are missing.", missing)

    def _number_in_file(self, game: int) -> int | None:
        """Return the game's number in the file; None if it is not there yet."""
        return self._numbers.get(game, game if game <= self._highest else None)

    def _complete_games(self) -> list[KeptGame]:
        """Return the games that are whole in memory, by their numbers in the file.

        The last played one is last.
        """
        numbers = [
            *(self._games.keys() - self._lines.keys()),
            *(number for number in self._lines if number in self._games),
        ]
        numbered = ((number, self._number_in_file(number)) for number in numbers)
        return [replace(self._game(number), id=place) for number, place in numbered if place is not None]

    def _put_back(self) -> None:
        """Put the journal back that was deleted or replaced while it was open. Raises JournalError."""
        assert self._file is not None
        if self._claim is None:
            # Another companion does.
            self._drop_file()
            self._file = JournalFile.open(self.path)
            return
        new = file_beside(self.path, "being-mended")
        new.unlink(missing_ok=True)
        try:
            self._file.copy_to(new)
        except DamagedError:
            self._repair_file()
            return
        drop_log = self._file.has_own_log()
        self._drop_file()
        aside = put_in_place(self.path, new, drop_log=drop_log)
        self._file = JournalFile.open(self.path)
        sentence = say(
            "The journal {file} was deleted or replaced while it was in use. It has been written again.", file=self.path
        )
        self._add_notice(sentence, say("What lay in its place is kept as {aside}.", aside=aside) if aside else "")

    def _add_notice(self, *sentences: str) -> None:
        for sentence in sentences:
            self._notice = together(self._notice, sentence)

    def _drop_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _in_order(first: int, events: Sequence[str], changes: Iterable[tuple[int, str]]) -> Sequence[tuple[EntryKind, str]]:
    """Return kinds and texts of entries: events but the `first` ones, with changes of seats."""
    told: list[tuple[EntryKind, str]] = []
    between = list(changes)
    for number in range(first, len(events) + 1):
        told += [(EntryKind.SEATS, line) for before, line in between if before == number]
        told += [(EntryKind.EVENT, line) for line in events[number : number + 1]]
    return told
