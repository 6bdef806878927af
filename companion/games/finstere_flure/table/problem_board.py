"""The board of a problem's page."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.finstere_flure.playback.board_view import BoardView, FlippedToken, Mark
from companion.screen.pages import Tone
from companion.table.inference import TableProblem
from companion.table.problem_page import tone_of
from engine.finstere_flure.position import Token


def mark_problems(board: BoardView, problems: Sequence[TableProblem]) -> BoardView:
    """Return the board with the places of the problems marked."""
    allowed = tuple(Mark((cell,), Tone.GOOD) for problem in problems for cell in problem.allowed)
    for problem in problems:
        board = _show_misplaced(board, problem.sign)
    marks = tuple(Mark(problem.places, tone_of(problem)) for problem in problems if problem.places)
    return replace(board, marks=(*board.marks, *allowed, *marks))


def _show_misplaced(board: BoardView, piece: object) -> BoardView:
    """Return the board with a token where it really lies, and a faint one where it belongs."""
    if isinstance(piece, FlippedToken):
        piece = piece.token
    if not isinstance(piece, Token):
        return board
    belongs = tuple(token for token in board.tokens if token.id == piece.id and token.cell not in (None, piece.cell))
    others = tuple(token for token in board.tokens if token.id != piece.id)
    return replace(board, tokens=(*others, piece), ghost_tokens=(*board.ghost_tokens, *belongs))
