"""The entry of a process of the evening: its clocks are set before anything else is loaded."""

import argparse
from pathlib import Path

from tools.soak.clocks import set_clocks


def main() -> None:
    """Play as the command line says."""
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
