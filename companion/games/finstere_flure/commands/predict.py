"""``companion predict``: a picture of the table in, the monster's move out."""

import argparse
import json
import sys

from companion.box.errors import UserError
from companion.box.outputs import said
from companion.box.pictures import check_picture_name, write_picture
from companion.games.finstere_flure.certain import certain_position
from companion.games.finstere_flure.overlay import draw_move
from companion.games.finstere_flure.reading import caveats, reading_to_json
from companion.games.finstere_flure.readings import READINGS
from companion.games.finstere_flure.unseen import cells_that_matter, unseen_cells
from companion.games.finstere_flure.words import explain_move
from companion.table.photo import add_reading_arguments, read_photo
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.tracefile import move_to_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("image", metavar="IMAGE", help="a picture of the table")
    parser.add_argument("--card", required=True, help="5 7 8 10 X XX XXX, or any whole number from 1 to 20")
    parser.add_argument("-o", "--output", metavar="OUT.png", help="write the picture with the monster's way drawn in")
    parser.add_argument("--json", action="store_true", help="print the move, and what was read, as JSON")
    parser.add_argument(
        "--as-seen", action="store_true", help="go by what was read, even where a cell that could matter is not seen"
    )
    add_reading_arguments(parser, READINGS)


def run(args: argparse.Namespace) -> int:
    """Prints the move and writes the picture; returns the exit status."""
    card = parse_card(args.card)
    if args.output:
        check_picture_name(args.output)
    photo = read_photo(args.image, args, READINGS)
    table = photo.table
    move = move_monster(certain_position(table, args.image), card)
    unseen = cells_that_matter(move, card, unseen_cells(table))
    if unseen and not args.as_seen:
        raise UserError(
            f"{args.image}: what lies on {', '.join(unseen)} is not seen and could change the monster's move; "
            "uncover these cells and take the picture anew, or add --as-seen to go by what was read"
        )
    if args.output:
        drawn = draw_move(photo.pixels, table.reading.registration, photo.catalogue, move, unseen)
        write_picture(args.output, drawn)
        said(args.output, "your photo with the monster's way drawn in", as_json=args.json)
    if args.json:
        print(json.dumps(move_to_json(move) | {"read": reading_to_json(table)}, ensure_ascii=False))
    else:
        print("\n".join(explain_move(move)))
    for doubt in caveats(table):
        print(f"companion: {doubt}", file=sys.stderr)
    return 0
