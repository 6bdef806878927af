"""``companion replay``: a whole game once more, in a window or as an animation."""

import argparse
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.language import LANGUAGES, use_language
from companion.device.outputs import said
from companion.device.settings import default_settings_path, load_settings
from companion.device.window_size import window_size
from companion.games import CompanionGame, ReplayOptions, blame_game
from companion.games.files import load_game_file, load_journal_game
from companion.journal.choosing import add_journal_argument, journal_path, kept_game
from companion.screen.fonts import Fonts, language_or_english
from companion.screen.playing import KEYS_HELP, read_speed
from engine.game import Game

_LINE_HELP = "Page up and page down go from chapter to chapter; touch or drag the line at the bottom to see any moment."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = f"{KEYS_HELP} {_LINE_HELP}"
    parser.add_argument("game", metavar="GAME", help="a game's number in companion games, or a game file (.jsonl)")
    add_journal_argument(parser)
    parser.add_argument("--export", metavar="FILE", help="write game.gif, or game.png of its end, and open no window")
    parser.add_argument("--size", metavar="WxH", help="size of the window or picture in pixels, such as 1024x600")
    parser.add_argument("--speed", help="how fast it plays: 2 is twice as fast (default: 1, in an animation 2)")
    parser.add_argument(
        "--language", choices=list(LANGUAGES), help="language of the captions (default: that of the settings)"
    )
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen from the start")


def run(args: argparse.Namespace) -> int:
    """Return shows or writes the game; returns the exit status."""
    show = ReplayOptions(
        Path(args.export) if args.export is not None else None,
        window_size(args.size) if args.size is not None else None,
        read_speed(args.speed) if args.speed is not None else None,
        args.fullscreen,
    )
    use_language(language_or_english(Fonts(), args.language or load_settings(default_settings_path())[0].language))
    companion_game, game = _game(args)
    with blame_game(companion_game.__module__):
        companion_game.replay(game, show)
    if args.export is not None:
        said(args.export, "the game as it was played")
    return 0


def _game(args: argparse.Namespace) -> tuple[CompanionGame, Game[Any, Any]]:
    """Return the game named on the command line: digits are a journal number, else a file."""
    if not args.game.isdecimal():
        if args.journal is not None:
            raise UserError(f"{args.game}: with --journal give the number of a game, not a file")
        return load_game_file(args.game)
    path = journal_path(args)
    return load_journal_game(kept_game(path, args.game), f"game {args.game} in {path}")
