"""``companion games``: the games that are kept, out of the journal into files and back."""

import argparse
import contextlib
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.language import say, say_count, use_language
from companion.device.log import warn
from companion.device.outputs import keep, said
from companion.device.plain_text import plain
from companion.device.sentences import listed
from companion.device.settings import default_settings_path, load_settings
from companion.games import CompanionGame, ask_game, blame_game, find_game, game_ids, mend_command
from companion.games.files import event_line, game_file_text, load_game_file, load_journal_game, players_of
from companion.games.search_flags import add_search_flags, chosen_search
from companion.journal import GameRecord, Journal
from companion.journal.backups import file_beside
from companion.journal.choosing import (
    add_journal_argument,
    games_by_number,
    journal_path,
    kept_game,
    kept_games,
    kept_records,
)
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.file import JournalFile
from companion.journal.player_names import PlayerNames, name_with_seat
from companion.journal.repair import rescue, write_rescued
from companion.journal.wal import has_log
from companion.two_tables.order import SharedEntry, next_hash

#: So many games are listed at once: reading all of thousands takes long.
PAGE_GAMES = 50
#: How files begin that gzip has written.
_GZIP = b"\x1f\x8b"
_RESCUE = "Searches a damaged journal for every entry that is as it was written, and writes them as a new journal."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.set_defaults(do=_list)
    add_journal_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    page_help = f"page of the list: {PAGE_GAMES} games a page, last played first (default: 1)"
    parser.add_argument("--page", metavar="N", type=int, default=1, help=page_help)
    add_search_flags(parser)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands (without one: list the games)")
    export = commands.add_parser("export", help="write a game as a file", description="write a game as a file")
    export.set_defaults(do=_export)
    export.add_argument("number", metavar="ID", nargs="?", help="the game's number in the list")
    export.add_argument("--all", action="store_true", help="all games, or all that are searched for, as one archive")
    names_help = "also who sat where; with --pgn other names, too, in the order of the seats: --names 'Ann Lee' Bob"
    export.add_argument("--names", metavar="NAME", nargs="*", help=names_help)
    export.add_argument("-o", "--out", metavar="FILE", help="write here instead of to standard output")
    export.add_argument("--pgn", action="store_true", help="as PGN, for games that have it, such as chess")
    about = "print the hash of a game's events: the same at both tables of one game"
    hashing = commands.add_parser("hash", help=about, description=about)
    hashing.set_defaults(do=_hash)
    hashing.add_argument("number", metavar="ID", help="the game's number in the list")
    about = "read a game, or all games of an archive, from a file"
    take = commands.add_parser("import", help=about, description=about)
    take.set_defaults(do=_import)
    take.add_argument("file", metavar="FILE", help="game file or archive of companion games export, or FILE.pgn")
    saving = commands.add_parser("rescue", help="save what can be read of a damaged journal", description=_RESCUE)
    saving.set_defaults(do=_rescue)
    saving.add_argument("file", metavar="FILE", help="the damaged journal, such as games.damaged-1.sqlite")
    saving.add_argument("-o", "--out", metavar="NEW", help="the new journal (default: FILE with .rescued in its name)")
    add_search_flags(export, default=argparse.SUPPRESS)
    mend_command.add_commands(commands)
    for command in (export, take, hashing):
        # What was said before the sub-command's name holds if nothing is said after it.
        add_journal_argument(command, default=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Return lists, writes or takes games; returns the exit status."""
    use_language(load_settings(default_settings_path())[0].language)
    status: int = args.do(args)
    return status


def _list(args: argparse.Namespace) -> int:
    path = journal_path(args)
    names = PlayerNames(path)
    search = chosen_search(args, names)
    if search.finds_all:
        games, number = kept_games(path, args.page, PAGE_GAMES)
    else:
        found = search.found(kept_records(path))
        on_page = [record.id for record in found[(args.page - 1) * PAGE_GAMES : args.page * PAGE_GAMES]]
        games, number = tuple(games_by_number(path, on_page)), len(found)
    pages = max(1, -(-number // PAGE_GAMES))
    if not 1 <= args.page <= pages:
        raise UserError(f"--page {args.page}: there is no such page; give a number from 1 to {pages}")
    if args.json:
        rows_json = [_row(game, names) for game in games]
        listed = {"journal": str(path), "games": rows_json, "page": args.page, "pages": pages}
        print(json.dumps(listed, ensure_ascii=False))
    elif not games and not search.finds_all:
        print(say("No game was found."))
    elif not games:
        print(say("No game is kept in {file} yet.", file=path))
    else:
        head = (say("number"), say("last played"), say("events"), say("players"), say("result"))
        rows = [head, *(_cells(game, names) for game in games)]
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


def _row(game: KeptGame, names: PlayerNames) -> dict[str, object]:
    record = asdict(game.record)
    del record["first"]
    named = {"names": dict(names.sitting(game.key))}
    return {**record, "result": _plain_result(game.result), "players": list(players_of(game)), **named}


def _plain_result(result: str | None) -> object:
    """Return a game's result for programs: JSON if the journal holds it, else the old sentence."""
    try:
        return None if result is None else json.loads(result)
    except (ValueError, RecursionError):
        return result


def _cells(game: KeptGame, names: PlayerNames) -> tuple[str, ...]:
    record: GameRecord = game.record
    played = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.entries[-1].at))
    ids = players_of(game)
    seats = ask_game(game.kind, lambda kind: list(map(kind.describe_player, ids)), list(ids)) if ids else []
    sitting = names.sitting(game.key)
    shown = [name_with_seat(sitting.get(seat, ""), text) for seat, text in zip(ids, seats, strict=True)]
    players = listed(shown) if shown else ""
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
    if record.is_broken_off:
        return say("broken off")

    def told(game: CompanionGame) -> str:
        try:
            return game.describe_result(result)
        except ValueError:
            return result

    return ask_game(record.kind, told, result) if record.kind in game_ids() else result


