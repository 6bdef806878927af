"""One process of the evening: plays games on a journal, goes on with what is unfinished, with faults all the while.

Beside the journal it keeps a diary: each event, once it has been shown to the players as kept. Whatever kills the
process, what is in the diary must be in the journal.
"""

import argparse
import contextlib
import ctypes
import gc
import json
import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from companion.games.finstere_flure.piece_things import PieceThings
from companion.games.finstere_flure.spoken import spoken
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.journal import Journal
from companion.table.session import Said
from companion.virtual_table.autoplay import Autoplay
from companion.voice import Voice
from engine.finstere_flure.events import Faces, GameStarted, SetUp
from engine.finstere_flure.game import Game
from engine.finstere_flure.gamefile import event_from_json
from tools.soak.faults import Faults, FaultyCamera, FaultyLoudspeaker
from vision.alignment import refine_corners


class Evening(Autoplay):
    """A game that plays itself while things go wrong."""

    def __init__(
        self, start: GameStarted, journal: Journal, diary: Path, voice: Voice, faults: Faults, *, seed: int, **more: Any
    ) -> None:
        super().__init__(VIRTUAL, start, journal, seed=seed, **more)
        self._journal, self._voice, self._faults = journal, voice, faults
        self._diary = diary
        self._noted = 0
        self.camera = FaultyCamera(self.camera, faults)  # type: ignore[assignment]

    def look(self) -> None:
        """A look, with whatever goes wrong at that moment."""
        self._faults.look(self._journal.path)
        super().look()
        # On a full disk the diary could not be kept either.
        if self.session.game is not None and not self._journal.unwritten and not self._faults.active("disk full"):
            self._note()

    def heard(self, said: Said) -> None:
        """It is spoken into a device that may be gone."""
        if said.text:
            self._voice.say(spoken(said.text), said.level)
        if said.chime:
            self._voice.chime(self.session.table_game.chime(said.chime))

    def _note(self) -> None:
        """The events that the players have seen go into the diary."""
        events = self._journal.events(self.session.game_id) if self.session.game_id else ()
        if len(events) != self._noted:
            # The diary survives the process, and that is all that it must survive.
            with self._diary.open("a", encoding="utf-8") as file:
                for number, event in enumerate(events[self._noted :], start=self._noted):
                    file.write(json.dumps([self.session.game_id, number, event]) + "\n")
            self._noted = len(events)


def missing_events(journal: Journal, diary: Path) -> int:
    """How many events of the diary are not in the journal, or not as they were."""
    if not diary.exists():
        return 0
    kept = {record.id: journal.events(record.id) for record in journal.games()}
    missing = 0
    for line in diary.read_text(encoding="utf-8").splitlines():
        try:
            game, number, event = json.loads(line)
        except ValueError:
            continue
        events = kept.get(game, ())
        missing += number >= len(events) or events[number] != event
    return missing


def kinds_of_games(seed: int) -> Iterator[tuple[GameStarted, int]]:
    """Games of all sizes and kinds, without end."""
    number = seed
    while True:
        chance = Random(number)
        players = chance.randint(2, 7)
        start = some_game(
            players,
            number,
            {
                "set_up": str(chance.choice(list(SetUp))),
                "dm_placing": chance.random() < 0.3,
                "dm_end": chance.random() < 0.3,
                "five_as_three": chance.random() < 0.5,
                "faces": str(chance.choice(list(Faces))),
            },
        )
        yield start, number
        number += 1


def make_what_is_kept() -> None:
    """Pictures and symbols of all tags are made once and kept: they shall not look like a leak when they come."""
    catalogue = make_catalogue()
    pieces = PieceThings(catalogue)
    for tag in catalogue.tags:
        if tag.kind not in ("reference", "card"):
            pieces.make(tag.id, (0.0, 0.0), 0.0)
    payloads = [tag.payload for tag in catalogue.tags]
    square = np.array([(10.0, 10.0), (52.0, 10.0), (52.0, 52.0), (10.0, 52.0)])
    for borders in (48, 120, 160):
        refine_corners(
            np.full((64, 64), 255, np.uint8),
            payloads,
            catalogue.code,
            np.repeat(square[None], len(payloads), axis=0),
            borders=borders,
        )


def footprint() -> dict[str, int]:
    """Memory (kB) that is resident and that is in use, open files and threads of this process.

    The C library and Python keep freed memory for later; only what is in use can grow for ever. The C library gives it
    back when it is asked to. Python gives back no less than a megabyte that is free as a whole, but tells what is free.
    """
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    resident_kb = pages * os.sysconf("SC_PAGE_SIZE") // 1024
    return {
        "resident_kb": resident_kb,
        "memory_kb": resident_kb - _free_in_python_kb(),
        "files": len(os.listdir("/proc/self/fd")),
        "threads": threading.active_count(),
    }


def _free_in_python_kb() -> int:
    """How much of Python's own memory for small objects is free, in whole pools."""
    with tempfile.TemporaryFile() as file:
        sys.stderr.flush()
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            # There is no other way to ask than to have it written to standard error.
            sys._debugmallocstats()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        told = re.search(rb"(\d+) unused pools \* (\d+) bytes", file.read())
    return int(told[1]) * int(told[2]) // 1024 if told else 0


def play_evening(journal_path: Path, diary: Path, log: Path, *, games: int, seed: int) -> None:
    """Plays until the journal holds so many finished games; writes a line to the log after each game."""
    faults = Faults(Random(f"faults {seed}"))
    journal = Journal.open(journal_path, now=lambda: time.time() + faults.clock_off_s)
    voice = Voice(None, open_loudspeaker=lambda: FaultyLoudspeaker(faults))
    make_what_is_kept()
    starts = kinds_of_games(seed)
    _log(log, {"begins": True, "missing": missing_events(journal, diary), "warning": journal.warning})
    try:
        while sum(record.finished for record in journal.games()) < games:
            unfinished = journal.latest_unfinished()
            if unfinished is not None:
                first = event_from_json(json.loads(journal.events(unfinished.id)[0]))
                assert isinstance(first, GameStarted)
                evening = Evening(first, journal, diary, voice, faults, seed=unfinished.id, resume=unfinished.id)
            else:
                start, number = next(starts)
                evening = Evening(start, journal, diary, voice, faults, seed=number)
            game = evening.play()
            faults.end()
            line = {
                "game": evening.session.game_id,
                "resumed": unfinished is not None,
                "events": len(game.events),
                "readings": evening.counts.readings,
                "problems": evening.counts.problems,
                "same_as_replay": Game.replay(game.events).state == game.state,
                "unwritten": journal.unwritten,
                "faults": dict(faults.counts),
                "clock_s": evening.now,
            }
            faults.counts.clear()
            del evening, game
            _log(log, line | footprint())
    finally:
        faults.end()
        journal.close()
        voice.close()


def _log(log: Path, line: dict[str, Any]) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def main() -> None:
    """Plays as the command line says."""
    parser = argparse.ArgumentParser(description="Plays games with faults; see tools.soak.report.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    args = parser.parse_args()
    # As the table's service does; else the sound library would take the signal for itself.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    play_evening(
        args.folder / "games.sqlite",
        args.folder / "diary.jsonl",
        args.folder / "log.jsonl",
        games=args.games,
        seed=args.seed,
    )


if __name__ == "__main__":
    main()
