"""Measures the rules, on request side by side with those of an earlier commit.

    .venv/bin/python -m tools.bench_rules --against COMMIT     prints both, and the ratio

The earlier rules are unpacked to a folder of their own and run in processes of their own, in turns with those of today:
a machine that is busy slows both.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.positionfile import position_from_json
from engine.finstere_flure.tracefile import move_to_json

ROOT = Path(__file__).resolve().parent.parent
#: What is measured, in this order.
WHAT = ("monster's move, card 8", "the same from JSON to JSON", "all moves of one token")
CARD = "8"
#: Each thing is done so often in a row, and the best time counts.
RUNS = 5
TURNS = 3


def measure(positions: list[Any]) -> list[float]:
    """Return microseconds for each of `WHAT`, the median over these decoded positions."""
    spent: list[list[float]] = [[] for _ in WHAT]
    for data in positions:
        position = position_from_json(data)
        spent[0].append(_best(partial(move_monster, position, CARD)))
        spent[1].append(_best(partial(_from_json_to_json, data)))
        # A position that was never asked for, so that nothing is remembered; reading it is taken off.
        moves = _best(partial(_read_and_search, data, position.tokens[0].id), getattr(token_moves, "cache_clear", None))
        spent[2].append(moves - _best(partial(position_from_json, data)))
    return [1e6 * statistics.median(times) for times in spent]


def _from_json_to_json(data: object) -> None:
    move_to_json(move_monster(position_from_json(data), CARD))


def _read_and_search(data: object, token: str) -> None:
    token_moves(position_from_json(data), token)


def _best(work: Callable[[], object], before: Callable[[], object] | None = None) -> float:
    best = float("inf")
    for _ in range(RUNS):
        if before:
            before()
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def random_positions(count: int) -> list[Any]:
    """Position files with all tiles and tokens, decoded."""
    from companion.games.finstere_flure.learning.random_table import random_table
    from engine.finstere_flure.positionfile import position_to_json

    return [position_to_json(random_table(random.Random(seed), everything=True)) for seed in range(count)]


def compare(commit: str, positions: list[Any]) -> list[tuple[float, float]]:
    """Return microseconds at the commit and now for each of `WHAT`, the best of a few turns."""
    archive = subprocess.run(["git", "archive", commit, "engine"], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        trees = (folder, str(ROOT))
        turns = [[_elsewhere(tree, positions) for tree in trees] for _ in range(TURNS)]
    best = [[min(times) for times in zip(*of_tree, strict=True)] for of_tree in zip(*turns, strict=True)]
    return list(zip(*best, strict=True))


def _elsewhere(tree: str, positions: list[Any]) -> list[float]:
    """`measure` in a process of its own, with the rules of this tree."""
    environment = {**os.environ, "PYTHONPATH": tree}
    command = [sys.executable, "-P", __file__, "--measure"]
    told = subprocess.run(
        command, env=environment, input=json.dumps(positions), text=True, check=True, capture_output=True
    )
    found: list[float] = json.loads(told.stdout)
    return found


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description="Measures the rules.")
    parser.add_argument("--against", metavar="COMMIT", default="HEAD~1", help="the earlier rules (the commit before)")
    parser.add_argument("--positions", type=int, default=100, metavar="N")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        print(json.dumps(measure(json.load(sys.stdin))))
        return
    print("| what | µs before | µs now | ratio |\n|:--|--:|--:|--:|")
    for what, (before, time_s) in zip(WHAT, compare(args.against, random_positions(args.positions)), strict=True):
        print(f"| {what} | {before:.0f} | {time_s:.0f} | {time_s / before:.2f} |")


if __name__ == "__main__":
    main()
