"""Play every variant of the four games between greedy bots, and print who wins.

    .venv/bin/python -m tools.balance [--games 30] [--seed 1] [--nodes 100] [--only lifeboat]

It prints the table of BENCHMARKS.md, a line as soon as it is known. The games are those of `companion arena`.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

#: The numbers of players of each game.
PLAYERS = {"finstere-flure": range(2, 8), "lifeboat": range(4, 7), "coach-ride": range(3, 11), "betrayal": range(3, 7)}
#: Its variants, each played by so many.
VARIANTS = {
    "finstere-flure": (
        (4, "--set-up expert"),
        (4, "--set-up expert --faces any"),
        (4, "--set-up expert --dm-placing"),
        (4, "--set-up placed"),
        (4, "--dm-end"),
        (6, "--five-as-three"),
    ),
    "lifeboat": (
        (4, "--short-row"),
        (4, "--sharks"),
        (4, "--quick"),
        (4, "--cannibalism"),
        (4, "--cannibalism --harter"),
        (4, "--drowned-score"),
    ),
    "coach-ride": (
        (3, "--three-advanced"),
        (6, "--smuggling"),
        (6, "--fortune-telling"),
        (6, "--items mirror,sextant,coat,tome,crest"),
    ),
    "betrayal": ((4, "--widows-walk"),),
}


def rows(only: str | None) -> Iterator[tuple[str, str]]:
    """Yield the games, each with the arena's options."""
    for game, numbers in PLAYERS.items():
        if only in (None, game):
            yield from ((game, f"--players {players}") for players in numbers)
            yield from ((game, f"--players {players} {variant}") for players, variant in VARIANTS[game])


def played(game: str, options: str, fixed: list[str]) -> Mapping[str, Any]:
    """Return the arena's table of one row."""
    command = [sys.executable, "-m", "companion.main", "arena", "--game", game, "--bots", "greedy", "--json"]
    done = subprocess.run([*command, *options.split(), *fixed], check=True, capture_output=True, text=True)
    found: Mapping[str, Any] = json.loads(done.stdout)
    return found


def row_of(game: str, options: str, table: Mapping[str, Any]) -> str:
    """Return a line of the table; a seat is marked whose share chance alone would seldom bring."""
    seats = table["seats"].values()
    equal = sum(seat["share"] for seat in seats) / len(seats)
    shares = [
        f"{seat['share']:.0%}".rstrip("%") + "*" * (not seat["ci95"][0] <= equal <= seat["ci95"][1]) for seat in seats
    ]
    return f"| {game} | `{options}` | {table['games']} | {table['moves']:g} | {', '.join(shares)} |"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="tools.balance", description="Plays all variants between greedy bots.")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--only", choices=PLAYERS, help="one game")
    args = parser.parse_args()
    fixed = ["--games", str(args.games), "--seed", str(args.seed), "--nodes", str(args.nodes)]
    print("| game | options | games | moves (median) | % won by each seat |\n|:--|:--|--:|--:|:--|", flush=True)
    for game, options in rows(args.only):
        print(row_of(game, options, played(game, options, fixed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
