"""Measure random play of the four games, beside OpenSpiel's in turns.

    .venv/bin/pip install --no-deps open_spiel
    .venv/bin/python -m tools.bench_play [--seconds 2] [--turns 5]

Each event is drawn from what is possible and folded; what is possible is allowed, and is not judged again. OpenSpiel's
games are played from Python, as its users do: its engines are C++. Processor's time on one core, the best turn of each;
without the wheel its rows are left out.
"""

import argparse
import importlib.util
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Any

from companion.games import find_game, game_ids

#: Games of OpenSpiel: the smallest, boards, dice, cards.
THEIRS = ("tic_tac_toe", "checkers", "othello", "backgammon", "gin_rummy", "hearts")
#: A game that has not ended after so many events goes on no longer.
MOST_EVENTS = 3000


def play_ours(game: str, seed: int) -> int:
    """Play a game of as many players as its seed gives; return its events."""
    found, rng, events = find_game(game), Random(seed), 0
    play = found.play
    state = play.deal(found.virtual.start(None, seed, {}), rng)
    while play.over(state) is None and events < MOST_EVENTS:
        move = play.draw(state, rng)
        events += play.event(move) is not None
        state = play.follow(state, move)
    return events


def play_theirs(game: Any, seed: int) -> int:
    """Play a game of OpenSpiel; return its actions, those of chance included."""
    rng, state, actions = Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        actions += 1
    return actions


def rate(play: Callable[[int], int], seconds: float) -> float:
    """Play games from the same seeds on for so long; return the events a second."""
    events, began = 0, time.process_time()
    for seed in count(1):
        events += play(seed)
        spent = time.process_time() - began
        if spent > seconds:
            return events / spent
    raise AssertionError


def main() -> None:
    """Print the table of BENCHMARKS.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--turns", type=int, default=5)
    args = parser.parse_args()
    played = {find_game(game).title: partial(play_ours, game) for game in game_ids()}
    if importlib.util.find_spec("pyspiel") is not None:
        import pyspiel

        played |= {f"OpenSpiel: {name}": partial(play_theirs, pyspiel.load_game(name)) for name in THEIRS}
    best = dict.fromkeys(played, 0.0)
    for _ in range(args.turns):
        for name, play in played.items():
            best[name] = max(best[name], rate(play, args.seconds))
    print("| game | events a second |\n|:--|--:|")
    for name, events in best.items():
        print(f"| {name} | {events:,.0f} |")


if __name__ == "__main__":
    main()
