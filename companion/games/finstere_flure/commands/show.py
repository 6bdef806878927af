"""``companion show``: the monster's move in a window, or written as an animation or picture."""

import argparse
from pathlib import Path

from companion.device.display import NoDisplayError
from companion.device.errors import UserError
from companion.device.log import warn
from companion.device.outputs import said
from companion.device.window_size import window_size
from companion.games.finstere_flure.reading.certain_position import certain_position
from companion.games.finstere_flure.reading.position_loader import is_text, load_position
from companion.games.finstere_flure.reading.prediction import add_seen_option, predict_move
from companion.games.finstere_flure.reading.reading import TableReading, caveats
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.screen.export import export_move
from companion.games.finstere_flure.screen.which_move import ask_which_move
from companion.games.finstere_flure.screen.window import play
from companion.games.finstere_flure.table.plain_photo import (
    add_since_option,
    load_before,
    possible_tables,
    several_fit,
)
from companion.games.finstere_flure.words.unseen_words import describe_unseen
from companion.screen.gif import check_export_name
from companion.screen.playing import KEYS_HELP, read_speed
from companion.table.photo import Photo, add_reading_arguments, read_photo
from engine.finstere_flure.cards import Card, parse_card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.epilog = f"{KEYS_HELP} W or a click on the board explains the look that is shown."
    parser.add_argument("source", metavar="IMAGE_OR_POSITION", help="picture of the table, position file or text board")
    parser.add_argument("--card", help="the card to play; without it the table is shown as it is")
    parser.add_argument("--export", metavar="FILE", help="write move.gif or move.png instead of opening a window")
    parser.add_argument("--size", metavar="WxH", help="size of the window or picture in pixels, such as 1024x600")
    parser.add_argument("--speed", default="1", help="how fast it plays: 2 is twice as fast, 0.5 half as fast")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen from the start")
    add_seen_option(parser)
    add_since_option(parser)
    add_reading_arguments(parser, READINGS)


def run(args: argparse.Namespace) -> int:
    """Show or write the move; return the exit status."""
    size = window_size(args.size) if args.size is not None else None
    speed = read_speed(args.speed)
    card = parse_card(args.card) if args.card is not None else None
    if args.export is not None:
        check_export_name(Path(args.export))
    # What is written down lies on no table.
    shown, imagined = _shown(args, card, size), _is_written(args.source)
    if args.export is not None:
        export_move(shown, args.export, size, speed, imagined=imagined)
        said(args.export, "the table" if card is None else "the monster's move")
    else:
        play(shown, size=size, speed=speed, full_screen=args.fullscreen, imagined=imagined)
    return 0


def _is_written(source: str) -> bool:
    """Return True for a position file or a text board, False for a picture of a table."""
    return source == "-" or is_text(Path(source))


def _plain_position(args: argparse.Namespace, photo: Photo[TableReading], size: tuple[int, int] | None) -> Position:
    """Return the table of plain pieces on a picture.

    Where several moves fit, a window asks which was made. Raises UserError.
    """
    before = load_before(args.since)
    tables = possible_tables(before, photo, args.source)
    if len(tables) == 1:
        return tables[0].position
    several = several_fit(before, tables, args.source)
    if args.export is not None:
        raise several
    moves = {table.moved: table.position for table in tables if table.moved is not None}
    try:
        chosen = ask_which_move(before.position, tuple(moves), size=size, full_screen=args.fullscreen)
    except NoDisplayError:
        raise several from None
    if chosen is None:
        raise several
    return moves[chosen]


def _shown(args: argparse.Namespace, card: Card | None, size: tuple[int, int] | None) -> Position | MonsterMove:
    """Return the table of a text or a picture, or the monster's move on it.

    The text is a position file or a text board; any other file is a picture.
    """
    if _is_written(args.source):
        if args.since is not None:
            raise UserError(
                f"--since {args.since}: {args.source} says already how the pieces lie; --since is for pictures"
            )
        position = load_position(args.source)
        return position if card is None else move_monster(position, card)
    photo = read_photo(args.source, args, READINGS)
    if args.since is not None:
        position = _plain_position(args, photo, size)
        return position if card is None else move_monster(position, card)
    table = photo.table
    for caveat in caveats(table):
        warn(caveat)
    if card is None:
        return certain_position(table, args.source)
    prediction = predict_move(table, card, args.source, as_seen=args.as_seen)
    for sentence in describe_unseen(prediction):
        print(sentence)
    return prediction.move