def _export(args: argparse.Namespace) -> int:
    if args.all:
        return _export_all(args)
    if args.number is None:
        raise UserError("give the number of a game, or --all; companion games export --help shows more")
    if args.names is not None and not args.pgn:
        raise UserError("--names goes with --all or --pgn: a game's file has no names")
    kept = kept_game(journal_path(args), args.number)
    game = find_game(kept.kind)
    with blame_game(game.__module__):
        text = _pgn_text(args, game, kept) if args.pgn else game_file_text(game.rules, kept.events)
    if args.out is None:
        sys.stdout.write(text)
    else:
        out = Path(args.out)
        if not out.parent.is_dir():
            raise UserError(f"{out}: there is no folder {out.parent}")
        keep(out, [journal_path(args)])
        write_whole(out, text.encode())
        said(out, f"game {args.number}, {len(kept.events)} events")
    return 0


def _hash(args: argparse.Namespace) -> int:
    """Print how many events count, and the hash of their chain."""
    kept, last = kept_game(journal_path(args), args.number), ""
    for line in kept.events:
        last = next_hash(last, SharedEntry(json.loads(line)))
    print(say_count("{n} event: {hash}", "{n} events: {hash}", len(kept.events), hash=last))
    return 0


def _export_all(args: argparse.Namespace) -> int:
    """Write an archive of all games that are searched for, the first played first."""
    # Loaded here, as for `import`: what judges archives takes longer than a list of games.
    from companion.games.archive import ArchivedGame, pack

    if args.number is not None or args.pgn or args.names or args.out is None:
        raise UserError("--all writes one archive: give it a name with -o, and no number, --pgn or names")
    path, out = journal_path(args), Path(args.out)
    if not out.parent.is_dir():
        raise UserError(f"{out}: there is no folder {out.parent}")
    keep(out, [path])
    names = PlayerNames(path)
    numbers = [record.id for record in reversed(chosen_search(args, names).found(kept_records(path)))]
    if not numbers:
        raise UserError(f"{path}: no game was found")
    games = (
        ArchivedGame(game, dict(names.sitting(game.key)) if args.names is not None else {})
        for game in games_by_number(path, numbers)
    )
    write_whole(out, b"".join(pack(games)))
    said(out, f"{len(numbers)} games")
    return 0


