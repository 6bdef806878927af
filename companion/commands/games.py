"""``companion games``: the games that are kept, out of the journal into files and back."""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from companion.box.errors import UserError
from companion.box.files import write_whole
from companion.box.language import say, use_language
from companion.box.settings import load_settings
from companion.box.settings import usual_path as usual_settings
from companion.games.finstere_flure.kept_games import (
    GAME_KIND,
    event_line,
    game_file_text,
    load_game_file,
    result_line,
    winner_in,
)
from companion.games.finstere_flure.sentences import colour_name
from companion.games.finstere_flure.table.event_words import tell_winner
from companion.journal import GameRecord, usual_path
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.file import JournalFile
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.gamefile import event_from_json
from engine.finstere_flure.pieces import Colour


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.set_defaults(do=_list)
    add_journal_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands (without one: list the games)")
    export = commands.add_parser("export", help="write a game as a file", description="write a game as a file")
    export.set_defaults(do=_export)
    export.add_argument("game", metavar="ID", help="the game's number in the list")
    export.add_argument("-o", "--out", metavar="FILE.jsonl", help="write here instead of to standard output")
    take = commands.add_parser("import", help="take a game from a file", description="take a game from a file")
    take.set_defaults(do=_import)
    take.add_argument("file", metavar="FILE.jsonl", help="game file, as companion games export writes it")
    for command in (export, take):
        # What was said before the sub-command's name holds if nothing is said after it.
        add_journal_argument(command, default=argparse.SUPPRESS)


def add_journal_argument(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Declares ``--journal``, for every command that reads games; without it the value is None."""
    text = "where the games are kept (default: games.sqlite in the state folder)"
    parser.add_argument("--journal", metavar="FILE", default=default, help=text)


def run(args: argparse.Namespace) -> int:
    """Lists, writes or takes games; returns the exit status."""
    use_language(load_settings(usual_settings())[0].language)
    status: int = args.do(args)
    return status


def journal_path(args: argparse.Namespace) -> Path:
    """The journal that the command line means."""
    return usual_path() if args.journal is None else Path(args.journal)


def kept_game(path: Path, number: str) -> KeptGame:
    """The game of this number in a journal. Raises UserError if there is none or the journal cannot be read."""
    games = {str(game.id): game for game in _games(path)}
    if number not in games:
        numbers = ", ".join(sorted(games, key=int)) or "none"
        raise UserError(f"{path}: there is no game {number[:20]!r}; the games are: {numbers}")
    return games[number]


def _games(path: Path) -> tuple[KeptGame, ...]:
    """All games, the one last played last. A journal that does not exist is not made."""
    if not path.exists():
        return ()
    file = JournalFile.open(path)
    try:
        return file.read()
    finally:
        file.close()


def _list(args: argparse.Namespace) -> int:
    path = journal_path(args)
    games = _games(path)[::-1]
    if args.json:
        print(json.dumps({"journal": str(path), "games": [_row(game) for game in games]}, ensure_ascii=False))
    elif not games:
        print(say("No game is kept in {file} yet.", file=path))
    else:
        head = (say("game"), say("last played"), say("events"), say("players"), say("result"))
        rows = [head, *(_cells(game) for game in games)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _row(game: KeptGame) -> dict[str, object]:
    return {**asdict(game.record), "result": _plain_result(game.result), "players": _players(game)}


def _plain_result(result: str | None) -> object:
    """A game's result for programs: JSON where the journal holds that, the sentence of an older one."""
    try:
        return None if result is None else json.loads(result)
    except (ValueError, RecursionError):
        return result


def _cells(game: KeptGame) -> tuple[str, ...]:
    record: GameRecord = game.record
    played = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.entries[-1].at))
    players = " ".join(colour_name(Colour(player)) for player in _players(game))
    return str(record.id), played, str(record.events), players, _result(record.result)


def _result(result: str | None) -> str:
    """How a game ended, in the language in use; journals of old hold a sentence, which is told as it is."""
    if result is None:
        return say("not finished")
    try:
        return tell_winner(winner_in(result))
    except ValueError:
        return result


def _players(game: KeptGame) -> list[str]:
    """The players' colours; none if the game's first event does not tell them."""
    try:
        started = event_from_json(json.loads(game.entries[0].text))
    except (ValueError, AttributeError):
        return []
    return list(map(str, started.players)) if isinstance(started, GameStarted) else []


def _export(args: argparse.Namespace) -> int:
    text = game_file_text(kept_game(journal_path(args), args.game).events)
    if args.out is None:
        sys.stdout.write(text)
    else:
        out = Path(args.out)
        if not out.parent.is_dir():
            raise UserError(f"{out}: there is no folder {out.parent}")
        write_whole(out, text.encode())
    return 0


def _import(args: argparse.Namespace) -> int:
    game = load_game_file(Path(args.file))
    path = journal_path(args)
    path.parent.mkdir(parents=True, exist_ok=True)
    now = time.time()
    entries = [Entry(EntryKind.EVENT, event_line(event), now) for event in game.events]
    if game.state.outcome is not None:
        entries.append(Entry(EntryKind.FINISH, result_line(game.state.outcome), now))
    file = JournalFile.open(path)
    try:
        number = file.add(GAME_KIND, tuple(entries)).id
    finally:
        file.close()
    print(say("{file} is now game {game} in {journal}.", file=args.file, game=number, journal=path))
    return 0
