"""Translation between positions of the grid kit and boards of the package ``chess``."""

from collections.abc import Iterable, Mapping

import chess

from engine.grid import Changes, Position

#: Kinds of men by their letters in FEN, small ones black.
KINDS = {
    f"{side}-{chess.piece_name(piece)}": chess.Piece(piece, side == "white")
    for side in ("white", "black")
    for piece in chess.PIECE_TYPES
}
_NAMES = {man: kind for kind, man in KINDS.items()}
#: Memory at the beginning: who may castle where, and no cell on which a pawn could be taken in passing.
FIRST_MEMORY = ["KQkq", "-"]


def to_board(position: Position) -> chess.Board:
    """Return the board of a position."""
    if "chess" not in position.cache:
        position.cache["chess"] = board_of(position.board, position.turn, position.memory)
    board: chess.Board = position.cache["chess"]
    return board


def board_of(men: Mapping[str, str], turn: str, memory: list[str]) -> chess.Board:
    """Return the board with these men, whose turn it is, and what is remembered."""
    board = chess.Board(None)
    board.set_piece_map({chess.parse_square(cell): KINDS[kind] for cell, kind in men.items()})
    board.turn = turn == "white"
    castling, passed, *_ = memory
    board.set_castling_fen(castling)
    board.ep_square = None if passed == "-" else chess.parse_square(passed)
    return board


def changes_of(board: chess.Board, move: chess.Move) -> Changes:
    """Return the cells that a move changes, the man's own first: hands follow this order."""
    after = board.copy(stack=False)
    after.push(move)
    changed = (move.from_square, move.to_square, *chess.SquareSet(board.occupied ^ after.occupied))
    cells = dict.fromkeys((*changed,))
    found = {square: after.piece_at(square) for square in cells}
    return {chess.square_name(square): _NAMES[man] if man else None for square, man in found.items()}


def moves_by_changes(board: chess.Board) -> dict[frozenset[tuple[str, str | None]], chess.Move]:
    """Return all legal moves by the cells that they change."""
    return {frozenset(changes_of(board, move).items()): move for move in board.legal_moves}


def move_of(board: chess.Board, changes: Iterable[tuple[str, str | None]]) -> chess.Move:
    """Return the legal move that makes these changes; an empty kind is a cell that becomes free."""
    return moves_by_changes(board)[frozenset((cell, kind or None) for cell, kind in changes)]


def remembered(after: Position) -> list[str]:
    """Return the memory after a move: rights to castle, and a cell that a pawn has passed."""
    castling = board_of(after.board, after.turn, [after.memory[0], "-"]).castling_xfen()
    return [castling, _passed(after)]


def _passed(after: Position) -> str:
    """Return the cell that a pawn has just passed, if it can be taken there."""
    if not after.past:
        return "-"
    before = dict(after.past[-1][2])
    rows, pawn = ("2", "4") if after.turn == "white" else ("7", "5"), f"{after.turn}-pawn"
    for file in "abcdefgh":
        start, end = file + rows[0], file + rows[1]
        if before.get(start) == pawn == after.board.get(end) and start not in after.board and end not in before:
            cell = file + ("3" if after.turn == "white" else "6")
            other = "black" if after.turn == "white" else "white"
            board = board_of(after.board, other, [after.memory[0], cell])
            return cell if board.has_legal_en_passant() else "-"
    return "-"
