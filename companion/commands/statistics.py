"""``companion statistics``: what the finished games of this box add up to."""

import argparse
import json
import sys
from pathlib import Path

from companion.device.errors import UserError
from companion.device.extras import extra_command
from companion.device.files import write_whole
from companion.device.language import LANGUAGES, say, say_count, use_language
from companion.device.log import warn
from companion.device.outputs import said
from companion.device.plain_text import plain
from companion.device.settings import default_settings_path, load_settings
from companion.figures.rating import Rating, can_rate, ratings
from companion.games.counting import count_games
from companion.games.search_flags import add_search_flags, chosen_search
from companion.games.statistics_report import can_plot, lines, statistics_of, to_csv, to_html, to_json
from companion.journal.choosing import add_journal_argument, journal_path
from companion.journal.player_names import PlayerNames

#: How far a count is is shown after so many games.
_TOLD_EVERY = 25
_EXTRA = extra_command("statistics")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_journal_argument(parser)
    add_search_flags(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print everything as JSON")
    forms.add_argument("--csv", action="store_true", help="print a line for each number: game,table,row,column,value")
    forms.add_argument("--html", dest="out", metavar="FILE", help="write a page with plots that can be printed")
    parser.add_argument("--rating", action="store_true", help="also rate the players who have names, by each game")
    parser.add_argument("--language", choices=list(LANGUAGES), help="language (default: that of the settings)")


def _tell_progress(done: int, total: int) -> None:
    """Show in one line of the terminal how far the count is: ten thousand games take minutes."""
    if total >= _TOLD_EVERY and (done % _TOLD_EVERY == 0 or done == total):
        told = say_count("{done} of {n} game counted", "{done} of {n} games counted", total, done=done)
        print(f"\r{told}", end="\n" if done == total else "", file=sys.stderr, flush=True)


def run(args: argparse.Namespace) -> int:
    """Print or write the statistics; return the exit status."""
    settings = load_settings(default_settings_path())[0]
    use_language(args.language or settings.language)
    if args.rating and not can_rate():
        raise UserError(f"--rating: the package openskill is missing; install it: {_EXTRA}")
    path = journal_path(args)
    names = PlayerNames(path)
    search = chosen_search(args, names)
    player = "" if args.player is None else names.find(args.player)
    facts = list(count_games(path, names, search, _tell_progress if sys.stderr.isatty() else None))
    statistics = statistics_of(facts, player)
    rated: dict[str, list[Rating]] | None = None
    if args.rating:
        rated = {game.kind: ratings(game.facts) for game in statistics}
    if args.out is not None:
        if not can_plot():
            warn(f"the page has no plots: the package matplotlib is missing; install it: {_EXTRA}")
        out = Path(args.out)
        if not out.parent.is_dir():
            raise UserError(f"{out}: there is no folder {out.parent}")
        write_whole(out, to_html(statistics, rated).encode())
        said(out, f"statistics of {len(facts)} games")
    elif args.json:
        print(json.dumps(to_json(statistics, rated), ensure_ascii=False))
    elif args.csv:
        sys.stdout.write(to_csv(statistics, rated))
    elif not statistics:
        print(say("No finished game was found."))
    else:
        print("\n".join(map(plain, lines(statistics, rated))))
    return 0
