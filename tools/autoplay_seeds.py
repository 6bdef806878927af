"""Plays many games of Lifeboat by bots before the virtual camera, over all numbers of players and variants.

    python -m tools.autoplay_seeds --games 112 --seed 1000

Each game must end by the rules, with nothing misread, and be what its events replay. Prints a line for each game that
does not, and a sum at the end; the exit status is 1 if any did not.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.virtual_table.autoplay import play_headless

#: With seven players Dr. Harter must be among them, who comes with cannibalism (V4, V5).
_SEVEN = 7
_VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("short_row",),
    ("sharks",),
    ("quick",),
    ("cannibalism",),
    ("drowned_score",),
    ("short_row", "sharks", "quick", "cannibalism"),
)


def kinds() -> Iterator[tuple[int, tuple[str, ...]]]:
    """All numbers of players with all variants, again and again."""
    for variants in cycle(_VARIANTS):
        for players in (4, 5, 6, _SEVEN):
            yield players, tuple({*variants, "cannibalism", "harter"}) if players == _SEVEN else variants


def played(seed: int, players: int, variants: tuple[str, ...]) -> dict[str, Any]:
    """What `companion play --autoplay --headless` prints of a game."""
    start = VIRTUAL.start(players, seed, dict.fromkeys(variants, True))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            return play_headless(VIRTUAL, start, journal, seed=seed)
        finally:
            journal.close()


def main() -> int:
    """Plays the games and says what became of them."""
    parser = argparse.ArgumentParser(description="Plays many games of Lifeboat before the virtual camera.")
    parser.add_argument("--games", type=int, default=112)
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    args = parser.parse_args()
    failed = readings = events = 0
    for seed, (players, variants) in enumerate(islice(kinds(), args.games), start=args.seed):
        told = played(seed, players, variants)
        readings, events = readings + told["readings"], events + told["events"]
        if told["problems"] or not told["same_as_replay"]:
            failed += 1
            print(f"seed {seed}, {players} players, {', '.join(variants) or 'no variants'}: {told}", flush=True)
    print(f"{args.games} games, {events} events, {readings} readings: {failed} went wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
