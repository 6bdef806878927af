"""Counting of all finished games of a journal in the background, while the table goes on."""

import contextlib
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from companion.device.language import say
from companion.device.reports import report_failure
from companion.figures.facts import CountedGame, GameFacts, facts_of
from companion.figures.kept_facts import KeptFacts
from companion.journal.entries import GameRecord, KeptGame
from companion.journal.errors import JournalError
from companion.journal.file import JournalFile
from companion.journal.summaries import Summaries

#: After each game the table has so much time for a frame (seconds).
_PAUSE_S = 0.002


class GameCounter:
    """Reader of a journal in a thread of its own: the list of games, then the facts of each.

    Names are not among them: they may change meanwhile.
    """

    def __init__(self, path: Path, games: Mapping[str, CountedGame]) -> None:
        """Begin to count; what was counted before stands beside the journal."""
        self._path, self._games = path, games
        #: All games, the last played first; None: not read yet.
        self.records: tuple[GameRecord, ...] | None = None
        #: The facts of finished games so far, by their keys.
        self.facts: dict[str, GameFacts] = {}
        #: How many games are looked at in all, and have been.
        self.total = self.done = 0
        #: Why nothing can be read, a sentence; empty: all is well.
        self.problem = ""
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run, name="counter", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """True if all games have been counted, or none can be."""
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Stop counting soon."""
        self._is_stopped = True

    def recount(self, kept: KeptGame) -> GameRecord:
        """Count a game anew that has been mended; give its record."""
        record = kept.record
        self.records = tuple(record if known.key == record.key else known for known in self.records or ())
        self.facts.pop(record.key, None)
        # A stranger's game may fail in any way.
        with contextlib.suppress(Exception):
            facts = facts_of(kept, self._games[record.kind], {})
            if facts is not None:
                self.facts[record.key] = facts
        return record

    def wait(self) -> None:
        """Wait until all games have been counted."""
        self._thread.join()

    def _run(self) -> None:
        try:
            with contextlib.closing(
                JournalFile.open(self._path, read_only=True, stopped=lambda: self._is_stopped)
            ) as file:
                self._count(file)
        except JournalError as error:
            self.problem = str(error)
        except Exception as error:
            report_failure(error, "the games are not counted")
            self.problem = say("The games could not be counted. Leave this page and open it again.")

    def _count(self, file: JournalFile) -> None:
        summaries = Summaries(self._path)
        # Those of one moment: the last written first.
        records = tuple(sorted(summaries.records(file), key=lambda record: record.played)[::-1])
        finished = [record for record in records if record.finished and record.kind in self._games]
        self.records, self.total = records, len(finished)
        known = KeptFacts(summaries, {record.kind: self._games[record.kind] for record in finished})
        places = file.last_places()
        try:
            # What is known is there at once.
            for record in sorted(finished, key=lambda record: not known.has(record)):
                if self._is_stopped:
                    return
                if known.has(record):
                    self._take(record, known.read(record))
                else:
                    # A stranger's game may fail in any way; the others are counted all the same.
                    with contextlib.suppress(Exception):
                        self._take(record, known.count(file.game(record.id, places[record.id])))
                    time.sleep(_PAUSE_S)
                self.done += 1
        finally:
            known.write()

    def _take(self, record: GameRecord, facts: GameFacts | None) -> None:
        if facts is not None:
            self.facts[record.key] = facts
