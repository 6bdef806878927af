"""``companion players``: the names of those who play, kept on this box alone."""

import argparse
import json
from collections import Counter
from pathlib import Path

from companion.device.errors import UserError
from companion.device.folders import settings_folder, state_folder
from companion.device.language import say, say_count, use_language
from companion.device.plain_text import plain
from companion.device.sentences import join_items
from companion.device.settings import default_settings_path, load_settings
from companion.games.files import players_of
from companion.journal.choosing import add_journal_argument, journal_path, kept_game, kept_records
from companion.journal.player_names import PlayerNames

#: A shorter name stands by chance in many a file (bytes).
_LEAST_SEARCHED = 3
#: So much of a file is looked through at once (bytes).
_CHUNK = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.set_defaults(do=_list)
    add_journal_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands (without one: list the players)")
    listing = commands.add_parser("list", help="list the players and how many games they have played")
    listing.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print the list as JSON")
    listing.set_defaults(do=_list)
    add = commands.add_parser("add", help="keep a player's name")
    add.set_defaults(do=_add)
    add.add_argument("name", metavar="NAME")
    seat = commands.add_parser("seat", help="say who sat where in a game; without a name it was a guest")
    seat.set_defaults(do=_seat)
    seat.add_argument("game", metavar="ID", help="the game's number in companion games")
    seat.add_argument("seat", metavar="SEAT", help="the seat's id, such as red")
    seat.add_argument("name", metavar="NAME", nargs="?")
    rename = commands.add_parser("rename", help="give a player another name, in all games")
    rename.set_defaults(do=_rename)
    merge = commands.add_parser("merge", help="let all games of one player be another's")
    merge.set_defaults(do=_merge)
    for command, other in ((rename, "NEW"), (merge, "INTO")):
        command.add_argument("name", metavar="NAME")
        command.add_argument("other", metavar=other)
    forget = commands.add_parser("forget", help="forget a player's name everywhere; the games stay")
    forget.set_defaults(do=_forget)
    forget.add_argument("name", metavar="NAME")
    for command in (listing, add, seat, rename, merge, forget):
        add_journal_argument(command, default=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """List or change the players; return the exit status."""
    use_language(load_settings(default_settings_path())[0].language)
    names = PlayerNames(journal_path(args))
    if names.problem:
        raise UserError(names.problem)
    status: int = args.do(args, names)
    return status


def _list(args: argparse.Namespace, names: PlayerNames) -> int:
    records = kept_records(journal_path(args))
    played = Counter(name for record in records for name in names.sitting(record.key).values())
    if args.json:
        rows = [{"name": name, "games": played[name]} for name in names.names()]
        print(json.dumps({"file": str(names.path), "players": rows}, ensure_ascii=False))
        return 0
    if not names.names():
        print(say("No player has a name yet."))
    width = max(map(len, names.names()), default=0)
    for name in names.names():
        print(plain(f"{name.ljust(width)}  {say_count('{n} game', '{n} games', played[name])}"))
    return 0


def _add(args: argparse.Namespace, names: PlayerNames) -> int:
    print(plain(say("{name} is kept in {file}.", name=names.add(args.name), file=names.path)))
    return 0


def _seat(args: argparse.Namespace, names: PlayerNames) -> int:
    game = kept_game(journal_path(args), args.game)
    seats = players_of(game)
    if args.seat not in seats:
        raise UserError(f"game {args.game}: there is no seat {args.seat[:40]!r}; the seats are: {', '.join(seats)}")
    sitting = {seat: name for seat, name in names.sitting(game.key).items() if seat != args.seat}
    if args.name is not None:
        sitting[args.seat] = names.find(args.name)
    names.sit(game.key, sitting)
    shown = join_items(f"{seat}: {sitting.get(seat) or say('guest')}" for seat in seats)
    print(plain(say("Game {game}: {players}", game=args.game, players=shown)))
    return 0


def _rename(args: argparse.Namespace, names: PlayerNames) -> int:
    before = names.find(args.name)
    print(plain(say("{name} is called {other} now.", name=before, other=names.rename(args.name, args.other))))
    return 0


def _merge(args: argparse.Namespace, names: PlayerNames) -> int:
    before = names.find(args.name)
    print(plain(say("All games of {name} are {other}'s now.", name=before, other=names.merge(args.name, args.other))))
    return 0


def _forget(args: argparse.Namespace, names: PlayerNames) -> int:
    name = names.find(args.name)
    games = names.forget(name)
    print(
        plain(
            say_count(
                "{name} is forgotten: a guest sat there in {n} game.",
                "{name} is forgotten: a guest sat there in {n} games.",
                games,
                name=name,
            )
        )
    )
    for path in _files_with(name, {names.path.parent, state_folder(), settings_folder()}):
        print(plain(say("{file} still has these letters: they are in a text that somebody wrote there.", file=path)))
    return 0


def _files_with(name: str, folders: set[Path]) -> list[Path]:
    """Return the files in these folders in which the name stands, letter by letter."""
    wanted = name.encode()
    if len(wanted) < _LEAST_SEARCHED:
        return []
    paths = sorted({path for folder in folders if folder.is_dir() for path in folder.rglob("*")})
    return [path for path in paths if path.is_file() and not path.is_symlink() and _has(path, wanted)]


def _has(path: Path, wanted: bytes) -> bool:
    try:
        with path.open("rb") as file:
            before = b""
            while chunk := file.read(_CHUNK):
                if wanted in before + chunk:
                    return True
                before = chunk[-len(wanted) :]
    except OSError:
        return False
    return False
