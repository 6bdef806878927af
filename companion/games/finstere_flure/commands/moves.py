"""``companion moves``: all that the rules allow the tokens to do."""

import argparse
import json
from collections.abc import Iterator, Sequence

from companion.games.finstere_flure.reading.position_loader import load_position
from companion.games.finstere_flure.words.sentences import Names
from companion.games.finstere_flure.words.token_arguments import describe_token_move, token_id_of
from engine.finstere_flure.moves import TokenMove, token_moves
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position, Token
from engine.finstere_flure.tracefile import moves_to_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("position", metavar="POSITION", help="position file or text board; - for standard input")
    parser.add_argument("--token", metavar="ID", help="only this token, such as red-4")
    parser.add_argument("--json", action="store_true", help="print the moves as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the moves; return the exit status."""
    position = load_position(args.position)
    movable = [token.id for token in position.tokens if token.place in (None, Place.OUTSIDE)]
    moves = {token: token_moves(position, token) for token in ([token_id_of(args.token)] if args.token else movable)}
    if args.json:
        print(json.dumps(moves_to_json(moves)))
    else:
        print("\n\n".join("\n".join(_explained(position, token, found)) for token, found in moves.items()))
    return 0


def _explained(position: Position, token_id: str, moves: Sequence[TokenMove]) -> Iterator[str]:
    token = position.token(token_id)
    assert isinstance(token, Token)
    names = Names(position)
    where = f"on {token.cell}" if token.cell else "beside the entrance"
    reach = "one cell" if token.visible_number == 1 else f"{token.visible_number} cells"
    yield f"{Names(position).token(token_id)}, {where}, may go up to {reach}; different ways to end: {len(moves)}"
    for move in moves:
        yield f"  {describe_token_move(move, names)}"
