"""``companion predict``: a picture of the table in, the monster's move out."""

import argparse
import json
import sys

from companion.device.outputs import said
from companion.device.pictures import check_picture_name, write_picture
from companion.games.finstere_flure.reading.prediction import add_seen_option, predict_move
from companion.games.finstere_flure.reading.reading import caveats, reading_to_json
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.screen.overlay import draw_move
from companion.games.finstere_flure.words.move_words import explain_move
from companion.games.finstere_flure.words.unseen_words import describe_unseen
from companion.table.photo import add_reading_arguments, read_photo
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.tracefile import move_to_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("image", metavar="IMAGE", help="a picture of the table")
    parser.add_argument("--card", required=True, help="5 7 8 10 X XX XXX, or any whole number from 1 to 20")
    parser.add_argument("-o", "--output", metavar="OUT.png", help="write the picture with the monster's way drawn in")
    parser.add_argument("--json", action="store_true", help="print the move, and what was read, as JSON")
    add_seen_option(parser)
    add_reading_arguments(parser, READINGS)


def run(args: argparse.Namespace) -> int:
    """Print the move and write the picture; return the exit status."""
    card = parse_card(args.card)
    if args.output:
        check_picture_name(args.output)
    photo = read_photo(args.image, args, READINGS)
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
