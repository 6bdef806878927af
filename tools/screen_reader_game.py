"""Play whole games on phones that are known through Chromium's accessibility tree alone.

    ./run extra browser
    python -m tools.screen_reader_game --game draughts --game lifeboat

Each seat has a phone. Its player reads what a screen reader is told of the page (roles, names, states), moves the focus
to a button and presses Enter; no picture, no value behind the page, nothing of the game is known. Whoever is told that
it is their turn chooses among the buttons of the moves, of the board and of the hand by chance, and now and then asks
the table something and reads the answer. Chance ends neither Halma nor a haunt of Betrayal: there a disc goes nearer to
the other corner, and an explorer asks for the way to an enemy, goes there, attacks, and says who has won.
The cameras of virtual tables read without faults, and draw no pictures.
Prints for each game how many buttons were pressed, and whether it was ended; the exit status is 1 if one was not.
Without `--game` all sixteen games are played.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame

from companion.cells.roll_step import CellRollStep
from companion.device.language import LANGUAGES, in_language
from companion.games import CompanionGame
from companion.journal import Journal
from companion.table.put_right import PutRightStep
from companion.virtual_table.watched_table import WatchedTable
from hardware.buttons import Button, Press
from tests.companion.phones.browsers import chromium
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.virtual_table.faultless_reading import FaultlessReader
from tools.heard_phones.house import HousePlayer
from tools.heard_phones.phone import HeardPhone
from tools.heard_phones.player import HalmaPlayer, Player
from tools.walk.games import games

#: The four games, and the classics.
GAMES = (
    "finstere-flure",
    "lifeboat",
    "coach-ride",
    "betrayal",
    "geese",
    "alquerque",
    "brandubh",
    "breakthrough",
    "draughts",
    "halma",
    "hex",
    "ludo",
    "mancala",
    "nine-mens-morris",
    "noughts-and-crosses",
    "othello",
)
#: Games whose hidden cards a virtual table keeps, with the fewest that play them.
_VIRTUAL = {"lifeboat": 4, "coach-ride": 3, "betrayal": 3}
#: Players of games that are played in front of people.
_PLAYERS = {"finstere-flure": 2, **_VIRTUAL}
#: A phone whose turn it is not said to be does something all the same after so long (seconds) in which nobody acts.
_IDLE_S = 1.5
#: So long (seconds) a game may take.
LONGEST_S = 1800.0
#: Head of the table that is printed.
HEAD = """| game | language | ended | events | presses | questions | seconds |
|:--|:--|:--|--:|--:|--:|--:|"""
#: It is told how far a game is after so long (seconds).
_TELLS_S = 60.0
#: Players of games that chance would not end.
_PURPOSEFUL = {"betrayal": HousePlayer, "halma": HalmaPlayer}


@dataclass(frozen=True)
class HeardGame:
    """Game that was played, in figures; `board`: the words of its picture at last."""

    game: str
    language: str
    seed: int
    is_ended: bool
    events: int
    presses: int
    questions: int
    seconds: float
    board: str

    @property
    def line(self) -> str:
        """The game as a line of the table."""
        told = "yes" if self.is_ended else "no"
        figures = (self.events, self.presses, self.questions, f"{self.seconds:.0f}")
        return f"| {self.game} | {self.language} | {told} | {' | '.join(map(str, figures))} |"


def play(
    browser: Any, game: CompanionGame, folder: Path, seed: int, *, language: str = "en", longest_s: float = LONGEST_S
) -> HeardGame:
    """Play a game on phones in all seats; return how it went."""
    reader = FaultlessReader()
    with patch.object(WatchedTable, "_read", lambda watched: reader.observe(watched)), in_language(language):
        return _play(browser, game, folder, seed, language, longest_s)


def _play(browser: Any, game: CompanionGame, folder: Path, seed: int, language: str, longest_s: float) -> HeardGame:
    journal = Journal.open(folder / f"{game.id}-{seed}-{language}.sqlite")
    kind = VirtualEvening if game.id in _VIRTUAL else Evening
    evening = kind(game, journal, seed=seed, players=_PLAYERS.get(game.id))
    evening.phones.switch_on()
    evening.begin()
    table, rng = evening.session.table_game, Random(seed)
    rows = {row.id: str(row.text) for row in table.seat_rows()}
    names = [rows[seat] for seat in table.seats(evening.start)]
    player_of = _PURPOSEFUL.get(game.id, Player)
    players: list[Player] = []
    for name in names:
        others = [other for other in names if other != name]
        players.append(player_of(HeardPhone(browser, evening, language), rng, language, [name, *others]))
    players[0].wait(_IDLE_S)
    # The last page of some games has no board.
    board = players[0].board
    began = acted = told = time.monotonic()

    def is_over() -> bool:
        return table.rules.over(evening.session.game.state) is not None

    while not is_over() and time.monotonic() - began < longest_s:
        is_idle = time.monotonic() - acted > _IDLE_S
        # All are looked at once before anybody acts twice.
        for player in rng.sample(players, len(players)):
            if player.act(unasked=is_idle):
                acted = time.monotonic()
                if is_idle:
                    break
        if time.monotonic() - told > _TELLS_S:
            told = time.monotonic()
            events, pressed = len(evening.session.game.events), sum(player.pressed for player in players)
            print(f"{game.id}: {events} events, {pressed} presses, {told - began:.0f} s", file=sys.stderr, flush=True)
        evening.work()
        # At a table without a camera somebody lays what the phones have played, rolls the die, and says so.
        if kind is Evening and isinstance(evening.session.step, PutRightStep):
            evening.session.press(Press(Button.ADVANCE, held=False), time.monotonic())
        elif isinstance(evening.session.step, CellRollStep):
            evening.session.touch(rng.choice(list(evening.session.step.rolls)), time.monotonic())
    board = players[0].board or board
    pressed, asked = (sum(getattr(player, name) for player in players) for name in ("pressed", "asked"))
    events, seconds = len(evening.session.game.events), time.monotonic() - began
    played = HeardGame(game.id, language, seed, is_over() and bool(board), events, pressed, asked, seconds, board)
    for player in players:
        player.leave()
    evening.close()
    journal.close()
    return played


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all games, or those that are named."""
    # Only there where a browser is driven.
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be given several times")
    parser.add_argument("--language", default="en", choices=[*LANGUAGES])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=LONGEST_S / 60, help="so long a game may take")
    asked = parser.parse_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    print(HEAD, flush=True)
    ended = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver, chromium(driver) as browser:
        for game_id in asked.game or GAMES:
            game, longest_s = games()[game_id], 60 * asked.minutes
            played = play(browser, game, Path(folder), asked.seed, language=asked.language, longest_s=longest_s)
            ended.append(played.is_ended)
            print(played.line, flush=True)
            print(f"{game_id}: the board at last: {played.board}", file=sys.stderr, flush=True)
    return 0 if all(ended) else 1


if __name__ == "__main__":
    sys.exit(main())
