"""Figures of compared secrets: a row a game in the kept table of the benchmarks."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tools.benchmarks import TABLES, keep_row, measured_version, today

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
    changed = ", ".join(f"{kind} {count:,}" for kind, count in sorted(figures.changed.items()))
    measured = f"{today()}, {measured_version()}"
    cells = game, f"{figures.states:,}", f"{figures.leaks:,}", measured, changed
    head = "| game | states | with a leak | measured | states in which a hidden field was another |"
    keep_row(_NAME, head, "|:--|--:|--:|:--|:--|", cells, _COMMAND, folder)
