"""``companion monster``: the monster's move from a position file."""

import argparse
import json

from companion.device.errors import UserError
from companion.games.finstere_flure.reading.position_loader import load_position
from companion.games.finstere_flure.words.look_words import explain_step
from companion.games.finstere_flure.words.move_words import explain_move
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.trace import MonsterMove
from engine.finstere_flure.tracefile import move_to_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("position", metavar="POSITION", help="position file or text board; - for standard input")
    parser.add_argument("--card", required=True, help="5 7 8 10 X XX XXX, or any whole number from 1 to 20")
    parser.add_argument("--json", action="store_true", help="print the move with its whole trace as JSON")
    parser.add_argument(
        "--why",
        metavar="STEP",
        help="explain what the monster sees before this step, and whom it does not see; last: its last look",
    )


def run(args: argparse.Namespace) -> int:
    """Print the move; return the exit status."""
    card = parse_card(args.card)
    move = move_monster(load_position(args.position), card)
    if args.why is not None:
        print(*explain_step(move, _step(args.why, move)), sep="\n")
    else:
        print(json.dumps(move_to_json(move), ensure_ascii=False) if args.json else "\n".join(explain_move(move)))
    return 0


def _step(text: str, move: MonsterMove) -> int:
    """Return the number of the step. Raises UserError if the move has no such step."""
    last = len(move.steps)
    if text == "last":
        return last + 1
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= last):
        raise UserError(f"--why {text}: expected a step from 1 to {last}, or last")
    return int(text)
