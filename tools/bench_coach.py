"""Measure Coach Ride: rules for ten players, time until a card counts, and watching a mat.

    python -m tools.bench_coach [--seed N]

For rules and watching it prints the processor's time. The time until a card counts is in the table's own time,
ten looks a second at a card that a hand lays into an open place in a fight; the time for reading the card is
added.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import cv2
import numpy as np

from companion.games.coach_ride.readings import READINGS
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hands import reaching
from engine.coach_ride import events as e
from engine.coach_ride.cards import UNSEALED, Item, Variant
from engine.coach_ride.game import RULES
from engine.coach_ride.state import State
from engine.game import Game
from tests.companion.games.coach_ride.film import LOOKS_PER_S, FightFilm
from tests.engine.coach_ride.hidden_table import HiddenTable
from vision.sources.camera import Frame
from vision.watching import TableWatch

#: Least number of events in a long game.
EVENTS = 500
#: Number of players of the longest game.
TEN = 10
#: Number of runs.
RUNS = 3
SIZES = ((4608, 2592), (2304, 1296))
#: So many pictures, each with a noise of its own, of a table on which nothing moves.
STILL = 4
#: They are looked at so often.
STILL_LOOKS = 50


def long_game(seed: int, players: int) -> Game[State, e.GameEvent]:
    """Return a game of at least so many events in which nobody claims before."""
    items = UNSEALED if players < TEN else tuple(item for item in UNSEALED if item is not Item.COAT)
    table = HiddenTable(Random(seed), players, (Variant.FORTUNE_TELLING, Variant.SMUGGLING), items, claims=0.0)
    while len(table.game.events) < EVENTS:
        table.step()
    return table.game


def seconds(work: Callable[[], object]) -> float:
    """Return the shortest time that the processor took."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def bench_rules(seed: int) -> list[str]:
    """Folding, judging, and what may happen next."""
    game = long_game(seed, TEN)
    folded = seconds(lambda: RULES.replay(game.events))
    lines = [f"{len(game.events)} events are judged and folded with their states: {folded:.2f} s"]
    judged: list[float] = []
    named: list[float] = []
    for state, event in zip(game.states(), game.events[1:], strict=False):
        judged.append(seconds(lambda state=state, event=event: RULES.problems(state, event)))  # type: ignore[misc]
        named.append(seconds(lambda state=state: RULES.next(state)))  # type: ignore[misc]
    for what, times in (("problems", judged), ("next", named)):
        lines.append(f"{what}, ten players: {1e3 * statistics.median(times):.2f} ms, at most {1e3 * max(times):.2f} ms")
    return lines


def bench_card(size: tuple[int, int]) -> str:
    """Measure the time from the hand's leaving until the card counts."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        film, spent = FightFilm(journal, size), 0.0
        for _ in range(20):
            film.look()
        film.table.put(film.dagger)
        film.table.arm = reaching(film.table, film.dagger.centre_mm)
        for _ in range(10):
            film.look()
        film.table.arm = None
        # The picture is drawn before: only watching and reading it is counted.
        film.draw()
        left = film.now + 1 / LOOKS_PER_S
        while not film.told and film.now < left + 10:
            began = time.process_time()
            film.look()
            spent = max(spent, time.process_time() - began)
        journal.close()
    assert film.told == (film.used,)
    return f"{size[0]}x{size[1]}: a laid card counts {film.now - left + spent:.2f} s after the hand has left"


def bench_still(size: tuple[int, int]) -> str:
    """Watching a mat in a fight on which nothing moves."""
    chance = Random(1)
    table = VIRTUAL.some_table(chance, 1)
    camera = VirtualCamera(table, size_px=size)
    picture, rng = camera.latest().pixels, np.random.default_rng(1)
    grain = [rng.normal(0, 2.0, picture.shape).astype(np.float32) for _ in range(STILL)]
    film = [np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8) for noise in grain]
    watch = TableWatch(
        READINGS.at_moment("fight").tags_read(table.catalogue), focal_px=float(camera.view.camera.matrix[0, 0])
    )
    for number in range(8):
        watch.see(Frame(film[number % STILL], number / LOOKS_PER_S))
    began = time.process_time()
    for number in range(STILL_LOOKS):
        watch.see(Frame(film[number % STILL], 1.0 + number / LOOKS_PER_S))
    share = (time.process_time() - began) * LOOKS_PER_S / STILL_LOOKS
    return f"{size[0]}x{size[1]}: while nothing moves, {share:.1%} of a processor at {LOOKS_PER_S:.0f} looks a second"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Measures Coach Ride.")
    parser.add_argument("--seed", type=int, default=1)
    for line in bench_rules(parser.parse_args().seed):
        print(line, flush=True)
    for size in SIZES:
        print(bench_card(size), flush=True)
        print(bench_still(size), flush=True)


if __name__ == "__main__":
    main()
