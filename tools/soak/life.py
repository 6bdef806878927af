"""The entry of a process of the evening: its clocks are set before anything else is loaded.

The clock that games go by runs `SPEED` times as fast, so that an evening passes in less; waiting takes as long as ever.
The clock on the wall jumps.
"""

import argparse
import time
from pathlib import Path

SPEED = 24.0


class WallClock:
    """The system's clock, which somebody may set."""

    off_s = 0.0


def set_clocks() -> None:
    """From now on `time.monotonic` and `time.time` are those of the evening."""
    steady, wall, began = time.monotonic, time.time, time.monotonic()
    time.monotonic = lambda: began + SPEED * (steady() - began)
    time.time = lambda: wall() + WallClock.off_s


def main() -> None:
    """Plays as the command line says."""
    parser = argparse.ArgumentParser(description="Plays games with faults; see tools.soak.report.")
    parser.add_argument("folder", type=Path, help="diary and log")
    parser.add_argument("disk", type=Path, help="where the journal is, on a disk that may be filled")
    parser.add_argument("--games", type=int, required=True, help="finished games that the journal shall hold then")
    parser.add_argument("--events", type=int, default=None, help="at most so many events")
    parser.add_argument("--seed", type=int, required=True)
    args = parser.parse_args()
    set_clocks()
    from tools.soak.evening import play_evening

    play_evening(args.folder, args.disk, games=args.games, most_events=args.events, seed=args.seed)


if __name__ == "__main__":
    main()
