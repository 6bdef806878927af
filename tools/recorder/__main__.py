"""Record whole games with phones, and look for what was sent to a seat that may not know it.

    python -m tools.recorder --games 20              (all games with hidden cards in turns; minutes for each)
    python -m tools.recorder --game lifeboat --games 5 --seed 7

Phones join over real connections and sit in some seats, one in none; bots and a person at the table's screen play the
others. All that a phone is sent, the screen shows and the voice says is recorded. From moment to moment something that
the rules hide is exchanged for something else: whoever may not know it must be sent nothing. What is told in words must
name no card that its reader has not met. No connection may carry what is another's. Prints each fault and a sum; the
exit status is 1 if there was any.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import pygame

from companion.journal import Journal
from companion.virtual_table.watched_table import WatchedTable
from tests.companion.virtual_table.faultless_reading import FaultlessReader
from tools.recorder.whole_game import record_game
from tools.walk.games import games

GAMES = ("coach-ride", "lifeboat", "betrayal", "mouse-and-elephant")


def main() -> int:
    """Play, judge and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, help="one game alone")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((16, 16))
    reader = FaultlessReader()
    setattr(WatchedTable, "_read", lambda watched: reader.observe(watched))  # noqa: B010 - the type is another one
    faults = 0
    for number in range(chosen.games):
        name, seed, began = chosen.game or GAMES[number % len(GAMES)], chosen.seed + number, time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal.open(Path(folder) / "games.sqlite")
            told = record_game(games()[name], journal, seed)
            journal.close()
        faults += len(told.faults)
        for fault in dict.fromkeys(told.faults):
            print(f"{name}, seed {seed}: {fault}", flush=True)
        print(f"{name}, seed {seed}: {told.describe()}, {time.monotonic() - began:.0f} s", flush=True)
    print(f"{chosen.games} games, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
