"""Flags that say which games a command is about: game, player, date and length."""

import argparse
import re
from datetime import date

from companion.device.errors import UserError
from companion.games import find_game, game_ids
from companion.journal.player_names import PlayerNames
from companion.journal.search import GameSearch

_LENGTH = re.compile(r"(\d{0,6})(-?)(\d{0,6})", re.ASCII)


def add_search_flags(parser: argparse.ArgumentParser, *, default: str | None = None) -> None:
    """Declare the flags; `default` is their value where they are not given."""
    parser.add_argument("--game", metavar="GAME", default=default, help="only games of this kind")
    parser.add_argument("--player", metavar="NAME", default=default, help="only games in which this player sat")
    parser.add_argument("--since", metavar="DATE", default=default, help="played on this day or later: 2026-11-21")
    parser.add_argument("--until", metavar="DATE", default=default, help="played on this day or before")
    parser.add_argument("--length", metavar="N-M", default=default, help="so many events: 50-200, 50- or -200")


def chosen_search(args: argparse.Namespace, names: PlayerNames) -> GameSearch:
    """Return what the flags search for. Raises UserError."""
    least, most = _length(args.length)
    if args.game is not None and args.game not in game_ids():
        find_game(args.game)
    return GameSearch(
        args.game or "",
        day_flag("--since", args.since),
        day_flag("--until", args.until),
        least,
        most,
        None if args.player is None else names.games_of([args.player]),
    )


def day_flag(flag: str, text: str | None) -> date | None:
    """Return the day that a flag names; None: it was not given. Raises UserError."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UserError(f"{flag} {text[:40]!r}: expected a day such as 2026-11-21") from None


def _length(text: str | None) -> tuple[int, int | None]:
    if text is None:
        return 0, None
    found = _LENGTH.fullmatch(text)
    if found is None or not (found[1] or found[3]):
        raise UserError(f"--length {text[:40]!r}: expected numbers of events, such as 50-200, 50- or -200")
    least = int(found[1] or 0)
    most = int(found[3]) if found[3] else None if found[2] else least
    if most is not None and most < least:
        raise UserError(f"--length {text}: the first number is the smaller one")
    return least, most
