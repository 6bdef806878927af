"""Lives of a journal with one failing file system call each, and their remains.

``python faulty_life.py FOLDER EVERY FIRST`` prints one line of JSON. It runs by itself, with the faults loaded
before the C library (faults.c), and forks a process for each life.
"""

import ctypes
import errno
import gc
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from companion.journal import Journal
from companion.journal.choosing import kept_games

#: What goes wrong: the error (0: the process ends), and whether it stays so.
FAULTS = {"error": (errno.EIO, 0), "disk full": (errno.ENOSPC, 1), "broken": (errno.EIO, 1), "power cut": (0, 0)}
#: An error happens at every call, all else at every third, each at another one.
STEPS = {"error": (0, 1), "disk full": (0, 3), "broken": (1, 3), "power cut": (2, 3)}
MOST_CALLS = 2000

#: The entries of each game that have been acknowledged, by the game's first event.
JournaledEntries = dict[str, list[str]]


def _tell(pipe: int, journal: Journal, entries: list[str]) -> None:
    """Acknowledge what the journal says is on disk."""
    if journal.unwritten == 0:
        os.write(pipe, f"{json.dumps([entries[0], entries])}\n".encode())


def evening(path: Path, pipe: int) -> None:
    """Two games, a restart between them, an undo, a finish and a backup."""
    for name in ("one", "two"):
        journal = Journal.open(path)
        entries = [f"{name} begins"]
        game = journal.start("game", entries[0])
        _tell(pipe, journal, entries)
        for number in range(2):
            entries.append(f"{name} {number}")
            journal.append(game, entries[-1])
            _tell(pipe, journal, entries)
        entries.append("2")
        journal.undo(game, 2)
        _tell(pipe, journal, entries)
        entries.append("over")
        journal.finish(game, "over")
        _tell(pipe, journal, entries)
        journal.close()


def mending(path: Path, _pipe: int) -> None:
    """Opening a damaged journal."""
    Journal.open(path).close()


def live(
    life: Callable[[Path, int], None], path: Path, library: ctypes.CDLL, call: int, fault: str
) -> tuple[JournaledEntries, int]:
    """Run one life with one fault, in a process of its own.

    Returns what it acknowledged, and its number of calls (0: died).
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        error, lasting = FAULTS[fault]
        library.faults_begin(str(path.parent).encode(), ctypes.c_long(call), error, lasting)
        life(path, writing)
        os.write(writing, f"{json.dumps(library.faults_count())}\n".encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        lines = [json.loads(line) for line in pipe if line.endswith("\n")]
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, 9):
        raise RuntimeError(f"{life.__name__}, {fault} at call {call}: ended with {code}")
    return {line[0]: line[1] for line in lines if isinstance(line, list)}, lines[-1] if code == 0 else 0


def left(path: Path) -> JournaledEntries:
    """Return what a companion finds afterwards, when all works again."""
    journal = Journal.open(path)
    journal.close()
    return {game.entries[0].text: [entry.text for entry in game.entries] for game in kept_games(path)[0]}


def main() -> None:
    """Print the numbers of lives and of incomplete lives, and the lost entries.

    In an incomplete life not all could be saved. Lost entries had been saved before.
    """
    folder, every, first = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    library = ctypes.CDLL(None)
    library.faults_count.restype = ctypes.c_long
    # What is there already is shared with all the processes that are forked, not copied when it is looked through.
    gc.freeze()
    damaged = folder / "damaged"
    damaged.mkdir()
    whole, _ = live(evening, damaged / "games.sqlite", library, 0, "error")
    data = bytearray((damaged / "games.sqlite").read_bytes())
    data[100:200] = bytes(100)
    (damaged / "games.sqlite").write_bytes(data)
    lives = hit = 0
    wrong = []
    for life in (evening, mending):
        for fault, (offset, step) in STEPS.items():
            for call in range(first + offset, MOST_CALLS, every * step):
                path = folder / "life" / "games.sqlite"
                if life is mending:
                    shutil.copytree(damaged, path.parent)
                else:
                    path.parent.mkdir()
                told, calls = live(life, path, library, call, fault)
                expected = whole if life is mending else told
                found = left(path)
                wrong += [
                    f"{life.__name__}, {fault} at call {call}: {entries} became {found.get(game)}"
                    for game, entries in expected.items()
                    if found.get(game, [])[: len(entries)] != entries
                ]
                shutil.rmtree(path.parent)
                lives += 1
                hit += life is evening and told != whole
                if 0 < calls < call:
                    break
    print(json.dumps({"lives": lives, "hit": hit, "wrong": wrong}))


if __name__ == "__main__":
    main()
