"""``companion board``: a position as a text board, or as a position file."""

import argparse
import json

from companion.games.finstere_flure.reading.position_loader import load_position
from engine.finstere_flure.positionfile import position_to_json
from engine.finstere_flure.textboard import format_board


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("position", metavar="POSITION", help="position file or text board; - for standard input")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a text board")


def run(args: argparse.Namespace) -> int:
    """Print the position; return the exit status."""
    position = load_position(args.position)
    print(json.dumps(position_to_json(position), indent=1) if args.json else format_board(position), end="")
    if args.json:
        print()
    return 0
