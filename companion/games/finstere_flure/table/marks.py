"""The board of a problem's page."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.finstere_flure.screen.shown import BoardShown, Mark
from companion.screen.pages import Tone
from companion.table.inference import TableProblem


def with_problems(board: BoardShown, problems: Sequence[TableProblem]) -> BoardShown:
    """The board with the places of the problems marked."""
    marks = tuple(Mark(problem.places, Tone.BAD) for problem in problems if problem.places)
    return replace(board, marks=(*board.marks, *marks))
