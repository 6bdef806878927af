"""Check in many random states that bots know only what their seat knows.

    .venv/bin/python -m tools.views --game betrayal [--states 100000] [--seed N]

What is hidden from a seat is changed: its view, its moves and what every bot does must stay the same. Prints the first
problems; the exit status is 1 if there is one.
"""

import argparse
import sys
from itertools import count

from companion.games import find_game, game_ids
from companion.games.play_checks import some_states, view_problems

STATES = 100_000
#: No more problems are printed.
_MOST_PROBLEMS = 10


def main() -> int:
    """Checks game after game until there were enough states."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True, choices=game_ids())
    parser.add_argument("--states", type=int, default=STATES)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    args = parser.parse_args()
    game, looked_at, problems = find_game(args.game), 0, list[str]()
    for seed in count(args.seed):
        states = some_states(game, 1, seed)
        problems += view_problems(game, states, seed)
        looked_at += len(states)
        if looked_at >= args.states or len(problems) >= _MOST_PROBLEMS:
            break
    print(f"{looked_at} states, {len(problems)} problems", *problems[:_MOST_PROBLEMS], sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
