"""Chess games as PGN, and games of PGN files as events."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

import chess
import chess.pgn

from chess_table.positions import changes_of
from engine.errors import NotationError
from engine.grid import Event, Moved, Started

# What is wrong is told by the error.
logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

#: How PGN calls a result, by the winners.
_RESULTS = {("white",): "1-0", ("black",): "0-1", (): "1/2-1/2"}


class ChessPgn:
    """Notation of chess games, as `companion.games.Pgn` asks for it."""

    def write(self, events: Iterable[Event], winners: tuple[str, ...] | None, headers: Mapping[str, str]) -> str:
        """Return a game as PGN, with `headers`; `winners` is None while it goes on."""
        game = chess.pgn.Game()
        game.headers.update({**headers, "Result": "*" if winners is None else _RESULTS[winners]})
        node: chess.pgn.GameNode = game
        for event in events:
            if isinstance(event, Moved):
                node = node.add_variation(_move_of(node.board(), event))
        return f"{game}\n"

    def read(self, text: str) -> Sequence[Event]:
        """Return the events of the first game of a PGN file. Raises NotationError."""
        game = chess.pgn.read_game(StringIO(text))
        if game is None or not (game.errors or game.variations):
            raise NotationError("there is no game in this file")
        if game.errors:
            raise NotationError(f"this is no game of chess: {game.errors[0]}")
        board = game.board()
        if board.fen() != chess.STARTING_FEN:
            raise NotationError("the game does not begin with the usual position")
        events: list[Any] = [Started((), repetition=True)]
        for move in game.mainline_moves():
            changes = tuple((cell, kind or "") for cell, kind in changes_of(board, move).items())
            events.append(Moved("white" if board.turn else "black", changes))
            board.push(move)
        return events


def _move_of(board: chess.Board, event: Moved) -> chess.Move:
    changes = dict(event.changes)
    return next(
        move for move in board.legal_moves if {c: kind or "" for c, kind in changes_of(board, move).items()} == changes
    )
