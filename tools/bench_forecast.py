"""Measure forecasts and quick games of Finstere Flure beside the readable engine.

    .venv/bin/python -m tools.bench_forecast

Processor's time on one core, positions and games by fixed seeds. `tools.compare_quick_core` compares the results.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from companion.games.finstere_flure.learning.random_table import random_table
from engine.finstere_flure.cards import Card, parse_card
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.forecast import Odds, forecast, move_forecasts
from engine.finstere_flure.game import Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR
from engine.finstere_flure.position import Position
from engine.finstere_flure.quick_game import QuickGame
from engine.finstere_flure.walks import QuickBoard
from tests.engine.finstere_flure.random_games import play

POSITIONS = 60
#: Random games in the quick engine; the readable one plays a tenth of them.
GAMES = 40
#: The best of so many runs counts.
RUNS = 5


def spent_us(work: Callable[[], object], runs: int = RUNS) -> float:
    """Return the least processor's time of a few runs, in microseconds."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return 1e6 * min(times)


def bench_forecast() -> list[str]:
    """Return the table of forecasts and quick games."""
    tables = [random_table(Random(seed), everything=True) for seed in range(POSITIONS)]
    ten, odds = parse_card("10"), Odds()
    readable = statistics.median(spent_us(partial(move_monster, table, ten)) for table in tables)
    median = statistics.median(_walk_us(table, [ten]) for table in tables)
    every = statistics.median(_walk_us(table, odds.cards) for table in tables)
    whole = statistics.median(spent_us(partial(forecast, table, odds)) for table in tables)
    moves = [_moves_us(table, odds) for table in tables]
    return [
        "| what | µs (median) | to card 10 of the readable engine |",
        "|:--|--:|--:|",
        f"| monster's move, card 10, with its trace | {readable:.0f} | 1 x |",
        f"| the same walk without a trace | {median:.0f} | {median / readable:.2f} x |",
        f"| all cards of the deck in one walk | {every:.0f} | {every / readable:.2f} x |",
        f"| `companion forecast`, without moves | {whole:.0f} | {whole / readable:.2f} x |",
        f"| all moves of one token, each with all cards | {statistics.median(moves):.0f} | |",
        f"| the same, the longest of {len(moves)} | {max(moves):.0f} | |",
        "",
        "| random games of four players | games a second |",
        "|:--|--:|",
        f"| readable engine, events judged | {_readable_games():.1f} |",
        f"| quick games | {_quick_games():.0f} |",
    ]


def _walk_us(table: Position, cards: Sequence[Card]) -> float:
    board = QuickBoard(table)
    return spent_us(lambda: board.copy().walk(cards))


def _moves_us(table: Position, odds: Odds) -> float:
    def work() -> None:
        token_moves.cache_clear()
        move_forecasts(table, table.tokens[0].id, odds)

    return spent_us(work, runs=2)


def _starts() -> Iterator[GameStarted]:
    for _ in range(GAMES):
        yield GameStarted(COLOURS_WITH_FOUR, COLOURS_WITH_FOUR[0])


def _readable_games() -> float:
    starts = list(_starts())[: GAMES // 10]
    us = spent_us(lambda: [play(start, Random(seed)) for seed, start in enumerate(starts)], runs=1)
    return 1e6 * len(starts) / us


def _quick_games() -> float:
    games = [
        QuickGame(Game.start(start).apply(shuffle_deck(Random(seed))).state) for seed, start in enumerate(_starts())
    ]

    def work() -> None:
        for seed, game in enumerate(games):
            game.copy().play_randomly(Random(seed))

    us = spent_us(work, runs=3)
    return 1e6 * len(games) / us


if __name__ == "__main__":
    print(*bench_forecast(), sep="\n")