def _pgn_text(args: argparse.Namespace, game: CompanionGame, kept: KeptGame) -> str:
    # Loaded here: a list of games needs none of what sessions need.
    from companion.table.bots import describe_seat
    from companion.table.seats import SeatChange, seats_after

    if game.pgn is None:
        raise UserError(f"--pgn: {game.title} has no such notation")
    _, played = load_journal_game(kept, f"game {kept.id}")
    result = game.rules.over(played.state)
    date = time.strftime("%Y.%m.%d", time.localtime(kept.entries[0].at))
    seats = game.players(played.events[0])
    names = args.names or ()
    if len(names) > len(seats):
        raise UserError(f"--names: there are {len(seats)} players, not {len(names)}")
    bots = seats_after(tuple((count, SeatChange.from_line(line)) for count, line in kept.seat_changes)).bots
    people = {
        seat: describe_seat(game.table, bots[seat]) if seat in bots else game.describe_player(seat) for seat in seats
    }
    if args.names is not None:
        people |= dict(zip(seats, names, strict=False)) or PlayerNames(journal_path(args)).sitting(kept.key)
    headers = {"Event": game.title, "Date": date}
    return game.pgn.write(played.events, result.winners if result else None, headers, people)


def _import(args: argparse.Namespace) -> int:
    path = journal_path(args)
    if _is_compressed(Path(args.file)):
        return _import_all(args, path)
    companion_game, game = load_game_file(args.file)
    time_s = time.time()
    with blame_game(companion_game.__module__):
        entries = [Entry(EntryKind.EVENT, event_line(game.rules, event), time_s) for event in game.events]
        result = companion_game.result_line(game.state)
    if result is not None:
        entries.append(Entry(EntryKind.FINISH, result, time_s))
    new = KeptGame(0, companion_game.id, tuple(entries))
    with contextlib.closing(_open_sound(path)) as file:
        known = _same_game(file, new)
        number = known or file.add(new.kind, new.entries).id
    if known:
        print(say("{file} is game {game} in {journal} already.", file=args.file, game=number, journal=path))
    else:
        print(say("{file} is now game {game} in {journal}.", file=args.file, game=number, journal=path))
    return 0


def _same_game(file: JournalFile, new: KeptGame) -> int | None:
    """Return the number of a kept game with the same events; None: there is none.

    A game's file has nothing else by which it is known.
    """
    alike = (record for record in file.records() if (record.kind, record.events) == (new.kind, len(new.events)))
    return next((record.id for record in alike if file.game(record.id).events == new.events), None)


def _open_sound(path: Path) -> JournalFile:
    """Open a journal for new games; a damaged one is made again first from what is left of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal.open(path)
    journal.close()
    file = JournalFile.open(path)
    if journal.warning:
        warn(journal.warning)
    return file


def _is_compressed(path: Path) -> bool:
    """Return True for a file as `gzip` writes it, which archives are."""
    # A pipe would keep whoever opens it waiting.
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_GZIP)) == _GZIP
    except OSError:
        return False


def _import_all(args: argparse.Namespace, path: Path) -> int:
    """Take all games of an archive that are not here yet, each judged by its rules."""
    from companion.games.archive import unpack
    from companion.games.taking import MOST_TOLD, Taken

    archive = Path(args.file)
    # An archive that is damaged or no archive changes nothing.
    for _ in unpack(archive):
        pass
    taken = Taken()
    with contextlib.closing(_open_sound(path)) as file:
        taken.take_all(unpack(archive), file, PlayerNames(path))
    for sentence in (*taken.refused[:MOST_TOLD], *taken.unnamed[:MOST_TOLD]):
        warn(sentence)
    print(taken.told(archive, path))
    return 0 if taken.new or taken.longer or taken.known else 2


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
