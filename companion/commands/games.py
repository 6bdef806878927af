"""``companion games``: the games that are kept, out of the journal into files and back."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.language import say, use_language
from companion.device.log import warn
from companion.device.outputs import keep, said
from companion.device.plain_text import plain
from companion.device.sentences import listed
from companion.device.settings import default_settings_path, load_settings
from companion.games import CompanionGame, ask_game, blame_game, find_game, game_ids
from companion.games.files import event_line, game_file_text, load_game_file, load_journal_game, players_of
from companion.journal import GameRecord, Journal
from companion.journal.backups import file_beside
from companion.journal.choosing import add_journal_argument, journal_path, kept_game, kept_games
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.file import JournalFile
from companion.journal.repair import rescue, write_rescued
from companion.journal.wal import has_log
from companion.table.bots import describe_seat
from companion.table.seats import SeatChange, seats_after

#: So many games are listed at once: reading all of thousands takes long.
PAGE_GAMES = 50
_RESCUE = "Searches a damaged journal for every entry that is as it was written, and writes them as a new journal."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.set_defaults(do=_list)
    add_journal_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    page_help = f"page of the list: {PAGE_GAMES} games a page, last played first (default: 1)"
    parser.add_argument("--page", metavar="N", type=int, default=1, help=page_help)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands (without one: list the games)")
    export = commands.add_parser("export", help="write a game as a file", description="write a game as a file")
    export.set_defaults(do=_export)
    export.add_argument("game", metavar="ID", help="the game's number in the list")
    export.add_argument("-o", "--out", metavar="FILE.jsonl", help="write here instead of to standard output")
    export.add_argument("--pgn", action="store_true", help="as PGN, for games that have it, such as chess")
    names_help = "the players' names in the order of their seats, for --pgn: --names 'Ann Lee' Bob"
    export.add_argument("--names", metavar="NAME", nargs="+", help=names_help)
    take = commands.add_parser("import", help="read a game from a file", description="read a game from a file")
    take.set_defaults(do=_import)
    take.add_argument("file", metavar="FILE", help="game file, as companion games export writes it, or FILE.pgn")
    saving = commands.add_parser("rescue", help="save what can be read of a damaged journal", description=_RESCUE)
    saving.set_defaults(do=_rescue)
    saving.add_argument("file", metavar="FILE", help="the damaged journal, such as games.damaged-1.sqlite")
    saving.add_argument("-o", "--out", metavar="NEW", help="the new journal (default: FILE with .rescued in its name)")
    for command in (export, take):
        # What was said before the sub-command's name holds if nothing is said after it.
        add_journal_argument(command, default=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Return lists, writes or takes games; returns the exit status."""
    use_language(load_settings(default_settings_path())[0].language)
    status: int = args.do(args)
    return status


