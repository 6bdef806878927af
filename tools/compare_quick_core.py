"""Compares the quick core of Finstere Flure with the readable engine.

Walks by all cards, and whole games::

    python -m tools.compare_quick_core --positions 100000 --games 2000 --seed 480001
"""

import argparse
import random
from collections.abc import Iterator
from dataclasses import replace

from companion.games.finstere_flure.learning.random_table import random_table
from engine.finstere_flure.board import CELLS, Direction
from engine.finstere_flure.position import Position
from tests.engine.finstere_flure.quick_games import compare_game, compare_walks

#: Positions of the monster on one random table, which takes longer to make than to compare.
_ON_A_TABLE = 10
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
    for number, position in zip(range(1, args.positions + 1), _positions(args.seed), strict=False):
        compare_walks(position)
        if number % _REPORT_POSITIONS == 0:
            print(f"{number} positions", flush=True)
    events = 0
    for seed in range(args.seed, args.seed + args.games):
        events += compare_game(seed)
        if (seed - args.seed + 1) % _REPORT_GAMES == 0:
            print(f"{seed - args.seed + 1} games", flush=True)
    print("| beside the readable engine | compared | differences |\n|:--|--:|--:|")
    print(f"| random positions, nine cards each: end, facing, hits, cells entered | {args.positions:,} | 0 |")
    seen = "pieces, turns, moves, cards, winner"
    print(f"| random games, after each of {events:,} events: {seen} | {args.games:,} | 0 |")


def _positions(seed: int) -> Iterator[Position]:
    """Yield random positions without an end."""
    rng = random.Random(seed)
    while True:
        table = random_table(rng, everything=rng.random() < 0.5)
        taken = {token.at for token in table.tokens} | {cell for tile in table.tiles for cell in tile.cells}
        free = [cell for cell in CELLS if cell not in taken]
        for cell in rng.sample(free, _ON_A_TABLE):
            yield replace(table, monster=cell, facing=rng.choice(list(Direction)))


if __name__ == "__main__":
    main()
