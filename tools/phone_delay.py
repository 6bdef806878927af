"""Measure what seven phones cost: delay, processor and memory.

    python -m tools.phone_delay --moves 20

Real phones' connections, without their screens. Prints how long a move takes from the touch on one phone to all seven
(which says something on a quiet machine alone), the processor time of the window's thread for an update and for its
longest turn, the processor's share and the memory that phones take at the table and in their page's server.
"""

import argparse
import ctypes
import gc
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
from tests.companion.phones.phone import TestPhone

#: The window's loop turns so often a second.
_TURNS_PER_S = 60
#: After so long (seconds) an update does not come any more.
_PATIENCE_S = 10.0
#: The processor's share is that of so long a time without a move (seconds).
_REST_S = 10.0


def measure_moves(evening: Evening, phones: list[TestPhone], moves: int) -> tuple[list[float], float, float]:
    """Return the delays of moves, and the processor time of one and of the longest turn.

    All in seconds; the processor time is that of the window's thread.
    """
    delays, rng, worked, longest = list[float](), Random(1), 0.0, 0.0
    while len(delays) < moves:
        turn = next((phone for phone in phones if phone.shows["moves"]), None)
        if turn is None:
            break
        before = [len(phone.values) for phone in phones]
        touched = {"do": rng.choice(turn.shows["moves"])["id"], "offer": turn.shows["offer"]}
        touching = Thread(target=turn.post, args=("/touch", touched))
        began = time.monotonic()
        touching.start()
        while any(len(phone.values) == number for phone, number in zip(phones, before, strict=True)):
            processor = time.thread_time()
            evening.work()
            turned = time.thread_time() - processor
            worked, longest = worked + turned, max(longest, turned)
            if time.monotonic() - began > _PATIENCE_S:
                raise SystemExit("an update did not come")
            time.sleep(1 / _TURNS_PER_S)
        delays.append(time.monotonic() - began)
        touching.join()
        for _ in range(10):
            evening.work()
            time.sleep(1 / _TURNS_PER_S)
    return delays, worked / max(1, len(delays)), longest


def measure_share(evening: Evening) -> float:
    """Return the share of a core that phones take while nothing happens, in both processes."""
    server, until = _server(evening), time.monotonic() + _REST_S
    before, worked = _processor_s(server), 0.0
    while time.monotonic() < until:
        began = time.process_time()
        evening.phones.tick(time.monotonic())
        worked += time.process_time() - began
        time.sleep(1 / _TURNS_PER_S)
    return (worked + _processor_s(server) - before) / _REST_S


def _server(evening: Evening) -> int:
    assert evening.phones._link is not None
    return evening.phones._link._process.pid


def _processor_s(process: int) -> float:
    """Return the processor time (seconds) of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(process: int) -> float:
    """Return the memory of a process, of what is shared its part (MB).

    Of this process what is free in it does not count.
    """
    if process == os.getpid():
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


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
        evening.begin()
        evening.work()
        alone = _memory_mb(os.getpid())
        evening.phones.switch_on()
        phones = [evening.phone() for _ in evening.phones.seats()]
        for phone, seat in zip(phones, evening.phones.seats(), strict=True):
            phone.take(seat.id)
        delays, worked, longest = measure_moves(evening, phones, moves)
        share, server = measure_share(evening), _memory_mb(_server(evening))
        # These phones themselves are none of the table's.
        evening.leave()
        phones.clear()
        table = _memory_mb(os.getpid()) - alone
        evening.close()
        journal.close()
    print(f"{len(delays)} moves on seven phones: {1000 * statistics.median(delays):.0f} ms in the middle,")
    print(f"{1000 * max(delays):.0f} ms at most; {1000 * worked:.0f} ms of the window's thread each,")
    print(f"{1000 * longest:.0f} ms in one of its turns at most")
    print(f"at rest {100 * share:.1f} % of a core; {table:.0f} MB more at the table, {server:.0f} MB in the server")


if __name__ == "__main__":
    main()
