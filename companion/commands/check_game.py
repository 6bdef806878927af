"""``companion check-game``: whether a game keeps to what every game must keep to."""

import argparse

from companion.device.errors import UserError
from companion.games import find_game, game_ids
from engine.suggestions import did_you_mean

#: The longest time for a check: a day (seconds).
_LONGEST_S = 86_400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", metavar="ID", help=f"which game: {', '.join(game_ids())}")
    parser.add_argument("--games", type=int, default=3, metavar="N", help="number of random games (default: 3)")
    parser.add_argument("--only", metavar="A,B", help="only these checks, such as words,pages (default: all)")
    parser.add_argument(
        "--limit", type=float, default=300, metavar="SECONDS", help="time for each check (default: 300)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Print a line for each check; return the exit status: 2 if one has failed."""
    if not 1 <= args.games <= 10_000:
        raise UserError(f"--games {args.games}: expected a number from 1 to 10000")
    if not 0 < args.limit <= _LONGEST_S:
        raise UserError(f"--limit {args.limit:g}: expected seconds, more than 0 and at most {_LONGEST_S}")
    from companion.games.checking_process import CheckOrder, check_in_process
    from companion.games.conformance import CHECKS

    only = [name.strip() for name in args.only.split(",")] if args.only else CHECKS
    unknown = [name for name in only if name not in CHECKS]
    if unknown:
        near = did_you_mean(unknown[0], CHECKS) or f"; there are {', '.join(CHECKS)}"
        raise UserError(f"--only: there is no check {unknown[0]!r}{near}")
    failed = False
    order = CheckOrder(args.game, find_game, games=args.games, seed=args.seed, only=only, limit_s=args.limit)
    for check in check_in_process(order):
        failed = failed or bool(check.problems)
        print(f"{'FAILED' if check.problems else 'ok':7} {check}", flush=True)
    return 2 if failed else 0
