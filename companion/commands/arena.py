"""``companion arena``: a tournament of bots, over all cores."""

import argparse
import json
import os
import signal
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing import Pool
from multiprocessing.pool import AsyncResult
from multiprocessing.pool import Pool as PoolType
from random import Random
from typing import Any

from companion.device.errors import UserError
from companion.device.option_flags import add_flags, chosen_by_flags
from companion.games import CompanionGame, find_game, game_options
from companion.games.choosing import GAME_NAMED
from companion.games.opponents import bots_of
from companion.opponents.budget import Budget
from companion.opponents.tournament import Played, Table, play_game, rotations
from engine.suggestions import did_you_mean

#: Time of a bot for a move, where nothing else is said (ms).
MOVE_MS = 1000
#: Games where nothing else is said: fewer if it is clear before.
MOST_GAMES = 1000
_LARGEST = 1_000_000


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--bots", metavar="NAME,NAME", required=True, help=f"who plays: {', '.join(bots_of(game))}")
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help=f"number of games (default: until one is clearly stronger, at most {MOST_GAMES})",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals and of the bots' choices (default: 1)")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (default: the game's usual one)")
    parser.add_argument(
        "--move-ms", type=int, metavar="MS", help=f"time for a move, in milliseconds (default: {MOVE_MS})"
    )
    parser.add_argument(
        "--nodes",
        type=int,
        metavar="N",
        help="states that a search may look at for a move, instead of --move-ms; others look at all moves",
    )
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    add_flags(parser, game_options(), game.id if parser.get_default(GAME_NAMED) else None)


def run(args: argparse.Namespace) -> int:
    """Print the table of a tournament."""
    game: CompanionGame = args.companion_game
    bots = _bots(args.bots, game)
    for name, least in (("games", 1), ("move_ms", 1), ("nodes", 1)):
        number = getattr(args, name)
        if number is not None and not least <= number <= _LARGEST:
            raise UserError(f"--{name.replace('_', '-')} {number}: expected a number from {least} to {_LARGEST}")
    if args.nodes is not None and args.move_ms is not None:
        raise UserError("--nodes and --move-ms are two ways to say the same; leave one out")
    others = [option for game_id, options in game_options().items() if game_id != game.id for option in options]
    options = chosen_by_flags(args, game.options, others)
    seconds = (args.move_ms or MOVE_MS) / 1000 if args.nodes is None else None
    plan = _Plan(game.id, bots, args.seed, args.players, tuple(options.items()), args.nodes, seconds)
    table = play_tournament(plan, args.games)
    if args.json:
        print(json.dumps(table.to_json(args.seed)))
    else:
        print("\n".join(_lines(table.to_json(args.seed))))
    return 0


def _bots(names: str, game: CompanionGame) -> tuple[str, ...]:
    """Return the names on the command line. Raises UserError for those of nobody."""
    known, found = bots_of(game), tuple(name.strip() for name in names.split(","))
    for name in found:
        if name not in known:
            near = did_you_mean(name, known) or f"; there are {', '.join(known)}"
            raise UserError(f"--bots: there is no bot {name!r}{near}")
    return found


@dataclass(frozen=True)
class _Plan:
    """All that the games of a tournament have in common."""

    game_id: str
    bots: tuple[str, ...]
    seed: int
    players: int | None
    options: tuple[tuple[str, Any], ...]
    nodes: int | None
    seconds: float | None


def play_tournament(plan: _Plan, games: int | None) -> Table:
    """Play so many games, the last round to its end; None: until it is clear who is stronger.

    The rounds count in their order, so that a tournament ends alike on any number of cores.
    """
    # What is wrong is told before processes are started.
    _start(plan, 0)
    table, most = Table(plan.bots), games or MOST_GAMES
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    # Leaving the pool ends its processes, whatever they play: at the end, and when the user has had enough.
    with Pool(cores, initializer=_leave_signals_to_the_pool) as pool:
        for played in _rounds(pool, plan, cores):
            table.add(played)
            if len(table.games) >= most or (games is None and table.is_clear):
                break
    return table


def _leave_signals_to_the_pool() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _rounds(pool: PoolType, plan: _Plan, ahead: int) -> Iterator[list[Played]]:
    """Yield the rounds in order; of those to come `ahead` more than one are played meanwhile."""
    waiting: deque[AsyncResult[list[Played]]] = deque()
    for number in count():
        waiting.append(pool.apply_async(_play_round, (plan, number)))
        if len(waiting) > ahead:
            yield waiting.popleft().get()


def _start(plan: _Plan, number: int) -> tuple[CompanionGame, Any, tuple[str, ...]]:
    """Return the game, the first event of a round, and who plays.

    Raises UserError for what cannot be played.
    """
    game = find_game(plan.game_id)
    assert game.play.is_listed
    started = game.virtual.start(plan.players, plan.seed + number, dict(plan.options))
    return game, started, game.players(started)


def _play_round(plan: _Plan, number: int) -> list[Played]:
    game, started, seats = _start(plan, number)
    known, play = bots_of(game), game.play
    seed, played = f"{plan.seed} {number}", []
    dealt = play.deal(started, Random(seed))
    for names in rotations(plan.bots, [play.side(dealt, seat) for seat in seats]):
        seated = {seat: (name, known[name]) for seat, name in zip(seats, names, strict=True)}
        budget = partial(Budget, nodes=plan.nodes, seconds=plan.seconds)
        played.append(play_game(play, started, seated, budget, seed))
    return played


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    yield f"{table['games']} games of {table['moves']:g} moves (median)"
    for kind, rows in (("", table["bots"]), ("seat ", table["seats"])):
        for name, row in rows.items():
            low, high = row["ci95"]
            line = f"{kind}{name}: {row['wins']:g} of {row['games']} won, {row['share']:.1%} ({low:.1%} to {high:.1%})"
            for mistake, made in row.get("mistakes", {}).items():
                line += f", {mistake} in {made} of {table['games']} games"
            times = row.get("ms_per_move")
            yield f"{line}, {times['median']:g} ms a move, at most {times['max']:g}" if times else line
