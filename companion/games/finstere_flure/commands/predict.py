"""``companion predict``: a picture of the table in, the monster's move out."""

import argparse
import json
import sys

from companion.device.log import warn
from companion.device.outputs import said
from companion.device.pictures import check_picture_name, write_picture
from companion.device.sentences import together
from companion.games.finstere_flure.reading.prediction import add_seen_option, predict_move
from companion.games.finstere_flure.reading.reading import TableReading, caveats, reading_to_json
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.screen.overlay import draw_move
from companion.games.finstere_flure.table.plain_photo import add_since_option, load_before, possible_tables
from companion.games.finstere_flure.words.move_words import describe_end, explain_move
from companion.games.finstere_flure.words.unseen_words import describe_unseen
from companion.table.photo import Photo, add_reading_arguments, read_photo
from engine.finstere_flure.cards import Card, parse_card
from engine.finstere_flure.game import RULES
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.tracefile import move_to_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("image", metavar="IMAGE", help="a picture of the table")
    parser.add_argument("--card", required=True, help="5 7 8 10 X XX XXX, or any whole number from 1 to 20")
    parser.add_argument("-o", "--output", metavar="OUT.png", help="write the picture with the monster's way drawn in")
    parser.add_argument("--json", action="store_true", help="print the move, and what was read, as JSON")
    add_seen_option(parser)
    add_since_option(parser)
    add_reading_arguments(parser, READINGS)


def run(args: argparse.Namespace) -> int:
    """Print the move and write the picture; return the exit status."""
    card = parse_card(args.card)
    if args.output:
        check_picture_name(args.output)
    photo = read_photo(args.image, args, READINGS)
    if args.since is not None:
        return _predict_plain(args, card, photo)
    table = photo.table
    prediction = predict_move(table, card, args.image, as_seen=args.as_seen)
    move = prediction.move
    if args.output:
        drawn = draw_move(photo.pixels, table.reading.registration, photo.catalogue, move, prediction.unseen)
        write_picture(args.output, drawn)
        said(args.output, "your photo with the monster's way drawn in", as_json=args.json)
    if args.json:
        answer = move_to_json(move) | prediction.to_json() | {"read": reading_to_json(table)}
        print(json.dumps(answer, ensure_ascii=False))
    else:
        print(*explain_move(move), *describe_unseen(prediction), sep="\n")
    for caveat in caveats(table):
        print(f"companion: {caveat}", file=sys.stderr)
    return 0


def _predict_plain(args: argparse.Namespace, card: Card, photo: Photo[TableReading]) -> int:
    """Print the move on a table of plain pieces; where several tables fit, the move on each."""
    before = load_before(args.since)
    tables = possible_tables(before, photo, args.image)
    moves = [move_monster(table.position, card) for table in tables]
    if args.output and len(moves) == 1:
        write_picture(args.output, draw_move(photo.pixels, photo.reading.registration, photo.catalogue, moves[0], ()))
        said(args.output, "your photo with the monster's way drawn in", as_json=args.json)
    if args.json:
        events = [None if table.moved is None else RULES.event_to_json(table.moved) for table in tables]
        possible = [{"moved": event} | move_to_json(move) for event, move in zip(events, moves, strict=True)]
        answer = possible[0] if len(possible) == 1 else {"possible": possible}
        print(json.dumps(answer | {"read": reading_to_json(photo.table)}, ensure_ascii=False))
    elif len(moves) == 1:
        print(tables[0].describe(before.position), *explain_move(moves[0]), sep="\n")
    else:
        for table, move in zip(tables, moves, strict=True):
            print(together(table.describe(before.position), describe_end(move)))
    if args.output and len(moves) > 1:
        warn(f"{args.output}: nothing is drawn: several moves fit the taken cells")
    return 0
