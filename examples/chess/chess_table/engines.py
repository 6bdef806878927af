"""Chess engines that speak UCI, such as Debian's ``stockfish``, as opponents."""

import os
import shutil
from collections.abc import Mapping
from random import Random
from typing import Any

import chess
import chess.engine

from chess_table.positions import changes_of, to_board
from companion.opponents.bots import Bot
from companion.opponents.budget import Budget
from engine.game import Play
from engine.grid import Position

#: Path or name of another engine than the usual one.
VARIABLE = "CHESS_ENGINE"
#: Folder in which Debian keeps games, besides those of PATH.
_GAMES = "/usr/games"
#: An engine may take so long (seconds) to begin on a busy, small machine: it reads its network first.
STARTS_S = 60.0
#: Skill of an engine for each strength, 0 to 20, by the names of bots.
SKILLS = {"random": 0, "greedy": 6, "strong": 20}


def find_engine() -> str | None:
    """Return the path of an engine that is installed; None if there is none."""
    return shutil.which(os.environ.get(VARIABLE, "stockfish"), path=f"{os.environ.get('PATH', '')}:{_GAMES}")


def engine_bots() -> Mapping[str, Bot]:
    """Return bots that ask the engine, one for each strength; none without an engine."""
    path = find_engine()
    return {name: _bot(path, skill) for name, skill in SKILLS.items()} if path is not None else {}


def _bot(path: str, skill: int) -> Bot:
    def choose(play: Play[Any, Any], view: Position, seat: str, budget: Budget, rng: Random) -> Any:
        board = to_board(view)
        limit = chess.engine.Limit(time=budget.seconds_left, nodes=budget.nodes_left)
        # A promotion for which no man is left is no move at this table.
        moves = {frozenset(move.changes): move for move in play.moves_of(view, seat)}
        legal = [move for move in board.legal_moves if _changes(board, move) in moves]
        # A process for each move: nothing of it is left, however the game ends.
        with chess.engine.SimpleEngine.popen_uci(path, timeout=STARTS_S) as engine:
            if "Skill Level" in engine.options:
                engine.configure({"Skill Level": skill})
            move = engine.play(board, limit, root_moves=legal).move
        return moves[_changes(board, move)] if move is not None else rng.choice([*moves.values()])

    return choose


def _changes(board: chess.Board, move: chess.Move) -> frozenset[tuple[str, str]]:
    return frozenset((cell, kind or "") for cell, kind in changes_of(board, move).items())
