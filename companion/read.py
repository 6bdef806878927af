"""``companion read``: which piece is where on a picture of the table."""

import argparse
import json
import sys
from collections.abc import Iterator

from companion.finstere_flure.photo import add_reading_arguments, read_photo
from companion.finstere_flure.reading import TableReading, board_not_found_to_json, reading_to_json
from engine.finstere_flure.textboard import format_board
from vision.errors import BoardNotFoundError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("image", metavar="IMAGE", help="a picture of the table")
    parser.add_argument("--json", action="store_true", help="print all that was read as JSON")
    add_reading_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the reading; returns the exit status."""
    try:
        table = read_photo(args.image, args).table
    except BoardNotFoundError:
        if args.json:
            print(json.dumps(board_not_found_to_json()))
        raise
    if args.json:
        print(json.dumps(reading_to_json(table), ensure_ascii=False))
    else:
        print("\n".join(_lines(table)))
    for note in table.reading.notes:
        print(f"companion: {note}", file=sys.stderr)
    return 0


def _lines(table: TableReading) -> Iterator[str]:
    if table.position:
        yield format_board(table.position)
    count = len(table.pieces)
    yield f"{count} piece{'' if count == 1 else 's'} read."
    yield from doubts(table)


def doubts(table: TableReading) -> Iterator[str]:
    """What a person should know before trusting the reading, one sentence each."""
    if table.cards:
        yield f"Cards: {', '.join(table.cards)}."
    if table.reading.unreadable:
        yield f"Something lies there that could not be read: {', '.join(table.reading.unreadable)}."
    for problem in table.problems:
        yield f"Problem: {problem}."
    if table.not_seen:
        yield f"Not seen: {', '.join(table.not_seen)}."
    if table.reading.foreign:
        yield f"Codes that are none of the game's: {table.reading.foreign}."
