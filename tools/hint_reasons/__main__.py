"""Check the reasons of hints at length: each claim is counted again.

    nice -n 15 .venv/bin/python -m tools.hint_reasons --game lifeboat --hints 1000

Bots play games of these seeds; at each decision a hint with its reason is made and checked. It prints the reasons by
kind, and each one that is not true, that tells what is hidden, or that has no sentence; the exit status is 1 if there
was any. `--nodes`: states that a bot looks at for a move. `--print N`: the first N sentences in all languages.
`--report` keeps the figures, and writes them to BENCHMARKS.md.
"""

import argparse
import json
import sys
import tomllib
from importlib import import_module
from itertools import islice
from math import inf
from pathlib import Path
from typing import cast

from companion.games import CompanionGame, find_game, game_ids
from tools.benchmarks import TABLES, keep_row, measured_version, today, write_page
from tools.hint_reasons.hints import FOR_ALL, Report, check_hints, hints, sentences

_EXAMPLES = Path(__file__).parents[2] / "examples"
_HEAD = "| game | hints | contradicted | kinds of reasons | measured |"
_COMMAND = "python -m tools.hint_reasons --game GAME --hints 1000 --report"


def example_games() -> dict[str, tuple[Path, str]]:
    """Return the folder and the object of each game in the folder examples, by their ids."""
    found: dict[str, tuple[Path, str]] = {}
    for project in sorted(_EXAMPLES.glob("*/pyproject.toml")):
        entries = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["entry-points"]["companion.games"]
        found |= {game_id: (project.parent, where) for game_id, where in entries.items()}
    return found


def load_game(game_id: str) -> CompanionGame:
    """Return an installed game, or one of the examples of this checkout."""
    if game_id in game_ids():
        return find_game(game_id)
    games = example_games()
    if game_id not in games:
        return find_game(game_id)
    folder, where = games[game_id]
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    module, _, name = where.partition(":")
    return cast(CompanionGame, getattr(import_module(module), name))


def keep_report(game_id: str, report: Report, folder: Path = TABLES) -> None:
    """Keep a game's figures in the place of its older ones."""
    kinds = len({kind.removesuffix(FOR_ALL) for kind in report.kinds})
    measured = f"{today()}, {measured_version()}"
    cells = game_id, f"{report.decisions:,}", f"{len(report.problems):,}", str(kinds), measured
    keep_row("hint-reasons", _HEAD, "|:--|--:|--:|--:|:--|", cells, _COMMAND, folder)


def main(words: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", required=True, help="id of the game")
    parser.add_argument("--hints", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=inf, help="end after so long, with fewer hints")
    parser.add_argument("--print", type=int, default=0, dest="printed", metavar="N")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--report", action="store_true", help="keep the figures, and write them to BENCHMARKS.md")
    options = parser.parse_args(words)
    game = load_game(options.game)
    for hint in islice(hints(game, options.seed, options.nodes), options.printed):
        print(*(f"{code}: {text}" for code, text in sentences(hint).items()), sep="\n", end="\n\n")
    report = check_hints(game, options.hints, options.seed, options.nodes, options.minutes)
    if options.report:
        keep_report(game.id, report)
        write_page()
    if options.json:
        print(json.dumps({"game": game.id, **vars(report)}))
    else:
        print(
            f"{game.id}, {report.decisions} hints:",
            ", ".join(f"{kind} {count}" for kind, count in report.kinds.most_common()),
        )
        print(*report.problems, sep="\n", end="\n" if report.problems else "")
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
