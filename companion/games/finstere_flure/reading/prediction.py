"""Monster's move on the table that a picture shows, and the effect of what was not seen."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.device.errors import UserError
from companion.games.finstere_flure.reading.certain_position import certain_position
from companion.games.finstere_flure.reading.missing_teleporter import positions_with_teleporter
from companion.games.finstere_flure.reading.reading import TableReading
from companion.games.finstere_flure.reading.unseen_pieces import UnseenPiece, decisive_cells, decisive_pieces, outcome
from engine.finstere_flure.board import Cell
from engine.finstere_flure.cards import Card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.trace import MonsterMove


@dataclass(frozen=True)
class Prediction:
    """The `move`, hidden cells taken as empty.

    `unread` are cells with something that was not read and that could change it; `if_occupied` tells how it would be
    with a piece on a hidden cell, where that changes it.
    """

    move: MonsterMove
    unread: tuple[Cell, ...] = ()
    if_occupied: tuple[UnseenPiece, ...] = ()

    @property
    def unseen(self) -> tuple[Cell, ...]:
        """All cells of which it is not seen what lies there, and that could change the move."""
        return (*self.unread, *(piece.cell for piece in self.if_occupied))

    def to_json(self) -> dict[str, Any]:
        """Return what ``companion predict --json`` adds to the move."""
        return {
            "if_occupied": [_unseen_to_json(piece) for piece in self.if_occupied if piece.kind is None],
            "if_stone": [
                _unseen_to_json(piece) | {"kind": piece.kind.word} for piece in self.if_occupied if piece.kind
            ],
            "unread": list(self.unread),
        }


def add_seen_option(parser: argparse.ArgumentParser) -> None:
    """Declare the option that commands about a move on a picture have in common."""
    parser.add_argument(
        "--as-seen",
        action="store_true",
        help="go by what was read, even where something that was not read could matter",
    )


def predict_move(table: TableReading, card: Card, name: str, *, as_seen: bool = False) -> Prediction:
    """Return the monster's move by this card on the table of the picture `name`.

    Raises UserError if the picture contradicts itself, and, unless all is to be taken `as_seen`, if something that was
    not read lies where it could change the move.
    """
    move = _move_wherever_teleporter_lies(table, card) or move_monster(certain_position(table, name), card)
    unread = decisive_cells(move, card, table.reading.unreadable)
    if unread and not as_seen:
        raise UserError(
            f"{name}: what lies on {', '.join(unread)} was not read and could change the monster's move; "
            f"{_cure(table, unread)}, or add --as-seen to go by what was read"
        )
    return Prediction(move, unread, decisive_pieces(move, card, table.unknown_hidden_cells))


#: What helps against what keeps cells from being read.
_CURES = {
    "blur": "the picture is too blurred: hold still and take it anew",
    "veil": "turn away the lamp or the board until nothing is mirrored there and take the picture anew",
    "cover": "take away what covers the board and take the picture anew",
}


def _cure(table: TableReading, unread: Sequence[Cell]) -> str:
    """Return the clause that names what most likely helps to read these cells."""
    obstacle = table.reading.obstacle(unread)
    if obstacle:
        return _CURES[obstacle]
    if table.reading.knows_bare_board:
        return "uncover these cells and hold still for a new picture"
    return (
        "uncover these cells and hold still for a new picture; if nothing lies there, show the bare board to "
        "companion calibrate"
    )


def _move_wherever_teleporter_lies(table: TableReading, card: Card) -> MonsterMove | None:
    """Return the move if it is the same wherever a teleporter lies that is not seen.

    None if all are seen, or if it is not the same.
    """
    moves = [move_monster(position, card) for position in positions_with_teleporter(table)]
    seen = {piece.piece for piece in table.pieces}
    return moves[0] if len({outcome(move, seen) for move in moves}) == 1 else None


def _unseen_to_json(piece: UnseenPiece) -> dict[str, Any]:
    final = piece.move.final
    return {
        "cell": piece.cell,
        "end": {"cell": final.monster, "facing": final.facing.word},
        "eaten": list(piece.eaten),
        "itself_eaten": piece.is_eaten,
    }
