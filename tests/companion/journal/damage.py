"""Journals with known games, and what is left of them once they are damaged."""

import json
import shutil
from pathlib import Path
from random import Random

from companion.journal import Journal

#: What each game of a journal holds, by its number.
Games = dict[int, tuple[str, ...]]


def played(path: Path, games: int = 6, events: int = 40) -> Games:
    """Play games into a journal, all but the last to their end; its backups lie beside it.

    The journal is closed after each game: so its backup holds that game, and nothing yet of the next.
    """
    told: Games = {}
    for game in range(games):
        journal = Journal.open(path)
        number = journal.start("some-game", json.dumps({"event": "started", "game": game}))
        for event in range(events):
            journal.append(number, json.dumps({"event": "moved", "from": "b5", "to": "c5", "number": event}))
        if game < games - 1:
            journal.finish(number, "red wins")
        told = {record.id: journal.events(record.id) for record in journal.games()}
        journal.close()
    return told


def copied(path: Path, folder: Path, *, backups: bool) -> Path:
    """Return the journal, and what lies beside it, in a new folder."""
    folder.mkdir()
    for file in path.parent.iterdir():
        if backups or ".backup-" not in file.name:
            shutil.copy(file, folder / file.name)
    return folder / path.name


def flip_a_bit(file: Path, rng: Random) -> None:
    """Flip a bit of a file, as a failing memory card does."""
    data = bytearray(file.read_bytes())
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    file.write_bytes(data)


def overwrite(file: Path, rng: Random) -> None:
    """Overwrite some bytes in a row."""
    data = bytearray(file.read_bytes())
    start = rng.randrange(len(data))
    length = min(rng.randrange(1, 64), len(data) - start)
    data[start : start + length] = rng.randbytes(length)
    file.write_bytes(data)


def cut_off(file: Path, rng: Random) -> None:
    """The end is missing."""
    data = file.read_bytes()
    file.write_bytes(data[: rng.randrange(1, len(data))])


def found(path: Path) -> tuple[Games, str]:
    """Return the games that a companion finds in the journal, and its warning."""
    journal = Journal.open(path)
    games = {record.id: journal.events(record.id) for record in journal.games()}
    warning = journal.warning or ""
    journal.close()
    return games, warning
