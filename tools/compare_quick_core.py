"""Compares the quick core of Finstere Flure with the readable engine.

Walks by all cards, and whole games::

    python -m tools.compare_quick_core --positions 100000 --games 2000 --seed 480001
"""

import argparse
import random

from companion.games.finstere_flure.random_table import random_table
from tests.engine.finstere_flure.quick_games import compare_game, compare_walks

#: So often (positions, games) it says how far it is.
_REPORT_POSITIONS = 10_000
_REPORT_GAMES = 200


def main() -> None:
    """Compare positions and games; the first difference raises AssertionError."""
    parser = argparse.ArgumentParser(description="Compares the quick core with the readable engine.")
    parser.add_argument("--positions", type=int, default=1000, help="random positions, all cards on each")
    parser.add_argument("--games", type=int, default=20, help="random games, compared after each event")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for seed in range(args.seed, args.seed + args.positions):
        rng = random.Random(seed)
        compare_walks(random_table(rng, everything=rng.random() < 0.5))
        if (seed - args.seed + 1) % _REPORT_POSITIONS == 0:
            print(f"{seed - args.seed + 1} positions", flush=True)
    events = 0
    for seed in range(args.seed, args.seed + args.games):
        events += compare_game(seed)
        if (seed - args.seed + 1) % _REPORT_GAMES == 0:
            print(f"{seed - args.seed + 1} games", flush=True)
    print(f"| {args.positions} positions | {args.games} games with {events} events | no difference |")


if __name__ == "__main__":
    main()
