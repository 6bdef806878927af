"""Virtual table with phones in a process of its own, which a test can kill.

``python -m tests.companion.phones.table_process GAME JOURNAL PORT PLAYERS`` begins a game, or goes on with the last one
if phones were cut off. It prints the ticket, then takes one turn of the window's loop for each line of its input.
"""

import os
import subprocess
import sys
from pathlib import Path

import pygame

from companion.games import find_game
from companion.journal import Journal
from companion.virtual_table.watched_table import WatchedTable
from tests.companion.phones.evening import VirtualEvening
from tests.companion.virtual_table.faultless_reading import FaultlessReader


class TableProcess:
    """The running table, as a test has it: it goes on only when it is told to."""

    def __init__(self, game: str, journal: Path, port: int, players: int) -> None:
        arguments = [game, str(journal), str(port), str(players)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.companion.phones.table_process", *arguments],
            env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ticket = self._line()

    def work(self) -> None:
        """Let the table take one turn of its window's loop."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        self._line()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        assert line, "the table has ended"
        return line

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.communicate()


def main(game: str, journal: str, port: str, players: str) -> None:
    """Play until the input ends."""
    pygame.display.init()
    reader = FaultlessReader()
    setattr(WatchedTable, "_read", lambda watched: reader.observe(watched))  # noqa: B010 - the type is another one
    evening = VirtualEvening(find_game(game), Journal.open(Path(journal)), port=int(port), players=int(players))
    goes_on = evening.phones.was_cut_off
    evening.phones.switch_on()
    if goes_on:
        evening.resume()
    else:
        evening.begin()
    print(evening.phones.guests.ticket, flush=True)
    for _ in sys.stdin:
        evening.work()
        print("worked", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
