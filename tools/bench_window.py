"""Measure the table's window: frames a second during the monster's move, and processor load.

    python -m tools.bench_window           (about four minutes; prints a table)

Without a display SDL's dummy driver stands in for one: then sending pictures to the screen costs nothing.
"""

import argparse
import contextlib
import math
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

if not any(map(os.environ.get, ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))):
    os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from companion.device.settings import Settings
from companion.games.finstere_flure.options import FORESIGHT
from companion.games.finstere_flure.playback.chase import chase
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.move_played import MoveReplayStep
from companion.games.finstere_flure.table.start_position import start_position
from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.games.finstere_flure.virtual_table.pictures import PICTURES
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.journal import Journal
from companion.table.app import App
from companion.table.session import Announcement, Session
from companion.table.session_context import DEFAULT_CONTEXT, SessionContext
from companion.table.session_start import open_session
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.table_source import VirtualTableSource
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.game import RULES
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.pieces import Colour
from hardware.buttons import Buttons
from tests.engine.finstere_flure.whole_game import whole_game

SIZES = ((1280, 720), (1920, 1080))
GAME = GameStarted((Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW), Colour.RED)
SETTINGS = Settings(language="en")
#: Events of a whole game that are taken back for the turns in which tokens are lifted.
LIFTED_IN = (20, 40, 60)
#: So many chases of the monster last for a minute at least.
CHASES = 6
#: The window has so long (seconds) to draw everything for the first time, before it is measured.
WARM_UP_S = 2.0


class NoVoice:
    """Voice that is silent: loudness is not measured here."""

    def announce(self, said: Announcement) -> None:
        """Do nothing."""

    def follow(self, settings: Settings) -> None:
        """Do nothing."""

    def sound_devices_changed(self, *, lost: bool) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class TimeMark:
    """Moment (seconds), processor time until then (seconds), and the turns until then.

    The processor time is that of the process.
    """

    time_s: float
    cpu: float
    turns: int


class CountingApp(App):
    """App that counts the turns of its loop and leaves when it has been measured.

    Each turn is a picture while something moves. It looks at the clock itself, in its turns: remains of another
    window, for example an event that closes it, neither end this one nor count.
    """

    #: So long it is warmed up, and measured at least from then on (seconds).
    measured_s = (WARM_UP_S, math.inf)

    def __init__(self, *args: Any, **more: Any) -> None:
        """Create the app with an empty list of marks; the arguments are those of `App`."""
        super().__init__(*args, **more)
        self.marks: list[TimeMark] = []
        self._turns, self._began = 0, 0.0

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:
        """Count one turn more."""
        if self._turns == 0:
            self._began = time_s
        since = self.marks[-1].time_s if self.marks else self._began
        if not self.quit_requested and time_s - since >= self.measured_s[len(self.marks)]:
            self.marks.append(TimeMark(time_s, time.process_time(), self._turns))
        self._turns += 1
        return super().turn(surface, time_s, stale=stale)

    @property
    def quit_requested(self) -> bool:
        """True if all is measured."""
        return len(self.marks) == len(self.measured_s)


@dataclass(frozen=True)
class Load:
    """Turns of the loop a second, and the share of one processor that the process took."""

    turns_per_s: float
    share: float


def open_start_page(session: Session) -> None:
    """Open the first page."""
    session.open_start_page()


def to_tokens(session: Session) -> None:
    """Begin a player's turn."""
    session.start(GAME)


def to_move(session: Session) -> None:
    """Queue moves of the monster in which it hunts and eats, each with its card turned over.

    They last longer than a run.
    """
    session.start(GAME)
    session.open(MoveReplayStep(session, [chase(number) for number in range(CHASES)]))


PAGES = {"first page": open_start_page, "a player's turn": to_tokens, "monster's move": to_move}


