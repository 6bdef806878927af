"""``companion replay``: a whole game once more, in a window or as an animation."""

import argparse
from pathlib import Path

from companion.box.errors import UserError
from companion.box.language import LANGUAGES, use_language
from companion.box.settings import load_settings, usual_path
from companion.box.window_size import window_size
from companion.commands.games import add_journal_argument, journal_path, kept_game
from companion.games.finstere_flure.commands.show import KEYS_HELP, read_speed
from companion.games.finstere_flure.export import check_export_name, export_beats
from companion.games.finstere_flure.history import chapters
from companion.games.finstere_flure.kept_games import game_of, load_game_file
from companion.games.finstere_flure.screen.game_view import GameView
from companion.games.finstere_flure.screen.window import play_beats
from companion.screen.fonts import Fonts, language_or_english
from engine.finstere_flure.game import Game

#: A whole game is long: an animation of it plays faster, with fewer pictures a second than that of a single move.
ANIMATION_SPEED = 2.0
PICTURES_PER_S = 6
#: What can be done without a display.
INSTEAD = "--export game.gif writes the game as an animation"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = KEYS_HELP
    parser.add_argument("game", metavar="GAME", help="a game's number in companion games, or a game file (.jsonl)")
    add_journal_argument(parser)
    parser.add_argument("--export", metavar="FILE", help="write game.gif, or game.png of its end, and open no window")
    parser.add_argument("--size", metavar="WxH", help="size of the window or picture in pixels, such as 1024x600")
    parser.add_argument("--speed", help="how fast it plays: 2 is twice as fast (default: 1, in an animation 2)")
    parser.add_argument("--language", choices=list(LANGUAGES), help="of the captions (default: that of the settings)")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen from the start")


def run(args: argparse.Namespace) -> int:
    """Shows or writes the game; returns the exit status."""
    size = window_size(args.size) if args.size is not None else None
    speed = read_speed(args.speed) if args.speed is not None else None
    if args.export is not None:
        check_export_name(Path(args.export))
    fonts = Fonts()
    use_language(language_or_english(fonts, args.language or load_settings(usual_path())[0].language))
    told = chapters(_game(args))
    beats = tuple(beat for chapter in told for beat in chapter.beats)
    view = GameView(fonts, told, with_buttons=args.export is None)
    if args.export is not None:
        export_beats(view, beats, Path(args.export), size, speed or ANIMATION_SPEED, PICTURES_PER_S)
    else:
        play_beats(view, beats, size=size, speed=speed or 1.0, full_screen=args.fullscreen, instead=INSTEAD)
    return 0


def _game(args: argparse.Namespace) -> Game:
    """The game that the command line names: digits are a number in the journal, all else is a file."""
    if not args.game.isdecimal():
        if args.journal is not None:
            raise UserError(f"{args.game}: with --journal give the number of a game, not a file")
        return load_game_file(Path(args.game))
    path = journal_path(args)
    return game_of(kept_game(path, args.game).events, f"game {args.game} in {path}")
