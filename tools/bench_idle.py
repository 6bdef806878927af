"""Measure the cost of an idle table: a game of each kind in its middle, and nobody moves.

    python -m tools.bench_idle [--seconds 8] [--rounds 2]

The cards and pieces lie. Each game is continued as `companion play --virtual` does: window, virtual table,
camera and watching. The share is that of one processor, all threads together; the games take turns, and of the
rounds the best counts, so that other work of the machine counts little. Besides: the part of watching alone,
where the camera's pictures have the noise that real ones have, ten a second.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pygame

from companion.device.settings import Settings
from companion.games import GamePart, find_game, games_with
from companion.games.random_play import allowed_events, as_json
from companion.journal import Journal
from companion.table.reading_setup import ReadingSetup
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.table_source import VirtualTableSource, virtual_table_source
from engine.game import Game
from hardware.buttons import Buttons
from tools.bench_watch import FRAMES_PER_S, NOISE, SIZES
from tools.bench_window import CountingApp, NoVoice, run_for
from vision.sources.camera import Frame

#: Number of events, by chance, after which the games are looked at.
EVENTS = 30
#: Seed of the first game that is tried.
SEED = 5
#: Width and height of the window (pixels).
WINDOW = (1280, 720)
#: Time that the window has to settle (seconds).
SETTLED_S = 8.0
#: Number of different pictures of each table that are shown again and again.
PICTURES = 3
#: Number of pictures that are watched before it counts.
FIRST = 8


@dataclass(frozen=True)
class Idle:
    """Shares of one processor: of the whole table, and of watching alone for each of `SIZES`."""

    page: str
    whole: float
    watching: tuple[float, ...]


def some_game(game_id: str) -> Game[Any, Any]:
    """Return a game by chance, so many events old, that is not over."""
    game = find_game(game_id)
    for seed in count(SEED):
        rng = Random(seed)
        played = game.rules.start(game.virtual.start(None, SEED, {}))
        while game.rules.over(played.state) is None:
            if len(played.events) == EVENTS:
                return played
            played = played.apply(rng.choice(allowed_events(game, played, rng)))
    raise AssertionError("seeds do not end")


@dataclass(frozen=True)
class IdleTable:
    """A game that is gone on with at a virtual table."""

    session: Session
    table_source: VirtualTableSource


@contextmanager
def idle_table(game_id: str) -> Iterator[IdleTable]:
    """Return a table on which a game of this kind waits for its players."""
    game, played = find_game(game_id), some_game(game_id)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        first, *others = played.events
        number = journal.start(game_id, as_json(game, first))
        for event in others:
            journal.append(number, as_json(game, event))
        session = open_session(journal, Settings(language="en"), [game.table], sees=True, rng=Random(SEED))
        session.resume(number)
        session.tick(time.monotonic())
        table_source = virtual_table_source(session, game.virtual, first, SEED)
        yield IdleTable(session, table_source)
        table_source.close()
        journal.close()


def whole_share(table: IdleTable, seconds: float) -> float:
    """Measure the processor share of window, virtual table, camera and watching together."""
    app = CountingApp(table.session, announcer=NoVoice(), buttons=Buttons())
    app.table_source = table.table_source
    return run_for(app, WINDOW, seconds, warm_up_s=SETTLED_S).share


def watching_share(table: IdleTable, size: tuple[int, int], looks: int) -> float:
    """Return the share of a processor for watching the table in pictures of this size.

    Each picture has noise of its own.
    """
    camera = VirtualCamera(table.table_source.table, size_px=size)
    pixels, rng = camera.latest().pixels, np.random.default_rng(SEED)
    grain = (rng.normal(0, NOISE, pixels.shape).astype(np.float32) for _ in range(PICTURES))
    film = cycle([np.asarray(cv2.add(pixels, noise, dtype=cv2.CV_8U), np.uint8) for noise in grain])
    eyes = ReadingSetup(table.session, lambda _: table.table_source.table.catalogue)
    watch = eyes.watch(focal_px=float(camera.view.camera.matrix[0, 0]))
    for number in range(FIRST):
        watch.see(Frame(next(film), number / FRAMES_PER_S))
    began = time.process_time()
    for number in range(FIRST, FIRST + looks):
        watch.see(Frame(next(film), number / FRAMES_PER_S))
    return (time.process_time() - began) * FRAMES_PER_S / looks


def measure(game_id: str, seconds: float) -> Idle:
    """Measure the idle table of one game."""
    pygame.display.init()
    try:
        with idle_table(game_id) as table:
            whole = whole_share(table, seconds)
            step = type(table.session.step).__name__
            table.table_source.close()
            watching = tuple(watching_share(table, size, round(seconds * FRAMES_PER_S)) for size in SIZES)
        return Idle(step, whole, watching)
    finally:
        pygame.display.quit()


def bench_idle(seconds: float, rounds: int = 2) -> list[str]:
    """Return one row for each game."""
    sizes = " | ".join(f"watching alone, {width}x{height}" for width, height in SIZES)
    lines = [f"| game | all that `play --virtual` does | {sizes} |", "|:--|--:|" + "--:|" * len(SIZES)]
    games = games_with(GamePart.VIRTUAL)
    found = [{game_id: measure(game_id, seconds) for game_id in games} for _ in range(rounds)]
    for game_id in games:
        runs = [run[game_id] for run in found]
        watching = [min(shares) for shares in zip(*(run.watching for run in runs), strict=True)]
        shares = [min(run.whole for run in runs), *watching]
        lines.append(f"| {find_game(game_id).title} | {' | '.join(f'{share:.1%}' for share in shares)} |")
        print(lines[-1], [run.page for run in runs], file=sys.stderr, flush=True)
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measures what an idle table costs.")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each table is measured (default: 8)")
    parser.add_argument("--rounds", type=int, default=2, help="how often each (default: 2)")
    args = parser.parse_args()
    print("\n".join(bench_idle(args.seconds, args.rounds)))


if __name__ == "__main__":
    main()
