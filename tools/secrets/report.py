"""Figures of compared secrets: kept as JSON, from which their section of BENCHMARKS.md is written whole."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]
#: The last run of each game.
KEPT = Path(__file__).with_name("figures.json")
PAGE = _ROOT / "BENCHMARKS.md"
HEADING = "## Secrets"


@dataclass
class Figures:
    """Counts of one game: compared states, those with a leak, and in how many each hidden field was another."""

    states: int = 0
    leaks: int = 0
    changed: Counter[str] = field(default_factory=Counter)


def keep_figures(game: str, figures: Figures, seed: int, kept: Path = KEPT, page: Path = PAGE) -> None:
    """Keep a game's figures in the place of older ones, and write the section of all."""
    every: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    every[game] = {
        "states": figures.states,
        "seed": seed,
        "leaks": figures.leaks,
        "changed": dict(sorted(figures.changed.items())),
    }
    every = dict(sorted(every.items()))
    kept.write_text(json.dumps(every, indent=2) + "\n", encoding="utf-8")
    page.write_text(_with_section(page.read_text(encoding="utf-8"), _section(every)), encoding="utf-8")


def _with_section(page: str, section: str) -> str:
    """Return the page with this section in the place of the older one, or at its end."""
    before, heading, behind = page.partition(f"\n{HEADING}\n")
    if not heading:
        return f"{page.rstrip()}\n\n{section}"
    _, following, others = behind.partition("\n## ")
    return f"{before.rstrip()}\n\n{section}" + (f"\n## {others}" if following else "")


def _section(every: Mapping[str, Any]) -> str:
    lines = [
        HEADING,
        "",
        "`python -m tools.phone_secrets --game GAME --states N --report`: each state is compared with others in which",
        "something is otherwise that a seat may not know (`Play.secrets`): its view, its phone, one without a seat,",
        "the table's pages, ring, voice, hints and log. Views are compared for each hidden field alone, the rest for",
        "all at once.",
        "",
        "| game | states | with a leak | states in which a hidden field was another |",
        "|:--|--:|--:|:--|",
    ]
    for game, figures in every.items():
        changed = ", ".join(f"{kind} {count:,}" for kind, count in figures["changed"].items())
        lines.append(f"| {game} | {figures['states']:,} | {figures['leaks']:,} | {changed} |")
    return "\n".join(lines) + "\n"
