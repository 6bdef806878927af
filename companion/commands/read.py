"""``companion read``: which piece is where on a picture of the table."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.box.errors import UserError
from companion.games.finstere_flure.photo import add_reading_arguments, photo_of, read_photo
from companion.games.finstere_flure.reading import TableReading, board_not_found_to_json, reading_to_json
from companion.table.recording import differences, load_recording
from engine.finstere_flure.textboard import format_board
from vision.errors import BoardNotFoundError
from vision.picture import load_picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("image", metavar="IMAGE", nargs="?", help="a picture of the table")
    parser.add_argument("--json", action="store_true", help="print all that was read as JSON")
    parser.add_argument(
        "--replay", metavar="FOLDER", help="read the pictures of a recording again and tell what is read otherwise now"
    )
    add_reading_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the reading; returns the exit status (with --replay: 1 if anything is read otherwise now)."""
    if (args.image is None) == (args.replay is None):
        raise UserError("give a picture, or --replay and the folder of a recording")
    if args.replay is not None:
        return _replay(Path(args.replay))
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


def _replay(folder: Path) -> int:
    """Reads a recording's pictures again; a line for each that is read otherwise, and one for the whole."""
    recording = load_recording(folder)
    settled = [frame for frame in recording.frames if frame.reading is not None]
    changed = 0
    for frame in settled:
        assert frame.reading is not None
        pixels = load_picture(frame.picture).pixels
        try:
            table = photo_of(pixels, recording.catalogue, profile=recording.profile, focal_px=recording.focal_px).table
            found = differences(frame.reading, reading_to_json(table))
        except BoardNotFoundError as error:
            found = [str(error)]
        changed += bool(found)
        for line in found:
            print(f"{frame.picture.name}: {line}")
    others = len(recording.frames) - len(settled)
    print(
        f"{len(settled)} settled pictures read again, {changed} of them otherwise than then; {others} unsettled ones."
    )
    return 1 if changed else 0


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
