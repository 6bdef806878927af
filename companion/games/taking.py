"""Games of an archive taken into a journal: each once, and only if its rules allow it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.device.errors import UserError
from companion.device.language import say, say_count
from companion.device.sentences import together
from companion.games.archive import ArchivedGame, archived_game, judged
from companion.journal.entries import KeptGame
from companion.journal.file import JournalFile
from companion.journal.player_names import PlayerNames

#: So many games that were refused are named.
MOST_TOLD = 10
#: So many games are written at once: more need memory, fewer wait for the disk.
_AT_ONCE = 200


@dataclass
class Taken:
    """Result of taking an archive: new, longer and known games, and why others are refused.

    `unnamed`: why the players of games that are taken have no names.
    """

    new: int = 0
    longer: int = 0
    known: int = 0
    refused: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)

    def take_all(self, archive: Iterable[bytes], file: JournalFile, names: PlayerNames) -> None:
        """Take all games that are not in a journal, and what came later in those that are.

        `archive`: its lines, from the second on. Raises JournalError.
        """
        known = {record.key: record.id for record in file.records()}
        waiting: dict[int, ArchivedGame] = {}
        for number, line in enumerate(archive, start=2):
            try:
                archived = archived_game(line)
                key = archived.game.key
                if key in known:
                    self._lengthen(archived, file.game(known[key]) if known[key] else None, file)
                else:
                    waiting[number] = replace(archived, game=judged(archived.game, archived.names))
                    known[key] = 0
            except UserError as error:
                reason = str(error).rstrip(".。")
                self.refused.append(say("Line {line} is not taken: {reason}.", line=number, reason=reason))
            if len(waiting) >= _AT_ONCE:
                self._write(waiting, file, known, names)
        self._write(waiting, file, known, names)

    def _write(
        self, waiting: dict[int, ArchivedGame], file: JournalFile, known: dict[str, int], names: PlayerNames
    ) -> None:
        numbers = file.take(archived.game for archived in waiting.values())
        for number, (line, archived) in zip(numbers, waiting.items(), strict=True):
            known[archived.game.key] = number
            if archived.names:
                self._seat(line, archived, names)
        self.new += len(numbers)
        waiting.clear()

    def _seat(self, line: int, archived: ArchivedGame, names: PlayerNames) -> None:
        """Keep the names of a game; where they cannot be kept its players are guests."""
        try:
            names.sit(archived.game.key, {seat: names.add(name) for seat, name in archived.names.items()})
        except UserError as error:
            reason = str(error).rstrip(".。")
            self.unnamed.append(say("Line {line}: its names are not kept: {reason}.", line=line, reason=reason))

    def _lengthen(self, archived: ArchivedGame, kept: KeptGame | None, file: JournalFile) -> None:
        """Add what came later in a game that is here. Raises UserError if it went on otherwise here."""
        theirs = archived.game.entries
        ours = theirs if kept is None else kept.entries
        if ours[: len(theirs)] == theirs:
            self.known += 1
        elif kept is not None and theirs[: len(ours)] == ours:
            file.write(replace(judged(archived.game), id=kept.id))
            self.longer += 1
        else:
            raise UserError(say("it is a game of this box, which has gone on otherwise here"))

    def told(self, archive: Path, journal: Path) -> str:
        """Return what was taken, in a few sentences."""
        new = say_count(
            "{n} game of {file} is new in {journal}.",
            "{n} games of {file} are new in {journal}.",
            self.new,
            file=archive,
            journal=journal,
        )
        longer = say_count("{n} game went on.", "{n} games went on.", self.longer) if self.longer else ""
        known = say_count("{n} was there already.", "{n} were there already.", self.known) if self.known else ""
        refused = len(self.refused)
        not_taken = say_count("{n} was not taken.", "{n} were not taken.", refused) if refused else ""
        return together(together(new, longer), together(known, not_taken))