def _list(args: argparse.Namespace) -> int:
    path = journal_path(args)
    games, number = kept_games(path, args.page, PAGE_GAMES)
    pages = max(1, -(-number // PAGE_GAMES))
    if not 1 <= args.page <= pages:
        raise UserError(f"--page {args.page}: there is no such page; give a number from 1 to {pages}")
    if args.json:
        listed = {"journal": str(path), "games": [_row(game) for game in games], "page": args.page, "pages": pages}
        print(json.dumps(listed, ensure_ascii=False))
    elif not games:
        print(say("No game is kept in {file} yet.", file=path))
    else:
        head = (say("number"), say("last played"), say("events"), say("players"), say("result"))
        rows = [head, *(_cells(game) for game in games)]
        if len({game.kind for game in games}) > 1:
            titles = (say("game"), *(_title(game.kind) for game in games))
            rows = [(*row, title) for row, title in zip(rows, titles, strict=True)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        if args.page < pages:
            print(
                say("Page {page} of {pages}; the next: --page {next}", page=args.page, pages=pages, next=args.page + 1)
            )
    return 0


def _row(game: KeptGame) -> dict[str, object]:
    return {**asdict(game.record), "result": _plain_result(game.result), "players": list(players_of(game))}


def _plain_result(result: str | None) -> object:
    """Return a game's result for programs: JSON if the journal holds it, else the old sentence."""
    try:
        return None if result is None else json.loads(result)
    except (ValueError, RecursionError):
        return result


def _cells(game: KeptGame) -> tuple[str, ...]:
    record: GameRecord = game.record
    played = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.entries[-1].at))
    ids = players_of(game)
    names = ask_game(game.kind, lambda kind: list(map(kind.describe_player, ids)), list(ids)) if ids else []
    players = listed(names) if names else ""
    return str(record.id), played, str(record.events), plain(players), plain(_result(record))


def _title(kind: str) -> str:
    """Return the title of a game; its id if it is not installed."""
    return ask_game(kind, lambda game: game.title, kind) if kind in game_ids() else kind


def _result(record: GameRecord) -> str:
    """Describe the end of a game, in the language in use.

    Old journals hold a sentence, which is returned unchanged.
    """
    result = record.result
    if result is None:
        return say("not finished")

    def told(game: CompanionGame) -> str:
        try:
            return game.describe_result(result)
        except ValueError:
            return result

    return ask_game(record.kind, told, result) if record.kind in game_ids() else result


def _export(args: argparse.Namespace) -> int:
    kept = kept_game(journal_path(args), args.game)
    game = find_game(kept.kind)
    if args.names and not args.pgn:
        raise UserError("--names: only --pgn has the players' names")
    with blame_game(game.__module__):
        text = _pgn_text(game, kept, args.names or ()) if args.pgn else game_file_text(game.rules, kept.events)
    if args.out is None:
        sys.stdout.write(text)
    else:
        out = Path(args.out)
        if not out.parent.is_dir():
            raise UserError(f"{out}: there is no folder {out.parent}")
        keep(out, [journal_path(args)])
        write_whole(out, text.encode())
        said(out, f"game {args.game}, {len(kept.events)} events")
    return 0


def _pgn_text(game: CompanionGame, kept: KeptGame, names: Sequence[str]) -> str:
    if game.pgn is None:
        raise UserError(f"--pgn: {game.title} has no such notation")
    _, played = load_journal_game(kept, f"game {kept.id}")
    result = game.rules.over(played.state)
    date = time.strftime("%Y.%m.%d", time.localtime(kept.entries[0].at))
    seats = game.players(played.events[0])
    if len(names) > len(seats):
        raise UserError(f"--names: there are {len(seats)} players, not {len(names)}")
    bots = seats_after(tuple((count, SeatChange.from_line(line)) for count, line in kept.seat_changes)).bots
    people = {
        seat: describe_seat(game.table, bots[seat]) if seat in bots else game.describe_player(seat) for seat in seats
    }
    people |= dict(zip(seats, names, strict=False))
    headers = {"Event": game.title, "Date": date}
    return game.pgn.write(played.events, result.winners if result else None, headers, people)


def _import(args: argparse.Namespace) -> int:
    companion_game, game = load_game_file(args.file)
    path = journal_path(args)
    path.parent.mkdir(parents=True, exist_ok=True)
    time_s = time.time()
    with blame_game(companion_game.__module__):
        entries = [Entry(EntryKind.EVENT, event_line(game.rules, event), time_s) for event in game.events]
        result = companion_game.result_line(game.state)
    if result is not None:
        entries.append(Entry(EntryKind.FINISH, result, time_s))
    # A journal that is missing or damaged is made again first, from what is left of it.
    journal = Journal.open(path)
    journal.close()
    file = JournalFile.open(path)
    if journal.warning:
        warn(journal.warning)
    try:
        number = file.add(companion_game.id, tuple(entries)).id
    finally:
        file.close()
    print(say("{file} is now game {game} in {journal}.", file=args.file, game=number, journal=path))
    return 0


def _rescue(args: argparse.Namespace) -> int:
    path = Path(args.file)
    new = Path(args.out) if args.out is not None else file_beside(path, "rescued")
    if not path.is_file() and not has_log(path):
        raise UserError(f"{path}: there is no such file; give the damaged journal")
    if new.exists():
        raise UserError(f"{new}: is there already; give another name with -o")
    if not new.parent.is_dir():
        raise UserError(f"{new}: there is no folder {new.parent}")
    saved = rescue(path)
    if not saved.games:
        raise UserError(f"{path}: holds no game that can be read")
    write_rescued(new, saved.games)
    print(f"{new}: {saved.told()}")
    return 0