@contextlib.contextmanager
def new_session(*, virtual: bool, settings: Settings = SETTINGS) -> Iterator[Session]:
    """Return a session with an empty journal, at a real or a virtual table."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        around = SessionContext(watched=lambda _: GAME) if virtual else DEFAULT_CONTEXT
        yield open_session(journal, settings, [TABLE], sees=virtual, rng=Random(1), around=around)
        journal.close()


def measure(page: str, size: tuple[int, int], *, virtual: bool, seconds: float) -> Load:
    """Run a window with this page for so long and measure the part after the warm-up."""
    pygame.display.init()
    with new_session(virtual=virtual) as session, contextlib.ExitStack() as opened:
        opened.callback(pygame.display.quit)
        PAGES[page](session)
        session.tick(time.monotonic())
        app = CountingApp(session, announcer=NoVoice(), buttons=Buttons())
        if virtual:
            position = session.game.state.position if session.game else start_position(GAME.players)
            table = table_from_position(position, 1)
            app.table_source = VirtualTableSource(session, VIRTUAL, table, TableWidget(table, PICTURES), 1)
            opened.callback(app.table_source.close)
        return run_for(app, size, seconds)


def run_for(app: CountingApp, size: tuple[int, int], seconds: float, *, warm_up_s: float = WARM_UP_S) -> Load:
    """Run the app's window for so long after the warm-up, and what that takes."""
    app.measured_s = (warm_up_s, seconds)
    app.run(size)
    began, ended = app.marks
    elapsed = ended.time_s - began.time_s
    return Load((ended.turns - began.turns) / elapsed, (ended.cpu - began.cpu) / elapsed)


def bench_window(seconds: float) -> list[str]:
    """Return one row for each size of the window and each page, with and without virtual table.

    The virtual table is beside the window.
    """
    lines = [
        "| window | page | pictures/s | processor | with the virtual table: pictures/s | processor |",
        "|:--|:--|--:|--:|--:|--:|",
    ]
    for size in SIZES:
        for page in PAGES:
            columns = ["x".join(map(str, size)), page]
            for virtual in (False, True):
                load = measure(page, size, virtual=virtual, seconds=seconds)
                moving = PAGES[page] is to_move
                columns += [f"{load.turns_per_s:.0f}" if moving else "-", f"{100 * load.share:.1f} %"]
            lines.append(f"| {' | '.join(columns)} |")
            print(lines[-1], file=sys.stderr, flush=True)
    return lines


def bench_lifted() -> list[str]:
    """Return rows about pictures of a token that is lifted and held over each cell in its reach.

    Both foresight modes are measured in turns; the training shows risks and ways that were not asked for before.
    """
    lines = [
        "| window | a picture while a token is lifted: ms of processor (median) | with training | the longest |",
        "|:--|--:|--:|--:|",
    ]
    for size in SIZES:
        off, training = [], []
        for undone in LIFTED_IN:
            off += lifted_ms(undone, "off", size)
            training += lifted_ms(undone, "training", size)
        row = ("x".join(map(str, size)), *(f"{ms:.1f}" for ms in (median(off), median(training), max(training))))
        lines.append(f"| {' | '.join(row)} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines


def lifted_ms(undone: int, mode: str, size: tuple[int, int]) -> list[float]:
    """Return the processor's time of each picture of a turn, in milliseconds.

    `undone`: so many events of a whole game are taken back.
    """
    game = whole_game(1).undo(undone)
    settings = Settings(language="en").with_game(RULES.id, {FORESIGHT.id: mode})
    pygame.display.init()
    with new_session(virtual=False, settings=settings) as session, contextlib.ExitStack() as opened:
        opened.callback(pygame.display.quit)
        surface = pygame.display.set_mode(size)
        session.look_on(game, None)
        session.go_on()
        app = App(session, announcer=NoVoice(), buttons=Buttons())
        app.turn(surface, 0.0)
        spent, time_s = [], 0.0
        for token in game.state.tokens_to_move(game.state.turn) if game.state.turn else ():
            for target in (token, *sorted({str(move.to) for move in token_moves(game.state.position, token)})):
                session.touch(target, time_s)
                time_s += 1.0
                began = time.process_time()
                app.turn(surface, time_s)
                spent.append(1000 * (time.process_time() - began))
    return spent


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measures the table's window.")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each window is measured (default: 20)")
    args = parser.parse_args()
    print("\n".join([*bench_window(args.seconds), "", *bench_lifted()]))


if __name__ == "__main__":
    main()
