"""Figures of compared secrets: a row a game in the kept table of the benchmarks."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tools.benchmarks import TABLES, BenchmarkTable, keep_table, kept_tables, measured_version, today

_NAME = "secrets"
_COMMAND = "python -m tools.phone_secrets --game GAME --states N --report"


@dataclass
class Figures:
    """Counts of a game: compared states, leaks, and changes of each hidden field."""

    states: int = 0
    leaks: int = 0
    changed: Counter[str] = field(default_factory=Counter)


def keep_figures(game: str, figures: Figures, folder: Path = TABLES) -> None:
    """Keep a game's row in the place of its older one."""
    table = kept_tables(folder).get(_NAME)
    rows = {row.split("|")[1].strip(): row for row in table.rows} if table else {}
    changed = ", ".join(f"{kind} {count:,}" for kind, count in sorted(figures.changed.items()))
    origin = f"{figures.states:,} | {figures.leaks:,} | {today()}, {measured_version()}"
    rows[game] = f"| {game} | {origin} | {changed} |"
    head = "| game | states | with a leak | measured | states in which a hidden field was another |"
    lines = tuple(rows[name] for name in sorted(rows))
    keep_table(
        _NAME, BenchmarkTable(head, "|:--|--:|--:|:--|:--|", lines, _COMMAND, measured_version(), today()), folder
    )
