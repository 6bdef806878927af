"""Kills of a process that writes a journal, at random moments, with a check each time.

``python journal_killer.py FILE KILLS SEED`` prints one line of JSON. It runs by itself because it forks, which
a process with threads must not.
"""

import gc
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from companion.journal import Journal

#: Greatest number of events in a life.
MOST_EVENTS = 3
#: Longest time that a life goes on after them, in times of what one event takes.
LONGEST_EVENTS = 2.0
#: Now and then the game is a new one, so that beginnings are hit too.
ENTRIES_A_GAME = 30


def append_forever(path: Path, acknowledge: int) -> None:
    """Continue the unfinished game, and report the number of each event after it is saved."""
    journal = Journal.open(path)
    while True:
        going_on = journal.latest_unfinished()
        if going_on is None:
            game, next_number = journal.start("game", "0"), 1
            os.write(acknowledge, f"{game} 0\n".encode())
        else:
            game, next_number = going_on.id, going_on.events
        for number in range(next_number, ENTRIES_A_GAME):
            journal.append(game, f"{number}" + "." * (number % 7 * 100))
            os.write(acknowledge, f"{game} {number}\n".encode())
        journal.finish(game, "over")


def kill_one(path: Path, events: int, longer: float) -> tuple[int, int]:
    """Start a writer and kill it; return game and number of the last acknowledged event.

    It is killed some time after it has acknowledged so many events: `longer` times what the last of them took. So it
    is killed while it writes, however fast or busy the machine is.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        append_forever(path, writing)
    os.close(writing)
    with os.fdopen(reading) as acknowledged:
        lines: list[str] = []
        took_s = 0.0
        while len(lines) < events:
            began = time.monotonic()
            lines.append(acknowledged.readline())
            took_s = time.monotonic() - began
        time.sleep(longer * took_s)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        lines += [line for line in acknowledged if line.endswith("\n")]
    game, number = map(int, lines[-1].split())
    return game, number


def main() -> None:
    """Print how many kills there were, how many events are kept, and what was wrong."""
    gc.freeze()  # shared with the processes that are forked
    path, kills, rng = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    wrong = []
    kept = surplus = 0
    for kill in range(kills):
        latest = kill_one(path, rng.randint(1, MOST_EVENTS), rng.uniform(0, LONGEST_EVENTS))
        journal = Journal.open(path)
        if journal.warning is not None:
            wrong.append(f"kill {kill}: {journal.warning}")
        reached = (0, ENTRIES_A_GAME - 1)
        kept = 0
        for record in sorted(journal.games(), key=lambda record: record.id):
            numbers = [int(event.rstrip(".")) for event in journal.events(record.id)]
            if numbers != list(range(len(numbers))):
                wrong.append(f"kill {kill}: game {record.id} holds {numbers}")
            reached = (record.id, len(numbers) - 1)
            kept += len(numbers)
        ahead = (reached[0] - latest[0]) * ENTRIES_A_GAME + reached[1] - latest[1]
        if ahead not in (0, 1):
            wrong.append(f"kill {kill}: the last event acknowledged was {latest}, the last one kept is {reached}")
        surplus += ahead
        journal.close()
    print(json.dumps({"kills": kills, "kept": kept, "kept_unacknowledged": surplus, "wrong": wrong}))


if __name__ == "__main__":
    main()
