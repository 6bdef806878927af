"""Measure how long a move takes from the touch on one phone to all seven phones.

    python -m tools.phone_delay --moves 20

Real phones' connections, without their screens. Prints the delay, which says something on a quiet machine alone, and
the processor time that an update takes the table and the page's server.
"""

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from threading import Thread

import pygame

from companion.games import find_game
from companion.journal import Journal
from tests.companion.phones.evening import Evening

#: The window's loop turns so often a second.
_TURNS_PER_S = 60
#: After so long (seconds) an update does not come any more.
_PATIENCE_S = 10.0


def measure(evening: Evening, moves: int) -> tuple[list[float], float]:
    """Return the delays (seconds) of moves, and the table's processor time for one (seconds)."""
    phones = []
    for seat in evening.game.table.seats(evening.start):
        phones.append(evening.phone())
        phones[-1].take(seat)
    delays, rng, worked = list[float](), Random(1), 0.0
    while len(delays) < moves:
        turn = next((phone for phone in phones if phone.shows["moves"]), None)
        if turn is None:
            break
        before = [len(phone.values) for phone in phones]
        touched = {"do": rng.choice(turn.shows["moves"])["id"], "offer": turn.shows["offer"]}
        touching = Thread(target=turn.post, args=("/touch", touched))
        began, processor = time.monotonic(), time.process_time()
        touching.start()
        while any(len(phone.values) == number for phone, number in zip(phones, before, strict=True)):
            evening.work()
            if time.monotonic() - began > _PATIENCE_S:
                raise SystemExit("an update did not come")
            time.sleep(1 / _TURNS_PER_S)
        delays.append(time.monotonic() - began)
        worked += time.process_time() - processor
        touching.join()
        for _ in range(10):
            evening.work()
            time.sleep(1 / _TURNS_PER_S)
    return delays, worked / max(1, len(delays))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20)
    moves = parser.parse_args().moves
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((16, 16))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        evening = Evening(find_game("finstere-flure"), journal, players=7)
        evening.phones.switch_on()
        evening.begin()
        delays, worked = measure(evening, moves)
        evening.close()
        journal.close()
    print(f"{len(delays)} moves on seven phones: {1000 * statistics.median(delays):.0f} ms in the middle,")
    print(f"{1000 * max(delays):.0f} ms at most; {1000 * worked:.0f} ms of the table's processor each")


if __name__ == "__main__":
    main()
