"""Measure the rules of Betrayal on a random game of 400 events.

    .venv/bin/python -m tools.bench_house [--seed N]

The game has Widow's Walk and a haunt. Prints how long the game takes to be folded, each event judged; to be
told event by event as `companion referee --json --each` does; and how long it takes, at worst, to know after a
change what fits behind every open door of the house and where the player on turn can go. Processor's time, the best
of a few runs.
"""

import argparse
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

from engine.betrayal.game import RULES
from engine.betrayal.house import House
from engine.betrayal.stack import tiles_left
from engine.betrayal.state import State
from engine.betrayal.ways import reach
from engine.game import Game
from engine.gamefile import game_to_text, judge
from engine.values import replaced
from tests.engine.betrayal.random_games import random_game

EVENTS = 400
RUNS = 3


def some_game(seed: int) -> Game[Any, Any]:
    """Return the first random game from this seed on that has so many events."""
    while True:
        *_, game = random_game(Random(seed), most=EVENTS, widows_walk=True)
        if len(game.events) == EVENTS:
            return game
        seed += 1


def best(work: Callable[[], object]) -> float:
    """Return the shortest time that the work took, in seconds."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def judge_each(text: str) -> None:
    """Produce the referee's output."""
    for judgement in judge(RULES, text.removesuffix("\n").split("\n")):
        assert judgement.game is not None
        json.dumps(RULES.public_state(judgement.game.state))


def recompute(state: State) -> None:
    """Compute fitting tiles behind every open door, and rooms in reach of the player on turn.

    Nothing is known of the house before.
    """
    fresh = replaced(state, house=House(state.house.rooms))
    for floor in fresh.floors:
        left = tuple(tiles_left(fresh, floor))
        for room, door in fresh.house.open_doors(floor):
            for tile in left:
                list(fresh.house.fitting_turns(tile, room, door))
    if fresh.turn in fresh.explorers:
        reach(fresh, str(fresh.turn))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    game = some_game(parser.parse_args().seed)
    text, states = game_to_text(RULES, game.events), game.states()
    change = max(best(lambda state=state: recompute(state)) for state in states)  # type: ignore[misc]
    folded, told = best(lambda: RULES.replay(game.events)), best(lambda: judge_each(text))
    print("| what | processor's time |\n|:--|--:|")
    rooms = len(game.state.house.rooms)
    print(f"| {len(game.events)} events with {rooms} rooms folded, each judged | {folded:.3f} s |")
    print(f"| the same told event by event (`referee --json --each`) | {told:.2f} s |")
    print(f"| what fits behind each open door, and who can go where, after a change | {1000 * change:.1f} ms at most |")


if __name__ == "__main__":
    main()
